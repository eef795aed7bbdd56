#!/bin/sh
# cli_narrow.sh - loading only the columns that the plan touches gives the file that loading all
# gives, and the same figures.
. "$(dirname "$0")/cli_lib.sh"
"$TACIT" key --output key.bin --quiet
for ending in parquet csv sav dta; do
    "$TACIT" generate survey --rows 2000 --seed 2 --output "survey.$ending" --quiet
done
"$TACIT" generate survey --rows 140000 --seed 2 --output large.parquet --quiet
"$TACIT" generate survey --rows 140000 --seed 2 --output large.csv --quiet
measures='[prosecutor, discernibility, moments, {interval_overlap: {columns: [income, savings]}}]'
# protect WAY DATA OUTPUT STEPS K [MEASURES]
protect() {
    cat >plan.yaml <<END
data: $2
roles: {identifier: [person_id, name], key: [age, region, sex], sensitive: health}
hierarchies: {age: {intervals: {widths: [5, 10, 20]}}, region: {frequency: {}}}
require: {k_anonymity: {k: $5}}
measures: ${6:-$measures}
steps: [{reorder: {keep: true}}, ${4#[}
seed: 7316720498541209385
protect: {stream: $1}
output: $3
END
    run protect plan.yaml --json --quiet
}
# same DATA ENDING STEPS [K] [MEASURES] - all loaded, and few columns.
same() {
    protect never "$1" "all.$2" "$3" "${4:-1}" "${5:-}"
    [ "$status" -eq 0 ] || { cat err; return 1; }
    cp out all.json
    protect columns "$1" "few.$2" "$3" "${4:-1}" "${5:-}"
    [ "$status" -eq 0 ] || { cat err; return 1; }
    cp out few.json
    cmp "all.$2" "few.$2" && python3 - "$2" <<'END'
import json, sys
a, b = (json.load(open(name)) for name in ("all.json", "few.json"))
assert len(b["passed"]) >= 5 and "passed" not in a, b.get("passed")
def found(x): # what was measured, by name and parameters
    results = x["requirements"] + x["utility"]
    for side in "before", "after":
        results = results + [{**r, "name": side + r["name"]}
                             for r in x[side]["risks"] + x[side]["models"]]
    return {json.dumps([r["name"], r["parameters"]]): [f["value"] for f in r["figures"]]
            for r in results}
whole, few = found(a), found(b)
assert few and set(few) < set(whole), (sorted(few), sorted(whole))
for name, figures in few.items():
    assert figures == whole[name], (name, figures, whole[name])
def told(x): # steps, but for columns that nobody looked at
    return [{k: v for k, v in s.items() if k != "changed"} for s in x["steps"]]
assert told(a) == told(b)
assert a["protected"]["rows"] == b["protected"]["rows"] and a["data"]["rows"] == b["data"]["rows"]
assert a["data"]["sha256"] == b["data"]["sha256"]
names = [[c["name"] for c in x["protected"]["columns"]] for x in (a, b)]
assert names[0] == names[1] and "name" not in names[0], names
c, d = (json.load(open(f"{name}.{sys.argv[1]}.certificate.json")) for name in ("all", "few"))
for key in "read", "roles", "claims", "basis":
    assert c[key] == d[key], key
assert c["release"]["columns"] == d["release"]["columns"]
hidden = [sorted(w for w in x["warnings"] if "Identifier" in w) for x in (a, b)]
assert hidden[0] == hidden[1], hidden
END
}
groups='[{microaggregate: {columns: [income, spending, savings], k: 5}}]'
for ending in parquet csv sav dta; do
    t "groups, $ending" same "survey.$ending" "$ending" "$groups"
done
ranks='[{rank_swap: {columns: [income, savings], p: 3}}]'
t 'ranks, blocks, Parquet to text' same large.parquet csv "$ranks" 1 '[prosecutor, moments]'
t 'ranks, blocks, text to Parquet' same large.csv parquet "$ranks" 1 '[prosecutor, moments]'
t 'ranks' same survey.parquet parquet "$ranks"
t 'shuffled by named columns' same survey.csv csv '[{shuffle: {columns: income, by: [spending]}}]'
t 'shuffled by all numbers' same survey.parquet csv '[{shuffle: {columns: income}}]'
t 'a copula' same survey.csv parquet '[{copula_shuffle: {columns: [income, savings]}}]'
t 'records swapped' same survey.csv csv '[{record_swap: {columns: [region, municipality]}}]'
t 'values swapped' same survey.csv csv '[{data_swap: {columns: [employment], keep: [sex]}}]'
t 'lists of columns' same survey.csv csv '[{microaggregate: {columns: [income, spending, savings], groups: {a: [income, spending], b: [savings]}}}]'
several='[{drop: [birth_date]}, {recode: {columns: age, width: 10}}, {microaggregate: {columns: [income, savings]}}, {noise: {columns: spending}}, {local_suppress: {k: 3}}, {pseudonymise: {columns: person_id, key: key.bin}}]'
t 'several steps, Parquet' same survey.parquet parquet "$several"
t 'several steps, text' same survey.csv csv "$several"
gone='[{suppress: {columns: age, by: [age, sex], combinations: {a: [73, male], b: [20, female]}, how: remove}}, {rank_swap: {columns: [income, savings]}}, {noise: {columns: spending}}]'
t 'records left out, blocks, Parquet' same large.parquet parquet "$gone" 1 '[prosecutor, moments]'
t 'records left out, text' same survey.csv csv "$gone"
t 'records left out by a search' same survey.csv parquet '[{rank_swap: {columns: income}}, {generalize: {suppression: 0.1, suppressed: remove}}]' 5
t 'every measure of keys' same survey.parquet parquet "$groups" 1 '[risk, utility]'

# by_chance STEP - what leaves out or moves records by chance depends on all columns.
by_chance() {
    protect columns survey.csv no.csv "[$1, {microaggregate: {columns: [income, savings]}}]" 1
    [ "$status" -eq 2 ] && grep -q 'No column can pass by' err && [ ! -e no.csv ]
}
t 'a sample needs all columns' by_chance '{sample: {share: 0.5}}'
t 'so does another order' by_chance '{reorder: {}}'
by_memory() {
    protect auto large.csv loaded.csv "$ranks" 1 '[prosecutor, moments]'
    [ "$status" -eq 0 ] && ! grep -q '"passed"' out || return 1
    cp loaded.csv first.csv
    run protect plan.yaml --json --quiet --memory 120MB
    [ "$status" -eq 0 ] && cmp first.csv loaded.csv && grep -q '"passed"' out &&
        grep -q 'only the columns that the plan touches were loaded' out
}
t 'the memory that is given decides' by_memory
kept_back() {
    protect columns survey.csv no.csv "$groups" 100000
    [ "$status" -eq 3 ] && [ ! -e no.csv ] && [ -z "$(find . -name '.*tacit-*')" ]
}
t 'what is required is judged, and nothing stays' kept_back
blanks() {
    awk 'BEGIN { print "a,b,s"; for (i = 0; i < 500; i++)
        printf "%d,%d,\"x%s\"\n", i % 37, i * 7 % 101, i == 400 ? " " : "" }' >blanks.csv
    printf 'data: blanks.csv\nsteps: [{rank_swap: {columns: [a, b]}}, {reorder: {keep: true}}]\nseed: 7316720498541209385\n' >gate.yaml
    printf 'output: blanks.sav\nprotect: {stream: columns}\n' >>gate.yaml
    refuses 4 "Column 's' has 1 values" protect gate.yaml --quiet
}
t 'what a format does not give back is refused in a column that passes' blanks
left_out() {
    protect columns survey.csv some.csv "$groups" 1 '[moments]'
    [ "$status" -eq 0 ] && grep -q 'look at all columns, which were not loaded: moments' out
}
t 'measures that look at all columns are left out, with a warning' left_out
# A column that passes turns out to be text long after the first records.
late() {
    awk -F, -v OFS=, 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == "spending") at = i }
        NR == 140000 { $at = "much" } { print }' large.csv >late.csv
    same late.csv csv '[{rank_swap: {columns: income}}]' 1 '[prosecutor, moments]'
}
t 'a late surprise in a column that passes' late
verified() {
    ends 0 verify few.parquet
}
t 'a release with columns that passed verifies' verified
