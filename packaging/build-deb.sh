#!/usr/bin/env bash
# Makes target/packages/chachong_VERSION-1_amd64.deb with cargo-deb; what goes where stands in Cargo.toml, [package.metadata.deb].
# `packaging/test-deb.sh` installs it in clean systems. Needs python3, dpkg-dev; lintian and appstream check the result if they are there.
# `--staged` packs what the other of the two has built.
set -euo pipefail
cd "$(dirname "$0")/.."
[ "${1:-}" = --staged ] || bash packaging/stage.sh
tools=$PWD/target/packages/cargo-tools
if ! PATH=$tools/bin:$PATH command -v cargo-deb > /dev/null; then
    CARGO_TARGET_DIR=$tools/build cargo install cargo-deb --version 3.8.0 --locked --root "$tools"
fi
PATH=$tools/bin:$PATH
version=$(sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml | head -n 1)
SOURCE_DATE_EPOCH=$(git log -1 --format=%ct)
export SOURCE_DATE_EPOCH
maintainer=$(sed -n 's/^maintainer = "\(.*\)"/\1/p' Cargo.toml)
cat > target/packages/changelog <<END
chachong ($version-1) unstable; urgency=medium

  * Version $version; changelog.gz beside this file says what changed.

 -- $maintainer  $(date -u -R -d "@$SOURCE_DATE_EPOCH")
END
cargo deb --no-build --no-strip --deb-version "$version-1" --output "target/packages/chachong_$version-1_amd64.deb"
deb=target/packages/chachong_$version-1_amd64.deb
dpkg-deb --info "$deb"
ls -l "$deb"
if command -v appstreamcli > /dev/null; then appstreamcli validate --no-net packaging/linux/*.metainfo.xml; fi
if command -v desktop-file-validate > /dev/null; then desktop-file-validate packaging/linux/*.desktop; fi
if command -v lintian > /dev/null; then lintian --allow-root --fail-on error "$deb"; fi
