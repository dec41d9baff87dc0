"""The steps, in order. A step imports nothing of Banmen, so that it never changes."""
