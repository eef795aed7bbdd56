"""exceptions.py - limits that are not kept yet, in files that may only shrink.

A file tools/exceptions/NAME has lines "KEY VALUE": what is excused, and the measure it
has.  A finding with an excuse passes if its measure is the excused one.  A larger
measure fails; so does a smaller one, or an excuse without a finding, until the file says
so, which keeps the file honest.
"""
import os


def load(name):
    path = os.path.join("tools", "exceptions", name)
    excused = {}
    if os.path.exists(path):
        with open(path, encoding="utf-8") as file:
            for line in file:
                if line.strip() and not line.startswith("#"):
                    key, value = line.rsplit(None, 1)
                    excused[key] = int(value)
    return path, excused


def judge(name, findings):
    """`findings` maps a key to (measure, sentence).  Print what is wrong, return how many."""
    path, excused = load(name)
    wrong = []
    for key, (measure, sentence) in sorted(findings.items()):
        if key not in excused or measure > excused[key]:
            wrong.append(sentence)
        elif measure < excused[key]:
            wrong.append(f"{path}: '{key}' is down to {measure}; write that.")
    wrong += [f"{path}: '{key}' is no longer needed; take it out."
              for key in sorted(excused) if key not in findings]
    for sentence in wrong:
        print(sentence)
    return len(wrong)
