//! Command that selects a passage on the pair page.

use crate::app::model::command::Command;
use crate::app::model::pair_view::{PairTab, PairView};

pub(crate) fn select(passage: usize) -> Command {
    Command::ShowPair(PairView {
        tab: PairTab::Passages,
        passage,
        ..PairView::default()
    })
}
