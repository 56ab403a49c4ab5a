#!/usr/bin/env python3
"""Does a re-check say what became of each earlier passage? Revisions of every kind, with the truth.

    recheck.py PROGRAM TEXTS [--cases CASES.jsonl.gz] [--each 10] [--half 0|1] [--seed 1] [--keep FOLDER] [--show]

TEXTS is a folder of texts (txt) of one language. Each case is a text with a passage of another one, which is checked too. In the new
version the passage is deleted, replaced, quoted, cited, cited elsewhere, disguised in five ways or in all of them, moved, halved, or left
alone; or it stands in the new version only. CASES has rewritings that others made, one a line: {"kind", "susp", "src", "plag"}, with
plag = [[start, end, start in src, end in src], ...]; their earlier versions have the passage as in the source. `--half` takes every other
text or case, so that one half can be tuned on and the other measured.

Prints the states that were found for each kind, and how many are right.
"""

import argparse
import collections
import gzip
import json
import random
import re
import subprocess
import tempfile
from pathlib import Path

# States that are right for each kind. A sentence whose clauses changed places has all its words: it is unchanged or reworded.
RIGHT = {
    "untouched": {"unchanged"},
    "moved": {"unchanged"},
    "halved": {"shortened"},
    "deleted": {"gone"},
    "replaced": {"replaced"},
    "quoted": {"now-quoted"},
    "quoted and cited": {"now-quoted"},
    "cited": {"now-cited"},
    "cited elsewhere": {"unchanged"},
    "synonyms": {"reworded"},
    "reordered": {"reworded", "unchanged"},
    "split and joined": {"reworded", "unchanged"},
    "active and passive": {"reworded"},
    "words in and out": {"reworded", "shortened"},
    "all disguises": {"reworded"},
    "new": {"new"},
}
# The same for the cases of others. Letters of other alphabets and invisible ones are no other words.
OF_OTHERS = {
    **dict.fromkeys(["none", "no-obfuscation"], {"unchanged"}),
    **dict.fromkeys(["width", "invis", "homo", "trad", "spaces", "reorder", "splitmerge"], {"unchanged", "reworded"}),
    **dict.fromkeys(["syn10", "syn30", "heavy", "random", "random-obfuscation", "translation-obfuscation"], {"reworded"}),
    **dict.fromkeys(["drop", "digest", "summary-obfuscation"], {"reworded", "shortened"}),
}

