"""The contract suite: what every game must satisfy, here and in other packages.

An author of a game writes a test file such as

    from banmen.testing import GameContract

    class TestMyGame(GameContract):
        game = "mygame"
        variants = ({}, {"pieces": 2})

and pytest runs every check on every variant. Without pytest, call `check_game(banmen.game("mygame"))`. Run it with BANMEN_JIT=0
as well: then the kernels run in the interpreter, and checks that compare with compiled code compare like with like.
Stands on engine; only tests import it.
"""

from banmen.testing.contract_suite import GameContract, check_game, random_game
from banmen.testing.presentation_checks import PRESENTATION_CHECKS
from banmen.testing.rules_checks import RULES_CHECKS

__all__ = ["PRESENTATION_CHECKS", "RULES_CHECKS", "GameContract", "check_game", "random_game"]
