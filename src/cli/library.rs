//! `chachong library`: manages the documents of earlier checks, which new ones are compared with. Drives session and
//! store; contains no SQL.

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};

use super::error::{CliError, Completion};
use super::library_dumps::{self, DumpPrinter};
use super::output::{print_stderr, print_stdout};
use super::progress::{Progress, SharedProgress, Work};
use super::reading::{print_passed_over, print_unread_files};
use super::recognition;
use super::server;
use super::table::{printable, table};
use chachong_check::{Document, Settings};
use chachong_import::{PassedOver, Passwords, hex, real_path};
use chachong_jobs::library::{
    AddEvent, AddSummary, add_to_library, copy_library, search_library, settle_library, transfer,
    verify_library,
};
use chachong_library::{
    DocumentId, Library, LibraryError, Member, MissingPart, PortableLibrary, Query, SqliteStore,
    Store, forget_losses, is_server,
};
use chachong_messages::{Language, day};

/// Maximum number of documents that a search shows.
const MOST_FOUND: usize = 1_000;
/// Number of characters shown on each side of a hit.
const AROUND: usize = 24;
/// Text between several students of one document.
const SEPARATOR: &str = ", ";

#[derive(Debug)]
pub(super) struct Arguments {
    pub(super) library: PathBuf,
    pub(super) work: LibraryWork,
    pub(super) threads: Option<usize>,
    /// Passwords to try on encrypted archives.
    pub(super) passwords: Passwords,
    pub(super) quiet: bool,
}

/// Work to do on a library.
#[derive(Debug)]
pub(super) enum LibraryWork {
    /// Add the documents below these paths as members or as templates; or preview dumps among them without adding anything.
    Add {
        paths: Vec<PathBuf>,
        template: bool,
        preview: bool,
        recognition: recognition::Arguments,
    },
    /// List the members that contain the text `search`; `None` lists all members.
    List { search: Option<String> },
    /// Remove members by number, name or path.
    Remove { names: Vec<String> },
    /// Verify everything in the library, and repair it if `repair`.
    Verify { repair: bool },
    /// Export all members to one new file.
    Export { file: PathBuf },
    /// Import the members of another library.
    Import { file: PathBuf },
    /// Copy everything into another library.
    Copy { to: PathBuf },
    /// Create a library on a server.
    InitServer,
    /// Save the password for a server.
    KeepPassword,
}

/// Runs the command.
pub(super) fn run(arguments: &Arguments, language: Language) -> Result<Completion, CliError> {
    match &arguments.work {
        LibraryWork::Add {
            paths,
            preview: true,
            ..
        } => library_dumps::preview(&arguments.library, paths, language),
        LibraryWork::Add {
            paths,
            template,
            recognition,
            ..
        } => add(arguments, (paths, *template), recognition, language),
        LibraryWork::List { search } => list(&arguments.library, search.as_deref(), language),
        LibraryWork::Remove { names } => remove(&arguments.library, names, language),
        LibraryWork::Verify { repair } => verify(arguments, *repair, language),
        LibraryWork::Export { file } => export(arguments, file, language),
        LibraryWork::Import { file } => import(arguments, file, language),
        LibraryWork::Copy { to } => copy_to(arguments, to, language),
        LibraryWork::InitServer => server::init(&arguments.library, language),
        LibraryWork::KeepPassword => server::keep_password(&arguments.library, language),
    }
}

fn writable(library: Library) -> Result<Library, LibraryError> {
    match library.store().why_read_only() {
        Some(why) => Err(why),
        None => Ok(library),
    }
}

