//! What the names of files say by the naming convention of the class.

use std::collections::HashMap;

use crate::convention::{Convention, Label};
use crate::folders::plain_label;
use crate::pieces::{pieces, stem};
use crate::{FileFacts, PlatformName, key};

/// Number of files of one folder that may show a convention of their own; other folders follow that of all files.
const OWN: usize = 5;

/// Reads the names of all files that no platform named.
pub(super) fn of(
    files: &[FileFacts<'_>],
    platforms: &[Option<PlatformName>],
    taught: Option<&Convention>,
) -> Vec<Label> {
    let mut of_folder: HashMap<&str, Vec<usize>> = HashMap::new();
    let mut stems: Vec<Vec<String>> = Vec::with_capacity(files.len());
    for (at, file) in files.iter().enumerate() {
        let (folder, name) = file.name.rsplit_once('/').unwrap_or(("", file.name));
        stems.push(pieces(stem(name)));
        if platforms[at].is_none() {
            of_folder.entry(folder).or_default().push(at);
        }
    }
    let convention_of = |of: &[usize]| {
        let names: Vec<Vec<String>> = of.iter().map(|&at| stems[at].clone()).collect();
        Convention::read(&names)
    };
    let all: Vec<usize> = (0..files.len())
        .filter(|&at| platforms[at].is_none())
        .collect();
    let general = taught.cloned().or_else(|| convention_of(&all));
    let mut labels = vec![Label::default(); files.len()];
    for of in of_folder.into_values() {
        let own = (taught.is_none() && of.len() >= OWN)
            .then(|| convention_of(&of))
            .flatten();
        let convention = own.or_else(|| general.clone());
        for at in of {
            labels[at] = match &convention {
                Some(convention) => convention.label(&stems[at]),
                None => Some(plain_label(&stems[at]))
                    .filter(|label| label.name.is_some() && label.number.is_some())
                    .unwrap_or_default(),
            };
        }
    }
    forget_other_numbers(files, &mut labels);
    labels
}

/// Forgets the numbers of names if most covers state others: then they number something else.
fn forget_other_numbers(files: &[FileFacts<'_>], labels: &mut [Label]) {
    let both = files.iter().zip(labels.iter()).filter_map(|(file, label)| {
        Some((key::number(file.stated_number?), label.number.clone()?))
    });
    let (same, other): (Vec<_>, Vec<_>) = both.partition(|(stated, named)| stated == named);
    if other.len() > 1 && other.len() > same.len() {
        for label in labels {
            label.number = None;
        }
    }
}
