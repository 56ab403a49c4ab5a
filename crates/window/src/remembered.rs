//! File of the preferences, which survive a power cut and values that this program does not know, and the theme as egui's type.

use std::io::{Error, ErrorKind};
use std::path::{Path, PathBuf};

use chachong_report::{Content, Inputs, ReportError, write_file};
use chachong_window_model::preferences::{Preferences, ThemeChoice};
use egui::ThemePreference;
use serde_json::{Map, Value};

/// Name of the file in the folder of the preferences.
const FILE: &str = "settings.json";
/// Name under which a file that cannot be read is kept beside it.
const DAMAGED: &str = "settings.json.damaged";
/// Key of the preferences in eframe's storage, where earlier versions kept them.
const FORMER_KEY: &str = "preferences";

/// Loaded preferences, and where they are saved.
#[derive(Default)]
pub(crate) struct Remembered {
    pub(crate) preferences: Preferences,
    /// File that could not be read, where it is kept; `None` if there is none.
    pub(crate) damaged: Option<PathBuf>,
    pub(crate) file: PreferencesFile,
}

/// File in which the preferences are saved.
#[derive(Default)]
pub(crate) struct PreferencesFile {
    /// Path; `None` if nothing is saved.
    path: Option<PathBuf>,
    /// Preferences as they were saved last in this run; `None` before.
    saved: Option<Preferences>,
    /// Whether the last attempt to save failed.
    has_failed: bool,
}

impl Remembered {
    /// Loads the preferences from the file in `folder`, or as long as there is none, from eframe's storage. A file that cannot be
    /// read is renamed; if that fails too, nothing is saved, so that the file stays.
    pub(crate) fn load(folder: Option<&Path>, former: Option<&dyn eframe::Storage>) -> Self {
        let mut loaded = Self::default();
        let former = || former.and_then(|former| eframe::get_value(former, FORMER_KEY));
        let Some(folder) = folder else {
            loaded.preferences = former().unwrap_or_default();
            return loaded;
        };
        let path = folder.join(FILE);
        match std::fs::read(&path).map(|bytes| read(&bytes)) {
            Ok(Some(preferences)) => loaded.preferences = preferences,
            Err(error) if error.kind() == ErrorKind::NotFound => {
                loaded.preferences = former().unwrap_or_default();
            }
            Ok(None) | Err(_) => {
                let beside = folder.join(DAMAGED);
                if std::fs::rename(&path, &beside).is_err() {
                    loaded.damaged = Some(path);
                    return loaded;
                }
                loaded.damaged = Some(beside);
            }
        }
        loaded.file.path = Some(path);
        loaded
    }
}

impl PreferencesFile {
    /// Saves the preferences if they have changed, and takes them out of eframe's storage. Returns the first error of several in
    /// a row.
    pub(crate) fn save(
        &mut self,
        preferences: &Preferences,
        former: &mut dyn eframe::Storage,
    ) -> Option<ReportError> {
        let path = self.path.as_deref()?;
        if self.saved.as_ref() == Some(preferences) {
            return None;
        }
        if let Err(error) = write(path, preferences) {
            return (!std::mem::replace(&mut self.has_failed, true)).then_some(error);
        }
        self.has_failed = false;
        self.saved = Some(preferences.clone());
        if former.get_string(FORMER_KEY).is_some() {
            former.remove_string(FORMER_KEY);
        }
        None
    }
}

fn write(path: &Path, preferences: &Preferences) -> Result<(), ReportError> {
    if let Some(folder) = path.parent() {
        // If this fails, writing says why.
        let _ = std::fs::create_dir_all(folder);
    }
    write_file(path, Content::Any, &Inputs::default(), |out| {
        serde_json::to_writer_pretty(out, preferences).map_err(Error::from)
    })
}

/// Reads the preferences; a value that this program does not know has its default. Returns `None` if the bytes are no JSON object.
fn read(bytes: &[u8]) -> Option<Preferences> {
    let stored: Map<String, Value> = serde_json::from_slice(bytes).ok()?;
    let is_known = |part: &Value| serde_json::from_value::<Preferences>(part.clone()).is_ok();
    serde_json::from_value(known_part(Value::Object(stored), &is_known)?).ok()
}

/// Returns a value without the parts of it that are not known; `None` if nothing of it is.
fn known_part(value: Value, is_known: &dyn Fn(&Value) -> bool) -> Option<Value> {
    if is_known(&value) {
        return Some(value);
    }
    let known = match value {
        Value::Object(fields) => Value::Object(
            (fields.into_iter())
                .filter_map(|(name, part)| {
                    let in_field = |part: &Value| {
                        is_known(&Value::Object(Map::from_iter([(
                            name.clone(),
                            part.clone(),
                        )])))
                    };
                    let part = known_part(part, &in_field)?;
                    Some((name, part))
                })
                .collect(),
        ),
        Value::Array(parts) => Value::Array(
            (parts.into_iter())
                .filter_map(|part| {
                    known_part(part, &|part| is_known(&Value::Array(vec![part.clone()])))
                })
                .collect(),
        ),
        _ => return None,
    };
    is_known(&known).then_some(known)
}

