//! Decision about a passage or a pair, in words with its day.

use chachong_check::decision;
use chachong_compare::{DocumentIndex, Passage};
use chachong_messages::day;
use chachong_window_model::decisions::key;
use chachong_window_model::state::State;

/// Returns the decision that a passage, or with `None` the whole pair, is no plagiarism; `None` where it counts, or
/// where nobody noted the day.
pub(crate) fn decision_text(
    state: &State,
    a: DocumentIndex,
    b: DocumentIndex,
    passage: Option<&Passage>,
) -> Option<String> {
    let choices = &state.check.choices;
    let counts = match passage {
        Some(passage) => choices.passage_counts(a, b, passage),
        None => choices.counts_for(a, b) || choices.counts_for(b, a),
    };
    if counts {
        return None;
    }
    let in_library = || {
        let (of_a, of_b) = (
            state.check.result.document(a)?,
            state.check.result.document(b)?,
        );
        let key = key(&decision(of_a, of_b, passage)?);
        state.check.decisions.when.get(&key).copied()
    };
    let when = day(choices.decided_at(a, b, passage).or_else(in_library)?);
    Some(state.language.fill("passages.decided", &[("day", &when)]))
}
