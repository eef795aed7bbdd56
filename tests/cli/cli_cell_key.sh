#!/bin/sh
# cli_cell_key.sh - noise by cell keys: keys of records, perturbation tables, what is refused.
. "$(dirname "$0")/cli_lib.sh"

# 12 persons in two places; by hand: the keys of the three in the south add up to 0.7.
cat >people.csv <<'END'
id,place,sex,income,k,whole
p01,north,f,100,0.1,200
p02,north,f,200,0.2,100
p03,north,f,300,0.3,7
p04,north,m,400,0.4,9
p05,north,m,500,0.5,250
p06,north,m,600,0.6,251
p07,north,m,700,0.7,252
p08,north,m,800,0.8,253
p09,north,m,900,0.9,254
p10,south,f,150,0.25,10
p11,south,f,250,0.25,20
p12,south,m,350,0.2,30
END
printf 'i,v,ub\n1,0,1\n2,-2,0.5\n2,1,1\n3,-3,0.6\n3,2,1\n' >table.csv
# keyed PROTECTION [RESPONSE] - a plan.
keyed() {
    printf 'data: people.csv\ntables:\n  n: {by: [place, sex]%s}\nprotection:\n  cell_key: {%s}\noutput: n.csv\n' "${2:-}" "$1" >plan.yaml
    rm -f n.csv
}
keyed 'keys: k, table: table.csv'
t 'tables with noise' ends 0 tables plan.yaml
t 'the south: 3 with the key 0.7 gets 2' grep -q '^n,south,Total,5\(\.0\)\?,changed$' n.csv
t 'two women in the south: key 0.5 is not below 0.5' grep -q '^n,south,f,3\(\.0\)\?,changed$' n.csv
t 'one man: 1 has no noise' grep -q '^n,south,m,1\(\.0\)\?,changed$' n.csv
t 'three women in the north: key 0.6 is not below 0.6' grep -q '^n,north,f,5\(\.0\)\?,changed$' n.csv
t 'all of them: 12 counts as 3, key 5.2' grep -q '^n,Total,Total,9\(\.0\)\?,changed$' n.csv
t 'no key is written' sh -c '! grep -q "0\.[1-9]" n.csv'
rm -f n.csv
t 'what is promised, and what is not' json 0 "r['requirements'][0]['name'] == 'noise' and
    r['requirements'][0]['holds'] and 'average it away' in r['steps'][-1]['notes'][1] and
    'probability' in r['requirements'][0]['notes'][0]" tables plan.yaml
t 'the table in figures' python3 -c "
import json
steps = json.load(open('out'))['steps'][0]
rows = [t for t in steps['tables'] if t['name'] == 'table'][0]['rows']
assert rows[1][:3] == ['all', 2, -0.5] and abs(rows[1][3] - 2.25) < 1e-12 and rows[1][4] == 0
assert [f['value'] for f in steps['figures']][0] > 0"

# The same records have the same noise, whatever the table, and whatever their order.
same() {
    keyed 'keys: k' && ends 0 tables plan.yaml && cp n.csv first.csv
    { head -n 1 people.csv && tail -n +2 people.csv | sort -r; } >turned && mv turned people.csv
    keyed 'keys: k' && ends 0 tables plan.yaml && cmp first.csv n.csv || return 1
    printf 'data: people.csv\ntables: {n: {by: [place]}}\nprotection: {cell_key: {keys: k}}\noutput: n.csv\n' >plan.yaml
    rm -f n.csv && ends 0 tables plan.yaml && [ "$(grep -c . n.csv)" -eq 4 ] &&
        for code in Total north south; do
            [ "$(grep "^n,$code,Total," first.csv | cut -d, -f4)" = "$(grep "^n,$code," n.csv | cut -d, -f3)" ] || return 1
        done
}
t 'equal cells of other tables and in another order' same

