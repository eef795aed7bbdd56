#!/bin/sh
# cli_sql.sh - queries that people carry to an engine, and the answers that they bring back, give
# what the same rows in a file give: DuckDB and PostgreSQL carry them out.
root=$(cd "$(dirname "$0")/../.." && pwd)
. "$(dirname "$0")/cli_lib.sh"
library=$root/.deps/duckdb/libduckdb.so

"$TACIT" generate survey --rows 3000 --seed 7 --output plain.csv --quiet || exit 1
# Values that quoting, collations and types could spoil; a key with a name of that kind.
python3 - <<'END' || exit 1
import csv
rows = list(csv.reader(open('plain.csv')))
region, education, occupation = map(rows[0].index, ('region', 'education', 'occupation'))
rows[0][education] = 'edu"ca`ti\'on'
odd = ["it's", 'a"b', 'back\\slash', 'é', 'é', 'A ', 'a', '0', '00', '%_$$1 --/*', '']
for i, row in enumerate(rows[1:]):
    if i % 3 == 0:
        row[region] = row[occupation] = odd[i // 3 % len(odd)]
csv.writer(open('survey.csv', 'w'), lineterminator='\n').writerows(rows)
END

# plan DATA [HISTOGRAM] - what is done with both.
plan() {
    cat <<END
data: {path: $1, text: [region]}
roles:
  identifier: [person_id, name]
  key: [region, age, sex, "edu\"ca\`ti'on"]
  sensitive: [health]
  weight: weight
hierarchies: {age: {intervals: {widths: [5, 10, 20]}}}
require: {k_anonymity: {k: 3}, l_diversity: {l: 2}}
measures: [prosecutor, individual]
steps:
  - recode: {columns: region, groups: {"o'dd\\\\": ["it's", 'back\\slash', 'a"b', '%_\$\$1 --/*']}, others: keep}
  - generalize: {suppression: 0.4}
  - top_code: {columns: spending, at: 4000}
  - bottom_code: {columns: savings, at: 100, replace: value, value: 0}
  - round: {columns: income, base: 100}
${2:+histogram: $2}
END
}
plan survey.csv >file.yaml
echo 'output: file.csv' >>file.yaml
plan survey.csv counts.parquet >counted.yaml
plan survey.csv counts.csv >counted_csv.yaml

# part N FILE - the statement number N that was printed.
part() { awk -v n="$1" '/^-- [0-9]\./ { on = index($0, "-- " n ".") == 1 } on && !/^--/' "$2"; }
# answer N FILE - the same as a query within another.
answer() { part "$1" "$2" | sed 's/;$//'; }
duck() { python3 "$root/tests/support/duckdb_run.py" "$library" carrier.duckdb; }

# figures PART ... - these parts of the record in out.
figures() {
    python3 -c '
import json, sys
r = json.load(open("out"), parse_float=lambda text: "%.12g" % float(text))
print(json.dumps([r[part] for part in sys.argv[1:]], indent=1))' "$@"
}
# same COMMAND PARTS PLAN OPTION ... - it gives the figures that COMMAND gives of the file.
same() {
    command=$1 parts=$2
    shift 2
    "$TACIT" "$command" file.yaml --force --json >out 2>err
    figures $parts >file.json || return 1
    "$TACIT" "$@" --json >out 2>err
    keep out
    figures $parts >other.json || { cat out err && return 1; }
    diff file.json other.json
}
# same_rows FILE - the release has the rows that 'protect' writes, in whatever order.
same_rows() {
    python3 - "$1" <<'END'
import csv, sys
def rows(path):
    table = list(csv.reader(open(path)))
    numbers = [table[0].index(x) for x in ('income', 'spending', 'savings', 'weight')]
    for row in table[1:]:
        for j in numbers:
            row[j] = row[j] and float(row[j])
    return table[:1] + sorted(table[1:], key=str)
a, b = rows('file.csv'), rows(sys.argv[1])
sys.exit(0 if a == b else 'other rows: %s' % [(x, y) for x, y in zip(a, b) if x != y][:2])
END
}

# ---- DuckDB ----

counts_in_duckdb() {
    ends 0 sql file.yaml --dialect duckdb --table main.survey || return 1
    cp out count.sql
    {
        echo "CREATE TABLE survey AS SELECT * FROM read_csv('survey.csv', nullstr = '', quote = '\"',"
        echo "  escape = '\"', types = {'region': 'VARCHAR'});"
        for form in "counts.parquet' (FORMAT parquet" "counts.csv' (FORMAT csv, HEADER"; do
            echo "COPY (" && answer 1 count.sql && echo ") TO '$form);"
        done
    } | duck
}
makes_in_duckdb() {
    ends 0 sql counted.yaml --dialect duckdb --table main.survey --into main.safe --rows 3000 || return 1
    cp out make.sql
    {
        part 1 make.sql
        echo "COPY (" && answer 3 make.sql && echo ") TO 'after.parquet' (FORMAT parquet);"
        echo "COPY (SELECT * FROM safe_unchecked) TO 'duckdb.csv' (FORMAT csv, HEADER);"
        sed -n '/^-- 4/,$ s/^-- \([A-Z]\)/\1/p' make.sql
    } | duck
}
t 'DuckDB counts by what is printed' counts_in_duckdb
t 'a histogram gives the figures of the file' same measure 'before requirements' measure counted.yaml
t 'and so does one in CSV' same measure 'before requirements' measure counted_csv.yaml
t 'DuckDB makes the release, and names it' makes_in_duckdb
judged='--dialect duckdb --table survey --counted after.parquet'
t 'what was made has the verdict and the figures of protect' same protect 'before after requirements' sql counted.yaml $judged
t 'and its rows' same_rows duckdb.csv
t 'odd values are among those' sh -c 'grep -qF "back\\slash" duckdb.csv && grep -qF "back\\slash" make.sql'
t 'the verdict is said' prints 'Holds' sql counted.yaml $judged

# ---- what was made is judged, not the promise ----

spoiled() {
    {
        echo "CREATE TABLE spoiled AS SELECT * FROM safe;"
        echo "UPDATE spoiled SET region = 'nobody else' WHERE rowid = 0;"
        echo "COPY (" && answer 3 make.sql | sed 's/safe_unchecked/spoiled/' && echo ") TO 'spoiled.parquet' (FORMAT parquet);"
        echo "COPY (" && answer 3 make.sql | sed 's/FROM "main"."safe_unchecked"/FROM (SELECT * FROM safe LIMIT 100)/' && echo ") TO 'short.parquet' (FORMAT parquet);"
    } | duck
}
t 'tables that others changed' spoiled
t 'a record that stands out is found' ends 3 sql counted.yaml --dialect duckdb --table survey --counted spoiled.parquet
t 'a table that lacks records' refuses 4 'another number of records' sql counted.yaml --dialect duckdb --table survey --counted short.parquet
t 'a histogram of another table' refuses 4 'count it again' sql counted.yaml --dialect duckdb --table survey --rows 2999

# ---- requests ----

t 'records are not there' refuses 2 'histogram of them only' protect counted.yaml --output x.csv
t 'nor for a measure that needs them' refuses 2 'histogram of them only' measure counted.yaml --records x.csv
t 'no dialect' refuses 2 'dialect' sql file.yaml --table survey
t 'a name that queries use' refuses 2 "name the table with its schema" sql file.yaml --dialect trino --table data
t 'no name' refuses 2 'A table is named as' sql file.yaml --dialect trino --table 'a..b'
t 'judging without a histogram' refuses 2 "it has none" sql file.yaml $judged
sed 's/round:.*/top_code: {columns: income, share: 0.01}/' counted.yaml >coded.yaml
sed 's/round:.*/microaggregate: {columns: income}/' counted.yaml >grouped.yaml
t 'a step that looks at what was not counted' refuses 2 'histogram of them only' sql coded.yaml --dialect duckdb --table survey
t 'a step that needs all records' refuses 2 'cannot be said in SQL' sql grouped.yaml --dialect duckdb --table survey
for dialect in postgresql clickhouse spark trino bigquery snowflake; do
    t "$dialect is said" prints 'tacit_n' sql counted.yaml --dialect $dialect --table 'warehouse.survey'
done

# ---- PostgreSQL ----

server=$root/tests/support/postgresql.sh
folder=$("$server" start $$ 2>why) || {
    [ $? -eq 77 ] && echo "ok - queries in PostgreSQL # SKIP $(head -n 1 why)" && exit 0
    exit 1
}
trap '"$server" stop "$folder"; keep_certificates; rm -rf "$work"' EXIT
place=$("$server" place "$folder")
counts_in_postgresql() {
    ends 0 sql file.yaml --dialect postgresql --table public.survey || return 1
    cp out count.sql
    psql -q -v ON_ERROR_STOP=1 "$place" <<END || return 1
CREATE TABLE survey (person_id text, name text, household bigint, region text, municipality int,
    urban text, household_size int, relation text, age smallint, sex text, birth_date date,
    marital_status varchar(40), birth_country text, "edu""ca\`ti'on" text, employment text,
    occupation text, income numeric, spending numeric(12, 0), savings bigint, health text,
    weight numeric(10, 2));
\\copy survey from 'survey.csv' csv header
END
    { echo 'COPY (' && answer 1 count.sql && echo ') TO STDOUT (FORMAT csv, HEADER);'; } |
        psql -q -v ON_ERROR_STOP=1 "$place" >counts.csv
}
makes_in_postgresql() {
    ends 0 sql counted_csv.yaml --dialect postgresql --table public.survey --into public.safe || return 1
    cp out make.sql
    part 1 make.sql | psql -q -v ON_ERROR_STOP=1 "$place" || return 1
    { echo 'COPY (' && answer 3 make.sql && echo ') TO STDOUT (FORMAT csv, HEADER);'; } |
        psql -q -v ON_ERROR_STOP=1 "$place" >after.csv || return 1
    sed -n '/^-- 4/,$ s/^-- \([A-Z]\)/\1/p' make.sql | psql -q -v ON_ERROR_STOP=1 "$place" || return 1
    psql -q -c 'COPY safe TO STDOUT (FORMAT csv, HEADER)' "$place" >postgresql.csv
}
t 'PostgreSQL counts by what is printed' counts_in_postgresql
t 'with the same figures' same measure 'before requirements' measure counted_csv.yaml
t 'PostgreSQL makes the release, and names it' makes_in_postgresql
t 'with the verdict and the figures of protect' same protect 'before after requirements' sql counted_csv.yaml --dialect postgresql --table survey --counted after.csv
t 'and its rows' same_rows postgresql.csv

# ---- ClickHouse ----

servers=$root/tests/support/clickhouse.sh
ch=$("$servers" start $$ 1 2>why) || {
    [ $? -eq 77 ] && echo "ok - queries in ClickHouse # SKIP $(head -n 1 why)" && exit 0
    exit 1
}
trap '"$server" stop "$folder"; "$servers" stop "$ch"; keep_certificates; rm -rf "$work"' EXIT
ask() { "$servers" ask "$ch" 1 "$1" </dev/null; }
python3 - <<'END' || exit 1
import csv
with open('survey.tsv', 'w', encoding='utf-8') as out:
    for row in list(csv.reader(open('survey.csv', encoding='utf-8')))[1:]:
        out.write('\t'.join(x.replace('\\', '\\\\') or '\\N' for x in row) + '\n')
END
counts_in_clickhouse() {
    ends 0 sql file.yaml --dialect clickhouse --table default.survey || return 1
    cp out count.sql
    columns=$(
        cat <<'END'
person_id Nullable(String), name Nullable(String), household Int64, region Nullable(String),
municipality Nullable(Int32), urban Nullable(String), household_size Int32, relation Nullable(String),
age Int16, sex Nullable(String), birth_date Nullable(String), marital_status Nullable(String),
birth_country Nullable(String), `edu"ca\`ti'on` Nullable(String), employment Nullable(String),
occupation Nullable(String), income Nullable(Int64), spending Nullable(Int64), savings Nullable(Int64),
health Nullable(String), weight Float64
END
    )
    ask "CREATE TABLE survey ($columns) ENGINE = MergeTree ORDER BY tuple()" || return 1
    "$servers" ask "$ch" 1 'INSERT INTO survey FORMAT TabSeparated' <survey.tsv || return 1
    ask "$(answer 1 count.sql) FORMAT CSVWithNames" | sed 's/\\N//g' >counts.csv
}
makes_in_clickhouse() {
    ends 0 sql counted_csv.yaml --dialect clickhouse --table default.survey --into default.safe || return 1
    cp out make.sql
    ask "$(part 1 make.sql | sed '$ s/;$//')" || return 1
    ask "$(answer 3 make.sql) FORMAT CSVWithNames" | sed 's/\\N//g' >after.csv
    ask "$(sed -n '/^-- 4/,$ s/^-- \([A-Z].*\);/\1/p' make.sql)" || return 1
    ask 'SELECT * FROM safe FORMAT CSVWithNames' | sed 's/\\N//g' >clickhouse.csv
}
t 'ClickHouse counts by what is printed' counts_in_clickhouse
t 'with the same figures' same measure 'before requirements' measure counted_csv.yaml
t 'ClickHouse makes the release, and names it' makes_in_clickhouse
t 'with the verdict and the figures of protect' same protect 'before after requirements' sql counted_csv.yaml --dialect clickhouse --table survey --counted after.csv
t 'and its rows' same_rows clickhouse.csv
