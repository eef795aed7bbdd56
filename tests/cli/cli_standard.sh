#!/bin/bash
# cli_standard.sh - standard input and output in the places of files: data and nothing else on
# standard output, nothing there before the verdict, nothing left behind.
. "$(dirname "$0")/cli_lib.sh"

mkdir tmp
export TMPDIR=$work/tmp
people 60 >people.csv
cat >plan.yaml <<EOF
data: people.csv
roles: {key: [age, city]}
require: {k_anonymity: {k: 2}}
measures: []
seed: 1
steps: [{local_suppress: {k: 2}}]
output: safe.csv
certificate: safe.csv.certificate.json
EOF
sed 's/^data:.*/data: "-"/; /^certificate/d' plan.yaml >piped.yaml
sed 's/k: 2}}$/k: 50}}/; s/^steps.*/steps: []/' plan.yaml >unmet.yaml

measured() {
    "$TACIT" measure - --key age,city <people.csv >out 2>err && head -n 1 out
}
t 'data from standard input' test "$(measured)" = "tacit measure: standard input, 60 records"
t 'an empty standard input' refuses 4 'is empty' measure - --key age </dev/null

t 'a release to a file, to compare with' ends 0 protect plan.yaml --quiet
mv safe.csv named.csv && rm safe.csv.certificate.json
t 'a release to standard output' ends 0 protect plan.yaml --output -
t 'it is the data and nothing else' cmp out named.csv
t 'what is told goes to standard error' grep -q '^Released' err
cp out safe.csv
t 'it is certified under the name of its certificate' ends 0 verify safe.csv
rm safe.csv safe.csv.certificate.json
t 'both at once' bash -c '"$1" protect piped.yaml --output - <people.csv >both 2>err' _ "$TACIT"
t 'they give the same release' cmp both named.csv
t 'without a certificate that is said' grep -q 'is not certified' err
t 'no verdict, no data' ends 3 protect unmet.yaml --output -
t 'not a byte of it' test ! -s out
t 'standard output twice' refuses 2 'One output only' measure people.csv --key age --records - --report -
t 'standard input twice' refuses 2 'read once only' compare - - <people.csv
t 'a plan of what has no name' refuses 2 'names its data' init - <people.csv
sed 's/^certificate.*/certificate: c.json/' plan.yaml >other.yaml
t 'a certificate of another name' refuses 2 'certificate.json' protect other.yaml --output -
t 'the risk of each record' ends 0 measure people.csv --key age,city --records -
t 'it is a table' test "$(wc -l <out)" -eq 61
full() {
    "$TACIT" protect plan.yaml --output - >/dev/full 2>err
    [ $? -eq 5 ] && grep -q 'Cannot write to standard output' err
}
t 'a full device' full
t 'nothing is left in the folder for temporary files' test -z "$(ls -A tmp)"
