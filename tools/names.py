#!/usr/bin/env python3
"""names.py - one name, one type: no type of src/ is defined in two files.

usage: names.py [SRC]            (from the project's folder)

A definition is a struct, union or enum with its members, or a typedef of something else.
Types that only one .c file knows have no prefix and may be called alike in two of them, as
static functions may; a type that begins with tacit_, or that a header defines, may not.
"""
import collections
import os
import re
import sys

import csource

BODY = re.compile(r"\b(?:struct|union|enum)\s+(\w+)\s*\{")
CLOSE = re.compile(r"^\}\s*(\w+)(?:\[\w*\])*\s*;", re.MULTILINE)
PLAIN = re.compile(r"^typedef\s+(?!struct\b|union\b|enum\b)[^;{}]*?\b(\w+)\s*(?:\([^;]*\))?;",
                   re.MULTILINE)


def defined(source):
    """The types that a file defines, with the line of the first mention."""
    code = csource.without_preprocessor(csource.code_of(source))
    found = {}
    for pattern in (BODY, CLOSE, PLAIN):
        for match in pattern.finditer(code):
            line = code.count("\n", 0, match.start(1)) + 1
            found[match.group(1)] = min(line, found.get(match.group(1), line))
    return found


def main():
    src = sys.argv[1] if len(sys.argv) > 1 else "src"
    places = collections.defaultdict(list)
    for path in csource.c_files(src):
        for name, line in defined(csource.read(path)).items():
            places[name].append((path, line))
    wrong = []
    for name, all_of in sorted(places.items()):
        known = name.startswith("tacit_") or any(p.endswith(".h") for p, _ in all_of)
        if known and len(all_of) > 1:
            first = os.path.relpath(all_of[0][0])
            wrong += [f"{path}:{line}: {name} is defined in {first} too." for path, line in
                      all_of[1:]]
    print("\n".join(wrong), end="\n" if wrong else "")
    sys.exit(1 if wrong else 0)


main()
