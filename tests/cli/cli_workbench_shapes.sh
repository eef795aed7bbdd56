#!/bin/sh
# cli_workbench_shapes.sh - in a real browser: tables, synthetic records, policies, hierarchies by hand,
# records; nothing where there is none.
here=$(cd "$(dirname "$0")" && pwd)
. "$here/workbench_lib.sh"
. "$here/cli_lib.sh"

crowd 120 plan.yaml
cat >tables.yaml <<'END'
data: people.csv
tables: {count: {by: [sex, region]}}
rules: {minimum_frequency: {n: 10}}
protection: cell_suppression
output: tables.csv
END
cat >synth.yaml <<'END'
data: people.csv
roles: {identifier: name, key: [age, sex, region], sensitive: income}
synth: {cart: {}}
seed: 3
output: synth.csv
END
cat >policy.yaml <<'END'
data: people.csv
domains: {sex: {values: [f, m]}, age: {lower: 0, upper: 100}}
query: {dp: {epsilon: 0.5}, ledger: policy.ledger, limit: 2}
END
"$TACIT" query policy.yaml 'SELECT sex, COUNT(*) FROM people GROUP BY sex' --quiet >/dev/null
in_browser workbench_shapes.mjs
