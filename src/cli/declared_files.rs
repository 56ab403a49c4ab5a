//! Declares, for every command, the files that it reads or keeps and the files that it writes. They are compared before the
//! command begins (`chachong_report::Inputs`), so that no output overwrites an input.

use std::path::{Path, PathBuf};

use super::{
    Subcommand, case, check, compare, evaluate, library, recognition, report, verify, watch,
};
use chachong_import::OwnTable;
use chachong_library::{files_of_library, is_server};
use chachong_report::{Content, InputKind, Inputs, Output, OutputKind, Refusal, ReportFormat};

/// Content of the file that `evaluate --csv` writes.
pub(super) const CURVE: Content = Content::Table(OwnTable::Curve);

/// Files and folders that a command reads, keeps or writes.
#[derive(Debug, Default)]
pub(super) struct DeclaredFiles {
    pub(super) inputs: Inputs,
    outputs: Vec<Output>,
}

/// Returns the files that a command reads, keeps and writes.
pub(super) fn of(kind: &Subcommand) -> DeclaredFiles {
    match kind {
        Subcommand::Check(arguments) => of_check(arguments),
        Subcommand::Extract(arguments) => DeclaredFiles::default()
            .reading(InputKind::Document, [&arguments.file])
            .with_models(&arguments.recognition),
        Subcommand::Fingerprint(arguments) => {
            DeclaredFiles::default().reading(InputKind::Document, [&arguments.file])
        }
        Subcommand::Compare(arguments) => of_compare(arguments),
        Subcommand::Evaluate(arguments) => of_evaluate(arguments),
        Subcommand::MakePairs(arguments) => DeclaredFiles::default()
            .reading(InputKind::Document, &arguments.sources)
            .writing(&arguments.folder, OutputKind::Folder),
        Subcommand::Library(arguments) => of_library(arguments),
        Subcommand::Case(arguments) => of_case(arguments),
        Subcommand::Report(arguments) => of_report(arguments),
        Subcommand::Verify(arguments) => of_verify(arguments),
        Subcommand::Watch(arguments) => of_watch(arguments),
        Subcommand::Models(arguments) => {
            DeclaredFiles::default().reading(InputKind::Model, &arguments.models)
        }
        // Workers read what their parent hands them and write no file.
        Subcommand::Worker { .. }
        | Subcommand::ArchiveWorker { .. }
        | Subcommand::DumpWorker { .. }
        | Subcommand::RecognitionWorker { .. } => DeclaredFiles::default(),
    }
}

pub(super) fn of_check(arguments: &check::Arguments) -> DeclaredFiles {
    let feedback = arguments.submissions.feedback.iter();
    let feedback = feedback.map(|file| Output::file(file, Content::Feedback));
    DeclaredFiles::default()
        .reading(InputKind::Document, &arguments.paths)
        .reading(InputKind::ClassList, &arguments.submissions.list)
        .keeping(&arguments.library)
        .keeping(&arguments.sources)
        .reading(InputKind::Template, &arguments.copying.templates)
        .with_models(&arguments.reading.recognition)
        .reading(InputKind::Model, &arguments.leads.models)
        .reading(InputKind::FormProfile, arguments.reports.inputs())
        .writing_all(arguments.reports.outputs())
        .writing_all(feedback)
}

pub(super) fn of_compare(arguments: &compare::Arguments) -> DeclaredFiles {
    let page =
        (arguments.html.iter()).map(|file| Output::file(file, Content::Report(ReportFormat::Html)));
    DeclaredFiles::default()
        .reading(InputKind::Document, [&arguments.a, &arguments.b])
        .reading(InputKind::Template, &arguments.copying.templates)
        .writing_all(page)
}

/// Returns the files of `evaluate`, without the documents of labelled pairs, which are known only when the list is read.
pub(super) fn of_evaluate(arguments: &evaluate::Arguments) -> DeclaredFiles {
    let curve = arguments.csv.iter().map(|file| Output::file(file, CURVE));
    DeclaredFiles::default()
        .reading(InputKind::Check, [&arguments.cases])
        .reading(InputKind::Model, &arguments.models)
        .writing_all(curve)
}

pub(super) fn of_report(arguments: &report::Arguments) -> DeclaredFiles {
    DeclaredFiles::default()
        .keeping([&arguments.library])
        .keeping(&arguments.sources)
        .reading(InputKind::Check, arguments.json_of_check())
        .reading(InputKind::FormProfile, arguments.reports.inputs())
        .writing_all(arguments.reports.outputs())
}

