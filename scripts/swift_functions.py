"""Functions of Swift files: their parameters, the lines that they take, and who is documented.

A reader of just as much Swift as scripts/check-style needs: comments and strings are blanked, then
declarations are found by their words, and their ends by counting brackets.
"""

import re
from dataclasses import dataclass

MODIFIERS = (
    "public|package|internal|fileprivate|private|open|static|class|final|override|mutating|nonmutating|"
    "borrowing|consuming|nonisolated|required|convenience|dynamic|indirect|prefix|postfix|infix")
DECLARATION = re.compile(
    rf"^[ \t]*((?:(?:@\w+(?:\([^)\n]*\))?|(?:{MODIFIERS})(?:\([a-z]+\))?)\s+)*)"
    r"(func\s+(?:`?\w+`?|[^\s\w(]+)|init[?!]?(?=\s*[<(])|subscript(?=\s*[<(])|deinit\b|"
    r"var\s+\w+\s*:[^={\n]+(?=\{))", re.M)
BRACKETS = {pair: re.compile(f"[{re.escape(pair)}]") for pair in ("()", "{}", "<>")}
CANDIDATE = re.compile(r'//|/\*|#*"')
PROTOCOL = re.compile(r"^[ \t]*(?:@\w+\s+)*(?:public|open)\s+protocol\s+\w+[^{]*", re.M)


@dataclass
class Function:
    """A function, an initialiser, or a computed property."""

    name: str
    modifiers: str
    parameters: list
    # Whether the name belongs to the public API.
    is_public: bool
    # Numbers of lines, from 1: of the attributes before it, of its first word, and of its last
    # brace.
    begin: int
    first: int
    last: int

    @property
    def lines(self):
        return self.last - self.first + 1


def blanked(text):
    """The text with spaces for comments and for what is in strings; lines stay."""
    out, end = list(text), len(text)

    def wipe(first, last):
        for index in range(first, last):
            if out[index] != "\n":
                out[index] = " "

    def after(index):
        """The index after a comment or string that begins here; the index itself for other code."""
        if text.startswith("//", index):
            last = text.find("\n", index)
            last = end if last < 0 else last
            wipe(index, last)
            return last
        if text.startswith("/*", index):
            depth, last = 1, index + 2
            while last < end and depth:
                if text.startswith("/*", last) or text.startswith("*/", last):
                    depth += 1 if text[last] == "/" else -1
                    last += 2
                else:
                    last += 1
            wipe(index, last)
            return last
        opening = re.compile(r'(#*)("""|")').match(text, index)
        return after_string(opening) if opening else index

    def after_string(opening):
        closing, escape = opening[2] + opening[1], "\\" + opening[1]
        index = start = opening.end()
        while index < end:
            if text.startswith(closing, index):
                wipe(start, index)
                return index + len(closing)
            if text.startswith(escape + "(", index):
                # The code in it is code, but for its brackets.
                wipe(start, index + len(escape) + 1)
                index, depth = index + len(escape) + 1, 1
                while index < end and depth:
                    further = after(index)
                    if further != index:
                        index = further
                        continue
                    depth += {"(": 1, ")": -1}.get(text[index], 0)
                    if text[index] in "(){}":
                        out[index] = " "
                    index += 1
                start = index
            elif text.startswith(escape, index):
                index += len(escape) + 1
            elif opening[2] == '"' and text[index] == "\n":
                break
            else:
                index += 1
        wipe(start, index)
        return index

    index = 0
    while found := CANDIDATE.search(text, index):
        index = max(after(found.start()), found.start() + 1)
    return "".join(out)


def closing(code, index, brackets):
    """The index of the bracket that closes the one at `index`; the end of the code if none does."""
    depth = 0
    for match in BRACKETS[brackets].finditer(code, index):
        place = match.start()
        if code[place] == brackets[0]:
            depth += 1
        elif code[place - 1] != "-":
            depth -= 1
            if depth == 0:
                return place
    return len(code) - 1


def split(parameters):
    """The parameters of a list."""
    found, depth, start = [], 0, 0
    for index, letter in enumerate(parameters):
        if letter in "([{<":
            depth += 1
        elif letter in ")]}" or letter == ">" and parameters[index - 1] != "-":
            depth -= 1
        elif letter == "," and depth == 0:
            found.append(parameters[start:index].strip())
            start = index + 1
    return [one for one in found + [parameters[start:].strip()] if one]


