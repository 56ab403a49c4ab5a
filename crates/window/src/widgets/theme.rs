//! Design tokens: colours, sizes, spacing. No view defines a colour or size of its own.

use egui::style::ScrollAnimation;
use egui::{Color32, CornerRadius, FontFamily, FontId, Stroke, Style, TextStyle, Theme, Ui, Vec2};

use chachong_check::shown::Class;
use chachong_compare::{LARGE_PART, PART, Verdict};

/// Height of a table row, in points.
pub(crate) const ROW: f32 = 28.0;
/// Height of a line of buttons and fields, in points; anything lower is vertically centred in it.
pub(crate) const CONTROL: f32 = 30.0;
/// Space between blocks of a page, in points.
pub(crate) const GAP: f32 = 12.0;
/// Space between two lines that belong together, in points.
pub(crate) const SMALL_GAP: f32 = 4.0;
/// Side of an icon's square, in points.
pub(crate) const ICON: f32 = 16.0;
/// Offset by which an icon is painted below the middle of its line, in points: the middle of the letters beside it is
/// there.
pub(crate) const ICON_DROP: f32 = 1.5;
/// Width of a progress bar, in points.
pub(crate) const PROGRESS: f32 = 320.0;
/// Text size of the pages' tabs, in points.
pub(crate) const TAB_TEXT: f32 = 15.0;
/// Height of a window, in points, below which a page keeps its height for texts: a screen of 1366 x 768 at 125 % is higher.
const SHORT: f32 = 500.0;

/// Returns whether the window is so low that figures which other pages and tooltips show give way to texts.
pub(crate) fn is_short(context: &egui::Context) -> bool {
    context.content_rect().height() < SHORT
}

/// Text size of a button, in points.
pub(crate) const BUTTON_TEXT: f32 = 14.0;
/// Margin inside a page, in points.
pub(crate) const PAGE_MARGIN: i8 = 16;

/// Colours with a meaning. Red is for what needs a person's judgement.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Tokens {
    /// Ink for near-duplicates and failures.
    pub(crate) near: Color32,
    pub(crate) near_fill: Color32,
    /// Ink for pairs with a large part shared.
    large: Color32,
    large_fill: Color32,
    /// Ink for pairs with a part shared, and for warnings.
    pub(crate) related: Color32,
    pub(crate) related_fill: Color32,
    /// Ink for pairs with a passage, for what was read without trouble, for equal blocks.
    pub(crate) calm: Color32,
    pub(crate) calm_fill: Color32,
    /// Ink for possible passages; they hardly stand out beside the strong ones.
    pub(crate) possible: Color32,
    pub(crate) possible_fill: Color32,
    pub(crate) weak: Color32,
    pub(crate) strong: Color32,
    pub(crate) surface: Color32,
    pub(crate) line: Color32,
    /// Frame of a text field; stands out from any ground.
    pub(crate) edge: Color32,
    /// Colour of a set bit of a fingerprint.
    pub(crate) bit_one: Color32,
    pub(crate) bit_zero: Color32,
}

const LIGHT: Tokens = Tokens {
    near: Color32::from_rgb(184, 28, 28),
    near_fill: Color32::from_rgb(253, 228, 226),
    large: Color32::from_rgb(180, 52, 20),
    large_fill: Color32::from_rgb(255, 236, 228),
    related: Color32::from_rgb(150, 84, 0),
    related_fill: Color32::from_rgb(255, 238, 209),
    calm: Color32::from_rgb(20, 96, 120),
    calm_fill: Color32::from_rgb(221, 240, 245),
    possible: Color32::from_rgb(92, 106, 132),
    possible_fill: Color32::from_rgb(232, 236, 244),
    weak: Color32::from_rgb(96, 104, 114),
    strong: Color32::from_rgb(24, 28, 34),
    surface: Color32::from_rgb(255, 255, 255),
    line: Color32::from_rgb(214, 219, 225),
    edge: Color32::from_rgb(138, 146, 156),
    bit_one: Color32::from_rgb(84, 98, 116),
    bit_zero: Color32::from_rgb(228, 232, 237),
};

