#!/bin/sh
# cli_clickhouse.sh - a table that is spread over three ClickHouse servers gives what the same rows
# in a file give.
servers=$(cd "$(dirname "$0")/../support" && pwd)/clickhouse.sh
. "$(dirname "$0")/made_lib.sh"
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
t 'a password is refused' refuses 2 'has a password in it' measure 'clickhouse://ann:hunter2@localhost/db#t' --key a
t 'and not told' sh -c '! grep -q hunter out err'
t 'without the password' refuses 5 'does not let this user and password in' measure "clickhouse://locked@$place#survey" --key age
echo sesame >word
t 'with it' env CLICKHOUSE_PASSWORD_FILE=word "$TACIT" measure "clickhouse://locked@$place#survey" --key age --quiet
t 'who may only read is enough' ends 0 measure "clickhouse://reader@$place#survey" --key age

# A view whose rows are others each time is a table that changes during the run.
ask 1 'CREATE VIEW moving AS SELECT region, age, toInt32(rand() % 1000) AS x FROM survey'
ask 1 'CREATE VIEW shrinking AS SELECT region, age FROM survey ARRAY JOIN range(rand() % 1000) AS x'
printf 'data: "%s"\ntables: {t: {by: [region], of: [x]}}\nrules: [p_percent: {p: 10}]\noutput: safe.csv\n' "$at#moving" >moving.yaml
t 'a table that changes' refuses 5 'changed while it was read' tables moving.yaml
t 'a table that shrinks' refuses 5 'changed while it was read' measure "$at#shrinking" --key age


# ---- releases that are made there ----

all="clickhouse://$place"
for node in 2 3; do all="$all,127.0.0.1:$("$servers" port "$folder" $node)"; done
all=$(echo "$all" | sed 's|/default||')/default
made survey.parquet made.csv >made_file.yaml
made "$at#survey" "$at#released" >made.yaml
made "$at#survey" "$all#shared" >made_all.yaml
made "$at#survey" "$at#strict" | sed /generalize/d >strict.yaml

# released_alike TABLE - it has the records of the file.
released_alike() {
    ask 1 "SELECT * FROM $1 FORMAT CSVWithNames" | sed 's/\\N//g' >released.csv
    sorted released.csv >a && sorted made.csv >b && cmp a b
}
# tables NODE - what is on a server besides the sources.
tables() {
    ask "$1" "SELECT name FROM system.tables WHERE database = 'default' AND name NOT LIKE 'survey%' \
        AND name NOT LIKE 'nasty%' AND engine <> 'View' ORDER BY name"
}
# left WORD ... - these tables are there, and no others but the rows of a shared one.
left() {
    for node in 1 2 3; do
        want=$(for name; do [ $node -gt 1 ] && [ "$name" != shared ] || echo "$name"; done)
        tables $node | grep -v '^tacit_' >have
        [ "$want" = "$(cat have)" ] || { echo "on server $node:" && tables $node && return 1; }
        rows=$(tables $node | grep -c '^tacit_')
        [ "$rows" = "$(echo "$want" | grep -c shared)" ] || { echo "on $node: $rows others" && return 1; }
    done
}
t 'what was decided is applied in a file' ends 0 protect made_file.yaml
t 'and where the data is' ends 0 protect made.yaml
t 'which gives the same records' released_alike released
t 'and is verified there' ends 0 verify "$at#released"
t 'by all servers at once' ends 0 protect made_all.yaml
t 'which gives the same records, too' released_alike shared
t 'and is verified there, too' ends 0 verify "$all#shared"
t 'rows do not lie where those of the source do' sh -c '[ "$1" -gt 300 ]' sh "$(ask 2 "SELECT count() FROM $(tables 2 | grep tacit_)")"
t 'there are no other tables' left released shared
t 'a release is kept unless told otherwise' refuses 2 'use --force' protect made.yaml
t 'and replaced then' ends 0 protect made.yaml --force
t 'a shared one, too' ends 0 protect made_all.yaml --force
t 'and the old ones are gone' left released shared
t 'a shared one is not replaced by one' refuses 2 'name all of them' protect made.yaml --output "$at#shared" --force
ask 1 'CREATE TABLE changed ENGINE = MergeTree ORDER BY tuple() AS SELECT * FROM released'
ask 1 'ALTER TABLE changed UPDATE savings = savings + 300 WHERE rowNumberInAllBlocks() = 0 AND savings > 0' 2>why
cp released.certificate.json changed.certificate.json
t 'a table that was changed is not verified' ends 3 verify "$at#changed"
t 'what is no release is kept' refuses 2 'is not a release of tacit' protect made.yaml --output "$at#changed" --force
ask 1 'DROP TABLE changed'
t 'the source is kept' refuses 2 'would overwrite the data' protect made.yaml --output "$at#survey" --force
t 'what is required and does not hold' ends 3 protect strict.yaml
t 'data from elsewhere' refuses 2 'of one of the same database' protect made_file.yaml --output "$at#other"
t 'another server' refuses 2 'on another server' protect made.yaml --output "$(echo "$all" | sed 's/:\/\/[^,]*,\([^,]*\),.*\//:\/\/\1\//')#other"
t 'not all servers' refuses 2 'not the shards of the cluster' protect made.yaml --output "$(echo "$all" | sed 's/,[^,]*\//\//')#other"
t 'one server twice' refuses 2 'not the shards of the cluster' protect made.yaml --output "$(echo "$all" | sed 's/,\([^,]*\),[^,]*\//,\1,\1\//')#other"
made "$at#survey_local" "$all#other" >local.yaml
t 'several for a table of one' refuses 2 'not distributed over several' protect local.yaml
t 'a name that runs use' refuses 2 'do not begin with' protect made.yaml --output "$at#tacit_x"
made "$(echo "$at" | sed s,//,//reader@,)#survey" "$(echo "$at" | sed s,//,//reader@,)#lost" >denied.yaml
t 'no right to make a table' refuses 5 'has no right to it' protect denied.yaml

