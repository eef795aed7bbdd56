#!/bin/sh
# cli_argus.sh - files of tau-Argus and mu-Argus: data with metadata, batch files.
. "$(dirname "$0")/cli_lib.sh"

# The firms in fixed places: region (1-5), branch (7-11), turnover (13-18).
some_firms | awk -F, 'NR > 1 { printf "%-5s %-5s %6s\n", $1, $2, $3 }' >firms.asc
cat >firms.rda <<'END'
Region 1 5 "??"
    <RECODEABLE>
    <TOTCODE> "Total"
Branch 7 5
    <RECODEABLE>
Turnover 13 6
    <NUMERIC> <DECIMALS> 0
END
cat >batch.arb <<'END'
// made by hand
<LOGBOOK> "log.txt"
<OPENMICRODATA> "FIRMS.ASC"
<OPENMETADATA> "C:\data\Firms.RDA"
// <TABLE_ID> "sales"
<SPECIFYTABLE> "Region""Branch"|"Turnover"||
<SAFETYRULE> P(10,1)|P(0,0)|FREQ(1,10)
<READMICRODATA>
<SOLVER> FREE
<SUPPRESS> MOD(1,5,1,1,1)
<WRITETABLE> (1,2,AS+,"sales.csv")
<WRITETABLE> (1,1,,"cross.csv")
<VERSIONINFO> "version.txt"
<CLEAR>
END
t 'a batch file' ends 0 tables batch.arb
t 'says of each line what became of it' grep -q '^  10  <SUPPRESS>: done: subtable by subtable; then all tables are looked at as one' out
t 'and why it needs nothing' grep -q '^   9  <SOLVER>: not needed: the solvers are part of tacit' out
# By hand, as in cli_tables.sh: north steel is sensitive, and three more go with it.
hidden() {
    grep ',hidden$' "$1" | cut -d, -f2-3 | sort | tr '\n' ' '
}
t 'it hides what a plan hides' test "$(hidden sales.csv)" = 'north,food north,steel west,food west,steel '
t 'a cross table' grep -q '^south,470,205,265$' cross.csv
json_batch() {
    json 0 "[b['outcome'] for b in r['batch']].count('$1') == $2" tables batch.arb --force
}
t 'the record has the account' json_batch 'not needed' 4
t 'what is done as it is' json_batch done 8
sed 's/MOD(1,5,1,1,1)/MOD(1,5,0,0,0)/' batch.arb >other.arb
t 'a batch that does not reckon with singletons' prints 'audit: {insiders: none}' tables other.arb --print-plan
ends 0 tables batch.arb --print-plan && cp out plan.yaml
t 'the plan is printed' grep -q '^tables:$' plan.yaml
t 'and does the same' ends 0 tables plan.yaml --force
t 'a plan that is printed is not run' sh -c 'rm -f sales.csv && "$TACIT" tables batch.arb --print-plan >/dev/null && ! test -e sales.csv'

# Each way to hide has its name here; by hand, all of them hide the only cheapest pattern.
by_method() {
    sed "s/MOD(1,5,1,1,1)/$1/" batch.arb >other.arb
    ends 0 tables other.arb --print-plan && grep -q "^protection: {cell_suppression: $2}\$" out &&
        ends 0 tables other.arb --force && test "$(hidden sales.csv)" = 'north,food north,steel west,food west,steel '
}
sed 's/FREQ(1/FREQ(3/' batch.arb >other.arb
t 'MOD with a minimum frequency of rows' prints 'audit: {together: 3}' tables other.arb --print-plan
t 'is kept' ends 0 tables other.arb --force
sed 's/MOD(1,5,1,1,1)/GH(1,75,0,1)/' batch.arb >other.arb
t 'what readers know beforehand' prints 'known: 75.0' tables other.arb --print-plan
sed 's/^<SUPPRESS>.*/<SUPPRESS> MOD(1,5,1,1,1)\n<SUPPRESS> MOD(1,5,0,0,0)/' batch.arb >other.arb
t 'one line that reckons with singletons suffices' sh -c '"$TACIT" tables other.arb --print-plan >out && ! grep -q insiders out'
t 'MOD is modular' by_method 'MOD(1,5,1,1,1)' '{how: modular}'
t 'GH is hypercube' by_method 'GH(1,75,0,1)' '{how: hypercube}'
t 'NET is network' by_method 'NET(1)' '{how: network}'
t 'OPT is the cheapest pattern' by_method 'OPT(1,5)' '{seconds: 300.0}'
sed '/MOD(1/a <SUPPRESS> GH(1,75,0,1)' batch.arb >other.arb
t 'lines that differ' prints '<SUPPRESS>: done differently: lines ask for several methods' tables other.arb --print-plan
sed -e '/SAFETYRULE/a <SPECIFYTABLE> "Region"|"Turnover"||' -e 's/MOD(1,5,1,1,1)/NET(1)/' batch.arb >other.arb
t 'a network of several tables' prints '<SUPPRESS>: done differently: a network is one table' tables other.arb --print-plan