fn add(
    arguments: &Arguments,
    (paths, template): (&[PathBuf], bool),
    recognition: &recognition::Arguments,
    language: Language,
) -> Result<Completion, CliError> {
    let library = writable(Library::open(&arguments.library)?)?;
    let settings = Settings {
        threads: arguments.threads,
        passwords: arguments.passwords.clone(),
        ..Settings::default()
    };
    let settings = recognition.apply(settings)?;
    if !arguments.quiet && !template {
        library_dumps::print_expected(&arguments.library, paths, &settings, language);
    }
    let mut progress = Progress::Quiet;
    let mut not_read: Vec<Document> = Vec::new();
    let mut passed_over = PassedOver::default();
    let mut unchanged = 0;
    let mut is_whole = true;
    let dumps = DumpPrinter {
        quiet: arguments.quiet,
        language,
    };
    let mut print_event = |event| {
        match event {
            AddEvent::Found(found) => {
                progress = Progress::start(Work::Reading, found, arguments.quiet, language);
            }
            AddEvent::PassedOver(files) => passed_over = files,
            AddEvent::Reading(name) => progress.reading(&name),
            AddEvent::Read => progress.advance(),
            AddEvent::Added(added) => {
                for joining in added {
                    let name = printable(&joining.name);
                    // Printed only now that the document is kept.
                    print_stdout(&language.fill("cli.library.added", &[("name", &name)]));
                }
            }
            AddEvent::NotRead(document) => not_read.push(*document),
            AddEvent::Dump(event) => dumps.print_event(event, &mut progress),
            AddEvent::DumpRead(file, summary) => {
                unchanged += summary.unchanged;
                is_whole &= !summary.is_given_up;
                std::mem::replace(&mut progress, Progress::Quiet).finish();
                dumps.print_end(&file, &summary);
            }
        }
        true
    };
    let done = add_to_library(
        &library,
        paths.to_vec(),
        settings,
        template,
        &mut print_event,
    );
    let AddSummary { added, failed } = match done {
        Err(error @ LibraryError::DiskFull { .. }) => {
            progress.finish();
            return Err(CliError::LibraryFull(error));
        }
        done => done?,
    };
    progress.finish();
    print_unread_files(&not_read, language);
    let members = library.store().about()?.members;
    print_stdout(&language.fill(
        "cli.library.add-summary",
        &[
            ("added", &added),
            ("failed", &failed),
            ("members", &members),
        ],
    ));
    print_passed_over(&passed_over, print_stdout, language);
    print_damage(&library, language);
    Ok(Completion::complete_if(
        is_whole && (added > 0 || unchanged > 0),
    ))
}

/// Prints which parts of a library turned out to be damaged.
fn print_damage(library: &Library, language: Language) {
    for damage in library.damage() {
        let part = MissingPart::damaged(library.name(), damage);
        print_stderr(&printable(&language.missing_part(&part)));
    }
}

fn list(file: &Path, search: Option<&str>, language: Language) -> Result<Completion, CliError> {
    let library = Library::open_existing(file)?;
    let members = library.store().current_members()?;
    if let Some(typed) = search {
        return find(&library, &members, typed, language);
    }
    print_members(library.store().as_ref(), &members, language)?;
    let about = library.store().about()?;
    let key = if about.read_only && is_server(file) {
        "cli.library.list-summary-checker"
    } else {
        "cli.library.list-summary"
    };
    print_stdout(&language.fill(
        key,
        &[("members", &about.members), ("checks", &about.checks)],
    ));
    if let Some(why) = library.store().why_read_only() {
        print_stdout(&language.library_error(&why));
    }
    for (document, name) in library.store().templates()? {
        let name = printable(&name);
        print_stdout(&language.fill(
            "cli.library.template",
            &[("number", &document.0), ("name", &name)],
        ));
    }
    Ok(Completion::Complete)
}

/// Prints a table of members, with their students if the library knows any.
fn print_members(
    store: &dyn Store,
    members: &[Member],
    language: Language,
) -> Result<(), LibraryError> {
    let students = students(store, members)?;
    let mut keys = vec![
        "column.number",
        "column.added",
        "column.characters",
        "column.format",
        "column.document",
    ];
    if !students.is_empty() {
        keys.extend(["column.student", "record.student-number"]);
    }
    let headings: Vec<String> = keys.iter().map(|key| language.text(key)).collect();
    let rows: Vec<Vec<String>> = members
        .iter()
        .map(|member| {
            let mut row = vec![
                member.document.0.to_string(),
                day(member.added),
                member.characters.to_string(),
                member.format.name().to_owned(),
                printable(&member.name),
            ];
            if let Some((student, number)) = students.get(&member.document) {
                row.extend([printable(student), printable(number)]);
            }
            row
        })
        .collect();
    if !rows.is_empty() {
        print_stdout(&table(&headings, &rows, &[0, 2]));
    }
    Ok(())
}

