//! Start of the window, and plain words about what is missing where that fails.

use std::io::Write;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::app::App;
use crate::app::instance::{self, Listener, Role};
use crate::app::options::{Options, Start};
use chachong_i18n::Language;
use chachong_log as log;

const ICON: &[u8] = include_bytes!("../../assets/icon.png");
/// Size of the window in points; fits a screen of 1280 x 720 with its title bar and task bar.
const SIZE: [f32; 2] = [1200.0, 640.0];
const SMALLEST: [f32; 2] = [760.0, 480.0];

/// Name under which the window's preferences are kept.
const NAME: &str = "chachong";

/// Opens the window with `start.paths` being imported, and returns when it is closed; hands the paths to a window that
/// is open already. Without a display, a graphics driver or a system library it prints which packages are needed, and
/// that `check` works without them.
#[must_use]
pub fn open(start: Start) -> ExitCode {
    let words = start.language.unwrap_or_else(Language::of_system);
    let logs = log::folder();
    let heading = words.text("log.note-heading");
    log::start(log::Part::Window, logs.as_deref(), start.verbose, heading);
    let listener = match instance::start(&start.paths, start.new_window) {
        Role::Handed => return ExitCode::SUCCESS,
        Role::First(listener) => Some(listener),
        Role::Alone => None,
    };
    let options = Options {
        paths: start.paths,
        language: start.language,
        logs,
        preferences: eframe::storage_dir(NAME),
        ..Options::default()
    };
    // winit panics where a library that it loads at run time is missing: its message becomes part of the program's own.
    let hook = std::panic::take_hook();
    std::panic::set_hook(Box::new(|_| {}));
    let opened = Arc::new(AtomicBool::new(false));
    let tell = Arc::clone(&opened);
    let ended = catch_unwind(AssertUnwindSafe(|| run(options, listener, (hook, tell))));
    let detail = match ended {
        Ok(Ok(())) => {
            tracing::info!("the window is closed");
            return ExitCode::SUCCESS;
        }
        Ok(Err(error)) => error.to_string(),
        Err(panic) => panic
            .downcast_ref::<String>()
            .cloned()
            .or_else(|| panic.downcast_ref::<&str>().map(ToString::to_string))
            .unwrap_or_default(),
    };
    let was_open = opened.load(Ordering::Relaxed);
    tracing::error!(was_open, "the window ended by a fault");
    let said = if was_open {
        words.text("launch.crashed")
    } else {
        words.fill(
            "launch.failed",
            &[("detail", &without_source_place(&detail))],
        )
    };
    // If stderr is closed, nobody can be told.
    let _ = writeln!(std::io::stderr().lock(), "{said}");
    ExitCode::FAILURE
}

/// Removes the place in winit's source with which its messages begin; the rest is meant for people.
fn without_source_place(detail: &str) -> &str {
    let after_place = detail
        .split_once(".rs:")
        .and_then(|(_, rest)| rest.split_once(": "));
    after_place.map_or(detail, |(_, words)| words)
}

type Hook = Box<dyn Fn(&std::panic::PanicHookInfo<'_>) + Sync + Send + 'static>;

/// Runs the window; `opened` becomes true as soon as it is open.
fn run(
    options: Options,
    listener: Option<Listener>,
    (hook, opened): (Hook, Arc<AtomicBool>),
) -> eframe::Result {
    let words = options.language.unwrap_or_else(Language::of_system);
    let mut viewport = egui::ViewportBuilder::default()
        .with_title(words.text("app.title"))
        .with_app_id("chachong")
        .with_inner_size(SIZE)
        .with_min_inner_size(SMALLEST);
    if let Ok(icon) = eframe::icon_data::from_png_bytes(ICON) {
        viewport = viewport.with_icon(icon);
    }
    let native = eframe::NativeOptions {
        viewport,
        event_loop_builder: prefer_x11(),
        // Nothing in the window is a gradient, and a software renderer pays for each pixel.
        dithering: false,
        ..Default::default()
    };
    eframe::run_native(
        NAME,
        native,
        Box::new(move |creation| {
            // The window is open: from now on a panic is a fault of this program, and is shown.
            std::panic::set_hook(hook);
            opened.store(true, Ordering::Relaxed);
            let version = log::VERSION;
            tracing::info!(version, "the window is open");
            let mut app = App::new(creation, options);
            if let Some(listener) = listener {
                app.listen(listener);
            }
            Ok(Box::new(app))
        }),
    )
}

/// Returns the hook that prefers X11, Xwayland included, to Wayland, where winit 0.30 delivers no dropped files; `None`
/// without an X server.
#[cfg(target_os = "linux")]
fn prefer_x11() -> Option<eframe::EventLoopBuilderHook> {
    use winit::platform::x11::EventLoopBuilderExtX11;
    let display = std::env::var_os("DISPLAY").is_some_and(|display| !display.is_empty());
    display.then(|| -> eframe::EventLoopBuilderHook {
        Box::new(|builder| {
            builder.with_x11();
        })
    })
}

#[cfg(not(target_os = "linux"))]
fn prefer_x11() -> Option<eframe::EventLoopBuilderHook> {
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_in_the_source_is_left_out() {
        let said = "os error at /x/linux/mod.rs:765: neither DISPLAY nor more: set";
        assert_eq!(without_source_place(said), "neither DISPLAY nor more: set");
        assert_eq!(without_source_place("WGPU error: none"), "WGPU error: none");
    }
}
