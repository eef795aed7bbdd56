#!/usr/bin/env python3
"""run.py - every figure of the peers on the example survey, compared with what tacit gives.

usage: run.py [PART OF AN ID]

An entry of tests/data/survey/survey.json is a test.  Where the peer is wrong, the figure that is
right (result.right, or computed here from the definition) is expected.  known.json beside this file
lists the figures that are known to differ: such a test is skipped and says why, and it fails as
soon as they agree, so that the list can only become shorter.

Environment: TACIT is the command (build-test/gcc/src/tacit of the project).
"""
import concurrent.futures
import json
import os
import re
import sys
import tempfile

import arx
import models
import sdcmicro
import synthpop
from bench import Bench, Check

HERE = os.path.dirname(os.path.abspath(__file__))
TOP = os.path.dirname(os.path.dirname(os.path.dirname(HERE)))
CALLS = {**sdcmicro.CALLS, **arx.CALLS, **synthpop.CALLS, **models.CALLS}


def compare(bench, entry):
    """Compare the figures of an entry."""
    check = Check()
    name = re.match(r"[\w.-]+", entry["call"]).group()
    try:
        CALLS[name](bench, entry, check)
    except (LookupError, OSError, StopIteration, TypeError, ValueError) as error:
        check.wrong["run"] = f"{type(error).__name__}: {error}"
    return check


def expand(bench, text):
    """A text of the header by its name, or the text itself."""
    return bench.header["texts"].get(text, text)


def title(bench, entry):
    """Peer, call and size, and what the peer does wrong."""
    data = entry["data"]
    size = f"{data['rows']} rows"
    if "population_rows" in data:
        size += f" of {data['population_rows']}"
    call = entry["call"] if len(entry["call"]) < 90 else entry["call"][:86] + " ..."
    wrong = entry.get("peer_wrong")
    text = f"{entry['peer']}, {size}: {call} ({entry['id']})"
    return text + (f"; the peer is wrong: {expand(bench, wrong)}" if wrong else "")


class Tap:
    """Prints test lines."""

    def __init__(self):
        self.number, self.failed = 0, 0

    def line(self, good, text, skip=None):
        """One test."""
        self.number += 1
        self.failed += not good
        tail = f" # SKIP known difference: {skip}" if skip else ""
        print(f"{'ok' if good else 'not ok'} {self.number} - {text.replace('#', '')}{tail}",
              flush=True)


def report(tap, text, check, known):
    """The lines of an entry: what must agree, and what is known not to."""
    names = set(known.get("figures", [])) if known else set()
    wrong = {n: t for n, t in check.wrong.items() if n not in names}
    if set(check.figures) - names or wrong or not known:
        good = not wrong and bool(check.figures)
        tap.line(good, text)
        for name, told in list(wrong.items())[:5]:
            print(f"# {name}: {told}")
    if not known:
        return
    gone = sorted(names - set(check.wrong))
    if gone:
        tap.line(False, f"{text}: {', '.join(gone)} agree now; take them off known.json")
    else:
        tap.line(True, f"{text}: {', '.join(sorted(names))}", known["reason"])


def main():
    """Run all, or the entries with the given part of an id."""
    tacit = os.path.abspath(os.environ.get("TACIT",
                                           os.path.join(TOP, "build-test/gcc/src/tacit")))
    with open(os.path.join(HERE, "known.json"), encoding="utf-8") as file:
        known = json.load(file)
    tap = Tap()
    with tempfile.TemporaryDirectory() as work:
        bench = Bench(tacit, os.path.join(TOP, "tests/data/survey"), work)
        wrong = bench.generate()
        tap.line(not wrong, "the surveys are those that the peers saw")
        part = sys.argv[1] if len(sys.argv) > 1 else ""
        entries = [e for e in bench.entries
                   if part in e["id"] and not e["call"].startswith(models.ELSEWHERE)]
        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            figures = 0
            for entry, check in zip(entries, pool.map(lambda e: compare(bench, e), entries)):
                report(tap, title(bench, entry), check, known.get(entry["id"]))
                figures += len(check.figures)
        unknown = [name for name in known if name not in bench.by_id]
        tap.line(not unknown, "all known differences are of entries that exist")
        print(f"# {len(entries)} entries, {figures} figures, {bench.count} runs")
    print(f"1..{tap.number}")
    return 1 if tap.failed else 0


if __name__ == "__main__":
    sys.exit(main())
