#!/bin/sh
# cli_serve.sh - the server: requests and what is refused, limits, kills, stopping.
here=$(cd "$(dirname "$0")" && pwd)
. "$here/cli_lib.sh"

cat >policy.yaml <<'END'
data: people.csv
domains:
  age: {lower: 0, upper: 100, breaks: [10, 20, 30, 40, 50, 60, 70, 80, 90]}
  income: {lower: 0, upper: 5000}
  sex: {values: [f, m]}
  region: {values: [n1, n2, s1]}
query:
  sticky: {threshold: 3}
  person: id
  key: policy.key
  ledger: policy.ledger
  limit: 100000
END
awk 'BEGIN { print "id,age,income,sex,region,name"
    for (i = 1; i <= 300; i++)
        printf "p%d,%d,%d,%s,%s,Xanthippe77\n", i, i % 90, 10 * i, i % 3 ? "f" : "m", i % 5 ? "n1" : "n2" }' >people.csv
ends 0 key --output policy.key
export PYTHONPATH="$here" PYTHONDONTWRITEBYTECODE=1 TACIT_EXAMPLES="$here/../../examples"

python3 -B "$here/serve_requests.py" "$here/../../docs/openapi.json" || echo "# requests: $?"
mkdir attacks && cp policy.key attacks && cd attacks || exit 2
python3 -B "$here/serve_attacks.py" || echo "# attacks: $?"
cd ..
mkdir running && cp policy.yaml people.csv policy.key running && cd running || exit 2
python3 -B "$here/serve_running.py" || echo "# running: $?"

# Records: of the server when it has stopped, and of tokens.
# A server locks itself out of what the search for leaks at its end would need.
ASAN_OPTIONS="${ASAN_OPTIONS:-}:detect_leaks=0" "$TACIT" serve policy.yaml --port 0 --json >out 2>err &
server=$!
while ! grep -q 'Ctrl-C stops it' err && kill -0 $server; do sleep 0.02; done
kill -TERM $server
wait $server
keep out
t 'with --json it prints one record at its end, and the address apart' python3 -c "
import json
r = json.load(open('out'))
assert r['command'] == 'serve' and r['ok'] and 'Stopped' in r['says'], r"
t 'a token as a record' json 0 "r['says'].split()[-1].startswith('tacit_')" token add zoe --tokens z.tokens
t 'tokens as a table' json 0 "r['sections'][0]['results'][0]['tables'][0]['rows'][0][:3] == ['zoe', 'analyst', 'good']" token list --tokens z.tokens
t 'revoking' prints 'Revoked the token of zoe' token revoke zoe --tokens z.tokens
t 'revoking twice' refuses 2 'no token' token revoke zoe --tokens z.tokens
t 'whose token' refuses 2 'Say whose token' token add --tokens z.tokens
t 'no file of tokens' refuses 2 'There are no tokens' token list --tokens none.tokens
