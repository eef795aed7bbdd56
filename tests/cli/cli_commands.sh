#!/bin/sh
# cli_commands.sh - each command does what it says, for people and as JSON.
. "$(dirname "$0")/cli_lib.sh"
people 240 >people.csv
plan safe.csv >plan.yaml

t 'the version' prints 'tacit 0.' --version
t 'the version by a command' prints 'tacit 0.' version
t 'the version --json' json 0 'r["ok"] and r["version"].startswith("0.")' version
t 'help without a command' prints 'Exit status' --help
t 'help is a command too' prints 'Exit status' help
t 'no command' refuses 2 "Say what to do"
t 'an unknown command' refuses 2 "Unknown command 'protct'; did you mean 'protect'?" protct
t 'an unknown command like no other' refuses 2 "'tacit help' lists the commands" zzzzzz
t 'an unknown option' refuses 2 "Unknown option '--treads'; did you mean '--threads'?" list --treads 1
t 'an unknown option like no other' refuses 2 "'tacit help list' lists the options" list --zzzzzz
t 'an unknown short option' refuses 2 "Unknown option '-x'" list -x
t 'an option without its value' refuses 2 "Option '--threads' needs a value: --threads N." list --threads
t 'a flag with a value' refuses 2 "Option '--json' takes no value." list --json=yes
t 'a number that is none' refuses 2 "Option '--seed' needs a whole number" list --seed=-1
t 'a number that is too large' refuses 2 "needs a whole number" list --seed 18446744073709551616
t 'no threads' refuses 2 "Option '--threads' needs a whole number from 1 to 1024." list --threads 0
t 'a size that is none' refuses 2 "needs a size such as" list --memory lots
t 'a missing argument' refuses 2 "tacit compare needs ORIGINAL|PLAN PROTECTED" compare people.csv
t 'too many arguments' refuses 2 'Too many arguments' verify a b c
t 'an argument that is not text' refuses 2 'not valid UTF-8' list "$(printf '\377')"
t 'arguments after --' refuses 2 "Unknown family '--json'" list -- --json

t 'list' prints 'k_anonymity' list
t 'list one family' prints 'top_code' list method
t 'list only one family' sh -c '! grep -q k_anonymity out'
t 'list by the plural' prints 'intervals' list hierarchies
t 'list an unknown family' refuses 2 "Unknown family 'methds'; did you mean 'method'?" list methds
t 'list an odd family' refuses 2 'it can be method, model, risk' list zzzzzzzz
t 'list --json' json 0 'r["ok"] and any(e["name"] == "noise" for e in r["entries"])' list
t 'list --json has parameters' json 0 \
    '[p["default"] for e in r["entries"] if e["name"] == "k_anonymity" for p in e["parameters"] if p["name"] == "k"][0] == 3' list
t 'list again and again' sh -c '"$TACIT" list >a && "$TACIT" list >b && cmp a b'

t 'help for a command' prints 'usage: tacit protect PLAN' help protect
t '--help of a command' prints 'usage: tacit protect PLAN' protect --help
t '--help does not need arguments' prints 'usage: tacit compare' compare -h
t 'help for a method' prints 'default 0.1' help noise
t 'help for a model' prints 'Samarati (2001)' help k_anonymity
t 'help for a family' prints 'top_code' help methods
t 'help for something unknown' refuses 2 "did you mean 'k_anonymity'?" help k_anonymty
t 'help for something odd' refuses 2 "Nothing is called" help zzzzzzzz
t 'help --json' json 0 'r["commands"][0]["name"] == "inspect"' help
t 'help NAME --json' json 0 'r["entries"][0]["family"] == "method"' help noise
t 'the manual page' prints '.TH TACIT 1' help --man
t 'the completion' sh -c '"$TACIT" help --completion bash >c && bash -n c'
t 'the completion for zsh' prints '#compdef tacit' help --completion zsh
t 'the completion for fish' prints 'complete -c tacit -n __fish_use_subcommand -f -a protect' help --completion fish
t 'no completion for others' refuses 2 'bash, zsh and fish' help --completion tcsh
t 'a part of a page' prints '| `scale` | number from 0 to 10 | 0.1 |' help --markdown methods/noise
t 'no part of a page' refuses 2 'There is no page' help --markdown methods/zzz
complete_word() {
    bash -c '. ./c; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _tacit; echo "${COMPREPLY[*]}"' _ "$@"
}
t 'completes commands' test "$(complete_word tacit pro)" = protect
t 'completes options' test "$(complete_word tacit measure --ho)" = --household
t 'completes actions' test "$(complete_word tacit hierarchy dr)" = draw
t 'completes columns' test "$(complete_word tacit measure people.csv --key ag)" = age
t 'completes columns of a list' test "$(complete_word tacit measure people.csv --key sex,ag)" = sex,age
t 'completes entries' test "$(complete_word tacit help k_a)" = k_anonymity

