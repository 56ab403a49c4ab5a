#!/usr/bin/env python3
"""A folder with drafts of theses, copiers and ordinary texts, with the truth: are drafts versions, and nothing else?

    versions.py make OUT --texts TEXTS.jsonl.gz [--ordinary 200] [--theses 40] [--seed 1]
    chachong check OUT --json found.json
    versions.py judge OUT found.json

TEXTS has one `{"id", "text"}` a line. Every thesis of a student is a txt with a cover (title, name, number) before one of the
texts. OUT holds, one number each of:

- ordinary: one text each, half of them with a cover of their own, under the file names that people give;
- drafts: one thesis as an outline of 55 %, an edited draft of 80 % and the whole, named by stages, numbers or dates;
- copiers: own number and name on the cover, 70 % of another student's thesis;
- kept covers: 85 % of another student's thesis with the victim's cover, the file under the copier's own number and name;
- namesakes: two students of one name with other numbers, and one who copied half from the other;
- files: one text as txt and as md.
"""

import argparse
import gzip
import json
import random
from pathlib import Path

SURNAMES = "王李张刘陈杨黄赵周吴徐孙马朱胡郭何高林罗"
GIVEN = "知远越岚清平望舒景行若谷以宁思齐怀瑾明德子衿"
LEAST, MOST = 3_000, 15_000


def texts(path):
    with gzip.open(path, "rt", encoding="utf8") as lines:
        for line in lines:
            text = json.loads(line)["text"]
            if LEAST <= len(text) <= MOST:
                yield text


def cover(student, title):
    name, number = student
    return f"本科毕业论文\n\n题    目：{title}\n学生姓名：{name}\n学    号：{number}\n专    业：图书馆学\n\n"


def title_of(text):
    """A title of 14 characters of the text."""
    letters = [c for c in text if "\u4e00" <= c <= "\u9fff"]
    return "".join(letters[200:212]) + "研究"


