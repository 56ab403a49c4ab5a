//! Folders in which the models of recognition are looked for.

use std::path::{Path, PathBuf};

use chachong_recognition::MODELS_FOLDER;

/// Returns the folders in which the models are looked for: only the one that the person chose, if any; else those beside
/// the program as its packages lay them, and the one in the platform's folder for data.
#[must_use]
pub fn model_folders(chosen: Option<&Path>) -> Vec<PathBuf> {
    let program = std::env::current_exe().ok();
    let beside = program.as_deref().and_then(Path::parent);
    of(chosen, beside, dirs::data_dir().as_deref())
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
            folders.push(above.join("share/chachong").join(MODELS_FOLDER));
            folders.push(above.join("Resources").join(MODELS_FOLDER));
        }
    }
    if let Some(data) = data {
        folders.push(data.join("chachong").join(MODELS_FOLDER));
    }
    // A program built from its sources finds the models where `assets/make_models.py` puts them.
    if cfg!(debug_assertions) {
        let sources = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2);
        folders.extend(sources.map(|sources| sources.join("assets").join(MODELS_FOLDER)));
    }
    folders
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_chosen_folder_is_the_only_one_and_data_of_the_person_come_late() {
        let (beside, data) = (Path::new("/usr/bin"), Path::new("/home/data"));
        let chosen = Path::new("/chosen");
        assert_eq!(of(Some(chosen), Some(beside), Some(data)), [chosen]);
        let folders = of(None, Some(beside), Some(data));
        let known = ["/usr/bin/models", "/usr/share/chachong/models"].map(PathBuf::from);
        assert_eq!(folders[..2], known);
        assert_eq!(folders[3], Path::new("/home/data/chachong/models"));
    }
}
