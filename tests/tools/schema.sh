#!/bin/sh
# schema.sh - the check of documents against docs/schema refuses what is wrong.
here=$(cd "$(dirname "$0")" && pwd)
root=$(dirname "$(dirname "$here")")
. "$here/tap.sh"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# put [EXPRESSION] - a record of a failure, written by hand, changed by sed.
put() {
    rm -f "$work"/*.json
    cat <<'END' | sed "${1:-}" >"$work/a.json"
{"ok": false, "error": "plan:2:9: Key 'kee' is unknown.", "errors": ["plan:2:9: Key 'kee' is unknown."],
 "problems": [{"line": 2, "column": 9, "code": "unknown_key", "arguments": ["kee"], "message": "Key 'kee' is unknown."}],
 "status": 2}
END
}

# says LINE - the check prints this line; it fails, as there are no documents of other kinds.
says() {
    said=$(python3 -B "$root/tools/schema.py" "$work") && echo 'it passed' && return 1
    printf '%s\n' "$said" | grep -qxF -- "$1" || { printf '%s\n' "$said" && return 1; }
}
good='ok - documents of the kind failure are valid: 1'
bad="not $good"

put
t 'a right document' says "$good"
t 'a kind without documents is a failure' says 'not ok - documents of the kind record are valid: 0'
t 'each wrong key of it is refused' says 'ok - failure: 25 wrong keys are refused'
put 's/"arguments"/"argument"/'
t 'a misspelt key' says "$bad"
put 's/"status": 2/"status": 2, "more": 1/'
t 'a key too many' says "$bad"
put 's/, "message": "[^"]*"//'
t 'a missing key' says "$bad"
put 's/"line": 2/"line": "2"/'
t 'a wrong type' says "$bad"
put 's/"status": 2/"status": 3/'
t 'a status that a failure does not have' says "$bad"
put 's/unknown_key/unknown_kee/'
t 'a code that there is not' says "$bad"
put 's/"status": 2}/"status": 2/'
t 'no JSON' says 'not ok - documents of the kind record are valid: 0'

# Codes of problems are listed in two places, and few occur in tests.
all_codes() {
    grep -o '^TACIT_PROBLEM([A-Z_]*, "[a-z_]*"' "$root/src/plan/problems.def" | cut -d '"' -f 2 >"$work/codes"
    [ -s "$work/codes" ] || return 1
    while read -r code; do
        grep -q "\"$code\"" "$root/docs/schema/failure.json" || { echo "$code" && return 1; }
    done <"$work/codes"
}
t 'the schema has every code of a problem' all_codes
