"""Makes chinese-words.zdict, the dictionary that texts of a library are compressed with.

    python3 crates/library/assets/make_dictionary.py JIEBA/src/data/dict.txt

JIEBA is the source of the crate jieba-rs 0.11 (its word list is MIT). The dictionary is a list of words, the most frequent
last, and statistics of made rows of them: nothing of anybody's text. What it makes is kept in the repository and never made
again: every library depends on each of its bytes. A better one becomes a second file with a number of its own.
"""

import ctypes
import itertools
import pathlib
import random
import sys

WORDS = 12_000
IDENTITY = 20_261_125


class Parameters(ctypes.Structure):
    """ZDICT_params_t of libzstd."""

    _fields_ = [("level", ctypes.c_int), ("told", ctypes.c_uint), ("identity", ctypes.c_uint)]


def rows(words, sums, number, length):
    """Rows of words drawn by their frequency, given as running sums: samples for the statistics."""
    signs = "，" * 50 + "。" * 30 + "、" * 10 + "：；“”（）《》"
    for _ in range(number):
        row = []
        while sum(map(len, row)) < length:
            row += random.choices(words, cum_weights=sums, k=random.randint(3, 9)) + [random.choice(signs)]
        yield "".join(row).encode("gb18030")


def main():
    lines = [line.split(" ")[:2] for line in open(sys.argv[1], encoding="utf-8")]
    entries = [(word, int(count)) for word, count in lines if int(count) > 3]
    random.seed(1)
    sums = list(itertools.accumulate(count for _, count in entries))
    samples = list(rows([word for word, _ in entries], sums, 2_000, 1_000))
    # A word of one character saves next to nothing: what a longer one saves grows with its length.
    entries.sort(key=lambda entry: -entry[1] * (len(entry[0]) - 0.7))
    content = "".join(word for word, _ in reversed(entries[:WORDS])).encode("gb18030")
    library = ctypes.CDLL("libzstd.so.1")
    finish = library.ZDICT_finalizeDictionary
    finish.restype = ctypes.c_size_t
    finish.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_char_p, ctypes.c_size_t]
    finish.argtypes += [ctypes.c_char_p, ctypes.c_void_p, ctypes.c_uint, Parameters]
    made = ctypes.create_string_buffer(len(content) + 2_000)
    sizes = (ctypes.c_size_t * len(samples))(*map(len, samples))
    length = finish(made, len(made), content, len(content), b"".join(samples), sizes, len(samples), Parameters(6, 0, IDENTITY))
    if length > len(made):
        sys.exit("libzstd made no dictionary")
    pathlib.Path(__file__).with_name("chinese-words.zdict").write_bytes(made.raw[:length])


if __name__ == "__main__":
    main()
