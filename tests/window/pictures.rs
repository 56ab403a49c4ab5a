//! Pictures of the window, compared with those that a person has looked at.

use std::io::Write;
use std::sync::OnceLock;

use egui_kittest::{OsThreshold, SnapshotOptions};

use crate::driver::Window;

/// Number of pixels in which the backslash that Windows puts into the samples' path differs from the slash of the pictures.
const SEPARATOR: usize = 20;

/// Returns whether image snapshots can be rendered on this machine, as the first window tells.
pub(crate) fn can_render(window: &mut Window) -> bool {
    static RENDERS: OnceLock<bool> = OnceLock::new();
    *RENDERS.get_or_init(|| renders(window))
}

fn renders(window: &mut Window) -> bool {
    let rendered =
        std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| window.render().is_ok()));
    if rendered.unwrap_or(false) {
        return true;
    }
    assert!(
        std::env::var_os("CHACHONG_TEST_EVERYTHING").is_none(),
        "no Vulkan driver for image snapshots: install mesa-vulkan-drivers"
    );
    // Written to stderr directly: the output of a passing test is not shown.
    let _ = writeln!(
        std::io::stderr(),
        "left out: image snapshots (no Vulkan driver; Debian: mesa-vulkan-drivers)"
    );
    false
}

pub(crate) fn picture(window: &mut Window, name: &str) {
    window.remove_cursor();
    window.run_steps(8);
    let options = SnapshotOptions::new().max_failed_pixels(OsThreshold::new(0).windows(SEPARATOR));
    window.snapshot_options(name, &options);
}