# refused TEXT SED - the batch, changed, is refused for this reason.
refused() {
    rm -f sales.csv cross.csv
    sed "$2" batch.arb >other.arb
    refuses 2 "$1" tables other.arb
}
: >other.arb
t 'an unknown command' refused 'other.arb:9: <SOLVED>: unknown command' 's/SOLVER/SOLVED/'
t 'an unknown rule' refused 'other.arb:7: <SAFETYRULE>: the rules are' 's/FREQ(1/FRQ(1/'
t 'an unknown method' refused 'other.arb:10: <SUPPRESS>: the methods are' 's/MOD(/MUD(/'
t 'a table that is not there' refused 'other.arb:10: <SUPPRESS>: it is' 's/MOD(1/MOD(2/'
t 'an unknown variable' refused 'other.arb:6: <SPECIFYTABLE>: dimensions are' 's/"Branch"/"Brunch"/'
t 'an unknown response' refused 'other.arb:6: <SPECIFYTABLE>: the metadata has no such response' 's/"Turnover"/"Turn"/'
t 'a table that nobody writes' refused 'a batch needs data, metadata and a table' '/WRITETABLE/d'
t 'a second job' refused 'other.arb:15: <OPENMICRODATA>: after <CLEAR> another job begins' '$a <OPENMICRODATA> "x.asc"'
sed '$a <GOINTERACTIVE>' batch.arb >other.arb
t 'what asks for nothing may stand behind the end' ends 0 tables other.arb --print-plan
# By hand: of regions only the north has more than 36 per cent from one firm (500 of 779); so have
# cells of the first table (100 of 275), whose rule it is not.
sed -e '/READMICRO/i <SPECIFYTABLE> "Region"|"Turnover"||\n<SAFETYRULE> NK(1,36)' -e '$i <WRITETABLE> (2,2,,"regions.csv")' batch.arb >other.arb
t 'each table has its rules' json 0 "[f['value'] for s in r['steps'] if s['family'] == 'rule'
    for f in s['figures']] == [1, 1]" tables other.arb --force
t 'and columns of its own' grep -q '^table,Region,value,status$' regions.csv
t 'several tables have a file with all, which is certified' sh -c '"$TACIT" verify other-all.csv |
    grep -q "yes *other files of the release that are here"'
cp other-all.csv kept.csv && ends 0 tables other.arb --print-plan && cp out other.yaml
t 'the plan does the same' ends 0 tables other.yaml --force
t 'and hides the same' cmp kept.csv other-all.csv
sed -i 's/^<SUPPRESS>.*/&\n<SUPPRESS> GH(2,75,0,1)/' other.arb
t 'where methods differ it is said of all lines' sh -c '"$TACIT" tables other.arb --print-plan |
    test "$(grep -c "<SUPPRESS>: done differently: lines ask")" -eq 2'
sed 's/(1,2,AS+,"sales.csv")/(1,3,,"sales.txt")/; /cross.csv/d' batch.arb >other.arb
t 'a text file is CSV' ends 0 tables other.arb
t 'that is certified too' ends 0 verify sales.txt
several() {
    sed -e 's/SOLVER/SOLVED/' -e 's/MOD/MUD/' batch.arb >other.arb
    ends 2 tables other.arb && [ "$(grep -c 'other.arb:' err)" -eq 2 ]
}
t 'all lines that are refused are named' several

# A ready table: the cells of cli_cells.sh, with decimal commas.
cat >cells.tab <<'END'
"north";"food";275,0;3;100;90
"north";"steel";504,0;2;500;4
"south";"food";205,0;3;75;70
"south";"steel";265,0;3;95;90
"west";"food";195,0;3;70;65
"west";"steel";205,0;3;75;70
"T";"Total";1649,0;17;500;100
END
cat >cells.rda <<'END'
   <SEPARATOR> ";"
Region
    <RECODEABLE>
    <TOTCODE> "T"
    <HIERARCHICAL>
    <HIERCODELIST> "region.hrc"
    <HIERLEADSTRING> "@"
Branch
    <RECODEABLE>
    <TOTCODE> "Total"
Turnover
    <NUMERIC>
    <DECIMALS> 1
Freq
    <FREQUENCY>
Top1
    <MAXSCORE>
Top2
    <MAXSCORE>
