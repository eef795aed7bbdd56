#!/bin/sh
# cli_tables.sh - tables: made, protected, audited, refused.
#
# The JJ files and the costs of their cheapest patterns are those of two solvers that agree, one of
# them the engine of tau-Argus 4.2 (Fischetti and Salazar).
golden=$(cd "$(dirname "$0")/../golden/tables" && pwd)
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

cat >firms.csv <<'END'
region,branch,turnover
north,food,100
north,food,90
north,food,85
north,steel,500
north,steel,4
south,food,70
south,food,75
south,food,60
south,steel,80
south,steel,90
south,steel,95
west,food,60
west,food,65
west,food,70
west,steel,75
west,steel,70
west,steel,60
END
# firms RULES - a plan for the firms.
firms() {
    printf 'data: firms.csv\ntables:\n  sales: {by: [region, branch], of: turnover}\nrules: %s\noutput: sales.csv\n' "$1"
}
# By hand: north steel has 500 and 4, of which the smaller knows the larger; it needs another cell
# in its row and in its column, and those a common one.  The cheapest of these are in the west.
firms '{p_percent: {p: 10}}' >plan.yaml
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
t 'parts of the record say for whom they are' json 0 "[p['reader'] for p in r['sections']] ==
    ['public', 'custodian'] and r['released']" tables plan.yaml --force

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
t 'a cell that nothing can protect' refuses 4 'Cell 2 cannot be protected' tables plan.yaml
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
