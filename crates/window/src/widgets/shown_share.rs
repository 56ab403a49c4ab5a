//! Copied share as rows, cells and headers show it: its number and a bar or, where too little of the text counts, a dash and words
//! that say so. The reason is in the tooltip.

use egui::{
    Align2, Color32, Rect, Response, Role, Sense, TextStyle, Ui, Vec2, WidgetInfo, pos2, vec2,
};

use crate::widgets::theme::Tokens;
use chachong_check::LowerEstimate;
use chachong_compare::{Copied, DegreeShares, Shown};
use chachong_messages::{Language, copied_of, estimated, has_sign, percent, shown_share};

/// Size of a share in a table, in points.
const SHARE: Vec2 = vec2(100.0, 20.0);
/// Width of the number within `SHARE`, in points.
const SHARE_NUMBER: f32 = 52.0;
/// Width of the sign of a lower estimate before the number, in points.
const SIGN: f32 = 16.0;

/// Share as it is shown, with its net and gross values.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Figure {
    pub(crate) shown: Shown,
    /// Net share, also where too little of the text counts for it to be shown.
    pub(crate) net: Copied,
    /// Gross share: all passages over the whole text.
    pub(crate) gross: Copied,
    /// Reason why the shares are lower estimates; `None` if they are none.
    pub(crate) lower: Option<LowerEstimate>,
}

macro_rules! figure_of {
    ($($shares:ty),*) => {$(
        impl From<$shares> for Figure {
            fn from(shares: $shares) -> Self {
                Self {
                    shown: shares.shown(),
                    net: shares.net,
                    gross: shares.gross,
                    lower: None,
                }
            }
        }
    )*};
}

figure_of!(
    &chachong_compare::DocumentShares,
    chachong_compare::SideShares
);

impl Figure {
    /// Returns the same share as a lower estimate, if there is a reason.
    pub(crate) fn over(self, lower: Option<LowerEstimate>) -> Self {
        Self { lower, ..self }
    }

    /// Returns the share in words: `38.0 %`, `≥ 38.0 %`, or a dash if too little counts.
    pub(crate) fn text(self) -> String {
        shown_share(self.shown, self.lower)
    }

    /// Returns the share as a screen reader reads it: in words, and why it is a lower estimate.
    fn spoken(self, language: Language) -> String {
        spoken(&self.text(), self.lower, language)
    }

    /// Adds the reason why the share is a lower estimate to the text for a screen reader, if there is one.
    pub(crate) fn say(self, response: &Response, language: Language) {
        if self.lower.is_some() {
            let label = self.spoken(language);
            response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &label));
        }
    }

    /// Returns a sentence on why there is no share, or why it is of little meaning; `None` if enough text counts, or if none is
    /// countable.
    pub(crate) fn reason(self, language: Language) -> Option<String> {
        language.too_little(self.shown.base, self.net, self.gross)
    }

    /// Draws the lines of the tooltip: the share with its numbers, the reason for its base, and the gross share where
    /// it differs.
    pub(crate) fn lines_ui(self, ui: &mut Ui, caption: &str, language: Language) {
        let line = |key: &str, copied: Copied| {
            let share = estimated(copied.share(), self.lower);
            let of = copied_of(copied, language);
            format!("{}  {share}  ({of})", language.text(key))
        };
        ui.label(line(caption, self.shown.copied));
        if let Some(reason) = self.reason(language) {
            ui.label(reason);
        }
        let degrees = self.shown.degrees;
        if degrees.identical + degrees.edited + degrees.reworded > 0.0 {
            ui.label(degrees_text(degrees, language));
        }
        if self.gross != self.shown.copied {
            ui.label(line("shares.gross", self.gross));
        }
        if let Some(lower) = self.lower {
            ui.label(language.lower_estimate(lower));
        }
    }
}

/// Returns the parts of a share by degree in words.
pub(crate) fn degrees_text(degrees: DegreeShares, language: Language) -> String {
    language.fill(
        "shares.degrees",
        &[
            ("identical", &percent(degrees.identical)),
            ("edited", &percent(degrees.edited)),
            ("reworded", &percent(degrees.reworded)),
        ],
    )
}

