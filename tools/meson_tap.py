#!/usr/bin/env python3
"""Print the tests of a meson run as TAP lines.

usage: meson_tap.py testlog.json

Meson counts programs; this counts the tests inside them.  A program that failed without
saying "not ok" (a crash, a leak, a timeout) is one failed test of its own name.  cmocka
says "not ok N # SKIP" of a test that skipped itself, which meson takes for a failure: that
is none if the program ended well and nothing else failed.
"""
import json
import re
import sys


def report(run):
    name = run["name"].split(" / ")[-1].removeprefix("tacit:")
    lines = (run.get("stdout") or "").splitlines()
    said = [line for line in lines if re.match(r"(not )?ok\b", line)]
    tests = [line.removeprefix("not ") if "# SKIP" in line else line for line in said]
    skipped = tests != said and run.get("returncode") == 0 and not any(
        line.startswith("not ok") for line in tests)
    fine = skipped or run["result"] in ("OK", "EXPECTEDFAIL", "SKIP")
    if not fine:
        for line in lines + (run.get("stderr") or "").splitlines():
            print("#", line)
    for line in tests:
        print(re.sub(r"^((?:not )?ok)\b *(\d+)? *-? *", rf"\1 - {name}: ", line))
    if not fine and not any(line.startswith("not ok") for line in tests):
        print(f"not ok - {name}: {run['result']}, status {run.get('returncode')}")
    if fine and not tests:
        skip = " # SKIP" if run["result"] == "SKIP" else ""
        print(f"ok - {name}{skip}")


def main():
    try:
        with open(sys.argv[1], encoding="utf-8") as log:
            for line in log:
                report(json.loads(line))
    except FileNotFoundError:
        sys.exit("meson_tap: meson left no log, so no test ran.")


main()
