#!/usr/bin/env python3
"""bundle.py - make an installed tree stand on its own, and say what is in it.

usage: bundle.py TREE SBOM

Every shared library that the programs of the tree need, and that a bare Debian 12 lacks, is copied to
lib/tacit beside DuckDB, with what its package says of its copyright.  SBOM is written as SPDX 2.3 in
JSON: the tree's own files with their hashes, the packages that its libraries come from, what is
compiled in, and which package links with which, all read from the files themselves.
"""
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import time

# The C and C++ runtimes are the system's: two of them in one process do not go together.
SYSTEM = re.compile(r"(ld-linux.*|linux-vdso|lib(c|m|dl|pthread|rt|resolv|anl|util|stdc\+\+|gcc_s))\.so.*")
# What is compiled in, so that no file shows it: package of Debian, and why.
COMPILED = {"librandom123-dev": "headers of the random streams, compiled in",
            "libgcc-12-dev": "the runtime of OpenMP, linked into bin/tacit"}
ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..")


def said(*command):
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def read(path):
    with open(path, "rb") as file:
        return file.read()


def is_elf(path):
    return os.path.isfile(path) and not os.path.islink(path) and read(path)[:4] == b"\x7fELF"


def files_of(tree):
    for folder, folders, files in os.walk(tree):
        folders.sort()
        for name in sorted(files):
            yield os.path.relpath(os.path.join(folder, name), tree)


def needed(path):
    """The libraries that a file names."""
    return re.findall(r"\(NEEDED\).*\[(.+)\]", said("readelf", "-d", path))


def found(path):
    """Where each library is that the file and its libraries need, by name."""
    places = dict(re.findall(r"^\s*(\S+) => (/\S+)", said("ldd", path), re.MULTILINE))
    lost = re.findall(r"^\s*(\S+) => not found", said("ldd", path), re.MULTILINE)
    if lost:
        sys.exit(f"bundle: {path} needs {', '.join(lost)}, which is not there.")
    return places


def package_of(path):
    """The package of Debian that the file belongs to."""
    for name in (path, os.path.realpath(path)):
        for spelling in (name, name.removeprefix("/usr"), "/usr" + name):
            done = subprocess.run(["dpkg-query", "-S", spelling], capture_output=True, text=True, check=False)
            if done.returncode == 0:
                return done.stdout.split(":")[0]
    sys.exit(f"bundle: {path} belongs to no package.")


def copy_libraries(tree):
    """Copy what the tree needs beside DuckDB; the package of each library, by its name."""
    packages, private = {}, os.path.join(tree, "lib", "tacit")
    for path in [name for name in files_of(tree) if is_elf(os.path.join(tree, name))]:
        for name, place in found(os.path.join(tree, path)).items():
            if name in packages or place.startswith(tree):
                continue
            packages[name] = package_of(place)
            if not SYSTEM.fullmatch(name):
                shutil.copyfile(place, os.path.join(private, name))
                copyright_of(packages[name], tree)
    for package in COMPILED:
        copyright_of(package, tree)
    return packages


def copyright_of(package, tree):
    folder = os.path.join(tree, "share", "doc", "tacit", "copyright")
    os.makedirs(folder, exist_ok=True)
    shutil.copyfile(f"/usr/share/doc/{package}/copyright", os.path.join(folder, package))


def licence_of(package):
    """What the package's file on copyright says of most of its files, if a program can tell."""
    text = read(f"/usr/share/doc/{package}/copyright").decode("utf-8", "replace")
    named = re.search(r"^Files: *\*\s.*?^License: *(\S.*?)$", text, re.MULTILINE | re.DOTALL)
    return f"Debian says of most files: {named.group(1)}" if named else \
        "Debian's file on copyright is not in a form that programs read."


def spdx_id(name):
    return "SPDXRef-" + re.sub(r"[^A-Za-z0-9.-]", "-", name)


def debian(package, comment=None):
    """A package of Debian."""
    version, machine = said("dpkg-query", "-W", "-f", "${Version} ${Architecture}", package).split()
    entry = {"name": package, "SPDXID": spdx_id(f"deb-{package}"), "versionInfo": version,
             "supplier": "Organization: Debian", "downloadLocation": "NOASSERTION", "filesAnalyzed": False,
             "licenseConcluded": "NOASSERTION", "licenseDeclared": "NOASSERTION",
             "licenseComments": licence_of(package), "copyrightText": "NOASSERTION",
             "externalRefs": [{"referenceCategory": "PACKAGE-MANAGER", "referenceType": "purl",
                               "referenceLocator": f"pkg:deb/debian/{package}@{version}?arch={machine}"}]}
    if comment:
        entry["comment"] = comment
    return entry