# Names with all that means something in SQL or in our own forms, and a type that takes a line.
odd=$(
    cat <<'END'
(k Nullable(Enum8('never married in a long label' = 1, 'married or in a partnership' = 2)),
`na$me#\`"\\; x'y` Nullable(String), i Int32)
END
)
for node in 1 2 3; do
    # shellcheck disable=SC2016 # names with quotes
    ask $node 'CREATE DATABASE `a$b#c`' || exit 1
    ask $node "CREATE TABLE \`a\$b#c\`.odd_local $odd ENGINE = MergeTree ORDER BY tuple()" || exit 1
    ask $node "CREATE TABLE \`a\$b#c\`.odd $odd ENGINE = Distributed(all, 'a\$b#c', odd_local)" || exit 1
    ask $node "INSERT INTO \`a\$b#c\`.odd_local SELECT number % 2 + 1, toString(number), $node FROM numbers(20)"
done
odd_all=$(echo "$all" | sed 's|/default|/a%24b%23c|')
cat >odd.yaml <<END
data: '$(echo "$at" | sed 's|/default|/a%24b%23c|')#odd'
roles: {key: [k, i, 'na\$me#\`"\\; x''y']}
hierarchies: {i: {intervals: {widths: [2]}}}
require: {k_anonymity: {k: 2}}
steps: [generalize: {k: 2}]
output: '$odd_all#re\$l'
END
t 'names of any kind' ends 0 protect odd.yaml
# shellcheck disable=SC2016
t 'have their release' sh -c '[ "$1" = 60 ]' sh "$(ask 2 'SELECT count() FROM `a$b#c`.`re$l`')"
t 'which is verified' ends 0 verify "$odd_all#re\$l"

# A source whose rows cannot be told, though its combinations can: nobody asks for the column z of
# these but who wants whole rows.
ask 1 'CREATE VIEW failing AS SELECT *, toString(throwIf(weight > 0)) AS z FROM survey'
made "$at#failing" "$at#lost" >failing.yaml
t 'a failure in the middle of making' refuses 5 'cannot be made' protect failing.yaml
ask 1 'CREATE VIEW unsteady AS SELECT * FROM survey WHERE age > rand() % 3'
made "$at#unsteady" "$at#lost" >unsteady.yaml
t 'a source that changes' refuses 5 'changed while it was read' protect unsteady.yaml
ask 1 'CREATE VIEW restless AS SELECT region, toInt16(age + rand() % 2) AS age, sex, education, income, savings, weight, name, person_id, household FROM survey'
made "$at#restless" "$at#lost" | sed 's/, sensitive: .health.//; /birth_date/d' >restless.yaml
t 'a source whose values change, and not their number' refuses 5 'changed while it was read' protect restless.yaml
t 'none of these left a table' left released shared

# busy NUMBER - wait until the server puts rows into so many tables.
busy() {
    for _ in $(seq 1000); do
        [ "$(ask 1 "SELECT count() FROM system.processes WHERE query LIKE 'INSERT%slow%'")" != "$1" ] || return 0
        sleep 0.02
    done
    echo "$1 are never made" && cat err && return 1
}
# meanwhile STATUS TEXT PLAN COMMAND - while the plan's release is made COMMAND is carried out; then
# it ends with this status and says TEXT.
meanwhile() {
    busy 0 || return 1
    "$TACIT" protect "$3" >out 2>err &
    run=$!
    busy 1 || return 1
    eval "$4"
    wait $run
    status=$?
    [ $status -eq "$1" ] && grep -q "$2" err && return 0
    echo "status $status" && cat out err && return 1
}
for node in 1 2 3; do
    ask $node 'CREATE VIEW survey_slow AS SELECT *, toString(sleepEachRow(0.003)) AS z FROM survey_local'
    ask $node 'CREATE TABLE survey_slow_all AS survey_slow ENGINE = Distributed(all, default, survey_slow)'
done
made "$at#survey_slow" "$at#lost" >slow.yaml
made "$at#survey_slow_all" "$all#lost" >slow_all.yaml
t 'a request to stop while a table is made' meanwhile 130 'Stopped on request' slow.yaml 'kill -TERM $run'
t 'while a shared one is made' meanwhile 130 'Stopped on request' slow_all.yaml 'kill -TERM $run'
t 'somebody else ends the query' meanwhile 5 'somebody ended the query' slow_all.yaml \
    "ask 2 \"KILL QUERY WHERE query LIKE 'INSERT%' SYNC\""
t 'none of these left a table, either' left released shared
t 'a shard is lost while a shared one is made' meanwhile 5 'cannot be made' slow_all.yaml '"$servers" crash "$folder" 3'
"$servers" again "$folder" 3
t 'the server is lost while one is made' meanwhile 5 'could not be told to drop' slow.yaml '"$servers" crash "$folder" 1'
sleep 2 # so that the server is younger than what it has
"$servers" again "$folder" 1
t 'it can be made again' ends 0 protect made.yaml --force
t 'and a shared one' ends 0 protect made_all.yaml --force
t 'and what was left is gone' left released shared

"$servers" crash "$folder" 3
t 'a shard that is not there' refuses 5 'no server of a shard can be reached' measure "$at#survey" --key age
t 'for rows' refuses 5 'no server of a shard can be reached' compare "$at#survey" survey.csv
"$servers" again "$folder" 3
t 'and again' ends 0 measure "$at#survey" --key age
"$servers" crash "$folder" 1
t 'a server that is not there' refuses 5 'there is no connection to the server' measure "$at#survey" --key age
