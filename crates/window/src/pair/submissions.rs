//! Line on a pair's page: which submissions the two documents belong to, and the way to the other pairs of documents of the same
//! two submissions.

use chachong_compare::DocumentPair;
use egui::{Button, RichText, Ui};

use crate::widgets::labels::{keep_whole, shortened};
use crate::widgets::theme::Tokens;
use chachong_window_model::command::Command;
use chachong_window_model::evidence::open_pair;
use chachong_window_model::state::State;

/// Maximum width of a name, in columns.
const NAME: usize = 40;

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
        .all(|&one| check.named_submission(one).is_none())
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
        let finding = check.finding_between(a, b).filter(|_| !is_own);
        let Some(finding) = finding.filter(|finding| finding.pairs.len() > 1) else {
            return;
        };
        let pairs =
            || (0..finding.pairs.len()).filter_map(|place| finding.pair(&check.result, place));
        let place = pairs().position(|pair| (pair.a, pair.b) == (a, b));
        let count = finding.pairs.len();
        if let Some(place) = place {
            let values: [(&str, &dyn std::fmt::Display); 2] =
                [("place", &(place + 1)), ("count", &count)];
            let text = language.fill("submission.pair-place", &values);
            ui.label(RichText::new(text).color(Tokens::of(ui).weak));
        }
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
