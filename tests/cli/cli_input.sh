#!/bin/bash
# cli_input.sh - bad input gets one clear sentence and the right exit status, leaves nothing
# behind and discloses nothing.
. "$(dirname "$0")/cli_lib.sh"
people 60 >people.csv
key='--key a'

# Files.
t 'missing file' refuses 5 'missing.csv' measure missing.csv $key
mkdir folder.csv
t 'a directory' refuses 5 'folder.csv' measure folder.csv $key
: >empty.csv
t 'an empty file' refuses 4 'empty.csv' measure empty.csv $key
t 'an empty file, inspected' refuses 4 'empty.csv' inspect empty.csv
echo a,b >header.csv
t 'a header only' refuses 4 'no records' measure header.csv $key
printf 'a,b\n1,%s\n2,%s,3\n' $secret $secret >ragged.csv
t 'a row with more fields' refuses 4 'line 3' measure ragged.csv $key
printf 'a,b\n1,%s\n2\n' $secret >short.csv
t 'a row with fewer fields' refuses 4 'line 3' measure short.csv $key
printf 'a,b\n%s\377\1,2\n' $secret >utf8.csv
t 'invalid UTF-8' refuses 4 'UTF-8' measure utf8.csv $key
printf 'a,b\n%s\200,2\n' $secret >windows.csv
t 'Windows-1252' refuses 4 'iconv' measure windows.csv $key
printf '\376\377\0a\0,\0b\0\n' >reverse.csv
t 'UTF-16, larger byte first' refuses 4 'iconv' measure reverse.csv $key
printf 'a,b\n%s\0,2\n' $secret >nul.csv
t 'NUL bytes' refuses 4 'nul.csv' measure nul.csv $key
printf 'a,a\n1,%s\n' $secret >twice.csv
t 'duplicate column names' refuses 4 "'a'" measure twice.csv $key
printf '%s\n' "$secret" >noise.parquet
t 'not what the ending says' refuses 4 'noise.parquet' measure noise.parquet $key
t 'an unknown ending' refuses 2 'data.xyz' measure data.xyz $key
echo x >denied.csv && chmod 0 denied.csv
if [ "$(id -u)" -ne 0 ]; then
    t 'a file that may not be read' refuses 5 'denied.csv' measure denied.csv $key
fi

wide() {
    seq -s, -f 'c%.0f' 1 10000
    for _ in 1 2 3; do seq -s, 1 10000; done
}
wide >wide.csv
t '10 000 columns' ends 0 measure wide.csv --key c1,c10000 --k 3
t '10 000 columns, inspected' json 0 'len(r["data"]["columns"]) == 10000' inspect wide.csv
{ echo a,b && printf '1,' && head -c 67108864 /dev/zero | tr '\0' x && echo; } >long.csv
t 'a line of 64 MB' refuses 4 'long.csv' measure long.csv $key
rm long.csv
printf 'a,b\n"1,234",2\n"5,678",2\n"5,678",2\n' >thousands.csv
t 'thousands without the option are text' json 0 \
    '[c["type"] for c in r["data"]["columns"]] == ["category", "integer"]' inspect thousands.csv
t 'thousands with the option are numbers' json 0 \
    'r["data"]["columns"][0]["type"] in ("integer", "real")' inspect thousands.csv --thousands ,

# What a first look says of a file that is read in a way nobody meant.
# warns TEXT WORD ... - it succeeds, and warns of this.
warns() {
    warned=$1
    shift
    ends 0 "$@" && grep -qF -- "$warned" err || { echo "it warns:" && cat err && return 1; }
}
printf 'age:sex\n30:m\n31:f\n' >colons.csv
t 'an unusual mark between columns' warns "say --delimiter ':'" inspect colons.csv
printf '34,m\n30,f\n41,m\n' >headless.csv
t 'a first line that is a record' warns 'say --no-header' inspect headless.csv
no_warning() {
    ends 0 inspect "$@" && ! grep . err
}
printf '2019,2020\n2000,1\n2100,3\n' >years.csv
t 'years are names' no_warning years.csv
{ echo 'id;pay' && seq -f '%.0f;1.234,5' 30; } >commas.csv
t 'a comparison reads decimal commas' json 0 \
    '[c["type"] for c in r["data"]["columns"]] == ["integer", "real"]' \
    compare commas.csv commas.csv
