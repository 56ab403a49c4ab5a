"""Makes crates/simhash/assets/words.txt: how many of a million ordinary Chinese texts hold a word, by the inverse document frequencies of jieba
0.42.1 (MIT; jieba/analyse/idf.txt, natural logarithms), the commonest first; words that fewer than one text in 8,000 holds
are left out.

    pip install jieba==0.42.1 && python3 assets/frequencies/make_words.py
"""
import math
from pathlib import Path

import jieba

LEAST_SHARE = 1 / 8000
shares = {}
for line in (Path(jieba.__file__).parent / "analyse" / "idf.txt").read_text("utf-8").splitlines():
    word, idf = line.split(" ")[:2]
    share = math.exp(-float(idf))
    if share >= LEAST_SHARE and not any(c.isspace() for c in word):
        word = word.lower()
        shares[word] = max(shares.get(word, 0), round(share * 1e6))
out = Path(__file__).parents[2] / "crates/simhash/assets/words.txt"
lines = [f"{word} {share}\n" for word, share in sorted(shares.items(), key=lambda item: (-item[1], item[0]))]
out.write_text("".join(lines), "utf-8")
print(len(lines), "words")
