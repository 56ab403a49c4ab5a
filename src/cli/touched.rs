//! What each command touches: everything that it reads or keeps, and everything that it will write. It is stated here for all
//! commands and compared before one of them begins (`chachong_report::Inputs`).

use std::path::{Path, PathBuf};

use super::{Kind, check, compare, evaluate, library, recognition, report, watch};
use chachong_lab::evaluate::CURVE_COLUMNS;
use chachong_library::{files_of_library, is_server};
use chachong_report::{Content, Inputs, Output, OutputKind, Refusal, ReportFormat, What};

/// Content of the curve that `evaluate --csv` writes.
pub(super) const CURVE: Content = Content::Table(&CURVE_COLUMNS);

/// Files and folders that a command reads, keeps or writes.
#[derive(Debug, Default)]
pub(super) struct Touched {
    pub(super) inputs: Inputs,
    outputs: Vec<Output>,
}

/// Returns what a command touches.
pub(super) fn of(kind: &Kind) -> Touched {
    match kind {
        Kind::Check(arguments) => of_check(arguments),
        Kind::Extract(arguments) => Touched::default()
            .reading(What::Document, [&arguments.file])
            .with_models(&arguments.recognition),
        Kind::Fingerprint(arguments) => {
            Touched::default().reading(What::Document, [&arguments.file])
        }
        Kind::Compare(arguments) => of_compare(arguments),
        Kind::Evaluate(arguments) => of_evaluate(arguments),
        Kind::MakePairs(arguments) => Touched::default()
            .reading(What::Document, &arguments.sources)
            .writing(&arguments.folder, OutputKind::Folder),
        Kind::Library(arguments) => of_library(arguments),
        Kind::Report(arguments) => of_report(arguments),
        Kind::Watch(arguments) => of_watch(arguments),
        Kind::Models(arguments) => Touched::default().reading(What::Model, &arguments.models),
        // Workers read what their parent hands them and write no file.
        Kind::Worker { .. }
        | Kind::ArchiveWorker { .. }
        | Kind::DumpWorker { .. }
        | Kind::RecognitionWorker { .. } => Touched::default(),
    }
}

pub(super) fn of_check(arguments: &check::Arguments) -> Touched {
    Touched::default()
        .reading(What::Document, &arguments.paths)
        .keeping(&arguments.library)
        .keeping(&arguments.sources)
        .reading(What::Template, &arguments.copying.templates)
        .with_models(&arguments.reading.recognition)
        .reading(What::Model, &arguments.leads.models)
        .writing_all(arguments.reports.outputs())
}

pub(super) fn of_compare(arguments: &compare::Arguments) -> Touched {
    let page =
        (arguments.html.iter()).map(|file| Output::file(file, Content::Report(ReportFormat::Html)));
    Touched::default()
        .reading(What::Document, [&arguments.a, &arguments.b])
        .reading(What::Template, &arguments.copying.templates)
        .writing_all(page)
}

/// The documents of labelled pairs are known only when the list is read.
pub(super) fn of_evaluate(arguments: &evaluate::Arguments) -> Touched {
    let curve = arguments.csv.iter().map(|file| Output::file(file, CURVE));
    Touched::default()
        .reading(What::Check, [&arguments.cases])
        .reading(What::Model, &arguments.models)
        .writing_all(curve)
}

pub(super) fn of_report(arguments: &report::Arguments) -> Touched {
    Touched::default()
        .keeping([&arguments.library])
        .keeping(&arguments.sources)
        .reading(What::Check, arguments.json_of_check())
        .writing_all(arguments.reports.outputs())
}

pub(super) fn of_watch(arguments: &watch::Arguments) -> Touched {
    Touched::default()
        .reading(What::Document, [&arguments.folder])
        .keeping([&arguments.library])
        .reading(What::Template, &arguments.copying.templates)
        .with_models(&arguments.reading.recognition)
        .writing_all(arguments.outputs())
}

fn of_library(arguments: &library::Arguments) -> Touched {
    use library::LibraryWork;
    let library = &arguments.library;
    match &arguments.work {
        LibraryWork::Add { paths, .. } => {
            let touched = Touched::default().reading(What::Document, paths);
            // A library that lies among the documents is one all the same; what is none yet would be made one.
            let is_there = std::fs::metadata(library).is_ok_and(|file| file.len() > 0);
            if is_there {
                touched
            } else {
                touched.writing_library(library)
            }
        }
        LibraryWork::Export { file } => Touched::default()
            .keeping([library])
            .writing(file, OutputKind::File(Content::New)),
        LibraryWork::Import { file } => {
            (Touched::default().keeping([file])).writing_library(library)
        }
        LibraryWork::Copy { to } => (Touched::default().keeping([library])).writing_library(to),
        LibraryWork::List { .. }
        | LibraryWork::Remove { .. }
        | LibraryWork::Verify { .. }
        | LibraryWork::InitServer
        | LibraryWork::KeepPassword => Touched::default().keeping([library]),
    }
}

impl Touched {
    /// Checks that nothing that is read or kept would be overwritten, and that no output would overwrite another.
    pub(super) fn allowed(&self) -> Result<(), Refusal> {
        self.inputs.allow_all(&self.outputs)
    }

    /// Adds files, and folders with all that is below them. Standard input (`-`) is none.
    fn reading<P: AsRef<Path>>(mut self, what: What, paths: impl IntoIterator<Item = P>) -> Self {
        for path in paths {
            if path.as_ref() != Path::new("-") {
                self.inputs.add(what, path.as_ref());
            }
        }
        self
    }

    fn with_models(self, recognition: &recognition::Arguments) -> Self {
        self.reading(What::Model, &recognition.models)
    }

    /// Adds libraries with the files that are kept beside them.
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
