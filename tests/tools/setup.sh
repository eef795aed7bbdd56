#!/bin/sh
# setup.sh - the set-up says in one sentence what is wrong, and unpacks nothing unproven.
here=$(cd "$(dirname "$0")" && pwd)
root=$(dirname "$(dirname "$here")")
. "$here/tap.sh"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp -r "$root/setup" "$work/setup"
cd "$work" || exit 2
mkdir bin

# A stand-in for npm that packs whatever `content` holds, and one without a network.
cat >bin/npm <<END
#!/bin/sh
[ -f $work/content ] || { echo 'npm error network' >&2; exit 1; }
cp $work/content made.tgz
END
# Every package is installed; apt must not be called.
printf '#!/bin/sh\nprintf installed\n' >bin/dpkg-query
printf '#!/bin/sh\necho "apt-get was called" >&2\nexit 100\n' >bin/apt-get
chmod +x bin/*
PATH=$work/bin:$PATH
export PATH TACIT_DEPS="$work/deps" TACIT_MACHINE=x86_64

t 'an unknown word is refused' fails_with "Unknown set-up 'all'" setup/setup.sh all
t 'no network is said' fails_with 'npm could not fetch' setup/setup.sh build
t 'an unknown processor is said' fails_with "for the processor 'vax'" \
    env TACIT_MACHINE=vax setup/setup.sh build

mkdir -p package/src/duckdb/src/include
echo library >package/libduckdb.so
echo header >package/src/duckdb/src/include/duckdb.h
tar -czf content package
t 'a package with another hash is refused' fails_with 'does not have the pinned hash' \
    setup/setup.sh build
t 'nothing of it was unpacked' test ! -e deps/duckdb/libduckdb.so

hash=$(sha512sum content | cut -d ' ' -f 1)
sed -i "s/[0-9a-f]\{128\}/$hash/" setup/duckdb.pins
t 'a package with the pinned hash is taken' setup/setup.sh build
t 'the library is in place' grep -q library deps/duckdb/libduckdb.so
t 'the header is in place' grep -q header deps/duckdb/duckdb.h
t 'nothing else is left' test "$(ls deps)" = duckdb
rm content
t 'the second time nothing is fetched' setup/setup.sh test
sed -i 's/@1\.5\.5/@1.5.6/' setup/duckdb.pins
t 'a new pin is fetched again' fails_with 'npm could not fetch' setup/setup.sh build

printf '#!/bin/sh\nexit 1\n' >bin/dpkg-query
t 'a failing apt-get is said' fails_with 'apt-get could not install' \
    env PATH="$work/bin:$PATH" setup/setup.sh build
printf '#!/bin/sh\necho 1000\n' >bin/id
printf '#!/bin/sh\nexit 1\n' >bin/sudo
chmod +x bin/id bin/sudo
t 'without root the command to run is said' fails_with 'run this as root: apt-get install gcc' \
    setup/setup.sh build
