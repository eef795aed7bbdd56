#!/bin/sh
# cli_questions.sh - dates, public tables and levels of numbers in questions.
. "$(dirname "$0")/cli_lib.sh"

# 480 persons: 20 in each month of two years, 120 in each of four regions; ages 0 to 79.
awk 'BEGIN { print "admitted,seen,region,age,income"
    for (i = 0; i < 480; i++) {
        day = sprintf("%04d-%02d-%02d", 2020 + int(i / 240), 1 + int(i / 20) % 12, 1 + i % 20)
        printf "%s,%s 0%d:30:00,%s,%d,%d\n", day, day, i % 10, substr("n1n2s1s2", 1 + 2 * (i % 4), 2), i % 80, i
    } }' >people.csv
cat >regions.csv <<'END2'
region,climate,height
s1,wet,5
n1,wet,100.5
n2,dry,20
x9,cold,3000
END2
printf 'code,part\nn1,north\nn2,north\ns1,south\ns2,south\n' >parts.csv
cat >policy.yaml <<'END2'
data: people.csv
domains:
  admitted: {from: 2020-03-15, to: 2021-12-31, by: month}
  seen: {from: 2020-01-01, to: 2021-12-31, by: quarter}
  region: {values: [n1, n2, s1, s2]}
  age: {lower: 0, upper: 79, breaks: [10, 20, 30, 40, 50, 60, 70]}
  income: {lower: 0, upper: 1000}
hierarchies:
  age: {intervals: {widths: [20, 40]}}
  region: {tree: {branches: {up: [n1, n2], down: [s1, s2]}}}
public:
  regions: {data: regions.csv, key: region}
  parts: {data: parts.csv, key: code, column: region}
steps: [{noise: {columns: income, scale: 0.5}}]
query: {input: {}, key: policy.key}
END2
ends 0 key --output policy.key
rows="[t['rows'] for x in r['sections'][0]['results'] if x['name'] == 'answer' for t in x['tables']][0]"
form="dict([w for x in r['sections'][0]['results'] if x['name'] == 'question' for t in x['tables'] for w in t['rows']])"
q() { name=$1 want=$2; shift 2; t "$name" json 0 "$want" query policy.yaml "$@"; }

# Earlier dates count as the first day: March has 60.
q 'months' "len($rows) == 22 and $rows[0] == ['2020-03', 60] and $rows[1] == ['2020-04', 20] and $rows[-1] == ['2021-12', 20]" \
    "SELECT date_trunc('month', admitted), COUNT(*) FROM people GROUP BY 1"
q 'years' "$rows == [['2021', 240], ['2020', 240]]" \
    'SELECT EXTRACT(year FROM admitted) AS y, COUNT(*) FROM people GROUP BY y ORDER BY y DESC'
q 'between days' "$rows == [[40]]" "SELECT COUNT(*) FROM people WHERE admitted BETWEEN DATE '2021-02-01' AND '2021-03-31'"
q 'times of a day are that day' "$rows == [['2021-Q1', 60], ['2021-Q2', 60]]" \
    "SELECT date_trunc('quarter', seen), COUNT(*) FROM people WHERE seen >= '2021-01-01' AND seen < '2021-07-01' GROUP BY 1"
t 'within a month' refuses 2 "the nearest are DATE '2021-02-01' and DATE '2021-03-01'" query policy.yaml "SELECT COUNT(*) FROM people WHERE admitted > '2021-02-03'"
t 'shorter than what is declared' refuses 2 "date_trunc can give of it: 'quarter', 'year'" query policy.yaml "SELECT COUNT(*) FROM people GROUP BY date_trunc('month', seen)"
sed '/^public/,/^  parts/d; s/^steps.*/output: people.parquet/; /^query/d; /^hier/,/^  region/d' policy.yaml >write.yaml
ends 0 protect write.yaml --force
sed 's/people.csv/people.parquet/' policy.yaml >parquet.yaml
t 'dates of a Parquet file' json 0 "$rows == [['2020', 240], ['2021', 240]]" \
    query parquet.yaml "SELECT date_trunc('year', admitted), COUNT(*) FROM people GROUP BY 1"

q 'a join leaves what the public table has' "$rows == [['dry', 120], ['wet', 240]]" \
    'SELECT r.climate, COUNT(*) FROM people p JOIN regions r ON p.region = r.region GROUP BY r.climate ORDER BY 1'
q 'a left join has the rest too' "$rows == [['wet', 240], ['dry', 120], [None, 120]]" \
    'SELECT climate, COUNT(*) FROM people LEFT JOIN regions USING (region) GROUP BY climate'
