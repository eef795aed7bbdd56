#!/bin/sh
# cli_tables.sh - tables: made, protected, audited, refused.
#
# The JJ files and the costs of their cheapest patterns are those of two solvers that agree, one of
# them the engine of tau-Argus 4.2 (Fischetti and Salazar).
golden=$(cd "$(dirname "$0")/../golden/tables" && pwd)
attack="python3 -B $(cd "$(dirname "$0")" && pwd)/attack_certificate.py"
. "$(dirname "$0")/cli_lib.sh"

# cheapest NAME COST - the table is protected at this cost, proven, and stands the audit.
cheapest() {
    printf 'data: %s\noutput: safe.jj\n' "$golden/$1.jj" >plan.yaml
    rm -f safe.jj
    json 0 "[f['value'] for f in r['steps'][0]['figures'] if f['name'] == 'cost'] == [$2] and
        'proven' in r['steps'][0]['notes'][0]" tables plan.yaml &&
        json 0 "r['requirements'][0]['holds']" audit safe.jj
}
t 'a table of counts' cheapest freq2d_8x12 50
t 'a table of sums' cheapest mag2d_pp15 1145
t 'two hierarchies' cheapest hier2d_pp10 164315
t 'three dimensions' cheapest hier3d_freq 953
t 'three linked tables' cheapest linked3_freq 417

# Every pattern with a cell less is found out: the cheapest pattern needs each of its cells.
one_less() {
    printf 'data: %s\noutput: safe.jj\n' "$golden/mag2d_pp15.jj" >plan.yaml
    rm -f safe.jj && ends 0 tables plan.yaml && for cell in $(awk '$4 == "m" { print $1 }' safe.jj); do
        awk -v cell="$cell" '$1 == cell && $4 == "m" { $4 = "s" } { print }' safe.jj >less.jj
        ends 3 audit less.jj || return 1
    done
}
t 'a cell less is not safe' one_less
t 'nothing but the sensitive cells is not safe' ends 3 audit "$golden/mag2d_pp15.jj"
t 'it says what can be computed' grep -q 'known exactly' out

# no_match PATTERN FILE - no line of the file matches.
no_match() {
    ! grep -q -- "$1" "$2"
}

some_firms >firms.csv
# firms RULES - a plan for the firms.
firms() {
    printf 'data: firms.csv\ntables:\n  sales: {by: [region, branch], of: turnover}\nrules: %s\noutput: sales.csv\n' "$1"
}
# By hand: north steel has 500 and 4, of which the smaller knows the larger; it needs another cell
# in its row and in its column, and those a common one.  The cheapest of these are in the west.
firms '{p_percent: {p: 10}}' >plan.yaml
t 'what would be done' prints 'protect by    Cell suppression' tables plan.yaml --dry-run
t 'by which rule' grep -q 'rule          p% rule' out
t 'and nothing of records' sh -c '! grep -q measure out'
t 'tables from records' ends 0 tables plan.yaml
t 'the sensitive cell is hidden' grep -q '^sales,north,steel,,hidden$' sales.csv
t 'and three more' test "$(grep -c hidden sales.csv)" -eq 4
t 'in the west' grep -q '^sales,west,steel,,hidden$' sales.csv
t 'totals are published' grep -q '^sales,Total,Total,1649\(\.0\)\?,published$' sales.csv
t 'it does not say which is the sensitive one' test "$(cut -d, -f5 sales.csv | sort -u | tr '\n' ' ')" = 'hidden published status '

# The public report shows what is published; which cells are sensitive, and why, is not in it.
rm -f sales.csv
t 'reports of both kinds' ends 0 tables plan.yaml --report public.html --custodian-report full.html
t 'everybody sees the table' grep -q 'Tables as they are published' public.html
t 'hidden cells are crosses' test "$(grep -o '>×<' public.html | wc -l)" -eq 4
t 'not why they are hidden' no_match 'What was hidden\|protects others\|p% rule\|504' public.html
t 'the plan without the parameters of its rules' grep -q 'p_percent: withheld' public.html
t 'the custodian sees why' grep -q 'protects others' full.html
t 'and the value' grep -q '>504<' full.html
{ cat plan.yaml && echo 'measures: [pooled_magnitude, secondary_cells, feasibility]'; } >measured.yaml
t 'what is measured is for the custodian' ends 0 tables measured.yaml --report public.html --custodian-report full.html
t 'who sees it' grep -q 'Pooled magnitude' full.html
t 'and nobody else' no_match 'Pooled magnitude\|Feasibility' public.html
t 'parts of the record say for whom they are' json 0 "[p['reader'] for p in r['sections']] ==
    ['public', 'custodian'] and r['released']" tables plan.yaml --force

