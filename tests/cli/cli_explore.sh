#!/bin/sh
# cli_explore.sh - explore and explain: what a plan could ask for, and why it gets what it gets.
. "$(dirname "$0")/cli_lib.sh"
people 240 >people.csv

# what SUPPRESSION REQUIRE - a plan that generalises.
what() {
    cat <<END
data: people.csv
roles: {identifier: [id, name], key: [age, sex, city, w], sensitive: income}
hierarchies:
  age: {intervals: {widths: [20, 40]}}
  w: {intervals: {widths: [1, 2]}}
require: $2
steps:
  - generalize: {suppression: $1}
output: safe.csv
END
}
what 0 '{k_anonymity: {k: 10}}' >plan.yaml
plan other.csv >none.yaml

t 'explore' prints 'Least loss by k and by the share of records' explore plan.yaml
t 'it names the order of levels' grep -q 'Levels stand in the order of the keys: age (0 to' out
t 'it shows what comes next' grep -q 'The best choices that keep what is required' out
t 'it shows the trade' grep -q 'One level more or less of each key' out
t 'it describes its pictures' grep -q 'Risk against loss: Scatter plot' out
t 'it writes nothing' test ! -e safe.csv
t 'explore --json' json 0 'len(r["exploration"][0]["grid"]) == 3 * 2' \
    explore plan.yaml --k 3,10,3,25 --suppression 0.1,0
same_as_protect='[c for c in r["exploration"][0]["grid"] if c["k"] == 10 and c["suppression"] == 0][0]["levels"] == r["exploration"][1]["levels"]'
t 'the plan is a cell of the grid' json 0 "$same_as_protect" explore plan.yaml
t 'more suppression, less loss' json 0 \
    'all(a["loss"] >= b["loss"] - 1e-12 for a, b in zip(r["exploration"][0]["grid"], r["exploration"][0]["grid"][1:]) if a["k"] == b["k"])' \
    explore plan.yaml
same_levels() {
    "$TACIT" explore plan.yaml --json >a && "$TACIT" protect plan.yaml --json >b && keep a b &&
        keep_certificates && rm safe.csv* && python3 -c '
import json
a = json.load(open("a"))["exploration"][1]["levels"]
b = json.load(open("b"))["steps"][0]["step"]["generalize"]["levels"]
assert a == b, (a, b)
'
}
t 'explore finds what protect does' same_levels
t 'a report' ends 0 explore plan.yaml --report explore.html
t 'with its pictures' grep -q 'Risk against loss' explore.html
t 'the threads do not matter' sh -c '"$TACIT" explore plan.yaml --threads 1 >a &&
    "$TACIT" explore plan.yaml --threads 4 >b && cmp a b'

t 'explain' prints 'Why the keys are generalised' explain plan.yaml
t 'it says why' grep -q "With 'w' at level" out
t 'explain --json' json 0 \
    'all(w["sentence"].endswith(".") and w["at_most"] < w["level"] for w in r["exploration"][0]["why"])' \
    explain plan.yaml
t 'and has something to say' python3 -c \
    'import json; assert len(json.load(open("out"))["exploration"][0]["why"]) > 0'
t 'a report of it' ends 0 explain plan.yaml --report explain.html
t 'with its sentences' grep -q 'Why the keys are generalised' explain.html

what 0 '{k_anonymity: {k: 2}, l_diversity: {l: 2}}' >two.yaml
t 'models besides k' prints 'What the plan asks for' explore two.yaml
t 'are explained too' prints 'At their lowest level' explain two.yaml
what 0 '{k_anonymity: {k: 241}}' >never.yaml
t 'what nothing keeps' prints 'No choice of levels keeps what is required' explore never.yaml
t 'has no reasons' refuses 4 'there is none to explain' explain never.yaml

t 'no step to explore' refuses 2 "it needs a step 'generalize'" explore none.yaml
t 'no step to explain' refuses 2 "it needs a step 'generalize'" explain none.yaml
t 'a k that is none' refuses 2 "A value of k to explore is not a whole number" explore plan.yaml --k 2.5
t 'a k below 1' refuses 2 "'k' of explore must be a number from 1" explore plan.yaml --k 0
t 'a share that is none' refuses 2 "'suppression' of explore must be a number from 0 to 1" \
    explore plan.yaml --suppression 0,2
