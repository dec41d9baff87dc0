from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

import banmen
from banmen.engine.players import player
from banmen.lab import fair_blocks, tournament
from banmen.lab.elo import Sprt
from banmen.lab.journal import Journal, JournalError
from banmen.lab.rating_chart import draw_ratings
from banmen.lab.tournament import TournamentError, TournamentProgress, list_pairs, play
from banmen.lab.tournament_records import make_records
from banmen.lab.tournament_report import tournament_to_json
from tests.lab.playing import outcome

SHORT = banmen.game("kariuchi", pieces=1)
NAMES = ["greedy", "random", "mcts:5"]
SCRIPT = """
import sys, banmen
from banmen.lab.tournament import play
play(banmen.game("kariuchi", pieces=1), ["greedy", "random", "mcts:5"], 120, seed=4, jobs=2, out=sys.argv[1], keep_moves=True)
"""


def test_who_meets_whom() -> None:
    assert len(list_pairs([str(number) for number in range(8)], "all")) == 28
    assert len(list_pairs([str(number) for number in range(8)], "ladder")) == 7
    with pytest.raises(TournamentError, match="at least two players"):
        list_pairs(["greedy"], "all")
    with pytest.raises(TournamentError, match="one of all, ladder, gauntlet, not 'swiss'"):
        list_pairs(["greedy", "random"], "swiss")


def test_a_score_adds_up_its_games() -> None:
    found = play(SHORT, ["greedy", "random"], 41, seed=1, jobs=1).pairs["greedy", "random"]
    assert found.games == found.wins + found.draws + found.losses == 42  # whole pairs
    assert sum(found.counts.values()) == 21
    assert found.score == pytest.approx((found.wins + found.draws / 2) / found.games)
    assert found.low < found.score < found.high
    assert found.elo_low < found.elo < found.elo_high
    assert found.thinking[0].moves > 0
    assert 0 < found.thinking[0].mean <= found.thinking[0].most
    assert found.moves > 10


def test_the_number_of_jobs_does_not_matter() -> None:
    games = [play(SHORT, NAMES, 24, seed=2, jobs=jobs, keep_moves=True) for jobs in (1, 2, 3)]
    assert outcome(games[0]) == outcome(games[1]) == outcome(games[2])
    assert games[0].complete


def test_a_sequential_test_ends_at_the_same_block_with_any_number_of_jobs() -> None:
    found = [play(SHORT, ["mcts:5", "random"], 5000, sprt=Sprt(0, 200), jobs=jobs).pairs["mcts:5", "random"] for jobs in (1, 3)]
    assert found[0].counts == found[1].counts
    assert found[0].verdict == found[1].verdict
    assert found[0].verdict is not None
    assert found[0].games < 1000


def test_blocks_of_three_lone_players_are_balanced() -> None:
    found = play(banmen.game("moontrek", players=3, pieces=1), ["greedy", "random"], 10, jobs=1).pairs["greedy", "random"]
    assert (found.games, found.block_games, sum(found.counts.values())) == (12, 6, 2)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_equal_players_score_about_a_half(players: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fair_blocks, "player", lambda name, game, seed=0: player("random", game, seed=seed))
    found = play(banmen.game("moontrek", players=players, pieces=1), ["a", "b"], 300, seed=3, jobs=1)
    assert found.pairs["a", "b"].low < 0.5 < found.pairs["a", "b"].high


def test_progress_tells_the_running_score() -> None:
    told: list[TournamentProgress] = []
    play(SHORT, NAMES, 10, jobs=1, progress=told.append)
    assert [standing.done for standing in told] == list(range(2, 32, 2))
    assert told[-1].games == 30
    assert told[-1].pairs["greedy", "random"].blocks == 5


def lines(path: Path) -> int:
    return path.read_bytes().count(b"\n") if path.exists() else 0


def children(process: int) -> list[int]:
    return [int(child) for child in Path(f"/proc/{process}/task/{process}/children").read_text().split()]


