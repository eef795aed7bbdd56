#!/bin/sh
# cli_hierarchy.sh - `tacit hierarchy` shows, checks, builds and draws.
. "$(dirname "$0")/cli_lib.sh"
people 240 >people.csv
cat >plan.yaml <<END
data: people.csv
hierarchies:
  age: {intervals: {widths: [20, 40]}}
  city: {tree: {branches: {Country: {Up: [North, Far], Down: South}}}}
  income: {cluster: {levels: 3}}
  name: {frequency: {keep: [10, 2]}}
  sex: {cluster: {by: city}}
END

t 'check' prints 'Every value has a label' hierarchy check plan.yaml
t 'check tells counts alone' sh -c "! grep -q '$secret' out"
t 'check one' json 0 'len(r["hierarchies"]) == 1 and r["hierarchies"][0]["values"] == 3' \
    hierarchy check plan.yaml age
t 'check --json has no label' json 0 \
    '"widest_label" not in json.dumps(r) and len(r["hierarchies"]) == 5' hierarchy check plan.yaml
t 'show' prints 'widest label' hierarchy show plan.yaml
t 'show one' prints 'age (intervals): 3 values' hierarchy show plan.yaml age
t 'show knows the domain' prints 'city (tree): 2 values, 3 in the domain' hierarchy show plan.yaml city
t 'show --json' json 0 \
    '[l["labels"] for l in r["hierarchies"][0]["levels"]] == [2, 2, 1]' hierarchy show plan.yaml age
t 'draw as text' prints 'South' hierarchy draw plan.yaml city
t 'draw one root' sh -c 'test "$(head -n 1 out)" = Country'
t 'draw what is wide' prints ' more' hierarchy draw plan.yaml name
t 'draw few lines' sh -c 'test "$(wc -l <out)" -lt 100'
t 'draw as a picture' prints 'Wrote the hierarchy of city to city.svg.' \
    hierarchy draw plan.yaml city --output city.svg
t 'the picture is XML' python3 -c "import xml.dom.minidom as m; m.parse('city.svg')"
t 'the picture has labels' grep -q '>South<' city.svg
t 'draw --json' json 0 'r["hierarchies"][0]["tree"]["below"][0]["label"] in ("Up", "Down")' \
    hierarchy draw plan.yaml city

t 'build from a plan' ends 0 hierarchy build plan.yaml income --output income.csv
t 'build from data' prints 'Wrote the hierarchy of age to age.csv.' \
    hierarchy build people.csv age --how 'mask:{from: right}' --output age.csv
t 'a row for each value' test "$(tr '\n' ' ' <age.csv)" = '20;2*;** 30;3*;** 40;4*;** '
cat >again.yaml <<END
data: people.csv
hierarchies: {income: {file: income.csv}, age: {file: age.csv}}
END
t 'what was built can be read' ends 0 hierarchy check again.yaml
t 'and is the same' sh -c '"$TACIT" hierarchy build again.yaml income --output b.csv --quiet && cmp b.csv income.csv'
printf 'code\n"a;b"\n"c ""d"""\n"e,f"\n' >odd.csv
t 'build odd values' ends 0 hierarchy build odd.csv code --how 'prefix:{lengths: [1]}' --output odd-h.csv
t 'read odd values' ends 0 hierarchy check odd.csv code --how 'file:{path: odd-h.csv}'

t 'an unknown action' refuses 2 "did you mean 'show'?" hierarchy shw plan.yaml
t 'an action like no other' refuses 2 'must be show, check, build or draw' hierarchy zzzzzz plan.yaml
t 'a column without a hierarchy' refuses 2 "no hierarchy of column 'agee'; did you mean 'age'?" \
    hierarchy show plan.yaml agee
t 'draw needs a column' refuses 2 'say which by the name of the column' hierarchy draw plan.yaml
t 'build needs an output' refuses 2 "needs '--output FILE'" hierarchy build plan.yaml age
t 'check has no output' refuses 2 "'--output' goes with" hierarchy check plan.yaml --output x
t 'data needs a builder' refuses 2 "such as --how 'mask:{levels: 5}'" hierarchy show people.csv age
t 'an unknown builder' refuses 2 "did you mean 'mask'?" hierarchy show people.csv age --how maks
t 'a plan and --how' json 0 'r["hierarchies"][0]["builder"] == "mask"' \
    hierarchy show plan.yaml age --how mask
t 'a plan without hierarchies' sh -c 'echo "data: people.csv" >none.yaml'
t 'has none' refuses 2 'has no hierarchies' hierarchy check none.yaml
t 'a tree that does not cover' refuses 4 "does not cover 1 of its 2 values" \
    hierarchy check people.csv city --how 'tree:{branches: {all: [North]}}'
t 'a wrong parameter' refuses 2 'must go upwards' \
    hierarchy check people.csv age --how 'intervals:{breaks: [3, 2]}'
t 'a file that is not there' refuses 5 'nowhere.csv' \
    hierarchy check people.csv age --how 'file:{path: nowhere.csv}'
sed 's/Down: South/Down: Sout/; s/keep: .10, 2./keep: [2, 10]/' plan.yaml >bad.yaml
t 'all that is wrong is told' ends 4 hierarchy check bad.yaml
t 'in two lines' test "$(wc -l <err)" -eq 2
t 'a column that cluster does not find' refuses 2 "unknown column 'cty'; did you mean 'city'?" \
    hierarchy check people.csv sex --how 'cluster:{by: cty}'
t 'help' prints 'usage: tacit hierarchy ACTION DATA|PLAN [COLUMN]' hierarchy --help

# Where other texts stand for a missing cell, the empty text is a value that a file can have a row for.
printf 'a\n""\nx\ny\n-none-\n' >empty.csv
printf 'x;X;*\n;nothing;*\ny;X;*\n' >empty-a.csv
printf 'data: {path: empty.csv, missing: [-none-]}\nhierarchies: {a: {file: {path: empty-a.csv}}}\n' >empty.yaml
t 'a row for the empty text' json 0 'r["hierarchies"][0]["values"] == 3' hierarchy check empty.yaml
grep -v none empty.csv >gap.csv
printf 'data: gap.csv\nhierarchies: {a: {file: {path: empty-a.csv}}}\n' >gap.yaml
t 'which a missing cell does not need' json 0 'r["hierarchies"][0]["values"] == 2' hierarchy check gap.yaml
