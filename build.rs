//! Build script: embeds the Windows icon, manifest and version resource.

fn main() {
    println!("cargo:rerun-if-changed=assets/icon.ico");
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-changed=packaging/windows/chachong.manifest");
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