/// Returns the names and the numbers of the students who handed in each member. Several students are listed if they handed in equal
/// files.
fn students(
    store: &dyn Store,
    members: &[Member],
) -> Result<HashMap<DocumentId, (String, String)>, LibraryError> {
    let documents: Vec<DocumentId> = members.iter().map(|member| member.document).collect();
    let mut students: HashMap<DocumentId, (String, String)> = HashMap::new();
    for (document, kept) in store.submissions(&documents)? {
        if !kept.names_somebody() {
            continue;
        }
        let (names, numbers) = students.entry(document).or_default();
        for (all, one) in [(names, kept.student), (numbers, kept.number)] {
            let Some(one) = one.filter(|one| !all.split(SEPARATOR).any(|other| other == one))
            else {
                continue;
            };
            if !all.is_empty() {
                all.push_str(SEPARATOR);
            }
            all.push_str(&one);
        }
    }
    Ok(students)
}

fn find(
    library: &Library,
    members: &[Member],
    typed: &str,
    language: Language,
) -> Result<Completion, CliError> {
    let query = Query::parse(typed);
    if query.is_empty() {
        return Err(CliError::NothingToFind);
    }
    let names: HashMap<DocumentId, &str> = members
        .iter()
        .map(|member| (member.document, member.name.as_str()))
        .collect();
    let found = search_library(library.store().as_ref(), &query, MOST_FOUND, AROUND)?;
    for hit in &found.hits {
        let piece = &hit.piece;
        let name = printable(names.get(&hit.document).copied().unwrap_or_default());
        let text = printable(&format!("{}【{}】{}", piece.before, piece.hit, piece.after));
        print_stdout(&language.fill(
            "cli.library.hit",
            &[
                ("number", &hit.document.0),
                ("name", &name),
                ("count", &hit.places),
                ("text", &text),
            ],
        ));
    }
    let found = found.hits.len();
    print_stdout(&language.fill("cli.library.found", &[("count", &found)]));
    Ok(Completion::Complete)
}

fn remove(file: &Path, names: &[String], language: Language) -> Result<Completion, CliError> {
    let library = writable(Library::open_existing(file)?)?;
    let members = library.store().current_members()?;
    let mut completion = Completion::Complete;
    let mut removed = Vec::new();
    for name in names {
        let path = real_path(Path::new(name)).ok();
        let mut of_name: Vec<&Member> = members
            .iter()
            .filter(|member| {
                member.name == *name
                    || Some(&member.path) == path.as_ref()
                    || name.parse() == Ok(member.document.0)
            })
            .collect();
        // Documents with the same name are told apart by number.
        if of_name.len() > 1 {
            of_name.retain(|member| name.parse() == Ok(member.document.0));
        }
        if let [member] = of_name[..] {
            // It may be named twice, as by its number and its name.
            if !removed
                .iter()
                .any(|one: &&Member| one.document == member.document)
            {
                removed.push(member);
            }
        } else {
            completion = Completion::Incomplete;
            print_stderr(&language.fill("cli.library.not-there", &[("name", &printable(name))]));
        }
    }
    let ids: Vec<DocumentId> = removed.iter().map(|member| member.document).collect();
    let hashes = (ids.iter())
        .map(|&id| Ok(hex(&library.store().content(id)?.0.sha256)))
        .collect::<Result<Vec<_>, LibraryError>>()?;
    let erased = library.store().remove_for_good(&ids);
    let titles = library.drop_title_index();
    // They may be gone even if their traces could not be erased, as on a full disk.
    let left: HashSet<DocumentId> = match &erased {
        Ok(_) => HashSet::new(),
        Err(_) => (library.store().current_members()?.iter())
            .map(|member| member.document)
            .collect(),
    };
    let gone = removed.into_iter().zip(hashes);
    for (member, sha256) in gone.filter(|(member, _)| !left.contains(&member.document)) {
        let name = printable(&member.name);
        print_stdout(&language.fill("cli.library.removed", &[("name", &name)]));
        if erased.is_ok() {
            print_stdout(&proof(&library, member.document, &sha256, language)?);
        }
    }
    erased?;
    titles?;
    library.refresh_index()?;
    Ok(completion)
}

