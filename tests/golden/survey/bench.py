"""bench.py - runs the command on plans and reads what it says.

Plans are written as JSON, which is YAML.  A plan that was carried out once is not carried out
again: entries about the same call share it.  In the folder TACIT_RECORDS, if the environment names
one, records and certificates are kept for the check of the schemas.
"""
import csv
import functools
import hashlib
import json
import os
import subprocess
import threading

KEYS = ("before", "after")


class Run:
    """What one run of the command said and wrote."""

    def __init__(self, folder, status, record):
        self.folder, self.status, self.record = folder, status, record

    def results(self, where):
        """All results of a part of the record: before, after, utility or steps."""
        if where in KEYS:
            part = self.record.get(where, {})
            return part.get("risks", []) + part.get("models", [])
        return self.record.get(where, [])

    def result(self, where, name, **given):
        """The result called `name` whose parameters are those given."""
        for r in self.results(where):
            if r["name"] == name and all(r["parameters"].get(k) == v for k, v in given.items()):
                return r
        raise LookupError(f"no result '{name}' in '{where}': {self.record.get('error')}")

    def rows(self, name="out.csv"):
        """The rows of a file that the run wrote, by the names of columns."""
        with open(os.path.join(self.folder, name), encoding="utf-8", newline="") as file:
            return list(csv.DictReader(file))


def figure(result, name):
    """The value of a figure."""
    return next(f["value"] for f in result["figures"] if f["name"] == name)


def table(result, name):
    """The rows of a table as dictionaries by column."""
    t = next(t for t in result["tables"] if t["name"] == name)
    return [dict(zip(t["columns"], row)) for row in t["rows"]]


class Bench:
    """The command, the reference and a folder to work in."""

    def __init__(self, tacit, data, work):
        self.tacit, self.data, self.work = tacit, data, work
        with open(os.path.join(data, "survey.json"), encoding="utf-8") as file:
            reference = json.load(file)
        self.header, self.entries = reference["header"], reference["entries"]
        self.by_id = {e["id"]: e for e in self.entries}
        self.lock, self.done, self.count = threading.Lock(), {}, 0

    def call(self, *words, folder=None):
        """Run the command; its status and its standard output."""
        with self.lock:
            self.count += 1
        end = subprocess.run([self.tacit, *words, "--threads", "1"], cwd=folder or self.work,
                             check=False, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        return end.returncode, end.stdout.decode("utf-8")

    def generate(self):
        """Make the surveys; says which of them is not the one the peers saw."""
        wrong = []
        for rows, right in self.header["sha256"].items():
            path = self.survey(int(rows))
            self.call("generate", "survey", "--rows", rows, "--seed", "1", "--output", path,
                      "--quiet")
            with open(path, "rb") as file:
                if hashlib.sha256(file.read()).hexdigest() != right:
                    wrong.append(rows)
        return wrong

    def survey(self, rows):
        """The path of the survey of so many rows."""
        return os.path.join(self.work, f"survey{rows}.csv")

    @functools.lru_cache(maxsize=None)
    def people(self, rows):
        """The survey as dictionaries by column."""
        with open(self.survey(rows), encoding="utf-8", newline="") as file:
            return list(csv.DictReader(file))

    def columns(self, entry):
        """The names of an entry's columns, sets taken apart."""
        names = entry["data"]["columns"]
        out = []
        for name in [names] if isinstance(names, str) else names:
            out += self.header["column_sets"].get(name, [name])
        return out

    def hierarchy(self, column):
        """The path of a column's hierarchy."""
        return os.path.join(self.data, "hierarchies", column + ".csv")

    def run(self, command, plan, *words):
        """Carry out a plan, or give what it gave before."""
        text = json.dumps(plan, sort_keys=True)
        key = (command, text, words)
        with self.lock:
            made = key not in self.done
            if made:
                self.done[key] = threading.Event()
            at = self.done[key]
        if made:
            self._carry_out(at, command, text, words)
        at.wait()
        return at.run

    def _carry_out(self, at, command, text, words):
        folder = os.path.join(self.work, hashlib.sha256(repr((command, text, words)).encode())
                              .hexdigest()[:16])
        os.mkdir(folder)
        with open(os.path.join(folder, "plan.yaml"), "w", encoding="utf-8") as file:
            file.write(text)
        try:
            status, out = self.call(command, "plan.yaml", *words, "--json", folder=folder)
            at.run = Run(folder, status, json.loads(out))
            keep(folder, out)
        except ValueError as error:
            at.run = Run(folder, -1, {"error": str(error)})
        finally:
            at.set()


def keep(folder, out):
    """Keep what a run printed, and the certificates in its folder."""
    records = os.environ.get("TACIT_RECORDS")
    if not records:
        return
    texts = [out]
    for name in os.listdir(folder):
        if name.endswith(".certificate.json"):
            with open(os.path.join(folder, name), encoding="utf-8") as file:
                texts.append(file.read())
    for text in texts:
        name = hashlib.sha256(text.encode()).hexdigest()
        with open(os.path.join(records, name + ".json"), "w", encoding="utf-8") as file:
            file.write(text)


class Check:
    """Compares figures one by one and keeps what differs."""

    def __init__(self):
        self.figures, self.wrong = [], {}

    def equal(self, name, got, want):
        """The two are the same."""
        self.figures.append(name)
        if got != want:
            self.wrong[name] = f"{got!r} instead of {want!r}"

    def near(self, name, got, want, relative=1e-10, absolute=0.0):
        """The numbers differ by no more than one of the bounds allows."""
        self.figures.append(name)
        if got is None or not abs(got - want) <= max(relative * abs(want), absolute):
            self.wrong[name] = f"{got!r} instead of {want!r}"


def possum(values):
    """The position-weighted sum that the reference keeps of a vector."""
    return sum(((i + 1) % 97 + 1) * x for i, x in enumerate(values))
