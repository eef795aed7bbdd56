#!/usr/bin/env python3
"""public_reader.py - an attacker who has all that is public of a release, and nothing else.

usage: public_reader.py TACIT TABLES

Makes TABLES small random tables and plans, releases them, and hands the released file, its
certificate and the public report to attackers:

  hash      every text of 16 or more hexadecimal or base64 digits is compared with digests of
            originals: the true one, and others that differ from it in one hidden value
  figures   every number that is printed is taken for a mean, a sum, a maximum or a value itself,
            and solved for the one value that top coding hid; right guesses are compared with
            guesses that are right for a value that was never there (decoys)
  seed      the seed in decimal, with separators, and in hexadecimal of both byte orders; words of
            comments, folders and key files; categories that the release does not have
  twin      an original that differs in one hidden value and gives the same released file must
            give the same certificate and report, byte for byte: then nobody can tell the two
            apart, whatever he computes

The same attackers are given the custodian's report instead of the public one, and must succeed:
otherwise they would prove nothing.  Prints TAP.  Seeds are fixed.

Error rates.  A test of hash, seed and words fails by chance with probability below 2^-50.  The
figures fail if the true value is hit in more tables than 1.5 decoys on average would explain, with
probability below 1e-6 by Hoeffding's bound for 200 tables.  If no twin of n differs, the rate of
twins that differ is below 3 / n with 95 % confidence.
"""
import base64
import csv
import hashlib
import html
import math
import os
import random
import re
import subprocess
import sys

JOBS = ["clerk", "nurse", "farmer", "teacher", "smith"]
RARE = ["lighthouse", "falconer", "gravedigger", "alchemist"]
DECOYS = 20
SECRET_WORDS = ["Xanthippe77", "room-kR9q", "pepperbox"]

SEED_FORMS = [
    "seed: {}\n",
    "seed:\n  {}\n",
    "seed: # the same as {} last year\n  {}\n",
    "? seed\n: {}\n",
    '"s\\u0065ed": {}\n',
    "'seed'  :   {}   # {}\n",
    '"\\x73eed": {}\n',
]


def make_table(rng, rows):
    """Records of a small office; one income is far above all others."""
    table = []
    for _ in range(rows):
        table.append({
            "pid": f"P{rng.randrange(10 ** 9):09d}",
            "age": rng.randrange(18, 90),
            "sex": rng.choice("fm"),
            "job": rng.choice(JOBS),
            "zip": rng.choice(["1010", "1020", "1150", "8010", "8020"]),
            "income": int(rng.lognormvariate(10, 0.4)),
            "hours": rng.randrange(10, 60),
        })
    table[rng.randrange(rows)]["job"] = rng.choice(RARE)
    table[rng.randrange(rows)]["income"] = int(rng.uniform(200, 900) * 1000)
    return table


def write_table(path, table):
    """As CSV."""
    with open(path, "w", newline="", encoding="utf-8") as file:
        out = csv.DictWriter(file, list(table[0]))
        out.writeheader()
        out.writerows(table)


def make_plan(rng, seed):
    """The text of a plan."""
    steps = ["top_code: {columns: income, at: 150000}"]
    if rng.random() < 0.5:
        steps.append("recode: {columns: age, breaks: [0, 30, 50, 70, 120]}")
    else:
        steps.append("round: {columns: age, base: 10}")
    steps.append(rng.choice([
        "recode: {columns: job, groups: {works: [clerk, nurse, farmer, teacher, smith], "
        "other: [lighthouse, falconer, gravedigger, alchemist]}}",
        "local_suppress: {k: 2}",
        "suppress: {columns: job, combinations: {" +
        ", ".join(f"c{i}: [{word}]" for i, word in enumerate(RARE)) + "}}",
        "drop: job",
    ]))
    if rng.random() < 0.5:
        steps.append("pseudonymise: {columns: pid, key: room-kR9q/pepperbox.key}")
    else:
        steps.append("drop: pid")
    if rng.random() < 0.34:
        steps.append(rng.choice(["noise: {columns: hours, scale: 0.2}",
                                 "rank_swap: {columns: hours}", "pram: {columns: sex}"]))
    rng.shuffle(steps)
    form = SEED_FORMS[rng.randrange(len(SEED_FORMS))]
    require = rng.choice(["", "require: {k_anonymity: {k: 1}}\n"])
    text = ("# asked by Xanthippe77\ndata: room-kR9q/people.csv\n"
            "roles: {key: [age, sex, zip, job], sensitive: income}\n" + require +
            form.replace("{}", str(seed)) + "steps:\n" + "".join(f"  - {s}\n" for s in steps) +
            "output: safe.csv\nreport: safe.html\ncustodian_report: full.html\n")
    return text


