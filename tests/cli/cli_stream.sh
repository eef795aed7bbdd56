#!/bin/sh
# cli_stream.sh - data that passes through in blocks gives the file that loading it gives.
. "$(dirname "$0")/cli_lib.sh"
(umask 077 && printf '0123456789abcdef0123456789abcdef' >key.bin)
"$TACIT" generate survey --rows 140000 --seed 2 --output large.parquet --quiet # two blocks
for ending in parquet csv sav dta xpt; do
    "$TACIT" generate survey --rows 3000 --seed 2 --output "survey.$ending" --quiet
done
# protect WAY DATA OUTPUT STEPS K
protect() {
    cat >plan.yaml <<END
data: $2
roles: {identifier: [person_id], key: [age, region, sex], sensitive: health}
hierarchies: {age: {intervals: {widths: [5, 10, 20]}}, region: {frequency: {}}}
require: {k_anonymity: {k: $5}}
measures: [prosecutor, distributions]
steps: [{reorder: {keep: true}}, ${4#[}
seed: 7316720498541209385
protect: {stream: $1}
output: $3
END
    run protect plan.yaml --json --quiet
}
# same DATA ENDING STEPS [K] - loaded and streamed: the same bytes and the same guarantee.
same() {
    protect never "$1" "loaded.$2" "$3" "${4:-1}"
    [ "$status" -eq 0 ] || { cat err; return 1; }
    cp out loaded.json
    protect always "$1" "streamed.$2" "$3" "${4:-1}"
    [ "$status" -eq 0 ] || { cat err; return 1; }
    cp out streamed.json
    cmp "loaded.$2" "streamed.$2" && python3 - <<'END'
import json
a, b = (json.load(open(name)) for name in ("loaded.json", "streamed.json"))
claims = [[f["value"] for r in x["requirements"] for f in r["figures"]] for x in (a, b)]
risks = [[f["value"] for r in x["after"]["risks"] for f in r["figures"]] for x in (a, b)]
assert claims[0] == claims[1] and risks[0] == risks[1], (claims, risks)
def told(x): # what was found by a search, without what compares all records before and after
    return [{k: v for k, v in s.items() if k not in ("changed", "rows_left_out")}
            for s in x["steps"] if "generalize" in s.values()]
assert told(a) == told(b)
assert a["protected"]["rows"] == b["protected"]["rows"]
END
}
maps='[{drop: [name, birth_date]}, {recode: {columns: age, width: 10}}, {recode: {columns: sex, groups: {x: [male]}}}]'
ends='[{top_code: {columns: income, share: 0.01, replace: mean}}, {bottom_code: {columns: spending, share: 0.02}}, {top_code: {columns: savings, share: 0.05, replace: label}}]'
chance='[{round: {columns: income, base: 1000, how: random}}, {noise: {columns: [income, spending], restore: true}}, {top_code: {columns: income, share: 0.01}}]'
names='[{pseudonymise: {columns: person_id, key: key.bin}}, {shift_dates: {columns: birth_date, most: 30, by: household}}]'
posted='[{noise: {columns: income}}, {recode: {columns: sex, groups: {x: [male]}}}, {pram: {columns: [health, sex, household_size, marital_status], missing: true}}, {pram: {columns: region, kind: plain, stay: fixed}}]'
gone='[{round: {columns: income, base: 500, how: random}}, {suppress: {columns: age, by: [age, sex], combinations: {a: [73, male]}, how: remove}}]'
t 'maps, Parquet' same survey.parquet parquet "$maps"
t 'maps, text' same survey.csv csv "$maps"
t 'ends, Parquet' same survey.parquet csv "$ends"
t 'ends, text' same survey.csv parquet "$ends"
t 'chance, Parquet, blocks' same large.parquet parquet "$chance"
t 'chance, text' same survey.csv csv "$chance"
t 'post randomisation, Parquet, blocks' same large.parquet parquet "$posted"
t 'post randomisation, text' same survey.csv csv "$posted"
for ending in sav dta xpt; do
    t "titles of columns, $ending" same "survey.$ending" "$ending" "$maps"
done
t 'names, blocks' same large.parquet csv "$names"
t 'records left out, blocks' same large.parquet parquet "$gone"
t 'a level' same survey.csv parquet '[{recode: {columns: [age, region], level: 1}}]'
for share in 0 0.02 0.1; do
    for how in auto blank remove; do
        few="[{generalize: {suppression: $share, suppressed: $how}}]"
        t "one level for all, $share, $how" same survey.parquet csv "$few" 5
    done
done
t 'one level for all, text' same survey.csv parquet '[{generalize: {suppression: 0.1}}]' 3
before='[{top_code: {columns: age, at: 80}}, {suppress: {columns: age, by: [urban], combinations: {a: [rural]}, how: remove}}, {recode: {columns: sex, groups: {x: [male]}}}, {generalize: {levels: {region: 0}}}, {top_code: {columns: income, share: 0.01}}]'
t 'one level for all after other steps, blocks' same large.parquet csv "$before" 5
by_chance() {
    protect always survey.csv no.csv '[{noise: {columns: age}}, {generalize: {suppression: 0.1}}]' 3
    [ "$status" -eq 2 ] && grep -q "cannot be streamed: 'generalize'" err
}
t 'keys that chance changed cannot be counted' by_chance
on_the_way() {
    protect always survey.csv no.csv '[{noise: {columns: income}}, {suppress: {columns: region, by: [income], combinations: {a: ["0"]}}}, {recode: {columns: region, level: 1}}]' 1
    [ "$status" -eq 2 ] && grep -q "cannot be streamed: 'recode'" err
}
t 'nor what goes by a column that chance changed' on_the_way
in_strata() {
    protect always survey.csv no.csv '[{pram: {columns: health, keep_with: sex}}]' 1
    [ "$status" -eq 2 ] && grep -q "cannot be streamed: 'pram'" err
}
t 'strata need all records' in_strata
# settled WAY - the steps as they were settled, as steps of a plan, give the same file again.
settled() {
    protect "$1" survey.csv first.csv "$decided" 1
    [ "$status" -eq 0 ] && run protect plan.yaml --json --quiet --decisions settled.json
    [ "$status" -eq 0 ] || { cat err; return 1; }
    ! grep -q '"share"\|"level"' settled.json || return 1
    steps=$(python3 -c 'import json; print(json.dumps(json.load(open("settled.json"))["steps"]))')
    protect never survey.csv again.csv "$steps" 1
    [ "$status" -eq 0 ] || { cat err; return 1; }
    cmp first.csv again.csv
}
decided='[{drop: [name]}, {recode: {columns: [age, region], level: 1}}, {top_code: {columns: income, share: 0.01, replace: mean}}, {bottom_code: {columns: spending, share: 0.02}}]'
t 'settled steps give the same again, loaded' settled never
t 'settled steps give the same again, streamed' settled always
kept_back() {
    protect always survey.csv no.csv "$maps" 100000
    [ "$status" -eq 3 ] && [ ! -e no.csv ] && [ ! -e no.csv.certificate.json ]
}
t 'what is required is judged, and nothing stays' kept_back
leaves_nothing() {
    [ -z "$(find . -name '.*tacit-*')" ]
}
t 'no file with a temporary name stays' leaves_nothing
needs_rows() {
    protect always survey.csv no.csv '[{microaggregate: {columns: [income, spending]}}]' 1
    [ "$status" -eq 2 ] && grep -q "cannot be streamed: 'microaggregate'" err
}
t 'what needs all records says so' needs_rows
short_names() {
    protect always survey.csv no.csv '[{pseudonymise: {columns: person_id, key: key.bin, length: 8}}]' 1
    [ "$status" -eq 2 ] && grep -q "cannot be streamed: 'pseudonymise'" err
}
t 'short pseudonyms must all be seen' short_names
by_memory() {
    "$TACIT" generate survey --rows 140000 --seed 2 --output large.csv --quiet
    protect auto large.csv auto.csv "$maps" 1
    ! grep -q 'was streamed' out || return 1
    run protect plan.yaml --json --quiet --memory 350MB
    [ "$status" -eq 0 ] && grep -q 'was streamed' out
}
t 'the memory that is given decides' by_memory
verified() {
    ends 0 verify streamed.parquet
}
t 'a streamed release verifies' verified
