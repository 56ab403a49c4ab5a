//! Line on a pair's page: the submissions of the two documents, and links to the other pairs of documents of these submissions.

use chachong_check::PartOfFiles;
use chachong_compare::{DocumentIndex, DocumentPair, PairFinding};
use chachong_messages::document_name;
use egui::{Button, RichText, ScrollArea, TextStyle, Ui};

use crate::widgets::labels::{keep_whole, one_line, shortened};
use crate::widgets::theme::Tokens;
use chachong_window_model::command::Command;
use chachong_window_model::evidence::{open_code, open_pair};
use chachong_window_model::state::State;

/// Maximum width of a name, in columns.
const NAME: usize = 40;
/// Maximum width of the name of a file in the list of pairs, in columns.
const FILE: usize = 32;
/// Maximum height of the list of pairs, in points.
const LIST: f32 = 360.0;

/// Draws the line; nothing for documents that are the only ones of submissions without a name of their own.
pub(crate) fn submissions_ui(
    ui: &mut Ui,
    state: &State,
    (a, b): DocumentPair,
    commands: &mut Vec<Command>,
) {
    let (check, language) = (&state.check, state.language);
    if [a, b]
        .iter()
        .all(|&one| check.result.named_submission(one).is_none())
    {
        return;
    }
    let [name_a, name_b] = [a, b].map(|one| shortened(&state.row_name(one), NAME));
    let is_own = check.result.theses().are_own(a, b);
    let key = if is_own {
        "submission.own-pair"
    } else {
        "submission.pair"
    };
    let text = language.fill(key, &[("a", &name_a), ("b", &name_b)]);
    ui.horizontal_wrapped(|ui| {
        ui.label(RichText::new(text).color(Tokens::of(ui).calm));
        let Some(finding) = check.finding_between(a, b).filter(|_| !is_own) else {
            return;
        };
        let pairs: Vec<&PairFinding> = (0..finding.pairs.len())
            .filter_map(|place| finding.pair(&check.result, place))
            .collect();
        let mut parts = check.result.parts_of_files(finding);
        parts.retain(|part| !part.is_listed);
        let place = (pairs.iter()).position(|pair| (pair.a, pair.b) == (a, b));
        if pairs.len() + parts.len() < 2 {
            return;
        }
        files_ui(ui, state, (&pairs, &parts), place, commands);
        // From a pair that is no finding both lead to the strongest.
        let steps = [
            (
                "submission.previous-pair",
                place.map_or(Some(0), |at| at.checked_sub(1)),
            ),
            (
                "submission.next-pair",
                place.map_or(Some(0), |at| Some(at + 1)),
            ),
        ];
        for (key, to) in steps {
            let text = language.text(key);
            keep_whole(ui, &text, 2.0 * ui.spacing().button_padding.x);
            let to = to.and_then(|to| finding.pair(&check.result, to));
            let step = ui.add_enabled(to.is_some(), Button::new(text));
            if let Some(pair) = to.filter(|_| step.clicked()) {
                commands.extend(open_pair(&check.result, pair));
            }
        }
    });
}

/// Draws the place of the pair of files among all pairs of the two submissions; a click lists them as links, and behind them the pairs of
/// files in which only parts of the common code stand.
fn files_ui(
    ui: &mut Ui,
    state: &State,
    (pairs, parts): (&[&PairFinding], &[PartOfFiles]),
    place: Option<usize>,
    commands: &mut Vec<Command>,
) {
    let language = state.language;
    let count = pairs.len();
    let text = place.map_or_else(
        || language.fill("submission.pairs-of-files", &[("count", &count)]),
        |place| {
            let values: [(&str, &dyn std::fmt::Display); 2] =
                [("place", &(place + 1)), ("count", &count)];
            language.fill("submission.pair-place", &values)
        },
    );
    keep_whole(ui, &text, 2.0 * ui.spacing().button_padding.x);
    let list = ui.menu_button(text, |ui| {
        let row = ui.text_style_height(&TextStyle::Button) + 2.0 * ui.spacing().button_padding.y;
        let list = ScrollArea::vertical().max_height(LIST);
        list.show_rows(ui, row, count + parts.len(), |ui, rows| {
            for at in rows {
                let (name, open) = if let Some(pair) = pairs.get(at) {
                    let finding = language.finding(pair);
                    let name = name_of(state, [pair.a, pair.b], &finding);
                    (name, open_pair(&state.check.result, pair))
                } else if let Some(part) = parts.get(at - count) {
                    let [a, b] = part.documents;
                    let name = name_of(state, [a, b], &language.part_of_files(part));
                    (name, Vec::from(open_code(a, b)))
                } else {
                    continue;
                };
                if ui.selectable_label(place == Some(at), name).clicked() {
                    commands.extend(open);
                    ui.close();
                }
            }
        });
    });
    (list.response).on_hover_text(language.text("submission.pairs-of-files-hint"));
}

/// Returns the names of both files of a pair, without the folders of their submissions, and what is `found` in them.
fn name_of(state: &State, documents: [DocumentIndex; 2], found: &str) -> String {
    let [a, b] = documents.map(|one| {
        let document = state.check.result.document(one);
        let name = document.map_or_else(String::new, |of| document_name(of, state.language));
        let file = name.rsplit(['/', '\\']).next().unwrap_or(&name);
        shortened(&one_line(file), FILE)
    });
    format!("{a} – {b}  {found}")
}
