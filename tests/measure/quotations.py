#!/usr/bin/env python3
"""Is a copied passage labelled as quoted where it is quoted? Real passages, put into other real texts in every usual form.

    quotations.py PROGRAM TEXTS [--language zh|en] [--each 8] [--half 0|1] [--seed 1] [--keep FOLDER] [--show]

TEXTS is a folder of texts (txt) of one language. Each case is a passage of one text that stands in a part of another one: in one of several
quotation marks, as a block quotation, with and without a source, or not quoted at all although marks stand near. Texts are written as txt,
docx, html and md. `--half` takes every other text, so that one half can be looked at and the other measured.

Prints for each form how many labels are right.
"""

import argparse
import collections
import json
import random
import re
import subprocess
import tempfile
import zipfile
from pathlib import Path
from xml.sax.saxutils import escape

NONE, CITED, QUOTED, BOTH = "none", "cited", "quoted", "cited-and-quoted"
MARKS = re.compile(r"[“”‘’「」『』«»\"'＂]")


def forms(zh):
    """Forms: name, right labels, function from a passage to the paragraphs that hold it."""
    said = "有人这样写道：" if zh else "One author put it like this: "
    named = "《夜读灯下录》中写道：" if zh else "Shen (2010) writes: "
    after = "这段话值得再读一遍。" if zh else " It deserves to be read again."
    cite = "[1]"
    year = "（沈知远，2010）" if zh else " (Shen, 2010)"

    def inline(open, close, source=""):
        return lambda p: [said + open + p + close + source + after]

    def words(p):
        """Single words in marks, as irony has them."""
        parts = re.findall(r"[\u4e00-\u9fff]{2}|[^\u4e00-\u9fff]+|[\u4e00-\u9fff]", p) if zh else p.split(" ")
        for at in range(3, len(parts), 9):
            if re.fullmatch(r"[\u4e00-\u9fff]{2}|[a-z]+", parts[at]):
                parts[at] = f"“{parts[at]}”"
        return ("" if zh else " ").join(parts)

    def halves(p):
        ends = [m.end() for m in re.finditer(r"[。！？]|[.!?] ", p)]
        middle = min(ends or [len(p) // 2], key=lambda at: abs(at - len(p) // 2))
        return p[:middle].strip(), p[middle:].strip()

    def nested(p):
        first, rest = halves(p)
        return [said + "“" + first[: len(first) // 2] + "‘" + first[len(first) // 2 :] + "’" + rest + "”" + after]

    def paragraphs(p):
        first, rest = halves(p)
        return [said + "“" + first, ("“" if not zh else "") + rest + "”", after.strip()]

    def stray(p):
        return [("他把这件事叫做“夜读，却没有再解释。" if zh else "He called it “reading at night and said no more."), p, ("所谓“开放”并不新鲜。" if zh else "The word “open” is old.")]

    def dialogue(p):
        return [('"灯还亮着吗？"他问。' if zh else '"Are the lamps on?" he asked. ') + p + ('"都亮着，从傍晚开始就一直没有熄灭过。"她说。' if zh else ' "They have all been on since the evening came," she said.')]

    yes, both = {QUOTED}, {BOTH}
    block = {CITED, BOTH}
    return [
        ("txt “…”", yes, inline("“", "”")),
        ("txt “…” [1]", both, inline("“", "”", cite)),
        ("txt “…” author, year", both, inline("“", "”", year)),
        ("txt named source before “…”", both, lambda p: [named + "“" + p + "”" + after]),
        ("txt 「…」", yes, inline("「", "」")),
        ("txt 『…』 [1]", both, inline("『", "』", cite)),
        ("txt «…»", yes, inline("«", "»")),
        ('txt "…"', yes, inline('"', '"')),
        ('txt "…" [1]', both, inline('"', '"', cite)),
        ("txt ‘…’", yes, inline("‘", "’")),
        ("txt '…'", yes, inline("'", "'")),
        ("txt “… ‘…’ …”", yes, nested),
        ("txt “…” over two paragraphs", yes, paragraphs),
        ("txt “…”① with a note", both, lambda p: [said + "“" + p + "”①" + after, "① 沈知远：《夜间开放的图书馆》，灯塔出版社2010年版，第17页。" if zh else "① Z. Shen, Libraries at Night (Lamp Press, 2010), p. 17."]),
        ("txt block, named source", block, lambda p: [named.strip(), "        " + p, after.strip()]),
        ("txt block [1]", block, lambda p: [said.strip(), "        " + p + cite, after.strip()]),
        ("txt only [1]", {CITED}, lambda p: [p[:-1] + cite + p[-1]]),
        ("txt not quoted", {NONE}, lambda p: [p]),
        ("txt words in “…” within", {NONE}, lambda p: [words(p)]),
        ("txt after a lost mark", {NONE}, stray),
        ("txt between speeches", {NONE}, dialogue),
        ("txt “… without end", {NONE, QUOTED}, lambda p: [said + "“" + p, after.strip()]),
        ("docx “…”", yes, inline("“", "”")),
        ("docx “…” [1]", both, inline("“", "”", cite)),
        ("docx style Quote", yes, lambda p: [said.strip(), ("Quote", p), after.strip()]),
        ("docx style Quote [1]", both, lambda p: [said.strip(), ("Quote", p + cite), after.strip()]),
        ("docx indented block [1]", block, lambda p: [said.strip(), ("indent", p + cite), after.strip()]),
        ("docx not quoted", {NONE}, lambda p: [p]),
        ("html q", yes, lambda p: [("q", said, p, after)]),
        ("html blockquote", yes, lambda p: [said.strip(), ("Quote", p), after.strip()]),
        ("html blockquote [1]", both, lambda p: [said.strip(), ("Quote", p + cite), after.strip()]),
        ("md > …", yes, lambda p: [said.strip(), ("Quote", p), after.strip()]),
        ("md > … [1]", both, lambda p: [said.strip(), ("Quote", p + "\\[1\\]"), after.strip()]),
    ]


def docx(path, paragraphs):
    w = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
    properties = {"Quote": '<w:pPr><w:pStyle w:val="Quote"/></w:pPr>', "indent": '<w:pPr><w:ind w:left="960" w:right="960"/></w:pPr>'}
    body = "".join(
        f"<w:p>{properties[p[0]] if isinstance(p, tuple) else ''}<w:r><w:t xml:space=\"preserve\">{escape(p[1] if isinstance(p, tuple) else p)}</w:t></w:r></w:p>" for p in paragraphs
    )
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as out:
        out.writestr("[Content_Types].xml", '<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/><Override PartName="/word/styles.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.styles+xml"/></Types>')
        out.writestr("_rels/.rels", '<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>')
        out.writestr("word/_rels/document.xml.rels", '<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/styles" Target="styles.xml"/></Relationships>')
        out.writestr("word/styles.xml", f'<?xml version="1.0"?><w:styles {w}><w:style w:type="paragraph" w:styleId="Quote"><w:name w:val="Quote"/><w:pPr><w:ind w:left="720"/></w:pPr></w:style></w:styles>')
        out.writestr("word/document.xml", f'<?xml version="1.0"?><w:document {w}><w:body>{body}</w:body></w:document>')


def write(path, kind, paragraphs):
    if kind == "docx":
        docx(path, paragraphs)
        return
    lines = []
    for p in paragraphs:
        if kind == "html":
            if isinstance(p, tuple) and p[0] == "q":
                p = f"<p>{escape(p[1])}<q>{escape(p[2])}</q>{escape(p[3])}</p>"
            elif isinstance(p, tuple):
                p = f"<blockquote><p>{escape(p[1])}</p></blockquote>"
            else:
                p = f"<p>{escape(p)}</p>"
        elif isinstance(p, tuple):
            p = "> " + p[1]
        lines.append(p)
    text = "\n\n".join(lines) + "\n"
    if kind == "html":
        text = f'<!DOCTYPE html><html><head><meta charset="utf-8"><title>t</title></head><body>{text}</body></html>'
    path.write_text(text, encoding="utf-8")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("texts")
    parser.add_argument("--language", choices=("zh", "en"), default="zh")
    parser.add_argument("--each", type=int, default=8)
    parser.add_argument("--half", type=int, choices=(0, 1))
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep")
    parser.add_argument("--show", action="store_true")
    options = parser.parse_args()
    rng = random.Random(options.seed)
    zh = options.language == "zh"
    paths = sorted(Path(options.texts).rglob("*.txt"))
    if options.half is not None:
        paths = paths[options.half :: 2]
    rng.shuffle(paths)
    end = r"[。！？]" if zh else r"[.!?](?= )"
    pattern = re.compile(rf"(?<={'[。！？]' if zh else '[.!?] '})" + (r"[\u4e00-\u9fff，、；：]{50,}[。！？][\u4e00-\u9fff，、；：]{20,}[。！？]" if zh else r"[A-Z][A-Za-z ,;\-]{120,}[.!?] [A-Z][A-Za-z ,;\-]{60,}[.!?]"))
    parts = []
    for path in paths:
        text = path.read_bytes()
        try:
            text = text.decode("utf-8")
        except UnicodeDecodeError:
            text = text.decode("gb18030", "replace")
        text = re.sub(r"\s*\n\s*", "" if zh else " ", text)
        text = re.sub(r"[\[［〔（(][^\]］〕）)]{0,60}[\]］〕）)]|[①-⑳]", "", MARKS.sub("", text))
        found = [m for m in pattern.finditer(text) if m.end() - m.start() < 500]
        sentences = re.split(rf"(?<={end[:6] if zh else '[.!?]'})" + ("" if zh else " "), text)
        if found and len(text) > 2500:
            parts.append((text, rng.choice(found), [s for s in sentences if 10 < len(s) < 300]))
    cases = [form for form in forms(zh) for _ in range(options.each)]
    rng.shuffle(cases)
    folder = Path(options.keep) if options.keep else Path(tempfile.mkdtemp())
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.iterdir():
        old.unlink()
    references = "参考文献" if zh else "References"
    entries = "[1] 沈知远. 夜间开放的图书馆[J]. 灯塔学报, 2010, 29(3): 17-18.\n[2] 陆明. 阅读史[M]. 北京: 灯塔出版社, 2006.\n[3] 方舟. 灯光研究[J]. 灯塔学报, 2012, 31(1): 1-8.\n[4] 何以宁. 灯光与书页[D]. 灯塔大学, 2011." if zh else "[1] Shen Z. Libraries at night[J]. Journal of Lamps, 2010, 29(3): 17-18.\n[2] Lu M. A history of reading[M]. Lamp Press, 2006.\n[3] Fang Z. Lamps[J]. Journal of Lamps, 2012, 31(1): 1-8.\n[4] He Y. Pages and light[D]. Lamp University, 2011."
    made = []
    for at, (name, right, form) in enumerate(cases):
        if 2 * at + 1 >= len(parts):
            break
        (source, passage, _), (_, _, host) = parts[2 * at], parts[2 * at + 1]
        text = passage.group(0).strip()
        place = source[max(0, passage.start() - 1200) : passage.end() + 1200]
        (folder / f"{at:03}-source.txt").write_text(place + "\n", encoding="utf-8")
        kind = name.split()[0]
        glue = "" if zh else " "
        first, rest = host[5:25], host[25:45]
        paragraphs = [glue.join(first[:10]), glue.join(first[10:]), *form(text), glue.join(rest[:10]), glue.join(rest[10:]), references, *entries.split("\n")]
        path = folder / f"{at:03}-host.{kind}"
        write(path, kind, paragraphs)
        made.append((name, right, text, path.name, f"{at:03}-source.txt"))
    report = folder.parent / "quotations.json"
    subprocess.run([options.program, "check", folder, "--json", report, "-q"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    labels = {}
    for pair in json.loads(report.read_text(encoding="utf-8"))["pairs"]:
        for side, other in (("a", "b"), ("b", "a")):
            for passage in pair["passages"]:
                label = labels.setdefault((pair[side], pair[other]), [])
                label.append((passage[side]["end"] - passage[side]["start"], passage[f"attribution_{side}"], passage.get(f"attribution_reason_{side}")))
    table = collections.defaultdict(collections.Counter)
    good = everything = 0
    for name, right, text, host, source in made:
        found = max(labels.get((host, source), []), default=None, key=lambda one: one[0])
        label = found[1] if found else "no passage"
        table[name][label] += 1
        good += label in right
        everything += found is not None
        if options.show and found and label not in right:
            print(f"{name}: {label}, {found[2]} ({host})\n   {text[:100]}")
    for name, right, _ in forms(zh):
        counts = table[name]
        ok = sum(counts[label] for label in right)
        print(f"{name:32} {ok:3} of {sum(counts.values()):3}   " + ", ".join(f"{label} {count}" for label, count in counts.most_common()))
    print(f"{good} of {everything} passages right ({good / max(1, everything):.3f}), {len(made) - everything} not found")


main()