/// Draws a copied share in a table: the number, aligned to the right and coloured by its weight, and a bar of its length; a dash
/// and words in place of both if too little counts.
pub(crate) fn figure_cell_ui(ui: &mut Ui, figure: Figure, language: Language) -> Response {
    let words = (!figure.shown.is_judged()).then(|| language.text("shares.too-little"));
    let color = Tokens::of(ui).share(figure.shown.weight);
    let share = (figure.shown.share(), figure.lower);
    let response = cell_ui(ui, share, color, words.as_deref(), figure.shown.degrees);
    figure.say(&response, language);
    response
}

/// Draws a share that is derived from others, without words.
pub(crate) fn share_ui(
    ui: &mut Ui,
    share: f64,
    lower: Option<LowerEstimate>,
    language: Language,
) -> Response {
    let color = Tokens::of(ui).share(share);
    let response = cell_ui(ui, (share, lower), color, None, plain(share));
    spoken_ui(response, &estimated(share, lower), lower, language)
}

/// Adds the reason why a share is a lower estimate to its tooltip and for screen readers.
pub(crate) fn spoken_ui(
    response: Response,
    text: &str,
    lower: Option<LowerEstimate>,
    language: Language,
) -> Response {
    let Some(reason) = lower else {
        return response;
    };
    let label = spoken(text, lower, language);
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &label));
    response.on_hover_text(language.lower_estimate(reason))
}

/// Returns a share's text with the reason why it is a lower estimate.
fn spoken(text: &str, lower: Option<LowerEstimate>, language: Language) -> String {
    lower.map_or_else(
        || text.to_owned(),
        |lower| format!("{text} · {}", language.lower_estimate(lower)),
    )
}

/// Draws a share of possible passages, always in a calm colour.
pub(crate) fn possible_ui(ui: &mut Ui, share: f64) -> Response {
    let color = Tokens::of(ui).possible;
    // A wrong character may make a strong passage a possible one, so that this share is no lower estimate.
    cell_ui(ui, (share, None), color, None, plain(share))
}

/// Returns a share without known degrees of copying.
fn plain(share: f64) -> DegreeShares {
    DegreeShares {
        identical: share,
        ..DegreeShares::default()
    }
}

/// Draws the share of a pair that is no finding, always in a calm colour.
pub(crate) fn calm_ui(ui: &mut Ui, figure: Figure, language: Language) -> Response {
    let color = Tokens::of(ui).possible;
    let share = (figure.shown.share(), figure.lower);
    let response = cell_ui(ui, share, color, None, figure.shown.degrees);
    figure.say(&response, language);
    response
}

fn cell_ui(
    ui: &mut Ui,
    (share, lower): (f64, Option<LowerEstimate>),
    color: Color32,
    words: Option<&str>,
    degrees: DegreeShares,
) -> Response {
    let number = words.map_or_else(|| estimated(share, lower), |_| "–".to_owned());
    let width = if has_sign(share, lower) {
        SHARE_NUMBER + SIGN
    } else {
        SHARE_NUMBER
    };
    let (rect, response) = number_ui(ui, &number, width, color);
    let Some(words) = words else {
        bar_ui(ui, rect, width, degrees, color);
        return response;
    };
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, format!("{number} {words}")));
    ui.painter().text(
        rect.left_center() + vec2(width + 6.0, 0.0),
        Align2::LEFT_CENTER,
        words,
        TextStyle::Small.resolve(ui.style()),
        Tokens::of(ui).weak,
    );
    response
}

/// Draws a number that ends `width` points from the left.
fn number_ui(ui: &mut Ui, text: &str, width: f32, color: Color32) -> (Rect, Response) {
    let (rect, response) = ui.allocate_exact_size(SHARE, Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, text));
    ui.painter().text(
        rect.left_center() + vec2(width, 0.0),
        Align2::RIGHT_CENTER,
        text,
        TextStyle::Body.resolve(ui.style()),
        color,
    );
    (rect, response)
}

