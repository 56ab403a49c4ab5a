//! Formats of the workbook: fonts, colours and number formats, in the window's light colours.

use rust_xlsxwriter::{
    Color, ConditionalFormat3ColorScale, ConditionalFormatDataBar, ConditionalFormatType, Format,
    FormatAlign, FormatBorder, FormatUnderline, Workbook, XlsxError,
};

use super::text::looks_like_a_formula;
use chachong_compare::Verdict;
use chachong_messages::Language;

/// Colour of the bars of copied shares.
const BAR: Color = Color::RGB(0xF4_BF_A6);
/// Colour of the bars of possible shares, which count nowhere.
const POSSIBLE_BAR: Color = Color::RGB(0xCF_D8_E6);
const LINE: Color = Color::RGB(0xD6_DB_E1);
const WEAK: Color = Color::RGB(0x60_68_72);
const LINK: Color = Color::RGB(0x14_60_78);

/// Formats of a workbook's cells.
pub(super) struct Looks {
    pub(super) title: Format,
    pub(super) heading: Format,
    /// Name of a fact.
    pub(super) name: Format,
    pub(super) text: Format,
    /// Text that begins like a formula: it stays text even if a person edits the cell.
    pub(super) quoted: Format,
    /// Text of several lines.
    pub(super) wrapped: Format,
    /// Explanation.
    pub(super) weak: Format,
    pub(super) count: Format,
    pub(super) share: Format,
    /// Share that is a lower estimate, with its sign before the number.
    pub(super) lower: Format,
    /// Number with four decimals.
    pub(super) decimals: Format,
    /// Fingerprint or hash, in letters of one width.
    pub(super) code: Format,
    pub(super) link: Format,
    /// Number among facts.
    pub(super) count_left: Format,
    pub(super) link_left: Format,
    /// Name of a column of the matrix, from bottom to top.
    pub(super) upright: Format,
    /// Cell of a document with itself.
    pub(super) itself: Format,
    verdicts: [Format; 5],
}

impl Looks {
    /// Makes the formats for a language and sets the workbook's font, before it has sheets.
    pub(super) fn of(workbook: &mut Workbook, language: Language) -> Result<Self, XlsxError> {
        let font = match language {
            // The font of Chinese Excel; digits are 8 pixels wide in it.
            Language::Chinese => {
                let font = Format::new().set_font_name("等线").set_font_charset(134);
                workbook.set_default_format(&font, 19, 72)?;
                font
            }
            Language::English => Format::new(),
        };
        let base = || font.clone().set_align(FormatAlign::VerticalCenter);
        let shaded = || {
            base()
                .set_bold()
                .set_background_color(Color::RGB(0xE8_ED_F2))
        };
        let heading = shaded()
            .set_text_wrap()
            .set_border_bottom(FormatBorder::Thin)
            .set_border_bottom_color(Color::RGB(0x9A_A7_B4));
        let link = || {
            let underlined = base().set_underline(FormatUnderline::Single);
            underlined.set_font_color(LINK).set_num_format("#,##0")
        };
        let chip = |text, fill| {
            base()
                .set_font_color(Color::RGB(text))
                .set_background_color(Color::RGB(fill))
        };
        Ok(Self {
            title: base().set_bold().set_font_size(18),
            name: base().set_font_color(WEAK).set_align(FormatAlign::Top),
            text: base(),
            quoted: base().set_quote_prefix(),
            wrapped: base().set_text_wrap().set_align(FormatAlign::Top),
            weak: base().set_font_color(WEAK),
            count: base().set_num_format("#,##0"),
            share: base().set_num_format("0.0%"),
            lower: base().set_num_format("\"≥ \"0.0%"),
            decimals: base().set_num_format("0.0000"),
            code: base().set_font_name("Consolas").set_font_size(10),
            link: link(),
            count_left: base().set_num_format("#,##0").set_align(FormatAlign::Left),
            link_left: link().set_align(FormatAlign::Left),
            upright: shaded()
                .set_rotation(90)
                .set_border(FormatBorder::Thin)
                .set_border_color(LINE),
            itself: base().set_background_color(Color::RGB(0xE4_E8_ED)),
            verdicts: [
                chip(0xB8_1C_1C, 0xFD_E4_E2),
                chip(0xB4_34_14, 0xFF_EC_E4),
                chip(0x96_54_00, 0xFF_EE_D1),
                chip(0x14_60_78, 0xDD_F0_F5),
                chip(0x60_68_72, 0xE4_E8_ED),
            ],
            heading,
        })
    }

    /// Returns the format of a text: `usual`, unless the text begins like a formula.
    pub(super) fn of_text<'l>(&'l self, text: &str, usual: &'l Format) -> &'l Format {
        if looks_like_a_formula(text) {
            &self.quoted
        } else {
            usual
        }
    }

    /// Format of a verdict: its colours in the window.
    pub(super) fn verdict(&self, verdict: Verdict) -> &Format {
        let [near, large, part, passage, related] = &self.verdicts;
        match verdict {
            Verdict::NearDuplicate => near,
            Verdict::LargePart => large,
            Verdict::Part => part,
            Verdict::Passage => passage,
            Verdict::Related | Verdict::Version | Verdict::Own => related,
        }
    }
}

/// Bar in a cell, as long as its share of the whole.
pub(super) fn bar(possible: bool) -> ConditionalFormatDataBar {
    ConditionalFormatDataBar::new()
        .set_minimum(ConditionalFormatType::Number, 0)
        .set_maximum(ConditionalFormatType::Number, 1)
        .set_fill_color(if possible { POSSIBLE_BAR } else { BAR })
        .set_solid_fill(true)
        .set_border_off(true)
}

/// Colours of a matrix from `least` over `middle` to `most`.
pub(super) fn heat(least: f64, middle: f64, most: f64) -> ConditionalFormat3ColorScale {
    ConditionalFormat3ColorScale::new()
        .set_minimum(ConditionalFormatType::Number, least)
        .set_midpoint(ConditionalFormatType::Number, middle)
        .set_maximum(ConditionalFormatType::Number, most)
        .set_minimum_color(Color::RGB(0xF2_F6_F9))
        .set_midpoint_color(Color::RGB(0xFB_D0_8A))
        .set_maximum_color(Color::RGB(0xE5_60_4A))
}