const DARK: Tokens = Tokens {
    near: Color32::from_rgb(255, 138, 128),
    near_fill: Color32::from_rgb(84, 30, 30),
    large: Color32::from_rgb(255, 160, 122),
    large_fill: Color32::from_rgb(72, 36, 26),
    related: Color32::from_rgb(255, 190, 105),
    related_fill: Color32::from_rgb(76, 54, 20),
    calm: Color32::from_rgb(120, 205, 225),
    calm_fill: Color32::from_rgb(22, 60, 72),
    possible: Color32::from_rgb(150, 166, 194),
    possible_fill: Color32::from_rgb(42, 48, 60),
    weak: Color32::from_rgb(156, 165, 176),
    strong: Color32::from_rgb(236, 239, 243),
    surface: Color32::from_rgb(31, 35, 41),
    line: Color32::from_rgb(58, 65, 74),
    edge: Color32::from_rgb(116, 126, 138),
    bit_one: Color32::from_rgb(168, 182, 199),
    bit_zero: Color32::from_rgb(54, 61, 70),
};

impl Tokens {
    pub(crate) fn of(ui: &Ui) -> Self {
        Self::in_theme(ui.visuals().dark_mode)
    }

    pub(crate) const fn in_theme(dark: bool) -> Self {
        if dark { DARK } else { LIGHT }
    }

    /// Returns the frame around things that belong together.
    pub(crate) fn card(self) -> egui::Frame {
        egui::Frame::new()
            .fill(self.surface)
            .stroke(Stroke::new(1.0, self.line))
            .corner_radius(6)
            .inner_margin(12)
    }

    /// Returns ink and background of a verdict. Red asks for a person's judgement: near-duplicates and large parts
    /// only.
    pub(crate) const fn verdict(self, verdict: Option<Verdict>) -> (Color32, Color32) {
        match verdict {
            Some(Verdict::NearDuplicate) => (self.near, self.near_fill),
            Some(Verdict::LargePart) => (self.large, self.large_fill),
            Some(Verdict::Part) => (self.related, self.related_fill),
            Some(Verdict::Passage) => (self.calm, self.calm_fill),
            Some(Verdict::Related | Verdict::Version | Verdict::Own) => (self.weak, self.bit_zero),
            None => (self.weak, Color32::TRANSPARENT),
        }
    }

    /// Returns the ink of a copied share, 0..=1, by the thresholds of the verdicts.
    pub(crate) fn share(self, share: f64) -> Color32 {
        if share >= LARGE_PART {
            self.near
        } else if share >= PART {
            self.related
        } else if share > 0.0 {
            self.calm
        } else {
            self.weak
        }
    }
}

/// Returns the background of the matrix, on which nothing stands out.
pub(crate) const fn ground(dark: bool) -> Color32 {
    heat(dark)[5]
}

/// Returns the matrix's colour scale, strongest first. Each step is darker (in the dark theme: brighter) than the next,
/// so that the scale reads without telling red from green; the last one is a calm background. All measures have the same scale:
/// its strong end is what needs a judgement.
pub(crate) const fn heat(dark: bool) -> [Color32; 6] {
    const fn rgb(r: u8, g: u8, b: u8) -> Color32 {
        Color32::from_rgb(r, g, b)
    }
    if dark {
        [
            rgb(255, 170, 160),
            rgb(240, 112, 92),
            rgb(176, 116, 40),
            rgb(62, 108, 128),
            rgb(48, 72, 88),
            rgb(38, 44, 52),
        ]
    } else {
        [
            rgb(140, 10, 10),
            rgb(202, 56, 32),
            rgb(240, 168, 64),
            rgb(170, 205, 220),
            rgb(205, 226, 235),
            rgb(238, 242, 246),
        ]
    }
}

