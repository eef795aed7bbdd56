#!/bin/sh
# cli_tables_changed.sh - tables that are rounded or adjusted: near, additive, audited, refused.
#
# The distances are optima of HiGHS over the same integer programs, checked with CBC.
golden=$(cd "$(dirname "$0")/../golden/tables" && pwd)
. "$(dirname "$0")/cli_lib.sh"

# plan NAME PROTECTION - protect a reference table.
plan() {
    printf 'data: %s\noutput: changed.jj\nprotection: %s\n' "$golden/$1.jj" "$2" >plan.yaml
    rm -f changed.jj
}
# figure NAME - of the protection, in a condition of `json`.
figure() {
    echo "next(f['value'] for f in r['steps'][-1]['figures'] if f['name'] == '$1')"
}
# rounds NAME STATUS BASE DISTANCE - the nearest rounding is this far away.
rounds() {
    plan "$1" "{round: {base: $3}}"
    json "$2" "$(figure distance) == $4 and $(figure beyond) == 0 and
        any('proven' in n for n in r['steps'][-1]['notes'])" tables plan.yaml
}
t 'too small a base is not released' rounds freq2d_8x12 3 3 78
t 'and nothing is written' test ! -e changed.jj
t 'it says which base is needed' grep -q 'a base of at least 5' out
t 'a base that is large enough' rounds freq2d_8x12 0 5 126
t 'the audit says so' json 0 "r['requirements'][0]['holds'] and
    r['requirements'][0]['name'] == 'audit_shown_intervals'" tables plan.yaml --force
t 'what is written are multiples' test "$(sed -n '3,119p' changed.jj | awk '$2 % 5 != 0' | wc -l)" -eq 0
t 'it does not tell the sensitive cells' test "$(sed -n '3,119p' changed.jj | cut -d' ' -f4 | sort -u)" = s
t 'three linked tables' rounds linked3_freq 3 3 162
t 'three dimensions' rounds hier3d_freq 0 5 740
impossible() {
    plan hier3d_freq '{round: {base: 3}}'
    json 3 "$(figure steps) == 1 and 'No table of multiples that adds up exists with 0 steps' in
        r['steps'][-1]['notes'][0]" tables plan.yaml
}
t 'where none exists it is said, and cells go a step further' impossible

# A table that was rounded by chance is the same for the same seed, and other for another.
by_chance() {
    plan freq2d_8x12 '{round: {base: 5, how: stochastic}}'
    ends 0 tables plan.yaml --seed 1 && mv changed.jj one.jj && ends 0 tables plan.yaml --seed 1 &&
        cmp one.jj changed.jj && rm changed.jj && ends 0 tables plan.yaml --seed 2 &&
        ! cmp -s one.jj changed.jj
}
t 'by chance' by_chance
rm -f one.jj changed.jj
plan hier3d_freq '{round: {base: 5, how: stochastic}}'
t 'by chance in three dimensions: it says how many totals go further' json 0 "$(figure beyond) > 0 and
    $(figure steps) >= 1 and any('The expectation of every figure is its value' in n
        for n in r['steps'][-1]['notes'])" tables plan.yaml
rm -f changed.jj
plan freq2d_8x12 '{round: {base: 5, how: plain}}'
t 'plain rounding is found out' ends 3 tables plan.yaml
t 'and says that it does not add up' grep -q 'Plain rounding does not add up' out
plan freq2d_8x12 '{round: {base: 5, how: small_counts}}'
t 'small counts' ends 0 tables plan.yaml
plan freq2d_8x12 'round'
t 'a base must be given' refuses 2 "needs 'base'" tables plan.yaml

# adjusts NAME DISTANCE - the nearest adjusted table is this far away.
adjusts() {
    plan "$1" adjust
    json 0 "abs($(figure distance) - $2) < 1e-6 and r['requirements'][0]['holds'] and
        r['requirements'][0]['name'] == 'audit_shown_distance' and
        any('proven' in n for n in r['steps'][-1]['notes'])" tables plan.yaml
}
t 'counts are adjusted' adjusts freq2d_8x12 44
t 'sums are adjusted' adjusts mag2d_pp15 672
plan mag2d_pp15 '{adjust: {norm: l2, keep: 0}}'
t 'squares, with the grand total kept' ends 0 tables plan.yaml
t 'which it is' test "$(sed -n 3p changed.jj | cut -d' ' -f2)" = "$(sed -n 3p "$golden/mag2d_pp15.jj" | cut -d' ' -f2)"
rm -f changed.jj
plan mag2d_pp15 '{adjust: {absolute: 0}}'
t 'no room to adjust' refuses 4 'cannot be changed by its protection level' tables plan.yaml

# From records: 2 + 9 + 11 persons, the 2 sensitive.
{
    echo region,sex
    for n in 'north,f 2' 'north,m 7' 'south,f 9' 'south,m 8' 'west,f 11' 'west,m 6'; do
        yes "${n% *}" | head -n "${n#* }"
    done
} >persons.csv
cat >plan.yaml <<'END'
data: persons.csv
tables:
  persons: {by: [region, sex]}
rules:
  minimum_frequency: {n: 3}
