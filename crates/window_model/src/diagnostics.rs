//! Diagnostic information for those who help with a problem: versions, limits, the system, and numbers of failures by kind.
//! Contains no name and no text of any document. In English, like the log.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use crate::preferences::Preferences;
use crate::state::State;
use chachong_check::Status;
use chachong_import::{Format, Limits, MAXIMUM_FILE_BYTES};
use chachong_log::{Note, last_lines};

/// Number of lines of the log that are shown.
const LINES: usize = 40;
/// Number of notes on crashes that are shown, the newest.
const NOTES: usize = 5;

/// Diagnostic information about the program, without names or texts of documents.
#[derive(Debug, Default)]
pub struct Diagnostics {
    /// Facts of the program, the machine and the check, each with its name.
    facts: Vec<(&'static str, String)>,
    /// Newest notes on crashes, a line each.
    crashes: Vec<String>,
    /// Last lines of the log.
    log: Vec<String>,
}

impl Diagnostics {
    /// Collects the diagnostic information of the present state, including crash notes and the last lines of the log.
    pub fn of(state: &State, preferences: &Preferences) -> Self {
        let mut facts = vec![("version", state.shell.version.clone())];
        facts.extend(machine());
        facts.extend(settings(state, preferences));
        facts.extend(check(state));
        facts.push(("library", library(state)));
        let logs = state.shell.folders.logs.as_deref();
        let notes = logs.map_or_else(Vec::new, Note::all);
        let newest = notes.iter().rev().take(NOTES);
        Self {
            facts,
            crashes: newest.map(|(_, note)| line(note)).collect(),
            log: logs.map_or_else(Vec::new, |logs| last_lines(logs, LINES)),
        }
    }

