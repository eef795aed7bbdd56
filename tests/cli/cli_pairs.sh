#!/bin/sh
# cli_pairs.sh - what protect and compare tell of one pair of files is the same.
. "$(dirname "$0")/cli_lib.sh"
"$TACIT" generate survey --rows 2000 --seed 5 --output comma.csv --quiet
sed 's/;/ /g; s/,/;/g' comma.csv >semicolon.csv
sed 's/,male,/,NA,/' comma.csv >na.csv
# pair DATA OUTPUT STEPS - all figures of utility agree, for at least 5 of them.
pair() {
    cat >plan.yaml <<END
data: $1
roles: {identifier: [person_id, name], key: [region, sex, age, marital_status], household: household}
measures: [contingency_tables, distributions, information_loss]
steps: [{reorder: {keep: true}}, ${3#[}
seed: 81985529216486895
output: $2
END
    ends 0 protect plan.yaml --json --force && cp out protect.json &&
        ends 0 compare plan.yaml "$2" --json && cp out compare.json && python3 - <<'END'
import json
def figures(name):
    return {(u["name"], f["name"]): f["value"] for u in json.load(open(name))["utility"]
            for f in u["figures"]}
a, b = figures("protect.json"), figures("compare.json")
assert len(a) >= 5 and a == b, {k: (a.get(k), b.get(k)) for k in a.keys() | b.keys() if a.get(k) != b.get(k)}
END
}
blanks='[{recode: {columns: age, width: 10}}, {local_suppress: {k: 3}}, {pram: {columns: [health, sex]}}]'
labels='[{recode: {columns: education, groups: {"1": [none, primary], "2": [lower secondary, upper secondary], "3": [tertiary]}}}]'
for output in safe.csv safe.tsv safe.parquet; do
    t "commas to $output" pair comma.csv "$output" "$blanks"
    t "semicolons to $output" pair "{path: semicolon.csv, delimiter: ';'}" "$output" "$blanks"
    t "labels like numbers to $output" pair "{path: semicolon.csv, delimiter: ';'}" "$output" "$labels"
    t "NA as a value to $output" pair "{path: na.csv, missing: ['']}" "$output" "$blanks"
done
# A certificate of another file, or a damaged one, says nothing.
other() {
    pair comma.csv safe.csv "$blanks" && echo '{"tacit_certificate": 2, "read": 7}' >safe.csv.certificate.json &&
        ends 0 compare comma.csv safe.csv && rm safe.csv.certificate.json
}
t 'a damaged certificate is passed over' other
