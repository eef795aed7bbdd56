#!/bin/sh
# cli_combine.sh - estimates of several sets made one.
. "$(dirname "$0")/cli_lib.sh"
cat >estimates.csv <<'END'
term,set,q,u,imputation
a,1,1,0.5,x
b,1,10,4,x
a,2,2,0.5,x
b,2,10,4,x
a,3,3,0.5,y
b,3,10,4,y
a,4,2,0.5,y
b,4,10,4,y
END
# found COLUMN ROW VALUE - the combined estimates say so.
found() {
    python3 - "$@" <<'END'
import json, sys
table = json.load(open("out"))["sections"][0]["results"][0]["tables"][0]
value = table["rows"][int(sys.argv[2])][table["columns"].index(sys.argv[1])]
assert abs(value - float(sys.argv[3])) < 1e-9, value
END
}
c() { ends 0 combine estimates.csv --json --term term --estimate q --variance u "$@"; }
# Of a: mean 2, U 1/2, b = 2/3; of b: mean 10, U 4, b = 0.
simple() { c && found estimate 0 2 && found error 0 0.790569415042095 && found error 1 2.23606797749979; }
t 'simple: v (1 + 1 / m)' simple
partial() { c --rule partial && found error 0 0.816496580927726 && found df 0 48 && found error 1 2; }
t 'partial: U + b / m, with degrees of freedom' partial
# b = 0 leaves T_f = -U.
full() { c --rule full && found error 0 0.577350269189626 && found error 1 2 && grep -q 'larger one was taken' out; }
t 'full: falls back where it is negative' full
nested() { c --rule nested --imputation imputation && found estimate 0 2; }
t 'nested: by imputation' nested
more() { c --original 100 --rows 200 && found error 0 1.0606601717798212; }
t 'more synthetic records than original ones' more
no() { want=$1 && text=$2 && shift 2 && refuses "$want" "$text" combine estimates.csv --quiet --estimate q "$@"; }
t 'no estimate without its variance' no 2 "either 'variance' or 'error'"
t 'no variance and error' no 2 "either 'variance' or 'error'" --variance u --error u
t 'no texts' no 4 'has texts' --variance term
t 'no rows without those of the original' no 2 "needs 'original'" --variance u --rows 5
t 'no nested without imputations' no 2 'go together' --variance u --rule nested
few() {
    printf 'q,u\n1,2\n' >one.csv
    refuses 4 'several sets' combine one.csv --quiet --estimate q --variance u --rule partial &&
        ends 0 combine one.csv --json --estimate q --variance u && found error 0 2
}
t 'one set is enough for simple, not for partial' few
