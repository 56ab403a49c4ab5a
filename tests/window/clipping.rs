//! Faults of a drawn window: texts that are cut or overlap, widgets beside the window or over each other, shortened
//! names without a tooltip that has the whole name. Views are looked at in several sizes.

use egui::accesskit::Action;
use egui::epaint::{Shape, TextShape};
use egui::{Id, LayerId, Order, Rect, Role, Vec2, vec2};
use egui_kittest::kittest::{NodeT, Queryable};

use crate::driver::{Window, settle};

/// Tolerance for rounding, in points.
const SLACK: f32 = 1.0;
/// Overlap of two lines of text that is no fault, in points: lines are higher than their letters.
const LINE_SLACK: f32 = 5.0;

/// Sizes of the window in points, each with a zoom factor of the text.
/// Last come a laptop of 1366 x 768 at 125 and at 150 %, without its title bar and task bar.
pub(crate) const SIZES: [(Vec2, f32); 5] = [
    (vec2(1024.0, 640.0), 1.0),
    (vec2(1280.0, 720.0), 1.0),
    (vec2(1024.0, 640.0), 1.5),
    (vec2(1366.0, 664.0), 1.25),
    LAPTOP,
];
/// Laptop of 1366 x 768 at 150 %.
pub(crate) const LAPTOP: (Vec2, f32) = (vec2(1366.0, 640.0), 1.5);

/// Gives the window this size, with text of this zoom factor.
pub(crate) fn resize(window: &mut Window, size: Vec2, text: f32) {
    window.ctx.set_zoom_factor(text);
    window.step();
    window.set_size(size / text);
    settle(window);
    let is = window.ctx.content_rect().size();
    assert!((is - size / text).length() < 1.0, "{is}");
}

/// Shows tooltips as soon as the pointer is over a widget, so that `never_whole` finds them.
pub(crate) fn show_tooltips_at_once(window: &Window) {
    window.ctx.all_styles_mut(|style| {
        style.interaction.tooltip_delay = 0.0;
        style.interaction.show_tooltips_only_when_still = false;
    });
}

/// One line of a drawn text.
struct Text {
    /// Rectangle of the whole line; `seen` is its part within the clip rectangle.
    whole: Rect,
    seen: Rect,
    letters: String,
    elided: bool,
}

fn collect(shape: &Shape, clip: Rect, texts: &mut Vec<Text>) {
    match shape {
        Shape::Vec(shapes) => {
            for shape in shapes {
                collect(shape, clip, texts);
            }
        }
        Shape::Text(shape) => texts.extend(lines(shape, clip)),
        _ => {}
    }
}

/// Returns the lines of a text that are in sight, each with the rectangle of its letters, not of the free space beside.
fn lines(shape: &TextShape, clip: Rect) -> impl Iterator<Item = Text> {
    shape.galley.rows.iter().filter_map(move |row| {
        let glyphs = &row.row.glyphs;
        let (first, last) = (glyphs.first()?, glyphs.last()?);
        let at = shape.pos + row.pos.to_vec2();
        let whole = Rect::from_min_max(
            at + vec2(first.pos.x, 0.0),
            at + vec2(last.max_x(), row.row.size.y),
        );
        // A line of which less than a third shows at the edge of a scrolled area does not count.
        let height = whole.intersect(clip).height();
        let is_seen = height > whole.height() * 0.3;
        let letters = shape.galley.text();
        (!letters.trim().is_empty() && is_seen).then(|| Text {
            whole,
            seen: whole.intersect(clip),
            letters: letters.to_owned(),
            elided: shape.galley.elided,
        })
    })
}

fn texts(window: &Window) -> Vec<Text> {
    let screen = window.ctx.content_rect();
    let mut texts = Vec::new();
    for clipped in &window.output().shapes {
        collect(
            &clipped.shape,
            clipped.clip_rect.intersect(screen),
            &mut texts,
        );
    }
    texts
}

fn overlap(a: Rect, b: Rect, down: f32) -> bool {
    let both = a.intersect(b);
    both.width() > SLACK && both.height() > down
}

/// Returns name, role and rectangle of everything that can be pressed.
fn pressed(window: &Window) -> Vec<(String, Role, Rect)> {
    window
        .root()
        .children_recursive()
        .filter_map(|node| {
            let of = node.accesskit_node();
            let name = of.label().or_else(|| of.value()).unwrap_or_default();
            let known = matches!(
                of.role(),
                Role::Button
                    | Role::CheckBox
                    | Role::ComboBox
                    | Role::Slider
                    | Role::SpinButton
                    | Role::TextInput
                    | Role::Link
                    | Role::RadioButton
            );
            let pressed = known && (of.data().supports_action(Action::Click) || of.is_disabled());
            pressed.then(|| (name, of.role(), node.rect()))
        })
        .collect()
}

