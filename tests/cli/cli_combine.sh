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
# Files of records: figures by other code.
python3 - <<'END'
import random
random.seed(7)
for name, n in [("made-1", 300), ("made-2", 300), ("made-3", 300), ("real", 250)]:
    with open(name + ".csv", "w") as file:
        file.write("x,y,sex,sick\n")
        for i in range(n):
            x, sex = random.gauss(40, 9), random.choice(["female", "male"])
            y = 3 + .5 * x + 2 * (sex == "male") + random.gauss(0, 4)
            file.write(f"{x},{y if i % 50 else ''},{sex},{random.choice(['no', 'no', 'yes'])}\n")
END
records() {
    ends 0 combine made-1.csv --json --sets 3 --rule "$1" --means y --shares sex --response y --predictors x,sex --compare real.csv &&
        python3 - "$1" <<'END'
import csv, json, math, sys
def mean(v): return sum(v) / len(v)
def rows(name): return list(csv.DictReader(open(name)))
def fit(data):
    "Least squares of y on 1, x, male, by Gauss elimination of [X'X | X'y | I]."
    data = [r for r in data if r["y"] != ""]
    X = [[1, float(r["x"]), float(r["sex"] == "male")] for r in data]
    y = [float(r["y"]) for r in data]
    A = [[sum(a[i] * a[j] for a in X) for j in range(3)] + [sum(a[i] * b for a, b in zip(X, y))] +
         [float(i == j) for j in range(3)] for i in range(3)]
    for i in range(3):
        A[i] = [v / A[i][i] for v in A[i]]
        for k in range(3):
            if k != i:
                A[k] = [v - A[k][i] * w for v, w in zip(A[k], A[i])]
    b = [A[i][3] for i in range(3)]
    s2 = sum((v - sum(p * q for p, q in zip(a, b))) ** 2 for a, v in zip(X, y)) / (len(y) - 3)
    return b, [s2 * A[i][4 + i] for i in range(3)]
sets, real = [rows(f"made-{k}.csv") for k in (1, 2, 3)], rows("real.csv")
def of(data):
    y = [float(r["y"]) for r in data if r["y"] != ""]
    m = mean(y)
    out = [(m, sum((v - m) ** 2 for v in y) / (len(y) - 1) / len(y))]
    for sex in ("female", "male"):
        p = mean([r["sex"] == sex for r in data])
        out.append((p, p * (1 - p) / len(data)))
    b, u = fit(data)
    return out + list(zip(b, u))
all_, own = [of(s) for s in sets], of(real)
result = json.load(open("out"))["sections"][0]["results"][0]
got = {r[0]: r for r in result["tables"][0]["rows"]}
names = ["mean of y", "share of sex: female", "share of sex: male", "intercept", "x", "sex: male"]
v = 300 / 250
for k, name in enumerate(names):
    q, u = [a[k][0] for a in all_], [a[k][1] for a in all_]
    Q, U = mean(q), mean(u)
    b = sum((x - Q) ** 2 for x in q) / 2
    T = U * v * (1 + 250 / (300 * 3)) if sys.argv[1] == "simple" else U + b / 3
    assert abs(got[name][1] - Q) < 1e-8 * max(1, abs(Q)), (name, got[name], Q)
    assert abs(got[name][2] - math.sqrt(T)) < 1e-8, (name, got[name], math.sqrt(T))
beside = {r[0]: r for r in result["tables"][1]["rows"]}
for k, name in enumerate(names):
    q, s = own[k][0], math.sqrt(own[k][1])
    Q = mean([a[k][0] for a in all_])
    e = math.sqrt(mean([a[k][1] for a in all_]) * v)
    z = 1.959963984540054
    both = min(q + z * s, Q + z * e) - max(q - z * s, Q - z * e)
    assert abs(beside[name][4] - (Q - q) / s) < 1e-6, name
    assert abs(beside[name][5] - (both / (2 * z * s) + both / (2 * z * e)) / 2) < 1e-6, name
figures = {f["name"]: f["value"] for f in result["figures"]}
assert ("slopes" in figures) == (sys.argv[1] == "partial") and figures["lack_of_fit"] > 0
assert sys.argv[1] != "partial" or figures["slopes_p"] < 1e-6
END
}
t 'records: means, shares and a regression, beside the original' records simple
t 'records: partially synthetic, with a test of all slopes' records partial
logistic() { ends 0 combine made-1.csv --json --response sick --predictors x,sex && grep -q 'Logistic' out; }
t 'records: a response of two values' logistic
none() { refuses "$1" "$2" combine made-1.csv --quiet $3; }
t 'nothing to combine' none 2 'Say what is combined'
t 'no regression without predictors' none 2 'needs both' '--response y'
t 'no mean of texts' none 2 'have no mean' '--means sex'
t 'no set that is not there' none 5 'made-4' '--means y --sets 4'
t 'no sets without a number' refuses 2 'NAME-1.csv' combine real.csv --quiet --means y --sets 2
t 'no several sets for partial' none 2 'several sets' '--means y --rule partial'