t 'protect --dry-run' prints 'Nothing was done; tacit protect would' protect plan.yaml --dry-run
t 'protect --dry-run writes nothing' test ! -e safe.csv
t 'protect --dry-run checks the columns' sh -c 'sed "s/age/agge/g" plan.yaml >odd.yaml
    "$TACIT" protect odd.yaml --dry-run >out 2>&1; test $? -eq 2 && grep -q agge out'
t 'protect --dry-run --json' json 0 'r["dry_run"] and "outputs" not in r' protect plan.yaml --dry-run
t 'protect --all' json 0 'any(u["name"] == "propensity" for u in r["utility"])' protect plan.yaml --all --output all.csv
t 'protect --measure' json 0 'not r["utility"] and len(r["after"]["risks"]) == 1' \
    protect plan.yaml --measure uniques --output one.csv --force
t 'narrow terminals' sh -c 'COLUMNS=80 "$TACIT" inspect people.csv >out && test "$(wc -L <out)" -le 80'
t 'wide terminals' sh -c 'COLUMNS=200 "$TACIT" inspect people.csv >out && test "$(wc -L <out)" -le 200'

t 'generate' prints 'Wrote 100 records to g.csv.' generate survey --rows 100 --seed 3 --output g.csv
t 'generate writes the rows' test "$(wc -l <g.csv)" -eq 101
t 'generate again' ends 0 generate survey --rows 100 --seed 3 --output g2.csv --quiet
t 'generate --quiet prints nothing' test ! -s out
t 'generate gives the same bytes' cmp g.csv g2.csv
t 'generate with another seed' ends 0 generate survey --rows 100 --seed 4 --output g2.csv
t 'generate gives other bytes' sh -c '! cmp -s g.csv g2.csv'
t 'generate --json' json 0 'r["outputs"][0]["path"] == "g3.csv"' generate survey --rows 5 --output g3.csv
t 'generate without output' refuses 2 "needs '--output" generate survey
t 'generate something else' refuses 2 "'what' of generate must be survey" generate zoo --output g.csv
t 'generate with a seed of 64 bits' ends 0 generate survey --rows 100 --seed 18446744073709551615 --output g4.csv
t 'every digit of it counts' sh -c '"$TACIT" generate survey --rows 100 --seed 18446744073709551614 --output g5.csv &&
    ! cmp -s g4.csv g5.csv'
t 'as it does in a plan' sh -c 'printf "data: g.csv\nseed:   1 # mine\nsteps: [{noise: {columns: income}}]\nmeasures: []\noutput: n1.csv\n" >n1.yaml &&
    sed "s/seed:   1/seed: 18446744073709551615/; s/n1.csv/n2.csv/" n1.yaml >n2.yaml &&
    "$TACIT" protect n1.yaml --seed 18446744073709551615 --quiet && "$TACIT" protect n2.yaml --quiet && cmp n1.csv n2.csv'
t 'a seed of the command line is not public' sh -c '"$TACIT" protect n1.yaml --seed 9182736450918273645 --report n1.html --quiet &&
    ! grep -q 9182736450918273645 n1.csv n1.html n1.csv.certificate.json'
cat >opened.py <<'END'
import hashlib, json
digest = lambda data: hashlib.sha256(data).hexdigest()
salt = json.load(open("out"))["secret"]["salt"]
told = json.load(open("n1.csv.certificate.json"))["source"]["commitment"]
assert told == digest((salt + digest(open("g.csv", "rb").read())).encode())
END
t 'a commitment' ends 0 protect n1.yaml --commitment --seed 9182736450918273645 --json
t 'the salt opens it' python3 opened.py
t 'no commitment unless asked' sh -c '"$TACIT" protect n1.yaml --quiet && ! grep -q source. n1.csv.certificate.json'
t 'generate an unknown format' refuses 2 'g.xyz' generate survey --output g.xyz