SYNONYMS = {
    "zh": """研究 探究;重要 关键;发展 演进;问题 难题;提高 提升;影响 作用于;分析 剖析;方法 办法;认为 主张;表明 显示;主要 首要;
        通过 借助;进行 开展;利用 运用;采用 使用;由于 因为;因此 所以;但是 然而;同时 与此同时;不断 持续;增加 增多;减少 降低;
        形成 构成;具有 拥有;存在 有着;需要 有必要;必须 务必;能够 可以;要求 需求;条件 前提;过程 进程;结果 成果;目的 目标;
        作用 功用;特点 特征;基础 根基;内容 内涵;方面 层面;情况 状况;关系 联系;加强 强化;促进 推动;建立 创建;完善 健全;
        实现 达成;解决 化解;选择 挑选;提供 给予;注意 留意;保证 确保;有效 行之有效;明显 显著;非常 十分;较 比较;以及 和;
        特别 尤其;目前 当前;现在 如今;过去 以往;许多 众多;各种 种种;一些 若干;其中 当中;例如 比如;如果 倘若;虽然 尽管;
        为了 旨在;根据 依据;按照 依照;对于 关于;成为 变为;开始 着手;得到 获得;使 令;人们 大众;工作 任务;社会 社群;企业 公司;
        生产 制造;技术 工艺;教育 教学;学生 学员;学习 研习;知识 学识;思想 观念;文化 人文;历史 史实;国家 国度;世界 全球;
        经济 财经;市场 行市;管理 治理;组织 机构;设计 规划;系统 体系;结构 构造;变化 变动;水平 水准;能力 本领;原因 缘由""",
    "en": """important significant;use employ;used employed;using employing;show demonstrate;shows demonstrates;many numerous;
        help assist;helps assists;need require;needs requires;make produce;makes produces;made produced;find discover;found discovered;
        because since;however nevertheless;also additionally;good beneficial;best finest;big large;large sizable;small little;
        new novel;old ancient;people individuals;often frequently;usually normally;always invariably;very extremely;begin start;
        began started;start commence;end conclude;give provide;gives provides;given provided;get obtain;gets obtains;think believe;
        say state;says states;said stated;work function;works functions;way manner;ways manners;part portion;parts portions;
        change alter;changes alterations;problem difficulty;problems difficulties;increase grow;increased grew;decrease decline;
        different distinct;similar alike;several various;example instance;examples instances;result outcome;results outcomes;
        reason cause;purpose aim;about concerning;through via;while whereas;during throughout;after following;before prior to;
        between among;around near;world globe;country nation;countries nations;city town;house home;child youngster;children youngsters;
        student pupil;students pupils;book volume;write compose;written composed;read peruse;understand comprehend;learn study;
        information data;service offering;services offerings;company firm;companies firms;business enterprise;money funds;price cost;
        year twelvemonth;years twelvemonths;day date;time period;first initial;last final;can is able to;must has to;should ought to;
        may might;great remarkable;keep retain;provide supply;provides supplies;include comprise;includes comprises;allow permit;
        allows permits;create build;created built;develop evolve;developed evolved;control regulate;system scheme;systems schemes;
        common widespread;simple plain;hard tough;easy effortless;fast quick;complete entire;total whole;main principal;able capable""",
}
INSERTED = {
    "zh": ["其实", "事实上", "可以说", "从某种意义上讲", "相应地", "就此而言", "在一定程度上", "总的来看"],
    "en": ["in fact", "of course", "as is well known", "in a way", "to some extent", "accordingly", "in this respect", "on the whole"],
}
DELETED = {
    "zh": "的 了 也 就 都 而 则 很 并 还 又 却 便 即 所 着 非常 十分 已经 不断 进一步 一个 这些 这种 我们 其".split(),
    "en": "the a an very also that just then quite really so still even only some such this these those its".split(),
}
JOINED = {"zh": ["，而且", "，同时", "，并且"], "en": [", and ", ", while ", ", and moreover "]}
# Verbs of simple clauses: third person or past, and participle.
VERBS = """uses used;used used;makes made;made made;provides provided;provided provided;shows shown;showed shown;gives given;gave given;
    needs needed;needed needed;creates created;created created;helps helped;helped helped;includes included;included included;
    requires required;required required;offers offered;offered offered;contains contained;supports supported;supported supported;
    produces produced;produced produced;finds found;found found;takes taken;took taken;brings brought;brought brought;keeps kept;
    allows allowed;allowed allowed;affects affected;affected affected;covers covered;covered covered;describes described;
    described described;receives received;received received;wrote written;built built;developed developed;has had;had had"""


def table(text):
    return [tuple(one.split(None, 1)) for one in re.split(r";\s*", text.strip())]


