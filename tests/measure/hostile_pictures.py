#!/usr/bin/env python3
"""300 pictures made to break a decoder or a reader: bombs of pixels, damage, odd depths and sizes. A row for each kind.

usage: hostile_pictures.py PROGRAM MODELS [KEEP]     (PROGRAM as in recognition.py; KEEP is a folder for the pictures)
Needs: pip install pillow numpy

Each picture is read by a process of its own. Wanted: a result or an error for each, no panic, no signal, at most 300 MB, at most
10 seconds of one processor.
"""
import collections
import io
import json
import pathlib
import random
import struct
import subprocess
import sys
import tempfile
import zlib

import numpy
from PIL import Image, ImageDraw


def chunk(kind, data):
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def png(width, height, depth, color, rows):
    """A png whose rows are given packed; the header may say anything."""
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, depth, color, 0, 0, 0)) + chunk(b"IDAT", rows) + chunk(b"IEND", b"")


def saved(picture, kind, **options):
    out = io.BytesIO()
    picture.save(out, kind, **options)
    return out.getvalue()


def drawn(chance, size=(700, 900)):
    """Something that looks a little like a page."""
    picture = Image.new("RGB", size, "white")
    draw = ImageDraw.Draw(picture)
    for y in range(40, size[1] - 40, 30):
        for x in range(40, size[0] - 60, 22):
            if chance.random() < 0.9:
                draw.rectangle((x, y, x + chance.randrange(6, 18), y + chance.randrange(6, 18)), outline="black", width=2)
    return picture


def noise(chance, width, height, mode="RGB"):
    generator = numpy.random.default_rng(chance.randrange(1 << 30))
    shape = (height, width, 3) if mode == "RGB" else (height, width)
    return Image.fromarray(generator.integers(0, 256, shape, dtype=numpy.uint8))


def mutated(data, chance, count):
    data = bytearray(data)
    for _ in range(count):
        data[chance.randrange(len(data))] = chance.randrange(256)
    return bytes(data)


def tiff(entries, data=b"", order="<"):
    """A tiff of one directory; `entries` are (tag, type, count, value)."""
    head = (b"II*\0" if order == "<" else b"MM\0*") + struct.pack(order + "I", 8)
    directory = struct.pack(order + "H", len(entries))
    for tag, kind, count, value in sorted(entries):
        directory += struct.pack(order + "HHI", tag, kind, count) + (struct.pack(order + "HH", value, 0) if kind == 3 and count == 1 else struct.pack(order + "I", value))
    return head + directory + struct.pack(order + "I", 0) + data


def bomb_tiff(width, height, compression=1):
    return tiff([(256, 4, 1, width), (257, 4, 1, height), (258, 3, 1, 8), (259, 3, 1, compression), (262, 3, 1, 1), (273, 4, 1, 8), (277, 3, 1, 1), (278, 4, 1, height), (279, 4, 1, 16)])


def looped_tiff():
    data = bytearray(saved(Image.new("L", (40, 40), 255), "TIFF"))
    start = struct.unpack("<I", data[4:8])[0]
    count = struct.unpack("<H", data[start:start + 2])[0]
    data[start + 2 + 12 * count:start + 6 + 12 * count] = struct.pack("<I", start)
    return bytes(data)


