//! Text recognition: its options, and the recogniser that they select.

use std::path::PathBuf;
use std::sync::Arc;

use clap::{Arg, ArgMatches, value_parser};

use super::options::{flag, path_option, value_option};
use chachong_check::Settings;
use chachong_import::{Isolation, PageRecogniser, PictureFiles, SAMPLED_PAGES, model_folders};
use chachong_messages::Language;
use chachong_recognition::{ModelSize, ModelsError, find_models};

/// Options about recognition, as a person gave them.
#[derive(Clone, Debug, Default)]
pub(super) struct Arguments {
    /// Size of the models; `None` without text recognition.
    size: Option<ModelSize>,
    /// Folder with the models; `None` for the usual places.
    pub(super) models: Option<PathBuf>,
    /// Whether image files in folders and archives are documents.
    pub(super) pictures: PictureFiles,
    /// Number of pages of each PDF whose text is compared with the look of the pages.
    compared_pages: usize,
}

/// Makes the options that ask for recognition.
pub(super) fn options(language: Language) -> [Arg; 3] {
    [
        flag("recognise")
            .alias("ocr")
            .help(language.text("cli.help.recognise")),
        flag("careful")
            .requires("recognise")
            .help(language.text("cli.help.careful")),
        models_option(language),
    ]
}

/// Makes the option that names the folder with the models.
pub(super) fn models_option(language: Language) -> Arg {
    path_option("models", "DIR").help(language.text("cli.help.models"))
}

/// Makes the option that treats image files in folders as documents.
pub(super) fn pictures_option(language: Language) -> Arg {
    value_option("pictures", "each|together")
        .requires("recognise")
        .value_parser(["each", "together"])
        .help(language.text("cli.help.pictures"))
}

impl Arguments {
    /// Reads the options that clap has parsed.
    pub(super) fn of(matches: &ArgMatches) -> Self {
        let size = if matches.get_flag("careful") {
            ModelSize::Small
        } else {
            ModelSize::Tiny
        };
        Self {
            size: matches.get_flag("recognise").then_some(size),
            models: matches.get_one::<PathBuf>("models").cloned(),
            compared_pages: compared_pages(matches),
            pictures: match pictures(matches).as_deref() {
                Some("each") => PictureFiles::Each,
                Some("together") => PictureFiles::Together,
                _ => PictureFiles::PassedOver,
            },
        }
    }

    /// Adds the options to the settings, with the page recogniser if text recognition is requested.
    pub(super) fn apply(&self, settings: Settings) -> Result<Settings, ModelsError> {
        Ok(Settings {
            recognition: self.recogniser()?,
            pictures: self.pictures,
            compared_pages: self.compared_pages,
            ..settings
        })
    }

    /// Returns the page recogniser; `None` if text recognition is not requested.
    pub(super) fn recogniser(&self) -> Result<Option<Arc<PageRecogniser>>, ModelsError> {
        let Some(size) = self.size else {
            return Ok(None);
        };
        let folders = model_folders(self.models.as_deref());
        let folder = find_models(&folders, size)?;
        let recogniser = PageRecogniser::new(Isolation::of_this_program(), folder, size)?;
        Ok(Some(Arc::new(recogniser)))
    }
}

/// Makes the option for the number of pages of each PDF whose text is compared with the look of the pages.
pub(super) fn compared_pages_option(language: Language) -> Arg {
    value_option("compare-pages", "N")
        .requires("recognise")
        .value_parser(value_parser!(usize))
        .help(language.text("cli.help.compare-pages"))
}

/// Returns the number of pages of each PDF that are compared; 0 without text recognition, and for commands without the option.
fn compared_pages(matches: &ArgMatches) -> usize {
    match matches.try_get_one::<usize>("compare-pages") {
        Ok(given) if matches.get_flag("recognise") => given.copied().unwrap_or(SAMPLED_PAGES),
        _ => 0,
    }
}

/// Returns the value of the option for image files; `None` if it is not given or the command has none.
fn pictures(matches: &ArgMatches) -> Option<String> {
    let given = matches.try_get_one::<String>("pictures");
    given.ok().flatten().cloned()
}