class Disguises:
    """Ways of disguising a passage of one language; each returns other text, from sentence to sentence."""

    def __init__(self, language, dice):
        self.language, self.dice = language, dice
        self.end = r"(?<=[。！？；])" if language == "zh" else r"(?<=[.!?])\s+"
        self.comma = "，" if language == "zh" else ", "
        self.gap = "" if language == "zh" else " "

    def sentences(self, text):
        return [one for one in re.split(self.end, text) if one.strip()]

    def of_sentences(self, text, change):
        return self.gap.join(change(one) for one in self.sentences(text))

    def synonyms(self, text):
        for word, other in table(SYNONYMS[self.language]):
            if self.language == "zh":
                text = text.replace(word, f"\0{other}\0")
            else:
                text = re.sub(rf"\b{word}\b", other.replace(" ", "\0 "), text)
        return text.replace("\0", "")

    def reordered(self, text):
        def turned(sentence):
            body, end = sentence.rstrip()[:-1], sentence.rstrip()[-1:]
            clauses = body.split(self.comma)
            if len(clauses) > 1:
                at = len(clauses) // 2
                clauses = clauses[at:] + clauses[:at]
            return self.comma.join(clauses) + end

        sentences = [turned(one) for one in self.sentences(text)]
        for at in range(0, len(sentences) - 1, 2):
            sentences[at], sentences[at + 1] = sentences[at + 1], sentences[at]
        return self.gap.join(sentences)

    def split_and_joined(self, text):
        sentences = self.sentences(text)
        new = []
        for at, sentence in enumerate(sentences):
            stop = "。" if self.language == "zh" else ". "
            if at % 2 and new:
                joint = self.dice.choice(JOINED[self.language])
                new[-1] = new[-1].rstrip()[:-1] + joint + sentence
            else:
                new.append(sentence.replace(self.comma, stop))
        return self.gap.join(new)

    def active_and_passive(self, text):
        return self.of_sentences(text, self.turned_zh if self.language == "zh" else self.turned_en)

    @staticmethod
    def turned_zh(sentence):
        clauses = re.split(r"(?<=[，。！？；])", sentence)
        patterns = [
            (r"^(.{2,12})把(.{2,14})([^，。！？；]{2,12})([，。！？；])$", r"\2被\1\3\4"),
            (r"^(.{2,14})被(.{2,10})所?([^，。！？；]{2,8})([，。！？；])$", r"\2把\1\3\4"),
            (r"^(.{0,14})对(.{2,14})进行了?([^，。！？；]{2,8})([，。！？；])$", r"\2被\1加以\3\4"),
            (r"^(.{2,16})使(.{2,10})([^，。！？；]{2,14})([，。！？；])$", r"\2因\1而\3\4"),
            (r"^(.{2,14})是由(.{2,14})([^，。！？；]{2,8})的([，。！？；])$", r"\2\3了\1\4"),
            (r"^(.{2,16})是(.{2,24})([，。！？；])$", r"\2便是\1\3"),
            (r"^(.{2,12})(提出|提供|建立|制定|采用|利用|使用|包括|影响|促进|推动|产生|形成|实现|完成|决定|反映|具有|表现)了?"
             r"([^，。！？；]{2,24})([，。！？；])$", r"\3为\1所\2\4"),
        ]
        new = []
        for clause in clauses:
            for pattern, other in patterns:
                if re.match(pattern, clause):
                    clause = re.sub(pattern, other, clause)
                    break
            new.append(clause)
        return "".join(new)

    @staticmethod
    def turned_en(sentence):
        for verb, participle in table(VERBS):
            sentence = re.sub(
                rf"((?:\b[\w'-]+ ){{1,4}}){verb} ((?:[\w'-]+ ?){{1,5}})([,.;!?])",
                lambda m: f"{m[2].strip()} was {participle} by {m[1].strip()}{m[3]}",
                sentence,
                count=1,
            )
        return re.sub(
            r"^((?:[\w'-]+ ){1,5})(is|are|was|were) (?!\w+ed )((?:[\w'-]+ ?){1,7})([,.;!?])",
            lambda m: f"{m[3].strip()} {m[2]} {m[1].strip()}{m[4]}",
            sentence,
        )

    def words_in_and_out(self, text):
        def changed(sentence):
            if self.language == "zh":
                for word in DELETED["zh"]:
                    sentence = "".join(
                        part + (word if at % 2 else "") for at, part in enumerate(sentence.split(word))
                    ) if self.dice.random() < 0.6 else sentence
                clauses = sentence.split("，")
                at = self.dice.randrange(len(clauses))
                clauses[at] = self.dice.choice(INSERTED["zh"]) + clauses[at]
                return "，".join(clauses)
            words = [one for one in sentence.split() if one.lower() not in DELETED["en"] or self.dice.random() < 0.3]
            at = self.dice.randrange(max(len(words), 1))
            return " ".join(words[:at] + [self.dice.choice(INSERTED["en"])] + words[at:])

        return self.of_sentences(text, changed)

    def all_disguises(self, text):
        for change in (self.active_and_passive, self.synonyms, self.words_in_and_out, self.reordered):
            text = change(text)
        return text


def is_chinese(text):
    return sum("\u4e00" <= c <= "\u9fff" for c in text) * 5 > len(text)


def differs(one, other):
    """Whether a tenth of the letters or words differs, by counting."""
    parts = str.split if " " in one else list
    a, b = collections.Counter(parts(one)), collections.Counter(parts(other))
    return sum((a - b).values()) + sum((b - a).values()) >= 0.1 * sum(a.values())


def paragraphs(text):
    """The lines of a text; of a text without them, four sentences each."""
    lines = [one for one in text.split("\n") if one.strip()]
    if len(lines) > 8:
        return lines
    sentences = re.split(r"(?<=[。！？])|(?<=[.!?])\s+", " ".join(lines))
    return [" ".join(sentences[at : at + 4]) for at in range(0, len(sentences), 4)]