def functions(text):
    """The functions of a file, those inside of others too."""
    code = blanked(text)
    public = [
        (match.start(), closing(code, match.end(), "{}")) for match in PROTOCOL.finditer(code)
        if code[match.end():match.end() + 1] == "{"]
    for match in DECLARATION.finditer(code):
        index, parameters = match.end(), []
        if not match[2].startswith(("deinit", "var")):
            while code[index:index + 1].isspace():
                index += 1
            if code[index:index + 1] == "<":
                index = closing(code, index, "<>") + 1
            if code[index:index + 1] != "(":
                continue
            last = closing(code, index, "()")
            parameters = split(code[index + 1:last])
            index = last + 1
        # The body; a requirement of a protocol has none.
        depth, body = 0, None
        while index < len(code):
            letter = code[index]
            if letter == "{" and depth == 0:
                body = index
                break
            if letter == "}" and depth == 0:
                break
            if letter == "\n" and depth == 0 and not re.match(
                    r"\s*(?:where\b|throws\b|async\b|rethrows\b|->|\{)", code[index:index + 200]):
                break
            depth += {"(": 1, "[": 1, ")": -1, "]": -1}.get(letter, 0)
            index += 1
        last = index if body is None else closing(code, body, "{}")
        is_public = re.search(r"\b(?:public|open|override)\b", match[1]) is not None
        yield Function(
            name=match[2].split()[-1].strip("`") if match[2].startswith("func") else match[2].strip(),
            modifiers=match[1],
            parameters=parameters,
            is_public=is_public or any(first < match.start() < last for first, last in public),
            begin=code.count("\n", 0, match.start()) + 1,
            first=code.count("\n", 0, match.start(2)) + 1,
            last=code.count("\n", 0, last) + 1)


# A declaration at the start of a line; `class` may be a modifier.
MEMBER = re.compile(
    rf"^[ \t]*((?:@\w+(?:\([^)\n]*\))?[ \t]+)*(?:(?:{MODIFIERS}|lazy|weak|unowned)(?:\([a-z]+\))?[ \t]+)*)"
    r"(class|struct|enum|actor|protocol|extension|func|var|let|init|subscript|typealias|associatedtype|"
    r"macro|case)\b[ \t]*(\S*)", re.M)
PUBLIC = re.compile(r"\b(?:public|open)\b(?!\()")
INNER = re.compile(r"\b(?:package|internal|private|fileprivate)\b(?!\()")


def undocumented(text):
    """The lines, from 1, of public declarations without a comment.

    Cases of public enums and requirements of public protocols are public. Overrides have the
    comment of the declaration that they override.
    """
    code = blanked(text)
    lines, found = code.split("\n"), []
    raw = text.split("\n")
    scopes, depth = [], 0
    for index, line in enumerate(lines):
        match = MEMBER.match(line)
        # Statements of bodies are deeper than the members of the scope around them.
        is_member = match is not None and depth == (scopes[-1][0] + 1 if scopes else 0)
        if is_member:
            modifiers, kind, name = match.groups()
            scope = scopes[-1][1] if scopes else ""
            is_public = PUBLIC.search(modifiers) is not None
            if not INNER.search(modifiers):
                is_public |= scope == "protocol" or scope == "extension" and kind != "case"
                is_public |= scope == "enum" and kind == "case"
            if is_public and kind != "extension" and "override" not in modifiers:
                above = index - 1
                # Attributes, and the reasons of attributes, stand between.
                while above >= 0 and re.match(r"\s*(?:@|//(?!/))", raw[above]):
                    above -= 1
                if above < 0 or not raw[above].strip().startswith("///"):
                    found.append(index + 1)
            if kind in ("class", "struct", "enum", "actor", "protocol", "extension"):
                kept = kind in ("protocol", "enum", "extension") and (
                    is_public if kind != "extension" else PUBLIC.search(modifiers) is not None)
                scopes.append((depth, kind if kept else "other"))
        depth += line.count("{") - line.count("}")
        while scopes and depth <= scopes[-1][0] and "}" in line:
            scopes.pop()
    return found
