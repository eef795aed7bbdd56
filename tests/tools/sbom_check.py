#!/usr/bin/env python3
"""sbom_check.py - a list of what is in a tree (SPDX 2.3 in JSON) is true: for dist.sh and the packages' test.

usage: sbom_check.py SBOM TREE

Required keys are there, names are unique and referred to rightly, every file of the tree is listed with its
hash, and every library that a program of the tree names belongs to a package that it is said to link with.
"""
import hashlib
import json
import os
import re
import subprocess
import sys

KEYS = {"spdxVersion", "dataLicense", "SPDXID", "name", "documentNamespace", "creationInfo", "packages", "files",
        "relationships"}
PACKAGE = {"name", "SPDXID", "versionInfo", "downloadLocation", "licenseConcluded", "licenseDeclared",
           "copyrightText"}
problems = []


def must(good, what):
    if not good:
        problems.append(what)


def check_form(sbom):
    must(KEYS <= sbom.keys() and sbom["spdxVersion"] == "SPDX-2.3" and sbom["dataLicense"] == "CC0-1.0", "keys lack")
    must(re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", sbom["creationInfo"]["created"]), "no time")
    entries = sbom["packages"] + sbom["files"]
    names = [entry["SPDXID"] for entry in entries] + ["SPDXRef-DOCUMENT"]
    must(len(names) == len(set(names)), "a name is there twice")
    must(all(re.fullmatch(r"SPDXRef-[A-Za-z0-9.-]+", name) for name in names), "a name has other characters")
    for package in sbom["packages"]:
        must(PACKAGE <= package.keys() and package["versionInfo"], f"{package['name']} lacks a key")
    for relation in sbom["relationships"]:
        for end in ("spdxElementId", "relatedSpdxElement"):
            must(relation[end] in names, f"{relation[end]} is nothing")
    must(any(r["relationshipType"] == "DESCRIBES" for r in sbom["relationships"]), "it describes nothing")


def check_files(sbom, tree):
    listed = {file["fileName"].removeprefix("./"): file for file in sbom["files"]}
    for folder, _, files in os.walk(tree):
        for name in files:
            path = os.path.relpath(os.path.join(folder, name), tree)
            if path.endswith(".spdx.json"):
                continue  # it cannot list itself
            must(path in listed, f"{path} is not listed")
            with open(os.path.join(tree, path), "rb") as file:
                hashed = hashlib.sha256(file.read()).hexdigest()
            sums = {s["algorithm"]: s["checksumValue"] for s in listed.pop(path, {}).get("checksums", [])}
            must(not sums or sums["SHA256"] == hashed, f"{path} has another hash")
    must(not listed, f"{', '.join(listed)} listed, but not there")


def check_links(sbom, tree):
    """The program's own NEEDED entries, each by the package that dpkg says it belongs to."""
    said = {relation["relatedSpdxElement"] for relation in sbom["relationships"]
            if relation["relationshipType"] == "DYNAMIC_LINK" and relation["spdxElementId"] == "SPDXRef-tacit"}
    program = os.path.join(tree, "bin", "tacit")
    done = subprocess.run(["readelf", "-d", program], capture_output=True, text=True, check=True)
    needed = re.findall(r"NEEDED.*\[(.+)\]", done.stdout)
    must("libduckdb.so" in needed and "SPDXRef-duckdb" in said, "DuckDB is not linked")
    for library in set(needed) - {"libduckdb.so"}:
        done = subprocess.run(["dpkg-query", "-S", f"*/{library}"], capture_output=True, text=True, check=False)
        packages = {line.split(":")[0] for line in done.stdout.splitlines()}
        must(any(f"SPDXRef-deb-{package}" in said for package in packages), f"{library} is not told")


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        sbom = json.load(file)
    check_form(sbom)
    check_files(sbom, sys.argv[2])
    check_links(sbom, sys.argv[2])
    print("\n".join(problems))
    sys.exit(1 if problems else 0)


if __name__ == "__main__":
    main()
