#!/bin/sh
# check_scripts.sh - every shell and Python script can at least be parsed.
cd "$(dirname "$0")/.." || exit 2
status=0
for script in $(git ls-files '*.sh' .ci/run); do
    [ -f "$script" ] || continue
    case $(head -n 1 "$script") in
    *bash*) bash -n "$script" || status=1 ;;
    *) sh -n "$script" || status=1 ;;
    esac
done
for script in $(git ls-files '*.py'); do
    python3 -B -c 'import ast, sys; ast.parse(open(sys.argv[1]).read())' "$script" || status=1
done
exit $status
