"""Rows with values that engines confuse, and rows of any engine in one form.

usage: engine_rows.py make                  write nasty.csv and nasty.tsv
       engine_rows.py show csv|tsv FILE     print the rows of FILE, sorted, numbers by their value;
                                            an empty text and a missing value are one
"""
import csv
import sys

NAMES = ['Te "x`t', "c", "i", "f", "d", "m", "moment", "z", "w"]
TEXTS = ["a", "A", "a ", " a", "\u00a0", "\u00df", "ss", "\u00e1", "a\u0301", "it's", 'a"b',
         "back\\slash", "\\", "a\tb", "two\nlines", "NULL", "\\N", "%_$$1 --/*", "`x`",
         "\U0001f600", "x0", "x00", "nan", "\ufb01", "fi", "", "", "a", "\\'", "x', 'y", "$", "#"]
CASES = ["abc", "ABC", "Abc", "\u00c4", "\u00e4", "a", "abc "]
WHOLES = [0, 1, -1, 2**63 - 1, -2**63, 2**53 + 1, 2**53, -128, 255, 65536]
REALS = ["0", "-0", "1e20", "1e-7", "0.1", "123456789.12345679", "-2.5", "100", "", "1e15", "2.5"]
DAYS = ["1970-01-01", "1970-01-02", "2000-02-29", "2038-01-19", "2100-03-01", ""]
MONEY = ["1.10", "0.05", "-3.50", "1000000.01", "", "2.00"]
MOMENTS = ["2020-10-25 00:30:00", "2020-10-25 01:30:00", "2020-03-29 01:30:00", ""]
NUMBERS = ["0", "149", "150", "151", "-150", "-151", "299", "", "450", "-450"]
WEIGHTS = ["1.1", "123456.123456", "1.000001", "3", "2.5"]


def rows():
    for i in range(1920):
        day = i // 32 + (i % 97 == 0)
        yield [TEXTS[i % 32], CASES[i // 32 % 6 + (i % 89 == 0)], WHOLES[i % 10],
               REALS[i // 2 % 11], DAYS[day % 6], MONEY[i // 5 % 6], MOMENTS[i // 7 % 4],
               NUMBERS[i // 11 % 10], WEIGHTS[i // 3 % 5]]


def escaped(x):
    return x.replace("\\", "\\\\").replace("\t", "\\t").replace("\n", "\\n")


def make():
    with open("nasty.csv", "w", encoding="utf-8", newline="") as f, \
            open("nasty.tsv", "w", encoding="utf-8", newline="") as out:
        table = csv.writer(f, lineterminator="\n")
        table.writerow(NAMES)
        for n, row in enumerate(rows()):
            table.writerow(row)
            cells = ["\\N" if x == "" else escaped(str(x)) for x in row]
            # an empty text and a missing one are the same, and so are NaN and a missing number
            cells[0] = "" if n % 2 == 0 and row[0] == "" else cells[0]
            cells[3] = "nan" if n % 3 == 0 and row[3] == "" else cells[3]
            out.write("\t".join(cells) + "\n")


def unescaped(x):
    if x == "\\N":
        return ""
    out, at = "", iter(x)
    for c in at:
        if c == "\\":
            c = next(at)
            c = {"t": "\t", "n": "\n", "r": "\r", "b": "\b", "f": "\f", "0": "\0"}.get(c, c)
        out += c
    return out


def cell(x, name):
    if name == "i":
        return str(int(x))
    if name not in ("f", "m", "z", "w"):
        return x
    if x in ("nan", "NaN"):
        return ""
    try:
        return "%.12g" % float(x)
    except ValueError:
        return x


def show(kind, path):
    with open(path, encoding="utf-8", newline="") as f:
        if kind == "csv":
            table = list(csv.reader(f))
        else:
            table = [[unescaped(x) for x in line.rstrip("\n").split("\t")] for line in f]
    names, table = table[0], table[1:]
    print(names)
    for row in sorted([cell(x, name) for x, name in zip(row, names)] for row in table):
        print(row)


if sys.argv[1] == "make":
    make()
else:
    show(*sys.argv[2:])