# By hand: north steel can go as far from 504 as west food from 195, which is from 0 to 390; its level
# is a tenth of 500.  The three that protect it are worth 275, 195 and 205.
hidden='{x["name"]: x["rows"] for x in r["sections"][1]["results"][0]["tables"]}'
t 'what readers can compute stands with each cell' json 0 \
    "['north, steel', 'p% rule', 504, 309, 699, 454, 554] in $hidden['hidden']" \
    tables plan.yaml --force
t 'and the cost by margin' json 0 "$hidden['margins'] == [['region × branch', 6, 1, 3, 675],
    ['branch', 2, 0, 0, 0], ['region', 3, 0, 0, 0], ['grand total', 1, 0, 0, 0]]" \
    tables plan.yaml --force
sed 's/^rules/  regions: {by: region, of: turnover}\n  firms: {by: branch}\nrules/; s/: {p: 10}/: {p: 10}, minimum_frequency: {n: 2}/' plan.yaml >several.yaml
t 'how tables hang together' json 0 \
    "$hidden['pairs'] == [['sales', 'regions', 'cells of both', 4]]" tables several.yaml --force

rm -f sales.csv public.html full.html
firms '{p_percentage: {p: 10}}' >plan.yaml
t 'an unknown rule' refuses 2 "did you mean 'p_percent'?" tables plan.yaml
firms '{p_percent: {p: 10}}' | sed 's/branch\]/brunch]/' >plan.yaml
t 'an unknown column' refuses 2 "unknown column 'brunch'" tables plan.yaml
firms '{p_percent: {p: 10}}' | sed 's/of: turnover/of: branch/' >plan.yaml
t 'a sum of texts' refuses 2 "needs numbers, but column 'branch' is a category" tables plan.yaml
printf 'data: firms.csv\noutput: sales.csv\n' >plan.yaml
t 'a plan without tables' refuses 2 "a plan of tables needs 'tables' and 'rules'" tables plan.yaml
sed 's/,4$/,-4/' firms.csv >minus.csv
firms '{p_percent: {p: 10}}' | sed 's/firms.csv/minus.csv/' >plan.yaml
t 'negative contributions' refuses 4 "Column 'turnover' has negative values" tables plan.yaml
printf '0\n1\n0 5 5 u 0 10 1 1 0\n1\n0 1 : 0 (1)\n' >wrong.jj
printf 'data: wrong.jj\noutput: safe.jj\n' >plan.yaml
rm -f safe.jj less.jj
t 'a table that does not add up' refuses 4 'equation 1 does not add up' tables plan.yaml
printf '0\n3\n0 5 5 z 0 10 0 0 0\n1 2 2 u 0 4 1 1 0\n2 3 3 z 0 6 0 0 0\n1\n0 3 : 0 (-1) 1 (1) 2 (1)\n' >tight.jj
printf 'data: tight.jj\noutput: safe.jj\n' >plan.yaml
t 'a cell that nothing can protect' refuses 4 'Nothing protects cell 1' tables plan.yaml
# All cells together, hidden, leave 10 more at most: the bounds of the other part.
printf '0\n3\n0 5 5 s 0 15 0 0 0\n1 2 2 u 0 40 1 30 0\n2 3 3 s 0 6 0 0 0\n1\n0 3 : 0 (-1) 1 (1) 2 (1)\n' >tight.jj
t 'nor levels that all others together do not reach' refuses 4 'Nothing protects cell 1' tables plan.yaml
t 'a file that is no table' refuses 2 'is not a JJ file' audit firms.csv

# By hand: the three firms of each cell of the food branch in the south belong to two holdings; with
# these counted, the cell has too few.
printf 'region,branch,turnover,group\n' >groups.csv
tail -n +2 firms.csv | awk -F, '{ print $0 "," ($1 == "south" && $2 == "food" && $3 > 65 ? "big" : NR) }' >>groups.csv
printf 'data: groups.csv\ntables:\n  sales: {by: [region, branch], of: turnover, holding: group}\nrules: {minimum_frequency: {n: 3}}\noutput: sales.csv\n' >plan.yaml
t 'holdings are contributors' ends 0 tables plan.yaml
t 'a cell of two holdings is hidden' grep -q '^sales,south,food,,hidden$' sales.csv
sed -i 's/{n: 3}/{n: 3, level: record}/' plan.yaml && rm -f sales.csv
t 'or records are' ends 0 tables plan.yaml
t 'and the cell has three' test "$(grep -c 'north,steel,,hidden' sales.csv)" -eq 1
t 'so that it can be published' grep -q '^sales,south,food,205\(\.0\)\?,published$' sales.csv
rm -f sales.csv

# ---- what a plan can say of a table ----