t 'inspect' prints 'identifier' inspect people.csv
t 'inspect --json' json 0 'r["data"]["rows"] == 240 and len(r["data"]["columns"]) == 7' inspect people.csv
t 'init' prints 'roles:' init people.csv
t 'init to a file' prints 'Wrote a plan to new.yaml' init people.csv --output new.yaml
t 'init keeps a file' refuses 2 'new.yaml exists and is not a result of tacit' init people.csv --output new.yaml
t 'init --force' ends 0 init people.csv --output new.yaml --force
t 'init --json' json 0 'r["plan_text"].find("roles:") > 0' init people.csv
t 'the new plan can be carried out' sh -c '"$TACIT" protect new.yaml --output n.csv --quiet; s=$?; test $s = 0 -o $s = 3'

t 'measure' prints 'Sample uniques' measure people.csv --key age,sex,city
t 'measure with a guarantee' prints 'yes  k-anonymity' measure people.csv --key age,sex --k 3
t 'measure with one that does not hold' ends 3 measure people.csv --key id --k 3
t 'measure --model' ends 0 measure people.csv --key age --key sex --model 'k_anonymity:{k: 40, missing: wildcard}'
t 'measure --model, not holding' ends 3 measure people.csv --key age,sex --model 'k_anonymity:{k: 41}'
t 'measure --model, by name' ends 0 measure people.csv --key age,sex --model k_anonymity
t 'measure --model, odd' refuses 2 "Option '--model' needs NAME" measure people.csv --key age --model 'k_anonymity:{k: '
t 'measure --model, unknown' refuses 2 "did you mean 'k_anonymity'?" measure people.csv --key age --model k_anonymty
t 'measure --model, the same twice' refuses 2 "gives 'k_anonymity' twice" measure people.csv --key age --k 3 --model 'k_anonymity:{k: 3}'
t 'measure --model, twice with other parameters' json 3 '[c["holds"] for c in r["requirements"]] == [True, False, True]' \
    measure people.csv --key age --sensitive sex,city --k 3 --model 'l_diversity:{l: 3, sensitive: sex}' --model 'l_diversity:{l: 2, sensitive: city}'
echo '{"data": "people.csv", "roles": {"key": ["age", "sex"]}, "require": {"k_anonymity": {"k": 40}}}' >p.json
t 'measure a plan in JSON' json 0 'r["data"]["uri"] == "people.csv" and r["holds"]' measure p.json
t 'its options too' refuses 2 "Option '--key' does not go with a plan" measure p.json --key age
t 'link a plan in JSON' json 0 'r["data"]["uri"] == "people.csv"' link p.json people.csv --on age,sex
t 'compare a plan in JSON' json 0 'r["data"]["uri"] == "people.csv"' compare p.json people.csv
echo '[{"data": "x", "age": 3}, {"data": "x", "age": 3}]' >d.json
printf '{"data": "x", "age": 3}\n{"data": "x", "age": 3}\n' >e.json
t 'data in JSON stays data' json 0 'r["data"]["rows"] == 2 and r["holds"]' measure d.json --key data,age --k 2
t 'one object a line too' json 0 'r["data"]["rows"] == 2' measure e.json --key data,age
printf 'k,w\na,2\na,3\n,5\nb,1.5\n' >gaps.csv
printf 'data: gaps.csv\nroles: {key: k, weight: w}\nmeasures:\n  - frequencies: {missing: sdcmicro, alpha: 0.5}\n  - prosecutor: {missing: wildcard}\n  - individual\n  - individual: {missing: wildcard}\n' >gaps.yaml
# By hand.  Wildcards: the gap matches all 4 (F 11.5), each a the two and the gap (3, F 10), b itself and
# the gap (2, F 6.5).  With sdcMicro and alpha 0.5 a gap counts a half, and one itself matches all: 2.5, 2.5, 4, 1.5.
t 'risks of records' ends 0 measure gaps.yaml --records risks.csv --quiet
t 'they have the parameters of the measures' python3 -c '
import csv
rows = list(csv.DictReader(open("risks.csv")))
column = lambda name: [round(float(row[name]), 6) for row in rows]
assert column("risk_frequency") == [2.5, 2.5, 4.0, 1.5], column("risk_frequency")
assert column("risk_prosecutor") == [0.333333, 0.333333, 0.25, 0.5], column("risk_prosecutor")
assert column("risk_individual") != column("risk_individual_2")'
t 'risks of records by default' sh -c '"$TACIT" measure gaps.csv --key k --records plain.csv --quiet &&
    test "$(cut -d, -f2 plain.csv | tr "\n" " ")" = "risk_frequency 2.0 2.0 1.0 1.0 "'
