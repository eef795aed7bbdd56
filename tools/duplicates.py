#!/usr/bin/env python3
"""duplicates.py - find runs of lines that stand in the sources twice.

usage: duplicates.py FOLDER ...   (from the project's folder)

Compares windows of 10 lines of code: comments, blank lines, directives and lines without
a letter or a digit are left out, spacing does not count.  Overlapping windows are
reported as one run.
"""
import re
import sys

import csource
import exceptions

WINDOW = 10


def code_lines(path):
    """(line number, text) of the lines that count."""
    source = csource.read(path)
    comments_gone = csource.TOKEN.sub(
        lambda m: csource.blank(m.group()) if m.lastgroup == "comment" else m.group(), source)
    kept = csource.without_preprocessor(comments_gone).splitlines()
    return [(i, re.sub(r"\s+", "", line)) for i, line in enumerate(kept, 1)
            if re.search(r"\w", line)]


def main():
    seen, runs = {}, {}
    for path in csource.c_files(*sys.argv[1:]):
        lines = code_lines(path)
        last = None
        for k in range(len(lines) - WINDOW + 1):
            window = "\n".join(text for _, text in lines[k:k + WINDOW])
            first = seen.setdefault(window, (path, lines[k][0], k))
            if first == (path, lines[k][0], k) or (first[0] == path and k - first[2] < WINDOW):
                continue
            if last is not None and last[0] == k - 1 and last[1] == first[0]:
                runs[last[2]][0] += 1
                last = (k, first[0], last[2])
            else:
                key = f"{path}:{lines[k][0]} repeats {first[0]}:{first[1]}"
                runs[key] = [WINDOW, first]
                last = (k, first[0], key)
    findings = {}
    for key, (n, first) in runs.items():
        path, line = key.split(" ")[0].rsplit(":", 1)
        name = f"{path} {first[0]}"
        n += findings[name][0] if name in findings else 0
        findings[name] = (n, f"{path}:{line}: {n} lines repeat {first[0]}:{first[1]}.")
    sys.exit(1 if exceptions.judge("duplicates", findings) else 0)


main()
