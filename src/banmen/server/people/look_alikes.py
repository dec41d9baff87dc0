"""Look-alike letters, so that no name can be mistaken for another.

Not all of Unicode's list, but what can be confused in the scripts that people here write: Latin, Greek, Cyrillic and Japanese.
"""

from __future__ import annotations

from typing import Final

# Each letter on the left is treated as the one below it on the right; all in lower case, as names are compared.
_PAIRS: Final = (
    # Cyrillic and Latin
    ("абвгекмнорстухьіїјѕһԁԛԝѵгзпиүұв", "a6brekmhopctyxbiijshdqwvr3nuyyb"),
    # Greek and Latin
    ("αβγεζηικλμνορςστυχωϲϳ", "aɓyezniklunopcotuxwcj"),
    # digits, and strokes that are hard to tell apart
    ("01|ıl", "oiiii"),
    # kana and kanji
    ("力二口夕卜工八千才ヘ一丨リ匕又ベペ", "カニロタトエハチオへーーりヒヌべぺ"),
)
SINGLE: Final = {ord(left): right for lefts, rights in _PAIRS for left, right in zip(lefts, rights, strict=True)}
TOGETHER: Final = (("rn", "m"), ("vv", "w"))  # letter pairs that look like another letter
