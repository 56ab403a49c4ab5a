//! Upkeep of a library: adding documents and templates, refreshing and verifying its data, searching its texts,
//! counting what its members have in common.

mod adding;
mod case_copying;
mod copying;
mod details;
mod dump_process;
mod frequencies;
mod grams;
mod joining;
mod known_works;
mod preview;
mod reference_lookup;
mod refreshing;
mod searching;
mod settling;
mod sources;
mod submissions;
mod template_text;
mod verifying;

pub use adding::{AddEvent, AddSummary, add_to_library};
pub use case_copying::{BroughtCase, bring_case};
pub(crate) use copying::copy_source;
pub use copying::{CopiedLibrary, copy_library};
pub use details::{MemberDetails, keep_batch, member_details};
pub use dump_process::{DUMP_WORKER_COMMAND, run_dump_worker};
pub use frequencies::library_frequencies;
pub use grams::{LEAST_MEMBERS_FOR_GRAMS, library_grams};
pub use joining::{
    Brought, JOINED_AT_ONCE, Joining, Transferred, bring_documents, join_library, member_of,
    new_and_known, transfer,
};
pub use preview::{
    DumpPreview, Expected, FIRST_SHOWN, FirstSource, dumps_in, preview_dump, room_for,
};
pub use reference_lookup::look_up_references;
pub(crate) use refreshing::refresh_library;
pub use searching::{Hit, TextsFound, search_library};
pub use settling::settle_library;
pub use sources::{DumpEvent, DumpSummary};
pub use submissions::{keep_submissions, kept_submission};
pub use template_text::{drop_template, keep_template, template_text};
pub use verifying::verify_library;
