"""References of the interfaces that DocC does not know: C by its header, Python by pdoc.
Licensed under the MIT license; see LICENSE.
"""

import html
import os
import pathlib
import re
import subprocess
import sys

from .markdown import code, slug

HEADER = "Sources/C/CQuartzInterface/include/quartz.h"
MARK = re.compile(r"^// MARK: (.+)$", re.MULTILINE)
# The names that a declaration introduces: of a function, of a type.
FUNCTION = re.compile(r"\b(quartz_\w+)\(")
TYPE = re.compile(r"^typedef (?:struct|enum) (quartz_\w+)", re.MULTILINE)
CALLBACK = re.compile(r"^typedef .*\(\*(quartz_\w+)\)", re.MULTILINE)


def c_reference(site):
    """The page of quartz.h: its introduction, then each section's declarations with anchors."""
    text = (site.repository / HEADER).read_text(encoding="utf-8")
    introduction, _, rest = text.partition("#ifndef QUARTZ_H")
    parts = MARK.split(rest)
    body = ["<h1>The C interface</h1>", _prose(introduction)]
    headings = []
    for title, declarations in zip(parts[1::2], parts[2::2]):
        anchor = slug(title)
        headings.append((anchor, title))
        body.append(f'<h2 id="{anchor}">{html.escape(title)}</h2>')
        body += [_declaration(one) for one in _declarations(declarations)]
    site.page("reference/c.html", "The C interface", f"<article>{''.join(body)}</article>", headings)
    site.index.append(["reference/c.html", "The C interface: quartz.h", text])


def _declarations(text):
    """The paragraphs of a section, with functions that stand below each other apart."""
    text = text.split("#ifdef __cplusplus")[0]
    return [part.strip("\n") for part in re.split(r"\n\n|(?<=;)\n(?=//|quartz_|\w+ \*?\w*quartz_)", text)
            if part.strip()]


def _prose(text):
    lines = [re.sub(r"^// ?", "", line) for line in text.splitlines()]
    paragraphs = "\n".join(lines).split("\n\n")
    return "".join(f"<p>{html.escape(part)}</p>" for part in paragraphs if part.strip())


def _declaration(text):
    lines = text.splitlines()
    comment = []
    while lines and lines[0].startswith("//"):
        comment.append(lines.pop(0))
    rest = "\n".join(lines)
    names = TYPE.findall(rest) or CALLBACK.findall(rest) or FUNCTION.findall(rest)[:1]
    anchor = f' id="{names[0]}"' if names else ""
    block = f'<pre tabindex="0"{anchor}><code>{code(rest, name="c")}</code></pre>' if rest else ""
    return _prose("\n".join(comment)) + block


def python_reference(site, library):
    """The pages of the package `quartz`, made by pdoc; its import needs the library."""
    environment = dict(os.environ, QUARTZ_LIBRARY=str(pathlib.Path(library).resolve()))
    environment["PYTHONPATH"] = str(site.repository / "Packages/Python")
    subprocess.run(
        [sys.executable, "-m", "pdoc", "--no-include-undocumented", "quartz",
         "-o", str(site.target / "reference/python")],
        check=True, env=environment)


def front_of_references(site, products, with_python):
    """The page that leads to all references."""
    rows = [
        ("c.html", "C", "<code>quartz.h</code>: contexts, layers, animations, pictures, films"),
    ]
    if with_python:
        rows.append(("python/quartz.html", "Python", "the package <code>quartz-layers</code>"))
    rows += [
        (f"../docs/documentation/{name.lower()}/", name, "Swift, by DocC") for name in products
    ]
    items = "".join(
        f'<tr><td><a href="{link}">{name}</a></td><td>{about}</td></tr>'
        for link, name, about in rows)
    site.page(
        "reference/index.html", "References",
        f'<article><h1>References</h1><div class="table" tabindex="0"><table><tr><th>Reference</th>'
        f"<th>About</th></tr>{items}</table></div></article>")
