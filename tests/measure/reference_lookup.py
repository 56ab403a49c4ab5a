#!/usr/bin/env python3
"""Does the look-up of references find the works that a library has, and no others?

    reference_lookup.py PROGRAM REPORT.json... [--most 1500] [--filler 0] [--seed 1] [--half 0|1] [--show]

REPORT.json is the JSON report of a check of real documents: its reference lists give titles, authors and years. Every other work goes into a
library, the rest does not; of the rest, works with near titles go into it: a word of another title in place of one, a part number,
a word more, each by the same author or another one. A document then cites all works, those of the library with the slips that lists have. `--filler`
adds so many further works with titles mixed from the real ones. `--half` takes every other work, so that one half can be tuned on.

Prints for each kind how many works were found, shown as similar and not found.
"""

import argparse
import collections
import json
import random
import re
import subprocess
import tempfile
import time
from pathlib import Path

CHINESE = re.compile(r"[\u4e00-\u9fff]")
LOOKALIKE = str.maketrans("lIoOcesgmn0il", "1l0Qeocqnm0jI")


def works(reports, rng):
    found = {}
    for report in reports:
        for document in json.loads(Path(report).read_text(encoding="utf-8"))["documents"]:
            for entry in document.get("references") or []:
                title, authors, year = entry["title"], entry["authors"], entry["year"]
                key = re.sub(r"\W", "", title or "").lower()
                if title and authors and year and 6 <= len(key) and len(title) <= 120 and not re.search(r"[\[\].。/]", title):
                    found.setdefault(key, {"title": title, "authors": authors[:3], "year": year})
    found = [found[key] for key in sorted(found)]
    rng.shuffle(found)
    return found


def words(title):
    """Words of a title; a Chinese word is taken to have two characters."""
    if CHINESE.search(title):
        return re.findall(r"[\u4e00-\u9fff]{1,2}|[^\u4e00-\u9fff]+", title)
    return re.findall(r"\S+\s*", title)


def near(title, other, kind, rng):
    """Title of another work on the same subject."""
    own, others = words(title), [word for word in words(other) if word.strip()]
    long = [at for at, word in enumerate(own) if len(word.strip()) >= 2 and not re.search(r"^(and|the|for|with|of)\b", word)]
    if kind == "word exchanged" and long:
        at = rng.choice(long)
        is_chinese = bool(CHINESE.search(own[at]))
        fitting = [word for word in others if bool(CHINESE.search(word)) == is_chinese and len(word.strip()) >= (2 if is_chinese else 5)]
        new = rng.choice([word for word in fitting if word.strip() != own[at].strip()] or ["灯塔" if is_chinese else "luminous"])
        own[at] = new.rstrip() + (" " if own[at].endswith(" ") else "")
        return "".join(own).strip()
    if kind == "part number":
        return title + ("（二）" if CHINESE.search(title) else " II")
    is_chinese = bool(CHINESE.search(title))
    fitting = [word for word in others if bool(CHINESE.search(word)) == is_chinese and len(word.strip()) >= (2 if is_chinese else 5)]
    more = rng.choice(fitting or ["灯塔" if is_chinese else "luminous "])
    return "".join(own[:1] + [more.rstrip() + ("" if CHINESE.search(title) else " ")] + own[1:]).strip()


def slip(work, kind, rng):
    """The work as an entry prints it."""
    title, authors, year = work["title"], list(work["authors"]), work["year"]
    if kind == "width and signs":
        title = "".join(chr(ord(c) + 0xFEE0) if c in "():,-" else c for c in title).replace("“", "").replace("”", "").replace("《", "").replace("》", "")
    elif kind == "case":
        title = title.lower() if rng.random() < 0.5 else title.upper()
    elif kind == "misprint":
        at = rng.randrange(len(title))
        c = title[at]
        title = title[:at] + (rng.choice("灯书夜读馆员街") if CHINESE.match(c) else c.translate(LOOKALIKE) if c.translate(LOOKALIKE) != c else "") + title[at + 1:]
    elif kind == "misprints, 1 in 15":
        title = "".join((rng.choice("灯书夜读馆员街") if CHINESE.match(c) else c.translate(LOOKALIKE)) if rng.random() < 1 / 15 else c for c in title)
    elif kind == "without subtitle":
        title = re.split(r"：|:|——| - ", title)[0]
    elif kind == "year of another edition":
        year += 3
    elif kind == "first author only":
        authors = authors[:1]
    return f"{', '.join(authors)}. {title.strip()}[J]. {'灯塔学报' if CHINESE.search(title) else 'Journal of Lamps'}, {year}, 29(3): 17-18."


