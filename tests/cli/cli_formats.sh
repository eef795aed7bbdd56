#!/bin/sh
# cli_formats.sh - the formats that tables are written in, and that none tells what is hidden.
here=$(cd "$(dirname "$0")" && pwd)
. "$(dirname "$0")/cli_lib.sh"

some_firms | sed 's/food,100$/food,100.25/' >firms.csv
# plan OUTPUT [WRITE] - hides north food, north steel, west food and west steel; see cli_tables.sh.
plan() {
    printf 'data: firms.csv\nhierarchies: {branch: {tree: {branches: {heavy: [steel], light: [food]}}}}\n'
    printf 'tables:\n  sales: {by: [region, branch], of: turnover}\n  firms: {by: [region]}\nrules: {p_percent: {p: 10}, minimum_frequency: {n: 2}}\noutput: %s\n' "$1"
    [ -z "${2-}" ] || printf 'write: %s\n' "$2"
}
secrets='275.25 504 195 500'

# withholds FILE - none of the values that are hidden stands in the file, nor does a primary mark.
withholds() {
    for value in $secrets; do
        ! grep -Eq "(^|[^0-9.])$value(\.0+)?([^0-9.]|\$)" "$1" || { echo "$value stands in $1" && return 1; }
    done
}

plan safe.csv '[{path: cross.csv, table: sales, layout: cross}, {path: safe.json}, {path: sales.jsonstat, table: sales},
  {path: sales.tab, table: sales}, {path: safe.parquet}, {path: odd.out, format: csv, table: firms}]' >plan.yaml
t 'all formats for everybody' ends 0 tables plan.yaml
for file in safe.csv cross.csv safe.json sales.jsonstat sales.tab; do
    t "$file withholds what is hidden" withholds $file
done

# One certificate tells of all files.
told() {
    python3 -c "import json; print(*sorted(o['file'] for o in json.load(open('safe.csv.certificate.json'))['release']['others']))" |
        grep -qx 'cross.csv odd.out safe.json safe.parquet sales.jsonstat sales.rda sales.tab sales_2.hrc'
}
t 'the certificate tells of all files' told
t 'the same again needs no --force' ends 0 tables plan.yaml
t 'they verify together' sh -c '"$TACIT" verify safe.csv | grep -q "yes *other files of the release that are here"'
mkdir alone && cp safe.csv safe.csv.certificate.json alone
t 'and the first alone' ends 0 verify alone/safe.csv
cp cross.csv kept.csv && sed -i 's/470/471/' cross.csv
t 'a changed one is found' ends 3 verify safe.csv
t 'and not replaced' refuses 2 'cross.csv exists and is not a result of tacit' tables plan.yaml
mv kept.csv cross.csv
echo '<CODELIST>' >sales.rda
t 'nor one that was written beside' refuses 2 'sales.rda exists and is not a result of tacit' tables plan.yaml
t 'unless it is asked for' ends 0 tables plan.yaml --force

# The marks of the four hidden cells are the same everywhere.
printf 'region,Total,heavy,steel,light,food\nTotal,1649.25,974.00,974.00,675.25,675.25\nnorth,779.25,x,x,x,x\nsouth,470.00,265.00,265.00,205.00,205.00\nwest,400.00,x,x,x,x\n' >want.csv
t 'a cross table' cmp want.csv cross.csv
printf '"north";"Total";779.25;S\n"north";"heavy";;X\n' >want.tab
t 'an intermediate file' sh -c 'sed -n 6,7p sales.tab | cmp - want.tab'
t 'its tree' sh -c 'printf "heavy\n@steel\nlight\n@food\n" | cmp - sales_2.hrc'
t 'its metadata' grep -q '<HIERCODELIST> "sales_2.hrc"' sales.rda
t 'a file whose ending says nothing' grep -q '^firms,north,5,' odd.out

# The rules of JSON-stat 2.0: sizes, one value for each cell, statuses by position, children.
cat >check.py <<'END'
import json, math, sys

def check(d, tables):
    assert d['version'] == '2.0' and d['class'] in ('dataset', 'collection')
    if d['class'] == 'collection':
        assert len(d['link']['item']) == tables
        return [check(i, 1) for i in d['link']['item']]
    assert len(d['id']) == len(d['size']) == len(d['dimension']) and set(d['id']) == set(d['dimension'])
    for name, size in zip(d['id'], d['size']):
        c = d['dimension'][name]['category']
        assert sorted(c['index'].values()) == list(range(size)) and d['dimension'][name]['label']
        below = [x for xs in c['child'].values() for x in xs]
        assert len(set(below)) == len(below) == size - 1 and set(below) <= set(c['index'])
    assert len(d['value']) == math.prod(d['size'])
    assert all(v is None or isinstance(v, (int, float)) for v in d['value'])
    assert {int(k) for k in d['status']} == {i for i, v in enumerate(d['value']) if v is None}
    assert set(d['status'].values()) <= {'x'}
    return d

d = check(json.load(open(sys.argv[1])), 2)
if isinstance(d, dict):
    at = {n: d['dimension'][n]['category']['index'] for n in d['id']}
    size = dict(zip(d['id'], d['size']))
    cell = lambda r, b: at['region'][r] * size['branch'] + at['branch'][b]
    assert d['value'][cell('Total', 'food')] == 675.25
    assert d['value'][cell('south', 'Total')] == 470
    assert [c for c in d['status'] if d['status'][c]] and d['value'][cell('north', 'steel')] is None
