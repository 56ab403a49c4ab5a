//! Data of the window, without the library that draws (egui): the state that the views show, and the commands that
//! change it.
#![expect(
    clippy::must_use_candidate,
    reason = "only the window calls these, and a query whose answer goes unused is dead code there"
)]

pub mod attribution_filter;
pub mod background_task;
pub mod batch;
pub mod blind;
pub mod cases;
pub mod closest;
pub mod columns;
pub mod command;
pub mod computed;
pub mod copied;
pub mod decision_filter;
pub mod decision_list;
pub mod decisions;
pub mod diagnostics;
pub mod direction;
pub mod dump_dialog;
pub mod evidence;
pub mod export;
pub mod figures;
pub mod folder_name;
pub mod identity;
pub mod leads;
pub mod library_view;
pub mod matrix_view;
pub mod member_table;
pub mod origins;
pub mod pace;
pub mod page;
pub mod pair_rows;
pub mod pair_table;
pub mod pair_view;
pub mod passages;
pub mod preferences;
pub mod program_folders;
pub mod progress;
pub mod purpose;
pub mod recheck;
pub mod record;
pub mod removing;
pub mod row_names;
pub mod row_pairs;
pub mod selection;
pub mod server;
pub mod shared_texts;
pub mod shared_view;
pub mod similarities;
pub mod source_library;
pub mod state;
pub mod submission_changes;
pub mod submissions;
pub mod table;
pub mod theses;
pub mod verdict_filter;
