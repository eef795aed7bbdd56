#!/bin/sh
# cli_postgresql.sh - a table of a PostgreSQL server gives what the same rows in a file give.
server=$(cd "$(dirname "$0")/../support" && pwd)/postgresql.sh
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
t 'a release does not go there' refuses 2 'are read, not written' protect server.yaml --output "$place#safe"
t 'a password is refused' refuses 2 'has a password in it' measure 'postgresql://ann:hunter2@localhost/db#t' --key a
t 'and not told' sh -c '! grep -q hunter out err'
"$server" crash "$folder"
t 'a server that is not there' refuses 5 'there is no connection to its database' measure "$place#survey" --key age