def edited(text, dice):
    """The text with one of 12 paragraphs left out and one of 12 moved."""
    parts = [part for part in text.split("\n") if dice.random() > 1 / 12]
    for _ in range(len(parts) // 12):
        parts.insert(dice.randrange(len(parts)), parts.pop(dice.randrange(len(parts))))
    return "\n".join(parts)


def make(options):
    dice = random.Random(options.seed)
    out = Path(options.out)
    out.mkdir(parents=True)
    supply = list(texts(options.texts))
    dice.shuffle(supply)
    take = iter(supply)
    used = set()

    def student():
        while True:
            number = f"2022{dice.randrange(1_000_000):06}"
            if number not in used:
                used.add(number)
                return dice.choice(SURNAMES) + "".join(dice.sample(GIVEN, 2)), number

    truth = {"versions": [], "findings": [], "conflicts": []}

    def write(name, text):
        (out / name).write_text(text, encoding="utf8")
        return name

    for at in range(options.ordinary):
        text, (name, number) = next(take), student()
        if at % 2:
            write(f"{number}_{name}_论文.txt", cover((name, number), title_of(text)) + text)
        else:
            write(dice.choice([f"论文{at}.txt", f"{name}{at}.txt", f"终稿 ({at}).txt", f"thesis_v{at}.txt"]), text)
    forms = [
        ("{n}_{m}_初稿.txt", "{n}_{m}_修改稿.txt", "{n}_{m}_终稿.txt"),
        ("{m}论文v1.txt", "{m}论文v2.txt", "{m}论文v3.txt"),
        ("{m}20250301.txt", "{m}20250412.txt", "{m}20250520.txt"),
        ("{n}.txt", "{n} (1).txt", "{n} (2).txt"),
    ]
    for at in range(options.theses):
        text, who = next(take), student()
        head = cover(who, title_of(text))
        names = [form.format(n=who[1], m=who[0]) for form in forms[at % len(forms)]]
        drafts = [text[: len(text) * 55 // 100], edited(text[: len(text) * 8 // 10], dice), text]
        truth["versions"].append([write(name, head + draft) for name, draft in zip(names, drafts)][::-1])
        # A copier of the newest, with a cover of his own.
        copier, own = student(), next(take)
        copied = text[: len(text) * 7 // 10] + "\n" + own[: len(text) * 3 // 10]
        copy = write(f"{copier[1]}_{copier[0]}.txt", cover(copier, title_of(own)) + copied)
        truth["findings"].append([copy, names[2]])
        # A copier who kept the cover of a thesis that is there once.
        text, victim, copier = next(take), student(), student()
        head = cover(victim, title_of(text))
        first = write(f"{victim[1]}_{victim[0]}.txt", head + text)
        kept = write(f"{copier[1]}_{copier[0]}.txt", head + text[: len(text) * 85 // 100])
        truth["findings"].append([first, kept])
        truth["conflicts"].append([first, kept])
        # Two students of one name.
        one, other = student(), student()
        other = (one[0], other[1])
        text, own = next(take), next(take)
        first = write(f"{one[1]}_{one[0]}.txt", cover(one, title_of(text)) + text)
        second = cover(other, title_of(text)) + text[: len(text) // 2] + own[: len(text) // 2]
        truth["findings"].append([first, write(f"{other[1]}_{other[0]}.txt", second)])
        text = next(take)
        truth["versions"].append([write(f"投稿{at}.txt", text), write(f"投稿{at}.md", text)])
    (out.parent / (out.name + ".truth.json")).write_text(json.dumps(truth, ensure_ascii=False), encoding="utf8")


def judge(options):
    out = Path(options.out)
    truth = json.loads((out.parent / (out.name + ".truth.json")).read_text(encoding="utf8"))
    found = json.loads(Path(options.found).read_text(encoding="utf8"))
    verdicts = {frozenset((pair["a"], pair["b"])): pair["verdict"] for pair in found["pairs"]}
    theses = [[version["path"] for version in thesis["versions"]] for thesis in found["theses"]]
    conflicts = {frozenset((pair["a"], pair["b"])) for pair in found["version_conflicts"]}
    right = sum(set(thesis) in [set(one) for one in theses] for thesis in truth["versions"])
    newest = sum(thesis[0] in [one[0] for one in theses] for thesis in truth["versions"])
    wanted = {frozenset((a, b)) for thesis in truth["versions"] for a in thesis for b in thesis if a != b}
    wrong = [pair for pair, verdict in verdicts.items() if verdict == "version" and pair not in wanted]
    kept = sum(verdicts.get(frozenset(pair)) in ("near-duplicate", "large-part") for pair in truth["findings"])
    told = sum(frozenset(pair) in conflicts for pair in truth["conflicts"])
    others = len(conflicts - {frozenset(pair) for pair in truth["conflicts"]})
    print(f"documents {len(found['documents'])}, pairs listed {len(verdicts)}")
    print(f"theses found whole: {right} of {len(truth['versions'])}; with the right newest: {newest}")
    print(f"pairs wrongly taken for versions: {len(wrong)} {[sorted(pair) for pair in wrong[:5]]}")
    print(f"copies that stay findings: {kept} of {len(truth['findings'])}")
    print(f"kept covers told as conflicts: {told} of {len(truth['conflicts'])}; other conflicts: {others}")
    print(f"shared texts of three or more: {len(found['shared_texts'])}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(required=True)
    making = commands.add_parser("make")
    making.add_argument("out")
    making.add_argument("--texts", required=True)
    making.add_argument("--ordinary", type=int, default=200)
    making.add_argument("--theses", type=int, default=40)
    making.add_argument("--seed", type=int, default=1)
    making.set_defaults(run=make)
    judging = commands.add_parser("judge")
    judging.add_argument("out")
    judging.add_argument("found")
    judging.set_defaults(run=judge)
    options = parser.parse_args()
    options.run(options)


if __name__ == "__main__":
    main()
