#!/bin/sh
# cli_query.sh - questions in SQL, answered as a policy says.
. "$(dirname "$0")/cli_lib.sh"

cat >policy.yaml <<'END'
data: people.csv
domains:
  age: {lower: 0, upper: 100, breaks: [18, 65]}
  income: {lower: 0, upper: 5000}
  sex: {values: [f, m]}
  region: {values: [n1, n2, s1]}
hierarchies:
  region: {tree: {branches: {north: [n1, n2], south: [s1]}}}
query: {sticky: {threshold: 3, spread: 0}, person: id, key: policy.key}
END
awk 'BEGIN { print "id,age,income,sex,region,name"
    for (i = 1; i <= 300; i++)
        printf "p%d,%d,%d,%s,%s,Xanthippe77\n", i, i % 90, 10 * i, i % 3 ? "f" : "m", i % 5 ? "n1" : "n2" }' >people.csv
ends 0 key --output policy.key
ask() { run query policy.yaml "$@" --json; }
rows="[t['rows'] for x in r['sections'][0]['results'] if x['name'] == 'answer' for t in x['tables']][0]"

# 200 are f and 100 are m; each of two layers of noise is at most 5.
t 'counts by groups' json 0 "[w[0] for w in $rows] == ['f', 'm'] and abs($rows[0][1] - 200) <= 10 and abs($rows[1][1] - 100) <= 10 and $rows[0][2] <= 200 <= $rows[0][3]" \
    query policy.yaml 'SELECT sex, COUNT(*) FROM people GROUP BY sex'
t 'groups that nobody is in are there, and are not told' json 0 "[w[:2] for w in $rows] == [['north', $rows[0][1]], ['south', None]] and abs($rows[0][1] - 300) <= 10" \
    query policy.yaml 'SELECT level(region, 1), COUNT(DISTINCT id) AS n FROM people GROUP BY 1'
t 'for people' prints 'at least' query policy.yaml 'SELECT COUNT(*) FROM people'
ask 'SELECT COUNT(*) FROM people WHERE age >= 18 AND sex = '"'f'" && cp out one
ask 'select count ( * ) from PEOPLE where "sex" in ('"'f', 'f'"') and age between 18 and 200' && cp out two
t 'one question, one answer' cmp one two

t 'explained without key or data' sh -c 'mkdir -p bare && cp policy.yaml bare && cd bare && "$TACIT" query policy.yaml "SELECT COUNT(*) FROM people" --explain | grep -q "count of"'
t 'no key' refuses 5 'make one with: tacit key' query policy.yaml 'SELECT COUNT(*) FROM people' --key none.key
t 'a bound within a bin' refuses 2 'the nearest are 18 and 65' query policy.yaml 'SELECT COUNT(*) FROM people WHERE age > 20'
t 'a column that is not declared' refuses 2 "line 1, column 35: there is no column 'name'" query policy.yaml "SELECT COUNT(*) FROM people WHERE name = 'x'"
t 'a value that is not declared' refuses 2 'no declared value' query policy.yaml "SELECT COUNT(*) FROM people WHERE region = 'w9'"
t 'an aggregate that the mode does not answer' refuses 2 "the mode 'sticky' answers" query policy.yaml 'SELECT MAX(age) FROM people'
t 'two statements' refuses 2 'several statements' query policy.yaml 'SELECT COUNT(*) FROM people; DROP TABLE people'
t 'a refusal as data' json 2 "r['problems'][0]['code'] == 'unknown_name' and r['problems'][0]['column'] == 8" \
    query policy.yaml 'SELECT CONT(*) FROM people'

# Through a ledger: 2 cells of 3 are spent by the first question, none by the same one again.
figure="{f['name']: f['value'] for x in r['sections'][0]['results'] if x['name'] == 'bill' for f in x['figures']}"
sed 's/^query: {/query: {ledger: q.ledger, limit: 3, /' policy.yaml >kept.yaml
t 'an answer is paid for' json 0 "$figure == {'paid': 2, 'spent': 2, 'left': 1}" query kept.yaml 'SELECT sex, COUNT(*) FROM people GROUP BY sex'
cp out one
t 'once' json 0 "$figure == {'paid': 0, 'spent': 2, 'left': 1}" query kept.yaml 'select count(*) as n, sex from people group by 2'
t 'whatever becomes of the data' sh -c 'mv people.csv away.csv && "$TACIT" query kept.yaml "SELECT sex, COUNT(*) FROM people GROUP BY sex" --json >two; status=$?; mv away.csv people.csv; exit $status'
t 'by the same answer' python3 -c "
import json
r = json.load(open('one')); a = $rows
r = json.load(open('two')); b = $rows
assert a == b, (a, b)"
t 'what is beyond the limit is refused' json 3 "'E_BUDGET' in json.dumps(r) and $figure == {'paid': 0, 'spent': 2, 'left': 1}" query kept.yaml 'SELECT region, COUNT(*) FROM people GROUP BY region'
t 'and told why' sh -c '"$TACIT" query kept.yaml "SELECT region, COUNT(*) FROM people GROUP BY region" | grep -q "the limit leaves less"'
t 'within it answered' json 0 "$figure == {'paid': 1, 'spent': 3, 'left': 0}" query kept.yaml 'SELECT COUNT(*) FROM people'
t 'the ledger holds' ends 0 ledger q.ledger
t 'a limit without a ledger' refuses 2 "a 'limit' needs a 'ledger'" query policy.yaml 'SELECT COUNT(*) FROM people' --limit 5
: >q.ledger.anchor
t 'a ledger that was tampered with answers nothing' ends 4 query kept.yaml 'SELECT COUNT(*) FROM people'

cat >wrong.yaml <<'END'
data: people.csv
domains:
  age: {lower: 0}
  sex: {}
  income: {lower: 0, upper: 10, values: [a]}
query: {key: policy.key}
END
t 'all mistakes of a policy' ends 2 query wrong.yaml 'SELECT 1'
t 'at once' sh -c 'test "$(grep -c "^tacit: wrong.yaml\|^wrong.yaml\|wrong.yaml:" err)" -eq 4 || { cat err; exit 1; }'

sed 's/^query:.*/steps: [{noise: {columns: income, scale: 0.5}}]\nquery: {input: {}, key: policy.key}/' policy.yaml >copy.yaml
ask2() { run query copy.yaml 'SELECT sex, COUNT(*), MAX(income), MEDIAN(age) FROM people GROUP BY sex' --json; }
ask2 && cp out one && ask2
t 'the same copy for every question' cmp one out
t 'of which the masked column alone differs' json 0 "$rows[0][1] == 200 and $rows[1][1] == 100 and $rows[0][2] not in (3000, 2990)" \
    query copy.yaml 'SELECT sex, COUNT(*), MAX(income) FROM people GROUP BY sex'
sed '/^steps/d' copy.yaml >bare.yaml
t 'no copy without steps' refuses 2 'would be the data itself' query bare.yaml 'SELECT COUNT(*) FROM people'
