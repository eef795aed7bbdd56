#!/usr/bin/env python3
"""embed.py - files of a page as constants in C, for src/server/page and src/workbench/page.

usage: embed.py CONSTANT FILE ...          (prints C)

index.html is found at /, the others at their names.  The tag of a file is the beginning of its
SHA-256, so that a browser asks again for a file that has changed and for no other.
"""
import hashlib
import os
import sys

TYPES = {".html": "text/html; charset=utf-8", ".css": "text/css; charset=utf-8",
         ".js": "text/javascript; charset=utf-8", ".svg": "image/svg+xml",
         ".json": "application/json"}


def text_of(data):
    """Bytes as texts of C, some to a line."""
    lines = [data[i:i + 24] for i in range(0, len(data), 24)] or [b""]
    return "\n".join('"' + "".join(f"\\{b:03o}" for b in line) + '"' for line in lines)


def main():
    print('#include "server/page/page.h"\n')
    print(f"extern const tacit_page_file {sys.argv[1]}[];")
    print(f"const tacit_page_file {sys.argv[1]}[] = {{")
    for path in sys.argv[2:]:
        with open(path, "rb") as file:
            data = file.read()
        name = os.path.basename(path)
        kind = TYPES[os.path.splitext(name)[1]]
        tag = hashlib.sha256(data).hexdigest()[:16]
        place = "/" if name == "index.html" else "/" + name
        print(f'    {{ .path = "{place}", .type = "{kind}", .tag = "\\"{tag}\\"",')
        print(f"      .length = {len(data)},")
        print(f"      .bytes = {text_of(data)} }},")
    print("    { .path = 0 },")
    print("};")


main()
