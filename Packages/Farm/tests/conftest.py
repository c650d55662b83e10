"""One Ray of this machine for all tests, and documents to draw."""

import os
import pathlib
import shutil
import tempfile

import pytest

FAULTS = pathlib.Path(tempfile.mkdtemp(prefix="farm-faults-"))
# Before the workers are started, which inherit it.
os.environ["FAKE_QUARTZ_FAULTS"] = str(FAULTS)
FAKE = str(pathlib.Path(__file__).parent / "fake_quartz")


@pytest.fixture(scope="session")
def cluster():
    import logging

    import ray

    ray.init(num_cpus=4, include_dashboard=False, log_to_driver=False, logging_level=logging.ERROR)
    yield
    ray.shutdown()
    shutil.rmtree(FAULTS, ignore_errors=True)


@pytest.fixture
def faults():
    """A folder for faults; see fake_quartz."""
    for path in FAULTS.iterdir():
        path.unlink()
    return FAULTS


@pytest.fixture
def document(tmp_path):
    folder = tmp_path / "Square.ca"
    folder.mkdir()
    (folder / "main.caml").write_text("<caml/>")
    (folder / "index.xml").write_text("<plist/>")
    return folder


@pytest.fixture
def settings(tmp_path):
    from quartz_farm.engine import Settings

    scratch = tmp_path / "scratch"
    scratch.mkdir()
    return Settings(quartz=FAKE, timeout=60, scratch=str(scratch))


@pytest.fixture(scope="session")
def quartz():
    """The real program; tests of it are left out where none is built."""
    found = os.environ.get("QUARTZ") or shutil.which("quartz")
    if not found:
        pytest.skip("no quartz: set QUARTZ, or put it into PATH")
    return found