SLIPS = ["none", "width and signs", "case", "misprint", "misprints, 1 in 15", "without subtitle", "year of another edition", "first author only"]
NEAR = ["word exchanged", "part number", "word more"]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("reports", nargs="+")
    parser.add_argument("--most", type=int, default=1500)
    parser.add_argument("--filler", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--half", type=int, choices=(0, 1))
    parser.add_argument("--show", action="store_true")
    options = parser.parse_args()
    rng = random.Random(options.seed)
    found = works(options.reports, rng)
    if options.half is not None:
        found = found[options.half::2]
    found = found[: options.most]
    library, cited = [], []
    for at, work in enumerate(found):
        other = rng.choice(found)
        if at % 2 == 0:
            library.append(work)
            kind = SLIPS[at // 2 % len(SLIPS)]
            if kind == "without subtitle" and not re.search(r".{4}(：|:|——| - )", work["title"]):
                kind = "none"
            cited.append((f"there: {kind}", work, slip(work, kind, rng)))
        else:
            kind = NEAR[at // 2 % len(NEAR)]
            by = rng.random() < 0.5
            title = near(work["title"], other["title"], kind, rng)
            is_other = re.sub(r"\W", "", title).lower() != re.sub(r"\W", "", work["title"]).lower()
            if is_other:
                library.append({"title": title, "authors": work["authors"] if by else other["authors"], "year": work["year"] if rng.random() < 0.5 else other["year"]})
            label = f"not there: {kind}, {'same author' if by else 'other author'}"
            cited.append((label if is_other else "not there", work, slip(work, "none", rng)))
    for _ in range(options.filler):
        one, other = rng.choice(found), rng.choice(found)
        library.append({"title": near(one["title"], other["title"], rng.choice(NEAR), rng), "authors": other["authors"], "year": one["year"]})
    rng.shuffle(library)
    with tempfile.TemporaryDirectory() as folder:
        folder = Path(folder)
        with open(folder / "works.jsonl", "w", encoding="utf-8") as out:
            for at, work in enumerate(library):
                text = "".join(rng.choice("夜里的图书馆比白天安静值班员坐到深灯光照着空荡书架和几位迟归读者") for _ in range(260))
                row = {"id": str(at), "title": work["title"], "author": "; ".join(work["authors"]), "date": str(work["year"]), "text": text}
                out.write(json.dumps(row, ensure_ascii=False) + "\n")
        base = folder / "works.chachong"
        subprocess.run([options.program, "library", "add", base, folder / "works.jsonl", "-q"], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        (folder / "papers").mkdir()
        size = 60
        for start in range(0, len(cited), size):
            body = "第一章 绪论\n\n本文讨论夜间开放的图书馆。\n\n参考文献\n"
            body += "\n".join(f"[{at}] {line}" for at, (_, _, line) in enumerate(cited[start : start + size], 1)) + "\n"
            (folder / "papers" / f"{start:05}.txt").write_text(body, encoding="utf-8")
        begun = time.time()
        for round in ("first", "second"):
            begun = time.time()
            subprocess.run([options.program, "check", folder / "papers", "--library", base, "--find-references", "--json", folder / "a.json", "-q"], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            print(f"{round} check: {time.time() - begun:.1f} s")
        report = json.loads((folder / "a.json").read_text(encoding="utf-8"))
    answers = {}
    for document in report["documents"]:
        if document["path"].endswith(".txt") and document["references"]:
            for entry in document["references"]:
                answers[int(document["path"][-9:-4]) + (entry["number"] or 0) - 1] = entry
    table = collections.defaultdict(collections.Counter)
    for at, (kind, work, line) in enumerate(cited):
        entry = answers.get(at, {})
        lookup = entry.get("lookup") or {"answer": "entry not read", "record": None}
        answer = lookup["answer"]
        if answer == "found" and kind.startswith("there"):
            if re.sub(r"\W", "", lookup["record"]["title"]).lower() != re.sub(r"\W", "", work["title"]).lower():
                answer = "another"
        table[kind][answer] += 1
        wrong = answer in ("found", "another") if kind.startswith("not") else answer != "found"
        if options.show and wrong:
            record = lookup["record"] or {}
            print(f"{kind}\n  {line}\n  {answer}: {entry.get('title')} | {record.get('title')} {record.get('authors')} {record.get('year')} {record.get('differs_in')}")
    print(f"library of {len(library)} works, {len(cited)} entries")
    for kind in sorted(table):
        counts = table[kind]
        print(f"{kind:50} {sum(counts.values()):5}  " + ", ".join(f"{name} {count}" for name, count in counts.most_common()))


main()