printf 'a,b,s\n1,1,x\n1,1,y\n1,2,x\n2,1,x\n2,1,x\n' >five.csv
# By hand.  Only the third record is unique, on b alone: its one MSU has 1 of 2 keys, score (2 - 1)! = 1.
# All: x 4 of 5.  Class 1,1 has x and y, distance |1/2 - 4/5| = 0.3; the others have x alone, 0.2.
t 'special uniques and sensitive values of records' ends 0 measure five.csv --key a,b --sensitive s \
    --measure suda --records five-risks.csv --quiet
t 'they are as by hand' python3 -c '
import csv
rows = list(csv.DictReader(open("five-risks.csv")))
column = lambda name: [round(float(row[name]), 6) for row in rows]
assert column("suda_score") == [0, 0, 1, 0, 0], column("suda_score")
assert [x > 0 for x in column("suda_dis")] == [False, False, True, False, False]
assert column("class_l_diversity") == [2, 2, 1, 1, 1], column("class_l_diversity")
assert column("class_t_closeness") == [0.3, 0.3, 0.2, 0.2, 0.2], column("class_t_closeness")'
t 'such a file is replaced' ends 0 measure five.csv --key a,b --sensitive s --records five-risks.csv --quiet
t 'measure --json' json 0 'r["before"]["risks"][0]["family"] == "risk"' measure people.csv --key age,sex
t 'measure --json, not holding' json 3 'r["ok"] and not r["holds"]' measure people.csv --key id --k 3
t 'measure a plan' ends 0 measure plan.yaml
t 'measure a plan with options' refuses 2 "Option '--key' does not go with a plan" measure plan.yaml --key age
t 'measure without a key' refuses 2 'key' measure people.csv
t 'measure an unknown column' refuses 2 "unknown column 'agee'; did you mean 'age'?" measure people.csv --key agee
t 'measure with a report' ends 0 measure people.csv --key age,sex --report m.html
t 'the report is a page' grep -q '</html>' m.html
t 'measure --quiet prints nothing' sh -c '"$TACIT" measure people.csv --key age --quiet >q 2>&1 && test ! -s q'
sed 's/,/;/g; s/\([0-9]\)\.\([0-9]\)$/\1,\2/' people.csv >semi.csv
t 'options for text files' json 0 'r["data"]["rows"] == 240' measure semi.csv --key age,sex --weight w \
    --delimiter ';' --decimal , --missing NA,- --text city --encoding utf-8
tail -n +2 people.csv | tr , '\t' >bare.tsv
t 'no header, tabs' json 0 'r["data"]["rows"] == 240 and len(r["data"]["columns"]) == 7' inspect bare.tsv --no-header --delimiter tab

printf 'a,b,c\n1,-99,x\n,3,X\n2,4,x\n3,5,y\n' >codes.csv
t 'inspect tells codes and spellings' prints 'missing=NA,-99' inspect codes.csv
t 'and the repair works' json 0 '[c["missing"] for c in r["profile"]] == [1, 1, 0] and r["profile"][1]["type"] == "integer"' \
    inspect codes.csv --missing=NA,-99
t 'inspect tells a wrong delimiter' json 0 'any("--delimiter" in w for w in r["warnings"])' inspect semi.csv --delimiter '|'
t 'protect of data' refuses 2 "tacit init people.csv --output plan.yaml" protect people.csv
sed 's/k: [0-9]*/k: 1000/; s/^steps:/steps:\n  - generalize: {}/' plan.yaml >large.yaml
t 'more records alike than there are' refuses 4 'the data has only 240; ask for a smaller k' protect large.yaml
sed 's/generalize: {}/generalize: {recoding: refine}/' large.yaml >local.yaml
t 'and by local recoding' refuses 4 'the data has only 240; ask for a smaller k' protect local.yaml
t 'the short form of --output' ends 0 init people.csv -o short.yaml

