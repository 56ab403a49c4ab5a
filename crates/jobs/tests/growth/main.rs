//! All work on a file grows with its pieces, not with their square: reading, and everything that follows from its text. So does the
//! assignment of theses to students with the number of theses.
//!
//! Measured is the processor time of this process, in which this test is alone, so that other programs disturb it little.
//! `CHACHONG_GROWTH=docx` measures only cases whose names begin so, and prints them.
#![cfg(unix)]
#![expect(clippy::unwrap_used, reason = "a test that cannot go on stops")]

mod archives;
mod cases;
mod packages;
mod pdf;

use std::hint::black_box;
use std::path::Path;
use std::time::Duration;

use cases::Case;
use chachong_check::{DocumentContent, Settings, query_keys};
use chachong_citation::{Attributions, Manuscript, ReferenceCheck};
use chachong_import::Isolation;
use chachong_jobs::Session;
use chachong_semantics::sentences;
use chachong_submission::{FileFacts, Request, Submissions};
use rustix::time::{ClockId, clock_gettime};

/// Growth of the time from n to 4n pieces from which on it is no longer nearly proportional; a square gives 16.
const MOST: f64 = 9.0;
/// Time below which growth cannot be told from noise.
const NOISE: Duration = Duration::from_millis(12);
/// Number of times that a case is measured while its growth is too large.
const TRIES: usize = 5;

fn processor_time() -> Duration {
    let time = clock_gettime(ClockId::ProcessCPUTime);
    let seconds = u64::try_from(time.tv_sec).unwrap();
    Duration::new(seconds, u32::try_from(time.tv_nsec).unwrap())
}

/// Does all work on a file, as a check does it; returns the processor time, and the number of documents that were read.
fn work(path: &Path) -> (Duration, usize) {
    let settings = Settings {
        threads: Some(1),
        isolation: Isolation::Thread,
        ..Settings::default()
    };
    let began = processor_time();
    let session = Session::start(vec![path.to_owned()], &[], settings);
    let documents = session.collect(|_, _| ()).documents;
    let mut read = 0;
    for document in documents
        .iter()
        .filter(|document| document.content().is_some())
    {
        // Code, readings and formulas, as they are sought for evidence.
        query_keys(document).unwrap();
        cite(document.content().unwrap());
        read += 1;
    }
    (processor_time().saturating_sub(began), read)
}

/// Reads the references, the citations of a passage that is the whole text, and the sentences.
fn cite(content: &DocumentContent) {
    let text = content.text.text().unwrap();
    let manuscript = Manuscript {
        text: &text,
        marks: &content.counted.marks,
        exclusions: content.text.exclusions(),
        block_quotations: content.text.block_quotations(),
        breaks: content.text.breaks(),
    };
    let listed = ReferenceCheck::of(&manuscript, None, true).references;
    let end = u32::try_from(text.chars().count()).unwrap();
    black_box(Attributions::of(&manuscript, &listed, &[(0, end)]));
    black_box(sentences(&text, &[]));
}

/// Least times for n, 2n and 4n pieces that were measured so far, without what one piece takes.
struct Times {
    one: Duration,
    of: [Duration; 3],
}

impl Times {
    /// Returns by how much the time grows from n to 4n. A step that comes with size shows once, a square from n to 2n and from
    /// 2n to 4n.
    fn growth(&self) -> f64 {
        let own = self.of.map(|time| time.saturating_sub(self.one).max(NOISE));
        let [least, middle, most] = own.map(|time| time.as_secs_f64());
        (most / least).min((most / middle).powi(2))
    }
}

/// Measures `work`, which takes so many pieces, for one piece and for n, 2n and 4n.
fn measured(n: usize, mut work: impl FnMut(usize) -> Duration) -> Times {
    let mut times = Times {
        one: Duration::MAX,
        of: [Duration::MAX; 3],
    };
    for _ in 0..TRIES {
        times.one = times.one.min(work(1));
        for (least, pieces) in times.of.iter_mut().zip([n, 2 * n, 4 * n]) {
            *least = work(pieces).min(*least);
        }
        if times.growth() < MOST {
            break;
        }
    }
    times
}

fn measured_file(case: &Case, folder: &Path, unread: &mut Vec<&'static str>) -> Times {
    let file = |pieces: usize| folder.join(format!("{pieces}.{}", case.ending));
    let n = case.pieces;
    for pieces in [1, n, 2 * n, 4 * n] {
        std::fs::write(file(pieces), (case.make)(pieces)).unwrap();
    }
    measured(n, |pieces| {
        let (time, read) = work(&file(pieces));
        if read == 0 && pieces > 1 && !unread.contains(&case.name) {
            unread.push(case.name);
        }
        time
    })
}

/// Assigns so many theses to their students. Each has a cover with its own number; all have the same author.
fn assign(theses: usize, folder: &str) -> Duration {
    let name = |at| format!("scan{at}{folder}.docx");
    let names: Vec<String> = (0..theses).map(name).collect();
    let number = |at| format!("{}", 2_021_000_000 + at);
    let numbers: Vec<String> = (0..theses).map(number).collect();
    let facts: Vec<FileFacts<'_>> = (names.iter().zip(&numbers))
        .map(|(name, number)| FileFacts {
            stated_name: Some("王小五"),
            stated_number: Some(number),
            ..FileFacts::named(name)
        })
        .collect();
    let began = processor_time();
    let found = Submissions::of(&facts, &Request::default());
    let took = processor_time().saturating_sub(began);
    assert_eq!(found.all.len(), theses);
    took
}

/// Cases that are no prose to the reader, or damaged: all that is measured is how they are refused.
const REFUSED: &[&str] = &[
    "docx unclosed tags",
    "txt one letter",
    "txt citations",
    "txt open citations",
    "txt one formula",
    "txt broken UTF-8",
    "e-mail attachments",
    "e-mail parts in one another",
    "Markdown mixed stars",
    "Markdown brackets",
    "Markdown open links",
];

#[test]
#[expect(clippy::print_stdout, reason = "for whoever asks for it")]
fn work_grows_with_the_pieces_of_a_file() {
    let wanted = std::env::var("CHACHONG_GROWTH").ok();
    // What is loaded once is no work on the first file.
    let first = tempfile::NamedTempFile::with_suffix(".txt").unwrap();
    std::fs::write(first.path(), packages::pieces(200, packages::sentence)).unwrap();
    work(first.path());
    let is_wanted = |name: &str| (wanted.as_ref()).is_none_or(|wanted| name.starts_with(wanted));
    let (mut failed, mut unread) = (Vec::new(), Vec::new());
    let mut judge = |name: &str, times: &Times| {
        let growth = times.growth();
        let line = format!(
            "{name}: {growth:.1} ({:?}; one piece {:?})",
            times.of, times.one
        );
        if wanted.is_some() {
            println!("{line}");
        }
        if growth >= MOST {
            failed.push(line);
        }
    };
    for case in cases::all().filter(|case| is_wanted(case.name)) {
        let folder = tempfile::tempdir().unwrap();
        judge(case.name, &measured_file(case, folder.path(), &mut unread));
    }
    for (name, folder) in [
        ("submissions of files", ""),
        ("submissions of folders", "/x"),
    ] {
        if is_wanted(name) {
            judge(name, &measured(2500, |theses| assign(theses, folder)));
        }
    }
    if wanted.is_some() {
        println!("refused: {unread:?}");
    }
    if wanted.is_none() {
        assert_eq!(unread, REFUSED, "nothing is read of these");
    }
    assert!(
        failed.is_empty(),
        "time grows faster than the pieces:\n{}",
        failed.join("\n")
    );
}
