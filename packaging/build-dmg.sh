#!/usr/bin/env bash
# Makes target/packages/chachong-VERSION-macos.dmg on macOS: one program for Intel and Apple processors, dragged into Applications.
# Only tools that every macOS with Xcode's command line tools has. Signed ad hoc: Apple's own signature needs a paid account, so the
# first start is by the context menu, Open.
set -euo pipefail
cd "$(dirname "$0")/.."
[ "$(uname -s)" = Darwin ] || { echo "build-dmg.sh: needs macOS, whose lipo, codesign and hdiutil it calls" >&2; exit 2; }
version=$(sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml | head -n 1)
export CARGO_TARGET_DIR=${CARGO_TARGET_DIR:-target} MACOSX_DEPLOYMENT_TARGET=11.0
programs=()
for triple in aarch64-apple-darwin x86_64-apple-darwin; do
    rustup target add "$triple"
    cargo build --release --locked --target "$triple" --bin chachong
    programs+=("$CARGO_TARGET_DIR/$triple/release/chachong")
done
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
app=$work/volume/Chachong.app/Contents
mkdir -p "$app/MacOS" "$app/Resources/en.lproj" "$app/Resources/zh_CN.lproj" target/packages
lipo -create "${programs[@]}" -output "$app/MacOS/chachong"
sed "s/VERSION/$version/" packaging/macos/Info.plist > "$app/Info.plist"
echo 'CFBundleDisplayName = "Chachong";' > "$app/Resources/en.lproj/InfoPlist.strings"
echo 'CFBundleDisplayName = "查重";' > "$app/Resources/zh_CN.lproj/InfoPlist.strings"
cp assets/icon.icns LICENSE "$app/Resources/"
[ -f assets/models/sentences.model ] || python3 assets/make_models.py usual
mkdir -p "$app/Resources/models"
cp assets/models/tiny-* assets/models/sentences* assets/models/LICENSE assets/models/MODEL_LICENSES.md assets/models/ATTRIBUTION "$app/Resources/models/"
cp assets/fonts/OFL.txt "$app/Resources/FONT-LICENCE.txt"
python3 packaging/third_party.py aarch64-apple-darwin > "$app/Resources/THIRD-PARTY.txt"
plutil -lint "$app/Info.plist"
codesign --force --deep --sign - "$work/volume/Chachong.app"
ln -s /Applications "$work/volume/Applications"
hdiutil create -volname Chachong -srcfolder "$work/volume" -format UDZO -ov "target/packages/chachong-$version-macos.dmg"
