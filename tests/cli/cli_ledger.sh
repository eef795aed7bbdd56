#!/bin/sh
# cli_ledger.sh - a ledger is shown, checked, exported and archived.
server=$(cd "$(dirname "$0")/../support" && pwd)/postgresql.sh
. "$(dirname "$0")/cli_lib.sh"
client=$(dirname "$TACIT")/../tests/fault/fault_ledger
[ -x "$client" ] || exit 0

"$client" spend q.ledger 3 >/dev/null || exit 1

# A row of a table of the record, as a Python expression.
rows() {
    printf "[t['rows'] for s in r['sections'] for x in s['results'] for t in x['tables'] if t['name'] == '%s'][0]" "$1"
}

t 'a whole ledger' prints 'The ledger is whole' ledger q.ledger
t 'what was spent and is left' json 0 "$(rows counts)[0] == ['survey', 'all', 'all', 3, 3, 0]" ledger q.ledger
t 'of an analyst without a limit' json 0 "$(rows counts)[1] == ['survey', 'ann', 'all', 3, 3, None]" ledger q.ledger
t 'the last entries' json 0 "[e[:2] + e[-1:] for e in $(rows entries)] == [[4, 'committed', 'q2'], [6, 'committed', 'q3']]" \
    ledger q.ledger --entries 2
t 'no entries' json 0 "$(rows entries) == []" ledger q.ledger --entries 0
t 'the export' ends 0 ledger q.ledger --export e.csv
t 'which is its owner'"'"'s alone' test "$(stat -c %a e.csv)" = 600
t 'nothing is left beside an idle ledger' test "$(echo q.ledger*)" = 'q.ledger q.ledger.anchor'
t 'has a line for each' test "$(wc -l <e.csv)" -eq 4
t 'and no answers' sh -c '! head -1 e.csv | grep -q answer'
t 'it may be made again, with answers' ends 0 ledger q.ledger --export e.csv --answers
t 'which it has' sh -c 'sed -n 2p e.csv | grep -q ",\"q1\",\"q1\"$"'
t 'JSON' ends 0 ledger q.ledger --export e.json
t 'is JSON' python3 -c 'import json; e = json.load(open("e.json")); assert [x["question"] for x in e] == ["q1", "q2", "q3"]'
t 'another ending' refuses 2 'csv or .json' ledger q.ledger --export e.txt
t 'the archive' ends 0 ledger q.ledger --archive old.ledger
t 'is a ledger' prints 'The ledger is whole' ledger old.ledger
t 'with the same last hash' sh -c '"$TACIT" ledger old.ledger | grep -A2 "last hash" >a; "$TACIT" ledger q.ledger | grep -A2 "last hash" | cmp - a'
t 'for its owner alone' test "$(stat -c %a old.ledger old.ledger.anchor | tr '\n' ' ')" = '600 600 '
t 'no archive over the ledger' refuses 2 'q.ledger' ledger q.ledger --archive q.ledger --force
t 'an archive is not replaced' refuses 2 'old.ledger' ledger q.ledger --archive old.ledger
t 'no archive over the anchor' refuses 2 'anchor' ledger q.ledger --archive q.ledger.anchor --force
cp q.ledger.anchor anchor
"$client" spend q.ledger 4 >/dev/null
t 'in use, it goes on' json 0 "$(rows counts)[0][4] == 4" ledger q.ledger
cp q.ledger.anchor old.ledger.anchor
t 'one that lost its last rows' ends 3 ledger old.ledger
t 'says so' grep -q '^The ledger is broken' out
t 'and where' json 3 'any("7 of 9" in w for w in r["warnings"])' ledger old.ledger
cp anchor old.ledger.anchor
python3 -c 'import sqlite3; c = sqlite3.connect("old.ledger"); c.execute("UPDATE log SET answer = ? WHERE number = 3", (b"5",)); c.commit()'
t 'a changed answer' json 3 'any("row 3" in w for w in r["warnings"])' ledger old.ledger
rm old.ledger.anchor
t 'without its anchor' ends 3 ledger old.ledger
t 'no ledger' refuses 5 'There is no ledger' ledger none
t 'a report' ends 0 ledger q.ledger --report ledger.html

# The same in PostgreSQL.
folder=$("$server" start $$ 2>why) || {
    [ $? -eq 77 ] && echo "ok - a ledger in PostgreSQL # SKIP $(head -n 1 why)" && exit 0
    exit 1
}
trap '"$server" stop "$folder"; keep_certificates; rm -rf "$work"' EXIT
place="postgresql:host=$folder user=postgres"
t 'no ledger there' refuses 5 'There is no ledger at postgresql:///' ledger "$place"
"$client" spend "$place" 3 >/dev/null
t 'a whole ledger in PostgreSQL' json 0 "$(rows counts)[0] == ['survey', 'all', 'all', 3, 3, 0]" ledger "$place"
t 'its export' ends 0 ledger "$place" --export p.csv --answers
t 'has answers' sh -c 'sed -n 2p p.csv | grep -q ",\"q1\",\"q1\"$"'
t 'its archive' ends 0 ledger "$place" --archive p.ledger
t 'is a ledger' prints 'The ledger is whole' ledger p.ledger
t 'without the anchor that is said' ends 3 ledger "$place" --anchor p.anchor
t 'a place with a password' refuses 2 'has a password in it' ledger 'postgresql://ann:hunter2@localhost/db'
t 'which is not told' sh -c '! grep -q hunter out err'
"$server" crash "$folder"
t 'a server that is not there' refuses 5 'there is no connection to its database' ledger "$place"
