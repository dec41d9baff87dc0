"""Instructions of the GPU that numba does not offer, each with a stand-in for numba's simulator.

spread(word, byte)   the word whose four bytes are all a byte of another
picked(word, byte)   a byte of a word
here(array)          the array as it is, with its address computed once
meet()               waits for the other lanes of the warp
aligned              where an array of groups begins, so that four words are loaded at a time; None in the simulator
"""

from __future__ import annotations

from typing import Any

BYTES = 0x01010101
cuda: Any = None  # replaced by numba.cuda in the copies that `device_code` makes of functions


def is_simulated() -> bool:
    """Return whether numba's simulator replaces a GPU."""
    import numba

    return bool(numba.config.ENABLE_CUDASIM)


def make_primitives(compiler: Any) -> dict[str, Any]:
    """Return the primitives by name, for the GPU or for the simulator."""
    if is_simulated():
        spread, picked = simulate_byte_access()
        return {"spread": spread, "picked": picked, "here": same_array, "meet": meet_block, "aligned": None}
    spread, picked = compile_byte_access(compiler)
    return {"spread": spread, "picked": picked, "here": fix_address(), "meet": meet_warp, "aligned": 16}


def compile_byte_access(compiler: Any) -> tuple[Any, Any]:
    """Return `spread` and `picked` as one instruction each."""
    from numba import uint32
    from numba.cuda.libdevice import byte_perm

    @compiler.jit(device=True, inline=True)  # type: ignore[untyped-decorator,unused-ignore]
    def spread(word: Any, byte: int) -> Any:
        return uint32(byte_perm(word, 0, 0x1111 * byte))

    @compiler.jit(device=True, inline=True)  # type: ignore[untyped-decorator,unused-ignore]
    def picked(word: Any, byte: int) -> Any:
        return uint32(byte_perm(word, 0, 0x4440 + byte))

    return spread, picked


def simulate_byte_access() -> tuple[Any, Any]:
    """Return `spread` and `picked` for numba's simulator, which has no such instruction."""
    from numpy import uint32

    def spread(word: Any, byte: int) -> Any:
        return uint32(picked(word, byte) * uint32(BYTES))

    def picked(word: Any, byte: int) -> Any:
        return uint32(word >> uint32(8 * byte) & uint32(255))

    return spread, picked


def fix_address() -> Any:
    """Return `here` for the GPU.

    Without it the compiler would add the beginning of a slice to every index again, in 64 bits.
    """
    from llvmlite import ir
    from numba.cuda.extending import intrinsic

    @intrinsic  # type: ignore[untyped-decorator,unused-ignore]
    def here(_context: Any, array: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            held = context.make_array(signature.args[0])(context, builder, arguments[0])
            word, data = ir.IntType(64), held.data.type
            copied = ir.InlineAsm(ir.FunctionType(word, [word]), "mov.b64 $0, $1;", "=l,l")  # which no compiler looks into
            address = builder.call(copied, [builder.ptrtoint(held.data, word)])
            on_device = builder.inttoptr(address, ir.PointerType(data.pointee, 1))  # not in shared or local memory
            held.data = builder.addrspacecast(on_device, data)
            return held._getvalue()

        return array(array), generate

    return here


def same_array(array: Any) -> Any:
    """Return an array as it is: `here` for the simulator."""
    return array


def meet_warp() -> None:
    """Let the lanes of a warp wait for each other."""
    cuda.syncwarp()


def meet_block() -> None:
    """Synchronise all threads of a block; the simulator has no warps, and all threads call this equally often."""
    cuda.syncthreads()
