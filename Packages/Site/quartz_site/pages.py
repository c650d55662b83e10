"""The pages of the site: documents that lead to one another, and the files that they name.
Licensed under the MIT license; see LICENSE.
"""

import html
import json
import os
import pathlib
import posixpath
import shutil
import urllib.parse

from .markdown import Document, code

# The entries of every page's head: a title, and a document or a page of the site.
SECTIONS = [
    ("Guides", "Documentation/Guides.md"),
    ("Gallery", "Documentation/Gallery.md"),
    ("Book", "book/index.html"),
    ("Reference", "reference/index.html"),
    ("Benchmarks", "Benchmarks/README.md"),
    ("Conformance", "Documentation/CONFORMANCE.md"),
    ("Compared", "Documentation/Compared.md"),
]
PICTURES = {".png", ".svg", ".gif", ".webp", ".jpg", ".mp4"}
# Files that are shown as text may be so long; a longer one is named and not linked.
LONGEST_SOURCE = 200_000


class Site:
    """A site in the making: pages by their paths, relative to its root."""

    def __init__(self, repository, target, template):
        self.repository = pathlib.Path(repository)
        self.target = pathlib.Path(target)
        self.template = template
        self.waiting = []
        self.done = set()
        # Index of the search: path, title, words.
        self.index = []
        # Files that documents name and the repository does not have.
        self.missing = []

    # MARK: Files

    def write(self, path, text):
        file = self.target / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")

    def copy(self, path):
        """Puts a file of the repository into the same place of the site."""
        if path not in self.done:
            self.done.add(path)
            (self.target / path).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(self.repository / path, self.target / path)

    # MARK: Pages

    def page(self, path, title, body, headings=(), described=""):
        """Writes a page of the site's form; links in `body` are relative to it."""
        up = "../" * path.count("/")
        current = ' aria-current="page"'
        links = "".join(
            f'<a href="{up}{self.address(destination)}"'
            f'{current if self.address(destination) == path else ""}>{name}</a>'
            for name, destination in SECTIONS
        )
        contents = "".join(
            f'<li><a href="#{html.escape(anchor)}">{html.escape(name)}</a></li>'
            for anchor, name in headings
        )
        if contents:
            contents = f'<nav class="contents" aria-label="On this page"><ul>{contents}</ul></nav>'
        values = {
            "title": html.escape(title), "up": up, "sections": links, "contents": contents,
            "body": body, "description": html.escape(described or title, quote=True),
        }
        text = self.template
        for name, value in values.items():
            text = text.replace("{{" + name + "}}", value)
        self.write(path, text)
        self.done.add(path)

    @staticmethod
    def address(path):
        """The page that a document of the repository has."""
        return path[:-3] + ".html" if path.endswith(".md") else path

    def documents(self, first):
        """Writes the documents `first`, and all that these lead to."""
        self.waiting = list(first)
        while self.waiting:
            path = self.waiting.pop()
            if self.address(path) in self.done:
                continue
            self.done.add(self.address(path))
            if path.endswith(".md"):
                self._document(path)
            else:
                self._source(path)

    def _document(self, path):
        text = (self.repository / path).read_text(encoding="utf-8")
        document = Document(text, lambda destination: self.resolve(path, destination))
        title = document.title or pathlib.PurePath(path).stem
        self.page(
            self.address(path), title, f"<article>{document.html}</article>", document.headings)
        self.index.append([self.address(path), title, document.text])

    def _source(self, path):
        name = posixpath.basename(path)
        text = (self.repository / path).read_text(encoding="utf-8")
        body = (f"<article><h1>{html.escape(path)}</h1>"
                f'<pre tabindex="0"><code>{code(text, path=name)}</code></pre></article>')
        self.page(path + ".html", path, body)

    # MARK: Links

    def resolve(self, document, destination):
        """The link of a page for one of its document; what it leads to becomes part of the site."""
        address = urllib.parse.urlsplit(destination)
        if address.scheme == "doc":
            return self._article(document, address.path)
        if address.scheme or not address.path:
            return destination
        folder = posixpath.dirname(document)
        path = posixpath.normpath(posixpath.join(folder, urllib.parse.unquote(address.path)))
        found = self._place(document, path)
        fragment = f"#{address.fragment}" if address.fragment and path.endswith(".md") else ""
        return urllib.parse.quote(posixpath.relpath(found, folder or ".")) + fragment

    def _place(self, document, path):
        """Where the site has what a document leads to."""
        file = self.repository / path
        if file.is_dir():
            return self._folder(path)
        if not file.is_file() or path.startswith(".."):
            self.missing.append(f"{document}: {path}")
            return path
        if path.endswith(".md"):
            self.waiting.append(path)
            return self.address(path)
        if file.suffix in PICTURES:
            self.copy(path)
            return path
        if file.stat().st_size > LONGEST_SOURCE:
            self.copy(path)
            return path
        try:
            file.read_text(encoding="utf-8")
        except UnicodeDecodeError:
            self.copy(path)
            return path
        self.waiting.append(path)
        self.done.discard(path + ".html")
        return path + ".html"

    def _folder(self, path):
        """A folder is its README, or a list of its files."""
        if (self.repository / path / "README.md").is_file():
            self.waiting.append(f"{path}/README.md")
            return f"{path}/README.html"
        page = f"{path}/index.html"
        if page not in self.done:
            names = sorted(
                entry.name + ("/" if entry.is_dir() else "")
                for entry in os.scandir(self.repository / path) if not entry.name.startswith("."))
            items = "".join(f"<li><code>{html.escape(name)}</code></li>" for name in names)
            self.page(
                page, path, f"<article><h1>{html.escape(path)}</h1><ul>{items}</ul></article>")
        return page

    def _article(self, document, name):
        """The article of DocC that another one names: one of its catalogue, or a module's page."""
        folder = posixpath.dirname(document)
        last = name.split("/")[-1]
        path = posixpath.join(folder, last + ".md")
        if (self.repository / path).is_file():
            self.waiting.append(path)
            return f"{last}.html"
        up = "../" * document.count("/")
        return f"{up}reference/index.html"

    # MARK: The search

    def write_search(self):
        """The index of the search, as a script: pages that are opened as files load no data."""
        self.write("search-index.js", f"window.searchIndex = {json.dumps(self.index)};\n")
