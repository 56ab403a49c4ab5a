//! Test of the layers: what source files may name.

use std::path::Path;

/// Layering: the engine compiles without the window, so only `app` may name egui.
#[test]
fn only_the_window_names_egui() {
    fn check(dir: &Path) {
        for entry in std::fs::read_dir(dir).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() && path.file_name().unwrap() != "app" {
                check(&path);
            } else if path.extension().is_some_and(|e| e == "rs") {
                let source = std::fs::read_to_string(&path).unwrap();
                for forbidden in ["egui::", "eframe::", "rfd::"] {
                    assert!(
                        !source.contains(forbidden),
                        "{} names {forbidden}",
                        path.display()
                    );
                }
            }
        }
    }
    check(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"));
}