class Run:
    """One release: what is public of it and what is not."""

    def __init__(self, tacit, plan, table):
        with open("room-kR9q/plan.yaml", "w", encoding="utf-8") as file:
            file.write(plan)
        write_table("room-kR9q/people.csv", table)
        for name in ("safe.csv", "safe.html", "full.html", "safe.csv.certificate.json"):
            if os.path.exists(name):
                os.remove(name)
        done = subprocess.run([tacit, "protect", "room-kR9q/plan.yaml", "--quiet"],
                              capture_output=True, check=False)
        self.status, self.said = done.returncode, done.stderr.decode()
        self.file = read("safe.csv")
        self.certificate = read("safe.csv.certificate.json")
        self.report = read("safe.html")
        self.full = read("full.html")

    def public(self):
        """All texts that everybody may have."""
        return [self.file, self.certificate, self.report]


def read(name):
    """The bytes of a file, none if it is not there."""
    if not os.path.exists(name):
        return b""
    with open(name, "rb") as file:
        return file.read()


def page_text(page):
    """What a reader of the page sees, tooltips and attributes included, without the style."""
    text = re.sub(r"<style>.*?</style>", " ", page.decode(), flags=re.S)
    return html.unescape(re.sub(r"[<>]", " ", text))


def numbers(texts):
    """Every number in the texts, with its half width by the digits shown."""
    found = set()
    for text in texts:
        for word in re.findall(r"\d[\d,]*(?:\.\d+)?(?:e[-+]?\d+)?", text):
            plain = word.replace(",", "")
            digits = len(plain.split("e")[0].partition(".")[2])
            found.add((float(plain), 0.5 * 10.0 ** -digits))
    return found


def hidden_hits(found, truth, known_sum, rows):
    """How many printed numbers give the hidden value within a half of 1 %, as a value, or as part
    of a mean or a sum."""
    hits = 0
    for value, half in found:
        for guess, width in ((value, half), (value - known_sum, half),
                             (value * rows - known_sum, half * rows)):
            near = abs(guess - truth) <= 0.005 * truth
            hits += near and width <= 0.02 * truth
    return hits


def digests(data):
    """The digests that somebody might have published of an original, in all digits."""
    found = set()
    for algorithm in ("md5", "sha1", "sha224", "sha256", "sha384", "sha512", "blake2b", "blake2s"):
        raw = hashlib.new(algorithm, data).digest()
        found.update((raw.hex(), base64.b64encode(raw).decode().rstrip("=")))
    return found


def finds_hash(texts, originals):
    """Which of the originals a digest in the texts, or the beginning of one, points to."""
    words = set()
    for text in texts:
        words.update(re.findall(r"[0-9a-fA-F]{16,}|[A-Za-z0-9+/]{22,}", text))
    pointed = []
    for i, data in enumerate(originals):
        mine = digests(data)
        if any(d.lower().startswith(w.lower()) for w in words for d in mine):
            pointed.append(i)
    return pointed


def finds_seed(texts, seed):
    """Whether the seed stands in the texts in any spelling."""
    spellings = {str(seed), f"{seed:x}", seed.to_bytes(8, "little").hex(),
                 seed.to_bytes(8, "big").hex(), base64.b64encode(seed.to_bytes(8, "big")).decode()}
    for text in texts:
        bare = re.sub(r"[,_ \u00a0\u202f]", "", text).lower()
        if any(s.lower() in bare for s in spellings):
            return True
    return False


def differing(rng, table, release):
    """The table with one hidden value changed to another that hides as well, or None."""
    other = [dict(record) for record in table]
    shown = list(csv.DictReader(release.decode().splitlines()))
    if len(shown) != len(table):
        return None
    cells = [i for i, r in enumerate(table) if r["income"] > 150000]
    kinds = ["income"] if cells else []
    rare = [i for i, r in enumerate(table) if r["job"] in RARE]
    if rare and ("job" not in shown[0] or shown[rare[0]]["job"] != table[rare[0]]["job"]):
        kinds.append("job")
    if "pid" not in shown[0]:
        kinds.append("pid")
    if not kinds:
        return None
    kind = rng.choice(kinds)
    if kind == "income":
        other[cells[0]]["income"] = int(rng.uniform(200, 900) * 1000)
    elif kind == "job":
        other[rare[0]]["job"] = rng.choice([j for j in RARE if j != table[rare[0]]["job"]])
    else:
        other[0]["pid"] = f"P{rng.randrange(10 ** 9):09d}"
    return other


