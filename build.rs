//! Build script: embeds the Windows icon, manifest and version resource and the build's git revision.

use std::process::Command;

/// Returns what a git command prints, trimmed; `None` without git, as in a source archive.
fn git(arguments: &[&str]) -> Option<String> {
    let output = Command::new("git").args(arguments).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    output.status.success().then(|| text.trim().to_owned())
}

fn main() {
    println!("cargo:rerun-if-changed=assets/icon.ico");
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-changed=packaging/windows/chachong.manifest");
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
    if std::env::var("CARGO_CFG_TARGET_OS").is_ok_and(|os| os == "windows") {
        let mut resource = winresource::WindowsResource::new();
        resource.set_icon("assets/icon.ico");
        resource.set_manifest_file("packaging/windows/chachong.manifest");
        // The names that Windows shows in the task manager and in the file's properties.
        resource.set("ProductName", "Chachong 查重");
        resource.set("FileDescription", "Chachong 查重");
        if let Err(error) = resource.compile() {
            println!("cargo:warning=the Windows resource was not embedded: {error}");
        }
    }
}
