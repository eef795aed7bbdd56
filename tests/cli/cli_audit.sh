#!/bin/sh
# cli_audit.sh - audits of tables that somebody has published.
. "$(dirname "$0")/cli_lib.sh"

# By hand: south and west are hidden in food and in total.  With food in total hidden too, it is
# 1844 - 1174; south and west then share 395 between them, 265 and 305 more in total.
cat >open.csv <<'END'
region,branch,turnover
Total,Total,1844
Total,food,x
Total,steel,1174
north,Total,879
north,food,275
north,steel,604
south,Total,X
south,food,*
south,steel,265
west,Total,..
west,food,
west,steel,305
END
plan() { # file, cells
    printf 'data: %s\ncells: %s\ntables: {sales: {by: [region, branch], of: turnover}}\n' "$1" "$2"
}
plan open.csv '{}' >plan.yaml
found() { # the worst cell, which can be computed, and the interval of another
    json 3 "r['requirements'][0]['tables'][0]['rows'][0][:4] == [\"cell (Total, food) of table 'sales'\", True, 670, 670] and
        [x[2:4] for x in r['requirements'][0]['tables'][0]['rows'] if 'west, Total' in x[0]] == [[305, 700]]" audit plan.yaml
}
t 'a hidden total that can be computed' found
t 'what a value was is not told, since nobody knows' json 3 "all(x[4] is None for x in r['requirements'][0]['tables'][0]['rows'])" audit plan.yaml
sed -i 's/^Total,food,x/Total,food,670/' open.csv
t 'published, the others are safe' ends 0 audit plan.yaml
sed -i 's/^west,food,/west,food,hush/' open.csv
t 'an unknown mark' refuses 4 'neither a number nor one of the marks' audit plan.yaml
t 'without its text' sh -c '! grep -q hush err'
plan open.csv '{marks: [x, X, "*", "..", hush]}' >plan.yaml
t 'marks that the plan names' ends 0 audit plan.yaml
sed 's/^north,Total,879/north,Total,878/' open.csv >wrong.csv
plan wrong.csv '{marks: [x, X, "*", "..", hush]}' >plan.yaml
t 'what is published does not add up' refuses 4 'does not add up' audit plan.yaml
printf 'data: open.csv\n' >plan.yaml
t 'a plan without tables' refuses 2 "with 'tables' and 'cells'" audit plan.yaml

# Tables of ours, in all their forms, by what everybody has of them.
some_firms >firms.csv
cat >plan.yaml <<'END'
data: firms.csv
tables: {sales: {by: [region, branch], of: turnover}, all: {by: [region], of: turnover}}
rules: {p_percent: {p: 10}}
output: long.csv
write:
  - {path: long.parquet}
  - {path: cross.csv, table: sales, layout: cross}
  - {path: public.tab, table: sales}
  - {path: full.tab, table: sales, hidden: shown}
END
t 'tables' ends 0 tables plan.yaml
hidden() { # plan or table, sensitive cells
    json 0 "[f['value'] for f in r['requirements'][0]['figures'] if f['name'] == 'sensitive'] == [$2]" audit "$1"
}
for file in long.csv long.parquet; do
    printf 'data: %s\ncells: {value: value, status: status}\ntables: {sales: {by: [region, branch]}, all: {by: [region]}}\n' $file >audit.yaml
    t "$file" hidden audit.yaml 4
done
printf 'data: cross.csv\ncells: {layout: cross}\ntables: {sales: {by: [region, branch]}}\n' >audit.yaml
t 'a cross table' hidden audit.yaml 4
t 'an intermediate file' hidden public.tab 4
t 'that of the custodian tells the sensitive cell' hidden full.tab 1
sed -i 's/^\("west";"food".*\);M;/\1;S;/' full.tab
t 'one cell less is found out' ends 3 audit full.tab
rm public.rda
t 'without metadata' refuses 5 'public.rda' audit public.tab

