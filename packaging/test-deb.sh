#!/usr/bin/env bash
# Installs the packages in clean systems made by debootstrap, as a person would, and looks: the samples are checked on the command line
# and in the window (on a virtual screen, without network), man pages, completions and "Check with Chachong" are there, and taking the
# package away leaves nothing but the person's data.
#
#   packaging/test-deb.sh [SUITE...]     trixie bookworm jammy unless named; needs root and debootstrap
#
# Pictures of the windows and logs: target/packages/test. A system that was made once is kept in target/packages/roots, packed.
set -euo pipefail
cd "$(dirname "$0")/.."
[ "$(id -u)" = 0 ] || { echo "test-deb.sh: needs root, for debootstrap and chroot: sudo packaging/test-deb.sh" >&2; exit 2; }
[ $# -gt 0 ] || set -- trixie bookworm jammy
packages=$PWD/target/packages
out=$packages/test
mkdir -p "$out" "$packages/roots"
version=$(sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml | head -n 1)
deb=$packages/chachong_$version-1_amd64.deb
tar=$packages/chachong-$version-linux-x86_64.tar.gz

work=$(mktemp -d)
unmount() { umount -l "$work"/*/proc 2> /dev/null || true; }
trap 'unmount; rm -rf "$work"' EXIT

say() { printf '== %s: %s (%s s)\n' "$suite" "$*" "$SECONDS"; }
fail() { printf 'test-deb.sh: %s: %s\n' "$suite" "$*" >&2; exit 1; }
as_root() { chroot "$root" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive "$@"; }
# A supervisor on a Chinese desktop, whose computer has no network. The first words may be settings of the environment.
as_person() { unshare --net chroot --userspec=person:person "$root" env -i PATH=/usr/bin:/bin HOME=/home/person LANG=C.UTF-8 "$@"; }
# Whether what a command writes for the person has a pattern; if not, the output is shown.
says() { # PATTERN COMMAND...
    local pattern=$1 output
    shift
    output=$(as_person "$@" 2>&1) || true
    grep -q -e "$pattern" <<< "$output" || { printf '%s: %s\n' "$*" "$output" >&2; return 1; }
}
# Names of all files that packages may leave behind; not the package manager's own records, nor caches that it renews.
files() {
    (cd "$root" && find . -xdev \( -path ./proc -o -path ./sys -o -path ./dev -o -path ./tmp -o -path ./run -o -path ./home \
        -o -path ./var/log -o -path ./var/cache -o -path ./var/lib/dpkg -o -path ./var/lib/apt \) -prune -o -print | sort)
}

make_system() {
    local kept=$packages/roots/$suite.tar mirror=http://deb.debian.org/debian components=main keyring=/usr/share/keyrings/debian-archive-keyring.gpg
    if [ "$suite" = jammy ]; then
        mirror=http://archive.ubuntu.com/ubuntu components=main,universe keyring=/usr/share/keyrings/ubuntu-archive-keyring.gpg
    fi
    mkdir -p "$root"
    if [ ! -f "$kept" ]; then
        [ -f "$keyring" ] || keyring=$(ubuntu_keyring)
        debootstrap --variant=minbase --components="$components" --keyring="$keyring" "$suite" "$root" "$mirror" > "$out/$suite-debootstrap.log"
        tar -C "$root" -cf "$kept.part" . && mv "$kept.part" "$kept"
    else
        tar -C "$root" -xf "$kept"
    fi
    mount -t proc proc "$root/proc"
}

# Debian has no package of Ubuntu's keys; theirs is held to the bytes that were looked at once.
ubuntu_keyring() {
    local file=$packages/roots/ubuntu-keyring.deb
    curl -fsS -o "$file" http://archive.ubuntu.com/ubuntu/pool/main/u/ubuntu-keyring/ubuntu-keyring_2021.03.26_all.deb
    echo "0d0e7ed6b112f5d03eabf3c7eb01ebdacf9c57714b279e90495cfc58c8c4520f  $file" | sha256sum --check --quiet >&2
    dpkg-deb -x "$file" "$packages/roots/ubuntu-keyring"
    echo "$packages/roots/ubuntu-keyring/usr/share/keyrings/ubuntu-archive-keyring.gpg"
}

check_samples() { # PROGRAM
    as_person "$1" check /samples --quiet --csv /home/person/report.csv --html /home/person/report > "$out/$suite-check.txt" ||
        fail "$1 check failed"
    local pairs
    pairs=$(tail -n +2 "$root/home/person/report.csv" | wc -l)
    [ "$pairs" -ge 11 ] || fail "the samples hold 11 similar pairs, $1 lists $pairs"
    [ -s "$root/home/person/report/index.html" ] || fail "$1 wrote no web pages"
    rm -r "$root/home/person/report.csv" "$root/home/person/report"
}

# Opens the samples' folder by what a file manager runs for "Check with Chachong", and waits until the title tells the result.
check_in_window() {
    cat > "$root/tmp/window" <<'END'
export DISPLAY=:1 XDG_RUNTIME_DIR=/tmp/runtime LANG=zh_CN.UTF-8
mkdir -m 700 -p $XDG_RUNTIME_DIR /tmp/screen
Xvfb :1 -screen 0 1280x800x24 -fbdir /tmp/screen > /tmp/xvfb.log 2>&1 & screen=$!
trap 'kill $screen' EXIT
for _ in $(seq 100); do [ -e /tmp/.X11-unix/X1 ] && break; sleep 0.1; done
gio launch /usr/share/applications/chachong-check.desktop /samples > /tmp/window.log 2>&1
title=
for _ in $(seq 240); do
    title=$(xdotool search --onlyvisible --name Chachong getwindowname 2> /dev/null)
    # "23 个文档，12 对相似": at first the pairs that are near by fingerprint alone.
    pairs=$(grep -a -o '[0-9]* 对相似' <<< "$title" | grep -a -o '^[0-9]*')
    [ "${pairs:-0}" -ge 11 ] && break
    sleep 0.5
done
# The pages are drawn and the check is saved right after.
sleep 3
cp /tmp/screen/Xvfb_screen0 /tmp/screen.xwd
echo "window: $title"
[ "${pairs:-0}" -ge 11 ] || { cat /tmp/window.log; exit 1; }
END
    as_person bash /tmp/window || fail "the window did not check the samples"
    if command -v convert > /dev/null; then convert "xwd:$root/tmp/screen.xwd" "$out/$suite-window.png"; fi
}

for suite in "$@"; do
    root=$work/$suite
    begun=$SECONDS
    make_system
    say "a clean system"
    as_root apt-get update -q > "$out/$suite-apt.log"
    # Tools of this test, not of the package: a screen, a look at windows' titles, what a desktop has anyway.
    as_root apt-get install -q -y --no-install-recommends xvfb xdotool man-db desktop-file-utils libglib2.0-bin >> "$out/$suite-apt.log" 2>&1
    as_root useradd --create-home --shell /bin/bash person
    cp -R assets/samples "$root/samples"
    chmod -R a+rX "$root/samples"

    tar -C "$root/home/person" --no-same-owner -xf "$tar"
    chroot "$root" chown -R person:person /home/person
    before=$(cd "$root/home/person" && find . | sort)
    folder=/home/person/$(basename "$tar" .tar.gz)
    as_person sh "$folder/install.sh" > "$out/$suite-install.txt"
    check_samples /home/person/.local/bin/chachong
    as_person sh "$folder/uninstall.sh" >> "$out/$suite-install.txt"
    left=$(cd "$root/home/person" && find . | sort | comm -13 <(echo "$before") - | grep -v -e '^./.local$' -e '^./.local/share$' || true)
    [ -z "$left" ] || fail "uninstall.sh left $left"
    rm -r "${root:?}$folder"
    say "the archive installs, checks and goes"

    cp "$deb" "$root/tmp/"
    as_root apt-get install -q -y "/tmp/${deb##*/}" >> "$out/$suite-apt.log" 2>&1 || fail "apt-get install failed, see $out/$suite-apt.log"
    as_root apt-get purge -q -y chachong >> "$out/$suite-apt.log" 2>&1
    files > "$out/$suite-before.txt"
    as_root apt-get install -q -y "/tmp/${deb##*/}" >> "$out/$suite-apt.log" 2>&1
    say "installed: $(as_person chachong --version)"

    check_samples chachong
    says 'chachong \[--lang\]' man chachong || fail "no man page"
    as_person bash -c 'source /usr/share/bash-completion/completions/chachong && complete -p chachong' > /dev/null || fail "no completion"
    for type in inode/directory application/pdf application/vnd.openxmlformats-officedocument.wordprocessingml.document; do
        says chachong-check.desktop gio mime "$type" || fail "no file manager offers chachong for $type"
    done
    check_in_window
    [ -d "$root/home/person/.local/share/chachong" ] || fail "the window kept nothing in ~/.local/share/chachong"
    say "checked on the command line and in the window"

    as_root apt-get purge -q -y chachong >> "$out/$suite-apt.log" 2>&1
    files | diff "$out/$suite-before.txt" - || fail "the lines above differ from before the installation"
    [ -d "$root/home/person/.local/share/chachong" ] || fail "purging took the person's data"
    say "taken away without a trace but the person's data; $((SECONDS - begun)) s for $suite"
    umount "$root/proc"
    rm -rf "$root"
done