# Keys by hash: the same under one key file, others under another.
hashed() {
    printf 'one key of thirty-two characters' >one.key && printf 'another of thirty-two characters' >two.key && chmod 600 one.key two.key
    keyed 'id: id, key: one.key, maximum: 9, variance: 20, forbidden: 0' && ends 0 tables plan.yaml && cp n.csv first.csv
    keyed 'id: id, key: one.key, maximum: 9, variance: 20, forbidden: 0' && ends 0 tables plan.yaml && cmp first.csv n.csv || return 1
    sed 's/north/west/' people.csv >moved && cp people.csv kept && mv moved people.csv
    keyed 'id: id, key: one.key, maximum: 9, variance: 20, forbidden: 0' && ends 0 tables plan.yaml
    mv kept people.csv
    [ "$(grep '^n,Total,Total' n.csv)" = "$(grep '^n,Total,Total' first.csv)" ] &&
        [ "$(grep '^n,west,Total' n.csv | cut -d, -f4)" = "$(grep '^n,north,Total' first.csv | cut -d, -f4)" ] || return 1
    keyed 'id: id, key: two.key, maximum: 9, variance: 20, forbidden: 0' && ends 0 tables plan.yaml && ! cmp -s first.csv n.csv
}
t 'hashes of an identifier persist' hashed

# Whole keys: 10 + 20 + 30 = 60 in the south; 200 + 100 + 7 = 307 is 51 modulo 256.
awk 'BEGIN { print "pcv,ckey,pvalue"; for (n = 1; n <= 3; n++) for (k = 0; k < 256; k++) print n "," k "," (n == 3 ? (k == 60 ? 4 : k == 51 ? -3 : 1) : 0) }' >matrix.csv
keyed 'keys: whole, table: matrix.csv'
t 'whole keys' ends 0 tables plan.yaml
t 'the south: 60 adds 4' grep -q '^n,south,Total,7\(\.0\)\?,changed$' n.csv
t 'women in the north: 51 takes 3' grep -q '^n,north,f,0\(\.0\)\?,changed$' n.csv

# A sum by hand, share 0.1 for all: 350 of one man with the key 0.2, and -1 below 0.5.
printf 'i;v;p_int_ub;type\n1;-1;0.5;all\n1;1;1;all\n' >sums.csv
keyed 'keys: k, sums_table: sums.csv, form: simple, small: 0.1' ', of: income'
t 'sums' ends 0 tables plan.yaml
t 'a man in the south: 350 less 35' grep -q '^n,south,m,315\(\.0\)\?,changed$' n.csv
t 'women there: 0.5 takes away nothing of 400 but adds 25' grep -q '^n,south,f,425\(\.0\)\?,changed$' n.csv

keyed 'table: table.csv'
t 'no keys' refuses 2 "needs either 'keys'" tables plan.yaml
keyed 'id: id'
t 'an identifier without a key file' refuses 2 "needs either 'keys'" tables plan.yaml
keyed 'keys: sex'
t 'keys that are texts' refuses 2 "Keys are numbers, but column 'sex' is not." tables plan.yaml
keyed 'keys: kay'
t 'an unknown column' refuses 2 "unknown column 'kay'" tables plan.yaml
keyed 'keys: whole'
t 'whole keys without their table' refuses 2 'need a' tables plan.yaml
keyed 'keys: k, table: table.csv, cycle: 9'
t 'a cycle of more rows than there are' refuses 2 "fewer rows than the 'cycle' of 9" tables plan.yaml
printf 'i,v,ub\n1,0,1\n3,0,1\n' >gap.csv
keyed 'keys: k, table: gap.csv'
t 'a table for counts without a size' refuses 2 'it lacks 2' tables plan.yaml
keyed 'keys: k, forbidden: 5, variance: 1'
t 'too small a variance' refuses 2 'is too small for the forbidden results' tables plan.yaml
keyed 'keys: k, factors: [0.5]' ', of: income'
t 'factors that do not begin with 1' refuses 2 "begin with 1 and do not rise" tables plan.yaml
keyed 'keys: k, table: none.csv'
t 'no such file' refuses 5 'none.csv' tables plan.yaml
sed 's/0.25,10/,10/' people.csv >moved && mv moved people.csv
keyed 'keys: k'
t 'a record without a key' refuses 4 "lacks the keys of 1 records" tables plan.yaml
printf '0\n1\n0 0 1 z 0 10 0 0 0\n0\n' >ready.jj
printf 'data: ready.jj\nprotection: {cell_key: {keys: k}}\noutput: safe.jj\n' >plan.yaml
t 'a table without records' refuses 2 'cell_key needs records with keys' tables plan.yaml
