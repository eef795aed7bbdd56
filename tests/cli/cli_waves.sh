#!/bin/sh
# cli_waves.sh - two releases under one seed: what one tells about the other.
#
# The attacker has both releases and knows that plan and seed are the same.  Had the runs drawn
# the same noise, a difference of the releases would be free of it.  The noise of two runs is
# told by who knows the originals: independent noise of n records has a correlation of standard
# deviation 1/sqrt(n), and 5 of them are allowed here: an error rate below one in a million.
. "$(dirname "$0")/cli_lib.sh"
cat >waves.py <<'END'
import csv, math, sys
def column(path, name):
    return [r[name] for r in csv.DictReader(open(path))]
def noise(original, released, name):
    pairs = zip(column(original, name), column(released, name))
    return [float(y) - float(x) if x and y else 0.0 for x, y in pairs]
def correlation(a, b):
    n, ma, mb = len(a), sum(a) / len(a), sum(b) / len(b)
    cross = sum((x - ma) * (y - mb) for x, y in zip(a, b))
    return cross / math.sqrt(sum((x - ma) ** 2 for x in a) * sum((y - mb) ** 2 for y in b))
def unrelated(a, b):
    assert any(x != a[0] for x in a) and any(x != b[0] for x in b)
    r = correlation(a, b)
    assert abs(r) < 5 / math.sqrt(len(a)), r
END
"$TACIT" generate survey --rows 5000 --seed 4 --output one.csv --quiet
# The next wave: the same persons, some with another income.
python3 - <<'END'
import csv
rows = list(csv.DictReader(open("one.csv")))
def write(path, rows):
    with open(path, "w", newline="") as f:
        out = csv.DictWriter(f, rows[0].keys(), lineterminator="\n")
        out.writeheader()
        out.writerows(rows)
for i, r in enumerate(rows):
    if i % 10 == 0 and r["income"]:
        r["income"] = str(int(r["income"]) + 100)
write("two.csv", rows)
END

# protect DATA OUTPUT STEPS - under a seed that never changes.
protect() {
    cat >plan.yaml <<END
data: $1
roles: {identifier: [person_id, name], key: [region, sex]}
measures: []
steps: [{reorder: {keep: true}}, ${3#[}
seed: 81985529216486895
output: $2
END
    ends 0 protect plan.yaml --quiet
}
noise='[{noise: {columns: income, scale: 0.5}}]'

next_wave() {
    protect one.csv a.csv "$noise" && protect two.csv b.csv "$noise" && python3 - <<'END'
from waves import *
unrelated(noise("one.csv", "a.csv", "income"), noise("two.csv", "b.csv", "income"))
END
}
t 'the next wave has other noise' next_wave
same_wave() {
    protect one.csv a2.csv "$noise" && cmp a.csv a2.csv
}
t 'the same data is released alike' same_wave
other_scale() {
    protect one.csv b.csv '[{noise: {columns: income, scale: 0.25}}]' && python3 - <<'END'
from waves import *
unrelated(noise("one.csv", "a.csv", "income"), noise("one.csv", "b.csv", "income"))
END
}
t 'another scale is not the same noise stretched' other_scale
# Had they shared noise, the difference would be the amount above the lower threshold.
other_step_before() {
    for at in 30000 60000; do
        protect one.csv top$at.csv "[{top_code: {columns: income, at: $at}}, {noise: {columns: income, scale: 0.5}}]" || return 1
        protect one.csv only$at.csv "[{top_code: {columns: income, at: $at}}]" || return 1
    done
    python3 - <<'END'
from waves import *
unrelated(*(noise(f"only{at}.csv", f"top{at}.csv", "income") for at in (30000, 60000)))
END
}
t 'another step before is other noise after' other_step_before
other_matrix() {
    for p in 0.6 0.7; do
        protect one.csv pram$p.csv "[{pram: {columns: education, diagonal: $p}}]" || return 1
    done
    python3 - <<'END'
from waves import *
x = column("one.csv", "education")
unrelated(*([float(a != b) for a, b in zip(x, column(f"pram{p}.csv", "education"))]
            for p in ("0.6", "0.7")))
END
}
t 'another matrix does not change the same records' other_matrix
# The column is the same in both waves; the step reads another too, which is not.
other_rounding() {
    for wave in one two; do
        protect $wave.csv $wave-out.csv '[{round: {columns: [spending, income], base: 5000, how: random}}]' || return 1
    done
    python3 - <<'END'
from waves import *
unrelated(*(noise(f"{w}.csv", f"{w}-out.csv", "spending") for w in ("one", "two")))
END
}
t 'rounding at random' other_rounding
# Samples: independent draws overlap by the product of the shares.
other_sample() {
    protect one.csv s1.csv '[{drop: person_id}, {sample: {share: 0.3}}]' &&
        protect one.csv s2.csv '[{drop: person_id}, {sample: {share: 0.5}}]' &&
        protect two.csv s3.csv '[{drop: person_id}, {sample: {share: 0.3}}]' || return 1
    python3 - <<'END'
import math
from waves import *
def key(r): return (r["household"], r["birth_date"], r["spending"])
rows = [{key(r) for r in csv.DictReader(open(f"s{i}.csv"))} for i in (1, 2, 3)]
n = len({key(r) for r in csv.DictReader(open("one.csv"))})
for a, b in ((rows[0], rows[1]), (rows[0], rows[2])):
    p, q = len(a) / n, len(b) / n
    sd = math.sqrt(n * p * q * (1 - p) * (1 - q))
    assert abs(len(a & b) - n * p * q) < 5 * sd, (len(a & b), n * p * q, sd)
END
}
t 'samples of other sizes or waves are not nested' other_sample
# A column that a step does not read leaves its noise as it is.
unrelated_column() {
    python3 - <<'END'
rows = open("one.csv").read().splitlines()
open("more.csv", "w").write("".join(f"{r},{'extra' if i == 0 else i}\n" for i, r in enumerate(rows)))
END
    protect more.csv m.csv "$noise" && python3 - <<'END'
from waves import *
assert column("a.csv", "income") == column("m.csv", "income")
END
}
t 'a column that a step does not read changes nothing' unrelated_column
other_form() {
    "$TACIT" generate survey --rows 5000 --seed 4 --output one.parquet --quiet &&
        protect one.parquet p.csv "$noise" && cmp a.csv p.csv
}
t 'another form of the same data changes nothing' other_form