q 'which comes last in any order' "$rows == [['wet', 240], ['dry', 120], [None, 120]]" \
    'SELECT climate, COUNT(*) FROM people LEFT JOIN regions USING (region) GROUP BY climate ORDER BY climate DESC'
q 'numbers of a public table' "$rows == [['100.5', 'north', 120], ['20', 'north', 120]]" \
    'SELECT height, part, COUNT(*) FROM people JOIN regions USING (region) JOIN parts ON code = people.region WHERE height > 5 GROUP BY 1, 2 ORDER BY height DESC'
ask() { run query policy.yaml "$@" --json --explain && python3 -c "
import json
r = json.load(open('out'))
print($form['its key'])"; }
ask 'SELECT level(region, 1), AVG(age) FROM people GROUP BY 1' >one
ask 'SELECT avg(age), p.part FROM people s JOIN parts p ON s.region = p.code GROUP BY p.part' >two
t 'by a level or by a join it is one question' cmp one two
(head -n 1 parts.csv && tail -n +2 parts.csv | sort -r) >turned.csv && cp parts.csv kept.csv && cp turned.csv parts.csv
ask 'SELECT avg(age), p.part FROM people s JOIN parts p ON s.region = p.code GROUP BY p.part' >two
t 'in whatever order the public table is' cmp one two
sed 's/s2,south/s2,north/' kept.csv >parts.csv
ask 'SELECT avg(age), p.part FROM people s JOIN parts p ON s.region = p.code GROUP BY p.part' >two
t 'and another one if it says something else' sh -c '! cmp -s one two'
cp kept.csv parts.csv
q 'levels of a number' "$rows == [['0-39', 240], ['40-79', 240]] and $form['question'] == 'count of \"people\" by \"age\"/2'" \
    'SELECT level(age, 2), COUNT(*) FROM people GROUP BY 1'
t 'explained without the data, with the public tables' sh -c 'mkdir -p bare && cp policy.yaml regions.csv parts.csv bare && cd bare && "$TACIT" query policy.yaml "SELECT part, COUNT(*) FROM people JOIN parts ON region = code GROUP BY 1" --explain | grep -q "count of"'
t 'a public table is not written over' refuses 2 'a public table' protect policy.yaml --output regions.csv --force
t 'a public table that is not there' sh -c 'rm -f bare/regions.csv; cd bare && "$TACIT" query policy.yaml "SELECT COUNT(*) FROM people" --explain 2>err; test $? -eq 5 && grep -q regions.csv err'

printf 'n2,wet,3\n' >>regions.csv
cat >wrong.yaml <<'END2'
data: people.csv
domains:
  admitted: {from: 2020-03-15, by: month}
  seen: {from: 2021-01-01, to: 2020-01-01}
  region: {values: [n1, n2], from: 2020-01-01, to: 2020-12-31}
  age: {lower: 0, upper: 79, breaks: [10, 30]}
  zone: {values: [n1, n2]}
hierarchies:
  age: {intervals: {widths: [20]}}
public:
  regions: {data: regions.csv, key: region, column: zone}
  parts: {data: parts.csv, key: cod, column: zone}
  more: {data: parts.csv, key: code}
  less: {key: code}
query: {input: {}, key: policy.key}
steps: [{noise: {columns: income, scale: 0.5}}]
END2
t 'a table without a file' refuses 2 "wrong.yaml:14:3: public needs 'data'" query wrong.yaml 'SELECT 1'
sed -i '/^  less/d' wrong.yaml
t 'all mistakes of a policy' ends 2 query wrong.yaml 'SELECT 1'
for place in 3:3 4:3 5:3 9:3 11:3 12:3 13:3; do
    t "with its place: $place" grep -q "wrong.yaml:$place:" err
done
t 'a key twice' grep -q "11:3: row 5 of 'regions' has the same 'region' as row 3" err
t 'no such key' grep -q "12:3: 'parts' has no column 'cod'" err
t 'a level that parts a bin' grep -q '9:3: .*parts the bin \[10, 30)' err

# Private answers by months.
cat >release.yaml <<'END2'
data: people.csv
domains: {admitted: {from: 2020-01-01, to: 2021-12-31, by: quarter}}
statistics: [{count: {by: admitted}}]
release: {epsilon: 20}
output: answers.csv
END2
t 'a private release by quarters' ends 0 release release.yaml
t 'with their names' grep -q '^2020-Q1,\|"2020-Q1"\|2021-Q4' answers.csv
