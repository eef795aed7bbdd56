#!/bin/sh
# cli_fixed.sh - releases with fixed places: data and metadata of mu-Argus, written as one.
. "$(dirname "$0")/cli_lib.sh"

# Number (1-4), sex (6-7), region (8-15), weight (17-22), income (23-27).
awk 'BEGIN { for (i = 1; i <= 240; i++)
    printf "%4d %2d%-8s %6.2f%5s\n", i, i % 7 ? 1 + i % 2 : 98, i % 3 ? "north" : "mid east",
        1 + i % 5 / 4, i % 11 ? 1000 + i * 37 % 900 : 99999 }' >people.asc
cat >people.rda <<'END'
Number 1 4
Sex 6 2 98 97
  <RECODEABLE>
Region 8 8
  <RECODEABLE>
Wgt 17 6
  <NUMERIC> <DECIMALS> 2
  <WEIGHT>
Income 23 5 99999
  <NUMERIC> <DECIMALS> 0
END
cat >plan.yaml <<'END'
data: people.asc
roles: {identifier: [Number], key: [Sex, Region], weight: Wgt}
require: {k_anonymity: {k: 3}}
steps:
  - round: {columns: [Income], base: 100}
  - reorder: {keep: true}
seed: 81985529216486895
output: safe.asc
END
cp people.asc kept.asc && cp people.rda kept.rda

t 'a release with fixed places' ends 0 protect plan.yaml
sed 1d people.rda >expected.rda
t 'its metadata is that of the data, but for what is left out' cmp expected.rda safe.rda
t 'columns that stay as they are stand where they stood' sh -c \
    'cut -c6-22 people.asc | sed "s/^ \([1-9]\)/\1 /" >a && cut -c6-22 safe.asc >b && cmp a b'
t 'and missing codes too' sh -c 'test "$(grep -c "99999$" safe.asc)" -eq "$(grep -c "99999$" people.asc)"'
t 'inputs are as they were' sh -c 'cmp people.asc kept.asc && cmp people.rda kept.rda'
t 'nothing else is left' sh -c '! ls -A | grep "^\.tacit-"'
t 'the certificate tells of both files' python3 -c "
import hashlib, json
r = json.load(open('safe.asc.certificate.json'))['release']
assert [o['file'] for o in r['others']] == ['safe.rda']
for f in [r] + r['others']:
    assert hashlib.sha256(open(f['file'], 'rb').read()).hexdigest() == f['sha256']"
t 'it is verified' ends 0 verify safe.asc
t 'by its metadata' grep -q 'yes  the metadata (.rda) of the file is the certified one' out
t 'the record lists both' json 0 "[o['kind'] for o in r['outputs']] == ['metadata', 'data', 'certificate']
    and all(o['reader'] == 'public' for o in r['outputs'])" protect plan.yaml
t 'which replaces its own results' ends 0 verify safe.asc
t 'it is read as other data is' json 0 "r['data']['rows'] == 240 and
    [c['name'] for c in r['data']['columns']] == ['Sex', 'Region', 'Wgt', 'Income']" inspect safe.asc
t 'and compared' ends 0 compare people.asc safe.asc

# The metadata decides how bytes are read: whoever changes it changes the release.
cp safe.rda whole.rda
sed 's/^Income 23 5 99999/Income 23 4 99999/' whole.rda >safe.rda
t 'other metadata is not verified' ends 3 verify safe.asc
t 'and it is said' grep -q 'NO   *the metadata (.rda) of the file is the certified one' out
rm safe.rda
t 'nor is none' ends 3 verify safe.asc
cp whole.rda safe.RDA
t 'the same under another spelling is' ends 0 verify safe.asc
mv safe.RDA safe.rda
mkdir moved && cp safe.asc moved/other.asc && cp whole.rda moved/safe.rda
sed 's/^Income 23 5/Income 23 4/' whole.rda >moved/other.rda
cp safe.asc.certificate.json moved/
t 'what would be read is looked at, not what is called right' ends 3 verify moved/other.asc \
    moved/safe.asc.certificate.json
rm -r moved

# What is there and not ours stays; an input does in any case.
echo mine >mine.rda && sed 's/safe.asc/mine.asc/' plan.yaml >other.yaml
t 'metadata that is no result of ours stays' refuses 2 'mine.rda exists and is not a result of tacit' \
    protect other.yaml
