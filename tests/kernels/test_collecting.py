"""The garbage collector is paused, and resumes if it was on."""

import gc
from collections.abc import Iterator

import pytest

from banmen.kernels import collecting


@pytest.fixture(params=[True, False])
def enabled(request: pytest.FixtureRequest) -> Iterator[bool]:
    before = gc.isenabled()
    gc.enable() if request.param else gc.disable()
    yield request.param
    gc.enable() if before else gc.disable()


def test_it_is_as_before_afterwards(enabled: bool) -> None:
    with collecting.paused():
        assert not gc.isenabled()
        with collecting.paused():
            assert not gc.isenabled()
        assert not gc.isenabled()
    assert gc.isenabled() == enabled


def test_it_is_as_before_after_an_error(enabled: bool) -> None:
    with pytest.raises(ZeroDivisionError), collecting.paused():
        raise ZeroDivisionError
    assert gc.isenabled() == enabled
