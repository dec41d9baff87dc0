"""Build hook for wheels with precompiled kernels: includes these files, which git ignores, and sets the platform tag."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

SHIPPED = "src/banmen/kernels/shipped"
# The libraries need only libm, in the oldest version that this platform has.
TAG = "py3-none-manylinux_2_17_x86_64.manylinux2014_x86_64"


class ShippedKernels(BuildHookInterface):  # type: ignore[type-arg]
    """Adds the libraries that `make shipped` has built; without them, the wheel is platform-independent."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Declare the files that the wheel contains in addition to the sources."""
        if version == "standard" and any(Path(self.root, SHIPPED).glob("*.so")):
            build_data["artifacts"] += [f"{SHIPPED}/*.so", f"{SHIPPED}/*.json"]
            build_data["pure_python"] = False
            build_data["tag"] = TAG
