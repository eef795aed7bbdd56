#!/bin/sh
# cli_query_modes.sh - modes that keep something between questions: restriction and camouflage.
. "$(dirname "$0")/cli_lib.sh"

cat >policy.yaml <<'EOF'
data: people.csv
domains:
  age: {lower: 0, upper: 100, breaks: [18, 65]}
  income: {lower: 0, upper: 5000, breaks: [100, 300]}
  sex: {values: [f, m]}
  ill: {values: [yes, no]}
  team: {values: [a, b, c, d, e, f, g, h, i, j]}
query: {restrict: {k: 3, sums: [income], counted: [ill]}, person: id, ledger: q.ledger}
EOF
# 60 persons; income 10, 20, ..., 600; 40 are f and 20 are m; 12 are ill; 6 in each team.
awk 'BEGIN { print "id,age,income,sex,ill,team,name"
    for (i = 1; i <= 60; i++)
        printf "p%d,%d,%d,%s,%s,%c,Xanthippe77\n", i, i % 90, 10 * i, i % 3 ? "f" : "m",
            i % 5 ? "no" : "yes", 97 + i % 10 }' >people.csv
rows="[t['rows'] for x in r['sections'][0]['results'] if x['name'] == 'answer' for t in x['tables']][0]"
digest="[t['rows'][0][1] for x in r['sections'][-1]['results'] for t in x['tables'] if t['name'] == 'state'][0]"

# ---- restrict; every question is another process, which judges the log anew ----
t 'exact answers' json 0 "$rows == [['f', 40, 12000], ['m', 20, 6300]]" \
    query policy.yaml 'SELECT sex, COUNT(*), SUM(income) FROM people GROUP BY sex'
t 'what follows from them' json 0 "$rows == [[18300]]" query policy.yaml 'SELECT SUM(income) FROM people'
t 'too few persons' json 3 "$rows == [['E_SIZE', 'it is about too few persons, or about all but too few']]" \
    query policy.yaml "SELECT SUM(income) FROM people WHERE team = 'a' AND sex = 'm'"
t 'a team' json 0 "$rows == [[2100]]" query policy.yaml "SELECT SUM(income) FROM people WHERE team = 'a'"
t 'a difference of two persons' json 3 "$rows[0][0] == 'E_AUDIT'" query policy.yaml "SELECT SUM(income) FROM people WHERE team = 'a' AND sex = 'f'"
t 'as a mean' json 3 "$rows[0][0] == 'E_AUDIT'" query policy.yaml "SELECT AVG(income) FROM people WHERE team = 'a' AND sex = 'f'"
t 'counts of a confidential column' json 0 "$rows == [['yes', 12], ['no', 48]]" query policy.yaml 'SELECT ill, COUNT(*) FROM people GROUP BY ill'
t 'a refusal says nothing of the data' sh -c '! grep -q Xanthippe77 out'
t 'a condition with a sum' refuses 2 'only COUNT(*) is told' query policy.yaml "SELECT SUM(income) FROM people WHERE ill = 'yes'"
t 'a confidential number as a condition' refuses 2 "lists it under 'sums'" query policy.yaml 'SELECT COUNT(*) FROM people WHERE income < 100'
t 'the largest of a column of sums' refuses 2 'MAX of it is not told' query policy.yaml 'SELECT MAX(income) FROM people'

t 'measures' json 0 "any(f['name'] == 'answered' and f['value'] == 4 for x in r['sections'][0]['results'] for f in x['figures'])" query policy.yaml --measures
run query policy.yaml --measures --json && cp out one
run query policy.yaml --measures --json && cp out two
t 'a restart comes to the same state' python3 -c "
import json
r = json.load(open('one')); a = $digest
r = json.load(open('two')); b = $digest
assert a == b and len(a) == 64, (a, b)"
cp q.ledger other.ledger && cp q.ledger.anchor other.ledger.anchor
run query policy.yaml 'SELECT team, AVG(income) FROM people GROUP BY team' --json
run query policy.yaml --measures --json && cp out two
t 'another question to another one' python3 -c "
import json
r = json.load(open('one')); a = $digest
r = json.load(open('two')); b = $digest
assert a != b"
# Eight processes ask for all pairs of teams at the same time: what they were told together is what
# one process would have been told, and no two persons' difference is among it.
for i in 1 2 3 4 5 6 7 8; do
    (for team in a b c d; do
        "$TACIT" query policy.yaml "SELECT SUM(income) FROM people WHERE team IN ('$team', 'j') AND age < 65" >/dev/null 2>&1
        "$TACIT" query policy.yaml "SELECT SUM(income) FROM people WHERE team IN ('$team', 'j')" >/dev/null 2>&1
    done) &
