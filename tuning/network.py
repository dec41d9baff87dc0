"""Teach a network (`banmen.kernels.network`) by exact values, with PyTorch, and find out what its choices cost.

`tuning/kariuchi_network.py` does it for Kariuchi by records that `banmen solve` writes; `tuning/network_by_sample.py` goes
on where they ended. A network learns from positions with a throw due, by the features that its game lists of them.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy
import torch

from banmen.core.game import Game
from banmen.kernels.network import HIDDEN, LAYER, NONE, STRIDE
from banmen.solve.samples import network_examples

BATCH = 1 << 15
UNIT = 2.0**-11  # of the weights as they are kept: finer parts of a position's forty rows would be lost in the sums anyhow
SPREAD = 0x1E3779B97F4A7C15  # an odd number without a pattern
CLOSE = 0.03  # moves of values that are further apart than this are easily told apart
APART = 1.0  # how much it counts to tell moves apart
TOGETHER = 50  # steps between two looks at the clock
TOLD = 10 * TOGETHER  # steps between two lines of progress


class Network(torch.nn.Module):  # type: ignore[misc,unused-ignore]
    """The network as `banmen.kernels.network` tells of it, for learning."""

    def __init__(self, features: int, sections: tuple[int, ...], squared: bool) -> None:
        super().__init__()
        self.features, self.sections, self.squared = features, sections, squared
        sums = len(sections) - 1
        self.rows = torch.nn.Parameter(torch.randn(features + 1, HIDDEN) * 0.05)  # the last one stands for no feature
        self.direct = torch.nn.Parameter(torch.zeros(features + 1))
        self.register_buffer("bounds", torch.tensor(sections, dtype=torch.int32))
        self.bias = torch.nn.Parameter(torch.full((sums * HIDDEN,), 0.3))
        self.first = torch.nn.Linear(sums * HIDDEN, LAYER)
        self.second = torch.nn.Linear(LAYER, LAYER)
        self.last = torch.nn.Linear(LAYER, 1)

    def forward(self, seen: torch.Tensor) -> torch.Tensor:
        """Return the score whose logistic function is the chance, given the features of some positions."""
        hidden, score = self.added(seen)
        hidden = self.first(hidden)
        for layer in (self.second, self.last):
            hidden = layer(self.cut(hidden))
        total: torch.Tensor = score + hidden[:, 0]
        return total

    def cut(self, cells: torch.Tensor) -> torch.Tensor:
        """Return what leaves some cells."""
        cells = cells.clamp(0, 1)
        return cells * cells if self.squared else cells

    def added(self, seen: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Return what leaves the sums of all sections, and the sum of direct weights."""
        if seen.is_cuda:
            from tuning.sums import Sums

            found: tuple[torch.Tensor, torch.Tensor] = Sums.apply(
                seen, self.bounds, self.squared, self.rows, self.direct, self.bias
            )
            return found
        seen = torch.where(seen == NONE, self.features, seen.int())
        kind = {"mode": "sum", "padding_idx": self.features}
        add = torch.nn.functional.embedding_bag
        sums = [add(seen[:, begin:end], self.rows, **kind) for begin, end in pairwise(self.sections)]
        return self.cut(torch.cat(sums, 1) + self.bias), add(seen, self.direct[:, None], **kind)[:, 0]

    def forget_unseen(self, seen: torch.Tensor) -> None:
        """Put zeros into the rows of features that no position to learn from has; they are zeros ever after."""
        times = torch.zeros(self.features + 1, dtype=torch.long, device=seen.device)
        for part in seen.split(BATCH):
            times += torch.bincount(part[part != NONE].long(), minlength=self.features + 1)
        with torch.no_grad():
            self.rows[times == 0] = 0

    def rest(self) -> list[torch.Tensor]:
        """Return all weights but the rows, in the order in which the package keeps them."""
        layers = (self.first, self.second, self.last)
        return [self.bias, *(part for layer in layers for part in (layer.weight.T, layer.bias))]

    def stored(self, coarse: int) -> dict[str, Any]:
        """Return the weights as the package keeps them: direct ones in units, the rest of the rows in `coarse` units."""
        rest = torch.cat([part.detach().reshape(-1) for part in self.rest()])
        rows = torch.cat([self.rows, self.direct[:, None]], 1).detach()[:-1].double().cpu().numpy()
        unit = numpy.full(STRIDE, coarse * UNIT, numpy.float32)
        unit[HIDDEN] = UNIT
        rows = numpy.rint(rows / unit).clip(-(2**15), 2**15 - 1).astype(numpy.int16)
        parts = {"high": (rows >> 8).astype(numpy.int8), "low": (rows & 255).astype(numpy.uint8)}
        return parts | {"unit": unit, "rest": rest.float().cpu().numpy()}

    def keep(self, path: Path, coarse: int = 1) -> None:
        """Write the weights into a file, the smaller the coarser, and take them as they are kept there."""
        stored = self.stored(coarse)
        numpy.savez_compressed(path, **stored)
        rows = (stored["high"] * 256.0 + stored["low"]).astype(numpy.float32) * stored["unit"]
        self.take(numpy.concatenate([rows.ravel(), stored["rest"]]))

    def take(self, weights: Any) -> None:
        """Take the weights that a file keeps, as `banmen.kernels.network.weights` returns them."""
        rows, *rest = torch.from_numpy(weights).split([self.features * STRIDE, *(part.numel() for part in self.rest())])
        rows = rows.reshape(self.features, STRIDE)
        with torch.no_grad():
            self.rows[:-1], self.direct[:-1] = rows[:, :HIDDEN], rows[:, HIDDEN]
            for part, taken in zip(self.rest(), rest, strict=True):
                part.copy_(taken.reshape(part.shape))


