#!/bin/sh
# check_text.sh - no reminders of unfinished work, no paths of one machine, and no hosts
# of package registries in the files that git does not ignore.
cd "$(dirname "$0")/.." || exit 2
status=0

# no PATTERN WHY FILE ... - complain about lines that match.
no() {
    pattern=$1 why=$2
    shift 2
    if git grep --no-index --exclude-standard -nIE "$pattern" -- "$@" ':!tools/check_text.sh' \
        ':!LICENSE'; then
        echo "$why"
        status=1
    fi
}

no '\b(TODO|FIXME|XXX|HACK)\b' 'Do it or delete it: no reminders.' .
no '(^|[^a-z.])/(work|home|root|Users)/[a-z]' 'No paths of one machine.' .
no '(registry\.(npmjs|yarnpkg)|npmjs\.(org|com)|deb\.debian|(security|snapshot|ftp)\.debian|pypi\.org|crates\.io|pythonhosted)' \
    'No hosts of package registries: the tools know them.' .
no '[[:space:]]+$' 'No spaces at the ends of lines.' '*.c' '*.h' '*.sh' '*.py' '*.build' '*.def'
no "$(printf '\t')" 'No tabs in sources.' '*.c' '*.h' '*.sh' '*.py' '*.build' '*.def'
exit $status
