#!/bin/sh
# cli_repeat.sh - the same plan gives the same bytes, for any number of threads.
. "$(dirname "$0")/cli_lib.sh"
"$TACIT" generate survey --rows 20000 --seed 5 --output survey.csv --quiet
cat >plan.yaml <<END
data: survey.csv
roles: {identifier: [person_id, name], key: [region, age, sex], weight: weight}
steps:
  - recode: {columns: age, width: 10}
  - top_code: {columns: savings, share: 0.01, replace: mean}
  - noise: {columns: [income, spending], scale: 0.2}
seed: 81985529216486895
output: safe.csv
report: safe.html
END

# once FOLDER THREADS - carry the plan out and keep what it made.
once() {
    "$TACIT" protect plan.yaml --json --threads "$2" >record.json 2>/dev/null || return 1
    keep record.json && mkdir "$1" && mv safe.* record.json "$1"
}
t 'one thread' once one 1
t 'one thread, again' once again 1
t 'two threads' once two 2
t 'eight threads' once eight 8
t 'the same plan twice, the same bytes' diff -r one again
t 'two threads, the same bytes' diff -r one two
t 'eight threads, the same bytes' diff -r one eight
same_survey() {
    for n in 1 2 8; do
        "$TACIT" generate survey --rows 20000 --seed 5 --output other.csv --quiet --threads $n &&
            cmp survey.csv other.csv || return 1
    done
}
t 'the survey does not depend on threads' same_survey
same_measure() {
    for n in 1 2 8; do
        "$TACIT" measure survey.csv --key region,age,sex,education --json --threads $n >m$n || return 1
    done
    keep m1 && cmp m1 m2 && cmp m1 m8
}
t 'measures do not depend on threads' same_measure
