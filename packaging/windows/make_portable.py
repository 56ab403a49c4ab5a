#!/usr/bin/env python3
"""Packs the programs for Windows into one archive that runs from a memory stick without being installed.

usage: make_portable.py STAGE ARCHIVE      (STAGE: the folder that build-windows.sh fills)

The same files give the same bytes: names sorted, one date. The file chachong-portable.txt is what makes the program keep its
library, settings and log beside it (crates/paths/src/lib.rs).
"""
import pathlib
import sys
import zipfile

TOP = pathlib.Path(__file__).resolve().parents[2]
FOLDER = "Chachong"
# The earliest date that a zip archive can state.
DATE = (1980, 1, 1, 0, 0, 0)
MARK = """因为有这个文件，查重把比对库、检查记录、设置和日志都保存在它旁边的 chachong-data 文件夹里，不写入这台电脑。
删除这个文件，查重便像安装版一样使用这台电脑的用户文件夹。双击 chachong-window.exe 打开窗口。

While this file lies here, Chachong keeps libraries, checks, settings and its log in the folder chachong-data beside it, and not on
this computer. Without it Chachong uses the person's folders on the computer, as if installed. Double-click chachong-window.exe.
"""

stage, archive = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
files = {path.relative_to(stage).as_posix(): path.read_bytes() for path in stage.rglob("*") if path.is_file()}
files["LICENSE.txt"] = (TOP / "LICENSE").read_bytes()
files["FONT-LICENCE.txt"] = (TOP / "assets" / "fonts" / "OFL.txt").read_bytes()
# Notepad before 2018 knows only the line ends of Windows, and takes UTF-8 by its mark.
files["chachong-portable.txt"] = MARK.replace("\n", "\r\n").encode("utf-8-sig")
with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as packed:
    for name, content in sorted(files.items()):
        entry = zipfile.ZipInfo(f"{FOLDER}/{name}", DATE)
        entry.compress_type = zipfile.ZIP_DEFLATED
        packed.writestr(entry, content)
print(f"{archive}: {archive.stat().st_size} bytes, {len(files)} files")