t 'no plan' refuses 2 "tacit explore needs PLAN" explore
awk 'BEGIN {
    for (r = 0; r < 5; r++) {
        for (i = 1; i <= 22; i++)
            printf (r == 0 ? "%sk%d" : "%s%d"), (i > 1 ? "," : ""), (r == 0 ? i : (r + i) % 3)
        print ""
    }
}' >wide.csv
{
    echo 'data: wide.csv'
    echo "roles: {key: [$(head -n 1 wide.csv)]}"
    echo 'require: {k_anonymity: {k: 2}}'
    echo 'steps: [{generalize: {suppression: 0}}]'
    echo 'output: wide-safe.csv'
} >wide.yaml
t 'too many choices' refuses 2 "bound the levels of some keys with 'levels'" explore wide.yaml

# ---- tables ----
awk 'BEGIN {
    print "id,region,branch,x"
    for (i = 0; i < 400; i++)
        printf "%d,r%d,b%d,%d\n", i, i % 7, i % 97 < 3 ? 5 : i * i % 5, i % 57 == 0 ? 5000 : 10 + i * 37 % 90
}' >firms.csv
# tables OF PROTECTION - a plan of a table by region and branch.
tables() {
    printf '%s\n' 'data: firms.csv' \
        "tables: {firms: {by: [region, branch]$1}}" \
        'rules: {minimum_frequency: {n: 4}, p_percent: {p: 20}}' \
        "protection: $2" 'seed: 1099511627777' 'output: firms-safe.csv'
}
ways='r["sections"][0]["results"][0]["ways"]'
tables '' cell_suppression >tables.yaml
t 'explore of tables' prints 'What risk is left' explore tables.yaml --seconds 1
t 'it writes nothing' test ! -e firms-safe.csv
t 'it says which loses least' grep -q 'Of those that the audit finds safe, this loses least' out
t 'all protections of counts' json 0 \
    "set(w['protection'] for w in $ways) == {None, 'cell_suppression', 'round', 'adjust', 'cell_key'}" \
    explore tables.yaml --seconds 1
t 'nothing protected: all is known' json 0 \
    "$ways[0]['exact'] == $ways[0]['sensitive'] > 0 and $ways[0]['risk'] == 1 and not $ways[0]['safe'] and $ways[0]['loss'] == 0" \
    explore tables.yaml --seconds 1
t 'noise is never called safe' json 0 \
    "all(w['audit'] == 'noise' and not w['safe'] for w in $ways if w['protection'] == 'cell_key')" \
    explore tables.yaml --seconds 1
t 'what is safe has no cell that is known, and intervals as they must be' json 0 \
    "all(w['exact'] == 0 and w['unsafe'] == 0 for w in $ways if w['safe']) and all(w['too_narrow'] == 0 for w in $ways if w['audit'] == 'safe')" \
    explore tables.yaml --seconds 1
t 'a base that is too small is not safe' json 0 \
    "not [w for w in $ways if w['protection'] == 'round' and w['parameters']['base'] == 3][0]['safe']" \
    explore tables.yaml --seconds 1

tables '' '{cell_key: {keys: key}}' | sed '/^rules/d; s/firms.csv/keyed.csv/' >keyed.yaml
awk -F, 'NR == 1 { print $0 ",key"; next } { printf "%s,0.%08d\n", $0, NR * 7919 % 100000000 }' firms.csv >keyed.csv
t 'without rules nothing is called safe' json 0 \
    "set(w['audit'] for w in $ways) == {'no rules', 'noise'} and not any(w['safe'] for w in $ways)" \
    explore keyed.yaml --seconds 1

# agrees PROTECTION - what is said of the plan's own protection is what `tables` does.
agrees() {
    tables '' "$1" >own.yaml
    "$TACIT" explore own.yaml --seconds 1 --json >a || return 1
    "$TACIT" tables own.yaml --json >b
    case $? in 0) released=True ;; 3) released=False ;; *) return 1 ;; esac
    keep a b && keep_certificates && rm -f firms-safe.csv*
    python3 - "$released" <<'END'
