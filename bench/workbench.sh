#!/bin/sh
# workbench.sh - how quick the workbench is in a real browser; nothing where there is none.
#
# usage: bench/workbench.sh TACIT
# Environment: TACIT_DEPS is the folder .deps.
set -eu
TACIT=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
export TACIT
bench=$(cd "$(dirname "$0")" && pwd)
here=$bench/../tests/cli
. "$here/workbench_lib.sh"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

# As many records as Adult has, and a survey of a million, with keys of the same kind.
for size in 30162:adult 1000000:large; do
    name=${size#*:}
    "$TACIT" generate survey --rows "${size%:*}" --seed 5 --output "$name.csv" --quiet >/dev/null
    cat >"$name.yaml" <<END
data: $name.csv
roles:
  identifier: [person_id, name]
  key: [age, sex, region, marital_status, education, birth_country]
  sensitive: health
hierarchies: {age: {intervals: {widths: [5, 10, 20]}}}
require: {k_anonymity: {k: 5}}
measures: [prosecutor, uniques]
steps: [{drop: {columns: [person_id, name]}}, {generalize: {suppression: 0.02}}]
output: $name-safe.csv
END
done
node "$bench/workbench.mjs" "$modules" "$chromium"
