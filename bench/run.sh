#!/bin/sh
# run.sh - speed and memory, as ratios measured in one run.
#
# usage: bench/run.sh TACIT        (make bench)
# Environment: ROWS is the size of the survey (1000000), KEEP a folder for the data.
#
# Each line states its goal.  Times on a busy machine mean little; ratios to the peer that
# ran in the same minute mean something.
set -eu
cd "$(dirname "$0")/.."
tacit=$1
build=$(dirname "$(dirname "$tacit")")
rows=${ROWS:-1000000}
work=${KEEP:-$(mktemp -d)}
[ -n "${KEEP:-}" ] || trap 'rm -rf "$work"' EXIT
bench=$build/bench

meson setup --reconfigure "$build" >/dev/null
ninja -C "$build" benchmarks >/dev/null

echo "start: seconds from start to the first output of 'tacit list' (goal: under 0.05)"
for i in 1 2 3; do
    "$bench/bench_spawn" "$tacit" list
done

csv=$work/survey.csv
parquet=$work/survey.parquet
[ -f "$csv" ] || "$tacit" generate survey --rows "$rows" --seed 1 --output "$csv" --quiet
[ -f "$parquet" ] || "$tacit" generate survey --rows "$rows" --seed 1 --output "$parquet" --quiet

"$bench/bench_load" "$csv"
"$bench/bench_csv" "$csv" "$work"
"$bench/bench_decimals"
"$bench/bench_grouped" "$csv" weight region urban age sex education employment
"$bench/bench_tables" "$work/tables.parquet" "${TABLE_ROWS:-10000000}"
"$bench/bench_classes" "$csv" region urban age sex education employment
"$bench/bench_classes" "$csv" municipality age sex education occupation birth_country
echo "measure: k-anonymity where the data is, within 300 MB for the engine"
"$bench/bench_spawn" "$tacit" measure "$parquet" \
    --key region,municipality,age,sex,education,occupation --memory 300MB --quiet

echo "draws: exact noise (goal: at most 500 ns a draw)"
"$bench/bench_draws"
echo "questions: fresh private counts over records in memory (goal: 1.5 times DuckDB on enumerations)"
"$bench/bench_questions" "$work/questions.parquet" "${TABLE_ROWS:-10000000}"
"$bench/bench_frequencies" "$csv" || true
echo "suda: special uniques on twelve keys (goal: a million rows in under a minute on 2 cores)"
"$bench/bench_spawn" "$bench/bench_suda" "$csv" region urban household_size relation age sex \
    marital_status birth_country education employment occupation health

echo "propensity: trees with a null of 50 permutations (goal on 30 162 x 10: under 3.9 processor"
echo "  seconds; ADULT names such a file, otherwise the survey is cut to that size)"
adult=${ADULT:-$work/survey-30162.csv}
[ -f "$adult" ] || head -n 30163 "$csv" | cut -d, -f1-10 >"$adult"
"$bench/bench_propensity" "$adult"

echo "utilities: each measure that is not costly (goal: 5 processor seconds for a million records)"
"$bench/bench_utilities" "$rows"
"$bench/bench_fellegi_sunter"

echo "attacks: inference, linkability, singling out, membership (goals in bench/attacks.c)"
"$bench/bench_attacks" "$rows"
echo "nearest: goals for a million records with one thread: numeric under 30 s, mixed under 10 s"
OMP_NUM_THREADS=1 "$bench/bench_nearest" 100000 300000 1000000