import json, sys
a, b = json.load(open("a")), json.load(open("b"))
own = [w for w in a["sections"][0]["results"][0]["ways"] if w["plan"]]
told = {f["name"]: f["value"] for f in b["steps"][-1]["figures"]}
audit = {f["name"]: f["value"] for f in b["requirements"][0]["figures"]}
assert len(own) == 1 and str(own[0]["audit"] != "not safe") == sys.argv[1], own
assert own[0]["secondary"] == told.get("secondary", 0) and own[0]["cost"] == told.get("cost", 0)
assert own[0]["distance"] == told.get("distance", 0), (own, told)
assert own[0]["unsafe"] == audit["unsafe"] and own[0]["sensitive"] == audit["sensitive"]
END
}
t 'the plan is among them: suppression' agrees cell_suppression
t 'the plan is among them: rounding' agrees '{round: {base: 10}}'
t 'the plan is among them: a base that is too small' agrees '{round: {base: 3}}'

tables ', of: x' cell_suppression >sums.yaml
t 'sums' json 0 "any(w['audit'] == 'safe' for w in $ways if w['protection'] == 'round')" \
    explore sums.yaml --seconds 1
t 'sums and a report' ends 0 explore sums.yaml --seconds 1 --report explore.html
t 'the report is confidential' grep -q 'Confidential' explore.html
sed '/^rules/d' tables.yaml >lawless.yaml
t 'tables without rules' refuses 2 "needs 'tables' and 'rules'" explore lawless.yaml

# ---- measures of tables ----
sed 's/^output/measures: [risk, utility]\noutput/' tables.yaml >measured.yaml
names='[x["name"] for x in r["sections"][2]["results"]]'
t 'measures of tables' json 0 \
    "sorted($names) == ['cells_kept', 'face_value', 'feasibility', 'pooled_magnitude', 'secondary_cells', 'table_distance']" \
    tables measured.yaml
t 'they are for the custodian' json 0 'r["sections"][2]["reader"] == "custodian"' \
    tables measured.yaml
sed 's/^output/measures: cells_left\noutput/' tables.yaml >wrong.yaml
t 'no such measure' refuses 2 "unknown measure 'cells_left'; did you mean 'cells_kept'?" \
    tables wrong.yaml
t 'help of a measure' prints 'interval that readers can compute' help feasibility
# A plan for synthetic data: the best plan is one that runs, and keeps what the plan requires.
synth() {
    "$TACIT" generate survey --rows 400 --seed 3 --output crowd.csv >out 2>err || return 1
    cat >synth.yaml <<'END'
data: crowd.csv
roles:
  identifier: [person_id, name]
  household: household
  key: [region, age, sex]
  sensitive: [health]
synth: {cart: {min_bucket: 5}, order: [age, sex]}
require: {membership: {advantage: 0.9}}
seed: 81985529216486895
output: made.csv
END
    ends 0 explore synth.yaml --json --best best.yaml && python3 - <<'END' && ends 0 synth best.yaml && [ -f made.csv ]
import json
r = json.load(open("out"))["sections"][0]["results"][0]
ways = r["ways"]
assert ways[0]["plan"] and ways[0]["done"] and "made.csv" in ways[0]["text"]
done = [w for w in ways if w["done"]]
assert len(done) >= 11, len(done)
best = [w for w in ways if w["best"]]
assert len(best) == 1 and best[0]["text"] == open("best.yaml").read()
assert best[0]["s_pairs"] == min(w["s_pairs"] for w in done if w["holds"])
for w in done:
    beaten = any(o["advantage"] <= w["advantage"] and o["s_pairs"] <= w["s_pairs"] and
                 (o["advantage"], o["s_pairs"]) != (w["advantage"], w["s_pairs"]) for o in done)
    assert w["frontier"] == (not beaten), w["way"]
assert "order: [age, sex]" in open("best.yaml").read() and "explore" not in open("best.yaml").read()
END
}
t 'synthetic data: ways compared, and the best plan runs' synth
t 'no best plan of generalize' refuses 2 "'best' is for plans" explore plan.yaml --quiet --best best2.yaml
