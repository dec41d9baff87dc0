"""One match, and what a person is shown of it: pure Python on events.

`match_state` is a match as the sum of its events; `actions` says which events an action adds; `match_start` makes the first
event; `seats` and `dice` are what a match is begun with, and `dice_check` computes all throws again.

People with devices of their own have a `gathering` around the board: links, `clocks`, proposals and talk. `together` says which
events their actions add, and `rated_results` what a match says for ratings.

`readers` says who is shown a match. `position_views`, `match_views`, `gathering_views` and `replay_views` make what they are
shown, as plain dictionaries in their language; `changes` and `page_changes` what has changed in it; `event_words` and
`move_text` tell of events and moves.

Nothing here knows HTTP, a database, threads, an event loop, an engine or compiled code: whoever runs a match stores its events,
says who may take a seat, and lets computer players choose. The server and the terminal stand on it, and only they, the command
line and tests import it; it imports `core`, `presentation` and `games`.
"""
