#!/usr/bin/env bash
# Makes two packages for Windows in target/packages: chachong-VERSION-windows-x86_64-setup.exe with NSIS, and
# chachong-VERSION-windows-x86_64-portable.zip, which runs from a memory stick. On Windows (Git's bash) the programs are made
# by MSVC's tools; elsewhere by MinGW's (`.ci/windows packages`). Needs makensis (Debian: nsis). CARGO names another cargo.
set -euo pipefail
cd "$(dirname "$0")/.."
case $(uname -s) in
    MINGW* | MSYS*) triple=x86_64-pc-windows-msvc python=python makensis=$(command -v makensis || echo "/c/Program Files (x86)/NSIS/makensis.exe") ;;
    *) triple=x86_64-pc-windows-gnu python=python3 makensis=makensis stub=-DTARGET=amd64-unicode ;;
esac
export CARGO_TARGET_DIR=${CARGO_TARGET_DIR:-target}
# With C's library inside, so that no "Visual C++ Redistributable" has to be installed by an administrator.
export CARGO_TARGET_X86_64_PC_WINDOWS_MSVC_RUSTFLAGS="-C target-feature=+crt-static"
read -ra cargo <<< "${CARGO:-cargo}"
"${cargo[@]}" build --release --locked --target "$triple" --features packaging --bin chachong --bin chachong-window
version=$(sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml | head -n 1)
packages=target/packages
stage=$packages/windows
rm -rf "$stage"
mkdir -p "$stage/models"
cp "$CARGO_TARGET_DIR/$triple/release/chachong.exe" "$CARGO_TARGET_DIR/$triple/release/chachong-window.exe" "$stage/"
[ -f assets/models/sentences.model ] || "$python" assets/make_models.py usual
cp assets/models/tiny-* assets/models/sentences* assets/models/LICENSE assets/models/MODEL_LICENSES.md assets/models/ATTRIBUTION "$stage/models/"
PYTHONIOENCODING=utf8 "$python" packaging/third_party.py "$triple" > "$stage/THIRD-PARTY.txt"
"$python" packaging/windows/make_portable.py "$stage" "$packages/chachong-$version-windows-x86_64-portable.zip"
# makensis reads paths from the script's folder.
cd packaging/windows
MSYS2_ARG_CONV_EXCL='*' "$makensis" -V2 -INPUTCHARSET UTF8 "-DVERSION=$version" "-DPROGRAMS=../../$stage" \
    "-DOUTPUT=../../$packages/chachong-$version-windows-x86_64-setup.exe" ${stub:+"$stub"} chachong.nsi
ls -l "../../$packages/chachong-$version-windows-x86_64-"* "../../$stage"