t 'protect' prints 'Released' protect plan.yaml
t 'protect leaves identifiers out' test "$(head -n 1 safe.csv)" = age,sex,city,income,w
t 'protect keeps every record' test "$(wc -l <safe.csv)" -eq 241
t 'protect --json' json 0 'r["released"] and r["outputs"][0]["path"] == "safe.csv"' protect plan.yaml
t 'protect to other files' ends 0 protect plan.yaml --output other.parquet --report other.html
t 'they are there' test -s other.parquet -a -s other.html -a -s other.parquet.certificate.json
plan strict.csv 100 >strict.yaml
t 'protect, not released' ends 3 protect strict.yaml --report strict.html
t 'no data is written' test ! -e strict.csv -a -s strict.html
t 'protect --json, not released' json 3 'r["ok"] and not r["released"]' protect strict.yaml
t 'a plan in JSON' sh -c 'echo "{\"data\": \"people.csv\", \"output\": \"x.csv\"}" >p.json'
t 'and another output' ends 0 protect p.json --output json.csv
t 'which is there' test -s json.csv -a ! -e x.csv
t 'a fresh seed is told' sh -c 'grep -v ^seed plan.yaml >free.yaml && "$TACIT" protect free.yaml 2>err | grep -q "keep it secret"'
t 'a given seed is not' sh -c '! "$TACIT" protect plan.yaml 2>&1 | grep -q 81985529216486895'
t '--seed overrides the plan' sh -c '"$TACIT" protect plan.yaml --seed 9 --output s9.csv --quiet && ! cmp -s safe.csv s9.csv'

t 'compare' prints 'Utility' compare people.csv safe.csv
t 'compare with keys' prints 'Disclosure risk' compare people.csv safe.csv --key age,sex,city
t 'compare --json' json 0 'len(r["utility"]) > 0' compare people.csv safe.csv --report c.html
t 'compare has a report' grep -q '</html>' c.html
printf 'x\n1\n' >foreign.csv
t 'compare files that share nothing' refuses 4 'no column name in common' compare people.csv foreign.csv
t 'compare says how to map' refuses 4 'with --map a=b' compare people.csv foreign.csv
t 'compare with a map' ends 0 compare people.csv foreign.csv --map age=x --independent
t 'compare with a bad map' refuses 2 "no column 'zzz'" compare people.csv foreign.csv --map age=zzz
(head -1 people.csv && tail -n +2 people.csv | sort -t, -k6) >shuffled.csv
t 'compare by an identifier' json 0 \
    '[f["value"] for u in r["utility"] if u["name"] == "information_loss" for f in u["figures"]][0] == 0' \
    compare people.csv shuffled.csv --by id
t 'compare in another order' json 0 \
    '[f["value"] for u in r["utility"] if u["name"] == "information_loss" for f in u["figures"]][0] > 0' \
    compare people.csv shuffled.csv
head -100 people.csv >part.csv
t 'compare files of different lengths' json 0 'any("with --by" in w for w in r["warnings"])' compare people.csv part.csv
t 'compare files of different lengths by an identifier' json 0 \
    'any("141 of 240 rows" in w for w in r["warnings"])' compare people.csv part.csv --by id
t 'compare by a column that repeats' refuses 4 'repeat the values' compare people.csv part.csv --by age
t 'compare by a column that is not there' refuses 2 "unknown column 'zzz'" compare people.csv part.csv --by zzz
t 'compare both ways' refuses 2 'give one of them' compare people.csv part.csv --by id --independent
t 'compare by one measure' json 0 '[u["name"] for u in r["utility"]] == ["moments"]' \
    compare people.csv safe.csv --measure moments
t 'compare by a measure with parameters' json 0 'r["utility"][0]["parameters"]["size"] == 1' \
    compare people.csv safe.csv --measure 'two_way_tables:{size: 1}'
t 'compare by an unknown measure' refuses 2 "did you mean 'moments'" compare people.csv safe.csv --measure moment
t 'compare with a plan' ends 0 compare plan.yaml safe.csv
t 'compare with a control' ends 0 compare people.csv safe.csv --control part.csv --key age,sex
t 'compare with a control that is not there' refuses 5 'nowhere.csv' compare people.csv safe.csv --control nowhere.csv

t 'link' prints 'Links' link people.csv safe.csv --on age,sex,city,income
t 'link with the truth' json 0 \
    '{f["name"]: f["value"] for f in r["linkage"][0]["figures"]}["precision"] == 1' \
    link people.csv shuffled.csv --on income,age,sex,city,w --truth id
