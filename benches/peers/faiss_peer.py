#!/usr/bin/env python3
"""Microseconds a radius query within 3 bits: FAISS on the data of benches/systems.rs, one core, beside our own index.

    pip install faiss-cpu numpy
    cargo build --release            # here: the Rust side
    ./faiss_peer.py [COUNT [QUERIES [PATH_OF_chachong-peers]]]

With the path the Rust program runs first and after, so that the ratios are of one run. 10 M in the multi-hash index
take about 1 GB.
"""

import subprocess
import sys
import time

import faiss
import numpy as np

K = 3
ROUNDS = 5


def mix(i):
    z = i.astype(np.uint64) * np.uint64(0x9E3779B97F4A7C15)
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return z ^ (z >> np.uint64(31))


def as_bytes(hashes):
    return np.ascontiguousarray(hashes).view(np.uint8).reshape(-1, 8)


def best(work, clock=time.process_time):
    """Seconds of the processor: what else the machine does is left out."""
    seconds = []
    for _ in range(ROUNDS):
        start = clock()
        result = work()
        seconds.append(clock() - start)
    return min(seconds), result


def ours(program, count, queries):
    lines = subprocess.run([program, str(count), str(queries)], capture_output=True, text=True, check=True).stdout
    rows = [line.split("\t") for line in lines.splitlines()]
    for name, _, size, build, each, hits in rows:
        print(f"{name:32} {size:>6} bytes  build {build:>7} s  {each:>12} us a query  {hits} hits", flush=True)
    return next(float(row[4]) for row in rows if row[0] == "chachong blocks-4")


def main():
    arguments = sys.argv[1:]
    count = int(arguments[0]) if arguments else 1_000_000
    queries = int(arguments[1]) if len(arguments) > 1 else 20_000
    program = arguments[2] if len(arguments) > 2 else None
    own = [ours(program, count, queries)] if program else []
    faiss.omp_set_num_threads(1)
    data = as_bytes(mix(np.arange(count, dtype=np.uint64)))
    asked = as_bytes(mix(np.arange(queries, dtype=np.uint64) * np.uint64(15_485)) ^ np.uint64(0b101))
    peers = [
        # 4 hash tables of 16 bits each: the same four blocks.
        ("FAISS IndexBinaryMultiHash(4,16)", faiss.IndexBinaryMultiHash(64, 4, 16)),
        ("FAISS IndexBinaryFlat", faiss.IndexBinaryFlat(64)),
    ]
    found = []
    for name, index in peers:
        start = time.perf_counter()
        index.add(data)
        build = time.perf_counter() - start
        # Distances below the radius are found, so k + 1.
        # A scan takes the same time whatever is asked.
        some = asked[:64] if "Flat" in name else asked
        seconds, (limits, _, _) = best(lambda: index.range_search(some, K + 1))
        each = seconds * 1e6 / len(some)
        found.append((name, each))
        print(f"{name:32} {'':>12}  build {build:7.2f} s  {each:12.3f} us a query  {limits[-1]} hits", flush=True)
    if program:
        own.append(ours(program, count, queries))
        for name, each in found:
            print(f"{name}: {each / min(own):.1f} times blocks-4 (its better run of two)")


if __name__ == "__main__":
    main()
