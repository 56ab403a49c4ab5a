#!/usr/bin/env python3
"""Rings of copiers in a folder of ordinary texts, with the truth: is the share right, is nobody else accused?

    rings.py make OUT --texts TEXTS.jsonl.gz --documents 200 --rings 2,4,8 [--share 0.12] [--library OTHER]
    chachong check OUT --json found.json [--library L]
    rings.py judge OUT found.json

TEXTS has one `{"id", "text"}` a line; only texts with an odd first byte of the md5 of their id are taken, since the tables in
assets/frequencies come from the others. Every document gets a page of instructions. The members of a ring share passages of
texts that are in no folder. With --library every other member of a ring is put into the folder OTHER instead.
"""

import argparse
import gzip
import hashlib
import json
import random
from pathlib import Path

LEAST, MOST = 3_000, 15_000
INSTRUCTIONS = "。".join(
    f"第{number}条，{what}"
    for number, what in enumerate(
        [
            "封面须写明题目、姓名、学号、指导教师和交稿日期，题目不得超过二十五个字",
            "正文用小四号宋体，行距二十磅，上下页边距各二点五厘米，左边留出装订线的位置",
            "摘要不超过四百字，须交代研究的问题、所用的材料、得到的结果和尚未解决之处",
            "每章另起一页，章的标题居中，节的标题顶格，不得出现只有一行的页",
            "图的名称写在图下，表的名称写在表上，编号从一开始连续排到文末",
            "引用他人的文字一律加引号并在文末写明出处，转引的材料要注明转引自何处",
            "问卷、访谈提纲和原始数据放在附录里，附录的页码接着正文往下排",
            "打印稿一式三份，电子稿一份，文件名依次写学号、姓名和题目",
            "初稿在第十周之前交给指导教师，修改稿在第十四周之前交到院系办公室",
            "答辩前三天由办公室公布分组名单，缺席者须事先书面请假并另行安排时间",
            "成绩由指导教师、评阅人和答辩小组分别评定，三项各占三成、三成和四成",
            "论文一经提交不得撤换，发现抄袭者取消答辩资格并报学校处理",
        ],
        1,
    )
)


def texts(path, everything):
    with gzip.open(path, "rt", encoding="utf8") as lines:
        for line in lines:
            row = json.loads(line)
            if (everything or hashlib.md5(row["id"].encode()).digest()[0] % 2) and LEAST <= len(row["text"]) <= MOST:
                yield row["text"]


def plant(host, passages, dice):
    """The host with the passages between its paragraphs."""
    parts = host.split("\n")
    for passage in passages:
        parts.insert(dice.randrange(1, len(parts) + 1), passage)
    return "\n".join(parts)