def passage_of(text, dice, length):
    """Whole sentences from the middle of a text, about `length` characters, on one line."""
    text = re.sub(r"\s*\n\s*", " " if not is_chinese(text) else "", text)
    end = "[。！？]" if is_chinese(text) else r"[.!?] "
    ends = [one.end() for one in re.finditer(end, text)]
    first = [at for at in ends if len(text) // 5 < at < len(text) - 2 * length]
    if not first:
        return None
    start = dice.choice(first)
    stop = [at for at in ends if at >= start + length]
    # Longer quotations are taken for a lost mark.
    return text[start : stop[0]].strip() if stop and stop[0] < start + min(3 * length, 1_400) else None


def list_of(language):
    """A reference list, which citations need."""
    if language == "zh":
        return "\n参考文献\n" + "".join(
            f"[{n}] 周明远. 夜间开放的阅览室之{n}[J]. 灯塔学报, 200{n}, 29(3): 1{n}-2{n}.\n" for n in range(1, 5)
        )
    return "\nReferences\n" + "".join(
        f"[{n}] Lamplighter M. Reading rooms at night, part {n}. Lighthouse Journal, 200{n}, 29(3): 1{n}-2{n}.\n"
        for n in range(1, 5)
    )


def made_cases(texts, options):
    """Yields (kind, earlier version, new version, source, passage) for every kind."""
    dice = random.Random(options.seed)
    # Citations of their own would attribute passages by chance.
    texts = [re.sub(r"[\[［〔][\d,，、~～\-–—\s]{1,9}[\]］〕]", "", one) for one in texts]
    texts = [one for one in texts if 1_500 <= len(one) <= 16_000]
    dice.shuffle(texts)
    # No text is used twice, but for those that replace a passage: the rest of a thesis must not be in another one.
    owns = [one for one in texts[::2] if len(one) >= 2_500 and len(paragraphs(one)) > 7]
    sources = texts[1::2]
    for kind in RIGHT:
        made = 0
        while made < options.each:
            if len(owns) < 2 or not sources:
                raise SystemExit(f"too few texts for {kind}: choose a smaller --each")
            source, other, own = sources.pop(), dice.choice(texts), owns[-1]
            chinese = is_chinese(own)
            language, length = ("zh", 350) if chinese else ("en", 800)
            disguises = Disguises(language, dice)
            length = min(length, len(source) // 5)
            passage = passage_of(source, dice, dice.randint(length // 2, length * 3 // 2))
            instead = passage_of(other, dice, length)
            if passage is None or instead is None:
                continue
            disguise = getattr(disguises, kind.replace(" ", "_"), None)
            disguised = disguise(passage) if disguise else None
            if disguise and RIGHT[kind] == {"reworded"} and not differs(passage, disguised):
                continue
            parts = paragraphs(own)
            # Between two paragraphs, as lines may be parts of one.
            ends = [n for n, one in enumerate(parts) if n > 2 and one.rstrip()[-1:] in "。！？.!?" and n + 3 < len(parts)]
            if not ends:
                owns.pop()
                continue
            at = ends[len(ends) // 2] + 1
            tail = list_of(language)
            within = passage.replace("“", "『").replace("”", "』").replace('"', "'")
            join = lambda middle, at=at: "\n".join(parts[:at] + middle + parts[at:]) + tail
            cite = lambda number: f"[{number}]"
            closed = passage.rstrip("。.！？!? ")
            end = passage[len(closed) :].strip() or "。"
            halves = disguises.sentences(passage)
            if kind == "halved" and len(halves) < 4:
                continue
            new = {
                "untouched": lambda: join([passage]),
                "moved": lambda: join([passage], len(parts) // 5),
                "halved": lambda: join([disguises.gap.join(halves[: len(halves) // 2])]),
                "deleted": lambda: join([]),
                "replaced": lambda: join([instead]),
                "quoted": lambda: join([f"“{within}”"]),
                "quoted and cited": lambda: join([f"“{within}”{cite(2)}"]),
                "cited": lambda: join([f"{closed}{cite(2)}{end}"]),
                "cited elsewhere": lambda: "\n".join(
                    parts[: ends[0]] + [parts[ends[0]].rstrip("。.! ") + cite(2) + end]
                    + parts[ends[0] + 1 : at] + [passage] + parts[at:]
                ) + tail,
                "new": lambda: join([passage]),
            }.get(kind, lambda: join([disguised]))()
            earlier = join([]) if kind == "new" else join([passage])
            made += 1
            owns.pop()
            yield kind, earlier, new, source, passage


def cases_of_others(path, options):
    counts = collections.Counter()
    with gzip.open(path, "rt", encoding="utf8") as lines:
        cases = [json.loads(line) for line in lines]
    for case in cases:
        kind, plag = case["kind"], sorted(case["plag"])
        if kind not in OF_OTHERS or not plag:
            continue
        counts[kind] += 1
        if options.half is not None and counts[kind] % 2 != options.half:
            continue
        new, earlier, at = case["susp"], "", 0
        for start, end, first, last in plag:
            earlier += new[at:start] + case["src"][first:last]
            at = end
        earlier += new[at:]
        start, _, first, last = plag[0]
        yield kind, earlier, new, case["src"], earlier[start : start + last - first]


def check(program, folder, library, *more):
    command = [program, "check", "-q", folder, "--library", library, *more]
    subprocess.run([str(one) for one in command], check=True, stdout=subprocess.DEVNULL)


def found_states(program, cases, folder):
    """Checks both versions of all cases; returns the state and wording of each case's passage."""
    old, new = folder / "old", folder / "new"
    for one in (old, new):
        one.mkdir(parents=True)
    for number, (_, earlier, later, source, _) in enumerate(cases):
        for at, text in ((old, earlier), (new, later)):
            (at / f"thesis{number:04}.txt").write_text(text, "utf8")
            (at / f"source{number:04}.txt").write_text(source, "utf8")
    library, report, other = folder / "library.chachong", folder / "report.json", folder / "other.txt"
    # A library is made by adding to it, here a text that nothing shares.
    other.write_text("0123456789 " * 50, "utf8")
    subprocess.run([str(program), "library", "add", "-q", str(library), str(other)], check=True)
    check(program, old, library)
    check(program, new, library, "--recheck", "1", "--json", report)
    documents = json.loads(report.read_text("utf8"))["compared_with_check"]["documents"]
    by_name = {one["path"]: one for one in documents}
    for number, (kind, earlier, later, _, passage) in enumerate(cases):
        text = later if kind == "new" else earlier
        start = text.find(passage)
        end = start + len(passage)
        overlap = lambda span: max(0, min(span["end"], end) - max(span["start"], start))
        best = None
        for one in by_name[f"thesis{number:04}.txt"]["passages"]:
            spans = one["now"] if kind == "new" else [one["then"]] if one["then"] else []
            common = sum(overlap(span) for span in spans)
            if 2 * common >= sum(span["end"] - span["start"] for span in spans) and common > (best or (0,))[0]:
                best = (common, one)
        yield best[1] if best else None


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("texts", type=Path)
    parser.add_argument("--cases", type=Path)
    parser.add_argument("--each", type=int, default=10)
    parser.add_argument("--half", type=int, choices=(0, 1))
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", type=Path)
    parser.add_argument("--show", action="store_true")
    options = parser.parse_args()
    files = sorted(options.texts.glob("*.txt"))
    if options.half is not None:
        files = files[options.half :: 2]
    cases = list(made_cases([one.read_text("utf8") for one in files], options)) if options.each else []
    if options.cases:
        cases += cases_of_others(options.cases, options)
    with tempfile.TemporaryDirectory() as made:
        found = list(found_states(options.program, cases, options.keep or Path(made)))
    right_states = RIGHT | OF_OTHERS
    rows = collections.defaultdict(collections.Counter)
    for number, ((kind, *_), passage) in enumerate(zip(cases, found)):
        state = passage["state"] if passage else "not found"
        rows[kind][state] += 1
        if options.show and passage and state not in right_states[kind]:
            parts = {one: passage[one] for one in ("characters", "kept", "reworded", "gone", "attribution_now")}
            print(f"thesis{number:04} {kind}: {state} {parts}")
    states = ["unchanged", "shortened", "reworded", "now-quoted", "now-cited", "new", "found-now", "replaced", "gone", "not found"]
    print(f"{'kind':26}" + "".join(f"{one:>11}" for one in states) + f"{'right':>13}")
    right = judged = hidden = 0
    for kind, counts in rows.items():
        seen = sum(counts.values()) - counts["not found"]
        good = sum(counts[one] for one in right_states[kind])
        right, judged = right + good, judged + seen
        if "gone" not in right_states[kind]:
            hidden += counts["gone"]
        print(f"{kind:26}" + "".join(f"{counts[one] or '':>11}" for one in states) + f"{f'{good} of {seen}':>13}")
    print(f"\n{right} of {judged} right ({right / max(judged, 1):.1%}); {hidden} that are still there called gone")


if __name__ == "__main__":
    main()
