#!/bin/bash
# cli_private.sh - differentially private files: what the gate lets pass, and what it does not.
#
# Provenance of what is expected: by hand, from the definitions.  Files have two columns, so that
# every way to let something of the data pass besides a mechanism can be tried by itself.
. "$(dirname "$0")/cli_lib.sh"

{
    echo 'sex,age,name'
    for i in $(seq 1 60); do echo "$([ $((i % 3)) = 0 ] && echo m || echo f),$((20 + i)),$secret"; done
} >people.csv
rr='randomised_response: {columns: sex, epsilon: 1, categories: [f, m]}'
noise='private_noise: {columns: age, epsilon: 1, bounds: {age: [0, 100]}}'

# plan EPSILON STEP ... - a plan that requires privacy of sex and age.
plan() {
    {
        echo 'data: people.csv'
        echo 'roles: {identifier: name, key: [age, sex]}'
        echo "require: {differential_privacy: {epsilon: $1}}"
        echo 'measures: []'
        echo 'steps:'
        shift
        printf '  - %s\n' "$@"
        echo 'output: safe.csv'
    } >plan.yaml
    rm -f safe.csv*
}

# released [OPTION ...] - the plan is carried out, and verified by who has the release alone.
released() {
    ends 0 protect plan.yaml "$@" || return 1
    rm -rf public && mkdir public && cp safe.csv safe.csv.certificate.json public || return 1
    (cd public && "$TACIT" verify safe.csv >../out 2>../err) || { cat out err && return 1; }
}

# withheld WHY [OPTION ...] - it is not released, and the record says why; no file is left.
withheld() {
    why=$1
    shift
    ends 3 protect plan.yaml --json "$@" || return 1
    grep -qF -- "$why" out || { echo "it says:" && cat out && return 1; }
    [ ! -e safe.csv ] && [ ! -e safe.csv.certificate.json ]
}

# ---- what is let pass ----
plan 2 "$rr" "$noise"
t 'two mechanisms' released
t 'all that was told is a category' test "$(cut -d, -f1 safe.csv | sort -u | tr '\n' ' ')" = 'f m sex '
plan 2 'round: {columns: age, base: 5}' "$rr" "$noise" 'recode: {columns: sex, groups: {x: [f], y: [m]}}'
t 'what each cell becomes by itself, before and after' released
plan 1 "$rr" 'recode: {columns: age, label: all}'
t 'a constant column gives nothing away' released
plan 0.3 'drop: age' 'randomised_response: {columns: sex, epsilon: 0.3, categories: [f, m]}'
t 'a column that is left out' released
plan 2 'drop: sex' 'private_microdata: {columns: age, epsilon: 2, k: 7, bounds: {age: [0, 100]}}'
t 'means of groups' released
plan 1 'drop: age' 'unary_encoding: {columns: sex, epsilon: 1, categories: [f, m, d]}'
t 'bits' released
t 'bits have columns' test "$(head -1 safe.csv)" = 'sex=f,sex=m,sex=d'
plan 1 'drop: age' 'local_hashing: {columns: sex, epsilon: 1, categories: [f, m, d]}'
t 'hashes' released
echo 'infer: {frequencies: {columns: [sex.a, sex.b, sex.h], mechanism: local_hashing, epsilon: 1, categories: [f, m, d]}}' >infer.yaml
echo 'data: safe.csv' >>infer.yaml
t 'are read back as they are, with 19 digits' ends 0 infer infer.yaml
plan '1, delta: 0.1' 'recode: {columns: age, breaks: [90, 95], open: true}' \
    'safepub: {columns: [sex, age], epsilon: 1, delta: 0.1}'
t 'crowds of a sample' released
t 'how many records there were is not told' test "$(grep -c '"rows": 60' safe.csv.certificate.json)" = 0

# Ten times 0.1 is 1.
seq 1 10 | sed 's/.*/c&/' | paste -sd, >ten.csv && seq 1 10 | paste -sd, >>ten.csv
{
    echo 'data: ten.csv'
    echo 'require: {differential_privacy: {epsilon: 1}}'
    echo 'measures: []'
    echo 'steps:'
    echo '  - private_noise:'
    echo '      columns: [c1, c2, c3, c4, c5, c6, c7, c8, c9, c10]'
    echo '      epsilon: 0.1'
    echo '      bounds:'
    seq 1 10 | sed 's/.*/        c&: [0, 10]/'
    echo 'output: safe.csv'
} >plan.yaml
t 'ten times 0.1 is 1' released
rm -f safe.csv*

