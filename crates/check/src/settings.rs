//! Settings for reading and fingerprinting the documents of a check.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::Arc;

use super::Fingerprinting;
use chachong_import::{
    Archives, Isolation, Limits, PageRecogniser, Passwords, PictureFiles, TextEncoding,
};
use chachong_library::Store;

/// Settings for reading and fingerprinting.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Recipe and document frequencies by which fingerprints are computed.
    pub by: Fingerprinting,
    /// Number of threads; `None` means one per processor core.
    pub threads: Option<usize>,
    /// Whether files are parsed in a separate process or in a thread.
    pub isolation: Isolation,
    /// Limits of time, memory and text for one file.
    pub limits: Limits,
    /// Encodings that the person chose, by path; those of all other files are detected.
    pub encodings: HashMap<PathBuf, TextEncoding>,
    /// Passwords to try on encrypted archives; never stored.
    pub passwords: Passwords,
    /// Text recognition for pages that are only pictures; `None` leaves such pages unread.
    pub recognition: Option<Arc<PageRecogniser>>,
    /// Maximum number of pages per pdf whose text is compared with what the pages show; 0 without `recognition`.
    pub compared_pages: usize,
    /// Whether image files in folders and archives are read as documents.
    pub pictures: PictureFiles,
    /// Whether files are read again although the library has them, because a person corrected recognised text.
    pub anew: bool,
    /// Library that keeps texts that were read, so that no file is read twice; `None` without a library.
    pub library: Option<Arc<dyn Store>>,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            by: Fingerprinting::default(),
            threads: None,
            isolation: Isolation::of_this_program(),
            limits: Limits::default(),
            encodings: HashMap::new(),
            passwords: Passwords::default(),
            recognition: None,
            compared_pages: 0,
            pictures: PictureFiles::default(),
            anew: false,
            library: None,
        }
    }
}

impl Settings {
    /// Creates the opener of archives for these settings.
    #[must_use]
    pub fn archives(&self) -> Archives {
        Archives::new(self.isolation.clone(), self.limits, self.passwords.clone())
            .with_pictures(self.pictures != PictureFiles::PassedOver)
    }
}
