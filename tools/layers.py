#!/usr/bin/env python3
"""layers.py - every #include between folders of src/ must be allowed by src/LAYERS.

usage: layers.py [SRC]            (from the project's folder)

LAYERS itself must not point forward: a folder may name only folders above its line.
"""
import re
import sys

import csource


def read_layers(path):
    """Folder -> the set of folders it may include; and what is wrong with the file."""
    allowed, wrong = {}, []
    for line in csource.read(path).splitlines():
        line = line.split("#")[0].strip()
        if not line:
            continue
        folder, _, others = line.partition(":")
        wrong += [f"{path}: {folder} names {other}, which is not above it."
                  for other in others.split() if other not in allowed]
        allowed[folder] = {folder, *others.split()}
    return allowed, wrong


def check(path, src, allowed):
    folder = path[len(src) + 1:].split("/")[0]
    if folder not in allowed:
        return [f"{path}: the folder {folder} is not in {src}/LAYERS."]
    wrong = []
    for i, line in enumerate(csource.read(path).splitlines(), 1):
        match = re.match(r'\s*#\s*include\s+"([^"]+)"', line)
        if match is None or match.group(1) == "tacit.h":
            continue
        other = match.group(1).split("/")[0]
        if "/" not in match.group(1) or other == "..":
            wrong.append(f"{path}:{i}: give the path from {src}/: {match.group(1)}.")
        elif other not in allowed[folder]:
            wrong.append(f"{path}:{i}: {folder} may not include {other}.")
    return wrong


def main():
    src = sys.argv[1] if len(sys.argv) > 1 else "src"
    allowed, wrong = read_layers(f"{src}/LAYERS")
    for path in csource.c_files(src):
        wrong += check(path, src, allowed)
    print("\n".join(wrong), end="\n" if wrong else "")
    sys.exit(1 if wrong else 0)


main()
