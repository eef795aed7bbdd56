#!/bin/sh
# cli_release.sh - private answers: what is asked, what is refused, what is certified.
. "$(dirname "$0")/cli_lib.sh"
here=$(dirname "$0")
case $here in /*) ;; *) here=$OLDPWD/$here ;; esac

# plan EPSILON DOMAINS STATISTICS [MORE] - a plan over people.csv; MORE goes into the section release.
plan() {
    cat >plan.yaml <<END
data: people.csv
release: {epsilon: $1${4:+, $4}}
domains: {$2}
statistics: [$3]
output: answers.csv
END
}
# answers PYTHON - an expression over the rows of the answers, as maps in `a`, is true.
answers() {
    python3 -c "
import csv, sys
a = list(csv.DictReader(open('answers.csv')))
v = [float(x['value']) for x in a]
sys.exit(0 if ($1) else 1)
" || { echo "not so: $1" && cat answers.csv && return 1; }
}
released() {
    rm -f answers.csv*
    ends 0 release plan.yaml
}

# 12 records of 6 persons; ages 1 ... 12; p1 has seven of them, in two regions.
{
    echo 'id,age,region'
    for i in 1 2 3 4 5; do echo "p1,$i,north"; done
    echo 'p1,6,south' && echo 'p1,7,south'
    for i in 8 9 10 11 12; do echo "q$i,$i,north"; done
} >people.csv
bounds='age: {lower: 0, upper: 20, bins: 4}'
places='region: {values: [south, north]}'

# At epsilon 90 noise is 0 but with a probability of 1e-39 for counts.
plan 90 "$bounds, $places" 'count: {}'
t 'a count of all' released
t 'is what it is' answers 'v == [12] and a[0]["low"] == a[0]["high"] == "12"'
plan 90 "$bounds, $places" '{count: {by: region}}'
t 'a count by region' released
t 'comes in the declared order' answers 'v == [2, 10] and [x["region"] for x in a] == ["south", "north"]'
plan 90 "$bounds, $places" '{histogram: {of: age, by: region}}'
t 'a histogram' released
t 'has all bins of all groups' answers 'v == [0, 2, 0, 0, 4, 3, 3, 0] and a[1]["at"] == "[5, 10)"'
plan 90 "$bounds, $places" '{mean: {of: age}}, {sum: {of: age}}, {variance: {of: age}}'
t 'mean, sum and variance' released
t 'are near' answers 'abs(v[0] - 6.5) < 2 and abs(v[1] - 78) < 5 and abs(v[2] - 13) < 13'

# Persons: of p1 one group of one record counts by default.
plan 90 "$bounds, $places" '{count: {}}' 'person: id'
t 'one record of each person' released
t 'counts' answers 'v == [6]'
plan 90 "$bounds, $places" '{count: {by: region}}' 'person: id, groups: 2, records: 3'
t 'two groups of three records' released
t 'count' answers 'v == [2, 8]'
echo ',13,north' >>people.csv && echo ',14,north' >>people.csv
plan 90 "$bounds, $places" '{count: {}}' 'person: id'
t 'records without a person' released
t 'are those of one' answers 'v == [7]'

# Groups that nobody declared: found if there are enough persons in them.
{
    echo 'id,age,region'
    for i in $(seq 300); do echo "$i,5,zeta" && echo "$i,5,alpha"; done
    echo 'x,5,Xanthippe77'
} >people.csv
plan 2 "$bounds, region: {}" '{count: {by: region}}' 'delta: 1e-6'
t 'groups are found' released
t 'in the order of their names, and no rare one' answers '[x["region"] for x in a] == ["alpha", "zeta"]'

# Nothing that is in the data decides whether there is an answer.
plan 1 "$bounds, $places" '{mean: {of: age, by: region}}'
printf 'id,age,region\n1,old,Xanthippe77\n2,,north\n3,1e999,south\n4,nan,\n' >people.csv
t 'odd values' released
printf 'id,age,region\n' >people.csv
t 'no records at all' released
t 'give answers' answers 'len(v) == 2'

# What is refused, by the plan alone.
refused() {
    plan 1 "$2" "$3" "${4:-}"
    t "$1" refuses 2 "$5" release plan.yaml
}
rm -f answers.csv*
refused 'no domain' "$places" '{mean: {of: age}}' '' "the domain of column 'age' is not declared"
refused 'no bounds' 'age: {}' '{mean: {of: age}}' '' "no noise would be enough"
refused 'one bound' 'age: {lower: 0}' '{mean: {of: age}}' '' "both 'lower' and 'upper'"
refused 'bounds that are none' 'age: {lower: 5, upper: 5}' '{sum: {of: age}}' '' 'a lower bound below'
refused 'unknown groups without delta' 'region: {}' '{count: {by: region}}' '' "with a 'delta'"
refused 'groups by a number without bins' 'age: {lower: 0, upper: 9}' '{count: {by: age}}' '' "'breaks' or 'bins'"
refused 'a histogram of an open category' 'region: {}' '{histogram: {of: region}}' '' "'values' of 'region'"
refused 'epsilon that is none' "$bounds" '{count: {}}' 'epsilon: 0' 'epsilon'
refused 'Gaussian noise without delta' "$bounds" '{count: {}}' 'noise: gaussian' "'delta' above 0"
refused 'several records of nobody' "$bounds" '{count: {}}' 'records: 3' "as 'person'"
refused 'a column that there is not' "$bounds, agee: {}" '{count: {}}' '' "unknown column 'agee'"
refused 'a statistic that there is not' "$bounds" '{counts: {}}' '' "did you mean 'count'"
refused 'noise beyond what can be drawn' 'age: {lower: 0, upper: 1e15, decimals: 3}' '{sum: {of: age}}' '' 'coarser lattice'
refused 'more than there is' "$bounds" '{count: {epsilon: 0.7}}, {sum: {of: age, epsilon: 0.4}}' '' '1.1 together, which is more than the 1'
refused 'nothing left to the others' "$bounds" '{count: {epsilon: 1}}, {sum: {of: age}}' '' 'leaves nothing to the others'
refused 'a weight and an epsilon' "$bounds" '{count: {epsilon: 0.5, weight: 2}}' '' "instead of a 'weight'"
refused 'an epsilon of Gaussian noise' "$bounds" '{count: {epsilon: 0.5}}' 'noise: gaussian, delta: 1e-6' 'for laplace noise'
plan 1 "$bounds" '{count: {}}' && echo 'seed: 7' >>plan.yaml
t 'a seed' refuses 2 'noise could be taken off' release plan.yaml
plan 20 "$bounds" '{count: {}}'
t 'an absurd epsilon is warned of' sh -c '"$TACIT" release plan.yaml 2>&1 >/dev/null | grep -q "promises next to nothing"'
rm -f answers.csv*

# A simulation repeats itself and is not certified; other runs do not repeat themselves.
plan 0.01 "$bounds" '{count: {}}' 'simulation: true' && echo 'seed: 7' >>plan.yaml
t 'a simulation' released
t 'has no certificate' test ! -e answers.csv.certificate.json
cp answers.csv first.csv
t 'again' ends 0 release plan.yaml --force
t 'is the same' cmp first.csv answers.csv
plan 0.0001 "$bounds" '{count: {}}'
released >/dev/null && cp answers.csv first.csv && released >/dev/null
t 'noise is drawn anew' sh -c '! cmp -s first.csv answers.csv'

# The certificate, and what is done to it.
kept='the noise of all answers keeps to the promised epsilon and delta'
plan 1 "$bounds, $places" '{mean: {of: age, by: region}}, {histogram: {of: age}}' 'delta: 1e-6, noise: gaussian'
t 'a release' released
t 'is verified' prints "$kept" verify answers.csv
plan 1 "$bounds, $places" '{mean: {of: age, by: region}}'
t 'one without delta' released
t 'is verified, too' prints "$kept" verify answers.csv
keep answers.csv.certificate.json
t 'no edit of what was spent passes, with a digest that fits' python3 -B "$here/attack_certificate.py" forged answers.csv
# forge PYTHON - do this to the certificate `c`, with a digest that fits; it is refused.
forge() {
    cp answers.csv.certificate.json kept.json
    python3 -B -c "
import json, sys
sys.path.insert(0, '$here')
from attack_certificate import sealed
c = json.load(open('kept.json'))
$1
json.dump(sealed(c), open('answers.csv.certificate.json', 'w'))
"
    ends 3 verify answers.csv
    result=$?
    mv kept.json answers.csv.certificate.json
    return $result
}
t 'wider bounds than noise was drawn for' forge 'c["basis"]["domains"]["age"]["upper"] = 200'
t 'other groups than were answered' forge 'c["basis"]["domains"]["region"]["values"] = ["east", "west"]'
t 'more records of a person' forge 'c["basis"]["release"].update(person="id", records=2)'
t 'a smaller epsilon' forge 'c["basis"]["release"]["epsilon"] = c["claims"][0]["figures"]["epsilon"] = 0.5'
# More groups than there are rows: found out before a gigabyte of cells is made for them.
# A program with a sanitizer takes more than that for itself, and runs without the bound.
starts_bounded() { (ulimit -v 1500000 && "$TACIT" list) >/dev/null 2>&1; }
bounded() { (if starts_bounded; then ulimit -v 1500000; fi; forge "$1"); }
t 'millions of groups' bounded 'c["basis"]["domains"]["region"]["values"] = [str(i) for i in range(4000)]; c["basis"]["domains"]["age"]["decimals"] = 3
c["basis"]["domains"]["age"]["bins"] = 5000
c["basis"]["statistics"][0]["mean"]["by"] = ["region", "age"]'

# Random differential privacy: another promise, by another name.
{ echo age && for i in $(seq 4000); do echo $((i % 5)); done; } >public.csv
wide='age: {lower: 0, upper: 1000000}'
random='gamma: 0.05, public: public.csv'
refused 'gamma alone' "$wide" '{sum: {of: age}}' 'gamma: 0.05' "both 'gamma' and 'public'"
refused 'counts' "$wide" '{count: {}}' "$random" 'sums and what is made of them'
plan 1 "$wide" '{sum: {of: age}}, {count: {}}' "$random"
t 'a sampled sensitivity' released
t 'is what records of the sample move' sh -c 'grep -q "\"sensitivity\": 4," answers.csv.certificate.json'
t 'and says what it is' prints 'random differential privacy, a weaker promise' verify answers.csv
t 'nowhere the stronger promise' sh -c '! grep -q "\"differential_privacy\"" answers.csv.certificate.json'
t 'not by a forged name' forge 'c["claims"][0]["name"] = "differential_privacy"; del c["claims"][0]["figures"]["gamma"]'
t 'not by leaving the order out' forge 'del c["basis"]["random"]; del c["basis"]["release"]["gamma"]'
t 'another order' forge 'c["basis"]["random"]["order"] -= 1'
t 'a smaller sample than it takes' forge 'c["basis"]["random"]["records"] = 100'
t 'a sample of fewer than none' forge 'c["basis"]["random"]["records"] = -1'
t 'a smaller gamma' forge 'c["basis"]["release"]["gamma"] = c["claims"][0]["figures"]["gamma"] = 0.01'
head -1300 public.csv >few.csv
plan 1 "$wide" '{sum: {of: age}}, {count: {}}' 'gamma: 0.05, public: few.csv'
echo age >few0.csv
sed s/few.csv/few0.csv/ plan.yaml >none.yaml
t 'no records' refuses 4 'has 0 records' release none.yaml
t 'too few records' refuses 4 'has 1299 records, but for a gamma of 0.05 it takes 1305' release plan.yaml

plan 1 "$bounds" '{count: {epsilon: 0.25}}, {sum: {of: age}}'
t 'a share of its own' released
t 'is verified by itself' prints "$kept" verify answers.csv
t 'and told as JSON' json 0 'r["command"] == "release" and r["ok"]' release plan.yaml --force
t 'and cannot be made another' forge 'c["basis"]["statistics"][0]["count"]["epsilon"] = 0.2'
plan 1 "$bounds" '{count: {}}' 'dry_run: true' && rm -f answers.csv*
t 'a dry run' prints 'How far answers are off' release plan.yaml
t 'reads and writes nothing' test ! -e answers.csv
rm people.csv
t 'not even data that is not there' ends 0 release plan.yaml
