#!/usr/bin/env python3
"""sizes.py - hold C files and functions to their size limits.

usage: sizes.py FOLDER ...        (from the project's folder)

A definition of data is not a function and is not measured, but it counts for its file.
"""
import sys

import csource
import exceptions

FILE_LINES = {".c": 500, ".h": 250}
COLUMNS = 100
HEADER_INCLUDES = 8
FUNCTION = [
    ("lines", 60, lambda f: f.lines),
    ("parameters", 6, lambda f: f.parameters),
    ("nesting", 3, lambda f: csource.nesting(f.body)),
    ("complexity", 15, lambda f: csource.complexity(f.body)),
]


def check_file(path, findings):
    source = csource.read(path)
    lines = source.splitlines()
    limit = FILE_LINES[path[-2:]]
    if len(lines) > limit:
        findings[f"{path} lines"] = (len(lines), f"{path}: {len(lines)} lines, limit {limit}.")
    for i, line in enumerate(lines, 1):
        if len(line.expandtabs(8)) > COLUMNS:
            findings[f"{path}:{i} columns"] = (len(line), f"{path}:{i}: {len(line)} columns, "
                                                          f"limit {COLUMNS}.")
    includes = sum(line.startswith("#include") for line in lines)
    if path.endswith(".h") and includes > HEADER_INCLUDES:
        findings[f"{path} includes"] = (includes, f"{path}: {includes} includes, "
                                                  f"limit {HEADER_INCLUDES}.")
    for function in csource.functions(csource.without_preprocessor(csource.code_of(source))):
        for name, most, measure in FUNCTION:
            value = measure(function)
            if value > most:
                findings[f"{path} {function.name} {name}"] = (
                    value, f"{path}:{function.line}: {function.name} has {name} {value}, "
                           f"limit {most}.")


def main():
    findings = {}
    for path in csource.c_files(*sys.argv[1:]):
        check_file(path, findings)
    sys.exit(1 if exceptions.judge("sizes", findings) else 0)


main()
