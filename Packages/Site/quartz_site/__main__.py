"""Builds the site: python -m quartz_site REPOSITORY TARGET [--quartz PROGRAM] [--library FILE]
[--docs FOLDER] [--book FOLDER]

What an option names is left out where it is missing, and the output says so.
Licensed under the MIT license; see LICENSE.
"""

import argparse
import html
import pathlib
import shutil
import subprocess
import sys

from .pages import SECTIONS, Site
from .references import c_reference, front_of_references, python_reference

HERE = pathlib.Path(__file__).resolve().parent.parent
# The films of the front page: a package of Examples, its film's seconds, a caption.
FILMS = [
    ("Tiles.ca", 4, "Tiles that turn in one space"),
    ("Fireworks.ca", 5, "Particles that a server works out"),
    ("Room.ca", 4, "Cubes, cut exactly where they cross"),
    ("Loader.ca", 3, "Strokes and instances behind in time"),
]
FRONT = ["README.md", "ARCHITECTURE.md", "CHANGELOG.md", "CONTRIBUTING.md", "Packages/Python/README.md"]


def draw_films(site, quartz):
    """Draws the films of the front page, each with its first picture; their HTML."""
    if not quartz:
        print("site: no program quartz, so the front page has no films")
        return ""
    folder = site.target / "films"
    folder.mkdir(parents=True, exist_ok=True)
    figures = []
    for name, seconds, caption in FILMS:
        package = site.repository / "Examples" / name
        film = folder / f"{package.stem}.mp4"
        poster = folder / f"{package.stem}.png"
        size = ["--size", "640x480"]
        subprocess.run(
            [quartz, "render", str(package), "-o", str(film), "--duration", str(seconds),
             "--fps", "30", *size], check=True)
        subprocess.run(
            [quartz, "render", str(package), "-o", str(poster), "--time", str(seconds / 2), *size],
            check=True)
        figures.append(
            f'<figure><video src="films/{film.name}" poster="films/{poster.name}" autoplay muted'
            f' loop playsinline controls width="640" height="480"></video>'
            f"<figcaption>{html.escape(caption)}: Examples/{name}</figcaption></figure>")
    return "".join(figures)


def add_folder(site, source, name, what):
    """Copies a folder that another program has made into the site; whether it was there."""
    if not source:
        print(f"site: {what} is left out")
        return False
    shutil.copytree(source, site.target / name, dirs_exist_ok=True)
    return True


def products_of(docs):
    """The modules that a folder of DocC has pages of."""
    folder = pathlib.Path(docs) / "documentation"
    names = {path.name for path in folder.iterdir() if path.is_dir()}
    sources = pathlib.Path(__file__).resolve().parents[3] / "Sources"
    return sorted(path.stem for path in sources.glob("*/*/*.docc") if path.stem.lower() in names)


def main():
    parser = argparse.ArgumentParser(prog="quartz_site")
    parser.add_argument("repository")
    parser.add_argument("target")
    for option in ("--quartz", "--library", "--docs", "--book"):
        parser.add_argument(option)
    options = parser.parse_args()
    site = Site(options.repository, options.target, (HERE / "page.html").read_text())
    shutil.rmtree(site.target, ignore_errors=True)
    site.target.mkdir(parents=True)
    for name in ("style.css", "site.js", "icon.svg"):
        shutil.copyfile(HERE / name, site.target / name)

    has_docs = add_folder(site, options.docs, "docs", "DocC")
    if not add_folder(site, options.book, "book", "the book"):
        SECTIONS.remove(("Book", "book/index.html"))
    if options.library:
        python_reference(site, options.library)
    else:
        print("site: the reference of Python is left out")
    front_of_references(site, products_of(options.docs) if has_docs else [], bool(options.library))
    c_reference(site)
    first = FRONT + [path for _, path in SECTIONS if path.endswith(".md")]
    site.documents(first)
    films = draw_films(site, options.quartz)
    front = (HERE / "front.html").read_text().replace("{{films}}", films)
    site.page(
        "index.html", "Layers, views and their animations", front,
        described="Core Animation and UIKit for Linux, in Swift, with doors for C and Python")
    site.write_search()
    for line in site.missing:
        print(f"site: not in the repository: {line}", file=sys.stderr)
    print(f"site: {len(site.index)} documents in {site.target}")
    return 1 if site.missing else 0


sys.exit(main())
