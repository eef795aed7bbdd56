#!/bin/sh
# cli_recode.sh - tables with fewer levels: chosen, searched for, refused.
. "$(dirname "$0")/cli_lib.sh"

# 30 towns in 6 areas of 5, women and men; a town has 1 to 9 of each, by a rule without pattern.
awk 'BEGIN {
    print "town,sex,id"
    for (a = 0; a < 6; a++) for (b = 0; b < 5; b++) for (s = 0; s < 2; s++)
        for (k = 0; k < 1 + (a * 7 + b * 5 + s * 3 + a * b) % 9; k++)
            print substr("ABCDEF", a + 1, 1) b "," (s ? "f" : "m") "," ++id
}' >people.csv
branches=$(for a in A B C D E F; do printf '%s: [%s0, %s1, %s2, %s3, %s4], ' $a $a $a $a $a $a; done)
# recode HOW - a plan for the people.
recode() {
    printf 'data: people.csv\nhierarchies: {town: {tree: {branches: {%s}}}}\ntables: {n: {by: [town, sex]}}\nrules: {minimum_frequency: {n: 4}}\nprotection: {%s}\noutput: n.csv\n' "$branches" "$1" >plan.yaml
    rm -f n.csv
}

# By hand: the lowest level has 30 towns, the next 6 areas; with the total and three columns that is
# 37 * 3 and 7 * 3 cells.
recode 'recode: {}'
t 'all levels are tried' json 0 "[row[:2] for row in r['steps'][-1]['tables'][0]['rows']] ==
    [['town 0, sex 0', 111], ['town 1, sex 0', 21]]" tables plan.yaml
t 'areas hide nothing, and are taken' test "$(grep -c hidden n.csv)" -eq 0
t 'with all their cells' test "$(grep -c published n.csv)" -eq 21
t 'and no town' sh -c '! grep -q "^n,[A-F][0-4]" n.csv'

# A level by itself is the same as records that say no more.
same() {
    recode 'recode: {levels: {town: 1, sex: 0}}' && ends 0 tables plan.yaml && mv n.csv first.csv
    sed 's/^\([A-F]\)[0-4],/\1,/' people.csv >coarse.csv
    printf 'data: coarse.csv\ntables: {n: {by: [town, sex]}}\nrules: {minimum_frequency: {n: 4}}\noutput: n.csv\n' >plan.yaml
    ends 0 tables plan.yaml && cmp first.csv n.csv
}
t 'a level is records that say no more' same

# Everything is what suppression alone gives.
finest() {
    recode 'recode: {levels: {town: 0, sex: 0}, seconds: 60}' && ends 0 tables plan.yaml && mv n.csv first.csv
    recode 'cell_suppression' && ends 0 tables plan.yaml && cmp first.csv n.csv && grep -q hidden n.csv
}
t 'level 0 is suppression alone' finest

recode 'recode: {limit: 1}'
t 'with a limit most cells are shown' ends 0 tables plan.yaml
t 'which are those of towns' grep -q '^n,A0,' n.csv
recode 'recode: {levels: {town: [0, 1, 2], sex: [0, 1]}, limit: 1}'
t 'levels to try' json 0 "len(r['steps'][-1]['tables'][0]['rows']) == 6 and
    r['steps'][-1]['tables'][0]['rows'][5][:2] == ['town 2, sex 1', 1]" tables plan.yaml

recode 'recode: {levels: {place: 1}}'
t 'a name that is no dimension' refuses 2 "names 'place', which is no dimension" tables plan.yaml
recode 'recode: {levels: {town: 3}}'
t 'a level that is not there' refuses 2 "whole numbers from 0 to 2" tables plan.yaml
recode 'recode: {tries: 1}'
t 'too many choices' refuses 2 "There are 2 choices of levels" tables plan.yaml
printf '0\n1\n0 0 1 z 0 10 0 0 0\n0\n' >ready.jj
printf 'data: ready.jj\nprotection: recode\noutput: safe.jj\n' >plan.yaml
t 'a table without levels' refuses 2 'recode needs tables from records' tables plan.yaml
