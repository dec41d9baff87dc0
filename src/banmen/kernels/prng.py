"""Random numbers for kernels: the same stream in the interpreter, on the CPU and on the GPU.

A multiply-with-carry generator. Its state is one word below 2**62: bits 0-31 the digit x, bits 32-61 the carry c; the next
state is MULTIPLIER * x + c, and the output is x xor c. MULTIPLIER * 2**32 - 1 and MULTIPLIER * 2**31 - 1 are prime, so the
period is about 2**61, and every product stays below 2**62 in plain integers.
"""

from __future__ import annotations

from banmen.kernels.kernel import kernel

MULTIPLIER = 1_013_904_240
LOW = (1 << 32) - 1
LOW31 = (1 << 31) - 1


@kernel
def next_state(random: int) -> int:
    """Return the next state of the generator."""
    return MULTIPLIER * (random & LOW) + (random >> 32)


@kernel
def below(random: int, bound: int) -> int:
    """Return a number from 0 to bound - 1 read off a state. The bound is taken to be below 2**29."""
    return (bits32(random) * bound) >> 32


@kernel
def bits32(random: int) -> int:
    """Return 32 random bits read off a state."""
    return (random ^ (random >> 32)) & LOW


@kernel
def stream(seed: int, index: int) -> int:
    """Return the first state of stream `index` of a seed (both below 2**62)."""
    low = _stir(seed & LOW31, index & LOW31)
    high = _stir(low ^ (seed >> 31), (index >> 31) + 0x2545F491)
    random = (high & ((1 << 29) - 1)) << 32 | low << 1 | 1
    for _ in range(4):
        random = next_state(random)
    return random


@kernel
def _stir(left: int, right: int) -> int:
    """Mix two 31-bit numbers into one, by multiplications that stay below 2**62."""
    word = (left ^ (left >> 15)) * 0x2C1B3C6D & LOW31
    word = (word ^ right ^ (word >> 12)) * 0x297A2D39 & LOW31
    word = (word ^ (word >> 15)) * 0x6C8E9CF5 & LOW31
    word = ((word + right & LOW31) ^ (word >> 13)) * 0x5BD1E995 & LOW31
    return word ^ (word >> 16)
