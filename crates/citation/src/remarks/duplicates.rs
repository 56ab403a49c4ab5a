//! Finds works that one list contains twice.

use std::collections::HashMap;

use chachong_text::is_ideograph;

use super::Remark;
use crate::{Kind, Reference, title_key};

/// Minimum number of letters and digits for an entry to be compared as a whole.
const SHORTEST_ENTRY: usize = 16;
/// Minimum number of ideographs for a title to identify a work.
const SHORTEST_CHINESE: usize = 8;
/// Minimum number of letters for a title in another script to identify a work.
const SHORTEST_LATIN: usize = 24;

/// Returns a remark on each entry whose work occurs earlier in its list.
pub(super) fn remarks(references: &[Reference]) -> Vec<(usize, Remark)> {
    let mut first: HashMap<(u32, String), usize> = HashMap::new();
    let mut remarks = Vec::new();
    for (position, entry) in references.iter().enumerate() {
        // Notes cite a work as often as it is used; an entry with unsure ends may be half of one.
        if entry.is_note || entry.is_endnote || !entry.is_whole {
            continue;
        }
        let keys: Vec<_> = [whole_key(entry), work_key(entry)]
            .into_iter()
            .flatten()
            .collect();
        let before = keys
            .iter()
            .find_map(|key| first.get(&(entry.list, key.clone())));
        if let Some(before) = before {
            remarks.push((position, Remark::Duplicate { of: *before }));
        }
        for key in keys {
            first.entry((entry.list, key)).or_insert(position);
        }
    }
    remarks
}

/// Returns the key of everything that an entry states; `None` for a short entry.
fn whole_key(entry: &Reference) -> Option<String> {
    let key = title_key(&entry.text);
    (key.chars().count() >= SHORTEST_ENTRY).then_some(key)
}

/// Returns the key of an article, thesis or paper: its title, first author and year. `None` if one of these is
/// unknown, and for other kinds of works: books are cited with different pages and volumes.
fn work_key(entry: &Reference) -> Option<String> {
    if !matches!(
        entry.kind,
        Some(Kind::Article | Kind::Thesis | Kind::Proceedings)
    ) {
        return None;
    }
    let title = title_key(entry.title.as_deref()?);
    let least = if title.chars().any(is_ideograph) {
        SHORTEST_CHINESE
    } else {
        SHORTEST_LATIN
    };
    if title.chars().count() < least {
        return None;
    }
    Some(format!(
        "{title}|{}|{}",
        title_key(entry.authors.first()?),
        entry.year?
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(list: u32, title: &str, kind: Kind, text: &str) -> Reference {
        Reference {
            list,
            title: Some(title.to_owned()),
            authors: vec!["沈知远".to_owned()],
            year: Some(2010),
            kind: Some(kind),
            text: text.to_owned(),
            is_whole: true,
            ..Reference::default()
        }
    }

    #[test]
    fn a_work_is_a_duplicate_in_its_own_list_only() {
        let one = "沈知远.夜间开放的图书馆研究[J].灯塔学报,2010,29(3):17";
        let other = "沈知远. 夜间开放的图书馆研究 [J]. 灯塔学报, 2010(3): 17-18";
        let references = [
            entry(0, "夜间开放的图书馆研究", Kind::Article, one),
            entry(0, "夜间开放的图书馆研究", Kind::Article, other),
            entry(1, "夜间开放的图书馆研究", Kind::Article, one),
            entry(
                1,
                "夜间开放的图书馆研究(二)",
                Kind::Article,
                "另一篇文章的全部著录内容与前者不同",
            ),
        ];
        assert_eq!(remarks(&references), [(1, Remark::Duplicate { of: 0 })]);
    }

    #[test]
    fn pages_of_one_book_are_no_duplicates() {
        let references = [
            entry(
                0,
                "夜间开放的图书馆研究",
                Kind::Book,
                "沈知远.夜间开放的图书馆研究[M].2010:17",
            ),
            entry(
                0,
                "夜间开放的图书馆研究",
                Kind::Book,
                "沈知远.夜间开放的图书馆研究[M].2010:35",
            ),
        ];
        assert!(remarks(&references).is_empty());
    }
}
