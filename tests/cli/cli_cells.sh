#!/bin/sh
# cli_cells.sh - ready tables: rows of the data that are cells.
. "$(dirname "$0")/cli_lib.sh"

# The firms of cli_tables.sh, added up by hand: contributors and the two largest of each cell.
cat >cells.csv <<'END'
region,branch,turnover,n,first,second
north,food,275,3,100,90
north,steel,504,2,500,4
south,food,205,3,75,70
south,steel,265,3,95,90
west,food,195,3,70,65
west,steel,205,3,75,70
north,Total,779,5,500,100
south,Total,470,6,95,90
west,Total,400,6,75,70
Total,food,675,9,100,90
Total,steel,974,8,500,95
Total,Total,1649,17,500,100
END
# plan RULES [CELLS] - a plan for them.
plan() {
    printf 'data: cells.csv\ncells: {%s}\ntables:\n  sales: {by: [region, branch], of: turnover}\nrules: %s\noutput: sales.csv\n' \
        "${2-frequency: n, largest: [first, second]}" "$1" >plan.yaml
}
# hidden - the cells that are hidden in sales.csv.
hidden() {
    grep ',hidden$' sales.csv | cut -d, -f2-3 | sort | tr '\n' ' '
}

# The same as from records: north steel, and three more in the west.
plan '{p_percent: {p: 10}}'
t 'cells with their largest contributions' ends 0 tables plan.yaml
t 'the same cells are hidden as from records' test "$(hidden)" = 'north,food north,steel west,food west,steel '
t 'totals are published' grep -q '^sales,Total,Total,1649\(\.0\)\?,published$' sales.csv

cp sales.csv all.csv
grep -v Total cells.csv >inner.csv && cp cells.csv whole.csv && mv inner.csv cells.csv
t 'missing totals are computed' ends 0 tables plan.yaml --force
t 'and give the same' cmp all.csv sales.csv
mv whole.csv cells.csv

# primary N - so many cells are sensitive.
primary() {
    json 0 "[f['value'] for s in r['steps'] for f in s['figures'] if f['name'] == 'primary'] == [$1]" tables plan.yaml --force
}
# Without the second contribution it could be as large as the first, or all the rest.  Then besides
# north steel, north in total (779 - 500 - 279 < 50) and steel in total (974 - 500 - 474 < 50) are
# sensitive.
plan '{p_percent: {p: 10}}' 'frequency: n, largest: first'
t 'contributions that are not given are taken as large' primary 3
# p = 80: all inner cells (75 < 80; north steel; 55 < 60; 75 < 76; 55 < 56; 55 < 60) and those two;
# with both given north steel, 779 - 600 = 179 < 400 and 974 - 595 = 379 < 400.
plan '{p_percent: {p: 80}}' 'frequency: n, largest: first'
t 'and hide more' primary 8
plan '{p_percent: {p: 80}}'
t 'than with both given' primary 3

sed 's/$/,s,0/; 1s/s,0$/state,level/; /north,steel/s/s,0$/u,9/' cells.csv >given.csv && cp cells.csv whole.csv && mv given.csv cells.csv
printf 'data: cells.csv\ncells: {status: state, lower: level, upper: level}\ntables:\n  sales: {by: [region, branch], of: turnover}\noutput: sales.csv\n' >plan.yaml
t 'given statuses need no rules' ends 0 tables plan.yaml --force
t 'and hide the same' test "$(hidden)" = 'north,food north,steel west,food west,steel '
sed -i 's/cells: {/cells: {letters: {u: [geheim], s: [frei]}, /' plan.yaml
sed -i 's/,u,9$/,geheim,9/; s/,s,0$/,Frei,0/' cells.csv
t 'other words for statuses' ends 0 tables plan.yaml --force
t 'mean the same' test "$(hidden)" = 'north,food north,steel west,food west,steel '
rm sales.csv
sed -i '3s/geheim/gehiem/' cells.csv
t 'an unknown status' refuses 4 'cells.csv:3: the status is none of' tables plan.yaml
mv whole.csv cells.csv

plan '{p_percent: {p: 10}}'
sed -i.old '/^Total,food/s/675/676/' cells.csv
t 'a table that does not add up' refuses 4 "the cell (region Total, branch Total) is not the sum of its parts in 'branch'" tables plan.yaml
plan '{p_percent: {p: 10}}' 'totals: computed, frequency: n, largest: [first, second]'
t 'unless totals are computed afresh' ends 0 tables plan.yaml
t 'from their parts' cmp all.csv sales.csv
rm sales.csv
mv cells.csv.old cells.csv
plan '{p_percent: {p: 10}}'
sed -i.old '$p' cells.csv
t 'a cell twice' refuses 4 'cells.csv:14: this is the same cell as at cells.csv:13' tables plan.yaml
mv cells.csv.old cells.csv
sed -i.old 's/^north,food,275,3,100/north,food,275,3,190/' cells.csv
t 'contributions above the value' refuses 4 'cells.csv:2: its largest contributions add up to more than the cell' tables plan.yaml
mv cells.csv.old cells.csv
plan '{p_percent: {p: 10}}' 'frequency: n'
t 'a rule without contributions' refuses 2 "rule 'p_percent' needs 'largest' under 'cells'" tables plan.yaml
plan '{minimum_frequency: {n: 3}}' 'largest: first'
t 'a rule without frequencies' refuses 2 "rule 'minimum_frequency' needs 'frequency' under 'cells'" tables plan.yaml
plan '{minimum_frequency: {n: 3}}' 'frequency: m'
t 'an unknown column' refuses 2 "unknown column 'm'" tables plan.yaml

