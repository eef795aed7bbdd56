#!/bin/sh
# cli_generalize.sh - generalisation from a plan: found, told, repeated, and as SQL.
. "$(dirname "$0")/cli_lib.sh"
"$TACIT" generate survey --rows 3000 --seed 3 --output survey.csv --quiet
head_of() {
    cat <<END
data: survey.csv
roles: {identifier: [person_id, name], key: [region, age, sex, education], sensitive: health}
hierarchies:
  region: {cluster: {}}
  age: {intervals: {widths: [5, 10, 20]}}
require: {k_anonymity: {k: 5}$1}
measures: []
output: safe.csv
END
}
# figure NAME - the value of a figure that the last step told.
figure() {
    python3 -c 'import json, sys
step = json.load(open("record.json"))["steps"][-1]
print(*[f["value"] for f in step["figures"] if f["name"] == sys.argv[1]])' "$1"
}
{ head_of ''; echo 'steps: [{drop: {columns: [birth_date]}}, {generalize: {suppression: 0.05}}, {reorder: {keep: true}}]'
  echo 'sql: recode.sql'; } >plan.yaml
protect() { "$TACIT" protect "$1" --json --quiet >record.json && keep record.json; }
t 'a generalisation is found and released' protect plan.yaml
t 'it is proven' test "$(figure gap)" = 0
few() { test "$(figure suppressed)" -le 150; }
t 'no more than the limit is suppressed' few
t 'the SQL maps values' grep -q 'LEFT JOIN map_' recode.sql
t 'the SQL lists rare classes' grep -q 'LEFT JOIN list_' recode.sql
cp safe.csv first.csv
python3 -c 'import json
step = json.load(open("record.json"))["steps"][-1]["step"]
step["generalize"]["suppression"] = 0.05
print("steps: [{drop: {columns: [birth_date]}}, %s, {reorder: {keep: true}}]" % json.dumps(step))' >again
{ head_of ''; cat again; } >again.yaml
t 'the step that was told does the same' protect again.yaml
t 'the same bytes' cmp first.csv safe.csv
for way in mondrian relaxed iterative refine; do
    { head_of ''; echo "steps: [{generalize: {suppression: 0.05, recoding: $way}}]"; } >local.yaml
    t "local recoding: $way" protect local.yaml
done
{ head_of ', l_diversity: {l: 3}'; echo 'steps: [{generalize: {suppression: 0.05}}]'; } >l.yaml
t 'several requirements' protect l.yaml
{ head_of ''; echo 'steps: [{generalize: {levels: {age: 9}}}]'; } >level.yaml
{ head_of ''; echo 'steps: [generalize: {profitable: true}]'; } >unpriced.yaml
t 'what pays needs prices' refuses 2 "'profitable' of generalize needs 'prices'" protect unpriced.yaml
t 'a level that is not there' refuses 2 'from 0 to 4' protect level.yaml --quiet
{ head_of ''; echo 'steps: [{generalize: {levels: {age: 0, sex: 0, region: 0, education: 0}, suppression: 0}}]'; } >none.yaml
t 'nothing keeps what is required' refuses 4 'No generalisation' protect none.yaml --quiet
{ head_of '' | sed '/^require/d'; echo 'steps: [{drop: {columns: [birth_date]}}]'; echo 'sql: x.sql'; } >sql.yaml
t 'SQL of a step that drops' protect sql.yaml
{ head_of '' | sed '/^require/d'; echo 'steps: [{noise: {columns: [income]}}]'; echo 'sql: x.sql'; } >sql.yaml
t 'SQL of chance' refuses 2 "'sql' cannot say step 1, 'noise'" protect sql.yaml --quiet