awk 'BEGIN {
    for (j = 1; j <= 100; j++) printf "q%d%s", j, j < 100 ? "," : "\n"
    for (i = 0; i < 50; i++)
        for (j = 1; j <= 100; j++) printf "%d%s", i % 5, j < 100 ? "," : "\n"
}' >asked.csv
t 'numbered columns that are alike share a row' prints 'q1 to q100' inspect asked.csv

# Plans.
# plan_says STATUS TEXT - reads the plan from standard input.
plan_says() {
    cat >plan.yaml
    refuses "$1" "$2" protect plan.yaml --quiet
}
t 'no plan' refuses 5 'none.yaml' protect none.yaml
t 'a plan that is a directory' refuses 5 'folder.csv' protect folder.csv
t 'a plan that is none' refuses 2 'people.csv' protect people.csv
t 'an empty plan' plan_says 2 'empty' </dev/null
t 'an unknown column' plan_says 2 "plan.yaml:2:14: unknown column 'agee'; did you mean 'age'?" <<END
data: people.csv
roles: {key: agee}
output: o.csv
END
t 'an unknown step' plan_says 2 "did you mean 'noise'?" <<END
data: people.csv
steps: [{nois: {columns: age}}]
output: o.csv
END
t 'a parameter out of range' plan_says 2 'scale' <<END
data: people.csv
steps: [{noise: {columns: age, scale: -1}}]
output: o.csv
END
t 'noise on a category' plan_says 2 "'city'" <<END
data: people.csv
steps: [{noise: {columns: city}}]
output: o.csv
END
t 'intervals of a category' plan_says 2 "'city'" <<END
data: people.csv
steps: [{recode: {columns: city, breaks: [0, 1]}}]
output: o.csv
END
t 'values outside the breaks' plan_says 4 "'age'" <<END
data: people.csv
steps: [{recode: {columns: age, breaks: [0, 1]}}]
output: o.csv
END
t 'a weight that is no number' plan_says 2 "'city'" <<END
data: people.csv
roles: {key: age, weight: city}
output: o.csv
END
printf 'a,b,w\n1,%s,1\n2,%s,-1\n' $secret $secret >negative.csv
t 'negative weights' refuses 4 'sampling weights are positive' measure negative.csv --key a --weight w
printf 'a,b\n1,\n2,\n3,NA\n' >missing.csv
t 'a column of missing values' ends 0 measure missing.csv --key a,b
t 'noise on a column of missing values' plan_says 2 "'b'" <<END
data: missing.csv
steps: [{noise: {columns: b}}]
output: o.csv
END
t 'no column is left' plan_says 2 'no column' <<END
data: missing.csv
steps: [{drop: [a, b]}]
output: o.csv
END

# Outputs.
t 'no output' plan_says 2 "output" <<END
data: people.csv
END
t 'an unknown format' plan_says 2 'o.xyz' <<END
data: people.csv
output: o.xyz
END
t 'the output is the input' plan_says 2 'overwrite' <<END
data: people.csv
output: people.csv
END
ln -s people.csv alias.csv
t 'the output is the input by another name' plan_says 2 'an input too' <<END
data: people.csv
output: alias.csv
END
t 'a folder that is not there' plan_says 5 'nowhere' <<END
data: people.csv
output: nowhere/o.csv
END
t 'an output that is a directory' plan_says 5 'folder.csv' <<END
data: people.csv
output: folder.csv
END
t 'a file for a folder' plan_says 5 'people.csv/o.csv' <<END
data: people.csv
output: people.csv/o.csv
END
if [ "$(id -u)" -ne 0 ]; then
    mkdir closed && chmod 555 closed
    t 'a folder that may not be written to' plan_says 5 'closed' <<END
data: people.csv
output: closed/o.csv
END
fi
t 'a report into a folder that is not there' refuses 5 'nowhere' measure people.csv --key age --report nowhere/r.html
t 'the data is as it was' sh -c "grep -c . people.csv | grep -qx 61"
