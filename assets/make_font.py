#!/usr/bin/env python3
"""Makes assets/fonts/ChachongSans-SC.otf: the Chinese font that is built into the program.

Source: Noto Sans CJK SC Regular (SIL Open Font License 1.1), as Debian's package fonts-noto-cjk ships it.
Kept: every character of GBK (21,003 ideographs, so Simplified and Traditional), ASCII and Latin letters,
radicals, punctuation, full-width forms, arrows, box and geometric signs the window draws.
Needs: pip install fonttools;  apt-get install fonts-noto-cjk
"""
import pathlib
import subprocess
import sys

SOURCE = "/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc"
SC_FACE = 2  # the Simplified Chinese face of the collection
OUT = pathlib.Path(__file__).parent / "fonts" / "ChachongSans-SC.otf"


def characters() -> set[int]:
    kept = set()
    for lead in range(0x81, 0xFF):
        for trail in range(0x40, 0xFF):
            try:
                kept.update(map(ord, bytes((lead, trail)).decode("gbk")))
            except UnicodeDecodeError:
                pass
    kept.update(range(0x20, 0x7F))  # ASCII
    kept.update(range(0xA0, 0x180))  # Latin-1 and Latin Extended-A
    kept.update(range(0x2010, 0x2040))  # dashes, quotation marks, ellipsis
    kept.update((0x2713, 0x2715, 0x25B2, 0x25BC, 0x25B6, 0x25C0, 0x25CF, 0x25CB, 0x25A0, 0x25A1))
    kept.update(range(0x2190, 0x2194))  # arrows
    kept.update(range(0x2E80, 0x2FD6))  # radicals: pdf files write them in the place of ordinary characters
    kept.update(range(0x3000, 0x3040))  # CJK punctuation
    kept.update(range(0xFF01, 0xFF5F))  # full-width forms
    return kept


def main() -> None:
    OUT.parent.mkdir(exist_ok=True)
    codes = ",".join(f"{c:x}" for c in sorted(characters()))
    listing = OUT.with_suffix(".unicodes")
    listing.write_text(codes)
    subprocess.run(
        [
            sys.executable, "-m", "fontTools.subset", SOURCE, f"--font-number={SC_FACE}", f"--unicodes-file={listing}",
            f"--output-file={OUT}", "--desubroutinize", "--no-hinting", "--layout-features=", "--name-IDs=0,1,2,3,4,5,6,13,14",
            "--notdef-outline", "--recalc-bounds",
        ],
        check=True,
    )
    listing.unlink()
    print(OUT, OUT.stat().st_size, "bytes")


main()
