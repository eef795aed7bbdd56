#!/bin/sh
# checks.sh - each check passes on a good tree and fails on a broken one.
here=$(cd "$(dirname "$0")" && pwd)
root=$(dirname "$(dirname "$here")")
. "$here/tap.sh"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# A small tree that every check accepts.
fresh() {
    rm -rf "${work:?}/tree"
    mkdir -p "$work/tree/src/base" "$work/tree/src/top" "$work/tree/include" "$work/tree/tests"
    cp -r "$root/tools" "$work/tree/tools"
    rm -rf "$work/tree/tools/exceptions"
    cd "$work/tree" || exit 2
    printf 'base:\ntop: base\n' >src/LAYERS
    cat >src/base/a.h <<'END'
/*
 * a.h - an example.
 */
#ifndef A_H
#define A_H

/* Twice x. */
int tacit_twice(int x);

#endif
END
    printf '/*\n * a.c - an example.\n */\n#include "base/a.h"\n\n' >src/base/a.c
    printf 'int tacit_twice(int x)\n{\n    return 2 * x;\n}\n' >>src/base/a.c
    printf '/*\n * b.c - an example.\n */\n#include "base/a.h"\n' >src/top/b.c
}

# breaks CHECK TEXT - the check must now fail and say TEXT.
breaks() {
    t "check_$1 says: $2" fails_with "$2" "tools/check_$1.sh"
}

fresh
for check in layers sizes duplicates banned comments floats names entries; do
    t "check_$check passes on a good tree" "tools/check_$check.sh"
done

fresh
printf '#include "top/b.h"\n' >>src/base/a.c
breaks layers 'base may not include top'
fresh
printf 'base: top\ntop:\n' >src/LAYERS
breaks layers 'which is not above it'
fresh
printf '#include "../base/a.h"\n' >>src/top/b.c
breaks layers 'give the path from'
fresh
mkdir src/other && cp src/top/b.c src/other/
breaks layers 'is not in src/LAYERS'
fresh
mkdir src/base/room && printf '/*\n * c.h - an example.\n */\n' >src/base/room/c.h
cp src/base/room/c.h src/base/room/room.h
printf '#include "base/room/room.h"\n' >>src/top/b.c
t 'check_layers lets the door of a room in' tools/check_layers.sh
printf '#include "base/room/c.h"\n' >>src/top/b.c
breaks layers 'only base/room/room.h may be included'
fresh
for i in $(seq 40); do printf '/*\n * c.h - an example.\n */\n' >src/base/c$i.h; done
breaks layers 'files, limit'

fresh
printf 'typedef struct tacit_box {\n    int n;\n} tacit_box;\ntypedef struct box {\n    int n;\n} box;\n' |
    tee -a src/base/a.c >>src/top/b.c
breaks names 'src/top/b.c:5: tacit_box is defined in src/base/a.c too'
t 'check_names leaves what one file knows alone' sh -c '! tools/check_names.sh | grep -q " box is"'
fresh
printf '\ntypedef struct box box;\n' >>src/base/a.h
printf 'struct box {\n    int n; /* typedef int box; */\n};\n' >>src/base/a.c
t 'check_names takes a declaration for none' tools/check_names.sh
printf 'struct box {\n    long n;\n};\n' >>src/base/a.h
breaks names 'box is defined in src/base/a.c too'

# with_entries - a family with one entry.
with_entries() {
    fresh
    printf '#define TACIT_TOY(id) extern const tacit_toy tacit_toy_##id;\n' >src/base/toy.h
    printf 'TACIT_TOY(ball)\n' >src/base/toys.def
    printf 'const tacit_toy tacit_toy_ball = { 1 };\n' >src/base/ball.c
    printf 'const tacit_list tacit_toy_list = { 1 };\n' >src/base/list.c
}
with_entries
t 'check_entries passes where lines and entries agree' tools/check_entries.sh
printf 'const tacit_toy tacit_toy_bear = { 1 };\n' >src/base/bear.c
breaks entries 'tacit_toy_bear has no line in src/base/toys.def'
with_entries
printf '/* TACIT_TOY(top) */\nTACIT_TOY(bear)\n' >>src/base/toys.def
breaks entries 'there is no constant tacit_toy_bear'

# with_version BUILD CHANGES [PYTHON [DEBIAN [R]]] - the versions in meson.build, CHANGELOG.md and the packages.
with_version() {
    fresh
    printf "project('tacit', 'c',\n  version: '%s',\n  license: 'x')\n" "$1" >meson.build
    printf '# Changes\n\n## %s\n\n- Made.\n\n## 0.0.1\n' "$2" >CHANGELOG.md
    mkdir -p bindings/python && printf '[project]\nversion = "%s"\n' "${3:-$1}" >bindings/python/pyproject.toml
    mkdir -p debian && printf 'tacit (%s) unstable; urgency=medium\n' "${4:-$1}" >debian/changelog
    mkdir -p bindings/r && echo "Version: ${5:-$1}" >bindings/r/DESCRIPTION
    git init -q . && git add -A && git -c user.name=a -c user.email=a@b commit -qm one
}
with_version 1.2.3 1.2.3
t 'check_version passes where the versions agree' tools/check_version.sh
git -c user.name=a -c user.email=a@b tag -a v1.2.3 -m 1.2.3
t 'check_version passes with the tag of the version' tools/check_version.sh
git -c user.name=a -c user.email=a@b tag -a v1.2.4 -m 1.2.4
breaks version 'the tag v1.2.4 is not the version 1.2.3'
with_version 1.2.3 1.2.2
breaks version 'CHANGELOG.md begins with 1.2.2'
with_version 1.2.3 1.2.3 1.2.2
breaks version 'bindings/python/pyproject.toml does not say 1.2.3'
with_version 1.2.3 1.2.3 1.2.3 1.2.2
breaks version 'debian/changelog does not begin with 1.2.3'
with_version 1.2.3 1.2.3 1.2.3 1.2.3 1.2.2
breaks version 'bindings/r/DESCRIPTION does not say 1.2.3'
with_version 1.2 1.2
breaks version 'is not MAJOR.MINOR.PATCH'

