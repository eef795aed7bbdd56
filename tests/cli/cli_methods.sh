#!/bin/sh
# cli_methods.sh - plans whose steps leave records out, release identifiers under pseudonyms, or
# need a file: from the plan to the bytes that are written.
. "$(dirname "$0")/cli_lib.sh"
people 240 >people.csv
people 100 | tail -n +41 | sed '1i id,name,age,sex,city,income,w' >later.csv
(umask 077 && printf '0123456789abcdef0123456789abcdef' >own.key)

# release DATA OUTPUT STEPS - a plan with these steps, in one line of YAML.
release() {
    cat >"$2.yaml" <<END
data: $1
roles: {identifier: [id, name], key: [age, sex], strata: city, sensitive: income, weight: w}
steps: [{reorder: {keep: true}}, ${3#[}
seed: 81985529216486895
output: $2
report: $2.html
END
}

release people.csv drawn.csv '[{sample: {size: 60}}]'
t 'a sample without columns' prints 'Released' protect drawn.csv.yaml
t 'a sample has its size' test "$(wc -l <drawn.csv)" -eq 61
t 'strata have their shares' test "$(grep -c North drawn.csv)" -eq 30
t 'weights stand for all' python3 -c '
import csv
total = lambda name: sum(float(r["w"]) for r in csv.DictReader(open(name)))
assert abs(total("drawn.csv") / total("people.csv") - 1) < 0.2'
t 'a sample without a guarantee claims nothing' ends 3 verify drawn.csv
t 'its file is the certified one' grep -q 'yes  the file has the certified SHA-256 hash' out
t 'the record tells the strata' json 0 \
    '[row[2] for row in r["steps"][0]["tables"][0]["rows"]] == [30, 30]' protect drawn.csv.yaml
release people.csv both.csv '[{sample: {share: 0.5, size: 10}}]'
t 'a share and a size' refuses 2 'and not both' protect both.csv.yaml
release people.csv many.csv '[{sample: {size: 241}}]'
t 'more than there are' refuses 4 'only 240 records' protect many.csv.yaml

release people.csv one.csv '[{pseudonymise: {columns: [id, name], key: own.key}}]'
release later.csv two.csv '[{pseudonymise: {columns: [id, name], key: own.key}}]'
t 'identifiers under pseudonyms are released' prints 'Released' protect one.csv.yaml
t 'in another file too' prints 'Released' protect two.csv.yaml
t 'no identifier is written' sh -c "! grep -q $secret one.csv one.csv.html two.csv"
t 'the files can be joined' python3 -c '
import csv
one, two = ([r["id"] for r in csv.DictReader(open(f))] for f in ("one.csv", "two.csv"))
assert one[39:100] == two
assert len(set(one)) == 240'
release people.csv none.csv '[{pseudonymise: {columns: id, key: no.key}}]'
t 'no key file' refuses 5 'tacit key --output FILE' protect none.csv.yaml

release people.csv rounded.csv '[{round: {columns: income, base: 50}}, {local_suppress: age}]'
t 'rounding and suppression' prints 'Released' protect rounded.csv.yaml
t 'incomes are multiples' sh -c "tail -n +2 rounded.csv | awk -F, '\$4 % 50 { exit 1 }'"
