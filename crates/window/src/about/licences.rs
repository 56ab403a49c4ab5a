//! Licences of all packages built into the program, as `.ci/make_licences.py` collects them.

use std::sync::LazyLock;

/// Lines of the licences: each package with its licence, then the texts.
pub(crate) static LINES: LazyLock<Vec<&'static str>> = LazyLock::new(|| {
    include_str!("../../../../assets/licences.txt")
        .lines()
        .collect()
});

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    /// Lines of the list of packages: name, version, licence.
    fn listed() -> Vec<[&'static str; 3]> {
        let list = LINES.iter().skip_while(|line| !line.is_empty()).skip(1);
        let list = list.take_while(|line| !line.is_empty());
        list.map(|line| {
            let mut parts = line.splitn(3, ' ');
            [(); 3].map(|()| parts.next().unwrap_or_default())
        })
        .collect()
    }

    const LOCK_FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../Cargo.lock");

    #[test]
    fn the_packages_are_those_of_the_lock_file() {
        let lock = std::fs::read_to_string(LOCK_FILE).unwrap();
        let mut locked = BTreeSet::new();
        for package in lock.split("[[package]]").skip(1) {
            let value = |name: &str| {
                let line = package.lines().find_map(|line| line.strip_prefix(name));
                line.unwrap()
                    .trim_matches(|c: char| c == ' ' || c == '=' || c == '"')
            };
            locked.insert((value("name "), value("version ")));
        }
        let listed = listed();
        assert!(listed.len() > 300, "{} packages", listed.len());
        for [name, version, licence] in listed {
            assert!(
                locked.contains(&(name, version)),
                "{name} {version}: run .ci/make_licences.py"
            );
            assert!(!licence.is_empty(), "{name}");
        }
    }
}
