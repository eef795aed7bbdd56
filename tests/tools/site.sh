#!/bin/sh
# site.sh - the site is sound: every link leads somewhere, every page is HTML, the same sources give the same
# bytes, and what would not do is refused; in a browser it is searched from a disk, in light and dark.
here=$(cd "$(dirname "$0")" && pwd)
root=$(dirname "$(dirname "$here")")
. "$here/tap.sh"
if ! command -v cmark-gfm >/dev/null; then
    echo "ok - the site # SKIP there is no cmark-gfm (setup/setup.sh test)"
    exit 0
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 2

t 'it is made' python3 -B "$root/tools/site.py" "$work/site"
t 'every link, anchor and page is sound' python3 -B "$here/site_check.py" site
python=python3
/usr/bin/python3 -c 'import html5lib' 2>/dev/null && python=/usr/bin/python3
if $python -c 'import html5lib' 2>/dev/null; then
    t 'a parser of HTML has nothing to complain of' $python -B -c '
import glob, html5lib
for path in glob.glob("site/**/*.html", recursive=True):
    with open(path, "rb") as page:
        html5lib.HTMLParser(strict=True).parse(page)'
else
    echo "ok - a parser of HTML # SKIP there is no html5lib"
fi
again() {
    python3 -B "$root/tools/site.py" "$work/again" && diff -r site again
}
t 'the same sources give the same bytes' again
t 'a folder with something else is left alone' fails_with 'holds something else' \
    python3 -B "$root/tools/site.py" "$here"
t 'no page names this machine' sh -c "! grep -rlF '$root' site"

# A copy of what it is made from, to be broken.
copy=$work/copy
mkdir "$copy"
tar -cf - -C "$root" --exclude='./build*' --exclude=./.deps --exclude=./.git --exclude=./tests --exclude=./dist . |
    tar -xf - -C "$copy"

# refuses WHAT TEXT - after the shell command, which breaks the copy's docs/plan.md, TEXT is said; nothing is written.
refuses() {
    cp "$root/docs/plan.md" "$copy/docs/plan.md"
    (cd "$copy" && eval "$1")
    fails_with "$2" python3 -B "$copy/tools/site.py" "$work/broken" && test ! -e "$work/broken"
}
t 'a link that leads nowhere is refused' \
    refuses 'echo "[x](no_such_page.md)" >>docs/plan.md' 'docs/plan.md links to no_such_page.md'
t 'so is an anchor' \
    refuses 'echo "[x](public.md#no-such-place)" >>docs/plan.md' 'public.html#no-such-place, which is not there'
t 'so is a page that nobody can reach' \
    refuses 'echo "# Alone" >docs/alone.md' 'docs/alone.md cannot be reached'
rm -f "$copy/docs/alone.md"
injected() {
    cp "$root/docs/plan.md" "$copy/docs/plan.md"
    printf '\n<script>alert(1)</script> <b onclick="alert(1)">x</b> [y](javascript:alert(1))\n' >>"$copy/docs/plan.md"
    python3 -B "$copy/tools/site.py" "$work/injected" && python3 -B "$here/site_check.py" injected &&
        ! grep -rl 'alert(1)' injected/plan.html
}
t 'code in a page is not let through' injected

modules=${TACIT_DEPS:-$root/.deps}/browser/node_modules
if chromium=$(command -v chromium) && command -v node >/dev/null && [ -d "$modules/axe-core" ]; then
    node "$here/site_page.mjs" "$(cd "$modules" && pwd)" "$chromium" "$work/site"
else
    echo "ok - the site in a browser # SKIP there are no chromium, node or .deps/browser (setup/setup.sh test)"
fi