def wait_until(what: str, is_so: object) -> None:
    assert callable(is_so)
    for _ in range(3000):
        if is_so():
            return
        time.sleep(0.02)
    pytest.fail(f"{what} did not happen within a minute")


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="tells processes apart by Linux's /proc")
def test_a_killed_tournament_goes_on_and_leaves_no_processes(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    process = subprocess.Popen([sys.executable, "-c", SCRIPT, str(file)])
    wait_until("some games", lambda: lines(file) > 8)
    workers = children(process.pid)
    process.kill()
    process.wait()
    assert workers
    wait_until("the end of the workers", lambda: not any(Path(f"/proc/{worker}").exists() for worker in workers))
    assert lines(file) < 181
    with file.open("ab") as torn:
        torn.write(b'{"players":["greedy","ran')
    found = play(SHORT, NAMES, 120, seed=4, jobs=2, out=file, keep_moves=True)
    assert lines(file) == 181
    assert outcome(found) == outcome(play(SHORT, NAMES, 120, seed=4, jobs=1, keep_moves=True))


def test_ctrl_c_keeps_what_was_played(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    script = SCRIPT.replace("120", "10**6").replace("play(b", "found = play(b") + "print(found.complete)"
    process = subprocess.Popen(
        [sys.executable, "-c", script, str(file)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    wait_until("some games", lambda: lines(file) > 8)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert (out, err, process.returncode) == ("False\n", "", 0)
    assert file.read_bytes().endswith(b"\n")


def test_a_finished_tournament_is_read_and_may_be_extended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "games.jsonl"
    first = play(SHORT, ["greedy", "random"], 20, jobs=1, out=file)
    more = play(SHORT, NAMES, 40, jobs=1, out=file)
    assert outcome(more) == outcome(play(SHORT, NAMES, 40, jobs=1))
    monkeypatch.setattr(tournament, "play_block", lambda *_: pytest.fail("nothing is left to play"))
    assert outcome(play(SHORT, ["greedy", "random"], 20, jobs=1, out=file)) == outcome(first)


def test_other_conditions_are_refused(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    play(SHORT, ["greedy", "random"], 2, jobs=1, out=file)
    for change, message in (
        ({"seed": 1}, "was played with seed 0, not 1; choose another file"),
        ({"opening_plies": 2}, "was played with opening_plies 0, not 2"),
        ({"keep_moves": True}, "was started without --records; leave it out, or choose another file"),
    ):
        with pytest.raises(JournalError, match=message):
            play(SHORT, ["greedy", "random"], 2, jobs=1, out=file, **change)
    with pytest.raises(JournalError, match="with options"):
        play(banmen.game("kariuchi"), ["greedy", "random"], 2, jobs=1, out=file)
    with pytest.raises(JournalError, match="with game kariuchi, not qubism"):
        play(banmen.game("qubism"), ["greedy", "random"], 2, jobs=1, out=file)


def test_games_of_other_engines_are_refused_unless_wanted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "games.jsonl"
    play(SHORT, ["greedy", "random"], 2, jobs=1, out=file)
    monkeypatch.setattr("banmen.lab.journal.digest_code", lambda: "another")
    with pytest.raises(JournalError, match="with different rules or engines"):
        play(SHORT, ["greedy", "random"], 2, jobs=1, out=file)
    assert play(SHORT, ["greedy", "random"], 2, jobs=1, out=file, any_code=True).complete


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"Dear diary\n", "line 1: this is not a line of a tournament file"),
        (b"Dear diary", "is not a tournament file"),
        (b"{}\n", "is not a tournament file"),
        (b"[]\n", "line 1"),
        (b'{"format": "banmen tournament 99"}\n', "is not a tournament file"),
    ],
)
def test_other_files_are_left_alone(content: bytes, message: str, tmp_path: Path) -> None:
    file = tmp_path / "precious"
    file.write_bytes(content)
    with pytest.raises(JournalError, match=message):
        play(SHORT, ["greedy", "random"], 2, jobs=1, out=file)
    assert file.read_bytes() == content


@pytest.mark.parametrize("line", [b"nonsense", b'{"players":["a","b"],"block":0}', b'{"players":["a"],"block":0,"games":[]}'])
def test_a_damaged_line_is_named(line: bytes, tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    play(SHORT, ["greedy", "random"], 2, jobs=1, out=file)
    file.write_bytes(file.read_bytes() + line + b"\n")
    with pytest.raises(JournalError, match="line 3: this is no"):
        play(SHORT, ["greedy", "random"], 2, jobs=1, out=file)


def test_a_file_truncated_in_its_first_line_is_restarted(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    file.write_bytes(b'{"format": "banmen tour')
    assert play(SHORT, ["greedy", "random"], 2, jobs=1, out=file).complete
    assert lines(file) == 2


def test_two_tournaments_cannot_write_one_file(tmp_path: Path) -> None:
    pytest.importorskip("fcntl")
    file = tmp_path / "games.jsonl"
    terms = play(SHORT, ["greedy", "random"], 2, jobs=1).conditions
    with Journal(file, terms), pytest.raises(JournalError, match="by another tournament"):
        play(SHORT, ["greedy", "random"], 2, jobs=1, out=file)


def test_bad_numbers_are_refused() -> None:
    for numbers in ({"games": 0}, {"jobs": 0}, {"seed": -1}, {"opening_plies": 99}, {"games": True}):
        with pytest.raises(TournamentError, match="must be a whole number from"):
            play(SHORT, ["greedy", "random"], **numbers)
    with pytest.raises(TournamentError, match="the anchor 'nobody' does not take part"):
        play(SHORT, ["greedy", "random"], 2, jobs=1).ratings("nobody")


def test_the_lab_needs_no_more_than_the_engines_do(tmp_path: Path) -> None:
    script = f"import sys\nsys.modules.update(rich=None, typer=None)\n{SCRIPT}".replace("120", "4")
    for more in ("", "\nfrom banmen.lab import rating_chart, tournament_records, tournament_report"):
        done = subprocess.run([sys.executable, "-c", script + more, str(tmp_path / "out")], capture_output=True, env=os.environ)
        assert (done.returncode, done.stderr) == (0, b"")


def test_a_tournament_broken_off_with_one_pair_done(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "games.jsonl"
    done = play(SHORT, ["greedy", "random"], 20, jobs=1, out=file)

    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(tournament, "play_block", interrupt)
    found = play(SHORT, NAMES, 20, jobs=1, out=file)
    assert not found.complete
    assert {pair: score.games for pair, score in found.pairs.items()} == {
        ("greedy", "random"): 20,
        ("greedy", "mcts:5"): 0,
        ("random", "mcts:5"): 0,
    }
    assert found.ratings() == done.ratings()  # nothing is known about the third
    told = json.loads(json.dumps(tournament_to_json(found), allow_nan=False))
    assert [rating["player"] for rating in told["ratings"]] == [rating.player for rating in done.ratings()]
    assert draw_ratings(found).count("data-row") == 3


def test_a_player_may_meet_itself() -> None:
    found = play(SHORT, ["greedy", "greedy"], 10, jobs=1)
    assert found.pairs["greedy", "greedy#2"].games == 10
    again = play(SHORT, ["greedy", "greedy"], 10, jobs=2)
    assert outcome(found) == outcome(again)


class First:
    """A player that takes the first move of the list."""

    def choose(self, position: banmen.Position) -> banmen.Move:
        return position.legal_moves()[0]


def test_an_object_can_play() -> None:
    found = play(SHORT, [First(), "random", First()], 10, jobs=3)
    assert found.players == ("First", "random", "First#2")
    assert all(score.games == 10 for score in found.pairs.values())
    assert found.complete


@pytest.mark.parametrize("options", [{"teams": "2-2", "pieces": 1}, {"players": 3, "pieces": 1}])
def test_results_are_told_by_seat_team_and_beginner(options: dict[str, Any]) -> None:
    game = banmen.game("moontrek", **options)
    tournament_of_two = play(game, ["greedy", "random"], 24, jobs=1, seed=5, keep_moves=True)
    found, ended = tournament_of_two.seat_results, list(make_records(tournament_of_two))
    assert found.games == len(ended) == 24
    for player_of_game in game.players:
        assert found.seats[player_of_game] == sum(player_of_game in (record.result or ()) for record in ended)
    assert set(found.teams) == set(game.teams)
    assert all(wins == found.seats[team[0]] for team, wins in found.teams.items())
    assert found.beginner == sum(record.start.turn in (record.result or ()) for record in ended)
    assert 0 < found.beginner < 24
