//! Folders in which the models of text recognition are searched for.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use chachong_recognition::MODELS_FOLDER;

/// Script in a checkout of the sources that makes the models.
const MAKER: &str = "assets/make_models.py";
/// Number of folders from a program up to its checkout, both counted: that of `target/TRIPLE/release/deps`.
const MOST_ABOVE: usize = 5;

/// Returns the folders in which to look for the models, in order. If the person chose a folder, only that one; else
/// those beside the program, in the platform's data folder and in the source checkout. The folders need not exist.
#[must_use]
pub fn model_folders(chosen: Option<&Path>) -> Vec<PathBuf> {
    let program = std::env::current_exe().ok();
    let beside = program.as_deref().and_then(Path::parent);
    of(chosen, beside, chachong_paths::data().as_deref())
}

fn of(chosen: Option<&Path>, beside: Option<&Path>, data: Option<&Path>) -> Vec<PathBuf> {
    if let Some(chosen) = chosen {
        return vec![chosen.to_owned()];
    }
    let mut folders = Vec::new();
    if let Some(beside) = beside {
        folders.push(beside.join(MODELS_FOLDER));
        // Packages of Linux lay programs into bin and data into share; those of macOS into MacOS and Resources.
        if let Some(above) = beside.parent() {
            folders.push(above.join("share").join("chachong").join(MODELS_FOLDER));
            folders.push(above.join("Resources").join(MODELS_FOLDER));
        }
    }
    if let Some(data) = data {
        folders.push(data.join(MODELS_FOLDER));
    }
    folders.extend(
        (beside.and_then(checkout)).map(|checkout| checkout.join("assets").join(MODELS_FOLDER)),
    );
    // A build for tests may have its target folder elsewhere.
    if cfg!(debug_assertions) {
        let sources = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2);
        folders.extend(sources.map(|sources| sources.join("assets").join(MODELS_FOLDER)));
    }
    let mut seen = HashSet::new();
    folders.retain(|folder| seen.insert(folder.clone()));
    folders
}

/// Returns the checkout of the sources in whose target folder a program lies; `None` for one that lies elsewhere.
fn checkout(beside: &Path) -> Option<&Path> {
    beside
        .ancestors()
        .take(MOST_ABOVE)
        .find(|above| above.join(MAKER).is_file())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_chosen_folder_is_the_only_one_and_data_of_the_person_come_late() {
        let (beside, data) = (Path::new("/usr/bin"), Path::new("/home/data/chachong"));
        let chosen = Path::new("/chosen");
        assert_eq!(of(Some(chosen), Some(beside), Some(data)), [chosen]);
        let folders = of(None, Some(beside), Some(data));
        let known = ["/usr/bin/models", "/usr/share/chachong/models"].map(PathBuf::from);
        assert_eq!(folders[..2], known);
        assert_eq!(folders[3], Path::new("/home/data/chachong/models"));
    }

    #[test]
    fn a_program_in_the_target_folder_of_a_checkout_finds_its_models() {
        let sources = tempfile::tempdir().unwrap();
        std::fs::create_dir(sources.path().join("assets")).unwrap();
        let models = sources.path().join("assets/models");
        let finds =
            |beside: &str| of(None, Some(&sources.path().join(beside)), None).contains(&models);
        let beside = ["target/release", "target/x86_64-pc-windows-gnu/debug/deps"];
        assert!(!beside.into_iter().any(finds), "no checkout");
        std::fs::write(sources.path().join(MAKER), "").unwrap();
        assert!(beside.into_iter().all(finds));
        assert!(!finds("a/copy/far/away/from/the/sources"));
    }
}