/// Returns ink and background of a source by its index in the list, for its number and its passages in the text. Six
/// colours repeat, and numbers tell them apart; a source that is switched off (`None`) is grey.
pub(crate) const fn source_colors(dark: bool, place: Option<u32>) -> (Color32, Color32) {
    const fn rgb(r: u8, g: u8, b: u8) -> Color32 {
        Color32::from_rgb(r, g, b)
    }
    let color = match place {
        Some(place) => Some(place % 6),
        None => None,
    };
    match (color, dark) {
        (Some(0), false) => (LIGHT.near, LIGHT.near_fill),
        (Some(1), false) => (LIGHT.related, rgb(255, 234, 196)),
        (Some(2), false) => (rgb(28, 88, 160), rgb(213, 232, 250)),
        (Some(3), false) => (rgb(40, 104, 44), rgb(219, 241, 214)),
        (Some(4), false) => (rgb(108, 60, 158), rgb(235, 223, 249)),
        (Some(5), false) => (rgb(0, 104, 100), rgb(208, 240, 235)),
        (_, false) => (LIGHT.weak, rgb(228, 231, 236)),
        (Some(0), true) => (DARK.near, DARK.near_fill),
        (Some(1), true) => (DARK.related, DARK.related_fill),
        (Some(2), true) => (rgb(138, 190, 255), rgb(24, 50, 86)),
        (Some(3), true) => (rgb(150, 214, 150), rgb(26, 62, 32)),
        (Some(4), true) => (rgb(208, 176, 250), rgb(62, 40, 90)),
        (Some(5), true) => (rgb(110, 214, 204), rgb(12, 62, 60)),
        (_, true) => (DARK.weak, rgb(52, 58, 66)),
    }
}

/// Returns ink and background of code that both programs of a pair have, by its index: six colours repeat, the stronger the rarer
/// the code is (`weight`, in thousandths) and if it is selected.
pub(crate) fn match_colors(
    dark: bool,
    index: usize,
    weight: u16,
    chosen: bool,
) -> (Color32, Color32) {
    // Blue first: red is for judgements.
    let (ink, fill) = source_colors(dark, u32::try_from((index + 2) % 6).ok());
    let rarity = 0.4 + 0.6 * f32::from(weight.min(1000)) / 1000.0;
    let fill = fill.lerp_to_gamma(ink, if chosen { 0.16 } else { 0.05 });
    let surface = Tokens::in_theme(dark).surface;
    let strength = if chosen { 1.0 } else { 0.8 };
    (
        surface.lerp_to_gamma(ink, rarity * strength),
        surface.lerp_to_gamma(fill, rarity),
    )
}

/// Returns the ink of a class of words in program code. Calm: the colours of matches are what speaks.
pub(crate) const fn syntax(dark: bool, class: Class) -> Color32 {
    const fn rgb(r: u8, g: u8, b: u8) -> Color32 {
        Color32::from_rgb(r, g, b)
    }
    match (class, dark) {
        (Class::Keyword, false) => rgb(34, 70, 140),
        (Class::Text, false) => rgb(32, 96, 52),
        (Class::Number, false) => rgb(134, 66, 20),
        (Class::Comment, false) => rgb(86, 104, 96),
        (Class::Name | Class::Sign, false) => LIGHT.strong,
        (Class::Keyword, true) => rgb(150, 188, 240),
        (Class::Text, true) => rgb(158, 208, 156),
        (Class::Number, true) => rgb(230, 184, 130),
        (Class::Comment, true) => rgb(150, 168, 160),
        (Class::Name | Class::Sign, true) => DARK.strong,
    }
}

/// Returns dark or light ink, whichever reads better on `fill`.
pub(crate) fn ink_on(fill: Color32) -> Color32 {
    if fill.intensity() > 0.5 {
        LIGHT.strong
    } else {
        Color32::WHITE
    }
}

/// Sets the styles of both themes.
pub(crate) fn install(ctx: &egui::Context) {
    for (theme, tokens) in [(Theme::Light, LIGHT), (Theme::Dark, DARK)] {
        ctx.style_mut_of(theme, |style| apply(style, tokens));
    }
}

/// Switches animations off (`reduced`) or back on, in both themes.
pub(crate) fn set_motion(ctx: &egui::Context, reduced: bool) {
    let usual = Style::default();
    ctx.all_styles_mut(|style| {
        if reduced {
            style.animation_time = 0.0;
            style.scroll_animation = ScrollAnimation::none();
        } else {
            style.animation_time = usual.animation_time;
            style.scroll_animation = usual.scroll_animation;
        }
    });
}

/// Returns whether nothing may move by itself.
pub(crate) fn is_still(ui: &Ui) -> bool {
    ui.style().animation_time == 0.0
}

