#!/usr/bin/env python3
"""banned.py - what tools/banned.txt forbids is not in the sources.

usage: banned.py [FOLDER ...]     (from the project's folder; src, include and tests)
"""
import re
import sys

import csource


def read_rules(path):
    rules = []
    for line in csource.read(path).splitlines():
        if line.startswith("#") or not line.strip():
            continue
        pattern, places, instead = (part.strip() for part in line.rsplit(" | ", 2))
        allowed = [] if places == "-" else places.split()
        rules.append((re.compile(pattern), allowed, instead))
    return rules


def is_under(path, place):
    return path == place or path.startswith(place + "/")


def main():
    rules = read_rules("tools/banned.txt")
    wrong = 0
    for path in csource.c_files(*(sys.argv[1:] or ["src", "include", "tests"])):
        mine = [r for r in rules if not any(is_under(path, place) for place in r[1])]
        for i, line in enumerate(csource.code_of(csource.read(path)).splitlines(), 1):
            for pattern, _, instead in mine:
                match = pattern.search(line)
                if match:
                    wrong += 1
                    print(f"{path}:{i}: '{match.group().strip(' (')}' is banned: {instead}.")
    sys.exit(1 if wrong else 0)


main()
