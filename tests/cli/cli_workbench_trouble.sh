#!/bin/sh
# cli_workbench_trouble.sh - in a real browser: killed servers, vanished data, two windows, 500 columns,
# clicking at random; nothing where there is none.
here=$(cd "$(dirname "$0")" && pwd)
. "$here/workbench_lib.sh"
. "$here/cli_lib.sh"

crowd 300 plan.yaml
awk 'BEGIN { print "a,b,c,d"
    for (i = 1; i <= 200000; i++) printf "%d,%d,%d,%d\n", i % 997, i % 991, i % 83, i % 7 }' >big.csv
awk 'BEGIN { for (j = 1; j <= 500; j++) printf "c%d%s", j, j < 500 ? "," : "\n"
    for (i = 1; i <= 200; i++) for (j = 1; j <= 500; j++) printf "%d%s", i * j % 7, j < 500 ? "," : "\n" }' >wide.csv
in_browser workbench_trouble.mjs
