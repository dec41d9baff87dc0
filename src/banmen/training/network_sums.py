"""The first layer of a network (`banmen.kernels.network`) and its gradients on a GPU, by Triton, which comes with PyTorch.

A position has some forty features, each with a row of weights to add up. PyTorch can do that, but sorts the features of all
positions to find the gradients of the rows; here gradients are added where they belong. Sums are clamped and squared on the
way. `banmen.training.network_training` does the same with PyTorch's own functions for other machines.
"""

from __future__ import annotations

from typing import Any

import torch
import triton
from triton import language as tl

TOGETHER = 16  # positions whose gradients one program adds up; those of the biases are summed there first
WARPS = 2
LANES = 32  # positions of one program that adds direct weights


@triton.jit  # type: ignore[untyped-decorator,unused-ignore]
def add_rows(seen, bounds, rows, bias, out, slots: tl.constexpr, cells: tl.constexpr, squared: tl.constexpr):  # type: ignore[no-untyped-def]
    """Write the cells of a section of one position."""
    position, section = tl.program_id(0), tl.program_id(1)
    cell = tl.arange(0, cells)
    total = tl.load(bias + section * cells + cell)
    for slot in range(tl.load(bounds + section), tl.load(bounds + section + 1)):
        feature = tl.load(seen + position * slots + slot).to(tl.int32)
        total += tl.load(rows + feature * cells + cell, mask=feature + 0 * cell >= 0, other=0.0)
    total = tl.minimum(tl.maximum(total, 0.0), 1.0)
    if squared:
        total *= total
    tl.store(out + (position * tl.num_programs(1) + section) * cells + cell, total)


@triton.jit  # type: ignore[untyped-decorator,unused-ignore]
def add_gradients(  # type: ignore[no-untyped-def]
    seen, number, bounds, out, gradients, rows, bias,
    slots: tl.constexpr, cells: tl.constexpr, squared: tl.constexpr, together: tl.constexpr,
):  # fmt: skip
    """Add the gradients of some positions and a section to those of rows and biases."""
    first, section, sections = tl.program_id(0) * together, tl.program_id(1), tl.num_programs(1)
    cell = tl.arange(0, cells)
    total = tl.full((cells,), 0.0, tl.float32)
    begin, end = tl.load(bounds + section), tl.load(bounds + section + 1)
    for position in range(first, tl.minimum(first + together, number)):
        at = (position * sections + section) * cells + cell
        value, gradient = tl.load(out + at), tl.load(gradients + at)
        if squared:
            gradient *= 2 * tl.sqrt(value)
        gradient = tl.where((value > 0.0) & (value < 1.0), gradient, 0.0)
        total += gradient
        for slot in range(begin, end):
            feature = tl.load(seen + position * slots + slot).to(tl.int32)
            tl.atomic_add(rows + feature * cells + cell, gradient, mask=feature + 0 * cell >= 0, sem="relaxed")
    tl.atomic_add(bias + section * cells + cell, total, sem="relaxed")


@triton.jit  # type: ignore[untyped-decorator,unused-ignore]
def add_direct(seen, number, direct, out, slots: tl.constexpr, lanes: tl.constexpr):  # type: ignore[no-untyped-def]
    """Write the sums of the direct weights of some positions."""
    position = tl.program_id(0) * lanes + tl.arange(0, lanes)
    total = tl.full((lanes,), 0.0, tl.float32)
    for slot in range(slots):
        feature = tl.load(seen + position * slots + slot, mask=position < number, other=-1).to(tl.int32)
        total += tl.load(direct + feature, mask=feature >= 0, other=0.0)
    tl.store(out + position, total, mask=position < number)


@triton.jit  # type: ignore[untyped-decorator,unused-ignore]
def add_direct_gradients(seen, number, gradients, direct, slots: tl.constexpr, lanes: tl.constexpr):  # type: ignore[no-untyped-def]
    """Add the gradients of some positions to those of the direct weights."""
    position = tl.program_id(0) * lanes + tl.arange(0, lanes)
    gradient = tl.load(gradients + position, mask=position < number, other=0.0)
    for slot in range(slots):
        feature = tl.load(seen + position * slots + slot, mask=position < number, other=-1).to(tl.int32)
        tl.atomic_add(direct + feature, gradient, mask=feature >= 0, sem="relaxed")


class Sums(torch.autograd.Function):  # type: ignore[misc,unused-ignore]
    """The clamped sums of all sections, and the sums of direct weights."""

    @staticmethod
    def forward(context: Any, seen: Any, bounds: Any, squared: bool, rows: Any, direct: Any, bias: Any) -> tuple[Any, Any]:
        """Return both for the features of some positions."""
        number, slots = seen.shape
        cells, score = rows.new_empty((number, len(bias))), rows.new_empty(number)
        add_rows[number, len(bounds) - 1](seen, bounds, rows, bias, cells, slots, rows.shape[1], squared, num_warps=WARPS)
        add_direct[triton.cdiv(number, LANES),](seen, number, direct, score, slots, LANES, num_warps=1)
        context.squared = squared
        context.save_for_backward(seen, bounds, rows, direct, bias, cells)
        return cells, score

    @staticmethod
    def backward(context: Any, *gradients: Any) -> tuple[Any, ...]:
        """Return the gradients of the weights."""
        seen, bounds, *weights, cells = context.saved_tensors
        rows, direct, bias = gradients_of_weights = [torch.zeros_like(part) for part in weights]
        of_cells, of_score = (gradient.contiguous() for gradient in gradients)
        (number, slots), width = seen.shape, rows.shape[1]
        grid, shape = (triton.cdiv(number, TOGETHER), len(bounds) - 1), (slots, width, context.squared, TOGETHER)
        add_gradients[grid](seen, number, bounds, cells, of_cells, rows, bias, *shape, num_warps=WARPS)
        add_direct_gradients[triton.cdiv(number, LANES),](seen, number, of_score, direct, slots, LANES, num_warps=1)
        return None, None, None, *gradients_of_weights
