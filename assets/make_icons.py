#!/usr/bin/env python3
"""Draws assets/icon.svg in the sizes that desktops ask for: assets/icons/hicolor (Linux), assets/icon.ico (Windows),
assets/icon.icns (macOS). The window has assets/icon.png. Needs rsvg-convert (Debian: librsvg2-bin) and Pillow.

    python3 assets/make_icons.py"""

import io
import subprocess
from pathlib import Path

from PIL import Image

ASSETS = Path(__file__).parent
DESKTOP = [16, 22, 24, 32, 48, 64, 128, 256, 512]
WINDOWS = [16, 20, 24, 32, 40, 48, 64, 256]
MACOS = [32, 64, 128, 256, 512, 1024]


def drawn(size):
    """The icon as PNG bytes, `size` pixels wide."""
    command = ["rsvg-convert", "-w", str(size), "-h", str(size), str(ASSETS / "icon.svg")]
    return subprocess.run(command, check=True, capture_output=True).stdout


def pictures(sizes):
    return [Image.open(io.BytesIO(drawn(size))) for size in sizes]


for size in DESKTOP:
    file = ASSETS / "icons" / "hicolor" / f"{size}x{size}" / "apps" / "chachong.png"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(drawn(size))
*smaller, largest = pictures(WINDOWS)
largest.save(ASSETS / "icon.ico", sizes=[(size, size) for size in WINDOWS], append_images=smaller)
*smaller, largest = pictures(MACOS)
largest.save(ASSETS / "icon.icns", append_images=smaller)