def device() -> str:
    """Return where to learn: on the card if there is one."""
    return "cuda" if torch.cuda.is_available() else "cpu"


class Lessons:
    """Choices to learn from: the positions that their moves lead to, with values."""

    def __init__(self, game: Game, records: Any, values: Any, after: Any, meaning: Any) -> None:
        self.pairs, value = network_examples.label_positions(records, values, after, meaning)
        self.seen, self.value = (
            torch.from_numpy(part).to(device()) for part in (network_examples.list_features(game, self.pairs), value)
        )
        numbers = network_examples.index_choices(values, meaning)
        self.first, self.count, self.best, self.sign = (torch.from_numpy(part).to(device()) for part in numbers)
        self.pools: list[tuple[torch.Tensor, float]] = []

    def show(self, which: Any, share: float) -> None:
        """Let a share of all that is shown come from some of the records, those that leave a choice."""
        numbers = torch.as_tensor(which, device=device())
        self.pools.append((numbers[self.count[numbers] > 1], share))

    def remember(self, network: Network, game: Game, pairs: Any) -> None:
        """Show other positions as well, with the values that the network gives them now, so that it does not forget them."""
        kept = (
            torch.from_numpy(network_examples.list_features(game, pairs)),
            torch.from_numpy(guesses(network, game, pairs)),
            torch.ones(len(pairs)),
        )
        parts = zip((self.seen, self.value, self.sign), kept, strict=True)
        self.seen, self.value, self.sign = (torch.cat([old, new.to(old)]) for old, new in parts)

    def lack(self, records: Any) -> Any:
        """Tell which of some records have positions that are not among those to learn from."""
        return ~occur(records[:, :2], self.pairs)

    def drawn(self, number: int) -> tuple[torch.Tensor, int]:
        """Draw twice so many positions, in two rows, and tell how many columns are choices.

        These are at the beginning: the positions that the best moves lead to, and below them those of any moves. The others are
        any positions, those before a throw and after a move without a choice among them.
        """
        parts = [pool[torch.randint(len(pool), (round(number * share),), device=device())] for pool, share in self.pools]
        some = torch.cat(parts)
        others = self.first[some] + (torch.rand(len(some), device=device()) * self.count[some]).long()
        alone = torch.randint(len(self.value), (2, number - len(some)), device=device())
        return torch.cat([torch.stack([self.best[some], others]), alone], 1), len(some)

    def loss(self, network: Network, positions: torch.Tensor, choices: int) -> tuple[torch.Tensor, torch.Tensor]:
        """Return what is to become small, and the mean squared error.

        An error counts for more where it tells two moves of much the same value apart in the wrong way.
        """
        value, sign = self.value[positions], self.sign[positions]
        error = torch.sigmoid(network(self.seen[positions.reshape(-1)])).reshape(positions.shape) - value
        movers = torch.where(sign > 0, value, 1 - value)
        gap, apart = (part[0, :choices] - part[1, :choices] for part in (movers, error * sign))
        squared = (error**2).mean()
        return squared + APART * (apart**2 / (1 + (gap / CLOSE) ** 2)).mean(), squared.detach()


