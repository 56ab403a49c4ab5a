//! Starts the window on Windows without a console beside it: `chachong.exe` answers on a console too, so Windows would open a
//! black one whenever the program is started by a click. Shortcuts and "Check with Chachong" start this program instead.
#![cfg_attr(windows, windows_subsystem = "windows")]

use std::io::Result;
use std::process::Command;

fn main() -> Result<()> {
    let program = std::env::current_exe()?.with_file_name(PROGRAM);
    let mut window = Command::new(program);
    window.args(std::env::args_os().skip(1));
    without_console(&mut window);
    window.spawn().map(|_| ())
}

#[cfg(windows)]
const PROGRAM: &str = "chachong.exe";
#[cfg(not(windows))]
const PROGRAM: &str = "chachong";

/// Gives the window and its workers a console that is not shown.
#[cfg(windows)]
fn without_console(window: &mut Command) {
    use std::os::windows::process::CommandExt;
    /// `CREATE_NO_WINDOW` of the Windows API.
    const NO_WINDOW: u32 = 0x0800_0000;
    window.creation_flags(NO_WINDOW);
}

#[cfg(not(windows))]
fn without_console(_: &mut Command) {}
