#!/bin/bash
# cli_overwrite.sh - no command replaces an input, or a file that is no result of tacit.
#
# The first part goes over all commands and all their options that take a file, whatever they are:
# a new command is attacked too.
. "$(dirname "$0")/cli_lib.sh"
export OMP_NUM_THREADS=1
"$TACIT" generate survey --rows 40 --seed 3 --output made.csv --quiet
sed '1s/health/wellbeing/' made.csv >d.csv # as it was made it would be a result of ours
head -c 32 /dev/urandom >key && chmod 600 key
printf 'woman;any\nman;any\n' >hier.csv
cat >plan.yaml <<END
data: d.csv
roles: {key: [region, sex]}
hierarchies: {sex: {file: {path: hier.csv}}}
steps: [{pseudonymise: {columns: person_id, key: key}}, {round: {columns: income, base: 100}}]
measures: [uniques]
output: safe.csv
END
"$TACIT" protect plan.yaml --quiet
echo precious >precious.csv
echo precious >precious.html
mkdir real
ln -s ../d.csv real/link.csv && ln d.csv hard.csv && ln -s real folder && ln -s precious.csv alias.csv

# The files that nothing may change, with their hashes; what links lead to is among them.
originals() {
    sha256sum d.csv hard.csv real/link.csv alias.csv key hier.csv plan.yaml precious.* safe.csv \
        safe.csv.certificate.json
    find . -type l -o -type f -links +1 | sort
}
before=$(originals)

# attack WORD ... - whatever the command says, the originals stay.
attack() {
    run "$@" --quiet
    [ "$(originals)" = "$before" ] || { echo "changed by: $*" && diff <(echo "$before") <(originals); }
}

# A line for each command and option that takes a file: the words of a call, without the file.
calls() {
    "$TACIT" help --json | python3 -c '
import json, sys
files = {"PLAN": "plan.yaml", "PROTECTED": "safe.csv", "RELEASE": "safe.csv", "COLUMN": "sex"}
for c in json.load(sys.stdin)["commands"]:
    words = []
    for word in c["arguments"].split():
        first = word.strip("[]").split("|")[0]
        words.append(files.get(first, first if first.islower() else "d.csv"))
    more = {"measure": ["--key", "region"], "hierarchy": ["--how", "mask:{levels: 2}"]}
    if c["name"] == "hierarchy":
        words = ["build", "d.csv", "region"]
    for o in c["options"]:
        if o["argument"] == "FILE":
            own = ["--output", "new.csv"] if c["name"] == "generate" != o["name"] else []
            print("\t".join([c["name"]] + words + more.get(c["name"], []) + own + ["--" + o["name"]]))'
}

victims='d.csv ./d.csv real/../d.csv real/link.csv folder/link.csv hard.csv alias.csv key hier.csv
    plan.yaml precious.csv precious.html safe.csv.certificate.json'

# all_calls - each call with its data and four other victims, so that all have their turn; the victims
# that every call reads also with --force.
all_calls() {
    local turn=0 list
    read -r -d '' -a list <<<"$victims"
    while IFS=$'\t' read -r -a words; do
        for at in $turn $((turn + 1)) $((turn + 2)) $((turn + 3)); do
            attack "${words[@]}" "${list[at % ${#list[@]}]}" || return 1
        done
        attack "${words[@]}" d.csv || return 1
        turn=$((turn + 4))
        case ${words[0]} in
        protect | generate) ;;
        *) attack "${words[@]}" safe.csv || return 1 ;;
        esac
        case " ${words[*]:1} " in *' d.csv '* | *' plan.yaml '*) ;; *) continue ;; esac
        for victim in d.csv real/link.csv folder/link.csv hard.csv; do
            attack "${words[@]}" "$victim" --force || return 1
        done
    done <calls
}
calls >calls
t 'calls of many commands are tried' test "$(wc -l <calls)" -ge 11
t 'no option of any command replaces an original' all_calls
t 'a certificate is an input of verify' refuses 2 'is an input too' \
    verify safe.csv --report safe.csv.certificate.json --force
