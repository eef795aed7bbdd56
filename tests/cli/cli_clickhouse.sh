#!/bin/sh
# cli_clickhouse.sh - a table that is spread over three ClickHouse servers gives what the same rows
# in a file give.
servers=$(cd "$(dirname "$0")/../support" && pwd)/clickhouse.sh
. "$(dirname "$0")/cli_lib.sh"
folder=$("$servers" start $$ 3 2>why) || {
    [ $? -eq 77 ] && echo "ok - tables of ClickHouse # SKIP $(head -n 1 why)" && exit 0
    exit 1
}
trap '"$servers" stop "$folder"; keep_certificates; rm -rf "$work"' EXIT
unset CLICKHOUSE_PASSWORD CLICKHOUSE_PASSWORD_FILE
place=127.0.0.1:$("$servers" port "$folder" 1)/default
at="clickhouse://$place"

# ask NODE SQL - carry out a statement.
ask() {
    "$servers" ask "$folder" "$1" "$2" </dev/null
}

# spread NAME COLUMNS SHARD FILE - a table on all servers, filled with a file of TabSeparated.
spread() {
    for node in 1 2 3; do
        ask $node "CREATE TABLE $1_local ($2) ENGINE = MergeTree ORDER BY tuple()" || return 1
        ask $node "CREATE TABLE $1 ($2) ENGINE = Distributed(all, default, $1_local, $3)" || return 1
        awk -v node=$node 'NR % 3 == node - 1' "$4" >part
        "$servers" ask "$folder" $node "INSERT INTO $1_local FORMAT TabSeparated" <part || return 1
    done
}

for name in survey.csv survey.parquet; do
    "$TACIT" generate survey --rows 2000 --seed 7 --output $name --quiet || exit 1
done
python3 - <<'END' || exit 1
import csv


def escaped(x):
    return "\\N" if x == "" else x.replace("\\", "\\\\").replace("\t", "\\t").replace("\n", "\\n")


with open("survey.csv", encoding="utf-8", newline="") as f, \
        open("survey.tsv", "w", encoding="utf-8") as out:
    for row in list(csv.reader(f))[1:]:
        out.write("\t".join(map(escaped, row)) + "\n")

texts = ["a", "A", "a ", " a", "\u00a0", "\u00df", "ss", "\u00e1", "a\u0301", "it's", 'a"b',
         "back\\slash", "\\", "a\tb", "two\nlines", "NULL", "\\N", "%_$$1 --/*", "`x`",
         "\U0001f600", "x0", "x00", "nan", "\ufb01", "fi", "", "", "a", "\\'", "x', 'y"]
