"""Teach a network (`banmen.core.network`) by exact values, with PyTorch, and find out what its choices cost.

`bench/solve_holes58.py` does it for 58 Holes and `tuning/kariuchi_network.py` for Kariuchi. A network learns from positions
with a throw due, by the features that its game lists of them.
"""

from __future__ import annotations

import time
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy
import torch

from banmen.core.game import Game
from banmen.core.network import HIDDEN, LAYER, NONE, STRIDE
from banmen.solve import teaching

BATCH = 1 << 15
UNIT = 2.0**-11  # of the rows as they are kept: the finer ones of a position's forty rows would be lost in the sums anyhow
TOLD = 500  # steps between two lines of progress


class Network(torch.nn.Module):  # type: ignore[misc,unused-ignore]
    """The network as `banmen.core.network` tells of it, for learning."""

    def __init__(self, features: int, sections: tuple[int, ...], squared: bool) -> None:
        super().__init__()
        self.features, self.sections, self.squared = features, sections, squared
        sums = len(sections) - 1
        self.rows = torch.nn.Parameter(torch.randn(features + 1, STRIDE) * 0.05)  # the last one stands for no feature
        with torch.no_grad():
            self.rows[:, HIDDEN] = 0
        self.bias = torch.nn.Parameter(torch.full((sums * HIDDEN,), 0.3))
        self.first = torch.nn.Linear(sums * HIDDEN, LAYER)
        self.second = torch.nn.Linear(LAYER, LAYER)
        self.last = torch.nn.Linear(LAYER, 1)

    def forward(self, seen: torch.Tensor) -> torch.Tensor:
        """Return the score whose logistic function is the chance, given the features of some positions."""
        seen = seen.long()
        seen = torch.where(seen == NONE, self.features, seen)
        sums = [
            torch.nn.functional.embedding_bag(seen[:, begin:end], self.rows, mode="sum", padding_idx=self.features)
            for begin, end in pairwise(self.sections)
        ]
        hidden = torch.cat([total[:, :HIDDEN] for total in sums], 1) + self.bias
        for layer in (self.first, self.second, self.last):
            hidden = hidden.clamp(0, 1)
            hidden = layer(hidden * hidden if self.squared else hidden)
        score: torch.Tensor = hidden[:, 0]
        for total in sums:
            score = score + total[:, HIDDEN]
        return score

    def forget_unseen(self, seen: torch.Tensor) -> None:
        """Put zeros into the rows of features that no position to learn from has; they are zeros ever after."""
        times = torch.zeros(self.features + 1, dtype=torch.long, device=seen.device)
        for part in seen.split(BATCH):
            times += torch.bincount(part[part != NONE].long(), minlength=self.features + 1)
        with torch.no_grad():
            self.rows[times == 0] = 0

    def stored(self) -> dict[str, Any]:
        """Return the weights as the package keeps them."""
        layers = [part for layer in (self.first, self.second, self.last) for part in (layer.weight.T, layer.bias)]
        rest = torch.cat([part.detach().reshape(-1) for part in (self.bias, *layers)])
        rows = numpy.rint(self.rows.detach()[:-1].double().cpu().numpy() / UNIT).clip(-(2**15), 2**15 - 1).astype(numpy.int16)
        parts = {"high": (rows >> 8).astype(numpy.int8), "low": (rows & 255).astype(numpy.uint8)}
        return parts | {"unit": numpy.float32(UNIT), "rest": rest.float().cpu().numpy()}

    def keep(self, path: Path) -> None:
        """Write the weights into a file, and take them as they are kept there."""
        stored = self.stored()
        numpy.savez_compressed(path, **stored)
        with torch.no_grad():
            self.rows[:-1] = torch.from_numpy((stored["high"] * 256.0 + stored["low"]).astype(numpy.float32) * UNIT)


def device() -> str:
    """Return where to learn: on the card if there is one."""
    return "cuda" if torch.cuda.is_available() else "cpu"


def teach(
    network: Network, seen: torch.Tensor, value: torch.Tensor, seconds: float, *, first: int = 0, share: float = 1.0,
    rate: float = 3e-3, batch: int = BATCH,
) -> dict[str, Any]:  # fmt: skip
    """Show the network positions until the time is over, ever more carefully; return what was done.

    The first so many positions (all by default) are drawn by their share, the others as often as is left.
    """
    first = first or len(value)
    optimiser = torch.optim.AdamW(network.parameters(), lr=rate, weight_decay=1e-5)
    began, steps, losses = time.time(), 0, []
    total = torch.zeros((), device=value.device)
    while (part := (time.time() - began) / seconds) < 1:
        for group in optimiser.param_groups:
            group["lr"] = rate * min(1.0, steps / 200 + 0.01) * (1 - part) ** 1.5 + 1e-6
        some = drawn(batch, len(value), first, share, value.device)
        loss = ((torch.sigmoid(network(seen[some])) - value[some]) ** 2).mean()
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        steps += 1
        total += loss.detach()
        if steps % TOLD == 0:  # asks the card for a number, which makes it wait
            losses.append(round(float(total / TOLD) ** 0.5, 6))
            total.zero_()
            print(f"{time.time() - began:6.1f} s, step {steps}, root of the mean squared error {losses[-1]}", flush=True)
    return {"steps": steps, "batch": batch, "seconds": round(time.time() - began, 1), "losses": losses}


def drawn(batch: int, number: int, first: int, share: float, where: Any) -> torch.Tensor:
    """Draw positions for a step: a share from the first ones, the rest from the others, if there are any."""
    early = batch if first == number else round(batch * share)
    some = [torch.randint(first, (early,), device=where)]
    if early < batch:
        some.append(torch.randint(first, number, (batch - early,), device=where))
    return torch.cat(some)


def guesses(network: Network, game: Game, pairs: Any) -> Any:
    """Return the network's chances of many positions, given as pairs of sides."""
    where = network.bias.device
    found = [numpy.zeros(0, numpy.float32)]
    with torch.no_grad():
        for seen in torch.from_numpy(teaching.seen(game, numpy.ascontiguousarray(pairs))).split(BATCH):
            found.append(torch.sigmoid(network(seen.to(where))).cpu().numpy())
    return numpy.concatenate(found)


def judged(network: Network, game: Game, records: Any, values: Any, after: Any, meaning: Any) -> dict[str, Any]:
    """Return how far a network is from the exact values of some records, and what is lost by the moves that look best to it."""
    if not len(records):
        return {"unseen": 0}
    error = guesses(network, game, records[:, :2]) - values[:, 0]
    chances = numpy.zeros(meaning.shape)
    going_on = (meaning == teaching.AGAIN) | (meaning == teaching.PASSES)
    chances[going_on] = guesses(network, game, after[going_on])
    chances = numpy.where(meaning == teaching.PASSES, 1 - chances, chances)
    chances[meaning == teaching.WINS] = 1.0
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
