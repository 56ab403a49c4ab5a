//! Search for rewritten and translated passages in `check --rewritten`: its option, its progress, and the list of leads.

use std::path::PathBuf;
use std::sync::Arc;

use clap::{Arg, ArgMatches};

use super::check_recorder::CheckRecorder;
use super::options::flag;
use super::output::{print_stderr, print_stdout};
use super::progress::StepProgress;
use super::table::printable;
use chachong_check::{CheckResult, Copied, Fingerprinting, LeadError, PlacedLeads};
use chachong_import::model_folders;
use chachong_jobs::{KeptVectors, LeadSearch, LeadWatch, find_leads};
use chachong_messages::{Language, document_name};
use chachong_report::Report;
use chachong_semantics::{has_model, missing_model};

/// Maximum number of leads printed.
const SHOWN: usize = 30;

/// Arguments about rewritten passages.
#[derive(Clone, Debug, Default)]
pub(super) struct Arguments {
    /// Whether rewritten passages are searched for.
    is_wanted: bool,
    /// Folder with the models; `None` for the usual places.
    pub(super) models: Option<PathBuf>,
}

/// Makes the option that asks for the search.
pub(super) fn option(language: Language) -> Arg {
    flag("rewritten").help(language.text("cli.help.rewritten"))
}

impl Arguments {
    /// Reads the options that clap has parsed.
    pub(super) fn of(matches: &ArgMatches) -> Self {
        Self {
            is_wanted: matches.get_flag("rewritten"),
            models: matches.get_one::<PathBuf>("models").cloned(),
        }
    }

    /// Fails if rewritten passages are to be searched for and no model is installed.
    pub(super) fn validate(&self) -> Result<(), LeadError> {
        let folders = model_folders(self.models.as_deref());
        if self.is_wanted && !has_model(&folders) {
            return Err(missing_model(&folders).into());
        }
        Ok(())
    }

    /// Searches for leads with progress on stderr; `None` if no search was requested or passages were not compared. The recorder saves them
    /// with the check.
    pub(super) fn search(
        &self,
        result: &CheckResult,
        recorder: Option<&mut CheckRecorder>,
        by: &Fingerprinting,
        (threads, quiet): (Option<usize>, bool),
        language: Language,
    ) -> Result<Option<PlacedLeads>, LeadError> {
        let Some(Copied { copies, shares, .. }) = result.copied.as_ref().filter(|_| self.is_wanted)
        else {
            return Ok(None);
        };
        let search = LeadSearch {
            documents: result.documents.to_vec(),
            copies: Some(Arc::clone(copies)),
            choices: shares.choices().clone(),
            theses: shares.theses().clone(),
            wanted: None,
            library: recorder.as_deref().map(CheckRecorder::shared_library),
            by: by.clone(),
            prepare_members: true,
            models: model_folders(self.models.as_deref()),
            kept: Arc::new(KeptVectors::default()),
            earlier: None,
            threads,
        };
        let progress = StepProgress::start(quiet);
        let watch = LeadWatch {
            progress: &|step, done, total| progress.show(&language.lead_step(step), done, total),
            cancelled: &|| false,
        };
        let found = find_leads(&search, &watch);
        progress.finish();
        let leads = found?;
        if let Some(recorder) = recorder {
            recorder.keep_leads(&leads);
            recorder.done(result);
        }
        Ok(Some(leads.placed(&result.documents)))
    }
}

/// Prints the leads, the strongest first, and the extent of the search; nothing if there was no search.
pub(super) fn print_leads(check: Report<'_>) {
    let Some(leads) = &check.result.leads else {
        return;
    };
    let language = check.language;
    let heading = language.fill("cli.leads", &[("count", &leads.list.len())]);
    print_stdout(&format!(
        "\n{heading}\n{}",
        language.text("lead.explanation")
    ));
    for lead in leads.list.iter().take(SHOWN) {
        let name = |at| {
            let document = leads.document(&check.result.documents, at);
            document.map_or_else(String::new, |one| printable(&document_name(one, language)))
        };
        let found = &lead.lead;
        print_stdout(&language.fill(
            "cli.lead",
            &[
                ("a", &name(lead.a)),
                ("b", &name(lead.b)),
                (
                    "kind",
                    &language.text(&format!("lead.kind-{}", found.kind.name())),
                ),
                (
                    "strength",
                    &language.text(&format!("lead.strength-{}", found.strength().name())),
                ),
                ("a_start", &found.in_a.start),
                ("a_end", &found.in_a.end),
                ("b_start", &found.in_b.start),
                ("b_end", &found.in_b.end),
            ],
        ));
    }
    if let more @ 1.. = leads.list.len().saturating_sub(SHOWN) {
        print_stdout(&language.fill("evidence.cli-more", &[("count", &more)]));
    }
    let extent = &leads.extent;
    let values: [(&str, &dyn std::fmt::Display); 2] = [
        ("documents", &extent.documents),
        ("members", &extent.members),
    ];
    print_stdout(&language.fill("leads.extent", &values));
    if extent.members_left > 0 {
        print_stdout(&language.fill("leads.members-left", &[("count", &extent.members_left)]));
    }
    for name in &extent.unread {
        print_stderr(&language.fill("cli.text-lost", &[("name", &printable(name))]));
    }
}