/// Returns the rectangles of text fields, whose text may be cut: it scrolls as one types.
fn fields(window: &Window) -> Vec<Rect> {
    let fields = window.query_all_by_role(Role::TextInput);
    fields.map(|field| field.rect().expand(4.0)).collect()
}

/// Returns the number of whole lines of text of at least `least` letters whose left edge lies between two places, in points.
pub(crate) fn lines_between(window: &Window, left: f32, right: f32, least: usize) -> usize {
    let mut tops: Vec<f32> = (texts(window).iter())
        .filter(|text| (left..right).contains(&text.whole.left()))
        .filter(|text| text.seen.height() > text.whole.height() - SLACK)
        .filter(|text| text.letters.chars().count() >= least)
        .map(|text| (text.whole.top() * 4.0).round() / 4.0)
        .collect();
    tops.sort_by(f32::total_cmp);
    tops.dedup();
    tops.len()
}

/// Returns the place of notices and fields over the page; nothing without one.
fn over_page(window: &Window) -> Rect {
    let id = Id::unique("notices");
    window.ctx.memory(|memory| {
        let layer = LayerId::new(Order::Foreground, id);
        let is_shown = memory.areas().is_visible(&layer);
        let place = memory.area_rect(id).filter(|_| is_shown);
        place.unwrap_or(Rect::NOTHING)
    })
}

/// Returns the texts that are seen at the place of notices and fields over the page, theirs too.
pub(crate) fn at_notices(window: &Window) -> Vec<String> {
    let place = over_page(window);
    let texts = texts(window).into_iter();
    let at_place = texts.filter(|text| overlap(text.seen, place, LINE_SLACK));
    at_place.map(|text| text.letters).collect()
}

/// Describes everything that does not fit.
pub(crate) fn faults(window: &Window) -> Vec<String> {
    let screen = window.ctx.content_rect();
    let (texts, fields) = (texts(window), fields(window));
    // A notice is meant to cover what it lies over, which appears again when it goes.
    let notices = over_page(window);
    let overlap = |a: Rect, b: Rect, down: f32| {
        overlap(a, b, down) && !notices.intersects(a) && !notices.intersects(b)
    };
    let mut faults = Vec::new();
    let typed = |text: &Text| fields.iter().any(|field| field.contains_rect(text.seen));
    let texts: Vec<Text> = texts.into_iter().filter(|text| !typed(text)).collect();
    for text in &texts {
        let beside = text.whole.left() < text.seen.left() - SLACK
            || text.whole.right() > text.seen.right() + SLACK;
        if beside {
            let (whole, seen) = (text.whole.x_range(), text.seen.x_range());
            let text = &text.letters;
            faults.push(format!("cut: {text:?} at {whole:?}, seen {seen:?}"));
        }
    }
    // A menu is meant to cover other things.
    let menu = egui::Popup::is_any_open(&window.ctx);
    for (place, a) in texts.iter().enumerate().filter(|_| !menu) {
        for b in &texts[place + 1..] {
            if overlap(a.seen, b.seen, LINE_SLACK) {
                let (at, other) = (a.seen, b.seen);
                let (a, b) = (&a.letters, &b.letters);
                faults.push(format!("over each other: {a:?} {at:?}, {b:?} {other:?}"));
            }
        }
    }
    let nodes = pressed(window);
    for (name, role, rect) in &nodes {
        let beside = rect.left() < screen.left() - SLACK || rect.right() > screen.right() + SLACK;
        if beside && rect.is_finite() {
            faults.push(format!("beside the window: {role:?} {name:?} {rect:?}"));
        }
    }
    for (place, (name, role, a)) in nodes.iter().enumerate().filter(|_| !menu) {
        for (other, of, b) in &nodes[place + 1..] {
            if overlap(*a, *b, SLACK) && !a.contains_rect(*b) && !b.contains_rect(*a) {
                faults.push(format!(
                    "over each other: {role:?} {name:?} {a:?}, {of:?} {other:?} {b:?}"
                ));
            }
        }
    }
    faults
}

/// Describes shortened names that are not whole under the pointer either.
pub(crate) fn never_whole(window: &mut Window) -> Vec<String> {
    // An open menu keeps the pointer from the widgets below it.
    if egui::Popup::is_any_open(&window.ctx) {
        return Vec::new();
    }
    let mut shortened: Vec<Text> = texts(window);
    let notices = over_page(window);
    shortened.retain(|text| text.elided && !notices.intersects(text.seen));
    let mut never = Vec::new();
    for text in shortened {
        window.hover_at(text.seen.center());
        window.run_steps(4);
        let whole = texts(window)
            .iter()
            .any(|shown| !shown.elided && shown.letters.contains(text.letters.trim()));
        if !whole {
            never.push(format!("never whole: {:?} {:?}", text.letters, text.seen));
        }
    }
    window.remove_cursor();
    window.run_steps(2);
    never
}
