#!/bin/sh
# cli_statistics.sh - every private statistic that is made of several figures, from plan to verify.
. "$(dirname "$0")/cli_lib.sh"

# plan RELEASE - a plan that asks them all; RELEASE goes into its section.
plan() {
    cat >plan.yaml <<END
data: people.csv
output: answers.csv
domains:
  age: {lower: 0, upper: 100, bins: 10}
  income: {lower: 0, upper: 10000}
  sex: {values: [m, f]}
  region: {values: [n, e, s, w]}
release: {epsilon: 9, person: id, records: 2, groups: 2, $1}
statistics:
  - quantiles: {of: income, at: [0.25, 0.5, 0.75], by: sex}
  - extremes: {of: age}
  - bounds: {of: income}
  - distribution: {of: age}
  - top: {of: region, k: 2}
  - covariance: {of: [age, income]}
  - regression: {of: [income, age]}
  - contingency: {of: [sex, region]}
END
}
# answers PYTHON - an expression over the rows of the answers is true; v is the value of a row.
answers() {
    python3 -c "
import csv, sys
a = list(csv.DictReader(open('answers.csv')))
def v(statistic, at, sex=''):
    return [float(x['value']) for x in a if (x['statistic'], x['at'], x['sex']) == (statistic, at, sex)][0]
sys.exit(0 if ($1) else 1)
" || { echo "not so: $1" && cat answers.csv && return 1; }
}

# 2 000 persons with two records each: age 20 ... 79, income 100 times that and a little.
{
    echo 'id,age,income,sex,region'
    awk 'BEGIN { for (i = 0; i < 4000; i++) {
        age = 20 + i * 7 % 60
        print int(i / 2) "," age "," 100 * age + i % 50 "," (i % 2 ? "f" : "m") "," \
            substr("nnnnesw", i % 7 + 1, 1) } }'
} >people.csv
for more in 'noise: laplace' 'noise: gaussian, delta: 0.000001'; do
    plan "$more"
    t "all statistics, $more" ends 0 release plan.yaml --force
    t 'verify' ends 0 verify answers.csv
    t 'quantiles grow' answers \
        'v("quantiles", "0.25", "m") < v("quantiles", "0.5", "m") < v("quantiles", "0.75", "m")'
    t 'the median is about that' answers 'abs(v("quantiles", "0.5", "f") - 4975) < 1200'
    t 'the most frequent value is chosen first' answers \
        '[x["at"] for x in a if x["statistic"] == "top"][0] == "n"'
    t 'cells add up to the total' answers 'sum(float(x["value"]) for x in a
        if x["statistic"] == "contingency" and "*" not in x["at"]) == v("contingency", "*, *")'
done
t 'the slope is about that' answers 'abs(v("regression", "age") - 100) < 30'
