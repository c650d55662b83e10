"""The package's types, as mypy sees them.

Licensed under the MIT license; see LICENSE.
"""

import pathlib
import subprocess
import sys

import pytest

HERE = pathlib.Path(__file__).parent


def check(*arguments):
    pytest.importorskip("mypy")
    return subprocess.run(
        [sys.executable, "-m", "mypy", "--no-incremental", *map(str, arguments)], capture_output=True, text=True,
        cwd=HERE.parent)


def test_the_package_has_no_errors():
    outcome = check("quartz")
    assert outcome.returncode == 0, outcome.stdout


def test_a_program_has_the_errors_that_it_says():
    program = HERE / "typed_program.py"
    wrong = [number for number, line in enumerate(program.read_text().splitlines(), 1) if "# wrong" in line]
    lines = check("--strict", "--follow-imports=silent", program).stdout.splitlines()
    found = sorted({int(line.split(":")[1]) for line in lines if "typed_program.py:" in line and ": error:" in line})
    assert found == wrong, lines
