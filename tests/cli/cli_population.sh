#!/bin/sh
# cli_population.sh - the population follows the steps: k-map and journalist risk of a release.
#
# Ages and sexes of the population, with how many people have them; the data has one of each
# but 22 f and 23 m, and two of 41 f.  The least F after each step is counted by hand.
. "$(dirname "$0")/cli_lib.sh"
python3 - <<'END'
people = [(21, "f", 1), (22, "f", 1), (23, "m", 1), (24, "m", 1), (31, "f", 2), (32, "m", 2),
          (41, "f", 3), (45, "m", 3)]
data = [(21, "f"), (24, "m"), (31, "f"), (32, "m"), (41, "f"), (41, "f"), (45, "m")]
with open("people.csv", "w") as f:
    f.write("age,sex\n" + "".join("%d,%s\n" % (a, s) for a, s, n in people for _ in range(n)))
with open("data.csv", "w") as f:
    f.write("age,sex,x\n" + "".join("%d,%s,%d\n" % (a, s, i) for i, (a, s) in enumerate(data)))
END
plan() {
    cat >plan.yaml <<END
data: data.csv
population: people.csv
roles: {key: [age, sex]}
hierarchies: {age: {intervals: {widths: [10, 20]}}}
require: {k_map: {k: ${2:-1}}}
measures: [journalist]
seed: 7316720498541209385
steps: $1
output: safe.csv
END
}
# after STEPS K - the least F of the release, by k-map and by the journalist's highest risk.
after() {
    plan "$1" "${3:-1}"
    "$TACIT" protect plan.yaml --json --quiet >record.json 2>err || { cat err; return 1; }
    keep record.json
    python3 - "$2" <<'END'
import json, sys
after = json.load(open("record.json"))["after"]
figures = {f["name"]: f["value"] for part in ("models", "risks") for r in after[part]
           for f in r["figures"]}
want = float(sys.argv[1])
got = figures["k"], figures["highest"]
if got[0] != want or abs(got[1] - 1 / want) > 1e-12:
    sys.exit("k, highest risk: %s instead of %s, %s" % (got, want, 1 / want))
END
}
t 'no step' after '[]' 1
t 'recode by width' after '[{recode: {columns: age, width: 10}}]' 2
t 'recode by groups' after '[{recode: {columns: age, groups: {young: [21, 22, 23, 24]}}}]' 2
t 'recode to a level' after '[{recode: {columns: age, level: 1}}]' 2
t 'recode to the top' after '[{recode: {columns: age, level: 3}}]' 7
t 'top and bottom coding' \
    after '[{top_code: {columns: age, at: 30}}, {bottom_code: {columns: age, at: 30}}]' 7
t 'top coding by share' after '[{top_code: {columns: age, share: 0.5, replace: label}}]' 1
t 'rounding' after '[{round: {columns: age, base: 10}}]' 2
t 'a key dropped' after '[{drop: age}]' 7
t 'generalisation to k-map' after '[{generalize: {suppression: 0}}]' 2 2
t 'generalisation for other reasons' after '[{generalize: {levels: {age: 1, sex: 0}}}]' 2
t 'recoded, then generalised' \
    after '[{recode: {columns: sex, groups: {x: [f, m]}}}, {generalize: {levels: {age: 1, sex: 0}}}]' 4
# 12 of 14 have the keys of a record, and all must be in one group, which takes 22 f and 23 m in.
t 'local recoding to k-map' after '[{generalize: {recoding: mondrian, suppression: 0}}]' 14 13
t 'local recoding for other reasons' after '[{generalize: {recoding: refine, suppression: 0, k: 7}}]' 14
t 'blanked keys match all who agree otherwise' after \
    '[{suppress: {columns: age, by: [age, sex], combinations: {a: [21, f], b: [24, m]}}}]' 2
t 'everything blanked' after \
    '[{suppress: {columns: [age, sex], rows: [1, 2, 3, 4, 5, 6, 7]}}]' 14
suppressed() {
    plan '[{local_suppress: {k: 2}}]'
    ends 0 protect plan.yaml
}
t 'local suppression' suppressed
by_chance() {
    plan '[{pram: {columns: sex, diagonal: 1}}]'
    ends 0 protect plan.yaml && grep -q "'pram' changes key 'sex'.*population cannot follow" out err
}
t 'chance cannot be followed, and that is said' by_chance
outside() {
    plan '[{recode: {columns: age, breaks: [21, 30, 50]}}]'
    sed -i 's/^22,f/19,f/' people.csv
    refuses 4 'The population cannot be changed as the data was' \
        protect plan.yaml --quiet
}
t 'a value that only the population has' outside