t 'what a certificate names is an input of verify' refuses 2 'is an input too' \
    verify safe.csv.certificate.json --report safe.csv --force
t 'the key is an input' refuses 2 'is an input too' protect plan.yaml --report real/../key --force
t 'the hierarchy is an input' refuses 2 'is an input too' \
    protect plan.yaml --report real/../hier.csv --force
t 'the plan is an input' refuses 2 'is an input too' explore plan.yaml --report plan.yaml --force
t 'the second file is an input' refuses 2 'is an input too' \
    compare d.csv safe.csv --report safe.csv --force
sed 's/^data:.*/data: duckdb:some.db#t/' plan.yaml >db.yaml && echo db >some.db
t 'the file of a database is an input' refuses 2 'is an input too' \
    protect db.yaml --output some.db --force
rm -f db.yaml some.db

# Outputs against each other.
t 'one name for two outputs' refuses 2 'is another output too' \
    protect plan.yaml --report real/../safe.csv
t 'one name by another folder' refuses 2 'is another output too' \
    protect plan.yaml --output real/x.csv --report folder/x.csv
t 'the name of the certificate' refuses 2 'is another output too' \
    protect plan.yaml --report ./safe.csv.certificate.json

# What exists is replaced if it is ours.
said='exists and is not a result of tacit; use --force to replace it.'
t 'a plan twice' ends 0 protect plan.yaml --report safe.html
t 'a plan twice, once more' ends 0 protect plan.yaml --report safe.html
echo changed >>safe.csv
t 'a release that was changed' refuses 2 "safe.csv $said" protect plan.yaml
t 'a release that was changed, by force' ends 0 protect plan.yaml --force
sed '$s/.*/output: other.csv\ncertificate: safe.csv.certificate.json/' plan.yaml >other.yaml
t 'a certificate of another release' refuses 2 "safe.csv.certificate.json $said" protect other.yaml
mv safe.csv.certificate.json away.json
t 'a release without its certificate' refuses 2 "safe.csv $said" protect plan.yaml
mv away.json safe.csv.certificate.json
t 'somebody'"'"'s page' refuses 2 "precious.html $said" measure d.csv --key sex --report precious.html
t 'a report of ours' ends 0 measure d.csv --key sex --report safe.html
: >empty.html
t 'an empty file' ends 0 measure d.csv --key sex --report empty.html
for again in 'generate survey --rows 10 --output made.csv' \
    'generate survey --rows 10 --output made.parquet' \
    'measure d.csv --key region --records records.csv' \
    'link d.csv d.csv --on age,income --output links.csv' \
    'hierarchy draw d.csv region --how mask --output tree.svg'; do
    read -r -a words <<<"$again"
    t "twice: ${again%% *}" sh -c '"$@" --quiet && "$@" --quiet' _ "$TACIT" "${words[@]}"
done
t 'a plan is kept' sh -c '"$TACIT" init d.csv --output new.yaml --quiet'
t 'a plan is kept, indeed' refuses 2 "new.yaml $said" init d.csv --output new.yaml
t 'a hierarchy is kept' refuses 2 "hier.csv $said" \
    hierarchy build d.csv region --how 'mask:{levels: 2}' --output hier.csv
t 'data is not replaced by generated data' refuses 2 "precious.csv $said" \
    generate survey --output precious.csv

# Links, devices and pipes.
ln -s precious.csv out.csv
t 'a link is not followed' ends 0 generate survey --rows 10 --output out.csv --force
t 'a link is not followed: what it led to stays' test "$(cat precious.csv)" = precious
t 'a link is not followed: a file is there' test ! -L out.csv
mkfifo pipe.csv
t 'a pipe' refuses 2 'outputs are files' generate survey --output pipe.csv --force
t 'a device' refuses 2 'outputs are files' measure d.csv --key sex --report /dev/null --force
t 'the device is still there' test -c /dev/null
t 'standard output' refuses 2 'outputs are files' measure d.csv --key sex --report /dev/stdout --force
