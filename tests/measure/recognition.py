#!/usr/bin/env python3
"""How much of the text of made scans is recognised, in which order, how surely, and at what cost.

usage: recognition.py PROGRAM MODELS usual|careful SCANS [NAME]

PROGRAM is `cargo build --release --example recognise`; SCANS the folder that tests/fixtures/make_scans.py wrote; NAME a part of
the names of the pictures to read. One process reads all pictures, one after the other, as a worker does.

Figures, a row for each kind of picture: F1 of 5-grams (ideographs only for Chinese, letters and digits for English) of all lines that
are shown, and the same for the lines that count; order: of the 8-grams that stand once in both texts, the share in the longest run
that ascends in both; seconds of one processor; wrong turns, wrong numbers of pages; and how many lines of each confidence are exact.
"""
import bisect
import collections
import json
import pathlib
import re
import subprocess
import sys
import unicodedata


def kept(text, language):
    text = unicodedata.normalize("NFKC", text)
    if language == "zh":
        return "".join(c for c in text if "\u4e00" <= c <= "\u9fff")
    return "".join(c for c in text.casefold() if c.isalnum())


def grams(text, length):
    return collections.Counter(text[i:i + length] for i in range(len(text) - length + 1))


def overlap(truth, found):
    common = sum((truth & found).values())
    return common, sum(truth.values()), sum(found.values())


def f1(common, truth, found):
    return 2 * common / (truth + found) if truth + found else 1.0


def order(truth, found, length=8):
    """Share of the runs that both texts have once which lies in the longest ascending sequence; None for fewer than 20."""
    here, there = grams(truth, length), grams(found, length)
    places = {truth[i:i + length]: i for i in range(len(truth) - length + 1)}
    sequence = [places[g] for i in range(len(found) - length + 1)
                if here.get(g := found[i:i + length]) == 1 and there[g] == 1]
    if len(sequence) < 20:
        return None
    ends = []
    for place in sequence:
        at = bisect.bisect_left(ends, place)
        ends[at:at + 1] = [place]
    return len(ends) / len(sequence)


def lines_of(read, trusted):
    for page in read["pages"]:
        for line in page["lines"]:
            if not trusted or (page["state"] == "read" and line["confidence"] >= 8500):
                yield line


def main():
    program, models, care, scans = sys.argv[1:5]
    wanted = sys.argv[5] if len(sys.argv) > 5 else ""
    scans = pathlib.Path(scans)
    truth = [row for row in json.loads((scans / "truth.json").read_text(encoding="utf8")) if re.search(wanted, row["file"])]
    command = [program, models, care, *(str(scans / row["file"]) for row in truth)]
    run = subprocess.run(command, capture_output=True, text=True, check=True)
    rows = [json.loads(line) for line in run.stdout.splitlines()]
    (scans / f"result-{care}.json").write_text(json.dumps(rows, ensure_ascii=False), encoding="utf8")
    kinds = collections.defaultdict(list)
    calibration = collections.defaultdict(lambda: [0, 0])
    for facts, row in zip(truth, rows, strict=True):
        read, language = row["read"], facts["language"]
        columns = f"{facts['columns']} columns" if facts["columns"] > 1 else "1 column"
        expected = kept("".join(facts["text"]), language)
        shown = kept("".join(line["text"] for line in lines_of(read, False)), language)
        counted = kept("".join(line["text"] for line in lines_of(read, True)), language)
        five = grams(expected, 5)
        outcome = {
            "file": facts["file"],
            "shown": overlap(five, grams(shown, 5)),
            "counted": overlap(five, grams(counted, 5)),
            "order": order(expected, shown),
            "seconds": row["cpu"], "peak": row["peak"],
            "lines": sum(1 for _ in lines_of(read, False)),
            "turn": facts.get("turn", "none") == read["turn"],
            "pages": facts.get("pages", 1) == len(read["pages"]),
            "unread": sum(page["state"] == "not-read" for page in read["pages"]),
        }
        kinds[facts["kind"], language, columns].append(outcome)
        for line in lines_of(read, False):
            text = kept(line["text"], language)
            if len(text) >= 5:
                band = min(line["confidence"] // 100, 99) if line["confidence"] >= 8500 else 84
                band = next(low for low in (99, 98, 97, 95, 90, 85, 0) if band >= low)
                calibration[language, band][0] += 1
                calibration[language, band][1] += text in expected
    print("| pages | number | F1 shown | F1 counted | order | CPU-s a page | most | peak MB | wrong turns | wrong divisions | not read | lines |")
    print("| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |")
    for key, of in sorted(kinds.items()):
        total = lambda name: f1(*map(sum, zip(*(row[name] for row in of))))
        orders = [row["order"] for row in of if row["order"] is not None]
        print(f"| {' '.join(key)} | {len(of)} | {total('shown'):.4f} | {total('counted'):.4f} |"
              f" {sum(orders) / len(orders) if orders else float('nan'):.3f} | {sum(row['seconds'] for row in of) / len(of):.2f} |"
              f" {max(row['seconds'] for row in of):.2f} | {max(row['peak'] for row in of)} | {sum(not row['turn'] for row in of)} |"
              f" {sum(not row['pages'] for row in of)} | {sum(row['unread'] for row in of)} | {sum(row['lines'] for row in of)} |")
    print("\n| confidence of lines with 5 and more characters from | lines | exact |\n| --- | --- | --- |")
    for (language, band), (lines, exact) in sorted(calibration.items(), reverse=True):
        print(f"| {language} .{band:02} | {lines} | {exact} ({exact / lines:.3f}) |")
    print("\nThe worst pages:")
    every = [row for of in kinds.values() for row in of if row["shown"][1]]
    for row in sorted(every, key=lambda row: f1(*row["shown"]))[:12]:
        print(f"  {row['file']}: F1 {f1(*row['shown']):.3f}, order {row['order']}")


main()