t 'as it was' sh -c 'test "$(cat mine.rda)" = mine && ! test -e mine.asc'
t 'it goes if that is asked for' ends 0 protect other.yaml --force
cp people.asc raw.dat && cp people.rda raw.rda
sed 's/people.asc/argus:raw.dat/; s/safe.asc/raw.asc/' plan.yaml >other.yaml
t 'metadata that is read is not replaced' refuses 2 'raw.rda is an input too' protect other.yaml
t 'not even by force' refuses 2 'raw.rda is an input too' protect other.yaml --force
sed 's/^data: people.asc/data: {path: "argus:raw.dat", metadata: safe.rda}/' plan.yaml >other.yaml
t 'nor what is named' refuses 2 'safe.rda is an input too' protect other.yaml --force
sed 's/^output:.*/output: safe.asc\nreport: safe.rda/' plan.yaml >other.yaml
t 'two outputs of one name' refuses 2 'safe.rda is another output too' protect other.yaml --force

# A release that is refused leaves neither file.
sed 's/k: 3/k: 200/; s/safe.asc/no.asc/' plan.yaml >other.yaml
t 'what does not hold' ends 3 protect other.yaml
t 'leaves no file' sh -c '! ls -A | grep -e "^no\." -e "^\.tacit-"'

# The same bytes by every way.
for way in always never columns; do
    sed "s/safe.asc/$way.asc/" plan.yaml >other.yaml
    t "stream $way" ends 0 protect other.yaml --stream $way
    t "stream $way gives the same" sh -c "cmp $way.asc safe.asc && cmp $way.rda safe.rda"
    t "stream $way is verified" ends 0 verify $way.asc
done

# Values that need more room get it.
sed 's/round: .*/noise: {columns: [Income], scale: 0.1}/; s/safe.asc/wide.asc/' plan.yaml >other.yaml
t 'numbers with more decimals' ends 0 protect other.yaml
t 'have more room' sh -c 'awk "/^Income/ { exit !(\$3 > 5) }" wide.rda'
t 'and are verified' ends 0 verify wide.asc
sed 's/round: .*/recode: {columns: [Region], groups: {somewhere in the middle: [north, mid east]}}/
    s/safe.asc/text.asc/' plan.yaml >other.yaml
t 'longer texts' ends 0 protect other.yaml
t 'move what is behind them' grep -q '^Wgt 31 6' text.rda
t 'and are verified too' ends 0 verify text.asc

# Latin-1 stays Latin-1, lines end as they did.
LC_ALL=C sed 's/mid east/m\xfcnchen /; s/$/\r/' people.asc >latin.asc && cp people.rda latin.rda
sed 's/data: people.asc/data: {path: latin.asc, encoding: latin-1}/; s/safe.asc/umlaut.asc/' plan.yaml >other.yaml
t 'Latin-1' ends 0 protect other.yaml
t 'stays as it is' sh -c 'cut -b8-22 latin.asc >a && cut -b8-22 umlaut.asc >b && cmp a b'
t 'with the ends of its lines' sh -c 'test "$(LC_ALL=C grep -c "$(printf "\r")$" umlaut.asc)" -eq 240'
t 'and is verified' ends 0 verify umlaut.asc

# What cannot be written.
printf 'name,x\n"%s\n",1\nb,2\n' "$secret" >lines.csv
cat >lines.yaml <<'END'
data: lines.csv
roles: {key: [x]}
steps:
  - reorder: {keep: true}
output: lines.asc
END
t 'texts with line ends' refuses 4 "lines.asc: column 'name' has texts that are empty" protect lines.yaml
printf 'name,x\na,1\nb,2\n' >lines.csv
t 'other data can be written with fixed places' ends 0 protect lines.yaml
t 'with metadata of its own' grep -q '^x 2 1$' lines.rda
t 'other tasks write none' refuses 2 'x.asc: files with fixed places' generate survey --rows 5 --output x.asc
t 'init proposes what the data is' sh -c '"$TACIT" init people.asc | grep -q "^output: people-safe.asc$"'
sed '/^require/d; /^steps/,/keep/d; s/safe.asc/new.asc/' plan.yaml >synth.yaml
t 'synthetic sets' ends 0 synth synth.yaml --sets 2
t 'each with its metadata' sh -c 'test -s new-1.rda && test -s new-2.rda'
t 'that is the certified one' sh -c '"$TACIT" verify new-2.asc | grep -q "yes  the metadata (.rda)"'
