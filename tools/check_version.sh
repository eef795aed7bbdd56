#!/bin/sh
# check_version.sh - the version has one source, meson.build: CHANGELOG.md begins with it, and
# an annotated tag vX.Y.Z of this very state is it; the packages for Python, for R and for Debian
# have it too.
cd "$(dirname "$0")/.." || exit 2
status=0
complain() {
    echo "$1"
    status=1
}

version=$(sed -n "s/^ *version: '\(.*\)',.*/\1/p" meson.build | head -n 1)
changes=$(sed -n 's/^## *//p' CHANGELOG.md | head -n 1)
case $version in
    *[!0-9.]* | *..* | .* | *. | *.*.*.*) complain "$version in meson.build is not MAJOR.MINOR.PATCH." ;;
    *.*.*) ;;
    *) complain "'$version' in meson.build is not MAJOR.MINOR.PATCH." ;;
esac
[ "$changes" = "$version" ] ||
    complain "CHANGELOG.md begins with $changes, meson.build says $version."
grep -qx "version = \"$version\"" bindings/python/pyproject.toml ||
    complain "bindings/python/pyproject.toml does not say $version."
[ "$(sed -n '1s/^tacit (\(.*\)) .*/\1/p' debian/changelog)" = "$version" ] ||
    complain "debian/changelog does not begin with $version."
grep -qx "Version: $version" bindings/r/DESCRIPTION ||
    complain "bindings/r/DESCRIPTION does not say $version."
for tag in $(git tag --points-at HEAD --list 'v[0-9]*' 2>/dev/null); do
    [ "$(git cat-file -t "$tag")" != tag ] || [ "$tag" = "v$version" ] ||
        complain "the tag $tag is not the version $version."
done
exit $status
