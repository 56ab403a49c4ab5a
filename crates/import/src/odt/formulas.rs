//! Formulas of an `OpenDocument` text: each is a document of its own in the package.

use std::collections::HashMap;

use super::super::formula::{Piece, formula_of};
use super::{Archive, part_within};

/// Maximum unpacked size in bytes of an embedded document that may be a formula, and of all that are looked at.
const LONGEST_FORMULA: u64 = 1 << 20;
const MOST_FORMULA_BYTES: u64 = 256 << 20;
/// Maximum number of embedded documents that are looked at.
const MOST_FORMULAS: usize = 20_000;

/// Reads the formulas among the embedded documents, by the names of their folders.
pub(super) fn formulas(archive: &mut Archive<'_>, content: &str) -> HashMap<String, Piece> {
    let mut formulas = HashMap::new();
    if !content.contains("draw:object") {
        return formulas;
    }
    let names: Vec<String> = (archive.file_names())
        .filter_map(|name| Some(name.ok()?.strip_suffix("/content.xml")?.to_owned()))
        .take(MOST_FORMULAS)
        .collect();
    let mut left = MOST_FORMULA_BYTES;
    for name in names {
        // Others are charts and tables, which may be large; what is broken beside the text is missing.
        let most = LONGEST_FORMULA.min(left);
        let read = part_within(archive, &format!("{name}/content.xml"), most);
        left = left.saturating_sub(match &read {
            Ok(Some(xml)) => xml.len() as u64,
            _ => most,
        });
        if left == 0 {
            break;
        }
        let Ok(Some(xml)) = read else { continue };
        if let Some(formula) = formula_of(&xml) {
            formulas.insert(name, formula);
        }
    }
    formulas
}