# A tree, whose inner codes are rows too; a cell of a code that the tree has not.
plan '{p_percent: {p: 10}}'
sed -i 's/^tables:/hierarchies: {region: {tree: {branches: {inland: [south, west], coast: [north]}}}}\ntables:/' plan.yaml
awk -F, -v OFS=, '{ print } /^west/ { print "inland", $2, $2 == "food" ? 400 : $2 == "steel" ? 470 : 870, $2 == "Total" ? 12 : 6, $2 == "food" ? "75,70" : "95,90" }' cells.csv >tree.csv
cp cells.csv flat.csv && cp tree.csv cells.csv
t 'codes of a tree' ends 0 tables plan.yaml
# By hand: the three cheapest are still those of the west, but then (inland, food) and (inland,
# steel) would disclose them: 195 = 400 - 205.  So either those two or both of the south go too.
t 'hide more' test "$(hidden | wc -w)" -gt 4
rm sales.csv
sed -i 's/^west,food/east,food/' cells.csv
t 'a code that the tree lacks' refuses 4 "cells.csv:6: the code in column 'region' stands nowhere in the hierarchy" tables plan.yaml
printf 'inland\n@south\n@inland\n@@west\n' >below.hrc
sed 's/{tree: .*}}}}/{argus: below.hrc}}/' plan.yaml >below.yaml
printf 'data: cells.csv\ncells: {frequency: n}\nhierarchies: {region: {tree: {branches: {north: [south], south: [west], west: [north]}}}}\ntables: {sales: {by: [region, branch], of: turnover}}\nrules: {minimum_frequency: {n: 3}}\noutput: cycle.csv\n' >cycle.yaml
t 'groups that hold one another' refuses 4 'groups of it that hold one another' tables cycle.yaml
t 'a tree that has a code below itself' refuses 2 'below.hrc:3: this code stands below itself' tables below.yaml
cp tree.csv cells.csv
printf 'coast,steel,504,2,500,4\n' >>cells.csv
t 'a total with one part is the same cell' ends 0 tables plan.yaml
rm sales.csv
sed -i '$s/504/505/' cells.csv
t 'with one value' refuses 4 'this is a total or its only part as at' tables plan.yaml
mv flat.csv cells.csv

# A code beside the tree.  The totals are computed, 10 more than before.
plan '{p_percent: {p: 10}}' 'frequency: n, largest: [first, second], totals: computed, beside: {region: ["99"]}'
sed -i 's/^tables:/hierarchies: {region: {tree: {branches: {inland: [south, west], coast: [north]}}}}\ntables:/' plan.yaml
cp cells.csv flat.csv && printf '99,food,6,3,2,2\n99,steel,4,4,1,1\n' >>cells.csv
t 'a code beside the tree' ends 0 tables plan.yaml
t 'stands under the total' grep -q '^sales,Total,Total,1659\(\.0\)\?,published$' sales.csv
rm sales.csv
sed -i 's/, beside: {region: \["99"\]}//' plan.yaml
t 'must be said to be there' refuses 4 "the code in column 'region' stands nowhere in the hierarchy" tables plan.yaml
mv flat.csv cells.csv

# Counts, as a cross table.  By hand: 2 is below 3, so it needs another in its row and column.
printf 'age,men,women,Total\nyoung,2,8,10\nold,7,9,16\nTotal,9,17,26\n' >cross.csv
printf 'data: cross.csv\ncells: {layout: cross}\ntables: {people: {by: [age, sex]}}\nrules: {minimum_frequency: {n: 3}}\noutput: sales.csv\n' >plan.yaml
t 'a cross table' ends 0 tables plan.yaml
t 'of which all inner cells are hidden' test "$(hidden)" = 'old,men old,women young,men young,women '
rm sales.csv
sed -i 's/old,7/old,x/' cross.csv
t 'with texts' refuses 4 "Column 'men' of the cross table holds texts" tables plan.yaml

# The picture of 20 regions x 7 ages x 2 sexes, totals included, has all cells: regions down, the rest
# across.  By hand: the ones are sensitive, one region in five at each age and sex.
awk 'BEGIN { print "region,age,sex,n"; for (r = 0; r < 20; r++) for (a = 0; a < 7; a++) for (s = 0; s < 2; s++)
    printf "r%d,a%d,s%d,%d\n", r, a, s, (r + a + s) % 5 == 0 ? 1 : 20 }' >three.csv
printf 'data: three.csv\ncells: {value: n}\ntables: {people: {by: [region, age, sex]}}\nrules: {minimum_frequency: {n: 2}}\noutput: three-safe.csv\n' >plan.yaml
whole() {
    json 0 "[(len(c['series']), len(c['x']['labels']), sum(s['values'].count(2) for s in c['series'])) for x in r['sections'] for y in x['results'] for c in y.get('charts', [])] == [(21, 24, 56)]" tables plan.yaml --force
}
t 'the picture of a table of three dimensions has all of it' whole
