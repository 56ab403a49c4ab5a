//! Tests that the documentation names what is there: its links, its pictures, and the paths of ARCHITECTURE.md.

use std::path::{Path, PathBuf};

/// Returns the Markdown files of the root and of docs.
fn files() -> Vec<PathBuf> {
    let listed = [".", "docs"].map(|folder| std::fs::read_dir(folder).unwrap());
    let paths = listed
        .into_iter()
        .flatten()
        .map(|entry| entry.unwrap().path());
    let files: Vec<PathBuf> = paths
        .filter(|path| path.extension().is_some_and(|e| e == "md"))
        .collect();
    assert!(files.len() > 30, "{files:?}");
    files
}

/// Returns the anchor that a heading gets on GitHub.
fn anchor(heading: &str) -> String {
    let kept = heading
        .trim()
        .chars()
        .filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
    kept.flat_map(char::to_lowercase)
        .map(|c| if c == ' ' { '-' } else { c })
        .collect()
}

/// Returns whether a link leads to a file that is there and, with an anchor, to one of its headings.
fn resolves(from: &Path, link: &str) -> bool {
    let (file, wanted) = link.split_once('#').unwrap_or((link, ""));
    let target = if file.is_empty() {
        from.to_owned()
    } else {
        from.with_file_name(file)
    };
    if wanted.is_empty() {
        return target.exists();
    }
    let text = std::fs::read_to_string(target).unwrap_or_default();
    let headings = text.lines().filter(|line| line.starts_with('#'));
    headings
        .map(|line| anchor(line.trim_start_matches('#')))
        .any(|anchor| anchor == wanted)
}

#[test]
fn every_link_and_every_picture_of_the_documentation_is_there() {
    let mut lost = Vec::new();
    for file in files() {
        let text = std::fs::read_to_string(&file).unwrap();
        // Code has no links.
        let text: Vec<&str> = text.split('`').step_by(2).collect();
        let text = text.concat();
        for link in text
            .split("](")
            .skip(1)
            .filter_map(|after| after.split_once(')'))
        {
            let link = link.0;
            if !link.contains("://") && !resolves(&file, link) {
                lost.push(format!("{}: {link}", file.display()));
            }
        }
    }
    assert!(lost.is_empty(), "{}", lost.join("\n"));
}

#[test]
fn every_path_of_the_architecture_is_there() {
    let text = std::fs::read_to_string("ARCHITECTURE.md").unwrap();
    let quoted = text.split('`').skip(1).step_by(2);
    let roots = [
        "assets/",
        "benches/",
        "crates/",
        "docs/",
        "packaging/",
        "src/",
        "tests/",
    ];
    let paths = quoted.filter(|path| roots.iter().any(|root| path.starts_with(root)));
    // Patterns and sets of files are for people.
    let (checked, lost): (Vec<&str>, Vec<&str>) = paths
        .filter(|path| !path.contains(['*', '{', ' ']))
        .partition(|path| Path::new(path).exists());
    assert!(lost.is_empty(), "not there: {lost:#?}");
    assert!(checked.len() > 50, "{} paths", checked.len());
}
