# tap.sh - sourced by shell tests: TAP lines from conditions.  Not executable on purpose.

# t NAME COMMAND ... - a test that passes if the command does; its output is shown if not.
t() {
    name=$1
    shift
    if said=$("$@" 2>&1); then
        echo "ok - $name"
    else
        printf '%s\n' "$said" | sed 's/^/# /'
        echo "not ok - $name"
    fi
}

# fails_with TEXT COMMAND ... - the command fails and says TEXT.
fails_with() {
    text=$1
    shift
    if output=$("$@" 2>&1); then
        printf 'it passed, saying: %s\n' "$output"
        return 1
    fi
    case $output in *"$text"*) return 0 ;; esac
    printf 'it said: %s\n' "$output"
    return 1
}