done
wait
run query policy.yaml --measures --json && cp out one
t 'processes at the same time leave one state' json 0 "$digest == json.load(open('one'))['sections'][-1]['results'][0]['tables'][1]['rows'][0][1]" query policy.yaml --measures
t 'in which no answers isolate fewer than k' json 0 "all(w[2] == 0 or w[4] >= 3 for x in r['sections'][-1]['results'] for t in x['tables'] if t['name'] == 'audit' for w in t['rows'])" query policy.yaml --measures

sed 's/^p7,7,70,/p7,7,71,/' people.csv >changed.csv
sed 's/^data: people/data: changed/; s/query: {/query: {name: people, /' policy.yaml >changed.yaml
t 'other data under the name' refuses 4 "another 'name'" query changed.yaml "SELECT SUM(income) FROM people WHERE age < 65"
sed 's/k: 3/k: 7/' policy.yaml >stricter.yaml
t 'a policy that would not have answered' refuses 4 'by another policy' query stricter.yaml "SELECT SUM(income) FROM people WHERE age < 65"
sed 's/breaks: \[18, 65\]/breaks: [20, 65]/' policy.yaml >bins.yaml
t 'other bins' refuses 4 'other declarations' query bins.yaml "SELECT SUM(income) FROM people WHERE age < 65"
sed 's/, ledger: q.ledger//' policy.yaml >bare.yaml
t 'no restriction without a memory' refuses 2 "restrict needs a 'ledger'" query bare.yaml 'SELECT COUNT(*) FROM people'
sed 's/sums: \[income\], counted: \[ill\]/sums: [sex]/' policy.yaml >wrong.yaml
t 'a policy with a mistake' refuses 2 "wrong.yaml:8:9" query wrong.yaml 'SELECT COUNT(*) FROM people'

# ---- camouflage ----
sed 's/^query:.*/query: {camouflage: {polytope: hidden.polytope, confidential: [income], width: 0.02}, person: id}/' policy.yaml >hide.yaml
inside() { # inside TRUTH SQL - the answer is an interval that holds the truth, and its middle.
    json 0 "$rows[0][1] <= $1 <= $rows[0][2] and $rows[0][1] < $rows[0][2] and abs($rows[0][0] - ($rows[0][1] + $rows[0][2]) / 2) <= 0.5" query hide.yaml "$2"
}
t 'sums' inside 18300 'SELECT SUM(income) FROM people'
cp out one
t 'the polytope is its owner'"'"'s alone' sh -c 'test "$(stat -c %a hidden.polytope)" = 600'
t 'the same answer again' sh -c '"$TACIT" query hide.yaml "SELECT SUM(income) FROM people" --json >two; python3 -c "
import json
a, b = (json.load(open(f))[\"sections\"][0][\"results\"][0] for f in (\"one\", \"two\"))
assert a == b"'
t 'means' inside 305 'SELECT AVG(income) FROM people'
t 'medians' inside 305 'SELECT MEDIAN(income) FROM people'
t 'two persons' inside 240 "SELECT SUM(income) FROM people WHERE team = 'h' AND age < 18 AND sex = 'f' AND ill = 'no'"
t 'counts under a confidential threshold' inside 9 'SELECT COUNT(*) FROM people WHERE income < 100'
t 'public columns are exact' json 0 "$rows == [[60]]" query hide.yaml 'SELECT COUNT(*) FROM people'
t 'a slope on a confidential column' refuses 2 'a public column' query hide.yaml 'SELECT REGR_SLOPE(age, income) FROM people'
t 'widths for the custodian' json 0 "[w for x in r['sections'][0]['results'] for t in x['tables'] if t['name'] == 'widths' for w in t['rows']][0][3] >= 100" query hide.yaml --measures
sed 's/data: people/data: changed/; s/query: {/query: {name: people, /' hide.yaml >changed.yaml
t 'a polytope for other data' refuses 4 'drawn for other data' query changed.yaml 'SELECT SUM(income) FROM people'
sed 's/width: 0.02/width: 0.02, insiders: 3, vertices: 4/' hide.yaml >few.yaml
t 'K = t + 1 vertices' refuses 2 'fewer than 5 vertices' query few.yaml 'SELECT SUM(income) FROM people'
chmod 644 hidden.polytope
t 'a polytope that others can read' refuses 4 'by others' query hide.yaml 'SELECT SUM(income) FROM people'
