#!/bin/sh
# cli_synth.sh - synthetic files: what is written, what is refused, and that it is told.
. "$(dirname "$0")/cli_lib.sh"
"$TACIT" generate survey --rows 1200 --seed 3 --output survey.csv >out 2>err || exit 2
# plan SYNTH [LINE ...] - a plan with this section.
plan() {
    cat >plan.yaml <<END
data: survey.csv
roles:
  identifier: [person_id, name]
  household: household
  key: [region, age, sex]
  sensitive: [health]
  weight: weight
synth: $1
seed: 81985529216486895
output: made.csv
report: made.html
custodian_report: all.html
END
    shift
    for line in "$@"; do echo "$line" >>plan.yaml; done
}
made() {
    plan '{cart: {min_bucket: 10}}' && ends 0 synth plan.yaml --json &&
        python3 - <<'END'
import csv, json
made = list(csv.DictReader(open("made.csv")))
real = list(csv.DictReader(open("survey.csv")))
assert len(made) == len(real) == 1200
gone = {"person_id", "name", "household"}
assert set(made[0]) == set(real[0]) - gone, set(real[0]) ^ set(made[0])
assert [c for c in real[0] if c not in gone] == list(made[0]), "another order"
whole = {tuple(r[c] for c in made[0]) for r in real}
copies = sum(tuple(r.values()) in whole for r in made)
assert copies < 12, f"{copies} records are copies"
record = json.load(open("out"))
names = [s["name"] for s in record["sections"]]
assert names == ["synthesis", "holdout"], names
leak = record["sections"][1]["results"][0]
figures = {f["name"]: f["value"] for f in leak["figures"]}
assert .3 < figures["closer_share"] < .8, figures
tables = [t["name"] for t in leak["tables"]]
assert tables[0] == "whole" and tables[1].startswith("keys_"), tables
assert tables[2:] in ([], ["values"]), tables
for title, inside, outside, more, low, high, floor, ceiling in leak["tables"][1]["rows"]:
    assert low <= more <= high and abs(more - (inside - outside)) < .02, title
    assert floor <= ceiling, title
sizes = [r["parameters"]["size"] for r in record["utility"] if r["name"] == "two_way_tables"]
assert sorted(sizes) == [1, 2, 3], sizes
END
}
t 'a plan makes records of the same columns but for ids' made
# Values of records, the trial and how columns were made are the custodian's.
public() {
    grep -q 'left out' all.html && ! grep -q 'Tried on records' made.html &&
        ! grep -q 81985529216486895 made.html made.csv.certificate.json &&
        grep -q 'min_bucket: 10' made.csv.certificate.json
}
t 'the public report has no figure of the original' public
same() {
    ends 0 synth plan.yaml --threads 1 --output one.csv && ends 0 synth plan.yaml --threads 5 --output five.csv &&
        cmp one.csv five.csv && cmp one.csv made.csv &&
        ends 0 synth plan.yaml --seed 99999999999999999 --output other.csv && ! cmp -s one.csv other.csv
}
t 'the same bytes for any number of threads' same
sets() {
    plan '{sets: 3, rows: 500, draw: independent}' && ends 0 synth plan.yaml &&
        [ "$(wc -l <made-1.csv)" -eq 501 ] && [ "$(wc -l <made-3.csv)" -eq 501 ] &&
        ! cmp -s made-1.csv made-2.csv && [ -f made-3.csv.certificate.json ] && [ ! -f made-4.csv ] &&
        ends 0 synth plan.yaml && echo own >made-2.csv && ends 2 synth plan.yaml &&
        grep -q 'made-2.csv exists and is not a result' err && [ "$(cat made-2.csv)" = own ] &&
        rm made-2.csv && echo own >made-3.csv.certificate.json && ends 2 synth plan.yaml &&
        grep -q 'made-3.csv' err && rm made-3.csv*
}
t 'several sets are several files' sets
gate() {
    rm -f made* && plan '{sets: 2}' 'require: {k_anonymity: {k: 3}}' && ends 3 synth plan.yaml &&
        [ ! -f made-1.csv ] && [ ! -f made-2.csv ] && grep -q 'Not released' out &&
        plan '{sets: 2}' 'require: {k_anonymity: {k: 1}}' && ends 0 synth plan.yaml &&
        ends 0 verify made-1.csv && ends 0 verify made-2.csv
}
t 'what is required must hold of every set, and verifies' gate
# copied BOOTSTRAP - records that are drawn again, as they are or smoothed, are not released.
copied() {
    plan "{bootstrap: $1}" 'require: {membership: {advantage: 0.2}}' && ends 3 synth plan.yaml && [ ! -f made.csv ]
}
# Trees with one record in a leaf copy records, as a bootstrap does, which the trial finds; large leaves do not.
member() {
    rm -f made* && plan '{cart: {min_bucket: 1}, draw: independent}' 'require: {membership: {advantage: 0.2}}' &&
        ends 3 synth plan.yaml && [ ! -f made.csv ] && grep -q 'Not released' out &&
        copied '{bandwidth: 0, change: 0}' && copied '{}' &&
        plan '{cart: {min_bucket: 50}}' 'require: {membership: {advantage: 0.2}}' && ends 0 synth plan.yaml &&
        grep -q '"trial"' made.csv.certificate.json && ends 0 verify made.csv && grep -qi 'membership' out
}
t 'who was in must not be told' member
# Most amounts and all dates of birth are of one record: who looks them up finds those who were in, if they are copied.
looked_up() {
    plan "{cart: {smooth: $1}}" 'require: {membership: {advantage: 0.4}}' && rm -f made* && ends "$2" synth plan.yaml --json &&
        python3 - "$1" <<'END'
import json, sys
leak = json.load(open("out"))["sections"][1]["results"][0]
found = {r[0]: r[1:] for t in leak["tables"] if t["name"] == "values" for r in t["rows"]}
figures = {f["name"]: f["value"] for f in leak["figures"]}
assert figures["membership_advantage"] >= figures["value_advantage"], figures
if sys.argv[1] == "none":
    assert found["birth_date"][0] > 85 and found["birth_date"][1] < 10 and figures["value_advantage"] > .6, (found, figures)
else:
    assert found.get("birth_date", [0])[0] < 15 and figures["value_advantage"] < .2, (found, figures)
END
}
t 'copied numbers tell who was in' looked_up none 3
t 'numbers between those of persons do not' looked_up auto 0
untried() {
    plan '{holdout: 0}' 'require: {membership: {advantage: 0.9}}' && rm -f made* && ends 3 synth plan.yaml && [ ! -f made.csv ]
}
t 'nothing is known without a trial' untried
kept() {
    plan '{keep: [region, age]}' && ends 0 synth plan.yaml --json && python3 - <<'END'
import csv, json
made = list(csv.DictReader(open("made.csv")))
real = list(csv.DictReader(open("survey.csv")))
pairs = lambda rows: sorted((r["region"], r["age"]) for r in rows)
assert pairs(made) == pairs(real)
assert sum("released as it is" in w for w in json.load(open("out"))["warnings"]) == 2
END
}
t 'columns are kept only if that is said, with a warning' kept
no() { plan "$1" && rm -f made* all.html && refuses "$2" "$3" synth plan.yaml --quiet; }
t 'no rows beside what is kept' no '{keep: [region], rows: 7}' 2 'as many records'
t 'no identifier is kept' no '{keep: [name]}' 2 'cannot be kept'
t 'no household is kept' no '{keep: [household]}' 2 'cannot be kept'
listed() { plan '{}' "generators: $1" && rm -f made* && refuses 2 "$2" synth plan.yaml --quiet; }
t 'no unknown generator' listed '[{sampel: [age]}]' "did you mean 'sample'"
t 'no generator of an unknown column' listed '[{sample: [agee]}]' "did you mean 'age'"
t 'no column is made twice' listed '[{sample: [age]}, {constant: [age]}]' 'made by sample already'
t 'no listed generator without columns' listed '[sample]' 'the columns that it makes'
t 'no unknown predictor' no '{predictors: {age: [nobody]}}' 2 'no column'
t 'no predictor that comes later' no '{predictors: {region: [income]}}' 2 'not made before'
t 'no special code that is no number' no '{special: {income: [much]}}' 2 'no number'
t 'no special code of texts' no '{special: {region: [1]}}' 2 'holds texts'
names() {
    plan '{}' && sed -i 's/identifier: .*/identifier: [person_id]/' plan.yaml && rm -f made* all.html &&
        refuses 4 "Column 'name'" synth plan.yaml --quiet
}
t 'no texts that name persons' names
steps() { plan '{}' 'steps: [{round: {columns: income, base: 100}}]' && refuses 2 'no steps' synth plan.yaml --quiet; }
t 'no steps' steps
list() { ends 0 list generators && grep -q cart out && ends 0 help cart && grep -q min_bucket out; }
t 'generators are listed and explained' list
maps() {
    plan '{}' 'generators: [{constant: [sex]}]' &&
        ends 0 synth plan.yaml --special '{income: [0]}' --holdout 0 --force &&
        [ "$(cut -d, -f"$(head -n 1 made.csv | tr , '\n' | grep -nx sex | cut -d: -f1)" made.csv | sort -u | wc -l)" -eq 2 ] &&
        rm -f made* all.html && refuses 2 'needs names with their values' synth plan.yaml --quiet --special income
}
t 'options that are maps are written as in a plan' maps
# ---- what must hold ----
tied() {
    plan '{sets: 2, holdout: 0, violations: drop, constraints: ["observed(region, municipality)", "0 <= age <= 110", "birth_date <= 2026-01-01 - 365 * age"], rules: ["if age < 15 then occupation is missing", "if age < 15 then marital_status = '"'never married'"'"], order: [household_size]}' &&
        ends 0 synth plan.yaml --json && python3 - <<'END'
import csv, datetime, json
real = list(csv.DictReader(open("survey.csv")))
pairs = {(r["region"], r["municipality"]) for r in real}
for k in (1, 2):
    for r in csv.DictReader(open(f"made-{k}.csv")):
        assert (r["region"], r["municipality"]) in pairs
        age = int(r["age"])
        assert 0 <= age <= 110
        if age < 15:
            assert r["occupation"] == "" and r["marital_status"] == "never married", r
        born = datetime.date.fromisoformat(r["birth_date"])
        assert born <= datetime.date(2026, 1, 1) - datetime.timedelta(365 * age)
words = json.load(open("out"))
rows = {r[0]: r for r in words["sections"][0]["results"][0]["tables"][0]["rows"]}
assert rows["occupation"][6] > 0, "no cell was filled"
END
}
t 'constraints and rules hold in every row of every set' tied
derived() {
    python3 - <<'END' || return 1
import csv, random
random.seed(1)
out = csv.writer(open("survey2.csv", "w"))
out.writerow(["wages", "other", "total", "start", "end", "class"])
for i in range(600):
    wages, other = random.choice([0, random.randrange(3000)]), random.randrange(400)
    start = random.randrange(50)
    out.writerow([wages, other, wages + other, start, start + random.randrange(20),
                  "high" if wages + other > 1000 else "low"])
END
    sed 's/survey.csv/survey2.csv/; /^roles:/,/weight:/d' plan.yaml >derived.yaml &&
        sed -i "s/^synth: .*/synth: {derived: [\"class = if total > 1000 then 'high' else 'low'\"], constraints: ['total = wages + other', 'start <= end', 'wages >= 0'], order: [end, total]}/" derived.yaml &&
        ends 0 synth derived.yaml && python3 - <<'END'
import csv
for r in csv.DictReader(open("made.csv")):
    total = int(r["total"])
    assert total == int(r["wages"]) + int(r["other"])
    assert int(r["start"]) <= int(r["end"])
    assert r["class"] == ("high" if total > 1000 else "low")
END
}
t 'sums are exact and derived columns are computed' derived
# ---- which records, and how ----
scoped() {
    plan "$1" && rm -f made* all.html && ends 0 synth plan.yaml --json && python3 -c "
import csv, json
real = list(csv.DictReader(open('survey.csv')))
made = list(csv.DictReader(open('made.csv')))
record = json.load(open('out'))
$2"
}
t 'only women of 30 to 40' scoped '{holdout: 0, only: {sex: [female], age: [30, 40]}}' '
assert all(r["sex"] == "female" and 30 <= int(r["age"]) <= 40 for r in made)
assert len(made) == sum(r["sex"] == "female" and 30 <= int(r["age"]) <= 40 for r in real)'
t 'more rows of some kind than there are' scoped '{only: {sex: [male]}, rows: 2500}' '
assert len(made) == 2500 and all(r["sex"] == "male" for r in made)'
t 'only some records are made' scoped '{where: "age >= 65"}' '
left = lambda rows: sorted(tuple(r[c] for c in made[0]) for r in rows)
assert len(made) == len(real)
young = [r for r in real if int(r["age"]) < 65]
seen = left(made)
assert all(x in seen for x in left(young)), "a record was changed"
assert left(made) != left(real)
assert any("as they are" in w for w in record["warnings"])'
t 'strata are made apart' scoped '{strata: [urban], holdout: 0.3}' '
count = lambda rows, x: sum(r["urban"] == x for r in rows)
assert count(made, "urban") == count(real, "urban") and len(made) == len(real)'
t 'records count by their weights' scoped '{weighted: true, rows: 5000, holdout: 0}' '
assert len(made) == 5000 and "weight" not in made[0]
share = lambda rows, x, w: sum(w(r) for r in rows if r["region"] == x) / sum(w(r) for r in rows)
for x in {r["region"] for r in real}:
    a, b = share(made, x, lambda r: 1.0), share(real, x, lambda r: float(r["weight"]))
    assert abs(a - b) < .01, (x, a, b)'