wholes = [0, 1, -1, 2**63 - 1, -2**63, 2**53 + 1, 2**53, -128, 255, 65536]
reals = ["0", "-0", "1e20", "1e-7", "0.1", "123456789.12345679", "-2.5", "100", "", "1e15"]
days = ["1970-01-01", "1970-01-02", "2000-02-29", "2038-01-19", "2100-03-01", ""]
weights = ["1.1", "123456.123456", "1.000001", "3", "2.5"]
rows = [[texts[i % 30], wholes[i % 10], reals[i // 2 % 10], days[i % 6], weights[i // 3 % 5]]
        for i in range(90)]
with open("nasty.csv", "w", encoding="utf-8", newline="") as f, \
        open("nasty.tsv", "w", encoding="utf-8", newline="") as out:
    table = csv.writer(f, lineterminator="\n")
    table.writerow(['Te "x`t', "i", "f", "d", "w"])
    for n, row in enumerate(rows):
        table.writerow(row)
        # an empty text and a missing one are the same, and so are NaN and a missing number
        cells = [escaped(str(x)) for x in row]
        cells[0] = "" if n % 2 == 0 and row[0] == "" else cells[0]
        cells[2] = "nan" if n % 3 == 0 and row[2] == "" else cells[2]
        out.write("\t".join(cells) + "\n")
END
spread survey 'person_id String, name Nullable(String), household UInt32, region String,
    municipality Nullable(Int32), urban String, household_size UInt8,
    relation Nullable(String), age Int16, sex FixedString(6), birth_date String,
    marital_status Nullable(String), birth_country Nullable(String), education Nullable(String),
    employment Nullable(String), occupation Nullable(String), income Nullable(Decimal(12, 0)),
    spending Nullable(Int32), savings Nullable(Int64), health Nullable(String),
    weight Decimal(10, 2)' 'cityHash64(person_id)' survey.tsv || exit 1
# shellcheck disable=SC2016 # a name with quotes
spread nasty '`Te "x\`t` Nullable(String), i Int64, f Nullable(Float64), d Nullable(Date), w Float64' \
    i nasty.tsv || exit 1

# plan DATA OUTPUT - what is done with both.
plan() {
    printf 'data: "%s"\n' "$1"
    cat <<END
roles:
  identifier: [person_id, name]
  key: [region, age, sex, education, occupation]
  household: household
  weight: weight
hierarchies: {age: {intervals: {widths: [5, 10, 20]}}}
require: {k_anonymity: {k: 5}}
measures: [prosecutor, individual, suda]
steps: [drop: {columns: [birth_date]}, generalize: {suppression: 0.05}]
seed: 3
output: $2.csv
report: $2.html
END
}
plan survey.parquet file >file.yaml
plan "$at#survey" server >server.yaml

# same COMMAND - both print the same figures; those of a release are sums over records in random
# order, whose last digit depends on it.
same() {
    for which in file server; do
        "$TACIT" "$1" $which.yaml --json >out 2>err
        keep out
        python3 -c '
import json
r = json.load(open("out"))
parts = ["before", "requirements"]
if r["command"] == "protect":
    r = json.load(open("out"), parse_float=lambda text: "%.12g" % float(text))
    parts += ["after", "utility"]
print(json.dumps([r[part] for part in parts], indent=1))' >"$which.json" || return 1
    done
    diff file.json server.json
}

# same_nasty KEYS - the same figures, and the same rows.
same_nasty() {
    for which in file server; do
        data=nasty.csv
        [ $which = file ] || data="$at#nasty"
        cat >$which.yaml <<END
data: {path: "$data", missing: [""]}
roles: {key: [$1], weight: w}
measures: [prosecutor, journalist]
require: {k_anonymity: {k: 1}}
seed: 1
output: $which.csv
END
    done
    same measure && same protect || return 1
    for f in file server; do sed 's/\.0\(,\|$\)/\1/g' $f.csv | sort >$f.sorted; done
    cmp file.sorted server.sorted
}
t 'the same figures of the data' same measure
t 'the same figures of the release' same protect
t 'the same records' sh -c 'for f in file server; do cut -d, -f2- $f.csv | sort >$f.sorted; done; cmp file.sorted server.sorted'
t 'the release is verified' ends 0 verify server.csv
t 'the page for others names the table only' sh -c '! grep -q "127.0.0.1\|clickhouse:" server.html && grep -q survey server.html'
t 'columns are profiled there' prints 'occupation' inspect "$at#survey"
for key in "'Te \"x\`t'" i f d "'Te \"x\`t', i, f, d"; do
    t "nasty values: $key" same_nasty "$key"
done

# same_tables - the same sums, with the largest contributors.
same_tables() {
    for which in file server; do
        data=survey.parquet
        [ $which = file ] || data="$at#survey"
        cat >$which.yaml <<END
data: "$data"
tables: {t: {by: [region, sex, education], of: [spending, household_size]}}
rules: [dominance: {n: 3, k: 80}, p_percent: {p: 10}]
output: $which.csv
END
        "$TACIT" tables $which.yaml --json >out 2>err || { cat err && return 1; }
        keep out
    done
    cmp file.csv server.csv
}
t 'the same tables' same_tables

t 'a table that is not there' refuses 2 "perhaps 'survey' is meant" inspect "$at#survy"
t 'a release does not go there' refuses 2 'are read, not written' protect server.yaml --output "$at#safe"
t 'a password is refused' refuses 2 'has a password in it' measure 'clickhouse://ann:hunter2@localhost/db#t' --key a
t 'and not told' sh -c '! grep -q hunter out err'
t 'without the password' refuses 5 'does not let this user and password in' measure "clickhouse://locked@$place#survey" --key age
echo sesame >word
t 'with it' env CLICKHOUSE_PASSWORD_FILE=word "$TACIT" measure "clickhouse://locked@$place#survey" --key age --quiet
t 'who may only read is enough' ends 0 measure "clickhouse://reader@$place#survey" --key age

# A view whose rows are others each time is a table that changes during the run.
ask 1 'CREATE VIEW moving AS SELECT region, age, toInt32(rand() % 1000) AS x FROM survey'
ask 1 'CREATE VIEW shrinking AS SELECT region, age FROM survey WHERE rand() % 2 = 0'
printf 'data: "%s"\ntables: {t: {by: [region], of: [x]}}\nrules: [p_percent: {p: 10}]\noutput: safe.csv\n' "$at#moving" >moving.yaml
t 'a table that changes' refuses 5 'changed while it was read' tables moving.yaml
t 'a table that shrinks' refuses 5 'changed while it was read' measure "$at#shrinking" --key age

"$servers" crash "$folder" 3
t 'a shard that is not there' refuses 5 'no server of a shard can be reached' measure "$at#survey" --key age
t 'for rows' refuses 5 'no server of a shard can be reached' compare "$at#survey" survey.csv
"$servers" again "$folder" 3
t 'and again' ends 0 measure "$at#survey" --key age
"$servers" crash "$folder" 1
t 'a server that is not there' refuses 5 'there is no connection to the server' measure "$at#survey" --key age