def make(options):
    dice = random.Random(options.seed)
    found = list(texts(options.texts, options.all))
    dice.shuffle(found)
    sizes = [int(size) for size in options.rings.split(",") if size]
    rings = len(sizes)
    donors, hosts = found[:rings], found[rings:]
    # More documents than texts: clauses of two to four syllables from everywhere, in sentences, which share nothing.
    letters = "".join(c for text in found for c in text if "\u4e00" <= c <= "\u9fff")
    while len(hosts) < options.documents:
        words = [letters[at : at + dice.randrange(2, 5)] for at in dice.choices(range(len(letters) - 5), k=1_500)]
        lines = ["".join(words[at : at + 12]) + "。" for at in range(0, len(words), 12)]
        hosts.append("\n".join(lines))
    hosts = hosts[: options.documents]
    out = Path(options.out)
    out.mkdir(parents=True, exist_ok=True)
    other = Path(options.library) if options.library else None
    if other:
        other.mkdir(parents=True, exist_ok=True)
    truth, place = {}, 0
    for ring, (size, donor) in enumerate(zip(sizes, donors)):
        mean = sum(map(len, hosts[place : place + size])) / size
        length = min(int(mean * options.share / (1 - options.share) / 2), len(donor) // 2 - 200)
        passages = [donor[100 : 100 + length], donor[len(donor) // 2 : len(donor) // 2 + length]]
        passages = [passage.replace("\n", "") for passage in passages]
        for member in range(size):
            whole = plant(hosts[place], passages, dice)
            planted = sum(not c.isspace() for passage in passages for c in passage)
            away = bool(other) and member % 2 == 1
            name = f"ring{ring}-{size}-{place:05}.txt"
            write((other if away else out) / name, whole, options)
            truth[name] = {"ring": ring, "size": size, "planted": planted, "library": away}
            place += 1
    for number, host in enumerate(hosts[place:], place):
        name = f"alone-{number:05}.txt"
        away = bool(other) and number % 2 == 1
        write((other if away else out) / name, host, options)
        truth[name] = {"ring": None, "planted": 0, "library": away}
    (out.parent / f"{out.name}-truth.json").write_text(json.dumps(truth))


def write(path, text, options):
    page = "" if options.no_instructions else INSTRUCTIONS + "。\n"
    path.write_text(page + text, encoding="utf8")


def judge(options):
    out = Path(options.out)
    truth = json.loads((out.parent / f"{out.name}-truth.json").read_text())
    found = json.loads(Path(options.found).read_text())
    shares = {Path(row["path"]).name: row["total_copied_share"] or 0.0 for row in found["documents"]}
    rows = {Path(row["path"]).name: row for row in found["documents"]}
    sizes = {}
    for name, true in truth.items():
        if true["ring"] is not None and not true["library"]:
            row = rows[name]
            # Planted notes, references and quotations are left out by right, of both sides of the fraction.
            left = sum(r["copied_characters"] for r in row["left_out"] if r["reason"] != "common")
            net = max(true["planted"] - left, 0) / max(row["countable_characters"], 1)
            sizes.setdefault((true["ring"], true["size"]), []).append((shares.get(name, 0.0), net))
    for (ring, size), rows in sorted(sizes.items(), key=lambda item: item[0][1]):
        got, want = (sum(column) / len(rows) for column in zip(*rows))
        worst = max(abs(x - y) for x, y in rows)
        print(f"ring of {size:4}: mean share {got:.3f}, true {want:.3f}, worst member off by {worst:.3f}")
    related, strangers = {}, []
    for pair in found["pairs"]:
        a, b = (Path(pair[side]).name.replace("library:", "") for side in ("a", "b"))
        same = truth.get(a, {}).get("ring"), truth.get(b, {}).get("ring")
        share = max(pair["copied_share_a"] or 0.0, pair["copied_share_b"] or 0.0)
        if same[0] is not None and same[0] == same[1]:
            related.setdefault(same[0], set()).update([a, b])
        elif share > 0.0:
            strangers.append((share, a, b))
    missing = [name for name, true in truth.items() if true["ring"] is not None and not true["library"]
               and name not in related.get(true["ring"], ())]
    print(f"members in no pair of their ring: {len(missing)} {missing[:5]}")
    print(f"pairs of strangers with a share: {len(strangers)} {sorted(strangers, reverse=True)[:5]}")
    alone = [shares.get(name, 0.0) for name, true in truth.items() if true["ring"] is None and not true["library"]]
    print(f"documents in no ring with a share: {sum(share > 0.0 for share in alone)} of {len(alone)}")


parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
commands = parser.add_subparsers(required=True)
command = commands.add_parser("make")
command.add_argument("out")
command.add_argument("--texts", required=True)
command.add_argument("--documents", type=int, default=200)
command.add_argument("--rings", default="2,4,5,6,8,12,40")
command.add_argument("--share", type=float, default=0.12)
command.add_argument("--library")
command.add_argument("--all", action="store_true", help="take every text, also those behind the tables")
command.add_argument("--no-instructions", action="store_true")
command.add_argument("--seed", type=int, default=14)
command.set_defaults(run=make)
command = commands.add_parser("judge")
command.add_argument("out")
command.add_argument("found")
command.set_defaults(run=judge)
options = parser.parse_args()
options.run(options)
