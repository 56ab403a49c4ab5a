#!/usr/bin/env bash
# Makes target/packages/chachong-VERSION-linux-x86_64.tar.gz, which runs on any Linux with glibc 2.31 or later where it is unpacked
# and, by its install.sh, in a person's home without administrator rights.
# `--staged` packs what the other of the two has built.
set -euo pipefail
cd "$(dirname "$0")/.."
[ "${1:-}" = --staged ] || bash packaging/stage.sh
version=$(sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml | head -n 1)
name=chachong-$version-linux-x86_64
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp -R target/packages/stage "$work/$name"
install -m 755 packaging/linux/install.sh packaging/linux/uninstall.sh "$work/$name/"
install -m 644 LICENSE packaging/linux/README.txt "$work/$name/"
install -m 644 assets/fonts/OFL.txt "$work/$name/share/doc/chachong/font-licence.txt"
# The same commit gives the same bytes.
tar -C "$work" --sort=name --owner=0 --group=0 --numeric-owner --mtime="@$(git log -1 --format=%ct)" -cf - "$name" |
    gzip -9n > "target/packages/$name.tar.gz"
ls -l "target/packages/$name.tar.gz"