# tables TABLE RULES [REST] - a plan for the firms.
tables() {
    printf 'data: %s\n%s\ntables:\n  sales: %s\nrules: %s\noutput: sales.csv\n' "${data:-firms.csv}" "${3:-}" "$1" "$2" >plan.yaml
    rm -f sales.csv
}
tables '{by: [region, branch], of: turnover, cost: unity}' '{p_percent: {p: 10}}'
t 'costs are the same for all' json 0 "[f['value'] for f in r['steps'][1]['figures'] if f['name'] == 'cost'] == [3]" tables plan.yaml
tables '{by: [region, branch], of: turnover, lambda: 0.5}' '{p_percent: {p: 10}}'
# By hand: the cheapest three are as before, of cost sqrt(195) + sqrt(205) + sqrt(275) ...
t 'costs are raised to a power' json 0 "abs([f['value'] for f in r['steps'][1]['figures'] if f['name'] == 'cost'][0] -
    (205 ** .5 + 195 ** .5 + 275 ** .5)) < 1e-6" tables plan.yaml
tables '{by: [region, branch], of: turnover, cost: turnovr}' '{p_percent: {p: 10}}'
t 'a cost that is no column' refuses 2 "unknown column 'turnovr'; did you mean 'turnover'?" tables plan.yaml
tables '{by: [region, branch]}' '{p_percent: {p: 10}}'
t 'a table that no rule looks at' refuses 2 "no rule looks at table 'sales', which has counts" tables plan.yaml

# The record says which rule found which cell.
tables '{by: [region, branch], of: turnover}' '[{p_percent: {p: 10}}, {minimum_frequency: {n: 3}}]'
t 'cells are listed by rule' json 0 "r['steps'][0]['tables'][0]['rows'][0][0] == 'cell (north, steel) of table \'sales\'' and
    [f['value'] for s in r['steps'][:2] for f in s['figures']] == [1, 0]" tables plan.yaml

