"""compare_forms.py - one table in several forms: together they tell what each tells alone.

Usage: compare_forms.py ROWS CROSS JSON_STAT INTERMEDIATE   (of a table by region and branch)

Every cell is hidden in all forms or in none, has the same number in all of them (none has more
decimals that say something), and stands in the same order, which is that of the codes.
"""
import csv
import json
import sys


def from_rows(path):
    with open(path, encoding="utf-8") as f:
        rows = list(csv.DictReader(f))
    assert {r["status"] for r in rows} <= {"published", "hidden"}
    return [((r["region"], r["branch"]), None if r["status"] == "hidden" else r["value"])
            for r in rows]


def from_cross(path):
    with open(path, encoding="utf-8") as f:
        head, *rows = csv.reader(f)
    return [((r[0], c), None if x == "x" else x) for r in rows for c, x in zip(head[1:], r[1:])]


def from_json_stat(path):
    with open(path, encoding="utf-8") as f:
        d = json.load(f, parse_float=str, parse_int=str)
    codes = [sorted(d["dimension"][n]["category"]["index"],
                    key=lambda c, n=n: int(d["dimension"][n]["category"]["index"][c])) for n in d["id"]]
    cells = [(a, b) for a in codes[0] for b in codes[1]]
    assert set(d) == {"version", "class", "extension", "id", "size", "dimension", "label", "value", "status"}
    assert {int(k) for k in d["status"]} == {i for i, x in enumerate(d["value"]) if x is None}
    return list(zip(cells, d["value"]))


def from_intermediate(path):
    with open(path, encoding="utf-8") as f:
        rows = list(csv.reader(f, delimiter=";"))
    assert all((r[2] == "") == (r[3] == "X") and len(r) == 4 for r in rows)
    return [((r[0], r[1]), r[2] or None) for r in rows]


def main(paths):
    readers = (from_rows, from_cross, from_json_stat, from_intermediate)
    tables = [read(path) for read, path in zip(readers, paths)]
    for table in tables[1:]:
        assert [cell for cell, _ in table] == [cell for cell, _ in tables[0]]
        for (cell, x), (_, y) in zip(table, tables[0]):
            assert (x is None) == (y is None), cell
            assert x is None or float(x) == float(y), cell
    assert any(x is None for _, x in tables[0]) and any(x is not None for _, x in tables[0])


main(sys.argv[1:])