def duckdb(machine):
    """DuckDB, as the pinned package brings it."""
    for line in read(os.path.join(ROOT, "setup", "duckdb.pins")).decode().splitlines():
        fields = line.split()
        if len(fields) == 4 and fields[0] == machine:
            name, _, version = fields[1].rpartition("@")
            return {"name": "DuckDB", "SPDXID": "SPDXRef-duckdb", "versionInfo": version.partition("-")[0],
                    "supplier": "Organization: DuckDB Foundation", "downloadLocation": "NOASSERTION",
                    "filesAnalyzed": False, "licenseConcluded": "NOASSERTION", "licenseDeclared": "MIT",
                    "copyrightText": "NOASSERTION",
                    "comment": "lib/tacit/libduckdb.so; it contains libraries of others, which its sources list.",
                    "checksums": [{"algorithm": "SHA512", "checksumValue": fields[3]}],
                    "externalRefs": [{"referenceCategory": "PACKAGE-MANAGER", "referenceType": "purl",
                                      "referenceLocator": f"pkg:npm/{name.replace('@', '%40')}@{version}"}]}
    sys.exit(f"bundle: setup/duckdb.pins has nothing for {machine}.")


def itself(tree, version):
    """The package that the tree is, with its own files, and those files."""
    files = []
    for name in files_of(tree):
        content = read(os.path.join(tree, name))
        files.append({"fileName": f"./{name}", "SPDXID": spdx_id(f"file-{name}"),
                      "checksums": [{"algorithm": "SHA1", "checksumValue": hashlib.sha1(content).hexdigest()},
                                    {"algorithm": "SHA256", "checksumValue": hashlib.sha256(content).hexdigest()}],
                      "licenseConcluded": "NOASSERTION", "copyrightText": "NOASSERTION"})
    code = hashlib.sha1("".join(sorted(f["checksums"][0]["checksumValue"] for f in files)).encode()).hexdigest()
    package = {"name": "tacit", "SPDXID": "SPDXRef-tacit", "versionInfo": version,
               "supplier": "NOASSERTION", "downloadLocation": "NOASSERTION", "filesAnalyzed": True,
               "packageVerificationCode": {"packageVerificationCodeValue": code},
               "licenseConcluded": "NOASSERTION", "licenseDeclared": "Apache-2.0", "copyrightText": "NOASSERTION"}
    return package, files


def links(tree, packages):
    """Which package links with which: (one, the other) by their names in the document."""
    names = {name: spdx_id(f"deb-{package}") for name, package in packages.items()}
    names["libduckdb.so"] = "SPDXRef-duckdb"
    pairs = set()
    for path in files_of(tree):
        if is_elf(os.path.join(tree, path)):
            one = names.get(os.path.basename(path), "SPDXRef-tacit")
            pairs |= {(one, names[name]) for name in needed(os.path.join(tree, path)) if name in names}
    return sorted(pair for pair in pairs if pair[0] != pair[1])


def document(tree, packages):
    version = re.search(r"version: '([^']+)'", read(os.path.join(ROOT, "meson.build")).decode()).group(1)
    machine = os.uname().machine
    bundled = {package for name, package in packages.items() if not SYSTEM.fullmatch(name)}
    own, files = itself(tree, version)
    others = [debian(package, None if package in bundled else "The system's: it is not in the tree.")
              for package in sorted(set(packages.values()))]
    others += [debian(package, why) for package, why in sorted(COMPILED.items()) if package not in packages.values()]

    def related(one, how, other):
        return {"spdxElementId": one, "relationshipType": how, "relatedSpdxElement": other}
    relations = [related("SPDXRef-DOCUMENT", "DESCRIBES", "SPDXRef-tacit"),
                 related("SPDXRef-tacit", "CONTAINS", "SPDXRef-duckdb")]
    relations += [related("SPDXRef-tacit", "CONTAINS", spdx_id(f"deb-{package}")) for package in sorted(bundled)]
    relations += [related("SPDXRef-tacit", "STATIC_LINK", spdx_id(f"deb-{package}")) for package in sorted(COMPILED)]
    relations += [related(one, "DYNAMIC_LINK", other) for one, other in links(tree, packages)]
    relations += [related("SPDXRef-tacit", "CONTAINS", file["SPDXID"]) for file in files]
    made = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(int(os.environ["SOURCE_DATE_EPOCH"])))
    code = own["packageVerificationCode"]["packageVerificationCodeValue"]
    return {"spdxVersion": "SPDX-2.3", "dataLicense": "CC0-1.0", "SPDXID": "SPDXRef-DOCUMENT",
            "name": f"tacit-{version}-linux-{machine}",
            "documentNamespace": f"https://tacit.example/spdx/{version}/{machine}/{code}",
            "creationInfo": {"created": made, "creators": ["Tool: tools/bundle.py"]},
            "packages": [own, duckdb(machine)] + others, "files": files, "relationships": relations}


def main():
    if len(sys.argv) != 3:
        sys.exit("bundle: usage: bundle.py TREE SBOM")
    tree = os.path.realpath(sys.argv[1])
    packages = copy_libraries(tree)
    with open(sys.argv[2], "w", encoding="utf-8") as file:
        json.dump(document(tree, packages), file, indent=1)
        file.write("\n")


if __name__ == "__main__":
    main()
