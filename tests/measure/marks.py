#!/usr/bin/env python3
"""Marked copies of real files, read by other programs: are the marks on the passages, is everything else as it was?

    marks.py plant PROGRAM OUT FILE...        # copies of the files with texts that have passages of each
    chachong check OUT/files --json OUT/found.json --marked OUT/marked
    marks.py judge PROGRAM OUT

Needs pypdfium2, rapidfuzz and lxml, and the programs pdftotext and qpdf. Highlights are read by pdfium: the characters whose
middle is in a quadrilateral. Comments are read from the XML: the text between their ends. Both are compared with the passages
of found.json, without white space, by their longest common subsequence.
"""

import hashlib
import json
import random
import re
import shutil
import subprocess
import sys
import unicodedata
import zipfile
from pathlib import Path

PASSAGES, LEAST, MOST = 8, 150, 1200


def extracted(program, file):
    run = subprocess.run([program, "extract", str(file)], capture_output=True, text=True)
    return run.stdout if run.returncode == 0 else None


def plant(program, out, files):
    folder = Path(out) / "files"
    folder.mkdir(parents=True, exist_ok=True)
    for file in map(Path, files):
        text = extracted(program, file)
        if not text or len(text) < 6000:
            print(f"{file.name}: no text", file=sys.stderr)
            continue
        shutil.copy(file, folder / file.name)
        chance = random.Random(file.name)
        pieces = []
        for _ in range(PASSAGES):
            length = chance.randint(LEAST, MOST)
            start = chance.randint(len(text) // 10, len(text) - length - 1)
            filler = "".join(chr(chance.randint(0x4E00, 0x9000)) for _ in range(80))
            pieces.append(text[start : start + length] + "\n" + filler + "。\n")
        (folder / f"copy of {file.stem}.txt").write_text("".join(pieces))


def plain(text):
    # pdfium gives halves of characters, and a mark of its own for a hyphen at the end of a line.
    text = text.replace("\x02", "-").encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    text = unicodedata.normalize("NFKC", text)
    return "".join(c for c in text if not c.isspace() and c not in "\u00ad\ufffe\ufeff\x00")


def pdf_marks(path):
    import pypdfium2 as pdfium
    import pypdfium2.raw as raw
    import ctypes

    document, marks = pdfium.PdfDocument(path), {}
    for page in document:
        count = raw.FPDFPage_GetAnnotCount(page)
        found = []
        for index in range(count):
            annotation = raw.FPDFPage_GetAnnot(page, index)
            if raw.FPDFAnnot_GetSubtype(annotation) == raw.FPDF_ANNOT_HIGHLIGHT:
                buffer = ctypes.create_string_buffer(1000)
                length = raw.FPDFAnnot_GetStringValue(
                    annotation, b"NM", ctypes.cast(buffer, ctypes.POINTER(raw.FPDF_WCHAR)), 1000
                )
                name = buffer.raw[: max(0, length - 2)].decode("utf-16-le")
                if name.startswith("chachong-"):
                    quads = []
                    for q in range(raw.FPDFAnnot_CountAttachmentPoints(annotation)):
                        points = raw.FS_QUADPOINTSF()
                        raw.FPDFAnnot_GetAttachmentPoints(annotation, q, points)
                        quads.append([(points.x1, points.y1), (points.x2, points.y2), (points.x4, points.y4), (points.x3, points.y3)])
                    found.append((int(name.split("-")[1]), quads))
            raw.FPDFPage_CloseAnnot(annotation)
        if not found:
            continue
        text = page.get_textpage()
        characters = []
        for index in range(text.count_chars()):
            code = raw.FPDFText_GetUnicode(text, index)
            if raw.FPDFText_IsGenerated(text, index) or not code:
                continue
            left, bottom, right, top = text.get_charbox(index, loose=True)
            if right > left and top > bottom:
                characters.append((chr(code), (left + right) / 2, (bottom + top) / 2))
        for number, quads in found:
            inside = "".join(c for c, x, y in characters if any(within(x, y, quad) for quad in quads))
            marks[number] = marks.get(number, "") + inside
    return marks


def within(x, y, quad):
    signs = set()
    for (x1, y1), (x2, y2) in zip(quad, quad[1:] + quad[:1]):
        cross = (x2 - x1) * (y - y1) - (y2 - y1) * (x - x1)
        if abs(cross) > 1e-9:
            signs.add(cross > 0)
    return len(signs) == 1


W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
SKIPPED = {W + name for name in ("del", "moveFrom", "delText", "instrText", "rt", "txbxContent", "delInstrText")}


def docx_marks(path):
    from lxml import etree

    with zipfile.ZipFile(path) as package:
        main = next(n for n in package.namelist() if re.fullmatch(r"word/document\d*\.xml", n))
        root = etree.fromstring(package.read(main), etree.XMLParser(huge_tree=True))
        comments = next((n for n in package.namelist() if re.fullmatch(r"word/comments\d*\.xml", n)), None)
        ours = {
            c.get(W + "id"): "".join(c.itertext())
            for c in etree.fromstring(package.read(comments))
            if c.get(W + "author") == "Chachong"
        }
    open_now, marks = set(), {}

    def walk(element):
        if element.tag in SKIPPED or not isinstance(element.tag, str):
            return
        if element.tag == W + "commentRangeStart" and element.get(W + "id") in ours:
            open_now.add(element.get(W + "id"))
            marks[element.get(W + "id")] = []
        elif element.tag == W + "commentRangeEnd":
            open_now.discard(element.get(W + "id"))
        elif element.tag == W + "t" or element.tag.endswith("/math}t"):
            for one in open_now:
                marks[one].append(element.text or "")
        elif element.tag == W + "noBreakHyphen":
            for one in open_now:
                marks[one].append("-")
        for child in element:
            walk(child)

    sys.setrecursionlimit(20000)
    walk(root)
    number = lambda one: int(re.search(r"(\d+)", ours[one]).group(1))
    return {number(one): "".join(texts) for one, texts in marks.items()}


def judge(program, out):
    from rapidfuzz.distance import LCSseq

    out = Path(out)
    found = json.loads((out / "found.json").read_text())
    spans = {}
    for pair in found["pairs"]:
        for passage in pair["passages"]:
            if passage["strength"] == "strong" and not passage["decided"]:
                for side in "ab":
                    spans.setdefault(pair[side], set()).add((passage[side]["start"], passage[side]["end"]))
    total = {"marked": 0, "right": 0, "passages": 0}
    for name, own in sorted(spans.items()):
        original = out / "files" / name
        if original.suffix not in (".pdf", ".docx"):
            continue
        copies = [p for p in (out / "marked").iterdir() if p.name == f"{original.stem}_marked{original.suffix}"]
        copies += [p for p in (out / "marked").iterdir() if p.name == f"{original.name}_marked{original.suffix}"]
        if not copies:
            print(f"{name}: NO COPY")
            continue
        copy = copies[0]
        text = extracted(program, original)
        passages = [plain(text[start:end]) for start, end in sorted(own)]
        marks = pdf_marks(copy) if copy.suffix == ".pdf" else docx_marks(copy)
        marked = right = whole = 0
        for under in map(plain, marks.values()):
            best = max(passages, key=lambda passage: LCSseq.normalized_similarity(under, passage))
            marked += len(under)
            right += LCSseq.similarity(under, best)
            whole += len(best)
        problems = unchanged(program, original, copy, text)
        print(
            f"{name}: {len(marks)} marks of {len(passages)} passages, {marked} characters, "
            f"precision {right / max(1, marked):.4f}, recall {right / max(1, whole):.4f} {problems or ''}"
        )
        for key, value in (("marked", marked), ("right", right), ("passages", whole)):
            total[key] += value
    print(f"all: precision {total['right'] / total['marked']:.5f}, recall {total['right'] / total['passages']:.5f}, {total}")


def unchanged(program, original, copy, text):
    problems = []
    before, after = original.read_bytes(), copy.read_bytes()
    if copy.suffix == ".pdf":
        if not after.startswith(before):
            problems.append("bytes changed")
        layout = [subprocess.run(["pdftotext", "-layout", str(f), "-"], capture_output=True) for f in (original, copy)]
        if layout[0].stdout != layout[1].stdout or layout[1].stderr != layout[0].stderr:
            problems.append(f"pdftotext differs {layout[1].stderr[:200]}")
        checks = [subprocess.run(["qpdf", "--check", str(f)], capture_output=True, text=True) for f in (original, copy)]
        if checks[1].returncode > checks[0].returncode:
            problems.append(f"qpdf: {checks[1].stderr[-300:]}")
        # pdfium draws some pages differently from run to run.
        if not any(pictures(original) == pictures(copy) for _ in range(3)):
            problems.append("pages look different")
    else:
        if extracted(program, copy) != text:
            problems.append("text changed")
        with zipfile.ZipFile(original) as a, zipfile.ZipFile(copy) as b:
            changed = [n for n in a.namelist() if a.read(n) != b.read(n)]
            allowed = re.compile(r"word/(document\d*|comments\d*)\.xml|\[Content_Types\]\.xml|word/_rels/.*\.rels")
            if any(not allowed.fullmatch(n) for n in changed):
                problems.append(f"parts changed: {changed}")
            b.testzip()
    return problems


def pictures(path):
    import pypdfium2 as pdfium

    document, sums = pdfium.PdfDocument(path), []
    for index in range(0, len(document), max(1, len(document) // 12)):
        bitmap = document[index].render(scale=0.5, may_draw_forms=False, draw_annots=False)
        sums.append(hashlib.sha256(bytes(bitmap.buffer)).hexdigest())
    return sums


if __name__ == "__main__":
    command, program, out, *files = sys.argv[1:]
    plant(program, out, files) if command == "plant" else judge(program, out)