# long_function N - a function of N lines at the end of a.c.
long_function() {
    { printf '\nint tacit_long(int x)\n{\n' && yes '    x++;' | head -n $(($1 - 4)) &&
        printf '    return x;\n}\n'; } >>src/base/a.c
}
fresh
long_function 60
t 'check_sizes accepts 60 lines' tools/check_sizes.sh
fresh
long_function 61
breaks sizes 'tacit_long has lines 61, limit 60'
mkdir tools/exceptions
echo 'src/base/a.c tacit_long lines 61' >tools/exceptions/sizes
t 'check_sizes accepts an excuse' tools/check_sizes.sh
echo 'src/base/a.c tacit_long lines 70' >tools/exceptions/sizes
breaks sizes 'is down to 61'
echo 'src/base/a.c tacit_twice lines 70' >>tools/exceptions/sizes
breaks sizes 'is no longer needed'
fresh
printf '\nint f(int a, int b, int c, int d, int e, int (*g)(int, int), int h)\n{\n}\n' >>src/base/a.c
breaks sizes 'f has parameters 7'
fresh
cat >>src/base/a.c <<'END'

int tacit_deep(int x)
{
    for (;;)
        if (x)
            while (x)
                switch (x) {
                case 1:
                    return 1;
                }
    return 0;
}
END
breaks sizes 'tacit_deep has nesting 4'
fresh
printf '/* %0100d */\n' 0 >>src/base/a.c
breaks sizes '106 columns'
fresh
yes '/* */' | head -n 500 >>src/base/a.c
breaks sizes 'lines, limit 500'

ten() {
    for i in 1 2 3 4 5 6 7 8 9 10; do echo "int x$i = $i;"; done
}
fresh
ten >>src/base/a.c && { ten && echo 'int y;'; } | sed 's/ = /  =  /' >>src/top/b.c
breaks duplicates '10 lines repeat src/base/a.c'

fresh
printf 'void f(char *a) { strcpy(a, a); }\n' >>src/base/a.c
breaks banned "'strcpy' is banned"
fresh
printf '/* strcpy( */ const char *s = "strcpy(";\n' >>src/base/a.c
t 'check_banned leaves comments and texts alone' tools/check_banned.sh
fresh
printf 'void f(void *p) { free(p); }\n' >>src/top/b.c
breaks banned "'free' is banned"
fresh
printf 'int f(void) { goto end; end: return 0; }\n' >>src/top/b.c
breaks banned "'goto' is banned"

fresh
sed -i '/Twice/d' src/base/a.h
breaks comments 'say what tacit_twice does'
fresh
printf 'int x;\n' >src/top/b.c
breaks comments 'say first what the file is'

fresh
printf 'int f(double x);\nint f(double x)\n{\n    return x == 2.5;\n}\n' >>src/top/b.c
breaks floats 'float'

fresh
t 'check_text passes on a good tree' tools/check_text.sh
printf '/* TO''DO */\n' >>src/base/a.c
breaks text 'no reminders'
fresh
printf '/* see /ho''me/someone */\n' >>src/base/a.c
breaks text 'paths of one machine'
fresh
printf '/* %s.npmjs%s */\n' registry .org >>src/base/a.c
breaks text 'hosts of package registries'

# The checks of objects, on a library made here.
# library CODE - build both libraries from CODE.
library() {
    mkdir -p build/src/libtacit.so.0.p
    printf '%s\n' "$1" >lib.c
    gcc -O1 -fPIC -c lib.c -o build/src/libtacit.so.0.p/lib.o
    gcc -shared build/src/libtacit.so.0.p/lib.o -o build/src/libtacit.so
    rm -f build/src/libtacit.a && ar rc build/src/libtacit.a build/src/libtacit.so.0.p/lib.o
}
fresh
export TACIT_BUILD=build
library 'static const char *const N[] = {"a"}; const char *tacit_a(int i); const char *tacit_a(int i) { return N[i]; }'
printf 'typedef int tacit_f(int i);\nconst char *tacit_a(int i);\n' >include/tacit.h
t 'check_symbols passes on a good library' tools/check_symbols.sh
t 'check_state passes on a good library' tools/check_state.sh
library 'int other(void); int other(void) { return 1; }'
breaks symbols 'offers other'
library 'int tacit_a(void), tacit_b(void); int tacit_a(void) { return 1; } int tacit_b(void) { return 1; }'
breaks symbols 'offers tacit_b, which tacit.h does not declare'
library 'int tacit_b(void); int tacit_b(void) { return 1; }'
breaks symbols 'does not offer tacit_a'
library 'int tacit_a(void); int tacit_a(void) { static int n; return n++; }'
breaks state 'bytes of state in .bss'
library 'int tacit_a(void); int tacit_a(void) { static _Thread_local int n; return n++; }'
breaks state 'bytes of state in .tbss'
