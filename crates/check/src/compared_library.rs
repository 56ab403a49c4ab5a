//! Libraries that a check was compared with, as they were at that time. Reports state them, because shares depend on them.

use serde::{Deserialize, Serialize};

use chachong_library::Library;

/// Library that a check was compared with, as it was at that time.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "Kept")]
pub struct ComparedLibrary {
    /// Name of the library.
    pub name: String,
    /// Number of documents in the library; `None` if it is not known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub documents: Option<u64>,
    /// Time when the newest document was added, in seconds since 1970; `None` if the library was empty or the time is not known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub newest: Option<i64>,
}

/// Form in which a library is kept with a check: older versions kept its name alone.
#[derive(Deserialize)]
#[serde(untagged)]
enum Kept {
    Name(String),
    Whole {
        name: String,
        documents: Option<u64>,
        newest: Option<i64>,
    },
}

impl From<Kept> for ComparedLibrary {
    fn from(kept: Kept) -> Self {
        match kept {
            Kept::Name(name) => Self::named(name),
            Kept::Whole {
                name,
                documents,
                newest,
            } => Self {
                name,
                documents,
                newest,
            },
        }
    }
}

impl ComparedLibrary {
    /// Describes a library as it is now. A number is `None` if the library cannot state it, for instance because its server does
    /// not answer.
    #[must_use]
    pub fn of(library: &Library) -> Self {
        let store = library.store();
        Self {
            documents: store.about().ok().map(|about| about.members),
            newest: store.newest_member().ok().flatten(),
            ..Self::named(library.name())
        }
    }

    /// Describes a library of which only the name is known.
    #[must_use]
    pub const fn named(name: String) -> Self {
        Self {
            name,
            documents: None,
            newest: None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn older_checks_kept_the_names_alone() {
        let read = |json: &str| serde_json::from_str::<Vec<ComparedLibrary>>(json).unwrap();
        assert_eq!(
            read(r#"["own"]"#),
            [ComparedLibrary::named("own".to_owned())]
        );
        let whole = ComparedLibrary {
            documents: Some(3),
            newest: Some(1_700_000_000),
            ..ComparedLibrary::named("wiki".to_owned())
        };
        let json = serde_json::to_string(&[&whole]).unwrap();
        assert_eq!(read(&json), [whole]);
    }
}
