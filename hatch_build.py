"""How a wheel with shipped kernels is built: it takes them along though git ignores them, and is for one platform only."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

SHIPPED = "src/banmen/kernels/shipped"
# The libraries ask for nothing but the mathematics of the C library, in the oldest version that machines of that kind have.
TAG = "py3-none-manylinux_2_17_x86_64.manylinux2014_x86_64"


class ShippedKernels(BuildHookInterface):  # type: ignore[type-arg]
    """Adds the libraries that `make shipped` has made; without them the wheel is for all platforms."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Say what goes into the wheel beside the sources."""
        if version == "standard" and any(Path(self.root, SHIPPED).glob("*.so")):
            build_data["artifacts"] += [f"{SHIPPED}/*.so", f"{SHIPPED}/*.json"]
            build_data["pure_python"] = False
            build_data["tag"] = TAG
