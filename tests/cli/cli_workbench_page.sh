#!/bin/sh
# cli_workbench_page.sh - the workbench in a real browser; nothing where there is none.
here=$(cd "$(dirname "$0")" && pwd)
. "$here/workbench_lib.sh"
. "$here/cli_lib.sh"

crowd 300 plan.yaml
awk 'BEGIN { print "a,b,c,d"
    for (i = 1; i <= 200000; i++) printf "%d,%d,%d,%d\n", i % 997, i % 991, i % 83, i % 7 }' >big.csv
in_browser workbench_page.mjs
