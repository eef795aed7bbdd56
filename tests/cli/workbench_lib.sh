# workbench_lib.sh - sourced by the scripts that try the page in a browser.  Not executable on
# purpose.  Ends the script, saying so, where there is no browser.
#
# Environment: TACIT_DEPS is the folder .deps.
modules=${TACIT_DEPS:-$here/../../.deps}/browser/node_modules
chromium=$(command -v chromium) && command -v node >/dev/null && [ -d "$modules/axe-core" ] || {
    echo "ok - $(basename "$0") # SKIP it needs chromium, node and .deps/browser (setup/setup.sh test)"
    exit 0
}
modules=$(cd "$modules" && pwd)

# crowd N FILE - people.csv with N records, and a plan for it.
crowd() {
    awk -v n="$1" 'BEGIN { print "name,age,income,sex,region,<script>alert(1)</script>"
        for (i = 1; i <= n; i++)
            printf "p%d,%d,%d,%s,%s,%d\n", i, i * 7 % 89, 10 * i, i % 3 ? "f" : "m", i % 5 ? "n1" : "n2", i % 4 }' >people.csv
    cat >"$2" <<'END'
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
}

# in_browser SCRIPT - run it; its lines of TAP are the output.
in_browser() {
    node "$here/$1" "$modules" "$chromium" || echo "# $1: $?"
}
