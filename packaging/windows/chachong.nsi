; Installer for Windows: for the person who runs it, without administrator rights, in English or Chinese as Windows is.
; makensis -DVERSION=0.2.0 -DPROGRAMS=FOLDER -DOUTPUT=FILE [-DTARGET=amd64-unicode] chachong.nsi; `packaging/build-windows.sh` runs it.
; NSIS for Windows has only 32-bit stubs, Debian's has 64-bit ones too, which its Wine needs.
!ifdef TARGET
    Target ${TARGET}
!else
    Unicode true
!endif
SetCompressor /SOLID lzma
!include MUI2.nsh

Name "Chachong 查重"
OutFile "${OUTPUT}"
RequestExecutionLevel user
InstallDir "$LOCALAPPDATA\Programs\Chachong"
InstallDirRegKey HKCU "Software\Chachong" "InstallDir"
VIProductVersion "${VERSION}.0"
VIAddVersionKey "ProductName" "Chachong"
VIAddVersionKey "FileDescription" "Chachong"
VIAddVersionKey "FileVersion" "${VERSION}"
VIAddVersionKey "LegalCopyright" "MIT OR Apache-2.0"

!define ICON "..\..\assets\icon.ico"
!define MUI_ICON "${ICON}"
!define MUI_UNICON "${ICON}"
!define UNINSTALL "Software\Microsoft\Windows\CurrentVersion\Uninstall\Chachong"
!define CLASSES "Software\Classes"
!insertmacro MUI_PAGE_LICENSE "..\..\LICENSE"
!insertmacro MUI_PAGE_DIRECTORY
!insertmacro MUI_PAGE_INSTFILES
!define MUI_FINISHPAGE_RUN "$INSTDIR\chachong-window.exe"
!insertmacro MUI_PAGE_FINISH
!insertmacro MUI_UNPAGE_CONFIRM
!insertmacro MUI_UNPAGE_INSTFILES
!insertmacro MUI_LANGUAGE "English"
!insertmacro MUI_LANGUAGE "SimpChinese"
LangString CHECK ${LANG_ENGLISH} "Check with Chachong"
LangString CHECK ${LANG_SIMPCHINESE} "用查重检查"
LangString SHORTCUT ${LANG_ENGLISH} "Chachong"
LangString SHORTCUT ${LANG_SIMPCHINESE} "查重"
LangString KEPT ${LANG_ENGLISH} "Libraries, checks and settings stay in "
LangString KEPT ${LANG_SIMPCHINESE} "比对库、检查记录和设置仍保存在 "

; "Check with Chachong" in the menu of what the registry key KEY stands for; PATH is how Windows names what was clicked.
!macro Offer KEY PATH
    WriteRegStr HKCU "${CLASSES}\${KEY}\shell\Chachong" "" "$(CHECK)"
    WriteRegStr HKCU "${CLASSES}\${KEY}\shell\Chachong" "Icon" "$INSTDIR\chachong.exe"
    ; Without it the entry vanishes where more than 15 are marked; with it, up to 100.
    WriteRegStr HKCU "${CLASSES}\${KEY}\shell\Chachong" "MultiSelectModel" "Player"
    WriteRegStr HKCU "${CLASSES}\${KEY}\shell\Chachong\command" "" '"$INSTDIR\chachong-window.exe" "${PATH}"'
!macroend
!macro Withdraw KEY
    DeleteRegKey HKCU "${CLASSES}\${KEY}\shell\Chachong"
    DeleteRegKey /ifempty HKCU "${CLASSES}\${KEY}\shell"
    DeleteRegKey /ifempty HKCU "${CLASSES}\${KEY}"
