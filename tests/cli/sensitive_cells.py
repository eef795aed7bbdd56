"""Whether the cells that rules found sensitive are those of another program.

sensitive_cells.py RECORD CELLS DIMENSION ... - RECORD is what the command printed; CELLS has a row for
each cell, with its codes under the names of the dimensions, and a column status (u if sensitive) or
primary (TRUE).  T is the total where nothing is called Total.  tables.json has the dimensions of each
table, aliases.json, if it is there, the code by which a cell goes that has several.
"""
import csv
import json
import os
import re
import sys

record, cells, dimensions = sys.argv[1], sys.argv[2], sys.argv[3:]
with open(record) as f:
    rules = [s for s in json.load(f)["steps"] if s["family"] == "rule"]
names = [row[0] for rule in rules for row in rule["tables"][0]["rows"]]
with open("tables.json") as f:
    tables = json.load(f)
found = set()
for name in names:
    codes, table = re.fullmatch(r"cell \((.*)\) of table '(.*)'", name).groups()
    place = dict(zip(tables[table], codes.split(", ")))
    found.add(tuple(place.get(d, "Total") for d in dimensions))
with open(cells) as f:
    every = list(csv.DictReader(f))
aliases = {}
if os.path.exists("aliases.json"):
    with open("aliases.json") as f:
        aliases = json.load(f)
if not any(r[d] == "Total" for r in every for d in dimensions):
    aliases["T"] = "Total"
rows = [r for r in every if r.get("status", r.get("primary")) in ("u", "TRUE")]
wanted = {tuple(aliases.get(r[d], r[d]) for d in dimensions) for r in rows}
if found != wanted:
    sys.exit("only ours: %s; only theirs: %s" % (sorted(found - wanted), sorted(wanted - found)))
if not wanted:
    sys.exit("no cell is sensitive")
