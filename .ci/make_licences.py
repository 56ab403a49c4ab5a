#!/usr/bin/env python3
"""Writes assets/licences.txt: every package that is built into the program on any system, with its licence, and the
texts of the licences as the packages carry them, each text once. `--check` only says whether the
list of packages is in step with Cargo.lock."""

import json
import re
import subprocess
import sys
from pathlib import Path

TOP = Path(__file__).parent.parent
FILE = TOP / "assets" / "licences.txt"
NAMES = re.compile(r"^(licen[cs]e|copying|notice|copyright|unlicense)", re.I)
SYSTEMS = ["x86_64-unknown-linux-gnu", "x86_64-pc-windows-msvc", "aarch64-apple-darwin"]
HEAD = """Chachong is built with the packages listed here, of which each system has a part. Where a package offers a choice that
includes the MIT licence, it is used under that. The texts follow the list, each with the packages that carry it.
"""
GRANT = "Permission is hereby granted, free of charge"
FONT = TOP / "assets" / "fonts" / "OFL.txt"


def built_in():
    """Packages that are linked into the program on some system: no build script's, no test's, no macro's."""
    found = {}
    for system in SYSTEMS:
        command = ["cargo", "metadata", "--format-version", "1", "--locked", "--filter-platform", system]
        data = json.loads(subprocess.run(command, cwd=TOP, check=True, capture_output=True, text=True).stdout)
        packages = {package["id"]: package for package in data["packages"]}
        nodes = {node["id"]: node for node in data["resolve"]["nodes"]}
        root = data["resolve"]["root"]
        seen, waiting = {root}, [root]
        while waiting:
            for dependency in nodes[waiting.pop()]["deps"]:
                package = packages[dependency["pkg"]]
                is_macro = any("proc-macro" in target["kind"] for target in package["targets"])
                linked = any(kind["kind"] is None for kind in dependency["dep_kinds"])
                if linked and not is_macro and package["id"] not in seen:
                    seen.add(package["id"])
                    waiting.append(package["id"])
                    # The program's own crates have no source but this checkout.
                    if package["source"]:
                        found[package["name"], package["version"]] = package
    return [package for _, package in sorted(found.items())]


def plain(text):
    lines = [line.rstrip() for line in text.replace("\f", "\n").expandtabs(4).splitlines()]
    return "\n".join(lines).strip("\n")


def texts(package):
    """Licence texts that a package carries: of a choice the MIT licence alone."""
    folder = Path(package["manifest_path"]).parent
    files = [file for file in sorted(folder.iterdir()) if file.is_file() and NAMES.match(file.name)]
    for below in ("LICENSES", "LICENSE", "licenses"):
        if (folder / below).is_dir():
            files += [file for file in sorted((folder / below).iterdir()) if file.is_file()]
    found = [plain(file.read_text(encoding="utf8", errors="replace")) for file in files]
    under_mit = [text for text in found if GRANT in " ".join(text.split())]
    offers_mit = "MIT" in re.split(r" OR |/", package["license"])
    return under_mit if offers_mit and under_mit else found


def listing(packages):
    return [f"{package['name']} {package['version']} {package['license']}" for package in packages]


def divided(text):
    """What names the authors, and the text that many packages have alike."""
    at = text.find(GRANT)
    # A short head is the title and the copyright; a long one is another licence before this one.
    if 0 <= at < 1500:
        head = [line.strip() for line in text[:at].splitlines() if "opyright" in line or "(c)" in line or "©" in line]
        return "; ".join(head), text[at:]
    return "", text


def whole(packages):
    groups = {}

    def add(text, name):
        head, body = divided(text)
        # Texts that differ in spaces and quotation marks alone are one.
        key = re.sub(r"[\s\"“”'*]+", " ", body).strip().lower()
        groups.setdefault(key, (body, set()))[1].add(f"{name}: {head}" if head else name)

    without = []
    for package in packages:
        own = texts(package)
        for text in own:
            add(text, package["name"])
        if not own:
            authors = ", ".join(author.split(" <")[0] for author in package["authors"]) or "its authors"
            without.append(f"{package['name']} {package['license']}, by {authors}")
    add(plain(FONT.read_text(encoding="utf8")), "the font Chachong Sans")
    parts = [HEAD + "\n" + "\n".join(listing(packages)) + "\n"]
    if without:
        parts.append(f"{'-' * 100}\nThese carry no text of their own; the text of their licence stands below.\n")
        parts.append("\n".join(without) + "\n")
    for body, users in sorted(groups.values(), key=lambda group: (-len(group[1]), sorted(group[1]))):
        parts.append(f"{'-' * 100}\n" + "\n".join(sorted(users)) + f"\n\n{body}\n")
    return "\n".join(parts), without


packages = built_in()
if sys.argv[1:] == ["--check"]:
    lines = FILE.read_text(encoding="utf8").split("\n\n")[1].splitlines()
    old, new = set(lines), set(listing(packages))
    for line in sorted(old ^ new):
        print(("- " if line in old else "+ ") + line)
    sys.exit("assets/licences.txt is out of step: run .ci/make_licences.py" if old != new else 0)
text, without = whole(packages)
FILE.write_text(text, encoding="utf8")
print(f"{len(packages)} packages, {FILE.stat().st_size} bytes; {len(without)} without a text of their own")
