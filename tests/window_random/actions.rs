//! Random actions that a person may do to a window. Widgets pressed least come first, so that everything is pressed.

use std::collections::BTreeMap;

use chachong_messages::Language;
use egui::accesskit::Action;
use egui::{Event, Key, Modifiers, PointerButton, Pos2, Rect, Role, ViewportId, vec2};
use egui_kittest::Node;
use egui_kittest::kittest::{NodeT, Queryable};

use crate::dropped::drop_on;
use crate::interface::text_in;
use crate::random::Random;
use crate::world::{Window, World};

/// Number of times in a row that a path field may be without the keyboard before the walk closes the field.
const REFUSED: usize = 20;
const KEYS: [Key; 19] = [
    Key::F1,
    Key::ArrowUp,
    Key::ArrowDown,
    Key::ArrowLeft,
    Key::ArrowRight,
    Key::Enter,
    Key::Escape,
    Key::PageUp,
    Key::PageDown,
    Key::Home,
    Key::End,
    Key::Tab,
    Key::Space,
    Key::Delete,
    Key::Backspace,
    Key::Plus,
    Key::Minus,
    Key::ArrowDown,
    Key::Num0,
];
const COMMANDS: [Key; 17] = [
    Key::Num1,
    Key::Num2,
    Key::Num3,
    Key::Num4,
    Key::Num5,
    Key::L,
    Key::Comma,
    Key::F,
    Key::Z,
    Key::Y,
    Key::A,
    Key::E,
    Key::O,
    Key::Plus,
    Key::Minus,
    Key::Num0,
    Key::Enter,
];
const TEXTS: [&str; 9] = [
    "图书馆",
    "a",
    "the ",
    "。",
    "\"repair\"",
    "* OR (",
    "0",
    "“骑行”",
    "👩‍🎓",
];

pub(crate) struct Actions {
    pub(crate) random: Random,
    /// Number of times each widget was pressed, by role and name without digits.
    pub(crate) pressed: BTreeMap<String, usize>,
    size: egui::Vec2,
    /// Number of times in a row that the keyboard did not go to a path field.
    refused: usize,
}

fn primary(pos: Pos2, pressed: bool) -> Event {
    Event::PointerButton {
        pos,
        button: PointerButton::Primary,
        pressed,
        modifiers: Modifiers::NONE,
    }
}

fn press(window: &mut Window, at: Pos2, button: PointerButton, modifiers: Modifiers, times: usize) {
    let events = &mut window.input_mut().events;
    events.push(Event::PointerMoved(at));
    for _ in 0..times {
        for pressed in [true, false] {
            events.push(Event::PointerButton {
                pos: at,
                button,
                pressed,
                modifiers,
            });
        }
    }
}

pub(crate) fn press_key(window: &mut Window, modifiers: Modifiers, key: Key) {
    window
        .input_mut()
        .events
        .push(Event::ModifiersChanged(modifiers));
    for pressed in [true, false] {
        window.input_mut().events.push(Event::Key {
            key,
            physical_key: None,
            pressed,
            repeat: false,
            modifiers,
        });
    }
}

fn name(node: &Node<'_>) -> String {
    let node = node.accesskit_node();
    let name = node.label().or_else(|| node.value()).unwrap_or_default();
    let plain = name.chars().filter(|c| !c.is_ascii_digit()).take(40);
    format!("{:?} {}", node.role(), plain.collect::<String>())
}

fn can_press(node: &Node<'_>) -> bool {
    let node = node.accesskit_node();
    let data = node.data();
    !node.is_disabled()
        && (data.supports_action(Action::Click)
            || matches!(node.role(), Role::Slider | Role::ComboBox | Role::TextInput))
}

impl Actions {
    pub(crate) fn new(seed: u64) -> Self {
        Self {
            random: Random(seed),
            pressed: BTreeMap::new(),
            size: vec2(1280.0, 720.0),
            refused: 0,
        }
    }

    fn screen(window: &Window) -> Rect {
        window.ctx.content_rect()
    }

