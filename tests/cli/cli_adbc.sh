#!/bin/sh
# cli_adbc.sh - a table behind a driver of ADBC gives what the same rows in a file give.  The driver
# is DuckDB's own library, of another database than the one that tacit itself works with.
. "$(dirname "$0")/made_lib.sh"
root=$(cd "$(dirname "$0")/../.." && pwd)
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

# ---- releases that are made there ----

duck() { python3 "$root/tests/support/duckdb_run.py" "$TACIT_ADBC_DRIVERS/libduckdb.so" data.duckdb; }
echo "CREATE TABLE survey AS SELECT * FROM 'survey.parquet'; CREATE TABLE kept AS SELECT 1 AS x;" | duck
here="$driver;path=data.duckdb"
made survey.parquet made.csv >made_file.yaml
made "$here#survey" "$here#Released" >made.yaml
made "$here#survey" "$here#strict" | sed /generalize/d >strict.yaml
released_alike() {
    echo "COPY \"Released\" TO 'released.csv' (FORMAT csv, HEADER);" | duck || return 1
    sorted released.csv >a && sorted made.csv >b && cmp a b
}
# left NAME ... - the tables that there are besides the survey.
left() {
    echo "COPY (SELECT table_name FROM duckdb_tables() WHERE table_name <> 'survey' ORDER BY 1) TO 'left.csv' (FORMAT csv, HEADER false);" | duck
    [ "$(tr '\n' ' ' <left.csv)" = "$* " ] || { cat left.csv && return 1; }
}
t 'what was decided is applied in a file' ends 0 protect made_file.yaml
t 'and where the data is' ends 0 protect made.yaml
t 'which gives the same records' released_alike
t 'and is verified there' ends 0 verify "$here#Released"
t 'a release is kept unless told otherwise' refuses 2 'use --force' protect made.yaml
t 'and replaced then' ends 0 protect made.yaml --force
t 'and is verified again' ends 0 verify "$here#Released"
echo 'UPDATE "Released" SET savings = savings + 300 WHERE rowid = (SELECT min(rowid) FROM "Released" WHERE savings > 0);' | duck
t 'one cell that was changed is found' ends 3 verify "$here#Released"
t 'what is no release is kept' refuses 2 'is not a release of tacit' protect made.yaml --output "$here#kept" --force
t 'the source is kept, by whatever letters' refuses 2 'is an input too' protect made.yaml --output "$here#SURVEY" --force
t 'what is required and does not hold' ends 3 protect strict.yaml
t 'data from elsewhere' refuses 2 'of one of the same database' protect made_file.yaml --output "$here#other"
t 'another database' refuses 2 'in another database' protect made.yaml --output "$driver;path=other.duckdb#x"
echo "CREATE VIEW failing AS SELECT *, CASE WHEN weight > 0 THEN error('no') END AS z FROM survey;" | duck
made "$here#failing" "$here#lost" >failing.yaml
t 'a failure in the middle of making' refuses 5 'cannot be made' protect failing.yaml
t 'none of these left a table' left Released kept
made "$here#survey" "$here#homes" | sed 's/^roles: {/&household: household, /; s/household, birth/birth/' >homes.yaml
t 'ids that cannot be renumbered there' ends 0 protect homes.yaml
t 'are left out, which is told' grep -q "'household' is not in the release" err
t 'and the certificate has what is there' ends 0 verify "$here#homes"
t 'only protect makes tables' refuses 2 "is made by 'protect'" generate survey --rows 5 --output "$here#made"

# ---- what would be fetched ----

duck <<'END' || exit 1
CREATE TABLE wide AS SELECT i AS id, 'p' || (i * 7919 % 1100000) AS txt, CASE WHEN i % 10 = 0 THEN NULL
    ELSE (i * 1.25 - 500000) / 2 END AS x, (i % 9000)::INTEGER AS d, i % 5 AS k, i % 5 + 1 AS again,
    1 AS a, 2 AS b, 3 AS c, 4 AS e, 5 AS f, 6 AS g FROM range(1100000) t(i);
COPY wide TO 'wide.parquet';
END
# profile DATA - quantiles to three digits: those of many values are of rounded ones.
profile() {
    ends 0 inspect "$1" --json || return 1
    python3 -c '
import json
for p in json.load(open("out"))["profile"]:
    p.pop("suggestion")
    if "quantiles" in p:
        p["quantiles"] = {q: "%.3g" % x for q, x in p["quantiles"].items()}
    print({x: "%.10g" % v if isinstance(v, float) else v for x, v in p.items()})'
}
same_wide() {
    profile "$here#wide" >served.wide && profile wide.parquet >file.wide && diff file.wide served.wide
}
t 'columns with many values are profiled there' same_wide
cat >all.yaml <<END
data: '$here#wide'
roles: {key: [k, d]}
steps: [microaggregate: {columns: [x, id], k: 3}]
output: all.csv
END
sed 's/^steps.*/steps: [round: {columns: [x], base: 2}, reorder: {keep: true}]/' all.yaml >blocks.yaml
t 'much is fetched only if that is asked for' refuses 2 'say --fetch if that is meant' protect all.yaml
t 'what can pass in blocks need not be asked for' ends 0 protect blocks.yaml --quiet
t 'combinations that are too many are not fetched' refuses 2 'combinations of values in the columns' measure "$here#wide" --key id --memory 10MB
t 'unless that is asked for' ends 0 measure "$here#wide" --key id --memory 10MB --fetch --quiet
sed 's/^roles.*/roles: {key: [k, again]}/; s/^steps.*/steps: [round: {columns: [x], base: 2}]/; s/^output.*/require: {k_anonymity: {k: 5}}/' all.yaml >much.yaml
echo "output: '$here#much'" >>much.yaml
t 'a large release is made there' ends 0 protect much.yaml --quiet
t 'and verified there: nothing is fetched' ends 0 verify "$here#much"
# same_answers - private answers go by combinations that are counted there; at epsilon 90 noise is 0
# but with a probability of 1e-39.
same_answers() {
    for data in "$here#wide" wide.parquet; do
        cat >answers.yaml <<END
data: '$data'
release: {epsilon: 90}
domains: {k: {values: ['0', '1', '2', '3']}, d: {lower: 0, upper: 9000, bins: 3}}
statistics: [count: {by: k}, histogram: {of: d, by: k}, count: {}]
output: answers.csv
END
        ends 0 release answers.yaml --force --quiet || return 1
        cut -d, -f1-4 answers.csv >answers."${data##*.}"
    done
    [ "$(wc -l <answers.parquet)" -eq 18 ] && diff answers.parquet "answers.${here##*.}#wide"
}
t 'private answers go by what is counted there' same_answers

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