    /// Formats the information as lines of text.
    pub fn text(&self) -> String {
        let mut text = String::new();
        for (name, value) in &self.facts {
            // Writing to a string never fails.
            let _ = writeln!(text, "{name}: {value}");
        }
        for (title, lines) in [("crashes", &self.crashes), ("log", &self.log)] {
            let _ = writeln!(text, "\n{title}:");
            for line in lines {
                let _ = writeln!(text, "  {line}");
            }
        }
        text
    }
}

fn line(note: &Note) -> String {
    let time = jiff::Timestamp::from_second(note.time)
        .map_or_else(|_| String::new(), |time| time.to_string());
    format!(
        "{time} {} {}: {} at {}; {}, {} documents",
        note.version,
        note.kind.name(),
        note.cause,
        note.place,
        note.under_way.activity,
        note.under_way.documents
    )
}

fn machine() -> Vec<(&'static str, String)> {
    let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let mut facts = vec![
        (
            "system",
            format!("{} {}", std::env::consts::OS, std::env::consts::ARCH),
        ),
        ("cores", cores.to_string()),
    ];
    let read = |file: &str| std::fs::read_to_string(file).unwrap_or_default();
    let release = read("/etc/os-release");
    let memory = read("/proc/meminfo");
    let found = [
        ("release", value(&release, "PRETTY_NAME=")),
        ("memory", value(&memory, "MemTotal:")),
    ];
    facts.extend((found.into_iter()).filter_map(|(name, value)| Some((name, value?))));
    let screen = ["DISPLAY", "WAYLAND_DISPLAY"];
    let set = screen
        .into_iter()
        .filter(|name| std::env::var_os(name).is_some());
    facts.push(("screen", set.collect::<Vec<_>>().join(" ")));
    facts
}

/// Returns the value of the first line that begins with `name`, without quotation marks; `None` without such a line.
fn value(text: &str, name: &str) -> Option<String> {
    let line = text.lines().find_map(|line| line.strip_prefix(name))?;
    Some(line.trim().trim_matches('"').to_owned())
}

fn settings(state: &State, preferences: &Preferences) -> Vec<(&'static str, String)> {
    let limits = Limits::default();
    let or_automatic = |value: Option<String>| value.unwrap_or_else(|| "automatic".to_owned());
    let threads = preferences.threads.map(|threads| threads.to_string());
    let distance = state.settings.max_distance.map(|bits| bits.to_string());
    vec![
        ("language", state.language.code().to_owned()),
        ("recipe", state.settings.recipe.name().to_owned()),
        ("max distance", or_automatic(distance)),
        ("threads", or_automatic(threads)),
        (
            "compare with the library",
            state.settings.against_library.to_string(),
        ),
        (
            "limits of a file",
            format!(
                "{} MB, {} s, {} MB of memory, {} MB of text",
                MAXIMUM_FILE_BYTES >> 20,
                limits.time.as_secs(),
                limits.memory >> 20,
                limits.text >> 20
            ),
        ),
    ]
}

fn check(state: &State) -> Vec<(&'static str, String)> {
    let documents = &state.check.result.documents[..state.check.checked()];
    let mut failed: BTreeMap<String, usize> = BTreeMap::new();
    let mut warned: BTreeMap<String, usize> = BTreeMap::new();
    for document in documents {
        let format = document.format.map_or("folder", Format::name);
        if let Some(cause) = document.failure() {
            *failed
                .entry(format!("{format} {}", cause.key()))
                .or_default() += 1;
        }
        let warnings = document.content().map(|reading| &reading.warnings);
        for warning in warnings.into_iter().flatten() {
            // The kind alone: what stands in a warning may be a text's.
            let whole = format!("{warning:?}");
            let end = whole.find(|c: char| !c.is_alphanumeric());
            let kind = &whole[..end.unwrap_or(whole.len())];
            *warned.entry(format!("{format} {kind}")).or_default() += 1;
        }
    }
    let listed = |counts: BTreeMap<String, usize>| {
        let counts = counts
            .into_iter()
            .map(|(of, count)| format!("{of} {count}"));
        counts.collect::<Vec<_>>().join(", ")
    };
    vec![
        ("documents", documents.len().to_string()),
        ("not read", state.check.count(Status::Failed).to_string()),
        ("pairs", state.check.result.findings.pairs.len().to_string()),
        ("failed by kind", listed(failed)),
        ("warnings by kind", listed(warned)),
    ]
}

fn library(state: &State) -> String {
    let Some(about) = &state.library.about else {
        return "not open".to_owned();
    };
    let mode = if about.read_only { "read-only" } else { "open" };
    format!(
        "{mode}; {} members, {} documents, {} checks",
        about.members, about.documents, about.checks
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::tests::waiting;
    use chachong_import::ImportCause;
    use chachong_messages::Language;

    #[test]
    fn it_counts_what_failed_and_names_no_document() {
        let mut state = State::new(Language::Chinese, None);
        for name in ["王小明_论文.pdf", "李华.pdf", "张.docx"] {
            let mut document = waiting(name);
            document.format = Format::of(name.as_ref());
            document.outcome = Some(Err(ImportCause::Damaged {
                detail: "夜间开放的图书馆".to_owned(),
            }));
            state.check.documents_mut().push(document);
        }
        let text = Diagnostics::of(&state, &Preferences::default()).text();
        let version = format!("version: {}\n", chachong_log::VERSION);
        assert!(text.starts_with(&version), "{text}");
        assert!(
            text.contains("failed by kind: docx damaged 1, pdf damaged 2\n"),
            "{text}"
        );
        for secret in ["王小明", "李华", "张", "图书馆"] {
            assert!(!text.contains(secret), "{text}");
        }
    }

    #[test]
    fn a_value_is_found_by_the_name_before_it() {
        let release = "NAME=\"Debian\"\nPRETTY_NAME=\"Debian GNU/Linux 12\"\n";
        let pretty = value(release, "PRETTY_NAME=");
        assert_eq!(pretty.as_deref(), Some("Debian GNU/Linux 12"));
        assert_eq!(
            value("MemTotal:   23 kB\n", "MemTotal:").as_deref(),
            Some("23 kB")
        );
        assert_eq!(value("", "MemTotal:"), None);
    }
}
