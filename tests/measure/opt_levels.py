"""Lists what each package of [profile.dev.package] costs to compile at opt-level 0 and at 1, in seconds of processor.

    opt_levels.py [PACKAGE ...]

Builds the dependencies of the tests twice from scratch on one core, so the machine must be idle: an entry that saves less than a
second is not worth its line. Entries at opt-level 2 are for the tests' time instead and are left out.
"""

import json
import re
import subprocess
import sys
import tomllib
from collections import Counter
from pathlib import Path

TOP = Path(__file__).resolve().parents[2]


def seconds(packages, level):
    """Compile time of each package, by name and version."""
    target = TOP / f"target/opt-{level}"
    config = [word for name in packages for word in ("--config", f'profile.dev.package."{name}".opt-level={level}')]
    command = ["cargo", "build", "--locked", "--tests", "-j1", "--timings", "--target-dir", target, *config]
    subprocess.run(command, cwd=TOP, check=True)
    page = (target / "cargo-timings/cargo-timing.html").read_text()
    found = Counter()
    for unit in json.loads(re.search(r"const UNIT_DATA = (\[.*?\n\]);", page, re.DOTALL)[1]):
        found[unit["name"]] += unit["duration"]
        found[f"{unit['name']}@{unit['version']}"] += unit["duration"]
    return found


profile = tomllib.loads((TOP / "Cargo.toml").read_text())["profile"]["dev"]["package"]
listed = sys.argv[1:] or [name for name, entry in profile.items() if entry.get("opt-level") == 0]
plain, optimised = (seconds(listed, level) for level in (0, 1))
for name in sorted(listed, key=lambda name: plain[name] - optimised[name]):
    print(f"{optimised[name] - plain[name]:7.1f} saved  {plain[name]:6.1f} at 0  {optimised[name]:6.1f} at 1  {name}")
