"""attack_forms.py - edits of released tables in each form, with hash and digest that fit.

Usage: attack_forms.py RELEASE ...

A hidden cell is shown, a shown one hidden, another value, another order, another form in the
certificate, another number in its tables; 'tacit verify' (the command TACIT) must refuse each with
status 3 or 4.
"""
import copy
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

from attack_certificate import sealed

# What the mark of a hidden cell and a published number look like in files of text.
MARKS = {"csv": (r"(?m)(,)x(?=,|$)", r"\g<1>1", r"(?m)(,)\d+(?:\.\d+)?(?=,|$)", r"\g<1>x"),
         "rows": (r",,hidden", ",1,published", r",[\d.]+,published", ",,hidden"),
         "tab": (r";;X", ";1;S", r";[\d.]+;S", ";;X")}


def edit_text(text, kind):
    shown, one, number, mark = MARKS[kind]
    lines = text.splitlines(True)
    yield "a hidden cell is shown", re.sub(shown, one, text, count=1)
    yield "a cell is hidden", re.sub(number, mark, text, count=1)
    yield "another value", re.sub(r"(\d)(?=\D*$)", lambda m: str((int(m[1]) + 1) % 10), text)
    yield "another order", "".join(lines[:1] + lines[2:3] + lines[1:2] + lines[3:])
    yield "a line less", "".join(lines[:-1])
    yield "a line more", text + lines[-1]


def edit_json(text):
    for what in ("shown", "shown, mark left", "hidden", "value", "codes"):
        whole = json.loads(text)
        d = whole if "value" in whole else whole["link"]["item"][0]
        at = next(iter(d["status"]))
        if what.startswith("shown"):
            d["value"][int(at)] = 1
        if what == "shown":
            del d["status"][at]
        if what == "hidden":
            d["value"][0] = None
            d["status"]["0"] = "x"
        if what == "value":
            d["value"][0] += 1
        if what == "codes":
            index = d["dimension"][d["id"][0]]["category"]["index"]
            a, b = list(index)[1:3]
            index[a], index[b] = index[b], index[a]
        yield what, json.dumps(whole)


def edit_certificate(certificate):
    for form in ("cross", "json_stat", "intermediate", "other", 7, None):
        own = copy.deepcopy(certificate)
        if own["basis"]["tables"].get("form") == form:
            continue
        own["basis"]["tables"]["form"] = form
        yield f"form {form}", own
    own = copy.deepcopy(certificate)
    own["basis"]["tables"].pop("form", None)
    if own != certificate:
        yield "no form", own
    for part in ("rows", "least", "most", "values"):
        own = copy.deepcopy(certificate)
        place = own["basis"]["parts"][0]
        text = place[part][0] if part == "values" else place[part]
        text = re.sub(r"\d+", lambda m: str(int(m[0]) + 1), text, count=1)
        place[part] = [text] + place[part][1:] if part == "values" else text
        yield f"another number in {part}", own


def refused(path, what):
    """Whether the release is refused in an orderly way."""
    run = subprocess.run([os.environ["TACIT"], "verify", path, "--quiet"], capture_output=True,
                         check=False)
    if run.returncode in (3, 4):
        return True
    print(f"{os.path.basename(path)}, {what}: status {run.returncode}")
    return False


def attack(release):
    folder = tempfile.mkdtemp()
    path = os.path.join(folder, os.path.basename(release))
    with open(release + ".certificate.json", encoding="utf-8") as f:
        certificate = json.load(f)
    with open(release, "rb") as f:
        content = f.read()
    kind = os.path.splitext(release)[1][1:]
    kind = "rows" if content.startswith(b"table,") else kind
    edits = []
    if kind == "json":
        edits = edit_json(content.decode())
    elif kind in MARKS:
        edits = edit_text(content.decode(), kind)
    good = True

    def attempt(what, data, own):
        with open(path, "wb") as f:
            f.write(data)
        own["release"]["sha256"] = hashlib.sha256(data).hexdigest()
        own["release"]["bytes"] = len(data)
        with open(path + ".certificate.json", "w", encoding="utf-8") as f:
            json.dump(sealed(own), f)
        return refused(path, what)

    for what, text in edits:
        assert text.encode() != content, what
        good = attempt(what, text.encode(), copy.deepcopy(certificate)) and good
    for what, own in edit_certificate(certificate):
        good = attempt(what, content, own) and good
    shutil.rmtree(folder)
    return good


if __name__ == "__main__":
    sys.exit(0 if all([attack(release) for release in sys.argv[1:]]) else 1)
