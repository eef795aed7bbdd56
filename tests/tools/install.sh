#!/bin/sh
# install.sh - what is installed is enough for a program: examples/host.c is built with the
# installed headers and library alone, and runs.
#
# Environment: TACIT_BUILD is the build folder (build-test/gcc).
here=$(cd "$(dirname "$0")" && pwd)
root=$(dirname "$(dirname "$here")")
build=${TACIT_BUILD:-$root/build-test/gcc}
. "$here/tap.sh"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 2

t 'it installs' meson install -C "$build" --no-rebuild --quiet --destdir "$work/to"
PKG_CONFIG_PATH=$(dirname "$(find "$work/to" -name tacit.pc)")
PKG_CONFIG_SYSROOT_DIR=$work/to
LD_LIBRARY_PATH=$(dirname "$PKG_CONFIG_PATH")
export PKG_CONFIG_PATH PKG_CONFIG_SYSROOT_DIR LD_LIBRARY_PATH
cp "$root/examples/host.c" .

builds() {
    # shellcheck disable=SC2046 # words on purpose
    cc -std=c17 -Wall -Wextra -Werror -o host host.c $(pkg-config --cflags --libs tacit) &&
        ! cc -std=c17 -M host.c $(pkg-config --cflags tacit) | grep -F "$root/"
}
alone() {
    test -z "$(pkg-config --print-requires --print-requires-private tacit)" &&
        ! grep -F "$root" "$(find "$work/to" -name tacit.pc)"
}
t 'it needs no header or library but its own, and names no folder of the build' alone
t 'a program builds with the installed headers alone' builds
for header in tacit tacit_arrow; do
    printf '#include <%s.h>\n' "$header" >only.c
    # shellcheck disable=SC2046
    t "$header.h is plain C99" cc -std=c99 -pedantic -Wall -Wextra -Werror -fsyntax-only \
        $(pkg-config --cflags tacit) only.c
done
works() {
    ./host >out 2>err && grep -qx 'released: 2000 rows' out
}
t 'a stream goes in and a protected one comes out' works
t 'progress is shown' grep -q ' of ' err
t 'a cancelled context works again' grep -q '^cancelled: Stopped' out
