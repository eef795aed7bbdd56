#!/bin/sh
# cli_postgresql.sh - a table of a PostgreSQL server gives what the same rows in a file give.
server=$(cd "$(dirname "$0")/../support" && pwd)/postgresql.sh
. "$(dirname "$0")/made_lib.sh"
. "$(dirname "$0")/cli_lib.sh"
folder=$("$server" start $$ 2>why) || {
    [ $? -eq 77 ] && echo "ok - tables of PostgreSQL # SKIP $(head -n 1 why)" && exit 0
    exit 1
}
trap '"$server" stop "$folder"; keep_certificates; rm -rf "$work"' EXIT
place=$("$server" place "$folder")

for name in survey.csv survey.parquet; do
    "$TACIT" generate survey --rows 2000 --seed 7 --output $name --quiet || exit 1
done
psql -q "$place" <<'END' || exit 1
CREATE TABLE survey (person_id text, name text, household bigint, region text, municipality int,
    urban text, household_size int, relation text, age smallint, sex text, birth_date date,
    marital_status varchar(40), birth_country text, education text, employment text,
    occupation text, income numeric, spending numeric(12, 0), savings bigint, health text,
    weight numeric(10, 2));
\copy survey from 'survey.csv' csv header
END

# plan DATA OUTPUT - what is done with both.
plan() {
    printf 'data: "%s"\n' "$1"
    cat <<END
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
plan "$place#survey" server >server.yaml

# same COMMAND - both print the same figures; those of a release are sums over records in random
# order, whose last digit depends on it.
same() {
    for at in file server; do
        "$TACIT" "$1" $at.yaml --json >out 2>err
        keep out
        python3 -c '
import json
r = json.load(open("out"))
parts = ["before", "requirements"]
if r["command"] == "protect":
    r = json.load(open("out"), parse_float=lambda text: "%.12g" % float(text))
    parts += ["after", "utility"]
print(json.dumps([r[part] for part in parts], indent=1))' >"$at.json" || return 1
    done
    diff file.json server.json
}
t 'the same figures of the data' same measure
t 'the same figures of the release' same protect
t 'the same records' sh -c 'for f in file server; do cut -d, -f2- $f.csv | sort >$f.sorted; done; cmp file.sorted server.sorted'
t 'the release is verified' ends 0 verify server.csv
t 'the page for others names the table only' sh -c '! grep -q "host=\|postgres@\|$1" server.html && grep -q survey server.html' sh "$folder"
t 'and so does the certificate' sh -c '! grep -q "host=\|postgres@" server.csv.certificate.json'
t 'columns are profiled there' prints 'birth_date' inspect "$place#survey"
t 'a table that is not there' refuses 2 "perhaps 'survey' is meant" inspect "$place#survy"
t 'only protect makes tables' refuses 2 "is made by 'protect'" generate survey --rows 5 --output "$place#made"

made survey.parquet made.csv >made_file.yaml
made "$place#survey" "$place#Released" >made.yaml
made "$place#survey" "$place#strict" | sed /generalize/d >strict.yaml

released_alike() {
    psql -q "$place" -c '\copy "Released" to released.csv csv header' || return 1
    sorted released.csv >a && sorted made.csv >b && cmp a b
}
# tables - what is in the database besides the survey.
tables() {
    psql -Atq "$place" -c "SELECT relname FROM pg_class WHERE relkind = 'r' AND relnamespace = \
        'public'::regnamespace AND relname <> 'survey' ORDER BY 1"
}
t 'what was decided is applied in a file' ends 0 protect made_file.yaml
t 'and where the data is' ends 0 protect made.yaml
t 'which gives the same records' released_alike
t 'keeps types that tell nothing' sh -c 'psql -Atq "$1" -c "SELECT pg_typeof(municipality) FROM \"Released\" LIMIT 1" | grep -q integer' sh "$place"
t 'and is verified there' ends 0 verify "$place#Released"
t 'a release is kept unless told otherwise' refuses 2 'use --force' protect made.yaml
t 'and replaced then' ends 0 protect made.yaml --force
psql -q "$place" -c 'UPDATE "Released" SET savings = savings + 300 WHERE ctid = (SELECT min(ctid) FROM "Released" WHERE savings IS NOT NULL)'
t 'one cell that was changed is found' ends 3 verify "$place#Released"
psql -q "$place" -c 'CREATE TABLE kept AS SELECT 1 AS x'
t 'what is no release is kept' refuses 2 'is not a release of tacit' protect made.yaml --output "$place#kept" --force
t 'what is required and does not hold' ends 3 protect strict.yaml
t 'data from elsewhere' refuses 2 'of one of the same database' protect made_file.yaml --output "$place#other"
psql -q "$place" <<'END'
CREATE FUNCTION die() RETURNS text LANGUAGE plpgsql AS $$ BEGIN
IF current_setting('transaction_read_only') = 'off' THEN
PERFORM pg_terminate_backend(pg_backend_pid()); END IF; RETURN 'x'; END $$;
CREATE VIEW dying AS SELECT *, die() AS z FROM survey;
CREATE ROLE reader LOGIN; GRANT SELECT ON survey TO reader;
REVOKE CREATE ON SCHEMA public FROM public;
END
made "$place#dying" "$place#lost" >dying.yaml
made "$(echo "$place" | sed s/postgres@/reader@/)#survey" "$(echo "$place" | sed s/postgres@/reader@/)#lost" >denied.yaml
t 'a connection that is lost meanwhile' refuses 5 'The released table cannot be made' protect dying.yaml
t 'no right to make a table' refuses 5 'has no right to it' protect denied.yaml
# What a server says of a failure may quote data.
psql -q "$place" <<'END'
CREATE FUNCTION refuse(code text) RETURNS text LANGUAGE plpgsql AS $$ BEGIN
IF current_setting('transaction_read_only') = 'off' THEN
RAISE EXCEPTION 'Anna Secret' USING ERRCODE = code; END IF; RETURN 'x'; END $$;
CREATE VIEW full_disk AS SELECT *, refuse('53100') AS z FROM survey;
CREATE VIEW ended AS SELECT *, refuse('57014') AS z FROM survey;
CREATE VIEW refused AS SELECT *, refuse('22P02') AS z FROM survey;
CREATE FUNCTION stall() RETURNS text LANGUAGE plpgsql AS $$ BEGIN
IF current_setting('transaction_read_only') = 'off' THEN PERFORM pg_sleep(600); END IF; RETURN 'x'; END $$;
CREATE VIEW waiting AS SELECT *, stall() AS z FROM survey;
END
for view in full_disk ended refused waiting; do made "$place#$view" "$place#lost" >$view.yaml; done
t 'a disk that is full there' refuses 5 'the disk of its database is full' protect full_disk.yaml
t 'a statement that somebody ends' refuses 5 'its database ended the statement' protect ended.yaml
t 'a failure that quotes data' refuses 5 'its database refused' protect refused.yaml
t 'which is not passed on' sh -c '! grep -q "Anna\|Secret" out err'
t 'none of these left a table' sh -c '[ "$1" = "$(printf "Released\nkept")" ]' sh "$(tables)"
t 'a password is refused' refuses 2 'has a password in it' measure 'postgresql://ann:hunter2@localhost/db#t' --key a
t 'and not told' sh -c '! grep -q hunter out err'
# crashed - the server is killed while it makes the release.
crashed() {
    "$TACIT" protect waiting.yaml >out 2>err &
    run=$!
    for _ in $(seq 3000); do
        [ "$(psql -Atq "$place" -c "SELECT count(*) FROM pg_stat_activity WHERE state = 'active' \
            AND query LIKE 'CREATE TABLE%'")" != 1 ] || break
        sleep 0.02
    done
    "$server" crash "$folder"
    wait $run
    status=$?
    [ $status -eq 5 ] && grep -q 'cannot be made: the connection to its database was lost' err && return 0
    echo "status $status" && cat out err && return 1
}
t 'a server that is killed meanwhile' crashed
"$server" again "$folder" || exit 1
t 'leaves no table, either' sh -c '[ "$1" = "$(printf "Released\nkept")" ]' sh "$(tables)"
t 'and it can be made again' ends 0 protect made.yaml --force
"$server" crash "$folder"
t 'a server that is not there' refuses 5 'there is no connection to its database' measure "$place#survey" --key age
