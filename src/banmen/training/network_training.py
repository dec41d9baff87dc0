"""Training a network (`banmen.kernels.network`) on exact values, with PyTorch, and measuring what its choices cost.

`banmen.training.network_from_records` trains a network anew, `banmen.training.network_from_sample` goes on with one. A network
learns from positions with a throw due, by the features that its game lists of them.
"""

from __future__ import annotations

import io
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
from banmen.training.data_writer import write_data_file

BATCH = 1 << 15
ABOUT = "the weights of a network trained on exact values, as banmen.core.network_file reads them"
UNIT = 2.0**-11  # of the weights in a file: anything finer would be lost in the sums of a position's forty rows
SPREAD = 0x1E3779B97F4A7C15  # an odd number without a pattern
CLOSE = 0.03  # moves whose values differ by more than this are easily told apart
APART = 1.0  # the weight of telling moves apart in the loss
STEPS = 50  # between two looks at the clock
PRINTED = 10 * STEPS  # steps between two lines of progress


class Network(torch.nn.Module):  # type: ignore[misc,unused-ignore]
    """The network that `banmen.kernels.network` describes, as a PyTorch module."""

    def __init__(self, features: int, sections: tuple[int, ...], squared: bool) -> None:
        super().__init__()
        self.features, self.sections, self.squared = features, sections, squared
        sums = len(sections) - 1
        self.rows = torch.nn.Parameter(torch.randn(features + 1, HIDDEN) * 0.05)  # the last one means no feature
        self.direct = torch.nn.Parameter(torch.zeros(features + 1))
        self.register_buffer("bounds", torch.tensor(sections, dtype=torch.int32))
        self.bias = torch.nn.Parameter(torch.full((sums * HIDDEN,), 0.3))
        self.first = torch.nn.Linear(sums * HIDDEN, LAYER)
        self.second = torch.nn.Linear(LAYER, LAYER)
        self.last = torch.nn.Linear(LAYER, 1)

    def forward(self, seen: torch.Tensor) -> torch.Tensor:
        """Return the score whose logistic function is the chance, given the features of some positions."""
        hidden, score = self.first_layer(seen)
        hidden = self.first(hidden)
        for layer in (self.second, self.last):
            hidden = layer(self.clamp(hidden))
        total: torch.Tensor = score + hidden[:, 0]
        return total

    def clamp(self, cells: torch.Tensor) -> torch.Tensor:
        """Return cells clamped to the range from 0 to 1, and squared if the game requires it."""
        cells = cells.clamp(0, 1)
        return cells * cells if self.squared else cells

    def first_layer(self, seen: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Return the clamped sums of all sections, and the sum of direct weights."""
        if seen.is_cuda:
            from banmen.training.network_sums import Sums

            sums: tuple[torch.Tensor, torch.Tensor] = Sums.apply(
                seen, self.bounds, self.squared, self.rows, self.direct, self.bias
            )
            return sums
        seen = torch.where(seen == NONE, self.features, seen.int())
        kind = {"mode": "sum", "padding_idx": self.features}
        add = torch.nn.functional.embedding_bag
        parts = [add(seen[:, begin:end], self.rows, **kind) for begin, end in pairwise(self.sections)]
        return self.clamp(torch.cat(parts, 1) + self.bias), add(seen, self.direct[:, None], **kind)[:, 0]

    def forget_unseen(self, seen: torch.Tensor) -> None:
        """Zero the rows of features that no position to learn from has; training never changes them."""
        times = torch.zeros(self.features + 1, dtype=torch.long, device=seen.device)
        for part in seen.split(BATCH):
            times += torch.bincount(part[part != NONE].long(), minlength=self.features + 1)
        with torch.no_grad():
            self.rows[times == 0] = 0

    def rest(self) -> list[torch.Tensor]:
        """Return all weights but the rows, in the order of `banmen.kernels.network`."""
        layers = (self.first, self.second, self.last)
        return [self.bias, *(part for layer in layers for part in (layer.weight.T, layer.bias))]

    def quantize(self, coarse: int) -> dict[str, Any]:
        """Return the weights as a file has them: direct ones in units, the rest of the rows in `coarse` units."""
        rest = torch.cat([part.detach().reshape(-1) for part in self.rest()])
        rows = torch.cat([self.rows, self.direct[:, None]], 1).detach()[:-1].double().cpu().numpy()
        unit = numpy.full(STRIDE, coarse * UNIT, numpy.float32)
        unit[HIDDEN] = UNIT
        rows = numpy.rint(rows / unit).clip(-(2**15), 2**15 - 1).astype(numpy.int16)
        parts = {"high": (rows >> 8).astype(numpy.int8), "low": (rows & 255).astype(numpy.uint8)}
        return parts | {"unit": unit, "rest": rest.float().cpu().numpy()}

    def keep(self, path: Path, coarse: int = 1, entry: dict[str, Any] | None = None) -> None:
        """Write the rounded weights to a file, with an entry in the manifest; continue with them as rounded."""
        stored, file = self.quantize(coarse), io.BytesIO()
        numpy.savez_compressed(file, **stored)
        write_data_file(path, file.getvalue(), {"about": ABOUT} | (entry or {}))
        rows = (stored["high"] * 256.0 + stored["low"]).astype(numpy.float32) * stored["unit"]
        self.take(numpy.concatenate([rows.ravel(), stored["rest"]]))

    def take(self, weights: Any) -> None:
        """Take the weights that `banmen.core.network_file.read_network` returns."""
        rows, *rest = torch.from_numpy(weights).split([self.features * STRIDE, *(part.numel() for part in self.rest())])
        rows = rows.reshape(self.features, STRIDE)
        with torch.no_grad():
            self.rows[:-1], self.direct[:-1] = rows[:, :HIDDEN], rows[:, HIDDEN]
            for part, taken in zip(self.rest(), rest, strict=True):
                part.copy_(taken.reshape(part.shape))


def choose_device() -> str:
    """Return the device for training: a GPU if there is one."""
    return "cuda" if torch.cuda.is_available() else "cpu"


class TrainingSet:
    """Training examples: choices between moves, as the positions that the moves lead to, with values."""

    def __init__(self, game: Game, records: Any, values: Any, after: Any, meaning: Any) -> None:
        self.pairs, value = network_examples.label_positions(records, values, after, meaning)
        self.seen, self.value = (
            torch.from_numpy(part).to(choose_device()) for part in (network_examples.list_features(game, self.pairs), value)
        )
        numbers = network_examples.index_choices(values, meaning)
        self.first, self.count, self.best, self.sign = (torch.from_numpy(part).to(choose_device()) for part in numbers)
        self.pools: list[tuple[torch.Tensor, float]] = []

    def add_sample(self, which: Any, share: float) -> None:
        """Draw a share of the examples from some of the records, those that leave a choice."""
        numbers = torch.as_tensor(which, device=choose_device())
        self.pools.append((numbers[self.count[numbers] > 1], share))

    def add_replay(self, network: Network, game: Game, pairs: Any) -> None:
        """Add positions with the values that the network gives them now, so that it does not forget them."""
        kept = (
            torch.from_numpy(network_examples.list_features(game, pairs)),
            torch.from_numpy(predict(network, game, pairs)),
            torch.ones(len(pairs)),
        )
        parts = zip((self.seen, self.value, self.sign), kept, strict=True)
        self.seen, self.value, self.sign = (torch.cat([old, new.to(old)]) for old, new in parts)

    def find_missing(self, records: Any) -> Any:
        """Return which of some records have positions that are not among the examples."""
        return ~contain(self.pairs, records[:, :2])

    def draw(self, number: int) -> tuple[torch.Tensor, int]:
        """Draw twice as many positions, in two rows, and return how many columns are choices.

        These are at the beginning: the positions that the best moves lead to, and below them those of any moves. The others are
        any positions, those before a throw and after a move without a choice among them.
        """
        parts = [pool[torch.randint(len(pool), (round(number * share),), device=choose_device())] for pool, share in self.pools]
        some = torch.cat(parts)
        others = self.first[some] + (torch.rand(len(some), device=choose_device()) * self.count[some]).long()
        alone = torch.randint(len(self.value), (2, number - len(some)), device=choose_device())
        return torch.cat([torch.stack([self.best[some], others]), alone], 1), len(some)

    def loss(self, network: Network, positions: torch.Tensor, choices: int) -> tuple[torch.Tensor, torch.Tensor]:
        """Return the loss and the mean squared error.

        An error counts for more where it changes the order of two moves of much the same value.
        """
        value, sign = self.value[positions], self.sign[positions]
        error = torch.sigmoid(network(self.seen[positions.reshape(-1)])).reshape(positions.shape) - value
        movers = torch.where(sign > 0, value, 1 - value)
        gap, apart = (part[0, :choices] - part[1, :choices] for part in (movers, error * sign))
        squared = (error**2).mean()
        return squared + APART * (apart**2 / (1 + (gap / CLOSE) ** 2)).mean(), squared.detach()


def train(
    network: Network, training_set: TrainingSet, seconds: float, *, rate: float = 3e-3, batch: int = BATCH
) -> dict[str, Any]:
    """Train a network for some seconds, at an ever lower rate; return what was done."""
    on_gpu = choose_device() == "cuda"
    speed, total = torch.zeros((), device=choose_device()), torch.zeros((), device=choose_device())
    optimiser = torch.optim.AdamW(network.parameters(), lr=speed, weight_decay=1e-5, fused=True, capturable=on_gpu)

    def step() -> None:
        loss, squared = training_set.loss(network, *training_set.draw(batch // 2))
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        total.add_(squared)

    run_step = capture(step) if on_gpu else step
    began, steps, losses = time.time(), 0, []
    total.zero_()
    while (part := (time.time() - began) / seconds) < 1:
        speed.fill_(rate * min(1.0, steps / 200 + 0.01) * (1 - part) ** 1.5 + 1e-6)
        for _ in range(STEPS):
            run_step()
        steps += STEPS
        if on_gpu:
            torch.cuda.synchronize()
        if steps % PRINTED == 0:
            losses.append(round(float(total / PRINTED) ** 0.5, 6))
            total.zero_()
            print(f"{time.time() - began:6.1f} s, step {steps}, root of the mean squared error {losses[-1]}", flush=True)
    return {"steps": steps, "batch": batch, "seconds": round(time.time() - began, 1), "losses": losses}


def capture(step: Callable[[], None]) -> Callable[[], None]:
    """Return a step that the GPU repeats by itself: launching each of its hundred parts would take longer than they do."""
    aside = torch.cuda.Stream()
    with torch.cuda.stream(aside):
        for _ in range(3):  # so that one-time initialisation is done
            step()
    torch.cuda.synchronize()
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        step()
    again: Callable[[], None] = graph.replay
    return again


def hash_rows(rows: Any) -> torch.Tensor:
    """Return a number for each row of words, hardly ever the same one for two that differ."""
    found = numpy.zeros(len(rows), numpy.int64)
    for column in rows.T:
        found = found * SPREAD + column
    return torch.from_numpy(found).to(choose_device())


def contain(others: Any, rows: Any) -> Any:
    """Return which of some rows are among others."""
    return torch.isin(hash_rows(rows), hash_rows(others)).cpu().numpy()


def find_distinct(rows: Any) -> torch.Tensor:
    """Return the number of one row of each kind."""
    ordered, numbers = hash_rows(rows).sort()
    return numbers[torch.cat([ordered.new_ones(1).bool(), ordered[1:] != ordered[:-1]])]


def predict(network: Network, game: Game, pairs: Any) -> Any:
    """Return the network's chances of many positions, given as pairs of sides."""
    where = network.bias.device
    found = [numpy.zeros(0, numpy.float32)]
    with torch.no_grad():
        for seen in torch.from_numpy(network_examples.list_features(game, numpy.ascontiguousarray(pairs))).split(BATCH):
            found.append(torch.sigmoid(network(seen.to(where))).cpu().numpy())
    return numpy.concatenate(found)


def measure(network: Network, game: Game, records: Any, values: Any, after: Any, meaning: Any) -> dict[str, Any]:
    """Return a network's errors against the exact values of some records, and the losses of the moves it prefers."""
    if not len(records):
        return {"unseen": 0}
    error = predict(network, game, records[:, :2]) - values[:, 0]
    chances = numpy.zeros(meaning.shape)
    going_on = (meaning == network_examples.AGAIN) | (meaning == network_examples.PASSES)
    chances[going_on] = predict(network, game, after[going_on])
    chances = numpy.where(meaning == network_examples.PASSES, 1 - chances, chances)
    chances[meaning == network_examples.WINS] = 1.0
    loss, choice = measure_losses(chances, values[:, 1:], meaning > 0), (meaning > 0).sum(1) > 1
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


def measure_losses(chances: Any, exact: Any, there: Any) -> Any:
    """Return how much of the exact value is lost by taking the move with the best chance, row by row."""
    chosen = numpy.where(there, chances, -1).argmax(1)[:, None]
    return numpy.where(there, exact, -1).max(1) - numpy.take_along_axis(exact, chosen, 1)[:, 0]
