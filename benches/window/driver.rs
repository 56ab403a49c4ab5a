//! Window without a screen: frames are run one by one with given input, and timed. Time that a frame waits for a core
//! used by others (as Linux reports it) is measured separately: it is the machine's.

use std::time::{Duration, Instant};

use chachong_window::{App, Options};
use egui::{Context, Event, Key, Modifiers, PointerButton, Pos2, RawInput, Rect, Ui, pos2, vec2};

const SIZE: egui::Vec2 = vec2(1280.0, 720.0);
const FRAME: f64 = 1.0 / 60.0;
/// Pointer position for scrolling: on every page a list or a picture is there.
pub const MIDDLE: Pos2 = pos2(420.0, 440.0);

/// Content that is redrawn each frame.
pub trait Drawn {
    fn ui(&mut self, ui: &mut Ui);
}

/// Time of one frame.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Took {
    /// Time without waiting for a core; `all` includes it.
    pub own: Duration,
    pub all: Duration,
}

/// Time that this thread has waited for a core; zero where the system does not report it.
fn waited() -> Duration {
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let waited = told.split(' ').nth(1).and_then(|told| told.parse().ok());
    Duration::from_nanos(waited.unwrap_or(0))
}

pub struct Program {
    app: App,
    frame: eframe::Frame,
}

impl Drawn for Program {
    fn ui(&mut self, ui: &mut Ui) {
        eframe::App::ui(&mut self.app, ui, &mut self.frame);
    }
}

pub struct Screen<D> {
    pub drawn: D,
    context: Context,
    time: f64,
}

impl Screen<Program> {
    pub fn open(options: Options) -> Self {
        let creation = eframe::CreationContext::_new_kittest(Context::default());
        let app = App::new(&creation, options);
        let frame = eframe::Frame::_new_kittest();
        Self {
            drawn: Program { app, frame },
            context: creation.egui_ctx.clone(),
            time: 0.0,
        }
    }

    pub fn is_idle(&self) -> bool {
        self.drawn.app.is_idle()
    }

    /// Runs frames at the pace of a screen until no work is left in the background; returns their times.
    pub fn until_idle(&mut self) -> Vec<Took> {
        let mut times = Vec::new();
        // Requested work begins with the next frame.
        let mut calm = 0;
        while calm < 5 {
            calm = if self.is_idle() { calm + 1 } else { 0 };
            let took = self.frame(Vec::new());
            times.push(took);
            std::thread::sleep(Duration::from_millis(8).saturating_sub(took.all));
        }
        times
    }

    /// Runs a frame with this input, then frames until no work is left; returns their times.
    pub fn after(&mut self, events: Vec<Event>) -> Vec<Took> {
        let mut times = vec![self.frame(events)];
        times.extend(self.until_idle());
        times
    }
}

impl<D: Drawn> Screen<D> {
    pub fn of(drawn: D) -> Self {
        Self {
            drawn,
            context: Context::default(),
            time: 0.0,
        }
    }

    /// Runs one frame: the program's work and drawing, and its triangles.
    pub fn frame(&mut self, events: Vec<Event>) -> Took {
        self.run(events).0
    }

    fn run(&mut self, events: Vec<Event>) -> (Took, egui::PlatformOutput) {
        self.time += FRAME;
        let input = RawInput {
            screen_rect: Some(Rect::from_min_size(Pos2::ZERO, SIZE)),
            time: Some(self.time),
            focused: true,
            events,
            ..RawInput::default()
        };
        let before = waited();
        let start = Instant::now();
        let output = self.context.run_ui(input, |ui| self.drawn.ui(ui));
        let triangles = self
            .context
            .tessellate(output.shapes, output.pixels_per_point);
        let all = start.elapsed();
        drop(triangles);
        let own = all.saturating_sub(waited().saturating_sub(before));
        let took = Took { own, all };
        (took, output.platform_output)
    }

    /// Names and bounds that a screen reader is given.
    fn told(&mut self) -> Vec<(String, egui::accesskit::Rect)> {
        self.context.enable_accesskit();
        self.frame(Vec::new());
        let update = self.run(Vec::new()).1.accesskit_update;
        self.context.disable_accesskit();
        let nodes = update.map(|update| update.nodes).unwrap_or_default();
        let named = nodes.iter().flat_map(|(_, node)| {
            let names = [node.label(), node.value()].into_iter().flatten();
            names.filter_map(|name| Some((name.to_owned(), node.bounds()?)))
        });
        named.collect()
    }

    /// Position of the element with this name, else of one whose name begins so.
    pub fn place(&mut self, name: &str) -> Option<Pos2> {
        let told = self.told();
        let find = |is: &dyn Fn(&str) -> bool| told.iter().find(|(of, _)| is(of));
        let (_, bounds) = find(&|of| of == name).or_else(|| find(&|of| of.starts_with(name)))?;
        #[expect(clippy::cast_possible_truncation, reason = "points on the screen")]
        let at = pos2(
            f64::midpoint(bounds.x0, bounds.x1) as f32,
            f64::midpoint(bounds.y0, bounds.y1) as f32,
        );
        Some(at)
    }

    /// Turns the wheel by `by` points in each frame; returns the frame times.
    pub fn scroll(&mut self, by: f32, frames: usize) -> Vec<Took> {
        let turned = || {
            vec![
                Event::PointerMoved(MIDDLE),
                Event::MouseWheel {
                    unit: egui::MouseWheelUnit::Point,
                    delta: vec2(0.0, by),
                    phase: egui::TouchPhase::Move,
                    source: egui::MouseWheelSource::Unknown,
                    modifiers: Modifiers::NONE,
                },
            ]
        };
        (0..frames).map(|_| self.frame(turned())).collect()
    }

    /// Drags the pointer by `by` points in each frame; returns the frame times.
    pub fn drag(&mut self, by: egui::Vec2, frames: u16) -> Vec<Took> {
        self.frame(vec![Event::PointerMoved(MIDDLE), button(MIDDLE, true)]);
        let times = (1..=frames)
            .map(|step| self.frame(vec![Event::PointerMoved(MIDDLE + by * f32::from(step))]))
            .collect();
        self.frame(vec![button(MIDDLE + by * f32::from(frames), false)]);
        times
    }
}

pub fn button(at: Pos2, pressed: bool) -> Event {
    Event::PointerButton {
        pos: at,
        button: PointerButton::Primary,
        pressed,
        modifiers: Modifiers::NONE,
    }
}

pub fn click(at: Pos2) -> Vec<Event> {
    vec![Event::PointerMoved(at), button(at, true), button(at, false)]
}

pub fn key(modifiers: Modifiers, key: Key) -> Vec<Event> {
    vec![Event::Key {
        key,
        physical_key: None,
        pressed: true,
        repeat: false,
        modifiers,
    }]
}