t 'each proper set is learnt anew' scoped '{proper: true, holdout: 0}' '
assert len(made) == len(real)
count = lambda rows: sorted(r["region"] for r in rows)
assert count(made) != count(real), "records were not drawn anew"'
t 'numbers of nobody' scoped '{holdout: 0, cart: {smooth: kernel, shrink: 2}}' '
values = {r["savings"] for r in real}
new = sum(r["savings"] not in values for r in made)
assert new > 200, new
assert all(float(r["income"] or 0) == int(float(r["income"] or 0)) for r in made)'
t 'no strata that are too small' no '{strata: [region]}' 4 'strata have fewer than'
t 'no kind that nobody is of' no '{only: {age: [300, 400]}}' 4 'Only 0 records'
t 'no kind of unknown texts' no '{only: {sex: [femal]}}' 2 'does not hold'
t 'no kind without ends' no '{only: {age: [30]}}' 2 'the least and the greatest'
t 'no records as they are by weights' no '{weighted: true, keep: [region]}' 2 'does not go with'
t 'no other records by weights' no '{weighted: true, where: "age > 30"}' 2 'does not go with'
t 'no other rows beside records as they are' no '{where: "age > 64", rows: 5}' 2 'as many records'
weightless() {
    plan '{weighted: true}' && sed -i '/weight: weight/d' plan.yaml && refuses 2 "role 'weight'" synth plan.yaml --quiet
}
t 'no population without weights' weightless
t 'no constraint that cannot be read' no '{constraints: ["age >"]}' 2 'cannot be read'
t 'no constraint of an unknown column' no '{constraints: ["agee > 3"]}' 2 'no column'
t 'no constraint of an identifier' no '{constraints: ["household > 3"]}' 2 'is not made'
t 'no constraint that records break' no '{constraints: ["age < 60"]}' 4 'does not hold in'
t 'no constraint that no record keeps' no '{constraints: ["age > 200"], violations: drop}' 4 'holds for no record'
t 'no constraints that contradict' no '{constraints: ["age < 20", "age > 30"], violations: drop}' 4 'contradict each other'
t 'no constraints of which each two agree, but not all' no '{constraints: ["income >= 0", "age < 40", "household_size < 3", "age >= 40 or household_size >= 3"], violations: drop}' 4 "'age < 40', 'household_size < 3' and 'age >= 40 or household_size >= 3' contradict each other: no record keeps all"
kept_formula() {
    sed 's/order:/keep: [class], order:/' derived.yaml >kept.yaml && rm -f made* all.html &&
        refuses 2 'has a formula' synth kept.yaml --quiet
}
t 'no formula of a kept column' kept_formula
# homes NAME - sizes, heads and what is the household's, of a file.
homes() {
    plan '{households: true, relation: relation, age: age, cart: {min_bucket: 10}}' &&
        ends 0 synth plan.yaml --json --force && python3 - <<'END'
import collections, csv, json
def homes(name):
    found = collections.defaultdict(list)
    for r in csv.DictReader(open(name)):
        found[r["household"]].append(r)
    return found
made, real = homes("made.csv"), homes("survey.csv")
assert list(made) == [str(i + 1) for i in range(len(real))], "ids are not numbered anew"
for home in made.values():
    assert home[0]["relation"] == "head" and all(r["relation"] != "head" for r in home[1:])
    for column in ("region", "municipality", "spending", "weight"):
        assert len({r[column] for r in home}) == 1, column
    for r in home:
        gap = int(home[0]["age"]) - int(r["age"])
        assert r["relation"] != "child" or gap >= 15, gap
record = json.load(open("out"))
tables = {t["name"]: t["rows"] for t in record["sections"][1]["results"][0]["tables"]}
assert tables["households"][1][1] < .1, tables["households"]
assert not any("links records" in w for w in record["warnings"])
END
}
t 'households are made with members that fit' homes
homeless() {
    plan "$1" && rm -f made* all.html && { [ -z "$4" ] || sed -i "$4" plan.yaml; } &&
        refuses "$2" "$3" synth plan.yaml --quiet
}
t 'no households without who lives together' homeless '{households: true}' 2 "role 'household'" '/household:/d'
t 'no roles without a relation' homeless '{households: true, roles: [head]}' 2 "needs 'relation'"
t 'no relation without households' homeless '{relation: relation}' 2 'households: true'
t 'no households without heads' homeless '{households: true, relation: relation, roles: [spouse]}' 4 'have no head'
t 'no ages that are texts' homeless '{households: true, age: sex}' 2 'holds texts'
t 'no column is kept in a population' homeless '{households: true, keep: [sex], population: 500}' 2 "does not go with a 'population'"
# A population: known numbers of households and persons, and how many there are.
cat >margins.csv <<END
urban,size,sex,households,persons
urban,,,600,
rural,,,400,
,,male,,1150
,,female,,1200
,1,,350,
END
population() {
    plan '{households: true, relation: relation, age: age, margins: margins.csv, holdout: 0}' &&
        rm -f made* all.html && ends 0 synth plan.yaml --json && python3 - <<'END'
import collections, csv, json
found = collections.defaultdict(list)
for r in csv.DictReader(open("made.csv")):
    assert "weight" not in r
    found[r["household"]].append(r)
homes = list(found.values())
count = lambda test: sum(map(test, homes))
assert len(homes) == 1000
assert abs(count(lambda h: h[0]["urban"] == "urban") - 600) <= 3
assert abs(count(lambda h: len(h) == 1) - 350) <= 3
assert abs(count(lambda h: sum(r["sex"] == "male" for r in h)) - 1150) <= 12
assert abs(count(lambda h: sum(r["sex"] == "female" for r in h)) - 1200) <= 12
section = json.load(open("out"))["sections"]
assert [s["name"] for s in section][0] == "margins" and len(section[0]["results"][0]["tables"][0]["rows"]) == 5
END
}
t 'a population has the margins that are known' population
sized() {
    plan '{households: true, relation: relation, population: 70, holdout: 0}' && rm -f made* all.html &&
        ends 0 synth plan.yaml && [ "$(tail -n +2 made.csv | cut -d, -f1 | sort -u | wc -l)" -eq 70 ]
}
t 'a population has the size that is asked for' sized
margins() {
    sed "$1" margins.csv >other.csv &&
        homeless "{households: true, holdout: 0, margins: other.csv$4}" "$2" "$3"
}
t 'no margins that contradict each other' margins '$a ,,,1100,' 4 'contradict each other: households by urban sum to 1000 and households to 1100'
t 'no population that contradicts margins' margins '' 4 'households by urban sum to 1000 and households to 900' ', population: 900'
t 'no margins that cannot be reached' margins 's/1150/450/;s/1200/450/' 4 'of other.csv, one of'
t 'no margins of nobody' margins 's/^rural/lunar/' 4 'Row 2 of the margins other.csv counts households by urban'
t 'no margins of unknown columns' margins '1s/urban/town/' 4 "column 'town', which is not made"
t 'no margins without counts' margins 's/,[^,]*,[^,]*$//' 4 "'households' or 'persons'"
t 'no margins without households' homeless '{margins: margins.csv}' 2 'households: true'
# Persons of whom some columns are known: every second of the survey was sampled.
head -n 1 survey.csv >half.csv && sed -n '2~2p' survey.csv >>half.csv && cut -d, -f1,4,9,10 survey.csv >frame.csv
framed() { plan "$1" && sed -i 's/^data: .*/data: half.csv/; /household:/d' plan.yaml && rm -f made* all.html; }
frame() {
    framed '{frame: frame.csv, sets: 3, rows: 250, holdout: 0}' && ends 0 synth plan.yaml --json && python3 - <<'END'
import collections, csv, json
key = lambda r: (r["region"], r["age"], r["sex"])
rows = lambda name: list(csv.DictReader(open(name)))
ids = {r["person_id"] for r in rows("half.csv")}
others = collections.Counter(key(r) for r in rows("frame.csv") if r["person_id"] not in ids)
sets = [rows(f"made-{k}.csv") for k in (1, 2, 3)]
for made in sets:
    assert len(made) == 250 and "person_id" not in made[0] and "income" in made[0]
    assert not collections.Counter(map(key, made)) - others, "not persons of the frame"
assert len({tuple(map(key, made)) for made in sets}) == 3
warnings = json.load(open("out"))["warnings"]
assert sum("true values of persons of the population" in w for w in warnings) == 3
END
}
t 'a sample of those who were not sampled is completed' frame
unframed() { framed "$1" && refuses "$2" "$3" synth plan.yaml --quiet; }
t 'no frame with households' unframed '{frame: frame.csv, keep: [age]}' 2 'goes neither'
t 'no frame with dealt draws' unframed '{frame: frame.csv, draw: dealt}' 2 'drawn independently'
t 'no set that is larger than the rest of the frame' unframed '{frame: frame.csv, rows: 700}' 4 'too few for sets of 700'
t 'no frame of all columns' unframed '{frame: survey.csv, rows: 100}' 4 'but not all'
t 'no frame whose persons break a constraint' unframed '{frame: frame.csv, rows: 100, constraints: ["age < 60"], violations: drop}' 4 'persons of frame.csv'
strange() { sed 's/,\([0-9]*\),/,x\1,/' frame.csv >strange.csv && unframed '{frame: strange.csv, rows: 100}' 4 'and numbers in the other'; }
t 'no frame with texts where the data has numbers' strange
# Records that break what must hold are left out, counted, and nothing is learnt from them: nor do others break it.
dropped() {
    plan '{holdout: 0, constraints: ["age >= 30"], rules: ["if age > 70 then occupation is missing"], violations: drop}' &&
        rm -f made* all.html && ends 0 synth plan.yaml --json && python3 - <<'END'
import csv, json
rows = lambda name: list(csv.DictReader(open(name)))
breaks = lambda r: int(r["age"]) < 30 or (int(r["age"]) > 70 and r["occupation"] != "")
real, made = rows("survey.csv"), rows("made.csv")
left = sum(map(breaks, real))
assert 0 < left < len(real) and len(made) == len(real) - left, (left, len(made))
assert not any(map(breaks, made))
told = [w for w in json.load(open("out"))["warnings"] if "were left out" in w]
assert len(told) == 1 and told[0].startswith(f"{left} of {len(real)} records break"), told
END
}
t 'records that break a constraint are left out and counted' dropped
# Texts that are made with other columns at once keep to what is said of them, too.
together() {
    for generator in tables bootstrap forest; do
        plan '{sets: 2, holdout: 0, constraints: ["observed(region, municipality)", "marital_status = '"'never married'"' or age >= 15"], rules: ["if age < 15 then occupation is missing"]}' \
            "generators: [{$generator: [occupation, region, marital_status]}]" && rm -f made* all.html &&
            ends 0 synth plan.yaml --quiet && python3 - <<'END' || return 1
import csv
rows = lambda name: list(csv.DictReader(open(name)))
pairs = {(r["region"], r["municipality"]) for r in rows("survey.csv")}
for name in ("made-1.csv", "made-2.csv"):
    for r in rows(name):
        assert (r["region"], r["municipality"]) in pairs, name
        assert int(r["age"]) >= 15 or (r["occupation"] == "" and r["marital_status"] == "never married"), name
END
    done
}
t 'texts made at once keep to rules and constraints' together
# A text of one or two records is named by its column, never by itself; that of three is not.
rare() {
    awk -F, -v OFS=, -v n="$1" 'NR > 1 && NR <= n + 1 { $7 = "hermit" } 1' survey.csv >rare.csv && plan '{holdout: 0}' &&
        sed -i 's/^data: .*/data: rare.csv/' plan.yaml && rm -f made* all.html && ends 0 synth plan.yaml && ! grep -q hermit err out &&
        { grep 'one or two records' err || true; } | grep -c "'$(head -n 1 survey.csv | cut -d, -f7)'" >found
    [ "$(cat found)" = "$2" ]
}
t 'a text of two records is warned of' rare 2 1
t 'a text of three records is not' rare 3 0
# Amounts to the cent of one record in eight are few enough to be copied, and enough to be told of.
amounts() {
    awk -v n="$1" 'BEGIN { print "pay,sex"; for (i = 0; i < 800; i++) printf "%s,%s\n",
        i < n ? 1000 + 7 * i + 0.37 : 1000 * (i % 9 + 1), i % 2 ? "f" : "m" }' >pay.csv &&
        printf '%s\n' 'data: pay.csv' "synth: {cart: {smooth: $2}, holdout: 0}" 'output: made.csv' >pay.yaml &&
        rm -f made* && ends 0 synth pay.yaml && grep -c "Some numbers or dates of 'pay'" err >found
    [ "$(cat found)" = "$3" ]
}
t 'some amounts of one record are warned of' amounts 100 auto 1
t 'fewer are not' amounts 40 auto 0
t 'nor such as are smoothed' amounts 100 between 0
# What would be learnt of a handful of records is these records.
handful() { head -n 20 survey.csv >few.csv && plan '{holdout: 0}' && sed -i 's/^data: .*/data: few.csv/' plan.yaml && rm -f made* all.html && refuses 4 'There are 19 records; at least 20' synth plan.yaml --quiet; }
t 'no file of a handful of records' handful
t 'no range whose ends are exchanged' no '{only: {age: [40, 30]}}' 2 'before the least'
t 'no list of columns for the generator of the others' no '{cart: {columns: [age]}}' 2 "takes no 'columns' there"
given() {
    plan "{sample: {}, holdout: 0, order: [$1]}" 'generators: [{exact_moments: {columns: [income, savings], given: [age]}}]' &&
        rm -f made* all.html && refuses "$2" "$3" synth plan.yaml --quiet
}
t 'no moments given a column that is made later' given 'income, age' 2 "names column 'age', which is not made before"
t 'no moments of a column with missing cells' given age 4 'let another generator make that column'
# Ways that one reason stops are told in one sentence, private generators in one, and the plan that is best runs.
explored() {
    cut -d, -f4,9,10,17 survey.csv | head -400 >few.csv &&
        printf '%s\n' 'data: few.csv' 'synth: {cart: {min_bucket: 20}}' 'seed: 1099511627777' 'output: best.csv' >few.yaml &&
        ends 0 explore few.yaml --best best.yaml && [ "$(grep -c 'cannot be done' out)" -le 2 ] &&
        tr '\n' ' ' <out | tr -s ' ' | grep -q 'exact_moments, latin_hypercube, distribution cannot be done: ' &&
        ! grep -q 'impossible\|dp_' out && grep -q 'differential privacy are not tried' out && ends 0 synth best.yaml
}
t 'explore compares ways, and says once why some are none' explored
