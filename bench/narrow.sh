#!/bin/sh
# narrow.sh - memory and time of a step that needs all records, on data of which it touches little.
#
# usage: bench/narrow.sh [ROWS]    (2000000)
#
# Environment: TACIT is the command, MEMORY what its engine may use (400MB), STEP the step.
#
# The file has 33 columns, of which the plan touches three; it is protected with all columns in
# memory and with those three, from text to text and from Parquet to Parquet.  Both files must be
# equal.
#
# Measured with 2 million rows and 400 MB for the engine, all columns and three, MB resident and s of
# processors: text 1015 and 658, 19 and 48 (blocks of text go through DuckDB, and four times);
# Parquet 1162 and 563, 15 and 14.
set -eu
cd "$(dirname "$0")/.."
tacit=$(readlink -f "${TACIT:-build/src/tacit}")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
rows=${1:-2000000}
awk -v rows="$rows" 'BEGIN {
    srand(1)
    printf "a,b,c"
    for (j = 1; j <= 30; j++) printf ",x%d", j
    print ""
    for (i = 0; i < rows; i++) {
        line = sprintf("%d,%.3f,%d", rand() * 100000, rand() * 1000, rand() * rand() * 5000)
        for (j = 1; j <= 30; j++)
            line = line (j % 3 == 0 ? ",t" int(rand() * 1000) : "," int(rand() * 1000000) / 100)
        print line
    }
}' >wide.csv
plan() { # DATA OUTPUT WAY STEPS
    printf 'data: %s\noutput: %s\nprotect: {stream: %s}\nmeasures: []\nseed: 7316720498541209385\n' "$1" "$2" "$3"
    printf 'steps: [%s]\n' "$4"
}
plan wide.csv wide.parquet always '' >plan.yaml
"$tacit" protect plan.yaml --quiet >record.txt
for ending in csv parquet; do
    for way in never columns; do
        plan "wide.$ending" "$way.$ending" "$way" "${STEP:-"{rank_swap: {columns: [a, b, c]}}"}" >plan.yaml
        /usr/bin/time -f "$rows rows, $ending, $way: %e s, %U s of processors, %M kB resident" \
            "$tacit" protect plan.yaml --memory "${MEMORY:-400MB}" --quiet >record.txt
    done
    cmp "never.$ending" "columns.$ending"
done
