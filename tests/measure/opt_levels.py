#!/usr/bin/env python3
"""Lists what each package of [profile.dev.package] costs to compile at opt-level 0 and at 1, in seconds of processor.

    opt_levels.py [PACKAGE ...]

Builds the dependencies of the tests once, and compiles each of the packages a second time at opt-level 1. Time of processor is
counted, so the machine may have other work. An entry that saves less than two seconds is not worth its line. Entries at
opt-level 2 are for the tests' time instead and are left out.
"""

import os
import resource
import subprocess
import sys
import tempfile
import tomllib
from collections import defaultdict
from pathlib import Path

TOP = Path(__file__).resolve().parents[2]


def seconds(command, **options):
    """Exit status of a command, and the time of processor that it took."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    status = subprocess.run(command, close_fds=False, **options).returncode
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return status, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def compile_twice(compiler, arguments):
    """Takes the compiler's place for a package that is measured: at opt-level 0 as cargo wants it, and once more at 1."""
    status, plain = seconds([compiler, *arguments])
    with tempfile.TemporaryDirectory() as folder:
        optimised = arguments.copy()
        optimised[optimised.index("--out-dir") + 1] = folder
        quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        _, time = seconds([compiler, *optimised, "-C", "opt-level=1"], **quiet)
    with open(os.environ["OPT_LEVELS_FILE"], "a") as file:
        print(os.environ["CARGO_PKG_NAME"], os.environ["CARGO_PKG_VERSION"], plain, time, file=file)
    sys.exit(status)


def main(packages):
    profile = tomllib.loads((TOP / "Cargo.toml").read_text())["profile"]["dev"]["package"]
    packages = packages or [name for name, entry in profile.items() if entry.get("opt-level") == 0]
    with tempfile.NamedTemporaryFile("r") as file:
        this = str(Path(__file__).resolve())
        environment = {"RUSTC_WRAPPER": this, "OPT_LEVELS": " ".join(packages), "OPT_LEVELS_FILE": file.name}
        command = ["cargo", "build", "--locked", "--tests", "--target-dir", TOP / "target/opt-levels"]
        subprocess.run(command, cwd=TOP, check=True, env=os.environ | environment)
        found = defaultdict(lambda: [0.0, 0.0])
        for name, version, plain, optimised in map(str.split, file):
            for total in (found[name], found[f"{name}@{version}"]):
                total[0] += float(plain)
                total[1] += float(optimised)
    for name in sorted(packages, key=lambda name: found[name][0] - found[name][1]):
        plain, optimised = found[name]
        print(f"{optimised - plain:7.1f} saved  {plain:6.1f} at 0  {optimised:6.1f} at 1  {name}")


if "OPT_LEVELS" not in os.environ:
    main(sys.argv[1:])
else:
    name, version = (os.environ.get(f"CARGO_PKG_{key}", "") for key in ("NAME", "VERSION"))
    wanted = os.environ["OPT_LEVELS"].split()
    if "--out-dir" in sys.argv and "build_script_build" not in sys.argv and {name, f"{name}@{version}"} & set(wanted):
        compile_twice(sys.argv[1], sys.argv[2:])
    os.execvp(sys.argv[1], sys.argv[1:])
