#!/usr/bin/env python3
"""What PyPI's simhash with Python's jieba needs for the text that our own benchmark is given, in MB of UTF-8 a second.

    pip install simhash jieba
    python3 benches/peers/simhash_peer.py FILE.txt
    CHACHONG_BENCH_TEXT=FILE.txt cargo bench --no-default-features --bench fingerprint -- all

Take both in one session on one machine: ratios hold, seconds do not. Printed: jieba alone, the fingerprint from its words and
their frequencies (MD5, 64 bits, float sums: as the package does by default), and simhash's own way for text without words
(4 characters, what our `shingles` stands beside). The time is that of the processor, so a busy machine disturbs it less.
"""
import sys
import time
from collections import Counter
from pathlib import Path

import jieba
from simhash import Simhash


def measured(name, bytes_, work):
    start = time.process_time()
    result = work()
    seconds = time.process_time() - start
    print(f"{name:32} {bytes_ / seconds / 1e6:8.2f} MB/s")
    return result


def main():
    text = Path(sys.argv[1]).read_bytes().decode("utf-8")
    size = len(text.encode("utf-8"))
    jieba.setLogLevel(40)
    jieba.initialize()
    print(size, "bytes")
    measured("jieba alone", size, lambda: sum(1 for _ in jieba.cut(text)))
    # simhash 2.1.2 overflows on weights over 255.
    words = lambda: {w: min(n, 255) for w, n in Counter(w for w in jieba.cut(text) if w[0].isalpha()).items()}
    value = measured("jieba, counts, simhash", size, lambda: Simhash(words()).value)
    print(f"{value:016x}")
    try:
        measured("simhash of the text (4-grams)", size, lambda: Simhash(text).value)
    except OverflowError as error:
        # The package keeps a weight in 8 bits; a long text has 4-grams that occur more often.
        print(f"simhash of the text (4-grams): the package cannot ({error})")


if __name__ == "__main__":
    main()
