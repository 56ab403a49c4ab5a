#!/bin/sh
# Takes away what install.sh installed. Libraries, checks and settings stay. 卸载查重；比对库、检查记录和设置保留。
set -eu
here=$(cd "$(dirname "$0")" && pwd)
data=${XDG_DATA_HOME:-$HOME/.local/share}
rm -f "$HOME/.local/bin/chachong"
(cd "$here/share" && find . -type f) | while IFS= read -r file; do rm -f "$data/$file"; done
(cd "$here/share" && find . -depth -type d) | while IFS= read -r folder; do rmdir "$data/$folder" 2> /dev/null || true; done
rmdir "$HOME/.local/bin" 2> /dev/null || true
if command -v update-desktop-database > /dev/null && [ -d "$data/applications" ]; then
    update-desktop-database "$data/applications"
    # The list of an empty folder is ours alone.
    [ -s "$data/applications/mimeinfo.cache" ] && [ "$(wc -l < "$data/applications/mimeinfo.cache")" -gt 1 ] ||
        rm -f "$data/applications/mimeinfo.cache"
    rmdir "$data/applications" 2> /dev/null || true
fi
echo "Removed. Your libraries, checks and settings are still in $data/chachong"
echo "已卸载。比对库、检查记录和设置仍保存在 $data/chachong"
