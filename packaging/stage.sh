#!/usr/bin/env bash
# Builds the program for Linux with the files that belong to it, as they are installed below /usr or ~/.local, in
# target/packages/stage. `build-deb.sh` and `build-tar.sh` pack that folder.
#
# The program asks for no more than glibc 2.31 (Debian 11, Ubuntu 20.04 and later), whatever machine builds it: zig brings the
# symbol tables of each glibc, cargo-zigbuild links against the one that is named. Both come from PyPI.
set -euo pipefail
cd "$(dirname "$0")/.."
GLIBC=2.31
TRIPLE=x86_64-unknown-linux-gnu
stage=target/packages/stage
tools=${CHACHONG_PACKAGING_TOOLS:-target/packages/tools}
export CARGO_TARGET_DIR=${CARGO_TARGET_DIR:-target}

if [ ! -x "$tools/bin/cargo-zigbuild" ]; then
    python3 -m venv "$tools"
    "$tools/bin/pip" install --quiet cargo-zigbuild==0.24.0 ziglang==0.17.1
fi
PATH=$(cd "$tools" && pwd)/bin:$PATH
zig=("$tools"/lib/python3*/site-packages/ziglang/zig)
export CARGO_ZIGBUILD_ZIG_PATH=${CARGO_ZIGBUILD_ZIG_PATH:-$(realpath "${zig[0]}")}
cargo zigbuild --release --locked --target "$TRIPLE.$GLIBC" --features packaging --bin chachong --bin chachong-package-files
built=$CARGO_TARGET_DIR/$TRIPLE/release

newest=$(objdump -T "$built/chachong" | grep -o 'GLIBC_[0-9.]*' | sort -uV | tail -n 1)
[ "$(printf '%s\n' "$newest" "GLIBC_$GLIBC" | sort -V | tail -n 1)" = "GLIBC_$GLIBC" ] ||
    { echo "the program asks for $newest; remedy: see what was linked that is newer than glibc $GLIBC" >&2; exit 1; }

rm -rf "$stage"
share=$stage/share
mkdir -p "$share/applications" "$share/metainfo" "$share/doc/chachong" "$share/bash-completion/completions" \
    "$share/zsh/site-functions" "$share/fish/vendor_completions.d" "$share/icons/hicolor/scalable/apps"
install -D -m 755 "$built/chachong" "$stage/bin/chachong"
install -m 644 packaging/linux/*.desktop "$share/applications/"
install -m 644 packaging/linux/*.metainfo.xml "$share/metainfo/"
install -D -m 644 -t "$share/doc/chachong/examples" packaging/linux/examples/*
cp -R assets/icons/hicolor "$share/icons/"
install -m 644 assets/icon.svg "$share/icons/hicolor/scalable/apps/chachong.svg"

"$built/chachong-package-files" "$stage/made"
install -m 644 "$stage/made/completions/chachong.bash" "$share/bash-completion/completions/chachong"
install -m 644 "$stage/made/completions/_chachong" "$share/zsh/site-functions/_chachong"
install -m 644 "$stage/made/completions/chachong.fish" "$share/fish/vendor_completions.d/chachong.fish"
mv "$stage/made/man" "$share/man"
rm -r "$stage/made"
find "$share/man" -type f -exec gzip -9n {} +

# The models of text recognition and of sentences are data: the program finds them in share/chachong/models.
[ -f assets/models/sentences.model ] || python3 assets/make_models.py usual
install -d "$share/chachong/models"
install -m 644 assets/models/tiny-* assets/models/sentences* assets/models/LICENSE assets/models/MODEL_LICENSES.md assets/models/ATTRIBUTION "$share/chachong/models/"

gzip -9n < CHANGELOG.md > "$share/doc/chachong/changelog.gz"
python3 packaging/third_party.py "$TRIPLE" | gzip -9n > "$share/doc/chachong/third-party.txt.gz"
chmod -R u=rwX,go=rX "$stage"
echo "$stage: program $(stat -c %s "$stage/bin/chachong") bytes, newest symbol $newest"