# A firm that is alone in a hidden cell computes the other one of its row, and so all four.
cat >alone.csv <<'END'
region,branch,turnover,n
Total,Total,600,20
Total,food,300,9
Total,steel,300,11
north,Total,100,2
north,food,,1
north,steel,,1
south,Total,500,18
south,food,,8
south,steel,,10
END
plan alone.csv '{frequency: n}' >plan.yaml
t 'insiders' json 3 "[f['value'] for f in r['requirements'][0]['figures'] if f['name'] in ('exact', 'insiders')] == [0, 4]" audit plan.yaml
t 'unless nothing is asked' ends 0 audit plan.yaml --insiders none
echo 'rules: {minimum_frequency: {n: 10}}' >>plan.yaml
t 'a rule finds published cells sensitive' json 3 "[f['value'] for f in r['requirements'][0]['figures'] if f['name'] == 'exact'] == [2]" audit plan.yaml --insiders none

# By hand: the north has a firm of 63 and one that sold nothing, which everybody knows of it (to
# within 100 per cent of nothing).  So the large one knows its region's total from itself, and no
# table could keep it from it.
cat >zeros.csv <<'END'
region,branch,turnover
north,food,63
north,steel,0
south,food,50
south,food,45
south,food,40
south,steel,30
south,steel,28
south,steel,26
END
zeros() {
    printf 'data: %s\ntables:\n  sales: {by: [region, branch], of: turnover}\nrules: {p_percent: {p: 10}}\noutput: safe.csv\n' "$1" >plan.yaml
}
zeros zeros.csv
t 'what a firm knows from itself need not be kept from it' ends 0 tables plan.yaml --force
t 'but from all others' test "$(grep hidden safe.csv | cut -d, -f2-3 | tr '\n' ' ')" = 'north,Total north,food south,Total south,food '
sed 's/steel,0/steel,1/' zeros.csv >ones.csv
zeros ones.csv
t 'what another of 1 adds is kept from it' json 0 "[f['value'] for f in r['requirements'][0]['figures'] if f['name'] == 'insiders'] == [0]" tables plan.yaml --force

# By hand: the south has one firm, so its row, the total included, cannot have three contributors that
# are hidden together; all others that hide it have.
cat >few.csv <<'END'
region,branch,turnover
north,food,40
north,food,35
north,food,30
north,steel,33
north,steel,31
north,steel,29
south,food,50
west,food,20
west,food,19
west,food,18
west,steel,17
west,steel,16
west,steel,15
END
printf 'data: few.csv\ntables:\n  sales: {by: [region, branch], of: turnover}\nrules: {minimum_frequency: {n: 3}}\naudit: {together: 3}\noutput: safe.csv\n' >plan.yaml
t 'a row that has fewer contributors in all than are to be together' ends 0 tables plan.yaml --force
t 'is hidden with others that have them' test "$(grep hidden safe.csv | cut -d, -f2-3 | tr '\n' ' ')" = 'south,Total south,food west,Total west,food '

# A hidden part of a hidden total, beside many that are published: nothing bounds it.  By hand: with a
# bound of 1203 the total, which is 1200 and the part, leaves it 0 ... 3.
awk 'BEGIN { print "region,n\nTotal,x\na,x"; for (i = 1; i <= 12; i++) print "b" i ",100" }' >sums.csv
printf 'data: sums.csv\ncells: {value: n}\ntables: {t: {by: [region]}}\n' >plan.yaml
t 'many parts and no total' ends 0 audit plan.yaml
part() { json "$1" "[x[2:4] for x in r['requirements'][0]['tables'][0]['rows'] if '(a)' in x[0]] == [$2]" audit plan.yaml --bound "$3"; }
t 'a bound that everybody knows' part 0 '[0, 3]' 1203
t 'one that tells all' part 3 '[0, 0]' 1200
t 'one that cannot be' refuses 4 'no table of whole units agrees with it within the bound' audit plan.yaml --bound 1100