def csv_bytes(table):
    """The original's bytes."""
    write_table("room-kR9q/candidate.csv", table)
    return read("room-kR9q/candidate.csv")


class Score:
    """What the attackers reached, by whether they had public or confidential texts."""

    def __init__(self):
        self.releases = self.hash = self.seed = self.words = 0
        self.hits = 0
        self.decoys = 0.0

    def attack(self, rng, run, page, case):
        """All attackers on one release with `page` as the report."""
        plan, table, seed = case
        texts = [run.file.decode(), run.certificate.decode(), page_text(page)]
        originals = [csv_bytes(table)]
        for _ in range(5):
            other = differing(rng, table, run.file)
            originals += [csv_bytes(other)] if other else []
        self.releases += 1
        self.hash += 0 in finds_hash(texts, originals)
        self.seed += finds_seed(texts, seed)
        self.words += self.finds_words(texts, run, table)
        hidden = [r["income"] for r in table if r["income"] > 150000]
        if len(hidden) == 1 and "top_code" in plan:
            known = sum(r["income"] for r in table) - hidden[0]
            found = numbers(texts[1:])
            self.hits += hidden_hits(found, hidden[0], known, len(table)) > 0
            self.decoys += sum(
                hidden_hits(found, int(rng.uniform(200, 900) * 1000), known, len(table)) > 0
                for _ in range(DECOYS)) / DECOYS

    @staticmethod
    def finds_words(texts, run, table):
        """Words that must not come out: of the custodian's room, and hidden categories."""
        rare = {r["job"] for r in table if r["job"] in RARE}
        told = {w for w in RARE if w.encode() in run.certificate}  # the plan itself lists them
        hidden = [w for w in rare - told if w.encode() not in run.file]
        return any(word in text for text in texts for word in SECRET_WORDS + hidden)


def tap(good, text, told=""):
    """One line of TAP."""
    if told:
        print(f"# {told}")
    print(f"{'ok' if good else 'not ok'} - {text}", flush=True)


def attack_all(tacit, tables):
    """Release every table and attack it."""
    public, full = Score(), Score()
    twins = differ = refused = 0
    for i in range(tables):
        rng = random.Random(i)
        table = make_table(rng, rng.randrange(24, 60))
        seed = rng.randrange(1 << 62, 1 << 64)
        plan = make_plan(rng, seed)
        run = Run(tacit, plan, table)
        if run.status != 0:
            refused += 1
            print(f"# table {i}: {run.said.strip()[:300]}")
            continue
        public.attack(rng, run, run.report, (plan, table, seed))
        full.attack(rng, run, run.full, (plan, table, seed))
        other = differing(rng, table, run.file)
        again = Run(tacit, plan, other) if other else None
        if again is not None and again.file == run.file:
            twins += 1
            same = again.public() == run.public()
            differ += not same
            if not same:
                print(f"# table {i}: a twin differs")
    return public, full, (twins, differ, refused)


def main():
    """Attack, and say what came of it."""
    tacit, tables = sys.argv[1], int(sys.argv[2])
    os.makedirs("room-kR9q", exist_ok=True)
    descriptor = os.open("room-kR9q/pepperbox.key", os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "wb") as file:
        file.write(hashlib.sha512(b"pepper").digest())
    public, full, (twins, differ, refused) = attack_all(tacit, tables)
    n = public.releases
    tap(refused == 0 and n == tables, "every plan is carried out", f"{n} releases")
    tap(public.hash == 0, "no hash points to the original", f"{public.hash} of {n}")
    tap(public.seed == 0, "the seed is nowhere, however it was spelt", f"{public.seed} of {n}")
    tap(public.words == 0, "no word of the room and no hidden category", f"{public.words} of {n}")
    bound = 1.5 * public.decoys + math.sqrt(n * math.log(1e6) / 2)
    tap(public.hits <= bound, "figures give the hidden value no more than a made-up one",
        f"{public.hits} hits, {public.decoys:.1f} for a made-up value, of {n}")
    tap(twins >= tables // 4 and differ == 0, "originals that give the same file give the same pages",
        f"{twins} twins, {differ} differ: rate below {3 / max(twins, 1):.3f} with 95 %")
    tap(full.hash == n, "in the custodian's report the hash is found", f"{full.hash} of {n}")
    tap(full.seed == n, "and the seed", f"{full.seed} of {n}")
    tap(full.words == n, "and words of the room", f"{full.words} of {n}")
    tap(full.hits > 0.9 * n and full.hits > full.decoys + bound - 1.5 * public.decoys,
        "and the hidden value", f"{full.hits} hits, {full.decoys:.1f} for a made-up value, of {n}")


if __name__ == "__main__":
    main()
