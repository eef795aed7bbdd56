"""attack_certificate.py - edits of a release, its certificate and its signature.

Usage: attack_certificate.py WHAT RELEASE [KEY]

Each edit is made in a folder of its own, and 'tacit verify' (the command TACIT) must refuse it with
status 3 or 4; with status 0 it has been fooled, and with any other it has stumbled.
WHAT is one of
  certificate  every field: deleted, another value, another type, joined by an unknown key, repeated
  forged       the same with a digest that fits: for all that follows from the file alone, and if
               it is signed for everything
  signature    as certificate, for the signature
  release      a bit of every byte, another end
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

# Parts whose every field is made anew from the file.
FROM_THE_FILE = {"release", "require", "claims"}
# And what proves the claims on tables, and on private answers.
PROOF = {("basis", "parts"), ("basis", "spent")}


def places(value, path=()):
    """The path of everything in a document."""
    if path:
        yield path
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, part in items:
        yield from places(part, path + (key,))


def others(value):
    """Other values and types that a field could have."""
    if isinstance(value, bool):
        return [not value, int(value), str(value)]
    if isinstance(value, (int, float)):
        return [value + 1, value - 1, value * (1 + 1e-6) + 1e-6, str(value), None]
    if isinstance(value, str):
        flipped = value[:-1] + chr(ord(value[-1]) ^ 1) if value else "x"
        return [value + "x", flipped, "", 7, None]
    if isinstance(value, list):
        return [value + value[-1:] if value else [1], value[:-1], value[::-1], {}, None]
    return [{**value, "unknown": 1}, [], None]


def holder(document, path):
    """The container of what is at a path."""
    for key in path[:-1]:
        document = document[key]
    return document


def edits(document):
    """Every edited text of a document, with its path and what was done."""
    for path in places(document):
        own = copy.deepcopy(document)
        value = holder(own, path)[path[-1]]
        for other in others(value):
            if other == value and type(other) is type(value):
                continue
            holder(own, path)[path[-1]] = other
            yield path, f"becomes {str(other)[:30]}", own
        own = copy.deepcopy(document)
        del holder(own, path)[path[-1]]
        yield path, "is deleted", own
    yield ("unknown",), "is added", {**document, "unknown": 1}


def repeated(text, document):
    """Texts in which a key stands twice, once for each key of an object."""
    for path in places(document):
        if isinstance(path[-1], str):
            key = json.dumps(path[-1]) + ":"
            if key in text:
                yield path, "is repeated", text.replace(key, f"{key} 1, {key}", 1)


def canonical(value):
    """JSON with sorted keys and no spaces; numbers that are not whole have 17 digits."""
    if isinstance(value, dict):
        return "{" + ",".join(f"{canonical(key)}:{canonical(value[key])}" for key in sorted(value)) + "}"
    if isinstance(value, list):
        return "[" + ",".join(canonical(part) for part in value) + "]"
    if isinstance(value, float):
        text = re.sub("e([+-]?)0*", lambda e: "e" + e[1].strip("+"), f"{value:.17g}")
        return text if "." in text or "e" in text else text + ".0"
    return json.dumps(value, ensure_ascii=False)


def sealed(document):
    """The document with a digest that fits."""
    rest = {key: value for key, value in document.items() if key != "digest"}
    return {**rest, "digest": hashlib.sha256(canonical(rest).encode()).hexdigest()}


class Victim:
    """Copies of a release in a folder, and the command that checks them."""

    def __init__(self, release, key):
        self.folder = tempfile.mkdtemp()
        self.release = os.path.join(self.folder, os.path.basename(release))
        self.certificate = self.release + ".certificate.json"
        self.signature = self.certificate + ".sig"
        ending = (".certificate.json", ".certificate.json.sig") if key else (".certificate.json",)
        for name in ("",) + ending:
            shutil.copy(release + name, self.release + name)
        self.command = [os.environ["TACIT"], "verify", self.release, "--quiet"]
        self.command += ["--key", key] if key else []
        self.signed = key is not None
        self.tried, self.fooled = 0, []

    def status(self):
        """How a verification ends."""
        return subprocess.run(self.command, capture_output=True, timeout=60, check=False).returncode

    def attempt(self, path, what, content):
        """Write the content there; it must be refused."""
        with open(path, "wb") as file:
            file.write(content)
        status = self.status()
        self.tried += 1
        if status not in (3, 4):
            self.fooled.append(f"status {status}: {what}")


def attack_document(victim, path, forge):
    """Edit a JSON file."""
    with open(path, encoding="utf-8") as file:
        text = file.read()
    document = json.loads(text)
    assert not forge or sealed(document) == document, "the digest is not the one that is documented"
    for place, what, edited in edits(document):
        follows = place[0] in FROM_THE_FILE & edited.keys() or place[:2] in PROOF
        if forge and not victim.signed and not follows:
            continue
        own = sealed(edited) if forge else edited
        if own == document:
            continue
        name = "/".join(str(key) for key in place)
        victim.attempt(path, f"{name} {what}", json.dumps(own, indent=2, ensure_ascii=False).encode())
    for place, what, edited in [] if forge else repeated(text, document):
        victim.attempt(path, f"{'/'.join(map(str, place))} {what}", edited.encode())
    victim.attempt(path, "garbage behind it", text.encode() + b"x")
    victim.attempt(path, "nothing", b"")
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


def attack_release(victim):
    """Flip a bit of each byte, cut and lengthen."""
    with open(victim.release, "rb") as file:
        content = file.read()
    for i, byte in enumerate(content):
        edited = content[:i] + bytes([byte ^ (1 << i % 8)]) + content[i + 1:]
        victim.attempt(victim.release, f"byte {i}", edited)
    for n in (1, 2, len(content) // 2, len(content)):
        victim.attempt(victim.release, f"without the last {n} bytes", content[:-n])
    for more in (b"\n", b"\0", content):
        victim.attempt(victim.release, "with more at the end", content + more)
    with open(victim.release, "wb") as file:
        file.write(content)


def main(what, release, key=None):
    """Carry out one kind of attack; the status for the shell."""
    victim = Victim(release, key)
    assert victim.status() == 0, "the release does not verify to begin with"
    if what == "release":
        attack_release(victim)
    else:
        path = victim.signature if what == "signature" else victim.certificate
        attack_document(victim, path, what == "forged")
    assert victim.status() == 0, "the release does not verify in the end"
    shutil.rmtree(victim.folder)
    print(f"{victim.tried} edits, {len(victim.fooled)} not refused", *victim.fooled[:20], sep="\n")
    return 1 if victim.fooled or victim.tried == 0 else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
