#!/bin/sh
# cli_rules.sh - sensitive cells, tabulated from records, against those of other programs.
#
# The tables and their sensitive cells are those of sdcTable 0.34, GaussSuppression 1.2.3 and of the
# reference instances, whose cheapest patterns two solvers agree on; they are kept outside the project
# (TACIT_SHARED, or "shared" beside its folder), and without them there is nothing to do.
reader=$(cd "$(dirname "$0")" && pwd)/sensitive_cells.py
shared=${TACIT_SHARED:-$(cd "$(dirname "$0")/../../.." && pwd)/shared}/data/tabular
. "$(dirname "$0")/cli_lib.sh"
[ -d "$shared" ] || {
    echo '1..0 # SKIP there are no references; TACIT_SHARED names their folder'
    exit 0
}

# expand FILE COLUMN - a record for each unit of the count in the last column.
expand() {
    awk -F, 'NR == 1 { sub(/,[^,]*$/, ""); print; next }
        { n = $NF; sub(/,[^,]*$/, ""); for (i = 0; i < n; i++) print }' "$shared/$1.csv"
}

# found CELLS "DIMENSION ..." - the tables of plan.yaml have the sensitive cells of a file.
found() {
    rm -f out.csv
    ends 0 tables plan.yaml --json || return 1
    # shellcheck disable=SC2086
    python3 "$reader" out "$shared/$1.csv" $2
}

# costs COST - and the cheapest pattern costs as much.
costs() {
    python3 -c "
import json, sys
steps = json.load(open('out'))['steps']
cost = [f['value'] for s in steps if s['family'] == 'protection' for f in s['figures'] if f['name'] == 'cost']
sys.exit(0 if cost == [$1] else 'it costs %s' % cost)"
}

plan() {
    printf 'data: %s\nhierarchies: %s\ntables: %s\nrules: %s\naudit: {insiders: none}\noutput: out.csv\n' "$1" "$2" "$3" "$4" >plan.yaml
}
geo='{tree: {branches: {N: [N1, N2, N3], S: [S1, S2, S3], W: [W1, W2, W3]}}}'
nace='{tree: {branches: {A: [A1, A2], B: [B1, B2], C: [C1, C2]}}}'

echo '{"t": ["row", "col"]}' >tables.json
expand freq2d_8x12 >records.csv
plan records.csv '{}' '{t: {by: [row, col]}}' '{minimum_frequency: {n: 4}}'
t 'counts' found freq2d_8x12_cells 'row col'
t 'their cheapest pattern' costs 50

echo '{"t": ["region", "nace"]}' >tables.json
plan "$shared/mag2d_micro.csv" '{}' '{t: {by: [region, nace], of: turnover}}' \
    '{p_percent: {p: 15}, minimum_frequency: {n: 3, range: 0}}'
t 'sums' found mag2d_pp15_cells 'region nace'
t 'their cheapest pattern' costs 1145

echo '{"t": ["geo", "nace"]}' >tables.json
for name in geo nace; do
    awk '{ code = $0; level = gsub(/@/, "", code); path[level] = code
        if (NR > 1 && level <= last) print row
        row = code; for (k = level - 1; k >= 0; k--) row = row ";" path[k]
        for (k = level; k < 2; k++) row = row ";" path[0]; last = level } END { print row }' \
        "$shared/hier2d_$name.hrc" >$name.csv
done
plan "$shared/hier2d_micro.csv" '{geo: {file: geo.csv}, nace: {file: nace.csv}}' \
    '{t: {by: [geo, nace], of: turnover}}' '{p_percent: {p: 10}, minimum_frequency: {n: 3, range: 0}}'
t 'two hierarchies' found hier2d_pp10_cells 'geo nace'
t 'their cheapest pattern' costs 164315

echo '{"t": ["geo", "nace", "size"]}' >tables.json
expand hier3d_freq >records.csv
plan records.csv "{geo: $geo, nace: $nace}" '{t: {by: [geo, nace, size]}}' '{minimum_frequency: {n: 3}}'
t 'three dimensions' found hier3d_freq_cells 'geo nace size'
t 'their cheapest pattern' costs 953

echo '{"a": ["geo", "nace"], "b": ["geo", "size"], "c": ["nace", "size"]}' >tables.json
expand linked3_freq >records.csv
plan records.csv "{geo: $geo, nace: $nace}" \
    '{a: {by: [geo, nace]}, b: {by: [geo, size]}, c: {by: [nace, size]}}' '{minimum_frequency: {n: 4}}'
t 'linked tables' found linked3_freq_cells 'geo nace size'
t 'their cheapest pattern' costs 417

# GaussSuppression: maxN is the largest count that is suppressed, contributorVar the holding.
echo '{"t": ["region", "hovedint"]}' >tables.json
expand SSB_z1 >records.csv
plan records.csv '{}' '{t: {by: [region, hovedint]}}' '{minimum_frequency: {n: 4}}'
t 'small counts of GaussSuppression' found golden_z1_default 'region hovedint'

