"""How engines are shown: as the call that makes them."""

from __future__ import annotations

import inspect


class SettingsRepr:
    """Mixin for a class that keeps its settings under the names of its arguments: `repr` shows the call with all of them."""

    def __repr__(self) -> str:
        names = inspect.signature(type(self)).parameters
        return f"{type(self).__name__}({', '.join(f'{name}={getattr(self, name)!r}' for name in names)})"
