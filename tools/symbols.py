#!/usr/bin/env python3
"""symbols.py - the functions that public headers declare.

usage: symbols.py [--map] HEADER ...

Prints one name a line; with --map the version script for the linker that lets a shared
library offer these and nothing else.
"""
import re
import sys

import csource


def functions(source):
    """The names of the functions that a header declares: a type of functions is none."""
    code = csource.without_preprocessor(csource.code_of(source))
    code = re.sub(r'extern\s+"\s*"\s*\{', " ", code)
    inner = None
    while inner != code:
        inner, code = code, re.sub(r"\{[^{}]*\}", " ", code)
    names = []
    for statement in code.split(";"):
        match = re.match(r"[\s\w*]*?\b(\w+)\s*\(", statement)
        if match and not re.match(r"\s*typedef\b", statement):
            names.append(match.group(1))
    return names


def main():
    paths = [word for word in sys.argv[1:] if word != "--map"]
    names = sorted({name for path in paths for name in functions(csource.read(path))})
    if "--map" not in sys.argv[1:]:
        print("\n".join(names))
        return
    print("{\n  global:")
    print("\n".join(f"    {name};" for name in names))
    print("  local: *;\n};")


main()
