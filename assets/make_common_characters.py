"""Makes common_characters.txt: the 3,000 most frequent characters of Chinese, most frequent first, by the word frequencies
of jieba 0.42.1 (MIT); on the second line the Traditional form of each by OpenCC (opencc-python-reimplemented, Apache-2.0).

    pip install jieba==0.42.1 opencc-python-reimplemented && python3 assets/make_common_characters.py
"""
from collections import Counter
from pathlib import Path

import jieba
import opencc

counts = Counter()
for line in (Path(jieba.__file__).parent / "dict.txt").read_text("utf-8").splitlines():
    word, frequency = line.split(" ")[:2]
    for character in word:
        if "\u4e00" <= character <= "\u9fff":
            counts[character] += int(frequency)
simplified = [c for c, _ in sorted(counts.items(), key=lambda item: (-item[1], item[0]))[:3000]]
convert = opencc.OpenCC("s2t").convert
traditional = "".join(convert(c) for c in simplified)
assert len(traditional) == len(simplified)
out = Path(__file__).parent / "common_characters.txt"
out.write_text("".join(simplified) + "\n" + traditional + "\n", "utf-8")
