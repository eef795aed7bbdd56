#!/usr/bin/env python3
"""comments.py - every file says what it is, every declared function what it does.

usage: comments.py FOLDER ...     (from the project's folder)

A declaration in a header is documented if its paragraph (the lines up to the next blank
line) has a comment before it or on its own line.
"""
import re
import sys

import csource
import exceptions

DECLARES = re.compile(r"^(?!typedef\b|#|static_assert|_Static_assert)[A-Za-z_][\w \t*\[\]]*?"
                      r"\b(\w+)\s*\(")


def check_header(path, source, findings):
    commented = False
    for i, (line, code) in enumerate(zip(source.splitlines(), csource.code_of(source).splitlines()), 1):
        if not line.strip():
            commented = False
        if "/*" in line:
            commented = True
        match = DECLARES.match(code)
        if match and not commented:
            findings[f"{path} {match.group(1)}"] = (
                1, f"{path}:{i}: say what {match.group(1)} does in a comment before it.")


def main():
    findings = {}
    for path in csource.c_files(*sys.argv[1:]):
        source = csource.read(path)
        if not source.startswith("/*"):
            findings[f"{path} header"] = (1, f"{path}:1: say first what the file is.")
        if path.endswith(".h"):
            check_header(path, source, findings)
    sys.exit(1 if exceptions.judge("comments", findings) else 0)


main()
