//! Command that selects a passage on the pair page.

use chachong_window_model::command::Command;
use chachong_window_model::pair_view::{PairTab, PairView};

pub(crate) fn select(passage: usize) -> Command {
    Command::ShowPair(PairView {
        tab: PairTab::Passages,
        passage,
        ..PairView::default()
    })
}
