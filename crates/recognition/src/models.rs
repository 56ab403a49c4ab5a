//! Model files: the folders that are searched for them, their hashes, and their version.
//!
//! Packages contain these files (`assets/make_models.py` makes the folder). They are read before a worker gives up its
//! access to files, and verified by their hashes, because they decide what text a student is held to.

use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};

use super::RECOGNITION_VERSION;

/// Name of the folder with the models. It is beside the program, in a package's folder for data, or in the platform's data folder.
pub const MODELS_FOLDER: &str = "models";

/// Size of the models that read text. Larger models know more characters and take longer.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize,
)]
pub enum ModelSize {
    /// Tiny models: about one second per page; they do not know 1,315 rare characters of GB 2312.
    #[default]
    #[serde(rename = "usual")]
    Tiny,
    /// Small models: about three seconds per page; they do not know 61 characters of GB 2312, most of which are only
    /// parts of other characters.
    #[serde(rename = "careful")]
    Small,
}

/// One file that a set of models needs.
struct Wanted {
    name: &'static str,
    sha256: &'static str,
}

/// Files of one size, which `assets/make_models.py` lists with the same names and hashes.
struct Set {
    name: &'static str,
    detection: Wanted,
    recognition: Wanted,
    dictionary: Wanted,
}

const TINY: Set = Set {
    name: "pp-ocr-v6-tiny",
    detection: Wanted {
        name: "tiny-detection.onnx",
        sha256: "193bab7a04fca699a6c82e6abb5b81bdb28177f0abd4062552b04908dafb19f8",
    },
    recognition: Wanted {
        name: "tiny-recognition.onnx",
        sha256: "9ef676d6ed3c88256a2d92c640c44f25b0c40947e111b14b8be8f594091563e6",
    },
    dictionary: Wanted {
        name: "tiny-dictionary.txt",
        sha256: "2af150bab777d86fa1ce821f6a37eabea90f1bb99ab9c41f031262e892a747bc",
    },
};

const SMALL: Set = Set {
    name: "pp-ocr-v6-small",
    detection: Wanted {
        name: "small-detection.onnx",
        sha256: "090f04abcd9d9a7498bc4ebf677e4cb9bdce1fe4197ddb7e529f1ef44e1ff94f",
    },
    recognition: Wanted {
        name: "small-recognition.onnx",
        sha256: "6f327246b50388f3c176ae304bd95767ea6dc0c9ae92153ef8cbe210b3c14884",
    },
    dictionary: Wanted {
        name: "small-dictionary.txt",
        sha256: "769e7fa79bb297b5f18d8dbd149e364a45bc61f2b3f574e5ea836f0b261c23a6",
    },
};

impl ModelSize {
    /// Returns the name of the size in command-line arguments: `usual` or `careful`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Tiny => "usual",
            Self::Small => "careful",
        }
    }

    /// Returns the size with this name; `None` for any other text.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        [Self::Tiny, Self::Small]
            .into_iter()
            .find(|size| size.name() == name)
    }

    const fn set(self) -> &'static Set {
        match self {
            Self::Tiny => &TINY,
            Self::Small => &SMALL,
        }
    }
}

/// Reason why the models cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum ModelsError {
    /// No folder contains all files.
    #[error(
        "no models for recognising text: {file} is in none of the folders {folders}. Chachong's packages carry the \
         folder \"models\"; from its sources, `python3 assets/make_models.py` makes the folder"
    )]
    Missing {
        /// Name of a missing file: the first that the first folder lacks.
        file: &'static str,
        /// Paths of the folders that were searched, separated by commas.
        folders: String,
    },
    /// A file cannot be read.
    #[error("{path} cannot be read: {source}")]
    Unreadable {
        /// Path of the file.
        path: PathBuf,
        /// Error of the operating system.
        source: std::io::Error,
    },
    /// The contents of a file differ from those that this version of the program requires.
    #[error(
        "{path} is damaged or of another version (SHA-256 {found}): replace the folder \"models\" by the one of this \
         version's package"
    )]
    Altered {
        /// Path of the file.
        path: PathBuf,
        /// SHA-256 of the file, in hex digits.
        found: String,
    },
    /// The runtime of the neural networks cannot load a model file.
    #[error("the models cannot be loaded: {detail}")]
    Unloadable {
        /// Error message of the runtime.
        detail: String,
    },
}

