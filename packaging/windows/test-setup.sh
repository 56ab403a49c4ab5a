#!/usr/bin/env bash
# Installs the program with its installer under Wine, checks the samples, opens the window, takes everything away again and looks
# what is left; then the same with the portable archive, which may leave nothing. `test-setup.ps1` does the like on Windows.
# Needs: wine, xvfb, openbox, imagemagick, python3; the packages in target/packages.
set -euo pipefail
cd "$(dirname "$0")/../.."
export LC_ALL=${LC_ALL:-C.UTF-8} WINEDEBUG=${WINEDEBUG:--all} CHACHONG_NO_BOX=1
pictures=$PWD/target/packages/test
work=$(mktemp -d)
finish() {
    [ -z "${screen:-}" ] || kill "$screen" 2> /dev/null || true
    rm -rf "$work"
}
trap finish EXIT
fail() { echo "test-setup.sh: $*" >&2; exit 1; }
setup=$(ls "$PWD"/target/packages/*-windows-x86_64-setup.exe)
portable=$(ls "$PWD"/target/packages/*-windows-x86_64-portable.zip)
mkdir -p "$pictures"
user=$(wine cmd /c 'echo %USERPROFILE%' | tr -d '\r')
home=$(winepath -u "$user")
programs=$home/AppData/Local/Programs/Chachong
for kept in "$home"/AppData/{Roaming,Local}/chachong; do
    [ ! -e "$kept" ] || fail "$kept is there from before, and this test ends by removing it; remedy: move it away"
done

# A screen, for the window of the program and those of the installer.
number=70
while [ -e "/tmp/.X11-unix/X$number" ]; do number=$((number + 1)); done
export DISPLAY=:$number
Xvfb "$DISPLAY" -screen 0 1280x720x24 > "$work/xvfb" 2>&1 &
screen=$!
for _ in $(seq 50); do [ -e "/tmp/.X11-unix/X$number" ] && break; sleep 0.1; done
openbox > /dev/null 2>&1 &

# Files of the person, without Wine's own.
files() { (cd "$home" && find . -type f -not -path './AppData/Local/Temp/*' -not -path './Temp/*' | sort); }
# Keys and values that name the program.
keys() { wine reg query 'HKCU\Software' /s 2> /dev/null | tr -d '\r' | grep -i chachong | sort || true; }
# Checks the samples with the program in a folder.
samples() {
    wine "$1/chachong.exe" --version
    wine "$1/chachong.exe" check assets/samples --quiet --csv "$work/report.csv" > /dev/null
    local pairs
    pairs=$(tail -n +2 "$work/report.csv" | wc -l)
    [ "$pairs" -ge 11 ] || fail "the samples hold 11 similar pairs, the report lists $pairs"
    wine "$1/chachong.exe" models > "$work/models" || fail "models are missing: $(cat "$work/models")"
}
# Opens the window on the samples by the program that shortcuts start, and takes a picture.
window() {
    (cd "$1" && wine chachong-window.exe "$(winepath -w "$OLDPWD/assets/samples")")
    for _ in $(seq 60); do
        sleep 1
        xdotool search --name 'hachong.*(23|2[0-9])' > /dev/null 2>&1 && break
    done
    sleep 3
    import -window root "$pictures/$2.png"
    local shown
    shown=$(xdotool search --name hachong getwindowname 2> /dev/null | head -n 1)
    case $shown in *23*) ;; *) fail "the window shows '$shown'; see $pictures/$2.png" ;; esac
    wine taskkill /im chachong.exe > /dev/null 2>&1 || true
    sleep 2
    wine taskkill /f /im chachong.exe > /dev/null 2>&1 || true
    wineserver -w
}

files > "$work/before"
keys > "$work/keys-before"
began=$SECONDS
wine "$setup" /S
wineserver -w
echo "installed in $((SECONDS - began)) s: $(du -sb "$programs" | cut -f 1) bytes"
samples "$programs"
for key in Directory 'Directory\Background' 'SystemFileAssociations\.docx' 'SystemFileAssociations\.pdf'; do
    wine reg query "HKCU\\Software\\Classes\\$key\\shell\\Chachong\\command" > /dev/null || fail "no menu entry for $key"
done
window "$programs" installed
# The uninstaller copies itself before it works; _?= has it wait, and then it cannot remove itself.
wine "$programs/uninstall.exe" /S "_?=$(winepath -w "$programs")"
wineserver -w
rm -f "$programs/uninstall.exe"
rmdir "$programs" 2> /dev/null || true
files > "$work/after"
keys > "$work/keys-after"
# What README promises to stay: libraries, checks and settings, and the log.
left=$(comm -13 "$work/before" "$work/after" | grep -v -e '^./AppData/Roaming/chachong/' -e '^./AppData/Local/chachong/' || true)
[ -z "$left" ] || fail "left behind: $left"
comm -13 "$work/before" "$work/after" | grep -q '^./AppData/Roaming/chachong/library.chachong$' || fail "the library is gone"
cmp "$work/keys-before" "$work/keys-after" || fail "keys are left behind: $(comm -13 "$work/keys-before" "$work/keys-after")"
rm -rf "$home/AppData/Roaming/chachong" "$home/AppData/Local/chachong"

python3 -c 'import sys, zipfile; zipfile.ZipFile(sys.argv[1]).extractall(sys.argv[2])' "$portable" "$work/记忆棒"
files > "$work/before"
samples "$work/记忆棒/Chachong"
window "$work/记忆棒/Chachong" portable
files > "$work/after"
left=$(comm -13 "$work/before" "$work/after" | grep -v '^./AppData/Local/chachong/window' || true)
[ -z "$left" ] || fail "the portable program left behind: $left"
[ -f "$work/记忆棒/Chachong/chachong-data/library.chachong" ] || fail "the portable program has no library beside it"
cmp "$work/keys-before" <(keys) || fail "the portable program left keys behind"
echo "both packages work, and leave what they should"
