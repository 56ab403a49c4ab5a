//! Line on a pair's page: the submissions of the two documents, and links to the other pairs of documents of these submissions.

use chachong_check::{CheckResult, PartOfFiles, SubmissionFinding};
use chachong_compare::{DocumentIndex, DocumentPair, PairFinding};
use chachong_messages::document_name;
use egui::{Button, ScrollArea, TextStyle, Ui};

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
        ui.colored_label(Tokens::of(ui).calm, text);
        let Some(finding) = check.finding_between(a, b).filter(|_| !is_own) else {
            return;
        };
        let files = FilePairs::of(&check.result, finding);
        if files.count() < 2 {
            return;
        }
        let place = (0..files.count()).find(|&at| files.are_at(at, (a, b)));
        files_ui(ui, state, &files, place, commands);
        // From a pair that is not in the list both lead to the strongest.
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
            let open = to.and_then(|to| files.open(&check.result, to));
            let step = ui.add_enabled(open.is_some(), Button::new(text));
            if let Some(open) = open.filter(|_| step.clicked()) {
                commands.extend(open);
            }
        }
    });
}

/// Pairs of files of two submissions.
struct FilePairs<'r> {
    /// Listed pairs, the strongest first.
    pairs: Vec<&'r PairFinding>,
    /// Other pairs, which have only a part of the common code and are not listed; they come after the listed ones.
    parts: Vec<PartOfFiles>,
}

impl<'r> FilePairs<'r> {
    fn of(result: &'r CheckResult, finding: &SubmissionFinding) -> Self {
        let pairs = 0..finding.pairs.len();
        let mut parts = result.parts_of_files(finding);
        parts.retain(|part| !part.is_listed);
        Self {
            pairs: (pairs.filter_map(|place| finding.pair(result, place))).collect(),
            parts,
        }
    }

    fn count(&self) -> usize {
        self.pairs.len() + self.parts.len()
    }

    /// Returns the part at a place; `None` at that of a listed pair, and beyond the last part.
    fn part(&self, at: usize) -> Option<&PartOfFiles> {
        self.parts.get(at.checked_sub(self.pairs.len())?)
    }

    /// Returns whether these documents, the lower position first, are the pair at a place.
    fn are_at(&self, at: usize, documents: DocumentPair) -> bool {
        let listed = self.pairs.get(at).map(|pair| (pair.a, pair.b));
        let found = listed.or_else(|| {
            let [a, b] = self.part(at)?.documents;
            Some((a.min(b), a.max(b)))
        });
        found == Some(documents)
    }

    /// Returns the names of the two files at a place and what was found in them; empty beyond the last place.
    fn name(&self, state: &State, at: usize) -> String {
        let language = state.language;
        if let Some(pair) = self.pairs.get(at) {
            return name_of(state, [pair.a, pair.b], &language.finding(pair));
        }
        let part = self.part(at);
        part.map_or_else(String::new, |part| {
            name_of(state, part.documents, &language.part_of_files(part))
        })
    }

    /// Returns the commands that open the pair at a place; `None` beyond the last place.
    fn open(&self, result: &CheckResult, at: usize) -> Option<Vec<Command>> {
        if let Some(pair) = self.pairs.get(at) {
            return Some(open_pair(result, pair));
        }
        let [a, b] = self.part(at)?.documents;
        Some(Vec::from(open_code(a, b)))
    }
}

/// Draws the place of the pair of files among all pairs of the two submissions; a click lists them as links.
fn files_ui(
    ui: &mut Ui,
    state: &State,
    files: &FilePairs<'_>,
    place: Option<usize>,
    commands: &mut Vec<Command>,
) {
    let language = state.language;
    let count = files.count();
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
        list.show_rows(ui, row, count, |ui, rows| {
            for at in rows {
                let label = ui.selectable_label(place == Some(at), files.name(state, at));
                if label.clicked() {
                    commands.extend(files.open(&state.check.result, at).into_iter().flatten());
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
