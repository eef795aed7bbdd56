"""csource.py - what the checks need to know of a C file.

Not a C compiler: it relies on the layout that clang-format gives (a function's braces
stand in the first column).
"""
import os
import re
from dataclasses import dataclass

TOKEN = re.compile(r"""
    (?P<comment>/\*.*?\*/|//[^\n]*)
  | (?P<text>"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*')
""", re.VERBOSE | re.DOTALL)


def blank(text):
    """Spaces for every character but the ends of lines."""
    return re.sub(r"[^\n]", " ", text)


def code_of(source):
    """`source` with comments and the insides of texts made blank, lines kept."""
    def one(match):
        word = match.group()
        if match.lastgroup == "comment":
            return blank(word)
        return word[0] + blank(word[1:-1]) + word[-1]
    return TOKEN.sub(one, source)


def without_preprocessor(code):
    """`code` with directives, continued lines included, made blank."""
    return re.sub(r"^[ \t]*#(?:[^\n]*\\\n)*[^\n]*", lambda m: blank(m.group()), code,
                  flags=re.MULTILINE)


def c_files(*folders):
    """The .c and .h files under `folders` (those that exist), sorted."""
    found = []
    for folder in folders:
        for place, _, names in os.walk(folder):
            found += [os.path.join(place, n) for n in names if n.endswith((".c", ".h"))]
    return sorted(found)


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


@dataclass
class Function:
    name: str
    line: int       # of the name's first line, from 1
    lines: int      # from the signature to the closing brace
    parameters: int
    body: str


def count_parameters(text):
    """Number of parameters in the text between the outer parentheses."""
    if text.strip() in ("", "void"):
        return 0
    depth, n = 0, 1
    for c in text:
        depth += c in "([{"
        depth -= c in ")]}"
        n += c == "," and depth == 0
    return n


def functions(code):
    """The functions defined in `code` (from code_of and without_preprocessor)."""
    found = []
    for match in re.finditer(r"^\{\n(.*?)^\}", code, re.MULTILINE | re.DOTALL):
        head = code[:match.start()]
        start = max(head.rfind(";\n"), head.rfind("}\n"), head.rfind("\n\n")) + 1
        signature = head[start:].strip()
        names = re.search(r"(\w+)\s*\(", re.sub(r"__attribute__\s*\(\(.*?\)\)\s", "", signature))
        if names is None:
            continue
        opened = signature.index("(", signature.index(names.group(1)))
        first = code.count("\n", 0, start + len(head[start:]) - len(head[start:].lstrip())) + 1
        last = code.count("\n", 0, match.end()) + 1
        inside = signature[opened + 1:signature.rindex(")")]
        found.append(Function(names.group(1), first, last - first + 1, count_parameters(inside),
                              match.group(1)))
    return found


WORD = re.compile(r"[A-Za-z_]\w*|&&|\|\||[{}();?]|\S")


class Body:
    """Reads the statements of a function and measures how deep they nest."""

    def __init__(self, text):
        self.words = WORD.findall(text)
        self.at = 0
        self.deepest = 0

    def peek(self):
        return self.words[self.at] if self.at < len(self.words) else ""

    def skip_parentheses(self):
        depth = 0
        while self.at < len(self.words):
            depth += self.peek() == "("
            depth -= self.peek() == ")"
            self.at += 1
            if depth == 0:
                return

    def skip_to_semicolon(self):
        """Past the end of a simple statement; braces of initialisers are inside it."""
        depth = 0
        while self.at < len(self.words):
            word = self.peek()
            self.at += 1
            depth += word in "({["
            depth -= word in ")}]"
            if word == ";" and depth <= 0:
                return

    def statement(self, depth):
        word = self.peek()
        if word == "{":
            self.block(depth)
        elif word in ("if", "for", "while", "switch"):
            self.at += 1
            self.skip_parentheses()
            self.inner(depth)
            if word == "if":
                self.otherwise(depth)
        elif word == "do":
            self.at += 1
            self.inner(depth)
            self.skip_to_semicolon()
        elif word in ("case", "default"):
            while self.peek() not in (":", ""):
                self.at += 1
            self.at += 1
        else:
            self.skip_to_semicolon()

    def inner(self, depth):
        self.deepest = max(self.deepest, depth + 1)
        self.statement(depth + 1)

    def otherwise(self, depth):
        """`else if` goes on at the same depth, as it reads."""
        if self.peek() != "else":
            return
        self.at += 1
        if self.peek() == "if":
            self.statement(depth)
        else:
            self.inner(depth)

    def block(self, depth):
        self.at += 1
        while self.peek() not in ("}", ""):
            self.statement(depth)
        self.at += 1


def nesting(body):
    """How many control statements stand inside one another, at most."""
    reader = Body("{" + body + "}")
    reader.block(0)
    return reader.deepest


def complexity(body):
    """McCabe's cyclomatic complexity: 1 + decisions; a switch counts once."""
    words = WORD.findall(body)
    return 1 + sum(w in ("if", "for", "while", "switch", "&&", "||", "?") for w in words)