END
t 'JSON-stat of one table' python3 check.py sales.jsonstat
t 'JSON-stat of two' python3 check.py safe.json
t 'Parquet has the same cells' json 0 "r['data']['rows'] == $(($(wc -l <safe.csv) - 1))" inspect safe.parquet

plan safe.jj '[{path: full.tab, table: sales, hidden: shown}]' >plan.yaml
t 'files for the custodian are listed so' json 0 "all(o['reader'] == 'custodian' for o in r['outputs'])" tables plan.yaml --force
t 'a JJ file holds up' ends 0 audit safe.jj
plan told.csv '[{path: kept.tab, table: sales, hidden: shown}, {path: kept.jj}, {path: told.json}]' >told.yaml
t 'a certificate has no digest of what the custodian keeps' sh -c '"$TACIT" tables told.yaml --quiet &&
    grep -q told.json told.csv.certificate.json && ! grep -q kept told.csv.certificate.json'
t 'a full intermediate file' grep -q '^"north";"steel";504.00;2;504.00;500.00;4.00;U;' full.tab

rm -f safe.jj full.*
plan '{path: safe.csv, layout: cross}' >plan.yaml
t 'a cross table of two tables' refuses 2 'safe.csv holds one table' tables plan.yaml --force
plan '{path: new.csv, table: sale}' >plan.yaml
t 'an unknown table' refuses 2 "there is no table 'sale' to be written; perhaps 'sales' is meant" tables plan.yaml --force
plan new.xyz >plan.yaml
t 'an unknown ending' refuses 2 'Cannot tell from its ending in which format to write new.xyz' tables plan.yaml

# Whatever the output is, it has a certificate, which verifies by what is public alone.
both='sales: {by: [region, branch], of: turnover}'
certified() { # FILE PLAN...
    printf 'data: firms.csv\nhierarchies: {branch: {tree: {branches: {heavy: [steel], light: [food]}}}}\ntables: {%s}\nrules: {p_percent: {p: 10}, minimum_frequency: {n: 2}}\noutput: %s\n' "$2" "$3" >form.yaml
    ends 0 tables form.yaml && ends 0 tables form.yaml || return 1
    rm -rf apart && mkdir apart && cp "$1" "$1.certificate.json" apart && ends 0 verify "apart/$1"
}
t 'a cross table has a certificate' certified crossed.csv "$both" '{path: crossed.csv, layout: cross}'
t 'one in Parquet' certified crossed.parquet "$both" '{path: crossed.parquet, layout: cross}'
t 'an intermediate file' certified public.tab "$both" public.tab
t 'JSON-stat of one table' certified one.json "$both" one.json
t 'of two' certified two.json "$both, firms: {by: [region]}" two.json
t 'as a row for each cell' certified rows.csv "$both, firms: {by: [region]}" rows.csv
t 'without some codes' certified some.json 'sales: {by: [region, branch], of: turnover, hide: {branch: [steel, food]}}' some.json
certified told.csv "$both" told.csv >/dev/null
t 'all forms tell the same' python3 -B "$here/compare_forms.py" told.csv crossed.csv one.json public.tab
t 'forged ones are refused' python3 -B "$here/attack_forms.py" rows.csv crossed.csv crossed.parquet one.json two.json public.tab
cp public.tab public.tab.certificate.json public.rda public_2.hrc apart
sed -i 's/"food"/"fool"/' apart/public_2.hrc && echo >>apart/public_2.hrc
t 'a tree that was changed' ends 3 verify apart/public.tab
sed -i 's/^rules.*/rules: {minimum_frequency: {n: 3}}\nprotection: {round: {base: 1000}}/; s/^output.*/output: rounded.json/' form.yaml
sed -i 's/^tables.*/tables: {sales: {by: [region, branch], of: turnover}}/' form.yaml
t 'changed tables' sh -c '"$TACIT" tables form.yaml --quiet && "$TACIT" verify rounded.json --quiet'
sed 's/1000/1001/' rounded.json >apart/rounded.json && cp rounded.json.certificate.json apart
t 'and changed ones of them' ends 3 verify apart/rounded.json

# Nor do decimals tell of hidden values: what differs in these alone, and in their decimals, gives the same files.
mkdir whole parts
some_firms >whole/firms.csv
awk -F, 'BEGIN { OFS = FS; move["northfood"] = move["weststeel"] = -0.25; move["northsteel"] = move["westfood"] = 0.25 }
    { if (!seen[$1 $2]++ && ($1 $2) in move) $3 += move[$1 $2]; print }' whole/firms.csv >parts/firms.csv
plan safe.csv '[{path: cross.csv, table: sales, layout: cross}, {path: safe.json}, {path: sales.tab, table: sales},
  {path: safe.parquet}, {path: cross.parquet, table: sales, layout: cross}]' >whole/plan.yaml
echo 'report: open.html' >>whole/plan.yaml && cp whole/plan.yaml parts
alike() {
    ! cmp -s whole/firms.csv parts/firms.csv && (cd whole && ends 0 tables plan.yaml) &&
        (cd parts && ends 0 tables plan.yaml) && rm -f whole/firms.csv parts/firms.csv */out */err &&
        grep -q hidden whole/safe.csv && diff -r whole parts
}
t 'decimals of hidden values are nowhere' alike
