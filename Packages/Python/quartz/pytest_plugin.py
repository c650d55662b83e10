"""Snapshot assertions: `quartz_snapshot` compares pictures with stored ones.

    def test_card(quartz_snapshot):
        quartz_snapshot(card_layer)

The first run, and `pytest --quartz-record`, write the pictures to `__snapshots__`. Pictures that differ fail the
test and are shown, side by side, in quartz-report/index.html.

Licensed under the MIT license; see LICENSE.
"""

from __future__ import annotations

import base64
import html
import pathlib
import re
from typing import Any

import pytest

_PAGE = """<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Snapshots that differ</title>
<style>
body { font: 15px system-ui, sans-serif; margin: 2em; background: #f6f6f6; color: #222 }
section { background: #fff; padding: 1em; margin: 1em 0; border-radius: 8px }
figure { display: inline-block; margin: 0 1em 0 0 } img { image-rendering: pixelated; max-width: 30vw;
background: repeating-conic-gradient(#ddd 0 25%, #fff 0 50%) 0 0 / 16px 16px }
</style>
<h1>Snapshots that differ</h1>
"""


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("quartz")
    group.addoption("--quartz-record", action="store_true", help="write the pictures of quartz_snapshot anew")
    group.addoption("--quartz-report", default="quartz-report", help="the folder of the page of failures")


class Failure:
    """A picture that differs from its reference."""

    def __init__(self, name: str, text: str, pictures: dict[str, bytes]) -> None:
        self.name, self.text, self.pictures = name, text, pictures

    def html(self) -> str:
        figures = "".join(
            f'<figure><figcaption>{label}</figcaption><img alt="{label}" '
            f'src="data:image/png;base64,{base64.b64encode(data).decode()}"></figure>'
            for label, data in self.pictures.items())
        return f"<section><h2>{html.escape(self.name)}</h2><p>{html.escape(self.text)}</p>{figures}</section>\n"


_failures = pytest.StashKey["list[Failure]"]()


def pytest_configure(config: pytest.Config) -> None:
    config.stash[_failures] = []


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    failures = config.stash[_failures]
    if not failures:
        return
    folder = pathlib.Path(config.getoption("--quartz-report"))
    folder.mkdir(parents=True, exist_ok=True)
    page = folder / "index.html"
    page.write_text(_PAGE + "".join(failure.html() for failure in failures))
    terminalreporter.write_line(f"quartz: {len(failures)} pictures differ, see {page}")


def picture(subject: Any, size: tuple[float, float] | None, scale: float, time: float) -> Any:
    """The picture of an image, a package or a context, or of a layer in one of its size."""
    import quartz

    if isinstance(subject, quartz.Image):
        return subject
    if isinstance(subject, quartz.Context):
        return subject.image(time)
    if isinstance(subject, quartz.Package):
        return subject.image(time, scale=scale)
    frame = subject.frame
    width, height = size or (frame.x + frame.width, frame.y + frame.height)
    with quartz.Context(width, height, scale) as context:
        context.layer = subject
        return context.image(time)


def difference(reference: Any, actual: Any) -> tuple[int, int, bytes]:
    """The count of pixels that differ, their largest difference, and a picture of it."""
    import quartz

    first, second = reference.tobytes(), actual.tobytes()
    if first == second:
        return 0, 0, b""
    count = largest = 0
    shown = bytearray(len(first))
    for at in range(0, len(first), 4):
        if first[at:at + 4] != second[at:at + 4]:
            count += 1
            step = max(abs(a - b) for a, b in zip(first[at:at + 4], second[at:at + 4]))
            largest = max(largest, step)
            shown[at:at + 4] = bytes((255, 255 - min(255, 64 + step), 0, 255))
    return count, largest, quartz.Image(bytes(shown), reference.size).png()


class Snapshot:
    """Compares pictures with those that are stored beside the tests."""

    def __init__(self, request: pytest.FixtureRequest) -> None:
        self._config = request.config
        self._name = re.sub(r"[^\w.-]+", "_", request.node.name)
        self._test = request.node.nodeid
        self._folder = pathlib.Path(request.node.path).parent / "__snapshots__" / pathlib.Path(request.node.path).stem
        self._count = 0

    def __call__(
        self, subject: Any, name: str | None = None, *, size: tuple[float, float] | None = None, scale: float = 1,
        time: float = 0, tolerance: int = 0, because: str | None = None,
    ) -> None:
        """Compares the picture of a layer, a package, a context or an image with the stored one.

        A layer is drawn in a context of its size, or of `size`. `tolerance` is the largest difference of a byte
        that counts as none; it needs the reason, `because`.
        """
        import quartz

        __tracebackhide__ = True
        if tolerance and not because:
            raise TypeError("a tolerance needs its reason: because=")
        self._count += 1
        label = name or (self._name if self._count == 1 else f"{self._name}-{self._count}")
        path = self._folder / f"{label}.png"
        actual = picture(subject, size, scale, time)
        if self._config.getoption("--quartz-record") or not path.exists():
            self._folder.mkdir(parents=True, exist_ok=True)
            actual.write(path)
            return
        reference = quartz.Image.read(path)
        pictures = {"reference": reference.png(), "actual": actual.png()}
        if reference.size != actual.size:
            text = f"{path}: the picture has {actual.size} pixels, the reference {reference.size}"
        else:
            count, largest, shown = difference(reference, actual)
            if largest <= tolerance:
                return
            pictures["difference"] = shown
            text = f"{path}: {count} pixels differ, by {largest} at most"
        self._config.stash[_failures].append(Failure(self._test, text, pictures))
        pytest.fail(text, pytrace=False)


@pytest.fixture
def quartz_snapshot(request: pytest.FixtureRequest) -> Snapshot:
    """Compares pictures with those that are stored beside the tests."""
    return Snapshot(request)
