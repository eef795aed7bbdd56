#!/bin/sh
# disk.sh - the disk fills up, or the process is killed, while a release is written.
#
# The old release must stay as it was, and after a full disk nothing else may be left.
# Environment: TACIT is the command, TACIT_BUILD the build folder with fault_io.so.
here=$(cd "$(dirname "$0")" && pwd)
. "$here/../tools/tap.sh"
io=$TACIT_BUILD/tests/fault/fault_io.so
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 2

mkdir old release
"$TACIT" generate survey --rows 2000 --seed 7 --output survey.csv >/dev/null || exit 1

# plan ENDING SEED - write plan.yaml; the seed decides what the release holds.
plan() {
    cat >plan.yaml <<END
data: survey.csv
roles: {key: [region, sex]}
steps: [{noise: {columns: [income], scale: 0.1}}]
measures: [uniques, moments]
seed: $2
output: release/safe.$1
report: release/safe.html
certificate: release/safe.json
END
}

# The names of what is in release/, on one line.
names() {
    (cd release && echo .[!.]* *) | sed 's/^\.\[!\.\]\* //'
}

same_as_old() {
    for file in old/*; do
        cmp "$file" "release/${file#old/}" || return 1
    done
}

# whole_files - each file of the release is the old or the new one, not a part of either.
whole_files() {
    for file in old/*; do
        cmp -s "$file" "release/${file#old/}" || cmp "new/${file#old/}" "release/${file#old/}" ||
            return 1
    done
}

# broken WHAT VARIABLE N - protect with the fault; the exit status is the command's.
broken() {
    LD_PRELOAD=$io TACIT_FAULT=$1 env "$2=$3" "$TACIT" protect --quiet plan.yaml >said 2>&1
}

# status_is STATUS COMMAND ... - the command ends with this status.
status_is() {
    want=$1
    shift
    "$@"
    got=$?
    [ "$got" -eq "$want" ] || {
        echo "status $got instead of $want"
        cat said
        return 1
    }
}

one_sentence() {
    [ "$(wc -l <said)" -eq 1 ] || {
        cat said
        return 1
    }
}

for ending in csv parquet asc; do
    rm -rf new old release
    mkdir new old release
    plan $ending 2 && "$TACIT" protect --quiet plan.yaml >/dev/null || exit 1
    cp release/* new/
    plan $ending 1 && "$TACIT" protect --quiet plan.yaml >/dev/null || exit 1
    cp release/* old/
    held=$(names)
    plan $ending 2
    total=$(cat new/* | wc -c)
    for bytes in 0 1 1000 $((total / 2)) $((total - 1)); do
        t "$ending, disk full after $bytes bytes: status 5" status_is 5 \
            broken full TACIT_FAULT_BYTES $bytes
        t "$ending, disk full after $bytes bytes: one sentence" one_sentence
        t "$ending, disk full after $bytes bytes: the old release stays" same_as_old
        t "$ending, disk full after $bytes bytes: nothing is left behind" test "$(names)" = "$held"
    done
    for bytes in 0 1000 $((total - 1)); do
        t "$ending, killed after $bytes bytes" status_is 137 broken kill TACIT_FAULT_BYTES $bytes
        t "$ending, killed after $bytes bytes: the old release stays" same_as_old
    done
    for renames in 0 1 2; do
        t "$ending, killed before rename $((renames + 1))" status_is 137 \
            broken kill TACIT_FAULT_RENAMES $renames
        t "$ending, killed before rename $((renames + 1)): files are whole" whole_files
    done
    t "$ending: a run after all this succeeds" "$TACIT" protect --quiet plan.yaml
    t "$ending: and gives the new release" cmp new/safe.$ending release/safe.$ending
done