    /// Does one random action and describes it. Its events are taken by the next frame.
    pub(crate) fn act(&mut self, window: &mut Window, world: &World) -> String {
        let released = Event::ModifiersChanged(Modifiers::NONE);
        window.input_mut().events.push(released);
        if let Some(path) = self.stray_path(window, world) {
            return path;
        }
        let screen = Self::screen(window);
        match self.random.below(100) {
            0..=57 => self.press_something(window),
            58..=69 => {
                let (modifiers, pressed) = match self.random.below(4) {
                    0 => (Modifiers::COMMAND, *self.random.of(&COMMANDS)),
                    1 => (Modifiers::SHIFT, *self.random.of(&KEYS)),
                    _ => (Modifiers::NONE, *self.random.of(&KEYS)),
                };
                press_key(window, modifiers, pressed);
                format!("key {modifiers:?} {pressed:?}")
            }
            70..=74 => {
                let text = *self.random.of(&TEXTS);
                let event = match self.random.below(6) {
                    0 => Event::Paste(text.to_owned()),
                    1 => Event::Copy,
                    2 => Event::Cut,
                    _ => Event::Text(text.to_owned()),
                };
                let said = format!("{event:?}");
                window.input_mut().events.push(event);
                said
            }
            75..=80 => self.wheel(window, screen),
            81..=85 => {
                let at = self.random.inside(screen);
                window.input_mut().events.push(Event::PointerMoved(at));
                format!("hover {at:?}")
            }
            86..=90 => {
                let at = self.random.inside(screen);
                let buttons = [PointerButton::Primary, PointerButton::Secondary];
                let (button, times) = (*self.random.of(&buttons), 1 + self.random.below(3));
                press(window, at, button, Modifiers::NONE, times);
                format!("{button:?} button {times} times at {at:?}")
            }
            91..=94 => self.drag(window),
            95..=96 => {
                let size = vec2(
                    self.random.between(640.0, 1600.0),
                    self.random.between(480.0, 1000.0),
                );
                self.resize(window, size)
            }
            97..=98 => {
                let path = self.random.of(&world.there).clone();
                let said = format!("drop {}", path.display());
                drop_on(window, &path);
                said
            }
            _ => {
                window.input_mut().events.push(Event::PointerGone);
                "the pointer leaves".to_owned()
            }
        }
    }

    /// Replaces a path being typed by one within the world's folder, so that nothing is ever written elsewhere; `None`
    /// if no such path is being typed.
    fn stray_path(&mut self, window: &mut Window, world: &World) -> Option<String> {
        let inside = world.folder.path().display().to_string();
        let names: Vec<String> = (Language::ALL.iter())
            .flat_map(|(language, _)| {
                ["field.path", "field.save-as"].map(|key| text_in(*language, key, &[]))
            })
            .collect();
        let field = window
            .query_all_by_role(Role::TextInput)
            .find(|node| {
                let label = node.accesskit_node().label();
                label.is_some_and(|label| names.contains(&label))
            })
            .filter(|node| {
                let typed = node.accesskit_node().value().unwrap_or_default();
                !typed.starts_with(&inside)
            })?;
        if !field.is_focused() {
            field.focus();
            self.refused += 1;
            // A button that stays held elsewhere keeps the keyboard there: a person would close the field.
            if self.refused > REFUSED {
                let names =
                    Language::ALL.map(|(language, _)| text_in(language, "field.cancel", &[]));
                let mut buttons = window.query_all_by_role(Role::Button);
                let close = buttons.find(|node| {
                    let label = node.accesskit_node().label();
                    label.is_some_and(|label| names.contains(&label))
                })?;
                close.click_accesskit();
                return Some("close the path".to_owned());
            }
            return Some("look at the path".to_owned());
        }
        self.refused = 0;
        let path = match self.random.below(3) {
            0 => {
                let names = ["out.csv", "图.png", "library-2.chachong", "not/there.csv"];
                world.folder.path().join(self.random.of(&names))
            }
            _ => self.random.of(&world.there).clone(),
        };
        press_key(window, Modifiers::COMMAND, Key::A);
        let typed = path.display().to_string();
        window.input_mut().events.push(Event::Text(typed.clone()));
        Some(format!("type the path {typed}"))
    }