!macroend
; For each ending that the program reads.
!macro ForEndings ACTION
    !insertmacro ${ACTION} ".txt"
    !insertmacro ${ACTION} ".zip"
    !insertmacro ${ACTION} ".7z"
    !insertmacro ${ACTION} ".rar"
    !insertmacro ${ACTION} ".gz"
    !insertmacro ${ACTION} ".tar"
    !insertmacro ${ACTION} ".tgz"
    !insertmacro ${ACTION} ".xz"
    !insertmacro ${ACTION} ".txz"
    !insertmacro ${ACTION} ".bz2"
    !insertmacro ${ACTION} ".tbz2"
    !insertmacro ${ACTION} ".zst"
    !insertmacro ${ACTION} ".tzst"
    !insertmacro ${ACTION} ".docx"
    !insertmacro ${ACTION} ".docm"
    !insertmacro ${ACTION} ".dotx"
    !insertmacro ${ACTION} ".dotm"
    !insertmacro ${ACTION} ".pdf"
    !insertmacro ${ACTION} ".doc"
    !insertmacro ${ACTION} ".dot"
    !insertmacro ${ACTION} ".wps"
    !insertmacro ${ACTION} ".wpt"
    !insertmacro ${ACTION} ".odt"
    !insertmacro ${ACTION} ".ott"
    !insertmacro ${ACTION} ".html"
    !insertmacro ${ACTION} ".htm"
    !insertmacro ${ACTION} ".md"
    !insertmacro ${ACTION} ".rtf"
    !insertmacro ${ACTION} ".tex"
    !insertmacro ${ACTION} ".pptx"
    !insertmacro ${ACTION} ".pptm"
    !insertmacro ${ACTION} ".ppsx"
    !insertmacro ${ACTION} ".potx"
    !insertmacro ${ACTION} ".xlsx"
    !insertmacro ${ACTION} ".xlsm"
    !insertmacro ${ACTION} ".xltx"
    !insertmacro ${ACTION} ".xls"
    !insertmacro ${ACTION} ".et"
    !insertmacro ${ACTION} ".ods"
    !insertmacro ${ACTION} ".ots"
    !insertmacro ${ACTION} ".csv"
    !insertmacro ${ACTION} ".tsv"
    !insertmacro ${ACTION} ".ipynb"
    !insertmacro ${ACTION} ".c"
    !insertmacro ${ACTION} ".cpp"
    !insertmacro ${ACTION} ".h"
    !insertmacro ${ACTION} ".java"
    !insertmacro ${ACTION} ".py"
    !insertmacro ${ACTION} ".js"
    !insertmacro ${ACTION} ".ts"
    !insertmacro ${ACTION} ".m"
    !insertmacro ${ACTION} ".sql"
    !insertmacro ${ACTION} ".cs"
    !insertmacro ${ACTION} ".go"
    !insertmacro ${ACTION} ".rs"
    !insertmacro ${ACTION} ".v"
    !insertmacro ${ACTION} ".vhd"
!macroend
!macro OfferEnding ENDING
    !insertmacro Offer "SystemFileAssociations\${ENDING}" "%1"
!macroend
!macro WithdrawEnding ENDING
    !insertmacro Withdraw "SystemFileAssociations\${ENDING}"
!macroend

Section
    SetOutPath "$INSTDIR"
    File "${PROGRAMS}\chachong.exe"
    File "${PROGRAMS}\chachong-window.exe"
    File /oname=LICENSE.txt "..\..\LICENSE"
    File /oname=FONT-LICENCE.txt "..\..\assets\fonts\OFL.txt"
    File "${PROGRAMS}\THIRD-PARTY.txt"
    SetOutPath "$INSTDIR\models"
    File "${PROGRAMS}\models\*"
    SetOutPath "$INSTDIR"
    WriteUninstaller "$INSTDIR\uninstall.exe"
    CreateShortcut "$SMPROGRAMS\$(SHORTCUT).lnk" "$INSTDIR\chachong-window.exe" "" "$INSTDIR\chachong.exe"
    WriteRegStr HKCU "Software\Chachong" "InstallDir" "$INSTDIR"
    WriteRegStr HKCU "Software\Chachong" "Shortcut" "$SMPROGRAMS\$(SHORTCUT).lnk"
    WriteRegStr HKCU "Software\Microsoft\Windows\CurrentVersion\App Paths\chachong.exe" "" "$INSTDIR\chachong.exe"
    WriteRegStr HKCU "${UNINSTALL}" "DisplayName" "Chachong 查重"
    WriteRegStr HKCU "${UNINSTALL}" "DisplayVersion" "${VERSION}"
    WriteRegStr HKCU "${UNINSTALL}" "DisplayIcon" "$INSTDIR\chachong.exe"
    WriteRegStr HKCU "${UNINSTALL}" "Publisher" "The Chachong developers"
    WriteRegStr HKCU "${UNINSTALL}" "UninstallString" '"$INSTDIR\uninstall.exe"'
    WriteRegStr HKCU "${UNINSTALL}" "QuietUninstallString" '"$INSTDIR\uninstall.exe" /S'
    WriteRegDWORD HKCU "${UNINSTALL}" "NoModify" 1
    WriteRegDWORD HKCU "${UNINSTALL}" "NoRepair" 1
    !insertmacro Offer "Directory" "%1"
    !insertmacro Offer "Directory\Background" "%V"
    !insertmacro ForEndings OfferEnding
SectionEnd

Section Uninstall
    !insertmacro Withdraw "Directory"
    !insertmacro Withdraw "Directory\Background"
    !insertmacro ForEndings WithdrawEnding
    ReadRegStr $0 HKCU "Software\Chachong" "Shortcut"
    Delete "$0"
    Delete "$INSTDIR\chachong.exe"
    Delete "$INSTDIR\chachong-window.exe"
    Delete "$INSTDIR\LICENSE.txt"
    Delete "$INSTDIR\FONT-LICENCE.txt"
    Delete "$INSTDIR\THIRD-PARTY.txt"
    Delete "$INSTDIR\models\*"
    RMDir "$INSTDIR\models"
    Delete "$INSTDIR\uninstall.exe"
    RMDir "$INSTDIR"
    DeleteRegKey HKCU "${UNINSTALL}"
    DeleteRegKey HKCU "Software\Microsoft\Windows\CurrentVersion\App Paths\chachong.exe"
    DeleteRegKey HKCU "Software\Chachong"
    DetailPrint "$(KEPT)$APPDATA\chachong"
SectionEnd
