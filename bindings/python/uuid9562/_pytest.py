"""The pytest fixture of the package, which pytest finds by its entry point."""

from contextlib import ExitStack

import pytest


@pytest.fixture
def frozen_uuids():
    """A function (time, seed=0) that freezes the generators for the rest of the test (frozen())."""
    from uuid9562.testing import frozen

    with ExitStack() as stack:
        yield lambda time, seed=0: stack.enter_context(frozen(time, seed))
