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
mkdir running && cp policy.yaml people.csv policy.key running && cd running || exit 2
python3 -B "$here/serve_running.py" || echo "# running: $?"