END
printf 'coast\n@north\ninland\n@south\n@west\n' >region.hrc
cat >ready.arb <<'END'
<OPENTABLEDATA> "cells.tab"
<OPENMETADATA> "cells.rda"
<SPECIFYTABLE> "Region""Branch"|"Turnover"|""|"Turnover"
<SAFETYRULE> P(10,1)
<READTABLE> 1
<SUPPRESS> OPT(1,2)
<WRITETABLE> (1,5,AS+,"safe.tab")
<WRITETABLE> (1,2,AS+,"safe.csv")
<WRITETABLE> (1,6,,"safe.jj")
END
t 'a ready table' ends 0 tables ready.arb
t 'whose totals are computed' grep -q '^table1,T,food,675' safe.csv
t 'with the code of totals that the metadata has' grep -q '^table1,T,Total,1649' safe.csv
t 'an intermediate file for the custodian' grep -q '^"north";"steel";504;2;504;500;4;U;' safe.tab
t 'a JJ file that holds up' ends 0 audit safe.jj
# What was written can be read again: it gives the same.
cat >again.arb <<'END'
<OPENTABLEDATA> "safe.tab"
<OPENMETADATA> "safe.rda"
<SPECIFYTABLE> "Region""Branch"|"Turnover"||
<SAFETYRULE> P(10,1)
<READTABLE> 0
<SUPPRESS> OPT(1,2)
<WRITETABLE> (1,2,AS+,"again.csv")
END
t 'an intermediate file is read again' ends 0 tables again.arb
t 'and hides at least the same' sh -c 'grep hidden safe.csv | cut -d, -f1-3 | while read -r c; do grep -q "^$c,,hidden" again.csv || exit 1; done'

# Codes whose first characters are levels; a weight.
awk '{ print (NR % 2 ? "A1" : "B2") $0, 2 }' firms.asc >coded.asc
cat >coded.rda <<'END'
Nace 1 2
  <RECODEABLE>
  <HIERARCHICAL>
  <HIERLEVELS> 1 1
Region 3 5
  <RECODEABLE>
Turnover 15 6
  <NUMERIC>
Wgt 22 1
  <WEIGHT>
END
cat >coded.arb <<'END'
<OPENMICRODATA> "coded.asc"
<OPENMETADATA> "coded.rda"
<SPECIFYTABLE> "Nace"|<freq>||-2
<SAFETYRULE> FREQ(3,30)|WGT(1)
<READMICRODATA>
<SUPPRESS> GH(1,75,0,0)
<WRITETABLE> (1,3,,"coded.csv")
END
t 'codes with levels, and weights' ends 0 tables coded.arb
t 'counts are weighted' grep -q '^table1,Total,34' coded.csv
t 'the first character is a level' grep -q '^table1,A,18' coded.csv

printf 'x 1 2\n  <RECODABEL>\n' >coded.rda
t 'metadata with an unknown tag' refuses 2 "coded.rda:2: unknown tag '<RECODABEL>'" tables coded.arb
printf 'x 1\n' >coded.rda
t 'metadata without lengths' refuses 2 "coded.rda:1: a variable is 'name position length missing codes'" tables coded.arb
rm coded.rda
t 'metadata that is not there' refuses 5 'coded.rda' tables coded.arb
printf '"north";"food";275\n' >cells.tab
rm -f safe.*
t 'data with too few fields' refuses 4 'cells.tab:1: 3 fields, but cells.rda describes 6' tables ready.arb
t 'data of Argus for other commands' json 0 "r['data']['rows'] == 17 and len(r['data']['columns']) == 3" inspect firms.asc

# Rounding and adjustment.  By hand: of 2, 7, 8 and 9 persons in fives, each within 5 of its own.
printf '%s\n' 11 11 12 12 12 12 12 12 12 21 21 21 21 21 21 21 21 22 22 22 22 22 22 22 22 22 >people.asc
printf 'Age 1 1\n<RECODEABLE>\nSex 2 1\n<RECODEABLE>\n' >people.rda
people() {
    printf '<OPENMICRODATA> "people.asc"\n<OPENMETADATA> "people.rda"\n<SPECIFYTABLE> "Age""Sex"|<freq>||\n<SAFETYRULE> FREQ(3,30)\n<READMICRODATA>\n<SUPPRESS> %s\n<WRITETABLE> (1,2,,"people.csv")\n' "$1" >people.arb
}
people 'RND(1,5,0,10,0,2)'
t 'rounding' ends 0 tables people.arb
t 'gives multiples of the base' sh -c "! cut -d, -f4 people.csv | sed 1d | grep -v '[05]\(\.0\)\?\$'"
people 'CTA(1)'
t 'adjustment' ends 0 tables people.arb --force
t 'shows what is not true' grep -q ',changed$' people.csv
people 'CKM(1)'
rm people.csv
t 'other methods' refuses 2 'people.arb:6: <SUPPRESS>: the methods are GH, MOD, OPT, NET, RND and CTA' tables people.arb

# An apriori file.  By hand: south food is said to be sensitive, and west steel must be published, so
# that of the others the cheapest three are south steel, north food and north steel.
printf 'south;food;U\nsouth;food;PL;20;20\nwest;steel;P\nwest;food;P\nnowhere;food;U\nnorth;steel;S\n' >told.hst
sed '/READMICRO/a <APRIORI> "told.hst",1,";",1,1' batch.arb >told.arb
t 'an apriori file' ends 0 tables told.arb --force
t 'goes before the rules' test "$(hidden sales.csv)" = 'north,food north,steel south,food south,steel '
t 'lines about no cell are counted' grep -q 'told.hst: 1 lines are passed over' err
printf 'south;food;Q\n' >told.hst
rm -f sales.csv cross.csv
t 'a line that says nothing' refuses 2 'told.hst:1: behind the codes S, U, P, M, C, PL or AB is expected' tables told.arb