t 'the truth is not compared' json 0 \
    '{f["name"]: f["value"] for f in r["linkage"][0]["figures"]}["precision"] < 1' \
    link part.csv safe.csv --truth w
t 'link writes links' ends 0 link people.csv shuffled.csv --on income,age,sex,city,w --output links.csv
t 'links name records' test "$(head -1 links.csv)" = record_a,record_b,kind,score,credit
t 'links have no cell' sh -c "! grep -q '$secret' links.csv"
t 'link within one file' prints 'Links' link people.csv --on age,sex,income
t 'link by probability' prints 'Links' link people.csv safe.csv --how probabilistic --on age,sex,city
t 'link by something unknown' refuses 2 "did you mean 'distance'" link people.csv safe.csv --how distanc
t 'link on columns given twice' refuses 2 'given twice' link people.csv safe.csv --on age --how 'distance:{columns: [age]}'
t 'link on a column that is not there' refuses 2 "unknown column 'agee'" link people.csv safe.csv --on agee
t 'link with a plan and options' json 0 'r["linkage"][0]["name"] == "probabilistic"' \
    link plan.yaml safe.csv --how 'probabilistic:{columns: [sex]}'
t 'link with a plan that does not say how' json 0 'r["linkage"][0]["name"] == "distance"' \
    link plan.yaml safe.csv
t 'link with no truth' refuses 2 "'zzz' must be in both" link people.csv safe.csv --truth zzz

t 'verify' prints 'Verified' verify safe.csv
t 'verify by the certificate' prints 'Verified' verify safe.csv.certificate.json
t 'verify --json' json 0 'r["verified"] and all(c["holds"] is not False for c in r["checks"])' verify safe.csv
sed -i '$d' safe.csv
t 'verify a changed file' ends 3 verify safe.csv
t 'verify says so' grep -q '^Not verified' out
t 'verify --json, a changed file' json 3 'r["ok"] and not r["verified"]' verify safe.csv
t 'verify without a certificate' refuses 5 'no certificate' verify people.csv

t 'a failure as JSON' json 2 'not r["ok"] and r["errors"] == [r["error"]]' measure people.csv --key agee
t 'a wrong option as JSON' json 2 '"--thread" in r["error"]' list --thread
printf 'data: people.csv\nroles: {kee: age}\nsteps: [{drop: {column: age}}]\n' >wrong.yaml
t 'all problems at once' json 2 'len(r["errors"]) >= 3 and r["errors"][0].startswith("wrong.yaml:2:")' protect wrong.yaml
t 'problems as data' json 2 '[(p["line"], p["column"], p["code"], p["arguments"]) for p in r["problems"]] == [(2, 9, "unknown_key", ["key", "kee", "roles", "key"]), (3, 10, "missing_key", ["drop", "columns"]), (3, 17, "unknown_key", ["key", "column", "drop", "columns"]), (None, None, "missing_key", ["the plan", "output"])]' protect wrong.yaml
t 'each with its sentence' json 2 'all(p["message"] in e for p, e in zip(r["problems"], r["errors"]))' protect wrong.yaml
t 'a failure without a plan is a problem' json 5 'r["problems"] == [{"line": None, "column": None, "code": "file", "arguments": [], "message": r["error"]}]' measure nowhere.csv --key age

OMP_DISPLAY_ENV=true "$TACIT" measure people.csv --key age,sex --quiet >out 2>&1
t 'threads that wait sleep' grep -q "OMP_WAIT_POLICY *= *'PASSIVE'" out
OMP_WAIT_POLICY=active OMP_DISPLAY_ENV=true "$TACIT" measure people.csv --key age,sex --quiet >out 2>&1
t 'unless they are told otherwise' grep -q "OMP_WAIT_POLICY *= *'ACTIVE'" out

t 'standard output is full' sh -c '"$TACIT" list >/dev/full 2>err; test $? -eq 5'
t 'and it is said' grep -q '^tacit: Cannot write to standard output: No space left on device\.$' err
t 'standard output is closed' sh -c '"$TACIT" list >&- 2>err; test $? -eq 5'
t 'a reader who leaves' sh -c '{ "$TACIT" list --json; echo $? >s; } 2>err | true; test "$(cat s)" -eq 0 -a ! -s err'
