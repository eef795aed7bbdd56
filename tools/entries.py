#!/usr/bin/env python3
"""entries.py - what users choose from stands in its catalog: files and .def lines agree.

usage: entries.py [SRC]            (from the project's folder; the build runs it, too)

The header of a family declares its entries by `#define TACIT_FAMILY(id) extern const TYPE
PREFIX_##id;` and its .def.  Every constant of that type and prefix needs its line in the .def,
and a line needs its constant: a forgotten line would compile, and the entry would be there for
nobody.
"""
import os
import re
import sys

import csource

FAMILY = re.compile(r"#define TACIT_([A-Z_]+)\(id\) extern const (\w+) (\w+)_##id;")
LINE = re.compile(r"^TACIT_([A-Z_]+)\((\w+)\)", re.MULTILINE)
CONSTANT = re.compile(r"^const (\w+) (\w+) =", re.MULTILINE)


def listed(src):
    """Macro -> the .def file with its lines, and the names in them."""
    found = {}
    for place, _, names in sorted(os.walk(src)):
        for path in sorted(os.path.join(place, n) for n in names if n.endswith(".def")):
            for match in LINE.finditer(csource.code_of(csource.read(path))):
                found.setdefault(match.group(1), (path, set()))[1].add(match.group(2))
    return found


def main():
    src = sys.argv[1] if len(sys.argv) > 1 else "src"
    families, constants, wrong = [], {}, []
    for path in csource.c_files(src):
        source = csource.read(path)
        families += FAMILY.findall(source) if path.endswith(".h") else []
        constants.update({match.group(2): (match.group(1), path)
                          for match in CONSTANT.finditer(csource.code_of(source))})
    lines = listed(src)
    for macro, kind, prefix in families:
        file, names = lines.get(macro, (f"{macro}.def", set()))
        for name, (type_of, path) in constants.items():
            if type_of == kind and name.startswith(prefix + "_") and \
                    name[len(prefix) + 1:] not in names:
                wrong.append(f"{path}: {name} has no line in {file}.")
        wrong += [f"{file}: there is no constant {prefix}_{name}." for name in sorted(names)
                  if constants.get(f"{prefix}_{name}", ("",))[0] != kind]
    print("\n".join(wrong), end="\n" if wrong else "")
    sys.exit(1 if wrong else 0)


main()
