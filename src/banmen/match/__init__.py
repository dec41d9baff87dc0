"""One match, and what a person is shown of it: pure Python on events.

`match_state` is a match as the sum of its events; `actions` says which events an action adds; `match_start` makes the first
event; `seats` and `dice` are what a match is begun with. `gathering`, `together` and `clocks` are for people with devices of
their own, and `readers` says who is shown a match. `position_views`, `match_views` and `replay_views` make what a person
is shown, as plain dictionaries in the reader's language; `move_text` writes moves.

Nothing here knows HTTP, a database, threads, an event loop, an engine or compiled code: whoever runs a match stores its events,
says who may take a seat, and lets computer players choose. The server and the terminal stand on it, and only they, the command
line and tests import it; it imports `core`, `presentation` and `games`.
"""
