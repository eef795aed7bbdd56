#!/bin/sh
# cli_workbench.sh - the workbench: who may ask, the plan, jobs, files.
here=$(cd "$(dirname "$0")" && pwd)
. "$here/cli_lib.sh"

mkdir room && cd room || exit 2
cat >plan.yaml <<'END'
data: people.csv
roles: {identifier: name, key: [age, sex, region], sensitive: income}
hierarchies:
  age: {intervals: {widths: [10, 30]}}   # why: ages are known
require:
  k_anonymity: {k: 3}
measures: [prosecutor]
steps:
  - drop: {columns: name}
  - generalize: {suppression: 0.05}
seed: 7
output: safe.csv
report: safe.html
certificate: safe.certificate.json
END
awk 'BEGIN { print "name,age,income,sex,region"
    for (i = 1; i <= 300; i++)
        printf "Xanthippe77,%d,%d,%s,%s\n", i * 7 % 89, 10 * i, i % 3 ? "f" : "m", i % 5 ? "n1" : "n2" }' >people.csv
awk 'BEGIN { print "a,b,c,d"
    for (i = 1; i <= 60000; i++) printf "%d,%d,%d,%d\n", i % 97, i % 89, i % 83, i % 7 }' >big.csv
export PYTHONPATH="$here" PYTHONDONTWRITEBYTECODE=1

python3 -B "$here/workbench_requests.py" || echo "# workbench: $?"

# What only a server of questions heeds is refused, not passed over.
cd ..
for option in --listen=0.0.0.0 --certificate=c.pem --certificate-key=k.pem --tokens=t --log=l --rate=9 \
    more.yaml; do
    t "the workbench does not take $option" refuses 2 'is for policies' serve room/people.csv "$option"
done