pub(super) fn of_case(arguments: &case::Arguments) -> DeclaredFiles {
    use case::CaseWork;
    let declared = DeclaredFiles::default().keeping([&arguments.library]);
    match &arguments.work {
        CaseWork::List {
            csv: Some(file), ..
        } if file != Path::new("-") => declared.writing(file, OutputKind::File(case::CASES)),
        CaseWork::Write(wanted) => declared.writing(&wanted.file, OutputKind::File(Content::Case)),
        CaseWork::Import { file } => DeclaredFiles::default()
            .reading(InputKind::Check, [file])
            .writing_library(&arguments.library),
        CaseWork::Open(opening) => {
            let json = Path::new(&opening.check);
            declared
                .keeping(&opening.sources)
                .reading(InputKind::Check, Some(json).filter(|file| file.is_file()))
        }
        _ => declared,
    }
}

fn of_verify(arguments: &verify::Arguments) -> DeclaredFiles {
    DeclaredFiles::default()
        .reading(InputKind::Document, [&arguments.file])
        .reading(InputKind::Document, &arguments.originals)
        .keeping(&arguments.library)
}

pub(super) fn of_watch(arguments: &watch::Arguments) -> DeclaredFiles {
    DeclaredFiles::default()
        .reading(InputKind::Document, [&arguments.folder])
        .keeping([&arguments.library])
        .reading(InputKind::Template, &arguments.copying.templates)
        .with_models(&arguments.reading.recognition)
        .writing_all(arguments.outputs())
}

fn of_library(arguments: &library::Arguments) -> DeclaredFiles {
    use library::LibraryWork;
    let library = &arguments.library;
    match &arguments.work {
        LibraryWork::Add { paths, .. } => {
            let declared = DeclaredFiles::default().reading(InputKind::Document, paths);
            // A library that lies among the documents is one all the same; what is none yet would be made one.
            let is_there = std::fs::metadata(library).is_ok_and(|file| file.len() > 0);
            if is_there {
                declared
            } else {
                declared.writing_library(library)
            }
        }
        LibraryWork::Export { file } => DeclaredFiles::default()
            .keeping([library])
            .writing(file, OutputKind::File(Content::New)),
        LibraryWork::Import { file } => {
            (DeclaredFiles::default().keeping([file])).writing_library(library)
        }
        LibraryWork::Copy { to } => {
            (DeclaredFiles::default().keeping([library])).writing_library(to)
        }
        LibraryWork::List { .. }
        | LibraryWork::Remove { .. }
        | LibraryWork::Verify { .. }
        | LibraryWork::InitServer
        | LibraryWork::KeepPassword => DeclaredFiles::default().keeping([library]),
    }
}

impl DeclaredFiles {
    /// Fails if an output would overwrite an input, a kept file or another output.
    pub(super) fn allowed(&self) -> Result<(), Refusal> {
        self.inputs.allow_all(&self.outputs)
    }

    /// Adds files and whole folders as inputs. Standard input (`-`) is skipped.
    fn reading<P: AsRef<Path>>(
        mut self,
        what: InputKind,
        paths: impl IntoIterator<Item = P>,
    ) -> Self {
        for path in paths {
            if path.as_ref() != Path::new("-") {
                self.inputs.add(what, path.as_ref());
            }
        }
        self
    }

    fn with_models(self, recognition: &recognition::Arguments) -> Self {
        self.reading(InputKind::Model, &recognition.models)
    }

    /// Adds libraries with their accompanying files.
    fn keeping<'p>(mut self, libraries: impl IntoIterator<Item = &'p PathBuf>) -> Self {
        for library in libraries {
            self.inputs.add_library(library);
        }
        self
    }

    fn writing(self, place: &Path, kind: OutputKind) -> Self {
        let place = place.to_owned();
        self.writing_all([Output { place, kind }])
    }

    fn writing_library(self, library: &Path) -> Self {
        let is_file = !is_server(library);
        let files = is_file.then(|| files_of_library(library));
        let files = files.into_iter().flatten();
        self.writing_all(files.map(|file| Output::file(&file, Content::Any)))
    }

    fn writing_all(mut self, outputs: impl IntoIterator<Item = Output>) -> Self {
        self.outputs.extend(outputs);
        self
    }
}
