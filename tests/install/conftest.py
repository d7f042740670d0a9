import pytest
from installation import Installed


@pytest.fixture(scope="session")
def installed(tmp_path_factory):
    return Installed(tmp_path_factory.mktemp("install") / "uuid9562")
