"""The GPU's kernels do the same as the CPU's; without a GPU, in numba's simulator and by compiling."""

import os
import subprocess
import sys

import numpy
import pytest

import banmen
from banmen.core.game import Game
from banmen.kernels import gpu, kernel, twins
from banmen.solve.gpu import pair_kernels, value_kernels
from banmen.solve.holes58 import game_kernels, pair_gpu_solver, pair_lookup
from banmen.solve.holes58.move_list_kernels import AGAIN, KINDS, STRIKE, THROWS, TURN
from banmen.solve.holes58.ordered_sides import order_sides
from banmen.solve.residual_check import bind_lookup
from tests.common.loops import some


@pytest.mark.parametrize("options", [[], ["collect=one", "warp_passes_nefer=yes"]])
def test_a_sweep_on_the_card_gives_the_same_values_as_on_the_cpu(options: list[str]) -> None:
    command = [sys.executable, "-m", "tests.solve.holes58.simulated", *options]
    environment = {**os.environ, "BANMEN_JIT": "0", "NUMBA_ENABLE_CUDASIM": "1"}
    ran = subprocess.run(command, env=environment, capture_output=True, text=True, check=True, timeout=120)
    for line in ran.stdout.splitlines():
        different, changed = line.split(" of ")
        assert (int(different), int(changed) > 50) == (0, True)
    assert len(ran.stdout.splitlines()) == 2


@pytest.mark.parametrize("game", [banmen.game("holes58"), banmen.game("holes58", collect="one", warp_passes_nefer="yes")])
def test_lists_for_the_card_tell_all_moves(game: Game) -> None:
    sides = order_sides(game, 3, pair_kernels.WIDTH)
    lists, codes = pair_gpu_solver.encode_move_lists(sides)
    for place in some(numpy.random.default_rng(1).integers(0, sides.room, 300)):
        start, number = int(lists[place]) >> 8, int(lists[place]) & 255
        assert start % pair_kernels.GROUP == number % pair_kernels.GROUP == 0
        told: dict[int, list[int]] = {}
        throw: set[int] = set()
        for at, code in enumerate(codes[start : start + number].tolist()):
            group = codes[start + at // pair_kernels.GROUP * pair_kernels.GROUP :][: pair_kernels.GROUP]
            assert bool(group[0] & pair_kernels.ASKED) == bool((group & pair_kernels.ODD).any())
            kind = {0: TURN, pair_kernels.AGAIN: AGAIN, pair_kernels.STRIKE: STRIKE}.get(code & pair_kernels.ODD)
            if kind is not None:
                throw.add((code >> pair_kernels.PLACE_AT & 0x3FFFF) * KINDS + kind)
            if code & pair_kernels.LAST:
                value = code >> pair_kernels.THROW_AT & 7
                assert value not in told
                assert value + 1 != sides.stays[place]
                told[value], throw = sorted(throw), set()
        if throw:  # the last throw, which does not end, is the one at which a player may stay
            told[int(sides.stays[place]) - 1] = sorted(throw)
        begin = sides.begin[place * THROWS : (place + 1) * THROWS + 1]
        expected = {value: sorted(sides.codes[begin[value] : begin[value + 1]].tolist()) for value in range(THROWS)}
        assert told == {value: moves for value, moves in expected.items() if moves}


def test_kernels_compile_for_the_card() -> None:
    from numba import types

    rules = banmen.game("holes58").rules
    gpu.fake_capability((9, 0))
    cuda = gpu.numba_cuda()
    whole, short, small = types.int64, types.uint32[::1], types.int32[::1]
    words, rows = types.int64[::1], types.uint32[:, ::1]
    player = (types.uint64[::1], short, short, short, small, short, whole)
    state = types.UniTuple(whole, 3)
    tables = types.Tuple((whole, whole, whole, small, small, short, short, rows))
    values = value_kernels.load(bind_lookup(pair_lookup, rules, kernel.GPU), twins.bind(game_kernels, rules, kernel.GPU))
    sweeps = pair_kernels.load()
    both = types.UniTuple(whole, 2)
    table = types.int64[:, ::1]
    for launched, arguments in (
        (
            sweeps.sweep,
            (small, whole, short, short, short, whole, whole, *player, *player, words, whole, types.boolean),
        ),
        (sweeps.fill, (short, whole)),
        (sweeps.keep, (short, whole, small, small, short, whole)),
        (values.check_all, (words, words, state, words, whole, tables, words)),
        (
            values.play,
            (both, table, state, types.UniTuple(whole, 4), both, whole, whole, whole, tables, tables, table, rows),
        ),
    ):  # fmt: skip
        text, _ = cuda.compile_ptx(launched.py_func, arguments, cc=(9, 0))
        assert ".entry" in text
        assert "st.global" in text or "atom" in text


def test_solving_on_a_card_that_is_not_there_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gpu.numba_cuda(), "is_available", lambda: False)
    with pytest.raises(gpu.NoGpuError, match="no CUDA device"):
        pair_gpu_solver.PairGpuSolver(banmen.game("holes58", pieces=1))