    fn press_something(&mut self, window: &mut Window) -> String {
        let screen = Self::screen(window);
        let nodes: Vec<(String, Rect, Node<'_>)> = window
            .root()
            .children_recursive()
            .filter(can_press)
            .map(|node| (name(&node), node.rect(), node))
            .collect();
        if nodes.is_empty() {
            return "nothing to press".to_owned();
        }
        let of = |place: usize| self.pressed.get(&nodes[place].0).copied().unwrap_or(0);
        let drawn: Vec<usize> = (0..4).map(|_| self.random.below(nodes.len())).collect();
        let chosen = drawn.into_iter().min_by_key(|&place| of(place));
        let (name, rect, node) = &nodes[chosen.unwrap_or(0)];
        *self.pressed.entry(name.clone()).or_insert(0) += 1;
        let (name, at) = (name.clone(), rect.center());
        let seen = screen.contains(at);
        if !seen || self.random.percent(15) {
            match self.random.below(4) {
                0 => node.increment_accesskit(),
                1 => node.decrement_accesskit(),
                _ => node.click_accesskit(),
            }
            return format!("press {name:?} as a screen reader does");
        }
        let how = self.random.below(20);
        let (button, modifiers, times) = match how {
            0..=1 => (PointerButton::Secondary, Modifiers::NONE, 1),
            2 => (PointerButton::Primary, Modifiers::COMMAND, 1),
            3 => (PointerButton::Primary, Modifiers::SHIFT, 1),
            4 => (PointerButton::Primary, Modifiers::NONE, 2),
            _ => (PointerButton::Primary, Modifiers::NONE, 1),
        };
        drop(nodes);
        window
            .input_mut()
            .events
            .push(Event::ModifiersChanged(modifiers));
        press(window, at, button, modifiers, times);
        format!("{times} x {button:?} {modifiers:?} on {name:?}")
    }

    fn wheel(&mut self, window: &mut Window, screen: Rect) -> String {
        let at = self.random.inside(screen);
        let delta = vec2(
            self.random.between(-200.0, 200.0),
            self.random.between(-2_000.0, 2_000.0),
        );
        let kinds = [Modifiers::NONE, Modifiers::NONE, Modifiers::COMMAND];
        let modifiers = *self.random.of(&kinds);
        let input = window.input_mut();
        input.events.push(Event::ModifiersChanged(modifiers));
        input.events.push(Event::PointerMoved(at));
        input.events.push(Event::MouseWheel {
            unit: egui::MouseWheelUnit::Point,
            delta,
            phase: egui::TouchPhase::Move,
            source: egui::MouseWheelSource::Unknown,
            modifiers,
        });
        format!("wheel {delta:?} {modifiers:?} at {at:?}")
    }

    /// Presses the button at a random place, drags to another, and keeps holding it.
    pub(crate) fn hold(&mut self, window: &mut Window) -> String {
        let screen = Self::screen(window);
        let (from, to) = (self.random.inside(screen), self.random.inside(screen));
        let events = &mut window.input_mut().events;
        events.push(Event::PointerMoved(from));
        events.push(primary(from, true));
        window.step();
        for part in [0.3, 1.0] {
            let at = from + (to - from) * part;
            window.input_mut().events.push(Event::PointerMoved(at));
            window.step();
        }
        format!("drag {from:?} to {to:?}")
    }

    /// Drags, sometimes over the edge, and mostly releases the button at once.
    fn drag(&mut self, window: &mut Window) -> String {
        let said = self.hold(window);
        if self.random.percent(90)
            && let Some(at) = window.ctx.pointer_latest_pos()
        {
            window.input_mut().events.push(primary(at, false));
        }
        said
    }

    /// Changes the window's size or the screen's scale, or holds files over the window, or stops doing so.
    fn resize(&mut self, window: &mut Window, size: egui::Vec2) -> String {
        match self.random.below(3) {
            0 => {
                self.size = size;
                window.set_size(size);
                format!("size {size:?}")
            }
            1 => {
                let scale = self.random.between(1.0, 2.0);
                let screen = window.input_mut().viewports.get_mut(&ViewportId::ROOT);
                if let Some(screen) = screen {
                    screen.native_pixels_per_point = Some(scale);
                }
                format!("a screen of {scale}")
            }
            _ => {
                let hovered = &mut window.input_mut().hovered_files;
                if hovered.is_empty() {
                    hovered.push(egui::HoveredFile::default());
                } else {
                    hovered.clear();
                }
                "files held over the window, or no longer".to_owned()
            }
        }
    }
}