fn apply(style: &mut Style, tokens: Tokens) {
    let size = |points| FontId::new(points, FontFamily::Proportional);
    style.text_styles = [
        (TextStyle::Small, size(12.0)),
        (TextStyle::Body, size(14.0)),
        (TextStyle::Button, size(BUTTON_TEXT)),
        (TextStyle::Heading, size(20.0)),
        (
            TextStyle::Monospace,
            FontId::new(13.0, FontFamily::Monospace),
        ),
    ]
    .into();
    style.spacing.item_spacing = Vec2::new(8.0, 6.0);
    style.spacing.button_padding = Vec2::new(10.0, 5.0);
    style.spacing.interact_size.y = 26.0;
    // A view that opens far down in a text would spring back to where the shorter text before it ended.
    style.spacing.scroll.kinetic.rubber_band = false;
    // Selectable labels would take the click on a cell's text, which must reach its row.
    style.interaction.selectable_labels = false;
    let visuals = &mut style.visuals;
    let radius = CornerRadius::same(6);
    for widget in [
        &mut visuals.widgets.noninteractive,
        &mut visuals.widgets.inactive,
        &mut visuals.widgets.hovered,
        &mut visuals.widgets.active,
        &mut visuals.widgets.open,
    ] {
        widget.corner_radius = radius;
    }
    visuals.widgets.noninteractive.fg_stroke = Stroke::new(1.0, tokens.strong);
    visuals.widgets.noninteractive.bg_stroke = Stroke::new(1.0, tokens.line);
    visuals.widgets.inactive.fg_stroke = Stroke::new(1.0, tokens.strong);
    visuals.weak_text_color = Some(tokens.weak);
    visuals.hyperlink_color = tokens.calm;
    visuals.warn_fg_color = tokens.related;
    visuals.error_fg_color = tokens.near;
    visuals.selection.bg_fill = tokens.calm_fill;
    visuals.selection.stroke = Stroke::new(1.0, tokens.calm);
    visuals.panel_fill = if visuals.dark_mode {
        Color32::from_rgb(24, 27, 32)
    } else {
        Color32::from_rgb(246, 248, 250)
    };
    visuals.extreme_bg_color = tokens.surface;
    visuals.faint_bg_color = if visuals.dark_mode {
        Color32::from_rgb(30, 34, 40)
    } else {
        Color32::from_rgb(240, 243, 246)
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stronger_stands_out_more_without_telling_colours_apart() {
        let luminance =
            |c: Color32| 0.3 * f32::from(c.r()) + 0.59 * f32::from(c.g()) + 0.11 * f32::from(c.b());
        for dark in [false, true] {
            let background = if dark { 0.0 } else { 255.0 };
            let contrast: Vec<f32> = heat(dark)
                .iter()
                .map(|color| (luminance(*color) - background).abs())
                .collect();
            assert!(
                contrast.windows(2).all(|w| w[0] > w[1] + 12.0),
                "{contrast:?}"
            );
            assert_eq!(heat(dark)[5], ground(dark));
        }
    }

    /// Returns the contrast of two colours, 1..=21, by their luminances.
    fn contrast(one: Color32, other: Color32) -> f64 {
        let channel = |value: u8| (f64::from(value) / 255.0).powf(2.2);
        let [one, other] = [one, other]
            .map(|c| 0.2126 * channel(c.r()) + 0.7152 * channel(c.g()) + 0.0722 * channel(c.b()));
        (one.max(other) + 0.05) / (one.min(other) + 0.05)
    }

    #[test]
    fn the_frame_of_a_field_stands_out_from_its_ground() {
        for dark in [false, true] {
            let tokens = Tokens::in_theme(dark);
            let contrast = contrast(tokens.edge, tokens.surface);
            assert!(contrast >= 3.0, "{contrast} dark: {dark}");
        }
    }

    #[test]
    fn only_what_needs_a_judgement_is_red_and_each_verdict_reads_on_its_ground() {
        let is_red = |color: Color32| {
            let [r, g, b] = [color.r(), color.g(), color.b()].map(i32::from);
            r > g + 70 && r > b + 70 && (g - b).abs() < 50
        };
        for dark in [false, true] {
            let tokens = Tokens::in_theme(dark);
            for verdict in Verdict::ALL {
                let (ink, fill) = tokens.verdict(Some(verdict));
                let grave = matches!(verdict, Verdict::NearDuplicate | Verdict::LargePart);
                assert_eq!(is_red(ink), grave, "{verdict:?} {ink:?} dark: {dark}");
                let contrast = contrast(ink, fill);
                assert!(contrast >= 4.5, "{verdict:?} {contrast} dark: {dark}");
            }
        }
    }
}