# A table can have rules of its own: by hand, only the north has more than 36 per cent from one firm
# (500 of 779), and of the six cells with branches, which are judged by the plan's rule, only one has.
printf 'data: firms.csv\ntables:\n  sales: {by: [region, branch], of: turnover}\n  regions: {by: [region], of: turnover, rules: {dominance: {n: 1, k: 36}}}\nrules: {p_percent: {p: 10}}\noutput: own.csv\n' >own.yaml
t 'rules of one table' json 0 "[(s['name'], s['figures'][0]['value'], s['notes']) for s in r['steps'][:2]] ==
    [('dominance', 1, [\"For table 'regions'.\"]), ('p_percent', 1, [])] and
    r['steps'][0]['tables'][0]['rows'][0][0].startswith('cell (north')" tables own.yaml
sed -i 's/dominance: {n: 1, k: 36}/dominace: {n: 1}/' own.yaml
t 'an unknown one' refuses 2 "did you mean 'dominance'?" tables own.yaml --force
sed -i 's/dominace: {n: 1}/class_disclosure: {}/' own.yaml
t 'one that does not look at it' refuses 2 "no rule looks at table 'regions', which has sums" tables own.yaml --force
rm -f own.csv own.csv.certificate.json

# Histories: last year's status, waivers.
printf 'region,branch,status,cost,lower,upper\nnorth,steel,safe,,,\n' >history.csv
tables '{by: [region, branch], of: turnover, history: history.csv}' '{p_percent: {p: 10}}'
t 'a waiver' ends 0 tables plan.yaml
t 'leaves the cell published' test "$(grep -c hidden sales.csv)" -eq 0
printf 'region,branch,status\nsouth,steel,U\nsouth,,P\nwest,steel,p\n' >history.csv
tables '{by: [region, branch], of: turnover, history: history.csv}' '{minimum_frequency: {n: 2}}'
t 'a cell that is said to be sensitive' ends 0 tables plan.yaml
t 'is hidden' grep -q '^sales,south,steel,,hidden$' sales.csv
t 'without one that must be published' grep -q '^sales,west,steel,205\(\.0\)\?,published$' sales.csv
printf 'region,branch,status\neast,steel,u\n' >history.csv
rm -f sales.csv
t 'a history of a code that is not there' refuses 4 "Table 'sales' has no code 'east' in its dimension 'region'" tables plan.yaml
printf 'region,branch,status\nnorth,steel,secret\n' >history.csv
t 'an unknown status' refuses 2 'row 1 has an unknown status; it must be safe, unsafe or protected' tables plan.yaml
printf 'region,branch,status\nnorth,steel,s\nnorth,steel,u\n' >history.csv
t 'a cell twice' refuses 2 'row 2 is about a cell that has a row before' tables plan.yaml
printf 'region,sector,status\nnorth,steel,s\n' >history.csv
t 'a column that means nothing' refuses 2 "column 'sector' is no dimension of table 'sales'" tables plan.yaml

# Levels that cannot be met: all other cells of the row must be published.
printf 'region,branch,status\nnorth,steel,u\nnorth,food,p\nnorth,,p\n' >history.csv
t 'a cell that cannot be protected has its codes in the message' refuses 4 \
    "Nothing protects cell (north, steel) of table 'sales'" tables plan.yaml

# What is not published.
tables '{by: [region, branch], of: turnover, hide: {region: [west]}}' '{p_percent: {p: 10}}'
t 'a code that is not published' ends 0 tables plan.yaml
t 'is not written' test "$(grep -c west sales.csv)" -eq 0
t 'and the rest verifies' ends 0 verify sales.csv
tables '{by: [region, branch], of: turnover, levels: {region: [1]}}' '{p_percent: {p: 10}}'
t 'only a level' ends 0 tables plan.yaml
t 'without totals' test "$(grep -c '^sales,Total' sales.csv)" -eq 0
tables '{by: [region, branch], of: turnover, hide: {region: [east]}}' '{p_percent: {p: 10}}'
t 'hiding what is not there' refuses 4 "cannot hide code 'east' of dimension 'region'" tables plan.yaml
tables '{by: [region, branch], of: turnover, hide: {sector: [east]}}' '{p_percent: {p: 10}}'
t 'hiding in no dimension' refuses 2 "names 'sector', which is no dimension of it" tables plan.yaml

# Several hierarchies of one column: 'coast' and 'inland' beside 'upper' and 'lower'.
two='hierarchies: {region: [{tree: {branches: {upper: [north, west], lower: [south]}}}, {tree: {branches: {coast: [south, west], inland: [north]}}}]}'
tables '{by: [region, branch], of: turnover}' '{minimum_frequency: {n: 2}}' "$two"
t 'two hierarchies of one column' ends 0 tables plan.yaml
t 'add up in both' grep -q '^sales,coast,food,400\(\.0\)\?,published$' sales.csv
t 'and in the other' grep -q '^sales,upper,food,470\(\.0\)\?,published$' sales.csv
t 'and are proven in both' ends 0 verify sales.csv
clash='hierarchies: {region: [{tree: {branches: {coast: [north, west], lower: [south]}}}, {tree: {branches: {coast: [south, west], inland: [north]}}}]}'
tables '{by: [region, branch], of: turnover}' '{minimum_frequency: {n: 2}}' "$clash"
t 'two groups of one name' refuses 4 "Column 'region': two codes with the same text stand for different values" tables plan.yaml
printf 'data: firms.csv\nroles: {key: [region]}\n%s\noutput: safe.csv\n' "$two" >plan.yaml
t 'several are for tables alone' refuses 2 "column 'region' has two hierarchies, which only tables can have" protect plan.yaml
tables '{by: [region, branch], of: turnover}' '{minimum_frequency: {n: 2}}' 'hierarchies: {region: {tree: {branches: {upper: [north, west]}}}}'
t 'a code that a hierarchy does not have' refuses 4 "'region'" tables plan.yaml

# Several responses, and what holds between them: domestic is 40 % of each turnover.
awk -F, 'NR == 1 { print $0 ",domestic,export"; next } { print $0 "," $3 * 0.4 "," $3 - $3 * 0.4 }' firms.csv >parts.csv
data=parts.csv
tables '{by: [region, branch], of: [turnover, domestic, export]}' '{p_percent: {p: 10}}' 'equations: [{total: turnover, parts: [domestic, export]}]'
t 'equations between columns' ends 0 tables plan.yaml
t 'a table for each' grep -q '^sales.export,Total,Total,989.4,published$' sales.csv
t 'all three cells are hidden' test "$(grep -c 'north,steel,,hidden' sales.csv)" -eq 3
t 'proven with their equations' ends 0 verify sales.csv
sed 's/,190$/,191/;s/,54$/,55/' parts.csv >uneven.csv
data=uneven.csv
tables '{by: [region, branch], of: [turnover, domestic, export]}' '{p_percent: {p: 10}}' 'equations: [{total: turnover, parts: [domestic, export]}]'
t 'one that does not hold' refuses 4 "'turnover' is not the sum of its parts in cell (" tables plan.yaml
data=parts.csv
tables '{by: [region, branch], of: [turnover, domestic]}' '{p_percent: {p: 10}}' 'equations: [{total: turnover, parts: [domestic, export]}]'
t 'one of what is not added up' refuses 2 "an equation speaks of 'export', which no table adds up" tables plan.yaml

# Negative contributions: by their absolute values, or by a column that says how large firms are.
data=minus.csv
tables '{by: [region, branch], of: turnover, negative: absolute}' '{p_percent: {p: 10}}'
t 'negative contributions by their absolute values' ends 0 tables plan.yaml
t 'hide a cell that could be below zero' grep -q '^sales,north,steel,,hidden$' sales.csv
t 'which is proven without a bound' ends 0 verify sales.csv
awk -F, 'NR == 1 { print $0 ",staff"; next } { print $0 "," NR }' minus.csv >staff.csv
data=staff.csv
tables '{by: [region, branch], of: turnover, size: staff}' '{p_percent: {p: 10}}'
t 'and by another column' ends 0 tables plan.yaml

# Weights: sums that are no whole numbers are rounded so that tables add up.
awk -F, 'NR == 1 { print $0 ",w"; next } { print $0 "," 1 + NR / 7 }' firms.csv >weighted.csv
data=weighted.csv
tables '{by: [region, branch]}' '{minimum_frequency: {n: 3}}' 'roles: {weight: w}'
t 'weighted counts' ends 0 tables plan.yaml
t 'add up' sh -c "awk -F, '\$2 == \"Total\" && \$3 == \"Total\" { t = \$4 } \$2 != \"Total\" && \$3 == \"Total\" { s += \$4 }
    END { exit !(t == s && t > 0) }' sales.csv"
t 'and it says by how much they are off' grep -q 'rounded to 0 decimals so that they add up; no cell is off by more than' err
sed 's/,1.28571$/,0/' weighted.csv >zero.csv
data=zero.csv
tables '{by: [region, branch]}' '{minimum_frequency: {n: 3}}' 'roles: {weight: w}'
t 'weights are positive' refuses 4 "Column 'w', which has sampling weights, has values that are missing, zero, negative" tables plan.yaml

# Missing dimensions have a code; its cells can be safe; records can be dropped.
sed 's/^north,steel/,steel/' firms.csv >gaps.csv
data=gaps.csv
tables '{by: [region, branch], of: turnover}' '{p_percent: {p: 10}}'
t 'missing values are a code' ends 0 tables plan.yaml
t 'which rules look at' grep -q '^sales,(missing),steel,,hidden$' sales.csv
tables '{by: [region, branch], of: turnover, missing: safe}' '{p_percent: {p: 10}}'
t 'or not' ends 0 tables plan.yaml
t 'if they are safe' test "$(grep -c '^sales,(missing),.*hidden' sales.csv)" -eq 0
tables '{by: [region, branch], of: turnover, missing: drop}' '{p_percent: {p: 10}}'
t 'or their records are dropped' ends 0 tables plan.yaml
t 'and do not count' grep -q '^sales,Total,Total,1145\(\.0\)\?,published$' sales.csv
unset data
sed 's/north/Total/' firms.csv >total.csv
data=total.csv
tables '{by: [region, branch], of: turnover}' '{p_percent: {p: 10}}'
t 'a value that is called Total' refuses 4 "Column 'region': two codes with the same text" tables plan.yaml
data=firms.csv
tables '{by: [region, branch], of: turnover}' '[{request: {column: branch, first: steel, share: 70}}, {request: {column: region, first: west}}]'
t 'two rules of requests' refuses 2 "there can be one rule 'request' only" tables plan.yaml
tables '{by: [region, branch], of: turnover}' '{request: {column: branch, first: steel, share: 70}}'
t 'firms that ask for protection' ends 0 tables plan.yaml
t 'get it where they are large' grep -q '^sales,north,steel,,hidden$' sales.csv
rm -f sales.csv

# What the engine adds up where the data is, is what is added up from the records.
ends 0 generate survey --rows 3000 --seed 7 --output survey.csv
ends 0 generate survey --rows 3000 --seed 7 --output survey.parquet
# alike TABLES RULES [REST] - the same sensitive cells and values from both files; which others are
# hidden may depend on the time that the search had.
alike() {
    for file in survey.csv survey.parquet; do
        printf 'data: %s\ntables: %s\nrules: %s\n%s\nprotection: {cell_suppression: {seconds: 1}}\noutput: %s.out.csv\n' \
            "$file" "$1" "$2" "${3:-}" "$file" >plan.yaml
        rm -f "$file.out.csv"
        ends 0 tables plan.yaml --json || return 1
        python3 -c "
import json, sys
for s in json.load(open('out'))['steps']:
    if s['family'] == 'rule':
        print(s['name'], s['figures'], s['tables'])" >"$file.rules"
    done
    python3 -c "
import csv, sys
one, two = (list(csv.DictReader(open('survey.%s.out.csv' % f))) for f in ('csv', 'parquet'))
shown = [(a, b) for a, b in zip(one, two) if a['value'] and b['value']]
sys.exit(0 if len(one) == len(two) and shown and all(a == b for a, b in shown) else 'values differ')" &&
        cmp survey.csv.rules survey.parquet.rules && grep -q cell survey.csv.rules
}
t 'counts by the engine' alike '{t: {by: [region, education]}}' '{minimum_frequency: {n: 20}}'
t 'sums' alike '{t: {by: [region, sex], of: income}, u: {by: [sex, education], of: income}}' \
    '{dominance: {n: 3, k: 25}, all_equal: {}}'
t 'holdings' alike '{t: {by: [region, sex], of: income, holding: household}}' \
    '[{dominance: {n: 3, k: 30}}, {dominance: {n: 2, k: 20, level: record}}, {minimum_frequency: {n: 6}}]'
t 'weights' alike '{t: {by: [region, sex], of: [income, spending]}, u: {by: [education]}}' \
    '{dominance: {n: 60, k: 1}, minimum_frequency: {n: 50}}' 'roles: {weight: weight}'
t 'requests' alike '{t: {by: [region, sex], of: income, missing: drop}}' \
    '{request: {column: education, first: primary, second: none, share: 3, second_share: 1}}'
t 'hierarchies' alike '{t: {by: [age, sex]}}' '{minimum_frequency: {n: 9}}' 'hierarchies: {age: {intervals: {widths: [5, 30]}}}'

# Whole numbers are written whole, also beside fractions; Parquet has integers where all are whole.
sed 's/,70$/,70.5/' firms.csv >parts.csv
cat >plan.yaml <<'END'
data: parts.csv
tables: {n: {by: [region, branch]}, s: {by: [region, branch], of: turnover}}
rules: {minimum_frequency: {n: 2}, dominance: {n: 1, k: 99}}
output: whole.csv
write: [{path: n.parquet, table: n}]
END
t 'counts beside fractions' ends 0 tables plan.yaml
t 'counts are whole' grep -q '^n,Total,Total,17,published$' whole.csv
t 'whole sums too' grep -q '^s,south,steel,265,published$' whole.csv
t 'fractions are not' grep -q '^s,south,Total,470.5,published$' whole.csv
t 'and they verify' ends 0 verify whole.csv
t 'integers in Parquet' json 0 "[c['type'] for c in r['data']['columns'] if c['name'] == 'value'] == ['integer']" inspect n.parquet

# Costs by chance are kept from readers only by a seed that they cannot know.
rm -f sales.csv sales.csv.certificate.json
firms '{p_percent: {p: 10}}' >plan.yaml
t 'without chance there is no seed' json 0 "'secret' not in r" tables plan.yaml
echo 'protection: {cell_suppression: {random_costs: 0.2}}' >>plan.yaml
t 'random costs have a seed of their own' json 0 "r['secret']['drawn'] and len(r['secret']['seed']) > 15" tables plan.yaml

# Tables have a certificate that anybody can check by adding up, and that tells nothing else.
rm -f sales.csv sales.csv.certificate.json
firms '{p_percent: {p: 10}}' >plan.yaml
t 'tables are certified' ends 0 tables plan.yaml
t 'the certificate verifies' json 0 "r['verified'] and r['requirements'][0]['figures'][0]['value'] == 4" verify sales.csv
t 'the same tables again need no --force' ends 0 tables plan.yaml
t 'edits of the certificate' $attack certificate sales.csv
t 'edits with a digest that fits, proofs too' $attack forged sales.csv
t 'edits of the tables' $attack release sales.csv
cp sales.csv first.csv && cp sales.csv.certificate.json first.json && cp firms.csv kept.csv
# Other hidden values, the same published ones.
sed -i 's/^north,food,100$/north,food,110/; s/^north,steel,500$/north,steel,490/
    s/^west,food,60$/west,food,50/; s/^west,steel,75$/west,steel,85/' firms.csv
t 'other firms, the same totals' ends 0 tables plan.yaml
t 'give the same tables' cmp -s first.csv sales.csv
t 'and the same certificate' cmp -s first.json sales.csv.certificate.json
mv kept.csv firms.csv
shown() { # a hidden value is written into the file, and file and certificate are made to fit
    python3 -B - <<'END'
import hashlib, json
text = open("sales.csv", encoding="utf-8").read()
text = text.replace("sales,west,food,,hidden", "sales,west,food,195,published")
open("sales.csv", "w", encoding="utf-8").write(text)
c = json.load(open("sales.csv.certificate.json", encoding="utf-8"))
c["release"]["sha256"] = hashlib.sha256(text.encode()).hexdigest()
c["release"]["bytes"] = len(text.encode())
del c["digest"]
sealed = json.dumps(c, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
c["digest"] = hashlib.sha256(sealed.encode()).hexdigest()
json.dump(c, open("sales.csv.certificate.json", "w", encoding="utf-8"))
END
    refuses 4 'do not agree with what is published' verify sales.csv
}
t 'a cell that is shown after all' shown

# By hand: two firms are alone in the first row.  Readers cannot tell them apart once another row
# hides the same columns, but each of the two can compute the other, unless the row hides a third
# cell.
cat >alone.csv <<'END'
region,branch,turnover
north,food,40
north,steel,50
north,glass,10
north,glass,20
north,glass,30
END
for region in south west; do
    for branch in food steel glass; do
        for x in 21 22 23; do echo "$region,$branch,$x"; done
    done
done >>alone.csv
alone() { # what is asked against insiders
    printf 'data: alone.csv\ntables:\n  sales: {by: [region, branch], of: turnover}\nrules: {minimum_frequency: {n: 2}}\naudit: %s\noutput: alone-safe.csv\n' "$1"
}
alone '{insiders: none}' >plan.yaml
t 'without insiders' ends 0 tables plan.yaml
t 'two cells of the row are hidden' test "$(grep -c '^sales,north,.*hidden' alone-safe.csv)" -eq 2
alone '{}' >plan.yaml
t 'with insiders' json 0 "[f['value'] for f in r['requirements'][0]['figures'] if f['name'] == 'insiders'] == [0]" tables plan.yaml
t 'three are' test "$(grep -c '^sales,north,.*,hidden' alone-safe.csv)" -ge 3
alone '{insiders: none, together: 4}' >plan.yaml
t 'enough contributors together' ends 0 tables plan.yaml
t 'take a third cell too' test "$(grep -c '^sales,north,.*,hidden' alone-safe.csv)" -ge 3
alone '{insiders: some}' >plan.yaml
t 'an unknown choice' refuses 2 "insiders" tables plan.yaml

# What an earlier release has published is known.
firms '{p_percent: {p: 10}}' | sed 's/sales.csv/last.csv/' >plan.yaml
t 'last month' ends 0 tables plan.yaml
firms '{p_percent: {p: 10}}' | sed 's/sales.csv/now.csv/' >plan.yaml
echo 'audit: {released: last.csv}' >>plan.yaml
t 'the same again tells nothing new' ends 0 tables plan.yaml
t 'and is the same' cmp -s last.csv now.csv
rm -f now.csv now.csv.certificate.json
sed -i 's/{p: 10}/{p: 90}/' plan.yaml
# By hand: steel in all, in the south and all of the north have too little beside the largest two,
# and so has food in the south; they were published.
t 'what was published cannot be hidden any more' json 3 "[f['value'] for f in r['requirements'][0]['figures']] == [8, 4]" tables plan.yaml
t 'nothing is written' test ! -e now.csv
sed -i 's/last.csv/firms.csv/' plan.yaml
t 'an earlier release without a certificate' refuses 2 'has no certificate beside it; in its place name a plan' tables plan.yaml

# By hand: a is sensitive.  With AB and CD from before, hiding c beside a protects nothing, since a is
# AB without b; b must be hidden, though it costs more.  With b from before, too, a is known.
for region in a b b b b b c c c c d d d d d d d d d; do echo $region; done | sed '1i region' >people.csv
people() { # output, other options of the table
    printf 'data: people.csv\ntables: {people: {by: [region]%s}}\nrules: {minimum_frequency: {n: 3}}\noutput: %s\n' "$2" "$1"
}
people early.csv ', levels: {region: [0, 1]}' >plan.yaml
echo 'hierarchies: {region: {tree: {branches: {AB: [a, b], CD: [c, d]}}}}' >>plan.yaml
t 'regions in groups' ends 0 tables plan.yaml
people some.csv ', hide: {region: [a, c]}' >plan.yaml
t 'some regions' ends 0 tables plan.yaml
people regions.csv >plan.yaml
t 'regions by themselves' ends 0 tables plan.yaml
t 'hide the cheapest' grep -q '^people,c,,hidden' regions.csv
people after.csv >plan.yaml
echo 'released: early.csv' >>plan.yaml
t 'regions after groups' ends 0 tables plan.yaml
t 'hide what groups do not tell' grep -q '^people,b,,hidden' after.csv
t 'and nothing else' grep -q '^people,c,4,published' after.csv
after() { # exit status, file, options
    printf 'data: %s\ncells: {value: value}\ntables: {people: {by: [region]}}\n' "$2" >audit.yaml
    expected=$1
    shift 2
    ends "$expected" audit audit.yaml "$@"
}
t 'each is safe by itself' after 0 regions.csv
t 'not beside the groups' after 3 regions.csv --released early.csv
t 'unless they were reckoned with' after 0 after.csv --released early.csv
people never.csv >plan.yaml
echo 'released: [early.csv, some.csv]' >>plan.yaml
t 'nothing can protect what two releases tell together' json 3 "not r['released'] and r['requirements'][1]['notes'][0].startswith('Nothing protects cell (a)')" tables plan.yaml
t 'so nothing is written' test ! -e never.csv
t 'releases are inputs' refuses 2 'an earlier release' tables plan.yaml --output early.csv
sed '2d' people.csv >fewer.csv && sed -i 's/people.csv/fewer.csv/; s/never.csv/changed.csv/' plan.yaml
t 'data that has changed' ends 0 tables plan.yaml
t 'is told' grep -q 'has other values in' err

# Tables of others: a plan says what they are.  That AB is a and b is for the hierarchy of now to say.
groups='hierarchies: {region: {tree: {branches: {AB: [a, b], CD: [c, d]}}}}'
grouped() { # exit status, file, options
    printf 'data: %s\ncells: {value: value}\ntables: {people: {by: [region]}}\n%s\n' "$2" "$groups" >grouped.yaml
    expected=$1
    shift 2
    ends "$expected" audit grouped.yaml "$@"
}
printf 'region,n\nTotal,19\nAB,6\nCD,x\n' >theirs.csv
printf 'data: theirs.csv\ncells: {value: n}\ntables: {t: {by: [region]}}\n' >theirs.yaml
t 'safe by itself' grouped 0 regions.csv
t 'not beside what others have published, told by a plan' grouped 3 regions.csv --released theirs.yaml
t 'says what is taken for granted' grep -q 'theirs.yaml has no certificate: it is taken for granted' err
t 'and is reckoned with' grouped 0 after.csv --released theirs.yaml
t 'codes that the tables have not are told' after 0 regions.csv --released theirs.yaml
t 'with their number' grep -q '2 of its cells are none of the tables' err
people beside.csv ', hide: {region: [AB, CD]}' >plan.yaml
printf '%s\nreleased: theirs.yaml\n' "$groups" >>plan.yaml
t 'tables beside theirs' ends 0 tables plan.yaml
t 'hide b too' grep -q '^people,b,,hidden' beside.csv
people groups.tab ', levels: {region: [0, 1]}' >plan.yaml
echo "$groups" >>plan.yaml
t 'groups as an intermediate file' ends 0 tables plan.yaml
t 'with its certificate' after 3 regions.csv --released groups.tab
rm groups.tab.certificate.json
t 'and without' grouped 3 regions.csv --released groups.tab
t 'which is told' grep -q 'groups.tab has no certificate' err
cp early.csv old.csv
sed 's/"rows": 3/"rows": 2/' early.csv.certificate.json >old.csv.certificate.json
t 'a certificate that was changed' refuses 4 'its certificate was changed after it was written' audit audit.yaml --released old.csv
cp early.csv.certificate.json old.csv.certificate.json && sed -i 's/AB,6/AB,7/' old.csv
t 'a file that was' refuses 4 'not the one that its certificate tells of' audit audit.yaml --released old.csv
printf '{' >old.csv.certificate.json
t 'a damaged one' refuses 4 'not JSON' audit audit.yaml --released old.csv
rm old.csv.certificate.json
t 'a JJ file' refuses 2 'has none by which cells could be found' audit audit.yaml --released safe.jj

# By hand: a, which is 1, was shown as 0 by a base of 3, so everybody knows that it is at most 2: with
# levels of 1 and 1 there is room, with 1 and 2 there is not.
people rounded.csv >plan.yaml
sed -i 's/n: 3/n: 2/' plan.yaml && echo 'protection: {round: {base: 3}}' >>plan.yaml
t 'rounded first' ends 0 tables plan.yaml
people later.csv >plan.yaml && sed -i 's/n: 3/n: 2/' plan.yaml && echo 'released: rounded.csv' >>plan.yaml
t 'then hidden' ends 0 tables plan.yaml
t 'what rounding tells is reckoned with' grep -q 'rounded; readers are taken to know' err
people never.csv >plan.yaml && echo 'released: rounded.csv' >>plan.yaml
t 'where it tells too much nothing is written' json 3 "r['requirements'][1]['notes'][0].startswith('Nothing protects cell (a)')" tables plan.yaml

# By hand: nobody in the north has an income, which everybody would know of its total beforehand, and so of
# the one person in food.  Who does not know the cell does not know the total: both are hidden.
cat >nothing.csv <<'END'
region,branch,income
END
for n in 1 2 3 4 5; do
    for b in food steel wood; do
        echo "south,$b,${n}0" >>nothing.csv
        [ "$b" = food ] && [ $n -gt 1 ] || echo "north,$b,0" >>nothing.csv
    done
done
printf 'data: nothing.csv\ntables:\n  pay: {by: [region, branch], of: income}\nrules: {minimum_frequency: {n: 3}}\noutput: nothing-safe.csv\n' >plan.yaml
t 'a sensitive nothing within a total of nothing' ends 0 tables plan.yaml --force
t 'is hidden with that total' test "$(grep hidden nothing-safe.csv | cut -d, -f2-3 | grep north | tr '\n' ' ')" = 'north,Total north,food '

# Sums of 1e11 with three decimals have no exact units as doubles; they are multiples of 0.001 all the same.
awk 'BEGIN { print "region,branch,income"; for (i = 0; i < 60; i++)
    printf "r%d,b%d,%.3f\n", i % 3, int(i / 3) % 4, 1000000007.0 * (i + 1) + i * 7.103 }' >large.csv
echo 'r0,b0,92007133041.917' >>large.csv
printf 'r9,b9,%s\n' 13204566999.173 13204567000 13204567000 >>large.csv
printf 'data: large.csv\ntables:\n  pay: {by: [region, branch], of: income}\nrules: {minimum_frequency: {n: 3}}\noutput: large-safe.csv\n' >plan.yaml
t 'large values with decimals' ends 0 tables plan.yaml --force
t 'are verified' ends 0 verify large-safe.csv
