# cli_lib.sh - sourced by the command-line tests.  Not executable on purpose.
#
# Environment: TACIT is the command.  In the folder TACIT_RECORDS, if it is given, records and
# certificates are kept for the check of the schemas.
. "$(dirname "$0")/../tools/tap.sh"
work=$(mktemp -d)
trap 'keep_certificates; rm -rf "$work"' EXIT
cd "$work" || exit 2
export LC_ALL=C.UTF-8 NO_COLOR=1
: >out && : >err

# keep FILE ... - keep records.
keep() {
    [ -n "${TACIT_RECORDS:-}" ] || return 0
    for kept_file in "$@"; do
        cp "$kept_file" "$(mktemp "$TACIT_RECORDS/XXXXXXXXXX.json")" || return 1
    done
}

# keep_certificates - keep those that are in the folder of work now.
keep_certificates() {
    for certificate in "$work"/*.certificate.json; do
        [ ! -f "$certificate" ] || keep "$certificate"
    done
}

# A value that stands in cells and must stand in no message.
secret=Xanthippe77

# run WORD ... - the command with its output in out and err, its status in $status; one that does
# not end, as a server does not, is ended and gets status 124.
run() {
    timeout --foreground -k 10 900 "$TACIT" "$@" >out 2>err
    status=$?
    case " $* " in *' --json '*) [ ! -s out ] || keep out ;; esac
}

# ends STATUS WORD ... - the command ends with this status.
ends() {
    want=$1
    shift
    run "$@"
    [ "$status" -eq "$want" ] || {
        echo "status $status instead of $want"
        cat out err
        return 1
    }
}

# refuses STATUS TEXT WORD ... - it ends with this status after one line on standard error,
# which has TEXT and no value of the data, prints nothing, and leaves no file behind.
refuses() {
    want=$1 text=$2
    shift 2
    before=$(ls -A)
    ends "$want" "$@" || return 1
    [ "$(wc -l <err)" -eq 1 ] || { echo "not one line:" && cat err && return 1; }
    grep -qF -- "$text" err || { echo "it says:" && cat err && return 1; }
    grep -q "$secret" err && { echo "it discloses:" && cat err && return 1; }
    [ -s out ] && { echo "it prints:" && cat out && return 1; }
    [ "$(ls -A)" = "$before" ] || { echo "left behind: $(ls -A)" && return 1; }
}

# prints TEXT WORD ... - it succeeds, and its output has TEXT.
prints() {
    text=$1
    shift
    ends 0 "$@" || return 1
    grep -qF -- "$text" out || { echo "it prints:" && cat out && return 1; }
}

# json STATUS EXPRESSION WORD ... - with --json it ends with this status and prints one JSON
# object for which the Python expression over `r` is true.
json() {
    want=$1 expression=$2
    shift 2
    ends "$want" "$@" --json || return 1
    python3 -c "
import json, sys
r = json.load(open('out'))
sys.exit(0 if isinstance(r, dict) and r['status'] == $want and ($expression) else 1)
" || { echo "not so: $expression" && cat out && return 1; }
}

# some_firms - records for tables: region, branch, turnover.
some_firms() {
    cat <<'END'
region,branch,turnover
north,food,100
north,food,90
north,food,85
north,steel,500
north,steel,4
south,food,70
south,food,75
south,food,60
south,steel,80
south,steel,90
south,steel,95
west,food,60
west,food,65
west,food,70
west,steel,75
west,steel,70
west,steel,60
END
}

# people ROWS - a small file: id, name, age, sex, city, income, w.
people() {
    awk -v n="$1" -v secret="$secret" 'BEGIN {
        print "id,name,age,sex,city,income,w"
        for (i = 1; i <= n; i++)
            printf "%d,%s %d,%d,%s,%s,%d,%.1f\n", i, secret, i, 20 + i % 3 * 10,
                i % 2 ? "f" : "m", i % 4 < 2 ? "North" : "South", 1000 + i * 37 % 900, 1 + i % 5 / 2
    }'
}

# plan OUTPUT [K] - a plan for people.csv.
plan() {
    cat <<END
data: people.csv
roles: {identifier: [id, name], key: [age, sex, city], sensitive: income, weight: w}
require: {k_anonymity: {k: ${2:-3}}}
steps:
  - noise: {columns: income, scale: 0.1}
seed: 81985529216486895
output: $1
END
}
