#!/bin/sh
# cli_order.sh - what the order of the records of a release tells.
. "$(dirname "$0")/cli_lib.sh"
# A file sorted by income, which is released with noise far larger than the steps of income.
# The tag is in no order; by it a test, not a reader, knows the records again.
awk 'BEGIN { print "sex,income,note,tag"; for (i = 1; i <= 400; i++)
    printf "%s,%d,n%d,%d\n", i * 7 % 3 ? "f" : "m", 1000 + 5 * i, i * 37 % 11, i * 7919 % 10007 }' >sorted.csv
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
# places FILE MOST - the places of the records go with the ranks of their incomes no more than that.
places() {
    python3 - "$@" <<'END'
import csv, sys
rank = {r["tag"]: i for i, r in enumerate(csv.DictReader(open("sorted.csv")))}
at = [rank[r["tag"]] for r in csv.DictReader(open(sys.argv[1]))]
n, mid = len(at), (len(at) - 1) / 2
r = sum((i - mid) * (x - mid) for i, x in enumerate(at)) / sum((i - mid) ** 2 for i in range(n))
assert sorted(at) == list(range(n)) and abs(r) <= float(sys.argv[2]), r
END
}
# 5 / sqrt(400): beyond it by chance once in a million.
hidden() {
    protect hidden.csv "[$noise]" && grep -q "order of 'income'.* were put into random order" err &&
        grep -q 'Records are in random order' out && places hidden.csv 0.25 &&
        grep -q 'reorder: {}' hidden.csv.certificate.json
}
t 'a file sorted by what is masked is put into random order' hidden
warned() {
    protect kept.csv "[$noise, {reorder: {keep: true}}]" && grep -q "in the order of 'income'" err &&
        grep -q 'Records are in the order of the original file' out && ! places kept.csv 0.99 &&
        grep -q 'reorder: {keep: true}' kept.csv.certificate.json
}
t 'unless the plan keeps it, which is warned of' warned
# No step is random, and yet two runs differ: a seed was drawn, and is told to the custodian alone.
drawn() {
    sed -i '/^seed/d' plan.yaml && sed -i 's/^steps.*/steps: [{drop: income}]/' plan.yaml &&
        ends 0 protect plan.yaml --force --json && cp kept.csv once.csv &&
        seed=$(python3 -c 'import json; print(json.load(open("out"))["secret"]["seed"])') &&
        ends 0 protect plan.yaml --force --json && ! cmp -s once.csv kept.csv &&
        ends 0 protect plan.yaml --force --json --seed "$seed" && cmp once.csv kept.csv &&
        ! grep -q "$seed" kept.csv.certificate.json
}
t 'a seed is drawn for it' drawn
# Records that are left out before do not get in the way.
fewer() {
    protect hidden.csv "[{sample: {share: 0.5}}, $noise]" && grep -q 'put into random order' err &&
        python3 - <<'END'
import csv
tags = {r["tag"]: r for r in csv.DictReader(open("sorted.csv"))}
rows = list(csv.DictReader(open("hidden.csv")))
assert 100 < len(rows) < 300 and all(tags[r["tag"]]["note"] == r["note"] for r in rows)
END
}
t 'also of a sample' fewer
untouched() {
    protect hidden.csv '[{drop: note}]' && ! grep -q 'order of' err && cut -d, -f1,2,4 sorted.csv |
        cmp - hidden.csv
}
t 'an order that the release shows stays' untouched
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
    protect kept.csv '[{round: {columns: income, base: 100}}, {reorder: {keep: true}}]' && cp out kept.json &&
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
    [ "$status" -eq 2 ] && grep -q "cannot be streamed: 'reorder'" err &&
        sed -i 's/reorder: {}/reorder: {keep: true}/' plan.yaml && ends 0 protect plan.yaml --stream always --force
}
t 'it needs all records, unless it keeps them' streamed
# Files in different orders are not compared row by row in silence.
compared() {
    protect moved.csv '[{drop: note}, {reorder: {}}]' && ends 0 compare sorted.csv moved.csv --json &&
        grep -q 'moved.csv is in random order' err &&
        ends 0 compare sorted.csv moved.csv --by tag --json && ! grep -q 'random order' err &&
        protect kept.csv '[{drop: note}, {reorder: {keep: true}}]' &&
        ends 0 compare sorted.csv kept.csv --json && ! grep -q 'random order' err
}
t 'compare knows it from the certificate' compared
# What streams and what is loaded do not differ in it.
large() {
    protect hidden.csv "[$noise]" && run protect plan.yaml --stream always --force && [ "$status" -eq 2 ] &&
        grep -q "because their order tells" err && run protect plan.yaml --stream columns --force &&
        [ "$status" -eq 2 ] && grep -q 'moves the records' err
}
t 'records that are not loaded are looked at, too' large
