#!/usr/bin/env python3
"""Share of the 13-character runs that pandoc's tree and LibreOffice both give which stand in our text too.

usage: docx.py PROGRAM FOLDER       (apt-get install pandoc libreoffice-writer; PROGRAM is a built chachong)

pandoc's tree is read instead of its plain output, which makes up the numbers of lists; notes follow their paragraph.
"""

import json
import pathlib
import re
import subprocess
import sys
import tempfile

LENGTH = 13


def squeezed(text):
    return re.sub(r"\s+", "", text.replace("\ufeff", ""))


def runs(text):
    return [text[i : i + LENGTH] for i in range(len(text) - LENGTH + 1)]


def pandoc(path):
    run = subprocess.run(["pandoc", "-t", "json", str(path)], capture_output=True, check=True)
    out, notes = [], []

    def walk(node):
        if isinstance(node, list):
            for part in node:
                walk(part)
        if not isinstance(node, dict):
            return
        kind, content = node.get("t"), node.get("c")
        if kind == "Str":
            out.append(content)
        elif kind in ("Code", "CodeBlock", "Math"):
            out.append(content[1])
        elif kind == "Note":
            notes.append(content)
        elif kind in ("Image", "Link", "Span", "Div"):
            walk(content[1])
        elif kind == "Header":
            walk(content[2])
        elif kind not in ("RawInline", "RawBlock"):
            walk(content)
        if kind in ("Para", "Plain", "Header") and notes:
            waiting, notes[:] = notes[:], []
            walk(waiting)

    walk(json.loads(run.stdout)["blocks"])
    return squeezed("".join(out))


def main():
    program, folder = sys.argv[1], pathlib.Path(sys.argv[2])
    files = sorted(folder.glob("*.docx"))
    found = wanted = 0
    with tempfile.TemporaryDirectory() as out:
        convert = ["soffice", "--headless", "--convert-to", "txt:Text (encoded):UTF8", "--outdir", out]
        subprocess.run(convert + [str(path) for path in files], capture_output=True, check=True)
        for path in files:
            office = set(runs(squeezed((pathlib.Path(out) / f"{path.stem}.txt").read_text("utf-8"))))
            both = [run for run in runs(pandoc(path)) if run in office]
            run = subprocess.run([program, "extract", str(path)], capture_output=True, check=False)
            ours = set(runs(squeezed(run.stdout.decode())))
            hits = sum(run in ours for run in both)
            found, wanted = found + hits, wanted + len(both)
            print(f"{path.name}  {hits / max(len(both), 1):.4f} of {len(both)}")
    print(f"{len(files)} files: {found / max(wanted, 1):.5f}")


main()
