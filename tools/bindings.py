"""bindings.py - methods of the bindings, from the catalog.

usage: tacit list --json | python3 -B tools/bindings.py FOLDER

Writes FOLDER/python/src/tacit/_generated.py, FOLDER/r/R/generated.R and the help pages of its
functions, FOLDER/r/man/*.Rd; FOLDER is bindings.  One method or function for each masking method,
model and builder of hierarchies, with its parameters, their types and what they mean.
"""

import json
import keyword
import pathlib
import re
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


def python_module(entries):
    parts = [HEAD]
    for family, name, what, first, adder in FAMILIES:
        more = "column: str, " if first else ""
        parts.append(f'\nclass {name}:\n    """{what}"""\n')
        parts.append(f'    def {adder}(self, {more}name: str, arguments: Mapping[str, Any]) -> "Plan":')
        parts.append("        raise NotImplementedError\n")
        parts.append("\n\n".join(method(e, first, adder) for e in entries if e["family"] == family) + "\n")
    return "\n".join(parts) + "\n"


# ---- R ----

R_FAMILIES = {
    "method": ("step_", "add_step", "Add the step", "steps"),
    "model": ("require_", "add_requirement", "Require", "require"),
    "hierarchy": ("hierarchy_", "add_hierarchy", "Make the hierarchy of a key by", "hierarchies"),
}


R_WORDS = {"if", "else", "repeat", "while", "function", "for", "next", "break", "in"}


def r_name(name):
    return name + "_" if name in R_WORDS else name


def r_key(name):
    return f"`{name}`" if name in R_WORDS else name


def r_parameters(entry):
    """Required ones and columns first, as in Python; columns are written as bare names."""
    given = sorted(entry["parameters"], key=lambda p: not p["required"] and p["name"] != "columns")
    return [(r_name(p["name"]), p["required"] or p["name"] == "columns", p["type"] in ("columns", "column"), p) for p in given]


def r_arguments(entry):
    first = ["plan"] + (["column"] if entry["family"] == "hierarchy" else [])
    words = [name if p["required"] else f"{name} = NULL" for name, _, _, p in r_parameters(entry)]
    return first + words


def r_named(name):
    return f"names_in(substitute({name}), here, plan$data)"


def wrapped(text, width, indent):
    """Lines that do not break between a name and its value."""
    lines = textwrap.wrap(text.replace(" = ", "\x1f=\x1f").replace(") {", ")\x1f{"), width, subsequent_indent=indent,
                          break_on_hyphens=False, break_long_words=False)  # fmt: skip
    return "\n".join(lines).replace("\x1f", " ")


def r_function(entry):
    prefix, adder, _, _ = R_FAMILIES[entry["family"]]
    parameters = r_parameters(entry)
    has_column = entry["family"] == "hierarchy"
    lines = [wrapped(f"{prefix}{entry['name']} <- function({', '.join(r_arguments(entry))}) {{", 110, " " * 4)]
    lines.append("  check_plan(plan)")
    if has_column or any(named for _, _, named, _ in parameters):
        lines.append("  here <- parent.frame()")
    if has_column:
        lines.append(f"  of <- {r_named('column')}")
    lines += [f"  {name} <- {r_named(name)}" for name, _, named, _ in parameters if named]
    values = ", ".join(f"{r_key(p['name'])} = {name}" for name, _, _, p in parameters)
    lines.append("  " + wrapped(f"{adder}(plan, {'of, ' if has_column else ''}\"{entry['name']}\", list({values}))", 106, " " * 4))
    return "\n".join(lines) + "\n}\n"


def rd(text):
    return re.sub(r"([%{}\\])", r"\\\1", text)


def rd_item(name, text):
    return f"  \\item{{{name}}}{{{text}}}\n"


def rd_items(entry):
    items = rd_item("plan", "a plan, as \\code{\\link{tacit_plan}} makes it")
    if entry["family"] == "hierarchy":
        items += rd_item("column", "the column that the hierarchy is of, as a name or a text")
    for name, _, named, p in r_parameters(entry):
        told = rd(p["help"])
        if p["type"] == "choice":
            told += "; one of " + ", ".join(f'\\code{{"{rd(c)}"}}' for c in p["choices"])
        if named:
            told += "; as names, \\code{c()} of names, or texts"
        if "default" in p:
            told += f" ({rd(json.dumps(p['default']))} if not given)"
        items += rd_item(name, told)
    return items


def rd_usage(entry):
    call = f"{R_FAMILIES[entry['family']][0]}{entry['name']}({', '.join(r_arguments(entry))})"
    return wrapped(call, 80, "  ")


def rd_page(entry):
    """A help page; all words of it are the catalog's."""
    prefix, _, does, part = R_FAMILIES[entry["family"]]
    name = prefix + entry["name"]
    return (
        "% Made by tools/bindings.py: do not edit.\n"
        f"\\name{{{name}}}\n\\alias{{{name}}}\n\\title{{{rd(entry['title'])}}}\n"
        f"\\description{{{rd(entry['summary'])}}}\n\\usage{{\n{rd(rd_usage(entry))}\n}}\n"
        f"\\arguments{{\n{rd_items(entry)}}}\n"
        f"\\value{{The plan with \\code{{{rd(entry['name'])}}} among its \\code{{{part}}}.}}\n"
        + (f"\\references{{{rd(entry['source'])}}}\n" if entry["source"] else "")
        + f"\\seealso{{\\code{{\\link{{tacit_plan}}}}, \\code{{\\link{{protect}}}}}}\n"
    )


def r_source(entries):
    head = "# Functions of plans, one for each entry of the catalog.  Made by tools/bindings.py: do not edit.\n"
    return head + "".join("\n" + r_function(e) for e in entries)


def main():
    folder = pathlib.Path(sys.argv[1])
    entries = json.load(sys.stdin)["entries"]
    (folder / "python/src/tacit/_generated.py").write_text(python_module(entries))
    mine = [e for e in entries if e["family"] in R_FAMILIES]
    (folder / "r/R/generated.R").write_text(r_source(mine))
    for e in mine:
        (folder / f"r/man/{R_FAMILIES[e['family']][0]}{e['name']}.Rd").write_text(rd_page(e))


main()
