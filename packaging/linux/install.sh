#!/bin/sh
# Installs Chachong for the person who runs this, without administrator rights. 为当前用户安装查重，无需管理员权限。
set -eu
here=$(cd "$(dirname "$0")" && pwd)
data=${XDG_DATA_HOME:-$HOME/.local/share}
mkdir -p "$HOME/.local/bin" "$data"
cp -f "$here/bin/chachong" "$HOME/.local/bin/chachong"
cp -Rf "$here/share/." "$data/"
# ~/.local/bin is not on the path of every desktop: the entries name the program by its whole path.
for entry in chachong chachong-check; do
    sed "s|^Exec=chachong |Exec=\"$HOME/.local/bin/chachong\" |" "$here/share/applications/$entry.desktop" > "$data/applications/$entry.desktop"
done
if command -v update-desktop-database > /dev/null; then update-desktop-database "$data/applications"; fi
echo "Installed: $HOME/.local/bin/chachong (Chachong 查重 is in the menu; to take it away: uninstall.sh)"
echo "已安装：可从应用菜单打开“查重”；卸载请运行 uninstall.sh"