echo "one_to_one: optimal one-to-one links (goal: 1080 x 13 below 0.2 processor seconds)"
"$bench/bench_one_to_one" 1080 13 1
"$bench/bench_one_to_one" 20000 10 0.1
echo "rank_swap: candidates within p per cent of ranks (goal: 10 000 of a million in under 60 s)"
"$bench/bench_rank_swap" 1000000 10 15 10000
echo "swap: swapping methods (goal: ranks of 500 000 rows 50 times faster than sdcMicro's 11.8 s)"
OMP_NUM_THREADS=1 "$bench/bench_swap" 50000 500000 2000000
echo "shuffle: values drawn given predictors (goal: 50 000 rows 10 times faster than sdcMicro's 1.89 s)"
OMP_NUM_THREADS=1 "$bench/bench_shuffle" 50000 500000
echo "mdav: microaggregation (goals: 50 000 x 3 in 0.48 s, 500 000 x 3 in 60 s of one thread)"
OMP_NUM_THREADS=1 "$bench/bench_mdav"
echo "pram: post randomisation (goal: 500 000 rows 10 times faster than sdcMicro's 3.05 s)"
OMP_NUM_THREADS=1 "$bench/bench_pram"
echo "noise: correlated noise (goal: 500 000 x 3 10 times faster than sdcMicro's 0.51 s), romm linear"
OMP_NUM_THREADS=1 "$bench/bench_noise" 500000 3
OMP_NUM_THREADS=1 "$bench/bench_noise" 4000000 3 romm
echo "local_suppress: k-anonymity by blanks (goals in bench/local_suppress.c; TESTDATA names sdcMicro's"
echo "  test data enlarged to 50 000 rows, otherwise the survey is taken)"
if [ -n "${TESTDATA:-}" ]; then
    for rule in strict wildcard; do
        OMP_NUM_THREADS=1 "$bench/bench_local_suppress" "$TESTDATA" thrifty $rule 3 \
            urbrur water sex age relat
        OMP_NUM_THREADS=1 "$bench/bench_local_suppress" "$TESTDATA" thrifty $rule 3 \
            urbrur roof walls water electcon relat sex
        OMP_NUM_THREADS=1 "$bench/bench_local_suppress" "$TESTDATA" thrifty $rule 3 \
            urbrur roof walls water electcon relat sex age hhcivil
    done
else
    for rule in strict wildcard; do
        "$bench/bench_local_suppress" "$csv" thrifty $rule 3 region urban age sex education employment
    done
fi
echo "local_recoding: goals in bench/local_recoding.c (10 million rows of 6 keys within a minute)"
"$bench/bench_local_recoding" "$csv" none/ refine k_anonymity,k=5 \
    municipality age sex education occupation birth_country
echo "explore: every choice of levels for twelve k, six limits (goal: Adult with 9 keys, 12 960 choices,"
echo "  in about a second of processor time; here the survey with 6 keys and 192 choices)"
cat >"$work/explore.yaml" <<END
data: $csv
roles: {key: [municipality, age, sex, education, occupation, birth_country]}
hierarchies: {age: {intervals: {widths: [5, 10, 20, 40]}}}
require: {k_anonymity: {k: 5}}
steps: [{generalize: {suppression: 0.02}}]
END
"$bench/bench_spawn" "$tacit" explore "$work/explore.yaml" --quiet
echo "search: the optimal generalisation (goals in bench/search.c), growing with the rows"
OMP_NUM_THREADS=1 "$bench/bench_search" "$csv" region urban age sex education employment
echo "intervals: 1000 programs of a 50 x 50 table by flows (goal: 0.005 processor seconds)"
"$bench/bench_intervals"
echo "suppression: goals in bench/suppression.c (TABULAR names a folder with the reference tables,"
echo "  otherwise tables of the same kind are made up)"
if [ -n "${TABULAR:-}" ]; then
    for name in h2_1e4 h3_1e3 h2_1e5 h3_1e4; do
        "$bench/bench_suppression" 100 int "$TABULAR/$name"
    done
else
    "$bench/bench_suppression" 100 int 1 6,7,6x6,7,7
    "$bench/bench_suppression" 100 int 1 5,5x5,5x10
fi
"$bench/bench_suppression" 600 int 1 10,10,9x10,10,9
echo "changes: rounding, goals in bench/changes.c"
if [ -n "${TABULAR:-}" ]; then
    "$bench/bench_changes" round base=3,seconds=60 "$TABULAR/h2_1e5"
    "$bench/bench_changes" round base=5,seconds=60 "$TABULAR/h3_1e5"
else
    "$bench/bench_changes" round base=5,seconds=60 1 6,10x6,10x20
fi
