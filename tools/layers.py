#!/usr/bin/env python3
"""layers.py - every #include between folders of src/ must be allowed by src/LAYERS.

usage: layers.py [SRC]            (from the project's folder)

A folder with a line in LAYERS is open: all its headers may be included by the folders that
name it.  A folder without one is a room of the folder that it stands in: it may include what
that folder may, and from outside only its door, the header that is called like the room, may
be included.  LAYERS itself must not point forward: a folder may name only folders above its
line.  No folder holds more files than a reader takes in at a glance.
"""
import fnmatch
import os
import re
import sys

import csource

MOST_FILES = 32


def read_layers(path):
    """Folder -> the set of folders it may include; and what is wrong with the file."""
    allowed, wrong = {}, []
    for line in csource.read(path).splitlines():
        line = line.split("#")[0].strip()
        if not line:
            continue
        folder, _, others = line.partition(":")
        named = {folder}
        for other in others.split():
            found = [f for f in allowed if fnmatch.fnmatchcase(f, other)]
            named.update(found)
            if not found:
                wrong.append(f"{path}: {folder} names {other}, which is not above it.")
        allowed[folder] = named
    return allowed, wrong


def place(path, allowed):
    """The layer of a path from src/ and the room in it, "" if it is in none."""
    folder = os.path.dirname(path)
    layer = folder
    while layer and layer not in allowed:
        layer = os.path.dirname(layer)
    return layer, folder[len(layer):].strip("/") if layer else ""


def check_include(header, layer, room, allowed):
    """What is wrong with including `header` from a room of a layer, or None."""
    other, inner = place(header, allowed)
    if not other:
        return f"there is no folder for {header} in LAYERS"
    if other not in allowed[layer]:
        return f"{layer} may not include {other}"
    door = f"{other}/{inner}/{os.path.basename(inner)}.h"
    if inner and (other, inner) != (layer, room) and header != door:
        return f"of the room {other}/{inner} only {door} may be included, not {header}"
    return None


def check(path, src, allowed):
    layer, room = place(path[len(src) + 1:], allowed)
    if not layer:
        return [f"{path}: the folder is not in {src}/LAYERS."]
    wrong = []
    for i, line in enumerate(csource.read(path).splitlines(), 1):
        match = re.match(r'\s*#\s*include\s+"([^"]+\.h)"', line)
        if match is None or re.fullmatch(r"tacit\w*\.h", match.group(1)):
            continue
        header = match.group(1)
        if "/" not in header or header.startswith(".."):
            wrong.append(f"{path}:{i}: give the path from {src}/: {header}.")
            continue
        problem = check_include(header, layer, room, allowed)
        if problem is not None:
            wrong.append(f"{path}:{i}: {problem}.")
    return wrong


def check_folders(src):
    return [f"{place}: {len(names)} files, limit {MOST_FILES}."
            for place, _, names in sorted(os.walk(src)) if len(names) > MOST_FILES]


def main():
    src = sys.argv[1] if len(sys.argv) > 1 else "src"
    allowed, wrong = read_layers(f"{src}/LAYERS")
    for path in csource.c_files(src):
        wrong += check(path, src, allowed)
    wrong += check_folders(src)
    print("\n".join(wrong), end="\n" if wrong else "")
    sys.exit(1 if wrong else 0)


main()
