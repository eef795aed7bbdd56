#!/usr/bin/env python3
"""schema.py - records, certificates and catalogs of the tests against docs/schema/*.json.

usage: tools/schema.py FOLDER ...

Reads every FILE.json in the folders and those below.  Prints TAP: each schema is valid itself, all
documents of each kind are valid, and the check can fail: in one document of each kind every key in
turn is misspelt and given a value of a wrong type, and every required one at the top is left out,
which must be refused.  What kinds and commands there are is read off the schemas; one of which
there is no document is a failure.
"""
import copy
import json
import os
import sys
import warnings

try:
    # Newer releases say that RefResolver is old; Debian 12 has nothing else.
    warnings.simplefilter("ignore", DeprecationWarning)
    from jsonschema import Draft202012Validator, RefResolver
    from jsonschema.exceptions import SchemaError, best_match
except ImportError:
    sys.exit("schema.py: python3-jsonschema is missing; setup/setup.sh test installs it.")

SCHEMAS = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "docs/schema")

# Maps whose keys are names of columns, parameters, methods or figures, so that any name is right.
FREE = {"parameters", "levels", "options", "step", "require", "roles", "figures", "hierarchies",
        "counts", "domains"}


def kind_of(document):
    """The schema that a document is to be valid against."""
    if not isinstance(document, dict):
        return "record"
    if document.get("ok") is False:
        return "failure"
    for key, kind in (("tacit_certificate", "certificate"), ("families", "catalog"),
                      ("entries", "list"), ("commands", "list"), ("version", "list"),
                      ("figures", "result")):
        if key in document:
            return kind
    return "record"


class Tap:
    """Prints test lines."""

    def __init__(self):
        self.failed = 0

    def line(self, good, text, told=()):
        """One test, and what went wrong."""
        for what in list(told)[:10]:
            print(f"# {what}")
        self.failed += not good
        print(f"{'ok' if good else 'not ok'} - {text}", flush=True)


def load_schemas(tap):
    """Validators by the names of their schemas."""
    schemas = {}
    for name in sorted(os.listdir(SCHEMAS)):
        if name.endswith(".json"):
            with open(os.path.join(SCHEMAS, name), encoding="utf-8") as file:
                schemas[name] = json.load(file)
    made = {}
    for name, schema in schemas.items():
        told = []
        try:
            Draft202012Validator.check_schema(schema)
        except SchemaError as error:
            told.append(error.message)
        told += [f"{path} has no description" for path in undescribed(schema, "")]
        tap.line(not told, f"docs/schema/{name} is a schema, and describes every key", told)
        resolver = RefResolver(name, schema, store=schemas)
        made[name[:-len(".json")]] = Draft202012Validator(schema, resolver=resolver)
    return made


def undescribed(schema, path):
    """Properties without a description of their own or of what they refer to."""
    if isinstance(schema, list):
        for part in schema:
            yield from undescribed(part, path)
    if not isinstance(schema, dict):
        return
    for key, part in schema.items():
        # Conditions only say more of properties that are described where they are listed.
        if key in ("if", "then", "else", "items") and "additionalProperties" not in part:
            continue
        if key == "properties" and "additionalProperties" in schema:
            for name, own in part.items():
                if "description" not in own and "$ref" not in own:
                    yield f"{path}/{name}"
        yield from undescribed(part, f"{path}/{key}")


def load(folders):
    """Every document, with the path of its file."""
    for top in folders:
        for folder, _, names in os.walk(top):
            for name in sorted(names):
                if name.endswith(".json"):
                    path = os.path.join(folder, name)
                    with open(path, encoding="utf-8") as file:
                        yield path, file.read()


def place(error):
    """Where in a document an error is."""
    return "/".join(str(part) for part in error.absolute_path) or "the top"


def check(validators, folders):
    """Validate all; documents by kind, and complaints by kind."""
    found = {name: [] for name in validators}
    wrong = {name: [] for name in validators}
    seen = set()
    for path, text in load(folders):
        if text in seen:
            continue
        seen.add(text)
        try:
            document = json.loads(text)
        except ValueError as error:
            wrong["record"].append(f"{path}: {error}")
            continue
        kind = kind_of(document)
        found[kind].append(document)
        validator = validators[kind]
        if not validator.is_valid(document):
            error = best_match(validator.iter_errors(document))
            wrong[kind].append(f"{path}: {place(error)}: {error.message[:300]}")
    return found, wrong


def trim(value):
    """The same with at most one item in each list of objects, to look at each shape once."""
    if isinstance(value, dict):
        return {key: trim(part) for key, part in value.items()}
    if isinstance(value, list):
        some = [trim(part) for part in value]
        return some[:1] if some and isinstance(some[0], (dict, list)) else some[:8]
    return value


def keys_in(value, free=False):
    """Every object in a document whose keys are those of its schema."""
    if isinstance(value, dict):
        if not free:
            yield value
        for key, part in value.items():
            # Levels of hierarchies are a list of objects; those of keys are a map.
            names = key in FREE and isinstance(part, dict)
            if key != "require" and not names:
                yield from keys_in(part)
    elif isinstance(value, list):
        for part in value:
            yield from keys_in(part)


def wrong_type(value):
    """A value that no key with this value may have."""
    return 7 if isinstance(value, (dict, list)) else {"wrong": 1}


def survivors(validator, document):
    """Missing, misspelt and mistyped keys that the schema lets through, and how many there were."""
    own = trim(copy.deepcopy(document))
    if not validator.is_valid(own):
        return ["the shortened document is not valid itself"], 0
    left, n = [], 0

    def refuse(what):
        nonlocal n
        n += 1
        if validator.is_valid(own):
            left.append(what)

    for part in list(keys_in(own)):
        for key in list(part):
            value = part.pop(key)
            if part is own and key in validator.schema["required"]:
                refuse(f"'{key}' left out")
            part[key + "_"] = value
            refuse(f"'{key}' misspelt")
            del part[key + "_"]
            part[key] = wrong_type(value)
            refuse(f"'{key}' mistyped")
            part[key] = value
    return left, n


def samples(kind, documents):
    """One document of the kind, or one of each command: the one with the most keys."""
    best = {}
    for document in documents:
        name = document.get("command", kind)
        size = len(document), -len(str(document))
        if name not in best or size > best[name][0]:
            best[name] = size, document
    return {name: document for name, (_, document) in best.items()}


def main(folders):
    """Check the documents in the folders."""
    tap = Tap()
    validators = load_schemas(tap)
    found, wrong = check(validators, folders)
    for kind, documents in found.items():
        good = bool(documents) and not wrong[kind]
        tap.line(good, f"documents of the kind {kind} are valid: {len(documents)}", wrong[kind])
    commands = set(validators["record"].schema["properties"]["command"]["enum"])
    missing = commands - {d.get("command") for d in found["record"]}
    tap.line(not missing, "there is a record of every command", sorted(missing))
    for kind, documents in found.items():
        for name, document in sorted(samples(kind, documents).items()):
            left, n = survivors(validators[kind], document)
            tap.line(n > 0 and not left, f"{name}: {n} wrong keys are refused", left)
    return 1 if tap.failed else 0


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__.split("\n\n")[1])
    sys.exit(main(sys.argv[1:]))
