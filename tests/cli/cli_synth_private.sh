#!/bin/sh
# cli_synth_private.sh - private synthetic files: what is written, certified and refused.
. "$(dirname "$0")/cli_lib.sh"
python3 - <<'END'
import random
random.seed(5)
with open("people.csv", "w") as f:
    f.write("id,sex,age,region,income\n")
    for i in range(3000):
        sex = random.choice("fm")
        age = random.randint(18, 80)
        region = random.choice(["North", "South", "Xanthippe77"] if i % 50 == 0 else ["North", "South"])
        income = "" if random.random() < .1 else str(100 * int(10 + age / 4 + random.random() * 20 * (1 + (sex == "m"))))
        f.write(f"{i},{sex},{age},{region},{income}\n")
END
# plan SYNTH [LINE ...] - a plan with this section.
plan() {
    cat >plan.yaml <<END
data: people.csv
roles: {identifier: id, key: [sex, age], sensitive: income}
domains:
  sex: {values: [f, m]}
  age: {lower: 20, upper: 79}
  region: {values: [North, South, Elsewhere]}
  income: {lower: 0, upper: 8000, decimals: -2, bins: 10, blank: true}
synth: $1
output: made.csv
report: made.html
END
    shift
    for line in "$@"; do echo "$line" >>plan.yaml; done
}
# Only declared values, no value of the data, a certificate that verifies.
made() {
    rm -f made* && plan "$1" && ends 0 synth plan.yaml --json && python3 - "$2" <<'END' && ends 0 verify made.csv
import csv, json, sys
rows = list(csv.DictReader(open("made.csv")))
assert list(rows[0]) == ["sex", "age", "region", "income"], rows[0]
assert abs(len(rows) - 3000) < 400, len(rows)
assert {r["sex"] for r in rows} == {"f", "m"}
assert {r["region"] for r in rows} <= {"North", "South", "Elsewhere"}
assert all(20 <= int(r["age"]) <= 79 for r in rows)
assert all(r["income"] == "" or (int(r["income"]) % 100 == 0 and 0 <= int(r["income"]) <= 8000) for r in rows)
assert .02 < sum(r["income"] == "" for r in rows) / len(rows) < .25
record = json.load(open("out"))
claim = record["requirements"][0]
assert claim["name"] == "differential_privacy" and claim["holds"], claim
assert claim["parameters"]["epsilon"] == 4
assert "seed" not in record, "the noise has no seed"
looks = json.load(open("made.csv.certificate.json"))["basis"]["privacy"]["mechanisms"][0]["looks"]
assert {l[0] for l in looks} == set(sys.argv[1].split()), looks
END
}
t 'a table of all combinations' made '{dp_tables: {epsilon: 4}}' 'discrete_laplace'
t 'histograms' made '{dp_histogram: {epsilon: 4, records: public}}' 'discrete_laplace'
t 'a network' made '{dp_privbayes: {epsilon: 4}}' 'discrete_laplace exponential'
t 'a tree' made '{dp_mst: {epsilon: 4, delta: 1e-6}}' 'discrete_gaussian exponential'
t 'tables where they are needed' made '{dp_aim: {epsilon: 4, delta: 1e-6}}' 'discrete_gaussian exponential'
secret_untold() { ! grep -q "$secret" made.csv made.html made.csv.certificate.json out err; }
t 'nothing of a value that is not declared' secret_untold
differs() {
    plan '{dp_mst: {epsilon: 4}}' && ends 0 synth plan.yaml --output one.csv && ends 0 synth plan.yaml --output two.csv &&
        ! cmp -s one.csv two.csv
}
t 'noise of the system is another each time' differs
simulated() {
    rm -f made* && plan '{dp_mst: {epsilon: 4}, simulation: true}' 'seed: 81985529216486895' && ends 0 synth plan.yaml &&
        [ ! -f made.csv.certificate.json ] && mv made.csv once.csv && rm -f made* && ends 0 synth plan.yaml --threads 3 && cmp made.csv once.csv &&
        rm -f made* && plan '{dp_mst: {epsilon: 4}, simulation: true}' 'seed: 81985529216486895' \
        'require: {differential_privacy: {epsilon: 4, delta: 0.001}}' && ends 3 synth plan.yaml
}
t 'a simulation repeats itself and promises nothing' simulated
gate() {
    rm -f made* && plan '{dp_mst: {epsilon: 4}}' 'require: {differential_privacy: {epsilon: 3, delta: 0.001}}' &&
        ends 3 synth plan.yaml && [ ! -f made.csv ] &&
        plan '{dp_tables: {epsilon: 4}}' 'require: {differential_privacy: {epsilon: 4}}' && ends 0 synth plan.yaml
}
t 'what is required must hold of the account' gate
# A certificate that claims less than its looks come to, or other noise, is not believed.
forged() {
    rm -f made* && plan '{dp_tables: {epsilon: 4}}' && ends 0 synth plan.yaml && python3 - "$1" <<'END' && ! ends 0 verify made.csv
import json, sys
c = json.load(open("made.csv.certificate.json"))
m = c["basis"]["privacy"]["mechanisms"][0]
exec(sys.argv[1])
json.dump(c, open("made.csv.certificate.json", "w"))
END
}
t 'no certificate with less epsilon than its looks' forged 'm["epsilon"] = 1.0'
t 'no certificate with other noise' forged 'm["looks"][0][4] *= 2'
t 'no certificate without looks' forged 'm["looks"] = []'
t 'no certificate that counts two moves as one' forged 'm["neighbours"] = "replace"'
no() { plan "$1" && rm -f made* && refuses "$2" "$3" synth plan.yaml --quiet; }
t 'no kept columns' no '{dp_mst: {epsilon: 1}, keep: [sex]}' 2 'does not go with'
t 'no several sets' no '{dp_mst: {epsilon: 1}, sets: 2}' 2 'does not go with'
t 'no trial' no '{dp_mst: {epsilon: 1}, holdout: 0.5}' 2 'does not go with'
t 'no columns of its own' no '{dp_mst: {epsilon: 1, columns: [sex]}}' 2 'makes all columns'
t 'no missing epsilon' no '{dp_mst: {}}' 2 'epsilon'
seeded() { plan '{dp_mst: {epsilon: 1}}' 'seed: 81985529216486895' && refuses 2 'takes its noise from the system' synth plan.yaml --quiet; }
t 'no seed' seeded
mixed() {
    plan '{dp_mst: {epsilon: 1}}' 'generators: [{sample: [region]}]' && refuses 2 'makes all columns' synth plan.yaml --quiet &&
        plan '{}' 'generators: [{dp_mst: {columns: [region], epsilon: 1}}]' && refuses 2 'makes all columns' synth plan.yaml --quiet
}
t 'no other generator beside it' mixed
undeclared() {
    plan '{dp_mst: {epsilon: 1}}' && sed -i '/^  region:/d' plan.yaml && refuses 2 "domain of column 'region'" synth plan.yaml --quiet &&
        plan '{dp_mst: {epsilon: 1}}' && sed -i 's/^  region:.*/  region: {}/' plan.yaml && refuses 2 "needs its 'values'" synth plan.yaml --quiet &&
        plan '{dp_mst: {epsilon: 1}}' && sed -i 's/decimals: -2, bins: 10, //' plan.yaml && refuses 2 "more than 1000 steps" synth plan.yaml --quiet &&
        plan '{dp_mst: {epsilon: 1}}' && sed -i 's/Elsewhere\]/Elsewhere], other: nowhere/' plan.yaml && refuses 2 "stands for others" synth plan.yaml --quiet
}
t 'no column without a domain' undeclared
sized() { plan '{dp_tables: {epsilon: 1}}' && sed -i 's/decimals: -2, bins: 10/bins: 8000/; s/upper: 79/upper: 900/' plan.yaml && refuses 2 'every combination' synth plan.yaml --quiet; }
t 'no table that is too large' sized
