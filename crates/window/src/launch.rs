//! Start of the window, and messages about what is missing if the start fails.

use std::cell::RefCell;
use std::io::{IsTerminal, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::process::ExitCode;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::App;
use crate::graphics::{Graphics, Tried};
use crate::instance::{self, Listener, Role};
use crate::options::{Options, Start};
use chachong_log as log;
use chachong_messages::Language;

const ICON: &[u8] = include_bytes!("../../../assets/icon.png");
/// Size of the window in points; fits a screen of 1280 x 720 with its title bar and task bar.
const SIZE: [f32; 2] = [1200.0, 640.0];
const SMALLEST: [f32; 2] = [720.0, 400.0];
/// Space that a screen keeps for borders, the title bar and the task bar, in points.
const AROUND: [f32; 2] = [8.0, 84.0];

/// Environment variable that suppresses the message box about a failed start, since nobody would close it in a test.
const NO_BOX: &str = "CHACHONG_NO_BOX";
/// Name under which the window's preferences are saved.
const NAME: &str = "chachong";

/// Opens the window, reads `start.paths`, and returns the program's exit code when the window is closed. If a window is already open, it
/// receives the paths instead, and the exit code is returned at once, unless `start.new_window` is set. Without a display, a graphics
/// driver or a system library, prints which packages are missing, and that `check` works without them.
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
    let preferences = preferences();
    let options = Options {
        paths: start.paths,
        language: start.language,
        logs,
        preferences: preferences.clone(),
        ..Options::default()
    };
    // winit panics where a library that it loads at run time is missing: its message becomes part of the program's own.
    let hook = std::panic::take_hook();
    std::panic::set_hook(Box::new(|_| {}));
    let opened = Opened {
        window: Rc::new(RefCell::new(Some((options, listener, hook)))),
        is_open: Arc::new(AtomicBool::new(false)),
    };
    let tried = Arc::new(Tried::of(preferences.as_deref(), log::VERSION));
    // Of several failures the first says most: without a display, say, a second try says only that it is a second.
    let mut detail = None;
    for way in tried.order() {
        tried.trying(way);
        let ended = catch_unwind(AssertUnwindSafe(|| run(words, way, &tried, &opened)));
        let failure = match ended {
            Ok(Ok(())) => {
                tried.works(way);
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
        let was_open = opened.is_open.load(Ordering::Relaxed);
        let graphics = way.name();
        tracing::error!(was_open, graphics, "the window ended by a fault");
        detail.get_or_insert(failure);
        if was_open {
            tell(&words.text("launch.crashed"));
            return ExitCode::FAILURE;
        }
    }
    let needs = match std::env::consts::OS {
        "windows" => "launch.needs-windows",
        "macos" => "launch.needs-macos",
        _ => "launch.needs-linux",
    };
    let (needs, detail) = (words.text(needs), detail.unwrap_or_default());
    tell(&words.fill(
        "launch.failed",
        &[
            ("detail", &without_source_place(&detail)),
            ("needs", &needs),
        ],
    ));
    ExitCode::FAILURE
}

/// Returns the folder of the preferences of a portable program, or else of the platform; `None` if the platform has none.
fn preferences() -> Option<PathBuf> {
    match chachong_paths::portable() {
        Some(portable) => Some(portable.to_owned()),
        None => eframe::storage_dir(NAME),
    }
}

/// Prints why no window can be opened. On Windows and macOS, also shows it in a message box if there is no terminal.
fn tell(said: &str) {
    let mut told = std::io::stderr().lock();
    // If stderr is closed, nobody can be told there.
    let _ = writeln!(told, "{said}");
    // Linux has no box that works without what is missing.
    if !cfg!(target_os = "linux") && !told.is_terminal() && std::env::var_os(NO_BOX).is_none() {
        let dialog = rfd::MessageDialog::new().set_level(rfd::MessageLevel::Error);
        dialog
            .set_title("Chachong 查重")
            .set_description(said)
            .show();
    }
}

/// Removes the source location at the beginning of winit's messages; the rest is meant for people.
fn without_source_place(detail: &str) -> &str {
    let after_place = detail
        .split_once(".rs:")
        .and_then(|(_, rest)| rest.split_once(": "));
    after_place.map_or(detail, |(_, words)| words)
}

type Hook = Box<dyn Fn(&std::panic::PanicHookInfo<'_>) + Sync + Send + 'static>;

/// Options of the window, the socket for later starts (`None` without one), and the panic hook that is restored once the window is
/// open.
type ToOpen = (Options, Option<Listener>, Hook);

/// Window to open, which the first working way to draw takes, and whether it was opened.
struct Opened {
    window: Rc<RefCell<Option<ToOpen>>>,
    is_open: Arc<AtomicBool>,
}

/// Window that reports when it has been drawn: when its second frame begins, the first one is on the screen.
struct Drawn {
    app: App,
    /// Number of frames begun, up to 2.
    frames: u8,
    works: Box<dyn Fn()>,
}

impl eframe::App for Drawn {
    fn logic(&mut self, context: &egui::Context, frame: &mut eframe::Frame) {
        self.app.logic(context, frame);
    }

    fn ui(&mut self, ui: &mut egui::Ui, frame: &mut eframe::Frame) {
        match self.frames {
            0 => {
                fit_to_screen(ui.ctx());
                ui.ctx().request_repaint();
            }
            1 => (self.works)(),
            _ => {}
        }
        self.frames = (self.frames + 1).min(2);
        self.app.ui(ui, frame);
    }

    fn save(&mut self, storage: &mut dyn eframe::Storage) {
        self.app.save(storage);
    }

    fn on_exit(&mut self) {
        self.app.on_exit();
    }
}

/// Shrinks a window that is larger than its screen to the screen's work area. A maximised one is left as it is.
fn fit_to_screen(context: &egui::Context) {
    let (screen, inner, is_maximised) = context.input(|input| {
        let viewport = input.viewport();
        let is_maximised = viewport.maximized == Some(true) || viewport.fullscreen == Some(true);
        (viewport.monitor_size, viewport.inner_rect, is_maximised)
    });
    if let (Some(screen), Some(inner), false) = (screen, inner, is_maximised) {
        let most = (screen - egui::Vec2::from(AROUND)).max(SMALLEST.into());
        if inner.width() > most.x || inner.height() > most.y {
            let size = inner.size().min(most);
            context.send_viewport_cmd(egui::ViewportCommand::InnerSize(size));
            let corner = egui::pos2(AROUND[0] / 2.0, 0.0);
            context.send_viewport_cmd(egui::ViewportCommand::OuterPosition(corner));
        }
    }
}

/// Runs the window, drawn in this way, until it is closed.
fn run(words: Language, way: Graphics, tried: &Arc<Tried>, opened: &Opened) -> eframe::Result {
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
        wgpu_options: way.configuration(),
        persistence_path: chachong_paths::portable().map(|folder| folder.join("settings.ron")),
        // Nothing in the window is a gradient, and a software renderer pays for each pixel.
        dithering: false,
        ..Default::default()
    };
    let (window, is_open) = (Rc::clone(&opened.window), Arc::clone(&opened.is_open));
    let tried = Arc::clone(tried);
    eframe::run_native(
        NAME,
        native,
        Box::new(move |creation| {
            let Some((options, listener, hook)) = window.borrow_mut().take() else {
                return Err("the window was opened before".into());
            };
            // The window is open: from now on a panic is a fault of this program, and is shown.
            std::panic::set_hook(hook);
            is_open.store(true, Ordering::Relaxed);
            let (version, graphics) = (log::VERSION, way.name());
            tracing::info!(version, graphics, "the window is open");
            let mut app = App::new(creation, options);
            if let Some(listener) = listener {
                app.listen(listener);
            }
            Ok(Box::new(Drawn {
                app,
                frames: 0,
                works: Box::new(move || tried.works(way)),
            }))
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
