#!/bin/sh
# cli_workbench_page.sh - the workbench in a real browser; nothing where there is none.
here=$(cd "$(dirname "$0")" && pwd)
modules=${TACIT_DEPS:-$here/../../.deps}/browser/node_modules
chromium=$(command -v chromium) && command -v node >/dev/null && [ -d "$modules/axe-core" ] || {
    echo "# skipped: the page is tried where there are chromium, node and .deps/browser (setup/setup.sh test)"
    exit 0
}
modules=$(cd "$modules" && pwd)
. "$here/cli_lib.sh"

cat >plan.yaml <<'END'
data: people.csv
roles: {identifier: name, key: [age, sex, region], sensitive: income}
hierarchies:
  age: {intervals: {widths: [10, 30]}}   # ages are known
require:
  k_anonymity: {k: 3}
measures: [prosecutor, uniques, loss_metric]
steps:
  - drop: {columns: name}
  - generalize: {suppression: 0.05}
seed: 7
output: safe.csv
report: safe.html
certificate: safe.certificate.json
END
awk 'BEGIN { print "name,age,income,sex,region,<script>alert(1)</script>"
    for (i = 1; i <= 300; i++)
        printf "p%d,%d,%d,%s,%s,%d\n", i, i * 7 % 89, 10 * i, i % 3 ? "f" : "m", i % 5 ? "n1" : "n2", i % 4 }' >people.csv
awk 'BEGIN { print "a,b,c,d"
    for (i = 1; i <= 200000; i++) printf "%d,%d,%d,%d\n", i % 997, i % 991, i % 83, i % 7 }' >big.csv
node "$here/workbench_page.mjs" "$modules" "$chromium" || echo "# workbench: $?"
