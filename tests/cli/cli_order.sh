#!/bin/sh
# cli_order.sh - what the order of the records of a release tells.
. "$(dirname "$0")/cli_lib.sh"
# A file sorted by income, which is released with noise far larger than the steps of income.
awk 'BEGIN { print "sex,income,note"; for (i = 1; i <= 400; i++)
    printf "%s,%d,n%d\n", i * 7 % 3 ? "f" : "m", 1000 + 5 * i, i * 37 % 11 }' >sorted.csv
# protect OUTPUT STEPS - the record is in out.
protect() {
    cat >plan.yaml <<END
data: sorted.csv
roles: {key: [sex]}
measures: [utility]
steps: $2
seed: 81985529216486895
output: $1
END
    ends 0 protect plan.yaml --json
}
noise='{noise: {columns: income, scale: 2}}'
warned() {
    protect kept.csv "[$noise]" && grep -q "in the order of 'income'" err &&
        grep -q 'Records are in the order of the original file' out
}
t 'a file sorted by what is masked is warned of' warned
quiet() {
    protect moved.csv "[$noise, {reorder: {}}]" && ! grep -q 'order of' err &&
        ! grep -q 'order of the original' out
}
t 'reorder silences it' quiet
# The notes with the sexes are as before, at other places: the correlation of places is chance.
scattered() {
    protect plain.csv '[{drop: note}, {reorder: {}}]' && python3 - <<'END'
import csv, math
x = [float(r["income"]) for r in csv.DictReader(open("plain.csv"))]
n = len(x)
assert sorted(x) == [1000 + 5.0 * i for i in range(1, n + 1)]
rank = [(v - 1000) / 5 - (n + 1) / 2 for v in x]
place = [i - (n - 1) / 2 for i in range(n)]
r = sum(a * b for a, b in zip(rank, place)) / math.sqrt(
    sum(a * a for a in rank) * sum(b * b for b in place))
assert abs(r) < 5 / math.sqrt(n), r
END
}
t 'places tell no ranks after it' scattered
# What is measured on pairs of records is what it is without the step.
paired() {
    protect kept.csv '[{round: {columns: income, base: 100}}]' && cp out kept.json &&
        protect moved.csv '[{round: {columns: income, base: 100}}, {reorder: {}}]' && python3 - <<'END'
import json
def losses(path):
    return {(u["name"], f["name"]): f["value"] for u in json.load(open(path))["utility"]
            for f in u["figures"]}
a, b = losses("kept.json"), losses("out")
assert a.keys() == b.keys() and ("information_loss", "il1s") in a or len(a) > 5, a
for key in a:
    x, y = a[key], b[key]
    assert x == y or abs(x - y) <= 1e-9 * max(abs(x), abs(y)), (key, x, y)
END
}
t 'pairs of records are still measured as pairs' paired
streamed() {
    protect moved.csv '[{reorder: {}}]' || return 1
    run protect plan.yaml --stream always
    [ "$status" -eq 2 ] && grep -q "cannot be streamed: 'reorder'" err
}
t 'it needs all records' streamed