def teach(network: Network, lessons: Lessons, seconds: float, *, rate: float = 3e-3, batch: int = BATCH) -> dict[str, Any]:
    """Show the network positions until the time is over, ever more carefully; return what was done."""
    card = device() == "cuda"
    speed, total = torch.zeros((), device=device()), torch.zeros((), device=device())
    optimiser = torch.optim.AdamW(network.parameters(), lr=speed, weight_decay=1e-5, fused=True, capturable=card)

    def step() -> None:
        loss, squared = lessons.loss(network, *lessons.drawn(batch // 2))
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        total.add_(squared)

    going = repeated(step) if card else step
    began, steps, losses = time.time(), 0, []
    total.zero_()
    while (part := (time.time() - began) / seconds) < 1:
        speed.fill_(rate * min(1.0, steps / 200 + 0.01) * (1 - part) ** 1.5 + 1e-6)
        for _ in range(TOGETHER):
            going()
        steps += TOGETHER
        if card:
            torch.cuda.synchronize()
        if steps % TOLD == 0:
            losses.append(round(float(total / TOLD) ** 0.5, 6))
            total.zero_()
            print(f"{time.time() - began:6.1f} s, step {steps}, root of the mean squared error {losses[-1]}", flush=True)
    return {"steps": steps, "batch": batch, "seconds": round(time.time() - began, 1), "losses": losses}


def repeated(step: Callable[[], None]) -> Callable[[], None]:
    """Return a step that the card does again by itself; being told each of its hundred parts would take longer than they do."""
    aside = torch.cuda.Stream()
    with torch.cuda.stream(aside):
        for _ in range(3):  # so that what is made once is there
            step()
    torch.cuda.synchronize()
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        step()
    again: Callable[[], None] = graph.replay
    return again


def keys(rows: Any) -> torch.Tensor:
    """Return a number for each row of words, hardly ever the same one for two that differ."""
    found = numpy.zeros(len(rows), numpy.int64)
    for column in rows.T:
        found = found * SPREAD + column
    return torch.from_numpy(found).to(device())


def occur(rows: Any, others: Any) -> Any:
    """Tell which of some rows occur among others."""
    return torch.isin(keys(rows), keys(others)).cpu().numpy()


def distinct(rows: Any) -> torch.Tensor:
    """Return the numbers of rows among which each that occurs is once."""
    ordered, numbers = keys(rows).sort()
    return numbers[torch.cat([ordered.new_ones(1).bool(), ordered[1:] != ordered[:-1]])]


def guesses(network: Network, game: Game, pairs: Any) -> Any:
    """Return the network's chances of many positions, given as pairs of sides."""
    where = network.bias.device
    found = [numpy.zeros(0, numpy.float32)]
    with torch.no_grad():
        for seen in torch.from_numpy(network_examples.list_features(game, numpy.ascontiguousarray(pairs))).split(BATCH):
            found.append(torch.sigmoid(network(seen.to(where))).cpu().numpy())
    return numpy.concatenate(found)


def judged(network: Network, game: Game, records: Any, values: Any, after: Any, meaning: Any) -> dict[str, Any]:
    """Return how far a network is from the exact values of some records, and what is lost by the moves that look best to it."""
    if not len(records):
        return {"unseen": 0}
    error = guesses(network, game, records[:, :2]) - values[:, 0]
    chances = numpy.zeros(meaning.shape)
    going_on = (meaning == network_examples.AGAIN) | (meaning == network_examples.PASSES)
    chances[going_on] = guesses(network, game, after[going_on])
    chances = numpy.where(meaning == network_examples.PASSES, 1 - chances, chances)
    chances[meaning == network_examples.WINS] = 1.0
    loss, choice = lost(chances, values[:, 1:], meaning > 0), (meaning > 0).sum(1) > 1
    return {
        "unseen": len(values),
        "mean_error": float(abs(error).mean()),
        "root_mean_squared_error": float((error**2).mean() ** 0.5),
        "lost_per_move": float(loss.mean()),
        "standard_error": float(loss.std() / len(loss) ** 0.5),
        "lost_per_choice": float(loss[choice].sum() / max(1, choice.sum())),
        "best_moves": float((loss[choice] < 1e-7).sum() / max(1, choice.sum())),
        "worst_move": float(loss.max()),
    }


def lost(chances: Any, exact: Any, there: Any) -> Any:
    """Return how much of the exact value is lost by taking the move that looks best, row by row."""
    chosen = numpy.where(there, chances, -1).argmax(1)[:, None]
    return numpy.where(there, exact, -1).max(1) - numpy.take_along_axis(exact, chosen, 1)[:, 0]
