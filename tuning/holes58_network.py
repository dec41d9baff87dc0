"""Teach the network of 58 Holes (`banmen.games.holes58.network`) by exact values, with PyTorch.

`bench/solve_holes58.py` does it. The network learns from positions that wait for a move: their exact value before the throw and
the exact values after each of the moves.
"""

from __future__ import annotations

import time
from typing import Any

import torch

from banmen.games.holes58.network import FEATURES, HIDDEN, LAYER, SPOTS, STRIDE
from banmen.games.holes58.rules import LANE

BATCH = 1 << 15


class Network(torch.nn.Module):  # type: ignore[misc,unused-ignore]
    """The network as `banmen.games.holes58.network` tells of it, for learning."""

    def __init__(self) -> None:
        super().__init__()
        self.rows = torch.nn.ParameterList([torch.nn.Parameter(torch.randn(FEATURES, STRIDE) * 0.05) for _ in range(2)])
        with torch.no_grad():
            for rows in self.rows:
                rows[:, HIDDEN] = 0
        self.bias = torch.nn.Parameter(torch.full((2 * HIDDEN,), 0.3))
        self.first = torch.nn.Linear(2 * HIDDEN, LAYER)
        self.second = torch.nn.Linear(LAYER, LAYER)
        self.last = torch.nn.Linear(LAYER, 1)

    def forward(self, mover: torch.Tensor, other: torch.Tensor) -> torch.Tensor:
        """Return the score whose logistic function is the chance, given both sides' words."""
        sums = [features(side) @ rows for side, rows in zip((mover, other), self.rows, strict=True)]
        hidden = torch.cat([total[:, :HIDDEN] for total in sums], 1) + self.bias
        for layer in (self.first, self.second):
            hidden = layer(hidden.clamp(0, 1))
        score = self.last(hidden.clamp(0, 1)) + sums[0][:, HIDDEN:] + sums[1][:, HIDDEN:]
        result: torch.Tensor = score[:, 0]
        return result

    def stored(self) -> dict[str, Any]:
        """Return the weights as the package keeps them."""
        rest = [
            self.bias,
            self.first.weight.T,
            self.first.bias,
            self.second.weight.T,
            self.second.bias,
            self.last.weight,
            self.last.bias,
        ]
        flat = torch.cat([part.detach().reshape(-1) for part in rest])
        rows = torch.stack([part.detach() for part in self.rows])
        return {"rows": rows.half().cpu().numpy(), "rest": flat.float().cpu().numpy()}


def features(side: torch.Tensor) -> torch.Tensor:
    """Return which features each of some sides has, as ones and zeros."""
    holes = torch.arange(SPOTS, device=side.device)
    on = ((side & LANE)[:, None] >> holes & 1).float()
    pairs = (on[:, :, None] * on[:, None, :]).triu(1).flatten(1)
    stock = torch.nn.functional.one_hot((side >> 32 & 7) * 6 + (side >> 36 & 7), 36).float()
    front = torch.nn.functional.one_hot((on * holes).argmax(1), SPOTS).float()
    rear = torch.nn.functional.one_hot((on * (SPOTS - holes)).argmax(1), SPOTS).float()
    return torch.cat([on, pairs, stock, front, rear], 1)


def teach(
    network: Network, data: tuple[torch.Tensor, torch.Tensor, torch.Tensor], seconds: float, rate: float = 3e-3
) -> dict[str, Any]:
    """Show the network positions until the time is over, ever more carefully; return what was done."""
    mover, other, value = data
    optimiser = torch.optim.AdamW(network.parameters(), lr=rate, weight_decay=1e-5)
    began, steps, losses = time.time(), 0, []
    while (part := (time.time() - began) / seconds) < 1:
        for group in optimiser.param_groups:
            group["lr"] = rate * min(1.0, steps / 200 + 0.01) * (1 - part) ** 1.5 + 1e-6
        some = torch.randint(len(value), (BATCH,), device=value.device)
        chance = torch.sigmoid(network(mover[some], other[some]))
        loss = ((chance - value[some]) ** 2).mean()
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        steps += 1
        if steps % 500 == 0:
            losses.append(round(float(loss.detach()) ** 0.5, 6))
            print(f"{time.time() - began:6.1f} s, step {steps}, root of the mean squared error {losses[-1]}", flush=True)
    return {"steps": steps, "batch": BATCH, "seconds": round(time.time() - began, 1), "losses": losses}


def guesses(network: Network, mover: torch.Tensor, other: torch.Tensor) -> torch.Tensor:
    """Return the network's chances of many positions."""
    with torch.no_grad():
        parts = [torch.sigmoid(network(mover[at : at + BATCH], other[at : at + BATCH])) for at in range(0, len(mover), BATCH)]
    return torch.cat(parts)


def lost(chances: torch.Tensor, exact: torch.Tensor, there: torch.Tensor) -> torch.Tensor:
    """Return how much of the exact value is lost by taking the move that looks best, row by row."""
    chosen = chances.masked_fill(~there, -1).argmax(1, keepdim=True)
    return exact.masked_fill(~there, -1).max(1).values - exact.gather(1, chosen)[:, 0]
