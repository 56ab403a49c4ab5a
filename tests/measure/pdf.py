#!/usr/bin/env python3
"""How much of pdfium's text stands in ours: F1 of character 5-grams without white space, and of word 3-grams.

usage: pdf.py PROGRAM FOLDER        (pip install pypdfium2; PROGRAM is a built chachong)
"""

import collections
import pathlib
import re
import subprocess
import sys

import pypdfium2


def grams(items, length):
    return collections.Counter(items[i : i + length] for i in range(len(items) - length + 1))


def f1(ours, theirs):
    total = sum(ours.values()) + sum(theirs.values())
    return 2 * sum((ours & theirs).values()) / total if total else 1.0


def compared(text):
    """Hyphens at line ends are U+FFFE to pdfium and may be U+00AD in a font's map: one character, by any name."""
    return text.replace("\ufffe", "-").replace("\xad", "-")


def main():
    program, folder = sys.argv[1], pathlib.Path(sys.argv[2])
    scores = []
    for path in sorted(folder.glob("*.pdf")):
        pages = pypdfium2.PdfDocument(path)
        theirs = compared("\n".join(page.get_textpage().get_text_range() for page in pages))
        run = subprocess.run([program, "extract", str(path)], capture_output=True, check=False)
        ours = compared(run.stdout.decode())
        squeezed = [re.sub(r"\s", "", text) for text in (ours, theirs)]
        words = [tuple(re.findall(r"\w+", text)) for text in (ours, theirs)]
        scores.append((f1(*(grams(text, 5) for text in squeezed)), f1(*(grams(text, 3) for text in words))))
        print(f"{path.name}  {scores[-1][0]:.4f}  {scores[-1][1]:.4f}")
    characters, words = ([score[i] for score in scores] for i in (0, 1))
    print(f"{len(scores)} files: characters {sum(characters) / len(scores):.4f}, lowest {min(characters):.4f}; "
          f"words {sum(words) / len(scores):.4f}")


main()
