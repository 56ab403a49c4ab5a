//! Pictures of the window, compared with those that a person has looked at.

use std::io::Write;

use crate::driver::Window;

/// Returns whether image snapshots can be rendered on this machine.
pub(crate) fn can_render(window: &mut Window) -> bool {
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
    window.snapshot(name);
}
