//! Build script: states the git revision of the build.

use std::process::Command;

/// Returns what a git command prints, trimmed; `None` without git, as in a source archive.
fn git(arguments: &[&str]) -> Option<String> {
    let output = Command::new("git").args(arguments).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    output.status.success().then(|| text.trim().to_owned())
}

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    // A commit changes the branch's file, not HEAD. Only what people install must name the newest commit: in the dev profile
    // each commit would compile the crate again.
    let branch = git(&["symbolic-ref", "HEAD"]).unwrap_or_else(|| "HEAD".to_owned());
    let is_release = std::env::var("PROFILE").is_ok_and(|profile| profile == "release");
    for name in ["HEAD", "logs/HEAD", "packed-refs", &branch] {
        let file = git(&["rev-parse", "--git-path", name]);
        if let Some(file) = file.filter(|file| is_release && std::path::Path::new(file).exists()) {
            println!("cargo:rerun-if-changed={file}");
        }
    }
    let revision = git(&["rev-parse", "--short=12", "HEAD"]).unwrap_or_default();
    println!("cargo:rustc-env=CHACHONG_REVISION={revision}");
}
