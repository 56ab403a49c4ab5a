#!/usr/bin/env python3
"""Makes the manual's pictures small: 256 colours each, with the largest error as small as it can be.

Run it after the window's tests have made pictures again:
    UPDATE_SNAPSHOTS=1 cargo test --test window guide && python3 docs/pictures/shrink.py
Needs: pip install pillow numpy
"""
import pathlib

import numpy as np
from PIL import Image

COLORS = 256
# Weights of red, green and blue in Y, I and Q, scaled so that squared distances are those that the tests compare by.
YIQ = np.array([[0.2989, 0.5866, 0.1145], [0.5960, -0.2742, -0.3218], [0.2115, -0.5226, 0.3111]])
YIQ *= np.sqrt(np.array([[0.5053], [0.299], [0.1957]]))


def shrunk(picture: Image.Image) -> tuple[Image.Image, float]:
    """Returns the picture with a palette, and its largest error."""
    pixels = np.asarray(picture.convert("RGB"))
    colors, places, counts = np.unique(pixels.reshape(-1, 3), axis=0, return_inverse=True, return_counts=True)
    points = colors @ YIQ.T
    # The commonest colours stay as they are; then always the colour that is farthest from all chosen ones.
    chosen = list(np.argsort(-counts)[: COLORS // 8])
    distances = np.min([((points - points[one]) ** 2).sum(axis=1) for one in chosen], axis=0)
    while len(chosen) < min(COLORS, len(colors)):
        chosen.append(int(distances.argmax()))
        distances = np.minimum(distances, ((points - points[chosen[-1]]) ** 2).sum(axis=1))
    nearest = np.argmin([((points - points[one]) ** 2).sum(axis=1) for one in chosen], axis=0)
    image = Image.fromarray(nearest[places].reshape(pixels.shape[:2]).astype(np.uint8), "P")
    image.putpalette(colors[chosen].astype(np.uint8).tobytes())
    return image, distances.max()


for path in sorted(pathlib.Path(__file__).parent.glob("*.png")):
    picture = Image.open(path)
    if picture.mode != "P" and path.suffixes == [".png"]:
        image, error = shrunk(picture)
        before = path.stat().st_size
        image.save(path, optimize=True)
        print(f"{path.name}: {before} -> {path.stat().st_size} bytes, largest error {error:.1f}")
