#!/bin/sh
# cli_adbc.sh - a table behind a driver of ADBC gives what the same rows in a file give.  The driver
# is DuckDB's own library, of another database than the one that tacit itself works with.
. "$(dirname "$0")/cli_lib.sh"
library=$(ldd "$TACIT" | sed -n 's/.*libduckdb.so => \([^ ]*\).*/\1/p')
TACIT_ADBC_DRIVERS=$(dirname "$(readlink -f "$library")")
export TACIT_ADBC_DRIVERS
driver='adbc:driver=libduckdb.so'
at="$driver;path=:memory:#\"survey.parquet\""

"$TACIT" generate survey --rows 2000 --seed 7 --output survey.parquet --quiet || exit 1

# plan DATA OUTPUT - what is done with both.
plan() {
    cat <<END
data: '$1'
roles:
  identifier: [person_id, name]
  key: [region, age, sex, birth_date, occupation]
  household: household
  weight: weight
hierarchies: {age: {intervals: {widths: [5, 10, 20]}}, birth_date: {dates: {}}}
require: {k_anonymity: {k: 5}}
measures: [prosecutor, individual, suda]
steps: [generalize: {suppression: 0.05}]
seed: 3
output: $2.csv
report: $2.html
END
}
plan survey.parquet file >file.yaml
plan "$at" server >server.yaml

# figures FILE - what a record says of the data and of the release.
figures() {
    python3 -c '
import json, sys
r = json.load(open(sys.argv[1]))
print(json.dumps([r.get(part) for part in ["before", "requirements", "after", "utility"]], indent=1))' "$1"
}

# same COMMAND - both print the same figures.
same() {
    for which in file server; do
        "$TACIT" "$1" $which.yaml --json >$which.json 2>err
        keep $which.json
        figures $which.json >$which.figures || return 1
    done
    diff file.figures server.figures
}

# same_tables - the same sums, with the largest contributors.
same_tables() {
    for which in file server; do
        data=survey.parquet
        [ $which = file ] || data=$at
        cat >tables.yaml <<END
data: '$data'
tables: {t: {by: [region, sex, education], of: [spending, household_size]}}
rules: [dominance: {n: 3, k: 80}, p_percent: {p: 10}]
output: $which.csv
END
        "$TACIT" tables tables.yaml --quiet >out 2>err || { cat err && return 1; }
    done
    cmp file.csv server.csv
}
t 'the same figures of the data' same measure
t 'the same figures of the release' same protect
t 'the same records' cmp file.csv server.csv
t 'the page for others names the table only' sh -c '! grep -q "driver=\|:memory:" server.html && grep -q survey server.html'
t 'the same tables' same_tables
t 'columns are profiled there' prints 'birth_date' inspect "$at"
t 'a table that is not there' refuses 5 'the table is not there' inspect "$driver;path=:memory:#survy"
t 'a release does not go there' refuses 2 'are read, not written' protect server.yaml --output "$driver;path=x#safe"
t 'a secret is refused' refuses 2 'has a secret in it' measure "$driver;password=hunter2#t" --key a
t 'one in an address, too' refuses 2 'has a secret in it' measure "$driver;uri=pg://a:hunter2@host/x#t" --key a
t 'and not told' sh -c '! grep -q hunter out err'
t 'one of a variable' refuses 2 "from the variable NOT_SET" measure "$driver;password=\$NOT_SET#t" --key a
t 'an option that is none' refuses 5 'cannot be read' measure "$driver;nonsense=1#t" --key a
t 'no driver' refuses 2 'does not name a driver' measure 'adbc:path=x#t' --key a
t 'a driver by its path' refuses 2 'does not name a driver' measure "adbc:driver=$library#t" --key a
t 'a driver that is not listed' refuses 2 'in none of the folders' measure 'adbc:driver=libc.so.6#t' --key a
cp survey.parquet notalib.so
TACIT_ADBC_DRIVERS=$work
t 'a driver that is no library' refuses 2 'is not a library' measure 'adbc:driver=notalib.so#t' --key a
chmod o+w notalib.so
t 'a driver that all may change' refuses 2 'can be changed by everybody' measure 'adbc:driver=notalib.so#t' --key a
