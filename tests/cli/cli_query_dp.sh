#!/bin/sh
# cli_query_dp.sh - questions that are answered with differential privacy, through a ledger.
. "$(dirname "$0")/cli_lib.sh"

cat >policy.yaml <<'END2'
data: people.csv
domains:
  age: {lower: 0, upper: 100, breaks: [18, 65]}
  income: {lower: 0, upper: 5000}
  sex: {values: [f, m]}
  region: {values: [n1, n2, s1]}
query: {dp: {epsilon: 0.1, most: 100}, person: id, ledger: q.ledger, limit: 1}
END2
awk 'BEGIN { print "id,age,income,sex,region"
    for (i = 1; i <= 300; i++)
        printf "p%d,%d,%d,%s,%s\n", i, i % 90, 10 * i, i % 3 ? "f" : "m", i % 5 ? "n1" : "n2" }' >people.csv
results="{x['name']: x for x in r['sections'][0]['results']}"
rows="[t['rows'] for t in $results['answer']['tables']][0]"
figure="{f['name']: f['value'] for f in $results['bill']['figures']}"
cost="{f['name']: f['value'] for f in $results['question']['figures']}"

# Noise at epsilon 100 is 0 but with probability 1e-43.
t 'counts' json 0 "$rows == [['f', 200, 200, 200], ['m', 100, 100, 100]]" \
    query policy.yaml 'SELECT sex, COUNT(*) FROM people GROUP BY sex' --epsilon 100 --limit 1000 --ledger big.ledger
t 'groups that nobody is in are answered too' json 0 "$rows[2] == ['s1', 0, 0, 0]" \
    query policy.yaml 'SELECT region, COUNT(DISTINCT id) FROM people GROUP BY region' --epsilon 100 --limit 1000 --ledger big.ledger
t 'all aggregates' json 0 "len($rows[0]) == 27 and all(x is not None for x in $rows[0])" \
    query policy.yaml 'SELECT COUNT(*), SUM(income), AVG(income), VARIANCE(income), STDDEV(age), MEDIAN(age), QUANTILE(age, 0.9), REGR_SLOPE(income, age), CORR(age, income) FROM people' --epsilon 100 --limit 1000 --ledger big.ledger

# What it costs is known before: the data need not be there.
t 'explained' sh -c 'mkdir -p bare && cp policy.yaml bare && cd bare && "$TACIT" query policy.yaml "SELECT COUNT(*) FROM people" --explain --json >../out'
t 'with cost and noise' python3 -c "
import json
r = json.load(open('out'))
f = $cost
assert f['cost'] == 0.1 and abs(f['error'] - 14.136) < 0.001, f"

# Ten questions at 0.1 within a limit of 1, and the eleventh is refused.
for bound in 18 65; do
    for op in '<' '>='; do
        for sex in f m; do
            t "within the limit: $op $bound $sex" ends 0 query policy.yaml "SELECT COUNT(*) FROM people WHERE age $op $bound AND sex = '$sex'"
        done
    done
done
t 'nine' json 0 "$figure == {'paid': 0.1, 'spent': 0.9, 'left': 0.1}" query policy.yaml 'SELECT sex, COUNT(*), AVG(income) FROM people GROUP BY sex'
cp out one
t 'ten' json 0 "$figure == {'paid': 0.1, 'spent': 1, 'left': 0}" query policy.yaml 'SELECT SUM(income) FROM people'
t 'no more' json 3 "'E_BUDGET' in json.dumps(r) and $figure == {'paid': 0, 'spent': 1, 'left': 0}" query policy.yaml 'SELECT COUNT(*) FROM people'
t 'not even the least' ends 3 query policy.yaml 'SELECT COUNT(*) FROM people' --epsilon 0.000001
t 'the same question is the same answer' json 0 "$figure['paid'] == 0" query policy.yaml 'select avg(income) as a, count(*) as n, sex from people group by 3'
t 'to the last digit' python3 -c "
import json
def numbers(path, at):
    r = json.load(open(path))
    return [row[at:at + 3] for row in $rows]
assert numbers('one', 1) == numbers('out', 3) and numbers('one', 4) == numbers('out', 0)"
t 'from the ledger alone' sh -c 'mv people.csv away.csv && "$TACIT" query policy.yaml "SELECT SUM(income) FROM people" --quiet; status=$?; mv away.csv people.csv; exit $status'
t 'the ledger holds' ends 0 ledger q.ledger

# Another epsilon is another question; the policy's own may be said.
t 'the default' json 0 "$figure['paid'] == 0.1" query policy.yaml 'SELECT COUNT(*) FROM people' --ledger e.ledger
t 'said' json 0 "$figure['paid'] == 0" query policy.yaml 'SELECT COUNT(*) FROM people' --ledger e.ledger --epsilon 0.1
t 'another' json 0 "$figure['paid'] == 0.2" query policy.yaml 'SELECT COUNT(*) FROM people' --ledger e.ledger --epsilon 0.2
t 'an analyst has a limit too' ends 3 query policy.yaml 'SELECT COUNT(*) FROM people WHERE age < 18' --ledger e.ledger --analyst-limit 0.35
t 'another analyst has another' ends 0 query policy.yaml 'SELECT COUNT(*) FROM people WHERE age < 18' --ledger e.ledger --analyst-limit 0.35 --analyst eve
t 'and a period' ends 3 query policy.yaml 'SELECT COUNT(*) FROM people WHERE age >= 18' --ledger e.ledger --period-limit 0.4 --analyst adam

t 'more than a question may spend' refuses 2 'the most that the policy' query policy.yaml 'SELECT COUNT(*) FROM people' --epsilon 2 --how 'dp:{most: 1}'
t 'no extremes' refuses 2 "the mode 'dp' answers" query policy.yaml 'SELECT MAX(age) FROM people'
sed 's/dp: {epsilon: 0.1, most: 100}/sticky: {}, key: none.key/' policy.yaml >sticky.yaml
t 'sticky noise has no epsilon' refuses 2 'spends no epsilon' query sticky.yaml 'SELECT COUNT(*) FROM people' --epsilon 1
sed 's/, ledger: q.ledger, limit: 1//' policy.yaml >open.yaml
t 'nothing without a ledger' refuses 2 "dp needs a 'ledger'" query open.yaml 'SELECT COUNT(*) FROM people' --limit 1
t 'nor without a limit' refuses 2 "dp needs a 'limit'" query open.yaml 'SELECT COUNT(*) FROM people' --ledger new.ledger

# A person with 40 records in 3 groups, and what of them counts.
awk 'BEGIN { print "id,age,income,sex,region"
    for (i = 1; i <= 40; i++) printf "one,%d,%d,f,%s\n", i, 10 * i, i % 3 ? "n1" : i % 2 ? "n2" : "s1" }' >people.csv
count='SELECT region, COUNT(*) FROM people GROUP BY region'
t 'one record of a person' json 0 "sum(w[1] for w in $rows) == 1" query policy.yaml "$count" --epsilon 100 --limit 1000 --ledger c.ledger
t 'as many as the policy says' json 0 "sum(w[1] for w in $rows) == 4 and max(w[1] for w in $rows) == 2" \
    query policy.yaml "$count" --epsilon 100 --limit 1000 --ledger d.ledger --how 'dp:{groups: 2, records: 2, most: 100}'
