#!/bin/sh
# stream.sh - time and memory of protecting data that passes through in blocks.
#
# usage: bench/stream.sh [ROWS ...]    (1000000 10000000)
#
# Environment: TACIT is the command, MEMORY what it may use (2GB), K the least size of a class
# (1), STEPS other steps than those below, in one line.  The most memory that was resident must not
# grow with the rows.
#
# Measured: 100 million rows of 21 columns, Parquet (1.8 GB) to Parquet, --memory 2GB: 619 MB resident,
# 655 s of processors; 2128 s on two processors that some twenty other processes shared.
set -eu
cd "$(dirname "$0")/.."
tacit=$(readlink -f "${TACIT:-build/src/tacit}")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
values='[{drop: [name, birth_date]}, {recode: {columns: age, width: 10}},
  {top_code: {columns: income, share: 0.01, replace: mean}},
  {round: {columns: savings, base: 1000, how: random}}, {noise: {columns: [spending], restore: true}}]'
[ $# -gt 0 ] || set -- 1000000 10000000
for rows in "$@"; do
    "$tacit" generate survey --rows "$rows" --seed 1 --output survey.parquet --quiet
    cat >plan.yaml <<END
data: survey.parquet
roles: {identifier: [person_id], key: [age, region, sex], sensitive: health}
hierarchies: {age: {intervals: {widths: [5, 10, 20]}}}
require: {k_anonymity: {k: ${K:-1}}}
measures: [prosecutor]
steps: ${STEPS:-$values}
seed: 7316720498541209385
protect: {stream: always}
output: safe.parquet
END
    /usr/bin/time -f "$rows rows: %e s, %U s of processors, %M kB resident" \
        "$tacit" protect plan.yaml --memory "${MEMORY:-2GB}" --quiet >record.txt
done