protection:
  round: {base: 5}
output: persons_5.csv
END
t 'tables from records' ends 0 tables plan.yaml --report public.html --custodian-report full.html
t 'everybody is told that values are changed' grep -q 'they are not the true ones' public.html
t 'and nothing of hidden cells' sh -c '! grep -q "Cells hidden\|Hidden cells are crosses" public.html full.html'
t 'nor which are sensitive' sh -c '! grep -q "What is sensitive\|Minimum frequency" public.html && grep -q "What is sensitive" full.html'
t 'all cells are changed' test "$(cut -d, -f5 persons_5.csv | sort -u | tr '\n' ' ')" = 'changed status '
t 'to multiples' test "$(sed 1d persons_5.csv | awk -F, '$4 % 5 != 0' | wc -l)" -eq 0
t 'that add up' test "$(awk -F, '$2 == "Total" && $3 == "Total" { print $4 + 0 }' persons_5.csv)" -eq \
    "$(awk -F, '$2 != "Total" && $3 != "Total" { s += $4 } END { print s + 0 }' persons_5.csv)"

# Changed tables have a certificate, too: what everybody can see of them, and nothing of the original.
t 'the certificate verifies' json 0 "r['verified'] and [f['value'] for f in r['requirements'][0]['figures']] == [12, 0, 0]" verify persons_5.csv
t 'the same again needs no --force' ends 0 tables plan.yaml
forged() { # a value is changed, and file and certificate are made to fit
    python3 -B - "$1" "$2" <<'END'
import hashlib, json, re, sys
text = open("persons_5.csv", encoding="utf-8").read()
text = re.sub(sys.argv[1], sys.argv[2], text, count=1)
open("persons_5.csv", "w", encoding="utf-8").write(text)
c = json.load(open("persons_5.csv.certificate.json", encoding="utf-8"))
c["release"]["sha256"] = hashlib.sha256(text.encode()).hexdigest()
c["release"]["bytes"] = len(text.encode())
del c["digest"]
sealed = json.dumps(c, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
c["digest"] = hashlib.sha256(sealed.encode()).hexdigest()
json.dump(c, open("persons_5.csv.certificate.json", "w", encoding="utf-8"))
END
}
whole() { # the pair as it was written
    rm -f persons_5.csv persons_5.csv.certificate.json && ends 0 tables plan.yaml
}
forged 'south,m,[0-9]*' 'south,m,8'
t 'a value that is not rounded' ends 3 verify persons_5.csv
t 'once more' whole
forged 'south,m,[0-9]*' 'south,m,50'
t 'a value that does not add up' ends 3 verify persons_5.csv
t 'and again' whole
forged 'south,m,([0-9]*),changed' 'south,m,\1,published'
t 'a value that is said to be the true one' refuses 4 'shows others' verify persons_5.csv
# The same figures from other persons: what is public is the same, so it tells nothing of them.
t 'afresh' whole
cp persons_5.csv one.csv && cp persons_5.csv.certificate.json one.json
sed -i '0,/^south,m$/s///; /^$/d' persons.csv
t 'a person less in a cell of 8' ends 0 tables plan.yaml
t 'rounds to the same' cmp -s one.csv persons_5.csv
t 'with the same certificate' cmp -s one.json persons_5.csv.certificate.json
sed -i 's/round: {base: 5}/adjust: {}/; s/persons_5/adjusted/' plan.yaml
t 'adjusted tables' ends 0 tables plan.yaml
t 'are certified without a base' json 0 "r['verified']" verify adjusted.csv

# Small counts are no multiples besides: the certificate says below what they were rounded, and a later
# release reckons with the others being known.
sed -i 's/adjust: {}/round: {base: 5, how: small_counts}/; s/adjusted.csv/small.csv/' plan.yaml
t 'small counts from records' ends 0 tables plan.yaml
t 'are certified' json 0 "r['verified']" verify small.csv
t 'as what they are' grep -q '"small": 5' small.csv.certificate.json
sed 's/round:.*/cell_suppression: {}/; s/small.csv/later.csv/' plan.yaml >later.yaml
echo 'released: [small.csv]' >>later.yaml
t 'a later release' ends 0 tables later.yaml
t 'does not rely on cells that were shown' grep -q '^persons,north,m,[0-9]' later.csv
sed -i 's/"small": 5.0/"small": -5/' small.csv.certificate.json
t 'no base below nothing' ends 3 verify small.csv

# What an earlier release tells by other groups of codes is reckoned with where cells are hidden; where
# values are changed it is said that it is not.
printf 'data: persons.csv\nhierarchies: {region: {tree: {branches: {upper: [north, west], lower: [south]}}}}\ntables:\n  persons: {by: [region, sex]}\nrules: {minimum_frequency: {n: 2}}\noutput: groups.csv\n' >groups.yaml
t 'other groups' ends 0 tables groups.yaml
echo 'released: [groups.csv]' >>plan.yaml
t 'a sensitive cell stands in them' ends 3 tables plan.yaml --force
t 'which are not reckoned with when values are changed, which is said' grep -q 'cells that are none of the tables: what sums of them tell' err