/// Verified contents of the model files of one [`ModelSize`]: two networks and a dictionary.
#[derive(Clone, Debug)]
pub struct ModelFiles {
    pub(super) detection: Vec<u8>,
    pub(super) recognition: Vec<u8>,
    pub(super) dictionary: String,
    version: String,
}

impl ModelFiles {
    /// Reads the model files of one size in `folder` and verifies their hashes. Fails with [`ModelsError::Unreadable`] or
    /// [`ModelsError::Altered`].
    pub fn read(folder: &Path, size: ModelSize) -> Result<Self, ModelsError> {
        let set = size.set();
        let dictionary = checked(folder, &set.dictionary)?;
        Ok(Self {
            detection: checked(folder, &set.detection)?,
            recognition: checked(folder, &set.recognition)?,
            dictionary: String::from_utf8_lossy(&dictionary).into_owned(),
            version: version(set),
        })
    }

    /// Returns the version of models and rules, as in [`Recognised::version`](crate::Recognised::version).
    #[must_use]
    pub fn version(&self) -> &str {
        &self.version
    }
}

/// Returns the first of `folders` that contains all model files of this size; [`ModelsError::Missing`] if none does. The files are not
/// verified.
pub fn find(folders: &[PathBuf], size: ModelSize) -> Result<PathBuf, ModelsError> {
    let set = size.set();
    let names = [&set.detection, &set.recognition, &set.dictionary].map(|wanted| wanted.name);
    let missing = |folder: &PathBuf| names.into_iter().find(|name| !folder.join(name).is_file());
    match folders.iter().find(|folder| missing(folder).is_none()) {
        Some(folder) => Ok(folder.clone()),
        None => Err(ModelsError::Missing {
            file: folders.iter().find_map(missing).unwrap_or(names[0]),
            folders: (folders.iter())
                .map(|folder| folder.display().to_string())
                .collect::<Vec<_>>()
                .join(", "),
        }),
    }
}

fn checked(folder: &Path, wanted: &Wanted) -> Result<Vec<u8>, ModelsError> {
    let path = folder.join(wanted.name);
    let bytes = match std::fs::read(&path) {
        Ok(bytes) => bytes,
        Err(source) => return Err(ModelsError::Unreadable { path, source }),
    };
    let found = hex(&Sha256::digest(&bytes));
    if found == wanted.sha256 {
        Ok(bytes)
    } else {
        Err(ModelsError::Altered { path, found })
    }
}

/// Returns the version of a set of models: the rules' number, the name of the models and the beginning of each hash.
fn version(set: &Set) -> String {
    let hashes = [&set.detection, &set.recognition, &set.dictionary]
        .map(|wanted| wanted.sha256.get(..8).unwrap_or_default());
    format!("{RECOGNITION_VERSION} {} {}", set.name, hashes.join(" "))
}

fn hex(bytes: &[u8]) -> String {
    use std::fmt::Write;
    let mut hex = String::with_capacity(2 * bytes.len());
    for byte in bytes {
        // Writing into a string cannot fail.
        let _ = write!(hex, "{byte:02x}");
    }
    hex
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_missing_folder_is_named_with_the_remedy() {
        let error = find(&[PathBuf::from("/nowhere/models")], ModelSize::Tiny).unwrap_err();
        let said = error.to_string();
        assert!(
            said.contains("/nowhere/models") && said.contains("tiny-detection.onnx"),
            "{said}"
        );
        assert!(said.contains("make_models.py"));
        assert!(find(&[], ModelSize::Small).is_err());
    }

    #[test]
    fn other_files_are_refused() {
        let folder = std::env::temp_dir().join(format!("chachong-models-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        for wanted in [&TINY.detection, &TINY.recognition, &TINY.dictionary] {
            std::fs::write(folder.join(wanted.name), "other").unwrap();
        }
        assert_eq!(
            find(std::slice::from_ref(&folder), ModelSize::Tiny).unwrap(),
            folder
        );
        let error = ModelFiles::read(&folder, ModelSize::Tiny).unwrap_err();
        assert!(matches!(error, ModelsError::Altered { .. }), "{error}");
        let error = ModelFiles::read(&folder, ModelSize::Small).unwrap_err();
        assert!(matches!(error, ModelsError::Unreadable { .. }), "{error}");
        std::fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn versions_differ() {
        assert_ne!(version(&TINY), version(&SMALL));
        assert!(
            version(&TINY).starts_with(&format!("{RECOGNITION_VERSION} pp-ocr-v6-tiny 193bab7a"))
        );
    }
}
