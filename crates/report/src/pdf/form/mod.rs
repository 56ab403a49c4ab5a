//! Form that schools file for each thesis, on one page or in full: its author, what it was compared with, its figures
//! as a whole and by chapter, and room for opinions and signatures. Unknown facts are left as lines to fill in by hand.
//! The form states figures and limits beside each other and judges nothing.

mod chapters;
mod closing;
mod figures;
mod grid;
mod head;
mod passages;
mod sources;
#[cfg(test)]
mod tests;

use std::io::{self, Write};

use super::content::{Content, Reader};
use super::flow::{Align, Flow};
use super::font::Face;
use super::output::{self, About};
use super::sheets::Role;
use super::style::{BOTTOM, INK, LEFT, SMALL, Style, TOP, WIDTH};
use super::text::Rich;
use super::{PdfError, settings, words};
use crate::document_report::DocumentReport;
use crate::facts::program;
use crate::form::{FormFigures, FormLength, FormOptions, report_number};
use crate::{FormLimits, Report};
use chachong_compare::DocumentIndex;

/// Height at which the first page begins: it has no running head.
const FIRST: f32 = TOP - 26.0;

/// Writes the form on the document at `position` as PDF. Fails with [`io::ErrorKind::InvalidInput`] if the document was not
/// read or texts were not compared, and with another error if its stored text can no longer be read or `out` fails. The same
/// check gives the same bytes.
pub fn form_pdf(out: &mut dyn Write, check: Report<'_>, position: DocumentIndex) -> io::Result<()> {
    let report = DocumentReport::of(check, position)?.ok_or(PdfError::NotCompared)?;
    let face = Face::new()?;
    let content = Content::of(check, &report, Reader::Teacher)?;
    let figures = FormFigures::of(check, position)?;
    let number = figures
        .as_ref()
        .and_then(|figures| report_number(check, position, figures));
    let form = Form {
        content: &content,
        figures,
        number,
        limits: (check.options.form.profile)
            .map_or_else(FormLimits::default, |profile| profile.limits.clone()),
    };
    let mut flow = Flow::new(&face);
    flow.y = FIRST;
    form.draw(&mut flow);
    out.write_all(&output::pdf(&face, &flow.sheets, &form.about())?)
}

/// Content of a form.
pub(super) struct Form<'c> {
    content: &'c Content<'c>,
    /// Figures; `None` for a document without text to compare.
    figures: Option<FormFigures<'c>>,
    /// Number of the report; `None` without figures.
    number: Option<String>,
    limits: FormLimits,
}

impl Form<'_> {
    fn options(&self) -> FormOptions<'_> {
        self.content.check.options.form
    }

    fn is_full(&self) -> bool {
        self.options().length == FormLength::Full
    }

    fn text(&self, key: &str) -> String {
        self.content.text(key)
    }

    fn draw(&self, flow: &mut Flow<'_>) {
        head::head(flow, self);
        figures::figures(flow, self);
        let closing = closing::Closing::of(flow, self);
        let room = if self.is_full() {
            None
        } else {
            Some(BOTTOM - flow.y - closing.height())
        };
        chapters::chapters(flow, self, room);
        closing.draw(flow, self);
        if self.is_full() {
            sources::sources(flow, self);
            passages::passages(flow, self);
            settings::settings_of_form(flow, self.content);
        }
    }

    /// Adds the heading of a table.
    fn heading(&self, flow: &mut Flow<'_>, key: &str) {
        let text = self.text(key);
        flow.need(60.0);
        flow.y += 7.0;
        flow.bookmark(0, text.clone());
        flow.begin(Role::Heading(2, text.clone()));
        let rich = Rich::of(flow.face, &text, Style::bold(SMALL + 1.0, INK));
        flow.lines_of(&rich, LEFT, WIDTH, Align::Left, 14.0);
    }

    fn title(&self) -> String {
        self.text("form.title")
    }

    fn about(&self) -> About<'_> {
        let report = self.content.report;
        let language = self.content.language();
        let title = words::title(report.document, report.content);
        let number = self.number.as_ref().map(|number| {
            let words = language.fill("form.number-value", &[("number", number)]);
            format!("{words} · {}", program())
        });
        About {
            title: format!("{} – {title}", self.title()),
            description: words::name(report.document),
            language,
            identity: format!(
                "{} form {} {}",
                program(),
                report.document.name,
                report.content.metadata.sha256
            ),
            date: self.content.check.options.date,
            head: [title, self.title()],
            foot: number.unwrap_or_else(program),
        }
    }
}
