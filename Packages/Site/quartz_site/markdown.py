"""Documents of the repository as HTML.
Licensed under the MIT license; see LICENSE.
"""

import html
import re

from markdown_it import MarkdownIt
from mdit_py_plugins.anchors import anchors_plugin
from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import get_lexer_by_name, get_lexer_for_filename
from pygments.util import ClassNotFound

# The colours of code are those of style.css.
FORMATTER = HtmlFormatter(nowrap=True)


def slug(title):
    """The anchor of a heading, as GitHub names it: links in documents use those."""
    return re.sub(r"[^\w\- ]", "", title.strip().lower()).replace(" ", "-")


def code(text, name="", path=""):
    """Code with spans for its parts; plain where no lexer knows the language or the file."""
    try:
        lexer = get_lexer_by_name(name) if name else get_lexer_for_filename(path)
    except ClassNotFound:
        return html.escape(text, quote=False)
    return highlight(text, lexer, FORMATTER)


def _fence(renderer, tokens, index, options, env):
    token = tokens[index]
    language = token.info.strip().split(" ")[0]
    return _block(code(token.content, name=language or "text"))


def _indented(renderer, tokens, index, options, env):
    return _block(html.escape(tokens[index].content, quote=False))


def _block(inside):
    # Wide code scrolls, also by the keyboard.
    return f'<pre tabindex="0"><code>{inside}</code></pre>\n'


def _parser():
    parser = MarkdownIt("commonmark", {"html": False}).enable(["table", "strikethrough"])
    parser.use(anchors_plugin, max_level=4, slug_func=slug)
    parser.add_render_rule("fence", _fence)
    parser.add_render_rule("code_block", _indented)
    # Wide tables scroll, also by the keyboard.
    parser.add_render_rule("table_open", lambda *_: '<div class="table" tabindex="0"><table>\n')
    parser.add_render_rule("table_close", lambda *_: "</table></div>\n")
    return parser


PARSER = _parser()
# Articles of DocC have these beside CommonMark: links by name, and directives.
DOCC_LINK = re.compile(r"<doc:([\w/-]+)>")
DIRECTIVE = re.compile(r"^@\w+(\([^)]*\))? *\{[^}]*\}\n", re.MULTILINE)
# Comments of a document are for its writers.
COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)


class Document:
    """A document of the repository.

    `resolve` is given each destination of a link or picture as it is written, and returns that of
    the page.
    """

    def __init__(self, text, resolve):
        text = COMMENT.sub("", DIRECTIVE.sub("", text))
        text = DOCC_LINK.sub(lambda found: f"[{found[1]}](doc:{found[1]})", text)
        self.tokens = PARSER.parse(text)
        self.title = ""
        self.headings = []
        for index, token in enumerate(self.tokens):
            if token.type == "heading_open":
                title = self._plain(self.tokens[index + 1])
                self.title = self.title or title
                if token.tag == "h2":
                    self.headings.append((token.attrGet("id"), title))
            for child in token.children or []:
                self._redirect(child, resolve)

    @staticmethod
    def _plain(inline):
        return "".join(child.content for child in inline.children or [])

    @staticmethod
    def _redirect(token, resolve):
        for attribute in ("href", "src"):
            destination = token.attrGet(attribute)
            if destination is not None:
                token.attrSet(attribute, resolve(destination))
        if token.type == "image":
            token.attrSet("loading", "lazy")

    @property
    def html(self):
        return PARSER.renderer.render(self.tokens, PARSER.options, {})

    @property
    def text(self):
        """The words of the document, for the search."""
        return " ".join(
            self._plain(token) for token in self.tokens if token.type == "inline"
        )