def kinds():
    zeros = lambda width, height, bits: zlib.compress(bytes((width * bits + 7) // 8 + 1) * min(height, 4000), 9)
    sides = [20_001, 30_000, 31_000, 60_000, 100_000, 1 << 20, 1 << 24, (1 << 31) - 1, 29_999, 25_000]
    yield "png bomb, square", lambda c, i: png(sides[i], sides[i], 8, 2, zeros(100, 100, 24))
    yield "png bomb, packed truly", lambda c, i: png(9_000 + 1_500 * i, 4_000, 8, 2, zeros(9_000 + 1_500 * i, 4_000, 24))
    yield "png, one bit, large", lambda c, i: png(12_000 + 2_000 * i, 4_000, 1, 0, zeros(12_000 + 2_000 * i, 4_000, 1))
    yield "png, 1 x 100,000 and 100,000 x 1", lambda c, i: png(*((1, 100_000) if i % 2 else (100_000, 1)), 8, 0, zlib.compress(bytes(200_000)))
    yield "png, 1 x 30,000 and 30,000 x 1", lambda c, i: saved(Image.new("L", (1, 30_000) if i % 2 else (30_000, 1 + i), 40 * i % 256), "PNG")
    yield "png, 16 bit grey", lambda c, i: saved(Image.fromarray(numpy.random.default_rng(i).integers(0, 65536, (900, 700), dtype=numpy.uint16)), "PNG")
    yield "png, 16 bit colour, large", lambda c, i: png(4_000 + 500 * i, 3_000, 16, 2 + 4 * (i % 2), zeros(4_000 + 500 * i, 3_000, 48 + 16 * (i % 2)))
    yield "png, palette", lambda c, i: saved(drawn(c).quantize(2 + 25 * i), "PNG")
    yield "png, transparent", lambda c, i: saved(Image.merge("RGBA", (*drawn(c).split(), noise(c, 700, 900, "L"))), "PNG")
    yield "png, cut off", lambda c, i: (lambda data: data[:len(data) * i // 10])(saved(drawn(c), "PNG"))
    yield "png, damaged", lambda c, i: mutated(saved(drawn(c), "PNG"), c, 1 + 3 * i)
    yield "png, no size", lambda c, i: png(i % 2, (i + 1) % 2 if i < 8 else 0, 8, 0, zlib.compress(b"\0\0"))
    yield "jpeg", lambda c, i: saved(drawn(c), "JPEG", quality=1 + 10 * i)
    yield "jpeg, CMYK", lambda c, i: saved(drawn(c).convert("CMYK"), "JPEG", quality=30 + 6 * i)
    yield "jpeg, progressive, large", lambda c, i: saved(Image.new("RGB", (4_000 + 900 * i, 3_000), (200, 180, 20 * i)), "JPEG", progressive=True)
    yield "jpeg, large", lambda c, i: saved(Image.new("RGB", (5_000 + 900 * i, 6_000), (200, 180, 20 * i)), "JPEG")
    yield "jpeg, size of a lie", lambda c, i: (lambda d: d[:d.index(b"\xff\xc0") + 5] + struct.pack(">HH", 65_535, 60_000 - 5_000 * i) + d[d.index(b"\xff\xc0") + 9:])(saved(drawn(c), "JPEG"))
    yield "jpeg, cut off", lambda c, i: (lambda data: data[:len(data) * i // 10])(saved(drawn(c), "JPEG"))
    yield "jpeg, damaged", lambda c, i: mutated(saved(drawn(c), "JPEG"), c, 1 + 3 * i)
    yield "jpeg, turned by the camera", lambda c, i: (lambda e: (e.__setitem__(0x112, i), saved(drawn(c), "JPEG", exif=e))[1])(Image.Exif())
    yield "tiff bomb", lambda c, i: bomb_tiff(sides[i], sides[9 - i], (1, 5, 8, 32773, 4)[i % 5])
    yield "tiff, every kind of packing", lambda c, i: saved(drawn(c).convert("1" if i % 5 == 0 else "L"), "TIFF", compression=("group4", "tiff_lzw", "tiff_adobe_deflate", "jpeg", "packbits")[i % 5])
    yield "tiff, CMYK, palette, 16 bit", lambda c, i: saved((drawn(c).convert("CMYK"), drawn(c).quantize(64), Image.fromarray(numpy.full((500, 400), 6_000 * i, numpy.uint16)))[i % 3], "TIFF")
    yield "tiff, damaged", lambda c, i: mutated(saved(drawn(c), "TIFF", compression="tiff_lzw"), c, 1 + 3 * i)
    yield "tiff, cut off", lambda c, i: (lambda data: data[:len(data) * i // 10])(saved(drawn(c), "TIFF"))
    yield "tiff, pages in a circle, many pages", lambda c, i: looped_tiff() if i % 2 else saved(Image.new("L", (30, 30), 255), "TIFF", save_all=True, append_images=[Image.new("L", (30, 30), 9 * k) for k in range(20)])
    yield "noise", lambda c, i: saved(noise(c, 300 + 170 * i, 400 + 190 * i), "PNG", compress_level=1)
    yield "chess boards and lines", lambda c, i: saved(Image.fromarray((numpy.indices((1_600, 1_200)).sum(axis=0) // (1 + 3 * i) % 2 * 255).astype(numpy.uint8)), "PNG")
    yield "thousands of marks", lambda c, i: saved(drawn(c, (1_600 + 200 * i, 2_000 + 200 * i)), "PNG")
    yield "no picture", lambda c, i: (b"", b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff", b"II*\0", b"MM\0*\0\0\0\0", b"GIF89a", b"%PDF-1.4", bytes(1000), b"II+\0\x08\0\0\0", b"\xff\xd8\xff\xd9")[i]


def main():
    program, models = sys.argv[1:3]
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(sys.argv[3] if len(sys.argv) > 3 else folder)
        folder.mkdir(exist_ok=True)
        print("| kind | number | read | refused | panics, signals | peak MB | most CPU-s |\n| --- | --- | --- | --- | --- | --- | --- |")
        total = collections.Counter()
        for number, (kind, make) in enumerate(kinds()):
            counts, peak, seconds, errors = collections.Counter(), 0, 0.0, []
            for i in range(10):
                path = folder / f"{number:02}-{i}"
                path.write_bytes(make(random.Random(100 * number + i), i))
                run = subprocess.run([program, models, "usual", f"{path}#1"], capture_output=True, text=True, timeout=120)
                rows = [json.loads(line) for line in run.stdout.splitlines()]
                if run.returncode or len(rows) != 1 or "panic" in rows[0]:
                    counts["broken"] += 1
                    errors.append(f"{path}: {run.returncode} {run.stderr[-300:]}")
                    continue
                counts["read" if "read" in rows[0] else "refused"] += 1
                peak, seconds = max(peak, rows[0]["peak"]), max(seconds, rows[0]["cpu"])
            total += counts
            print(f"| {kind} | 10 | {counts['read']} | {counts['refused']} | {counts['broken']} | {peak} | {seconds:.2f} |", *errors, sep="\n" if errors else "", flush=True)
        print(f"| all | {sum(total.values())} | {total['read']} | {total['refused']} | {total['broken']} | | |")


main()