# Regions are in two hierarchies at once, and months in one.
tree() { awk -F, -v a="$2" -v b="$3" 'NR > 1 && !seen[$a]++ { print $a ";" $b }' "$shared/$1.csv"; }
# alias FILE ... - codes that are alone in a group go by the group, those of the first file first.
alias() {
    awk -F';' '{ n[FILENAME, $2]++; code[FNR, FILENAME] = $1; group[FNR, FILENAME] = $2; if (FNR > last[FILENAME])
        last[FILENAME] = FNR; if (FNR == 1) file[++files] = FILENAME }
        END { printf "{"; for (f = files; f > 0; f--) for (i = 1; i <= last[file[f]]; i++)
            if (n[file[f], group[i, file[f]]] == 1) name[code[i, file[f]]] = group[i, file[f]]
        for (f = 1; f <= files; f++) for (i = 1; i <= last[file[f]]; i++) {
            c = code[i, file[f]]; g = group[i, file[f]]
            if (n[file[f], g] == 1 && name[c] != g) name[g] = name[c] }
        for (c in name) printf "%s\"%s\": \"%s\"", comma++ ? ", " : "", c, name[c]; print "}" }' "$@" >aliases.json
}
tree SSB_z2 1 2 >county.csv
tree SSB_z2 1 3 >kind.csv
alias county.csv kind.csv
expand SSB_z2 >records.csv
plan records.csv '{region: [{file: county.csv}, {file: kind.csv}]}' '{t: {by: [region, hovedint]}}' \
    '{minimum_frequency: {n: 4}, zero: {empty: true}}'
t 'two hierarchies of one column' found golden_z2_default 'region hovedint'

echo '{"t": ["region", "hovedint", "mnd"]}' >tables.json
tree SSB_z3 1 2 >county.csv
tree SSB_z3 1 3 >kind.csv
tree SSB_z3 5 6 >half.csv
alias county.csv kind.csv half.csv
expand SSB_z3 >records.csv
plan records.csv '{region: [{file: county.csv}, {file: kind.csv}], mnd: {file: half.csv}}' \
    '{t: {by: [region, hovedint, mnd]}}' '{minimum_frequency: {n: 6}, zero: {empty: true}}'
echo 'protection: {cell_suppression: {seconds: 5}}' >>plan.yaml # the sensitive cells are looked at
t 'the same in three dimensions, with zeros' found golden_z3_maxN5 'region hovedint mnd'

rm -f aliases.json
echo '{"a": ["sector4", "geo"], "b": ["sector4", "geo"]}' >tables.json
plan "$shared/SSB_magnitude1.csv" '{}' '{a: {by: [sector4, eu], of: value, holding: company},
  b: {by: [sector2, geo], of: value, holding: company}}' '[{dominance: {n: 1, k: 80}}, {dominance: {n: 2, k: 99}}]'
t 'tables of other levels' found golden_magnitude1_hier_form 'sector4 geo'

echo '{"t": ["sector4", "geo"]}' >tables.json
firms='{t: {by: [sector4, geo], of: value, holding: company}}'
plan "$shared/SSB_magnitude1.csv" '{}' "$firms" '[{dominance: {n: 1, k: 80}}, {dominance: {n: 2, k: 99}}]'
t 'dominance of holdings' found golden_magnitude1_dom_1_80_2_99 'sector4 geo'
plan "$shared/SSB_magnitude1.csv" '{}' "$firms" '{p_percent: {p: 10}}'
t 'p% of holdings' found golden_magnitude1_pPercent10 'sector4 geo'
plan "$shared/SSB_magnitude1.csv" '{}' "$firms" '{minimum_frequency: {n: 3}}'
t 'few holdings' found golden_magnitude1_few 'sector4 geo'

# sdcTable: (2, 75) dominance, p = 30, pq with 30 and 80 find two cells of its microdata.
printf 'region,gender,status\nA,female,u\nD,male,u\n' >two.csv
echo '{"t": ["region", "gender"]}' >tables.json
two() {
    plan "$shared/sdcTable_microdata1.csv" '{}' '{t: {by: [region, gender], of: val}}' "$1"
    rm -f out.csv
    ends 0 tables plan.yaml --json && python3 "$reader" out two.csv region gender
}
t 'dominance of sdcTable' two '{dominance: {n: 2, k: 75}}'
t 'p% of sdcTable' two '{p_percent: {p: 30}}'
t 'pq of sdcTable' two '{pq: {p: 30, q: 80}}'

# k-disclosure: the differences of at most 1 in the example of GaussSuppression, found by hand.
awk -F, 'NR == 1 { print "mun,inj" } NR > 1 && $1 != "Total" && $2 != "Total" {
    for (i = 0; i < $3; i++) print $1 "," $2 }' "$shared/golden_kdisc_mun.csv" >records.csv
plan records.csv '{}' '{t: {by: [mun, inj]}}' '{class_disclosure: {coalition: 1}}'
rm -f out.csv
t 'groups that give a property away' json 0 "sorted(x[0] for x in r['steps'][0]['tables'][0]['rows']) == [
    'the difference of cell (%s) of table \'t\' and cell (%s) of table \'t\'' % p for p in (
    ('Total, light', 'k3, light'), ('k1, Total', 'k1, serious'), ('k2, Total', 'k2, serious'),
    ('k5, Total', 'k5, serious'), ('k6, Total', 'k6, serious'))]" tables plan.yaml