/// Draws the bar of a share after a number that ends `width` points from the left.
/// Identical text is drawn strong, edited text light, reworded text calm.
fn bar_ui(ui: &Ui, rect: Rect, width: f32, degrees: DegreeShares, color: Color32) {
    let painter = ui.painter();
    let bar = Rect::from_min_max(
        pos2(rect.left() + width + 8.0, rect.center().y - 3.0),
        pos2(rect.right(), rect.center().y + 3.0),
    );
    let tokens = Tokens::of(ui);
    painter.rect_filled(bar, 3.0, tokens.bit_zero);
    let parts = [
        (degrees.identical, color),
        (degrees.edited, color.gamma_multiply(0.55)),
        (degrees.reworded, tokens.possible.gamma_multiply(0.45)),
    ];
    let mut left = bar.left();
    for (share, color) in parts.into_iter().filter(|(share, _)| *share > 0.0) {
        // The smallest share still shows a sliver.
        #[expect(clippy::cast_possible_truncation, reason = "between 0 and 1")]
        let right = (left + (bar.width() * share as f32).max(2.0)).min(bar.right());
        let filled = Rect::from_x_y_ranges(left..=right, bar.y_range());
        painter.rect_filled(filled, 3.0, color);
        left = right;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chachong_compare::SideShares;
    use egui_kittest::Harness;
    use egui_kittest::kittest::Queryable;

    const fn copied(characters: u32, countable: u32) -> Copied {
        Copied {
            characters,
            countable,
        }
    }

    #[test]
    fn a_lower_estimate_says_so_and_why() {
        let figure = Figure::from(SideShares {
            gross: copied(345, 1_000),
            net: copied(345, 1_000),
            possible: copied(0, 1_000),
            ..SideShares::default()
        });
        let lower = figure.over(Some(LowerEstimate { pages: 12 }));
        assert_eq!(lower.text(), "≥ 34.5 %");
        let said = lower.spoken(Language::English);
        assert!(
            said.contains("Lower estimate") && said.contains("12 pages"),
            "{said}"
        );
        assert!(lower.spoken(Language::Chinese).contains("12 页"));
        assert_eq!(figure.spoken(Language::English), "34.5 %");
        let shown = |figure: Figure| {
            let window = Harness::builder()
                .allow_missing_glyphs()
                .build_ui(move |ui| {
                    figure_cell_ui(ui, figure, Language::English);
                    calm_ui(ui, figure, Language::English);
                });
            let labels = window.query_all_by_label_contains("Lower estimate");
            labels.count()
        };
        assert_eq!((shown(lower), shown(figure)), (2, 0));
    }

    #[test]
    fn too_little_text_has_no_share_and_says_why() {
        let side = |counts: u32| SideShares {
            gross: copied(900, 2_524),
            net: copied(counts.min(200), counts),
            possible: copied(0, 10),
            ..SideShares::default()
        };
        let english = Language::English;
        let figure = Figure::from(side(2_000));
        assert_eq!(figure.text(), "10.0 %");
        assert_eq!(figure.reason(english), None);
        let figure = Figure::from(side(10));
        assert_eq!(figure.text(), "–", "10 of 10 characters are no 100 %");
        let reason = figure.reason(english).unwrap_or_default();
        assert!(reason.contains("10 of 2,524"), "{reason}");
        let figure = Figure::from(side(0));
        let reason = figure.reason(Language::Chinese).unwrap_or_default();
        assert!(reason.contains("不计入"), "{reason}");
        let short = SideShares {
            gross: copied(90, 150),
            net: copied(90, 150),
            ..SideShares::default()
        };
        let figure = Figure::from(short);
        assert_eq!(figure.text(), "60.0 %");
        let reason = figure.reason(english).unwrap_or_default();
        assert!(reason.contains("Only 150 characters"), "{reason}");
    }
}
