#!/usr/bin/env python3
"""Makes assets/semantics: how vectors of windows become codes (projection.bin), and windows of ordinary texts (sample.bin).

usage: make_projection.py CHINESE.f16 OTHER.f16 OUT_FOLDER

Each input has the vectors of windows of some thousand ordinary texts in one language, as the sentence encoder gives
them, 512 half-precision numbers each. No text can be had from what is written: sums over 100,000 windows, and 5,000 vectors cut
down to 128 numbers of 8 bits. The committed files were made of 384,389 Chinese and 46,348 English windows; the
signs of the rows depend on the library of linear algebra, and change no cosine.
projection.bin: "CCPJ", u32 form 1, u32 512, u32 128, u64 seed of the planes, centre of Chinese, centre of others, 128 rows of the
                projection; f32, little-endian
sample.bin: "CCSA", u32 form 1, u32 number of windows, and for each a byte 0 (Chinese) or 1 and 128 i8
Needs: numpy
"""
import pathlib
import struct
import sys

import numpy as np

SEED = 0x43686163686F6E67


def unit(vectors):
    return vectors / (np.linalg.norm(vectors, axis=1, keepdims=True) + 1e-9)


def main():
    chinese, other = (np.fromfile(path, "f2").reshape(-1, 512).astype("f4") for path in sys.argv[1:3])
    centres = np.stack([chinese.mean(0), other.mean(0)])
    rng = np.random.default_rng(1)
    chosen = [vectors[rng.choice(len(vectors), count, False)] - centre for vectors, count, centre in zip((chinese, other), (60000, 40000), centres)]
    centred = unit(np.concatenate(chosen))
    _, axes = np.linalg.eigh(centred.T @ centred / len(centred))
    rows = axes[:, ::-1][:, :128].T.astype("f4")
    out = pathlib.Path(sys.argv[3])
    head = b"CCPJ" + struct.pack("<IIIQ", 1, 512, 128, SEED)
    (out / "projection.bin").write_bytes(head + centres.astype("<f4").tobytes() + rows.astype("<f4").tobytes())
    rng = np.random.default_rng(3)
    entries = []
    for language, (vectors, count) in enumerate(((chinese, 3000), (other, 2000))):
        codes = unit(unit(vectors[rng.permutation(len(vectors))[:count]] - centres[language]) @ rows.T)
        entries += [bytes([language]) + row.tobytes() for row in np.clip(np.round(codes * 254), -127, 127).astype("i1")]
    (out / "sample.bin").write_bytes(b"CCSA" + struct.pack("<II", 1, len(entries)) + b"".join(entries))


main()
