#!/bin/sh
# cli_public.sh - what everybody may have of a release gives nothing away; what is confidential says so.
here=$(cd "$(dirname "$0")" && pwd)
. "$(dirname "$0")/cli_lib.sh"
people 240 >people.csv
plan safe.csv >plan.yaml
sed 's/noise: .*/recode: {columns: age, breaks: [0, 25, 90]}/; s/safe.csv/sql.csv/' plan.yaml >sql.yaml
echo 'sql: it.sql' >>sql.yaml

t 'two reports' ends 0 protect plan.yaml --report open.html --custodian-report full.html
t 'the terminal says which is confidential' grep -q 'custodian_report *full.html (confidential)' out
t 'and not of the other' grep -q 'report *open.html$' out
t 'the record says for whom each file is' json 0 '{o["kind"]: o["reader"] for o in r["outputs"]} == {
    "data": "public", "certificate": "public", "report": "public", "custodian_report": "custodian", "sql": "custodian"}
    and r["reader"] == "custodian"' protect sql.yaml --custodian-report full.html --report open.html
t 'the public report is not marked' sh -c '! grep -q Confidential open.html'
t 'the custodian'"'"'s is' grep -q '<p class="secret">Confidential' full.html
t 'nothing of before is in the public one' sh -c 'shown() { sed "/<style>/,/<.style>/d" "$1" | grep -qi before; }
    ! shown open.html && shown full.html'
t 'nor what was lost' sh -c '! grep -q "What was lost" open.html && grep -q "What was lost" full.html'
t 'a report of measure is confidential' ends 0 measure people.csv --key age,sex --report m.html
t 'and says so' grep -q '<p class="secret">Confidential' m.html
t 'a report of inspect is confidential' sh -c '"$TACIT" inspect people.csv --report i.html -q && grep -q "class=.secret" i.html'
t 'a report of verify may be shown' sh -c '"$TACIT" verify safe.csv --report v.html -q && ! grep -q "class=.secret" v.html'
t 'not released: the public report has no figure of what nobody gets' sh -c 'sed "s/k: 3/k: 200/" plan.yaml >strict.yaml
    "$TACIT" protect strict.yaml --output none.csv --report none.html --quiet; [ $? -eq 3 ] &&
    grep -q "does not hold" none.html && ! grep -q "data-name=.Value" none.html'
t 'the same file for both reports' refuses 2 'another' protect plan.yaml --report a.html --custodian-report a.html
python3 "$here/public_reader.py" "$TACIT" "${TACIT_READERS:-60}"
