# Installs the program with its installer as the person who runs this, checks the samples, and takes it away again.
$ErrorActionPreference = 'Stop'
Set-StrictMode -Version Latest
$setup = Get-ChildItem target/packages/*-windows-x86_64-setup.exe | Select-Object -First 1
$folder = Join-Path $env:LOCALAPPDATA 'Programs\Chachong'
Start-Process -Wait $setup.FullName -ArgumentList '/S'
$program = Join-Path $folder 'chachong.exe'
& $program --version
if ($LASTEXITCODE -ne 0) { throw 'chachong --version failed' }
$report = Join-Path $env:TEMP 'chachong-report.csv'
& $program check assets/samples --quiet --csv $report
if ($LASTEXITCODE -ne 0) { throw 'chachong check failed' }
$pairs = @(Import-Csv $report).Count
if ($pairs -lt 11) { throw "the samples hold 11 similar pairs, the report lists $pairs" }
foreach ($key in 'Directory', 'SystemFileAssociations\.docx', 'SystemFileAssociations\.pdf') {
    if (-not (Test-Path -LiteralPath "HKCU:\Software\Classes\$key\shell\Chachong\command")) { throw "no menu entry for $key" }
}
# The uninstaller copies itself before it works; _?= has it wait, and then it cannot remove itself.
Start-Process -Wait (Join-Path $folder 'uninstall.exe') -ArgumentList '/S', "_?=$folder"
$left = @(Get-ChildItem $folder -ErrorAction SilentlyContinue | Where-Object Name -ne 'uninstall.exe')
if ($left.Count -ne 0) { throw "left behind: $left" }
if (Test-Path -LiteralPath 'HKCU:\Software\Classes\Directory\shell\Chachong') { throw 'the menu entry is left behind' }
