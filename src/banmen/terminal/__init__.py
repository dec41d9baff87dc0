"""The games in a terminal: boards in text, and a table to play at."""