# ---- what is not ----
plan 1.999999 "$rr" "$noise"
t 'more than is required' withheld '"holds": false'
plan 2 "$rr"
t 'a column that no mechanism tells' withheld 'no mechanism tells it'
plan 2 "$rr" 'noise: {columns: age}'
t 'noise that is no mechanism' withheld "step 'noise' changes it and is no mechanism"
plan 2 "$rr" "$noise" 'top_code: {columns: age, share: 0.1}'
t 'a threshold from the data after' withheld "step 'top_code' changes it"
plan 2 'recode: {columns: age, parts: 3}' "$rr" 'randomised_response: {columns: age, epsilon: 1, categories: [a, b]}'
t 'parts of the data before' withheld "step 'recode' changes it"
plan 2 "$rr" "$noise" 'sample: {share: 0.5}'
t 'a sample' withheld "step 'sample' leaves records out"
plan 2 'suppress: {columns: [age, sex], rows: [1]}' "$rr" "$noise"
t 'a record that is left out' withheld "step 'suppress'"
plan 2 "$rr" "$noise" 'local_suppress: {k: 3}'
t 'suppression by the release' withheld "step 'local_suppress' changes it"
plan 4 "$rr" "$rr" "$noise"
t 'a column told twice' withheld 'tells it a second time'
plan 2 "$rr" "$noise" 'reorder: {keep: true}'
t 'the order of the original' withheld 'in the order of the original'
plan 2 "$rr" "$noise" 'reorder: {columns: sex}'
t 'records that stay together' withheld 'in the order of the original'
plan 3 "$rr" 'private_microdata: {columns: age, epsilon: 1, k: 5, bounds: {age: [0, 100]}}'
t 'groups beside another column' withheld 'groups of records show'
plan '2, delta: 0.1' "$rr" 'recode: {columns: age, label: all}' 'safepub: {columns: age, epsilon: 1, delta: 0.1}'
t 'crowds that do not have all columns' withheld 'leaves records out and does not name it'
plan 2 'drop: sex' 'recode: {columns: age, label: all}' 'safepub: {columns: age, epsilon: 1, delta: 0.1}'
t 'a delta that is not allowed' withheld '"holds": false'
plan 2 "$rr" "$noise"
t 'a simulation' withheld 'a simulation promises nothing' --simulation --seed 7
t 'a seed' refuses 2 'takes its noise from the system and no seed' protect plan.yaml --seed 7
t 'a stream' refuses 2 'needs all records at once' protect plan.yaml --stream always

# ---- simulations ----
simulated() {
    sed -i '/^require/d' plan.yaml
    ends 0 protect plan.yaml --simulation --seed 1234567890123456 && mv safe.csv one.csv || return 1
    [ ! -e safe.csv.certificate.json ] || { echo 'it is certified' && return 1; }
    grep -q 'not certified' err || { cat err && return 1; }
    ends 0 protect plan.yaml --simulation --seed 1234567890123456 && cmp one.csv safe.csv
}
t 'a simulation repeats itself and is not certified' simulated
rm -f safe.csv*

# ---- requests that are wrong ----
for epsilon in 0 -1 .nan 1001; do
    plan 2 "$noise" "randomised_response: {columns: sex, epsilon: $epsilon, categories: [f, m]}"
    t "epsilon $epsilon" refuses 2 'epsilon' protect plan.yaml
done
plan 0 "$rr" "$noise"
t 'epsilon 0 is required' refuses 2 'epsilon' protect plan.yaml
plan 2 "$rr" 'private_noise: {columns: age, epsilon: 1}'
t 'no bounds' refuses 2 'bounds' protect plan.yaml
plan 2 "$rr" 'private_noise: {columns: age, epsilon: 1, bounds: {sex: [0, 1]}}'
t 'bounds of another column' refuses 2 "column 'age'" protect plan.yaml
plan 2 "$rr" 'private_noise: {columns: age, epsilon: 1, bounds: {age: [9, 9]}}'
t 'bounds without a distance' refuses 2 'lower bound below' protect plan.yaml
plan 2 "$noise" 'randomised_response: {columns: sex, epsilon: 1}'
t 'no categories' refuses 2 'categories' protect plan.yaml
warned() { ends 0 protect plan.yaml && grep -q 'epsilon above 10 promises next to nothing' err; }
plan 30 "$rr" 'private_noise: {columns: age, epsilon: 12, bounds: {age: [0, 100]}}'
t 'epsilon above 10 is warned of' warned

# ---- certificates that were changed ----
# forge EXPRESSION - change the certificate c in Python, with a digest that fits.
forge() {
    cat >forge.py <<'END'
import hashlib, json, sys
c = json.load(open('safe.csv.certificate.json'))
exec(sys.argv[1])
c.pop('digest')
text = json.dumps(c, sort_keys=True, separators=(',', ':'), ensure_ascii=False)
c['digest'] = hashlib.sha256(text.encode()).hexdigest()
json.dump(c, open('safe.csv.certificate.json', 'w'))
END
    plan 2 "$rr" "$noise"
    ends 0 protect plan.yaml || return 1
    python3 -B forge.py "$1" || return 1
    run verify safe.csv
    [ "$status" -ne 0 ] || { echo 'it is verified' && cat out && return 1; }
}
entry="c['basis']['privacy']['mechanisms']"
t 'a smaller scale' forge "$entry[1]['scale'] = [50, 1]"
t 'narrower bounds' forge "$entry[1]['upper'] = 50"
t 'another epsilon' forge "$entry[1]['epsilon'] = 5.0; $entry[1]['scale'] = [20, 1]"
t 'a smaller sum' forge "c['claims'][0]['figures']['epsilon'] = 1"
t 'a mechanism less' forge "$entry.pop()"
t 'an unknown mechanism' forge "$entry[0]['mechanism'] = 'magic'"
t 'fewer categories' forge "$entry[0]['categories'] = ['f', 'd']"
t 'the order' forge "c['basis']['privacy']['order'] = 'kept'"
t 'the number of records' forge "c['basis']['privacy']['rows'] = 30"
t 'no account at all' forge "c['basis'].pop('privacy')"