/// Returns a statement for a person that the library has no data of a removed document any more, or one that names the tables which still
/// have some.
fn proof(
    library: &Library,
    document: DocumentId,
    sha256: &str,
    language: Language,
) -> Result<String, LibraryError> {
    let left = library.store().traces(document)?;
    let number = document.0;
    Ok(if left.is_empty() {
        let time = jiff::Timestamp::now().strftime("%Y-%m-%d %H:%M:%SZ");
        language.fill(
            "cli.library.removed-proof",
            &[("time", &time), ("number", &number), ("sha256", &sha256)],
        )
    } else {
        let tables = left.join(", ");
        language.fill(
            "cli.library.removed-but",
            &[("number", &number), ("tables", &tables)],
        )
    })
}

fn verify(arguments: &Arguments, repair: bool, language: Language) -> Result<Completion, CliError> {
    let progress = SharedProgress::new(Work::Verifying, arguments.quiet, language);
    let report = verify_library(&arguments.library, repair, &mut |done, total| {
        progress.reach(done, total);
        true
    })?;
    progress.finish();
    for rebuilt in &report.rebuilt {
        print_stdout(&language.fill("cli.library.rebuilt", &[("what", &printable(rebuilt))]));
    }
    for (document, name) in &report.lost {
        print_stdout(&language.fill(
            "cli.library.lost",
            &[("number", &document.0), ("name", &printable(name))],
        ));
    }
    for wrong in &report.wrong {
        print_stdout(&language.fill("cli.library.wrong", &[("what", &printable(wrong))]));
    }
    let key = if report.is_clean() {
        "cli.library.clean"
    } else {
        "cli.library.not-clean"
    };
    print_stdout(&language.fill(key, &[("documents", &report.documents)]));
    if repair && !is_server(&arguments.library) {
        forget_losses(&arguments.library);
    }
    let is_whole = report.lost.is_empty() && report.wrong.is_empty();
    Ok(Completion::complete_if(is_whole))
}

fn copy_to(arguments: &Arguments, to: &Path, language: Language) -> Result<Completion, CliError> {
    let from = Library::open_existing(&arguments.library)?;
    let to = writable(Library::open(to)?)?;
    let progress = SharedProgress::new(Work::Copying, arguments.quiet, language);
    let (from, library) = (from.store().as_ref(), to.store().as_ref());
    let copied = copy_library(from, library, &mut |done, total| {
        progress.reach(done, total);
        true
    })?;
    progress.finish();
    print_stdout(&language.fill(
        "cli.library.copied",
        &[("added", &copied.added), ("known", &copied.known)],
    ));
    if copied.cases > 0 {
        print_stdout(&language.fill("cli.library.copied-cases", &[("count", &copied.cases)]));
    }
    print_stdout(&language.fill("cli.library.verified", &[("count", &copied.verified)]));
    for name in copied.lost.iter().chain(&copied.different) {
        let name = printable(name);
        print_stderr(&language.fill("cli.library.not-copied", &[("name", &name)]));
    }
    settle_library(&to)?;
    let is_whole = copied.lost.is_empty() && copied.different.is_empty();
    Ok(Completion::complete_if(is_whole))
}

fn copy(
    from: &dyn Store,
    to: &dyn Store,
    arguments: &Arguments,
    language: Language,
) -> Result<Completion, CliError> {
    let progress = SharedProgress::new(Work::Copying, arguments.quiet, language);
    let transferred = transfer(from, to, &mut |done, total| {
        progress.reach(done, total);
        true
    })?;
    progress.finish();
    print_stdout(&language.fill(
        "cli.library.copied",
        &[("added", &transferred.added), ("known", &transferred.known)],
    ));
    for name in &transferred.lost {
        let name = printable(name);
        print_stderr(&language.fill("cli.library.not-copied", &[("name", &name)]));
    }
    Ok(Completion::complete_if(transferred.lost.is_empty()))
}

fn export(arguments: &Arguments, file: &Path, language: Language) -> Result<Completion, CliError> {
    let library = Library::open_existing(&arguments.library)?;
    let target = PortableLibrary::create(file)?;
    let done = copy(
        library.store().as_ref(),
        target.store()?,
        arguments,
        language,
    )?;
    target.finish()?;
    Ok(done)
}

fn import(arguments: &Arguments, file: &Path, language: Language) -> Result<Completion, CliError> {
    let from = SqliteStore::open_read_only(file)?;
    let library = writable(Library::open(&arguments.library)?)?;
    let done = copy(&from, library.store().as_ref(), arguments, language)?;
    settle_library(&library)?;
    print_damage(&library, language);
    Ok(done)
}
