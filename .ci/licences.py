#!/usr/bin/env python3
"""Fails if a dependency has a licence that .ci/deny.toml does not allow. `cargo deny --config .ci/deny.toml check licenses`
says the same and more; building it takes longer than all tests."""

import json
import re
import subprocess
import sys
import tomllib
from pathlib import Path

allowed = set(tomllib.loads((Path(__file__).parent / "deny.toml").read_text(encoding="utf8"))["licenses"]["allow"])
command = ["cargo", "metadata", "--format-version", "1", "--locked"]
packages = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)["packages"]


def holds(expression):
    """Whether an SPDX expression is satisfied by allowed licences: OR needs one side, AND both."""
    tokens = re.findall(r"\(|\)|[^\s()]+", expression.replace("/", " OR "))

    def operand():
        token = tokens.pop(0)
        if token == "(":
            value = alternatives()
            tokens.pop(0)
            return value
        if tokens[:1] == ["WITH"]:
            token = " ".join([token, tokens.pop(0), tokens.pop(0)])
        return token in allowed

    def conjunction():
        value = operand()
        while tokens[:1] == ["AND"]:
            tokens.pop(0)
            value = operand() and value
        return value

    def alternatives():
        value = conjunction()
        while tokens[:1] == ["OR"]:
            tokens.pop(0)
            value = conjunction() or value
        return value

    return alternatives()


bad = [f"{p['name']} {p['version']}: {p['license']}" for p in packages if not holds(p["license"] or "none")]
print(f"{len(packages)} packages, {len(bad)} with a licence that is not allowed")
sys.exit("\n".join(bad) if bad else 0)
