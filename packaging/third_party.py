#!/usr/bin/env python3
"""Writes the licences of all crates that are compiled into the program for one platform, each text once.

    python3 packaging/third_party.py x86_64-unknown-linux-gnu > THIRD-PARTY.txt"""

import json
import re
import subprocess
import sys
from pathlib import Path

NAMES = re.compile(r"(?i)^(licen[cs]e|copying|copyright|notice|unlicense|ofl)[^/]*$")
RULE = "-" * 100


def shipped(metadata):
    """Ids of the packages that the program itself is made of: no tests, build scripts or macros' own crates."""
    nodes = {node["id"]: node for node in metadata["resolve"]["nodes"]}
    packages = {package["id"]: package for package in metadata["packages"]}

    def is_macro(package):
        return any("proc-macro" in target["kind"] for target in packages[package]["targets"])

    found, open_ids = set(), [metadata["resolve"]["root"]]
    while open_ids:
        package = open_ids.pop()
        if package in found or is_macro(package):
            continue
        found.add(package)
        for dependency in nodes[package]["deps"]:
            if any(kind["kind"] is None for kind in dependency["dep_kinds"]):
                open_ids.append(dependency["pkg"])
    found.discard(metadata["resolve"]["root"])
    return sorted((packages[id] for id in found), key=lambda package: (package["name"], package["version"]))


def texts(package):
    """Licence files of a package, as its authors ship them."""
    folder = Path(package["manifest_path"]).parent
    files = sorted(file for file in folder.rglob("*") if NAMES.match(file.name) and file.is_file() and file.suffix not in (".rs", ".py"))
    return [file.read_text(encoding="utf8", errors="replace").strip() for file in files]


def main():
    command = ["cargo", "metadata", "--format-version", "1", "--locked", "--filter-platform", sys.argv[1]]
    metadata = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    users, without = {}, []
    packages = shipped(metadata)
    for package in packages:
        name = f"{package['name']} {package['version']} ({package['license']})"
        own = texts(package)
        if not own:
            without.append(name)
        for text in own:
            _, names = users.setdefault(" ".join(text.split()), (text, []))
            if name not in names:
                names.append(name)
    print(f"Chachong contains {len(packages)} crates of other authors. Each licence text follows once, under the names of\nthose that bring it.")
    if without:
        print("\nWithout a text of their own, under the licence that stands beside each:\n")
        print("\n".join(without))
    for text, names in sorted(users.values(), key=lambda user: (-len(user[1]), user[1], user[0])):
        print(f"\n{RULE}\n" + "\n".join(names) + f"\n{RULE}\n\n{text}")


main()
