"""bindings.py - methods of the bindings, from the catalog.

usage: tacit list --json | python3 -B tools/bindings.py > bindings/python/src/tacit/_generated.py

One method for each masking method, model and builder of hierarchies, with its parameters, their
types and what they mean.
"""

import json
import keyword
import sys
import textwrap

TYPES = {
    "real": "float",
    "integer": "int",
    "flag": "bool",
    "text": "str",
    "column": "str",
    "file": "str",
    "output": "str",
    "columns": "Union[str, Sequence[str]]",
    "texts": "Union[str, Sequence[str]]",
    "reals": "Union[float, Sequence[float]]",
}

HEAD = '''"""Methods of plans, one for each entry of the catalog.  Made by tools/bindings.py: do not edit."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, Mapping, Optional, Sequence, Union

if TYPE_CHECKING:
    from tacit._plan import Plan

# fmt: off
'''

FAMILIES = [
    ("method", "StepMethods", "Steps: each method gives a plan with one more.", "", "_add_step"),
    ("model", "RequirementMethods", "Guarantees, each as a method that gives a plan.", "", "_add"),
    ("hierarchy", "HierarchyMethods", "Builders of hierarchies, each as a method that gives a plan.",
     "column: str, ", "_add"),
]  # fmt: skip


def python_name(name):
    return name + "_" if keyword.iskeyword(name) else name


def python_type(p):
    if p["type"] == "choice":
        return "Literal[%s]" % ", ".join(json.dumps(c) for c in p["choices"])
    return TYPES.get(p["type"], "Mapping[str, Any]")


def doc(entry):
    """What it does, its parameters and its source."""
    lines = [entry["summary"], ""]
    for p in entry["parameters"]:
        told = ": " + p["help"] + ("" if "default" not in p else f" ({json.dumps(p['default'])} if not given)")
        lines += textwrap.wrap(python_name(p["name"]) + told, 88, subsequent_indent="    ")
    lines += [""] + textwrap.wrap(entry["source"], 88)
    return "\n".join(lines).strip().replace("\\", "\\\\").replace('"""', "'''")


def method(entry, first, adder):
    given = sorted(entry["parameters"], key=lambda p: not p["required"])
    places = [p for p in given if p["required"] or p["name"] == "columns"]
    named = [p for p in given if p not in places]
    words = []
    for p in places:
        told = f"{python_name(p['name'])}: {python_type(p)}"
        words.append(told if p["required"] else f"{python_name(p['name'])}: Optional[{python_type(p)}] = None")
    words += ["*"] if named else []
    words += [f"{python_name(p['name'])}: Optional[{python_type(p)}] = None" for p in named]
    lines = [f"    def {python_name(entry['name'])}(self, {first}" + ", ".join(words) + ') -> "Plan":']
    lines += textwrap.indent(f'"""{doc(entry)}\n"""', " " * 8).splitlines()
    values = ", ".join(f'"{p["name"]}": {python_name(p["name"])}' for p in entry["parameters"])
    column = "column, " if first else ""
    lines.append(f'        return self.{adder}({column}"{entry["name"]}", {{{values}}})')
    return "\n".join(line.rstrip() for line in lines)


def main():
    entries = json.load(sys.stdin)["entries"]
    print(HEAD)
    for family, name, what, first, adder in FAMILIES:
        print(f'\nclass {name}:\n    """{what}"""\n')
        more = "column: str, " if first else ""
        print(f"    def {adder}(self, {more}name: str, arguments: Mapping[str, Any]) -> \"Plan\":")
        print("        raise NotImplementedError\n")
        print("\n\n".join(method(e, first, adder) for e in entries if e["family"] == family) + "\n")


main()
