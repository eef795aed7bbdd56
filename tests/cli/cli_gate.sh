#!/bin/bash
# cli_gate.sh - what is judged is the file as a recipient reads it, and a name means a file.
#
# Provenance of what is expected: by hand, from the definitions; each table is so small that its
# classes can be counted by eye.
. "$(dirname "$0")/cli_lib.sh"

# plan DATA OUTPUT [LINE ...] - a plan that changes nothing in column s.
plan() {
    data=$1 output=$2
    shift 2
    {
        echo "data: $data"
        echo 'roles: {key: [a], sensitive: [s]}'
        echo 'require: {l_diversity: {l: 2, kind: distinct, sensitive: s}}'
        echo 'measures: []'
        echo "output: $output"
        printf '%s\n' "$@"
    } >plan.yaml
}

# withheld TEXT [OPTION ...] - the plan ends with status 4, says TEXT, and leaves nothing.
withheld() {
    text=$1
    shift
    before=$(ls -A)
    ends 4 protect plan.yaml "$@" || return 1
    grep -qF -- "$text" err || { echo "it says:" && cat err && return 1; }
    [ "$(ls -A)" = "$before" ] || { echo "left behind: $(ls -A)" && return 1; }
}

# verified FILE - it is released, and a recipient who has nothing else can verify it.
verified() {
    ends 0 protect plan.yaml || return 1
    rm -rf public && mkdir public && cp "$1" "$1.certificate.json" public || return 1
    (cd public && "$TACIT" verify "$1" >../out 2>../err) || { cat out err && return 1; }
}

# Blanks at the end: 'x' and 'x ' are two values, and one in files that drop blanks.
printf 'a,s\n1,x\n1,"x "\n2,y\n2,"y "\n' >blanks.csv
for ending in sav zsav xpt; do
    plan blanks.csv "safe.$ending"
    t "blanks in .$ending" withheld "Column 's' has 2 values that a .$ending file"
done
plan blanks.csv safe.dta
dta_is_true() {
    run protect plan.yaml
    case $status in
    0) "$TACIT" measure safe.dta --key a --sensitive s --model 'l_diversity: {l: 2, kind: distinct}' >out ;;
    4) grep -q "Column 's' has 2 values that a .dta file" err ;;
    *) false ;;
    esac
}
t 'blanks in .dta come back or are refused' dta_is_true
rm -f safe.*
for ending in csv tsv csv.gz parquet json; do
    plan blanks.csv "safe.$ending"
    t "blanks in .$ending" verified "safe.$ending"
done
plan blanks.csv streamed.sav
t 'blanks, streamed' withheld "Column 's' has 2 values" --stream always

# Texts that look like numbers or missing values are the texts that were written.
printf 'a,s\n1,1e5\n1,100000\n2,7\n2,8\n' >looks.csv
plan '{path: looks.csv, text: [s]}' looks-safe.csv
t 'texts that look like numbers' ends 0 protect plan.yaml
printf 'a,s\n1,NA\n1,x\n2,7\n2,NA\n' >none.csv
plan "{path: none.csv, missing: ['-']}" none-safe.csv
t 'a text NA that is a value' ends 0 protect plan.yaml

# Numbers that a format cannot hold.
printf 'a,s\n1,9007199254740993\n1,9007199254740992\n2,1\n2,2\n' >wide.csv
plan wide.csv wide.dta
t 'whole numbers beyond 2^53 in .dta' withheld "Column 's'"
plan wide.csv wide-safe.csv
t 'whole numbers beyond 2^53 in .csv' verified wide-safe.csv
plan wide.csv wide-safe.parquet
t 'whole numbers beyond 2^53 in .parquet' verified wide-safe.parquet

# -0 is 0: one class, and never written.
printf 'a,s\n-0.0,x\n0.0,y\n' >zero.csv
plan zero.csv zero-safe.csv
t '-0 is 0 in classes' verified zero-safe.csv
t '-0 is not written' eval '! grep -q -- -0 zero-safe.csv'
printf 'a,s\n-0.2,x\n0.2,y\n-0.3,x\n0.3,z\n' >near.csv
plan near.csv near-safe.csv 'steps: [{round: {columns: [a], base: 1}}]'
t '-0 is not made' verified near-safe.csv
t '-0 that was made is not written' eval '! grep -q -- -0 near-safe.csv'

# Weights that a step changed are not believed.
weighted() {
    printf 'a,w\n1,1\n1,1\n2,1\n3,1\n' >weighted.csv
    cat >plan.yaml <<EOF
data: weighted.csv
roles: {key: [a], weight: w}
require: {k_map: {k: 5}}
measures: []
steps: [{$1: {columns: [w]$2}}]
output: weighted-safe.csv
EOF
}
weighted bottom_code ', at: 100'
t 'k_map does not rest on masked weights' refuses 2 "'w'" protect plan.yaml
t 'nor when streamed' refuses 2 "'w'" protect plan.yaml --stream always
weighted noise ''
t 'nor on noisy ones' refuses 2 "'w'" protect plan.yaml

# Names mean files.
printf 'a,s\n1,x\n1,y\n' >'r[1].csv' && printf 'a,s\n1,x\n1,x\n' >r1.csv
plan "'r[1].csv'" "'out[1].parquet'"
t 'a name with brackets' verified 'out[1].parquet'
printf 'a,s\n1,x\n1,x\n' >out1.csv
t 'no pattern' refuses 5 'r*.csv' measure 'r*.csv' --key a
mkdir k=7 && cp out1.csv k=7/d.csv && gzip -k k=7/d.csv
t 'a folder is no column' json 0 'len(r["data"]["columns"]) == 2' inspect k=7/d.csv.gz
mkfifo pipe.csv pipe.parquet pipe.sav
stopped() {
    timeout -k 1 60 "$TACIT" inspect "$1" >out 2>err
    [ $? -eq 5 ] && grep -q "$2" err
}
for name in pipe.csv pipe.parquet; do
    t "$name is not waited for" stopped $name 'named pipe'
done
t 'pipe.sav is not waited for' stopped pipe.sav pipe.sav
ln -s /dev/zero zero.txt
t 'a device is not read without end' stopped zero.txt device

# A file that writes 97080 as 97.080 is not read as another in silence.
printf 'a;b;c\n97.080;3,5;x\n12.345;4,25;y\n' >german.csv
says() {
    ends 0 "$@" || return 1
    grep -q "Column 'a' is read with a decimal point" err &&
        grep -q "Column 'b' looks like numbers with a decimal comma" err
}
t 'points between thousands' says inspect german.csv
quiet() {
    ends 0 "$@" || return 1
    ! grep -q 'decimal' err
}
t 'unless the marks are said' quiet inspect german.csv --decimal , --thousands .
printf 'a,b\n97.080,x\n12.345,y\n' >english.csv
t 'decimal points elsewhere' quiet inspect english.csv

# A last line that is too long is not passed over.
if [ "$(df -Pk . | awk 'NR == 2 { print $4 }')" -gt 1000000 ]; then
    { printf 'a,s\n1,x\n2,' && head -c 280000000 /dev/zero | tr '\0' y; } >long.csv
    t 'a last line of 280 MB' refuses 4 'last line' measure long.csv --key a
    rm long.csv
fi