pub(crate) fn theme(choice: ThemeChoice) -> ThemePreference {
    match choice {
        ThemeChoice::System => ThemePreference::System,
        ThemeChoice::Light => ThemePreference::Light,
        ThemeChoice::Dark => ThemePreference::Dark,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chachong_window_model::preferences::RememberedSource;

    #[derive(Default)]
    struct Former(Option<String>);

    impl eframe::Storage for Former {
        fn get_string(&self, key: &str) -> Option<String> {
            self.0.clone().filter(|_| key == FORMER_KEY)
        }

        fn set_string(&mut self, _: &str, value: String) {
            self.0 = Some(value);
        }

        fn remove_string(&mut self, _: &str) {
            self.0 = None;
        }

        fn flush(&mut self) {}
    }

    fn chosen() -> Preferences {
        let mut chosen = Preferences {
            theme: ThemeChoice::Dark,
            library: Some("/papers/2026.chachong".into()),
            person: "纪灯舟".to_owned(),
            text_size: 1.15,
            source_libraries: vec![RememberedSource {
                file: "/papers/wiki.chachong".into(),
                is_on: true,
            }],
            ..Preferences::default()
        };
        chosen.form.school = "东海灯火大学".to_owned();
        chosen.form.limits.total = Some(20.5);
        chosen.export.dated = false;
        chosen
    }

    fn save_in(folder: &Path) -> PathBuf {
        let mut loaded = Remembered::load(Some(folder), None);
        let none = loaded.file.save(&chosen(), &mut Former::default());
        assert!(none.is_none());
        folder.join(FILE)
    }

    #[test]
    fn preferences_are_the_same_after_a_restart() {
        let folder = tempfile::tempdir().unwrap();
        // The folder is created too.
        let folder = folder.path().join("chachong");
        save_in(&folder);
        let loaded = Remembered::load(Some(&folder), None);
        assert_eq!(loaded.preferences, chosen());
        assert_eq!(loaded.damaged, None);
    }

    #[test]
    fn preferences_of_a_former_version_are_taken_over_once() {
        let folder = tempfile::tempdir().unwrap();
        let mut former = Former::default();
        eframe::set_value(&mut former, FORMER_KEY, &chosen());
        let mut loaded = Remembered::load(Some(folder.path()), Some(&former));
        assert_eq!(loaded.preferences, chosen());
        let changed = Preferences::default();
        assert!(loaded.file.save(&changed, &mut former).is_none());
        assert_eq!(former.0, None);
        let loaded = Remembered::load(Some(folder.path()), Some(&former));
        assert_eq!(loaded.preferences, changed);
    }

    #[test]
    fn an_unknown_value_costs_only_itself() {
        let folder = tempfile::tempdir().unwrap();
        let file = save_in(folder.path());
        let mut stored: Value = serde_json::from_slice(&std::fs::read(&file).unwrap()).unwrap();
        stored["theme"] = "Sepia".into();
        stored["threads"] = "many".into();
        stored["tabs"] = 3.into();
        stored["export"]["formats"] = vec!["html", "stone"].into();
        stored["form"]["school"] = 1.into();
        let sources = stored["source_libraries"].as_array_mut().unwrap();
        sources.push("/papers/other.chachong".into());
        std::fs::write(&file, stored.to_string()).unwrap();
        let loaded = Remembered::load(Some(folder.path()), None);
        let mut expected = chosen();
        expected.theme = ThemeChoice::System;
        expected.form.school.clear();
        (expected.export.formats).retain(|format| *format == chachong_report::ReportFormat::Html);
        assert_eq!(loaded.preferences, expected);
        assert_eq!(loaded.damaged, None);
    }

    #[test]
    fn a_damaged_file_is_kept_beside_and_replaced() {
        let folder = tempfile::tempdir().unwrap();
        for damage in ["", "{\"person\": \"纪", "[]"] {
            let file = save_in(folder.path());
            std::fs::write(&file, damage).unwrap();
            let mut loaded = Remembered::load(Some(folder.path()), None);
            let beside = folder.path().join(DAMAGED);
            assert_eq!(loaded.damaged.as_ref(), Some(&beside));
            assert_eq!(loaded.preferences, Preferences::default());
            assert_eq!(std::fs::read_to_string(&beside).unwrap(), damage);
            assert!(
                loaded
                    .file
                    .save(&chosen(), &mut Former::default())
                    .is_none()
            );
            let loaded = Remembered::load(Some(folder.path()), None);
            assert_eq!(loaded.preferences, chosen());
        }
    }

    #[test]
    fn a_failure_to_save_is_told_once_and_leaves_the_file() {
        let folder = tempfile::tempdir().unwrap();
        let file = save_in(folder.path());
        let mut loaded = Remembered::load(Some(folder.path()), None);
        std::fs::rename(&file, folder.path().join("aside")).unwrap();
        std::fs::create_dir(&file).unwrap();
        let changed = Preferences::default();
        let mut save = || loaded.file.save(&changed, &mut Former::default());
        assert!(save().is_some());
        assert!(save().is_none());
        std::fs::remove_dir(&file).unwrap();
        assert!(save().is_none());
        let loaded = Remembered::load(Some(folder.path()), None);
        assert_eq!(loaded.preferences, changed);
    }
}
