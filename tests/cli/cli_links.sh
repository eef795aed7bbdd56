#!/bin/sh
# cli_links.sh - ids that link records do not leave as they stand in the original.
. "$(dirname "$0")/cli_lib.sh"
# Ids of 300 households and 20 schools in no order; every household number is above 40 000.
awk 'BEGIN { print "hid,school,age,sex"; for (i = 0; i < 900; i++)
    printf "%d,S%d,%d,%s\n", 40000 + (i * 127 % 300) * 131, i * 11 % 20, 20 + i % 5, i % 2 ? "f" : "m" }' >people.csv
# protect OUTPUT ROLES STEPS [OPTION ...]
protect() {
    cat >plan.yaml <<END
data: people.csv
roles: {key: [age, sex], $2}
require: {k_anonymity: {k: 3}}
measures: [distributions]
steps: $3
seed: 81985529216486895
output: $1
report: report.html
END
    shift 3
    ends 0 protect plan.yaml --force --json "$@"
}
# links BEFORE AFTER COLUMN - the column links the same records, by the numbers 1 ... m, and of 300
# ids at most 9 meet their own rank (1 is expected; more than 9 has a chance below 1e-6).
links() {
    python3 - "$@" <<'END'
import csv, sys
before, after = ([r[sys.argv[3]] for r in csv.DictReader(open(n))] for n in sys.argv[1:3])
pairs = set(zip(before, after))
assert len(pairs) == len(set(before)) == len(set(after)), "not one to one"
numbers = sorted(int(x) for x in set(after))
assert numbers == list(range(1, len(numbers) + 1)), "not 1 to m"
ranks = {x: i + 1 for i, x in enumerate(sorted(set(before)))}
assert sum(ranks[a] == int(b) for a, b in pairs) <= 9, "the order is the old one"
END
}
default() { protect safe.csv 'household: hid' '[]' && links people.csv safe.csv hid; }
t 'household numbers are renumbered by default' default
# No public file has an id of the original, and the public plan has the step.
public() {
    ! grep -qE '\b(4|5|6|7)[0-9]{4}\b' safe.csv &&
        grep -q 'renumber: {columns: \[hid\]}' safe.csv.certificate.json &&
        grep -q 'renumber' report.html && ends 0 verify safe.csv
}
t 'the public plan says so, and it verifies' public
cluster() {
    protect safe.csv 'household: hid, cluster: school' '[]' &&
        links people.csv safe.csv hid && links people.csv safe.csv school
}
t 'so are ids of clusters, also texts' cluster
# ways STEPS CONDITION - with these steps the condition on the column hid of the release holds.
ways() {
    protect safe.csv 'household: hid' "$1" && python3 - "$2" <<'END'
import csv, json, sys
rows = list(csv.DictReader(open("safe.csv")))
hid = [r.get("hid") for r in rows]
plan = json.load(open("safe.csv.certificate.json"))["plan"]
assert eval(sys.argv[1]), (hid[:5], plan)
END
}
t 'keep leaves them, in public' ways '[{renumber: {columns: hid, keep: true}}]' \
    'hid[1] == "56637" and "keep: true" in plan'
t 'a dropped column is not there' ways '[{drop: hid}]' 'hid[0] is None and "renumber" not in plan'
"$TACIT" key --output secret.key --quiet
t 'pseudonyms stay' ways '[{pseudonymise: {columns: hid, key: secret.key}}]' \
    'len(hid[0]) == 20 and "renumber" not in plan'
t 'reorder names them and does not change them' ways '[{reorder: {columns: hid}}]' \
    'set(map(int, hid)) == set(range(1, 301)) and "renumber" in plan'
t 'blanks stay blank' ways '[{suppress: {columns: hid, combinations: {a: ["56637"]}}}]' \
    'hid.count("") == 3 and max(int(x) for x in hid if x) == 299'
map() {
    protect safe.csv 'household: hid' '[{renumber: {columns: hid, map: map.csv}}]' && python3 - <<'END'
import csv, json
number = {r["original"]: r["released"] for r in csv.DictReader(open("map.csv"))}
a, b = ([r["hid"] for r in csv.DictReader(open(n))] for n in ("people.csv", "safe.csv"))
assert [number[x] for x in a] == b
out = {o["path"]: o["reader"] for o in json.load(open("out"))["outputs"]}
assert out["map.csv"] == "custodian" and out["safe.csv"] == "public"
assert "map.csv" not in open("safe.csv.certificate.json").read() + open("report.html").read()
END
}
t 'the custodian can have the map, nobody else' map
# Another wave under the same seed: of the numbers of equal ids no more agree than by chance.
waves() {
    protect safe.csv 'household: hid' '[]' && cp safe.csv first.csv && cp people.csv kept.csv &&
        sed '2s/,20,/,21,/' kept.csv >people.csv && protect safe.csv 'household: hid' '[]'
    worked=$?
    cp kept.csv people.csv
    [ "$worked" -eq 0 ] && python3 - <<'END'
import csv
a, b = (dict(zip((r["hid"] for r in csv.DictReader(open("kept.csv"))),
                 (r["hid"] for r in csv.DictReader(open(n))))) for n in ("first.csv", "safe.csv"))
assert sum(a[x] == b[x] for x in a) <= 9
END
}
t 'two waves under one seed share no numbers' waves
# settled FILE STREAM - the decisions, run as a plan, give the same file.
settled() {
    protect first.csv 'household: hid, cluster: school' '[]' --decisions d.json &&
        protect second.csv 'household: hid, cluster: school' \
            "$(python3 -c 'import json; print(json.dumps(json.load(open("d.json"))["steps"]))')" &&
        cmp first.csv second.csv && ! grep -q '"order": \[' second.csv.certificate.json &&
        grep -q 'order: withheld' second.csv.certificate.json
}
t 'settled steps give the same numbers, and tell nobody' settled
streamed() {
    protect loaded.csv 'household: hid, cluster: school' '[]' &&
        protect streamed.csv 'household: hid, cluster: school' '[]' --stream always &&
        cmp loaded.csv streamed.csv
}
t 'streams give the same numbers' streamed
# What is measured of two files does not take new numbers for a loss.
harmless() {
    protect safe.csv 'household: hid, cluster: school' '[]' && python3 - <<'END'
import json
figures = [f for u in json.load(open("out"))["utility"] for f in u["figures"]]
assert figures and all(f["value"] == 0 for f in figures if f["name"] == "mean_distance"), figures
END
}
t 'new numbers are no loss' harmless
sorted_by() {
    sort -t, -k1,1n people.csv >sorted.csv && sed -i 's/people.csv/sorted.csv/' plan.yaml &&
        ends 0 protect plan.yaml --force && grep -q "in the order of 'hid'" err
}
t 'a file in the order of the ids is warned of' sorted_by
# Who does not know the role is told of it.
suggested() {
    sed '1s/.*/unit_nr,psu,age,sex/' people.csv >units.csv &&
        ends 0 init units.csv --output start.yaml --force &&
        [ "$(sed -n '/^  cluster:/,$p' start.yaml | grep -cE '^    - (unit_nr|psu) ')" -eq 2 ] &&
        ends 0 measure units.csv --key age --cluster psu,unit_nr
}
t 'they are suggested, and named by an option' suggested
