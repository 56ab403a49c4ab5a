//! Names that are struck out of texts: a text keeps its length, so that passages stay where they are.

use std::collections::{HashMap, HashSet};

use unicode_normalization::UnicodeNormalization;

use chachong_check::{DocumentContent, KeptText};
use chachong_import::Extracted;
use chachong_submission::{ClassList, Submissions};
use chachong_text::is_cjk;

/// Sign in the place of each character of a name in the text.
const HIDDEN: char = '×';
/// Maximum number of blanks and line breaks between two characters of a name in a text.
const BLANKS: usize = 4;
/// Minimum number of characters of a student's number.
pub(crate) const LEAST_NUMBER: usize = 6;
/// Minimum number of letters of a Latin word that names a student.
const LEAST_LATIN: usize = 3;

/// Names of persons and numbers of students of a whole check, as a tree of their characters: a walk over a text takes
/// time in proportion to its length, however many names there are.
#[derive(Debug)]
pub(crate) struct Names {
    /// Whether case is ignored; otherwise a name occurs as it is given, or in capitals.
    ignores_case: bool,
    /// Next node, by the node and the next character of a name; the root is 0.
    next: HashMap<(usize, char), usize>,
    /// Whether a name ends at each node.
    ends: Vec<bool>,
    /// Further names, with another rule for their case.
    further: Option<Box<Names>>,
}

impl Names {
    /// Collects names that occur as they are given, or in capitals.
    pub(crate) fn new<'n>(names: impl IntoIterator<Item = &'n str>) -> Self {
        let mut tree = Self::empty(false);
        for name in names {
            tree.add(name);
            tree.add(&name.to_uppercase());
        }
        tree
    }

    /// Collects names whose case is ignored.
    pub(crate) fn of_any_case<'n>(names: impl IntoIterator<Item = &'n str>) -> Self {
        let mut tree = Self::empty(true);
        for name in names {
            tree.add(name);
        }
        tree
    }

    /// Collects the names, spellings, numbers and addresses of all students of a class, and the names that covers state
    /// (`records`).
    pub(crate) fn of_class<'n>(
        submissions: &Submissions,
        list: Option<&ClassList>,
        records: impl Iterator<Item = &'n str>,
    ) -> Self {
        let known = submissions.words_to_hide(list);
        // A Latin word alone may be any word.
        let records = records.filter(|name| !name.chars().all(|c| c.is_ascii_alphabetic()));
        let mut words: Vec<&str> = records.collect();
        words.extend(known.iter().map(String::as_str));
        words.retain(|word| is_telling(word));
        Self::of_any_case(words)
    }

    fn empty(ignores_case: bool) -> Self {
        Self {
            ignores_case,
            next: HashMap::new(),
            ends: vec![false],
            further: None,
        }
    }

    /// Adds names that have another rule for their case.
    pub(crate) fn with(mut self, further: Self) -> Self {
        self.further = Some(Box::new(further));
        self
    }

    fn add(&mut self, name: &str) {
        let words: Vec<&str> = name.split_whitespace().collect();
        let is_chinese = name.chars().any(is_cjk);
        let name = words.join(if is_chinese { "" } else { " " });
        if name.is_empty() {
            return;
        }
        let mut node = 0;
        for c in name.chars() {
            let c = self.folded(c);
            let new = self.ends.len();
            node = *self.next.entry((node, c)).or_insert(new);
            if node == new {
                self.ends.push(false);
            }
        }
        self.ends[node] = true;
    }

    /// Replaces each occurrence of a name that is not kept, sign by sign; blanks and line breaks within stay.
    fn strike(&self, text: &mut [char], kept: &Kept) {
        let mut at = 0;
        while at < text.len() {
            let Some(end) = self.end_of(text, at) else {
                at += 1;
                continue;
            };
            if !kept.has(&text[at..end]) {
                for c in text[at..end].iter_mut().filter(|c| !c.is_whitespace()) {
                    *c = HIDDEN;
                }
            }
            at = end;
        }
        if let Some(further) = &self.further {
            further.strike(text, kept);
        }
    }

    /// Returns a text with each occurrence of a name that is not kept replaced.
    pub(crate) fn struck(&self, text: &str, kept: &Kept) -> String {
        let mut text: Vec<char> = text.chars().collect();
        self.strike(&mut text, kept);
        text.into_iter().collect()
    }

    /// Strikes the names that are not kept out of the text that was read of a document. `prepare` changes the text before,
    /// without changing its length. Fails if the kept text cannot be read again.
    pub(crate) fn strike_in(
        &self,
        content: &mut DocumentContent,
        kept: &Kept,
        prepare: impl FnOnce(&mut [char]),
    ) -> std::io::Result<()> {
        let mut text: Vec<char> = content.text.text()?.chars().collect();
        prepare(&mut text);
        self.strike(&mut text, kept);
        let extracted = Extracted {
            exclusions: content.text.exclusions().to_vec(),
            warnings: Vec::new(),
            ..Extracted::of_text(text.into_iter().collect(), content.text.breaks())
        };
        content.text = KeptText::new(&extracted);
        // Pages whose text differs from what they show are quoted in the reports.
        if let Some(layer) = &mut content.layer {
            let pages = &mut std::sync::Arc::make_mut(layer).pages;
            for texts in pages.iter_mut().filter_map(|page| page.texts.as_mut()) {
                for text in [&mut texts.said, &mut texts.shown] {
                    *text = self.struck(text, kept);
                }
            }
        }
        Ok(())
    }

    /// Returns the index after the longest name that begins at `begin`; `None` if none does. Latin names are whole
    /// words; Chinese ones may have blanks or a line break within.
    fn end_of(&self, text: &[char], begin: usize) -> Option<usize> {
        let is_letter =
            |at: usize| (text.get(at)).is_some_and(|&c| c.is_alphabetic() && !is_cjk(c));
        let within_word = |at: usize| is_letter(at) && at.checked_sub(1).is_some_and(is_letter);
        if within_word(begin) {
            return None;
        }
        let (mut node, mut at, mut end) = (0, begin, None);
        while let Some(&c) = text.get(at) {
            if c.is_whitespace() {
                let blanks = text[at..].iter().take(BLANKS + 1);
                let blanks = blanks.take_while(|c| c.is_whitespace()).count();
                let within_chinese = at > begin && is_cjk(text[at - 1]);
                node = match self.next.get(&(node, ' ')) {
                    _ if blanks > BLANKS => break,
                    Some(&next) => next,
                    None if within_chinese => node,
                    None => break,
                };
                at += blanks;
                continue;
            }
            let Some(&next) = self.next.get(&(node, self.folded(c))) else {
                break;
            };
            node = next;
            at += 1;
            if self.ends[node] && !within_word(at) {
                end = Some(at);
            }
        }
        end
    }

    /// Returns a character as the tree has it.
    fn folded(&self, c: char) -> char {
        let usual = folded(c);
        if self.ignores_case {
            small(usual)
        } else {
            usual
        }
    }
}

/// Whether a word names a student where it stands in a text: short numbers and Latin syllables stand in every text.
fn is_telling(word: &str) -> bool {
    let all = |is: fn(&char) -> bool| word.chars().all(|c| is(&c));
    if all(char::is_ascii_digit) {
        word.len() >= LEAST_NUMBER
    } else {
        !all(char::is_ascii_alphabetic) || word.len() >= LEAST_LATIN
    }
}

/// Names that stay in a text, whatever their case: those of the person who reads it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Kept(HashSet<String>);

impl Kept {
    /// Collects names.
    pub(crate) fn new<'n>(names: impl IntoIterator<Item = &'n str>) -> Self {
        let key = |name: &str| Self::key(&name.chars().collect::<Vec<char>>());
        Self(names.into_iter().map(key).collect())
    }

    fn has(&self, name: &[char]) -> bool {
        !self.0.is_empty() && self.0.contains(&Self::key(name))
    }

    fn key(name: &[char]) -> String {
        let seen = name.iter().filter(|c| !c.is_whitespace());
        seen.map(|&c| small(folded(c))).collect()
    }
}

/// Returns a letter as a small one.
fn small(c: char) -> char {
    c.to_lowercase().next().unwrap_or(c)
}

/// Returns a character in its usual form: full-width digits and radicals of PDFs look like the usual signs.
fn folded(c: char) -> char {
    let looks_alike = matches!(c,
        '\u{2E80}'..='\u{2FDF}' | '\u{F900}'..='\u{FAFF}' | '\u{FF01}'..='\u{FF5E}');
    let usual = looks_alike.then(|| std::iter::once(c).nfkc().next());
    usual.flatten().unwrap_or(c)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn struck(names: &[&str], text: &str) -> String {
        let struck = Names::new(names.iter().copied()).struck(text, &Kept::default());
        assert_eq!(struck.chars().count(), text.chars().count(), "{text}");
        struck
    }

    #[test]
    fn names_are_struck_out_sign_by_sign() {
        assert_eq!(struck(&["张三"], "张三与张三丰"), "××与××丰");
        // Of two names the longer one, and those of other documents' authors too.
        let names = ["张三", "张三丰", "李京", "Jane Roe", "2019000123"];
        for (text, expected) in [
            ("张三丰与张三", "×××与××"),
            ("老师好，我是李京。", "老师好，我是××。"),
            (
                "学号2019000123，２０１９０００１２３",
                "学号××××××××××，××××××××××",
            ),
            ("李　京和李\n京", "×　×和×\n×"),
            (
                "Jane Roe, JANE  ROE and Jane\nRoe",
                "×××× ×××, ××××  ××× and ××××\n×××",
            ),
            ("Mary-Jane Roebuck or jane", "Mary-Jane Roebuck or jane"),
            ("张与三", "张与三"),
            ("李", "李"),
            ("", ""),
        ] {
            assert_eq!(struck(&names, text), expected, "{text}");
        }
        assert_eq!(struck(&[""], "张三"), "张三");
    }

    #[test]
    fn names_of_any_case_are_struck_but_for_those_that_are_kept() {
        let names = Names::of_any_case([
            "wang xiaowu",
            "王小五",
            "王小",
            "wxw@example.org",
            "2021001001",
        ]);
        let struck =
            |text: &str, kept: &[&str]| names.struck(text, &Kept::new(kept.iter().copied()));
        assert_eq!(
            struck(
                "Wang Xiaowu, WANG  XIAOWU 王小五 WXW@example.org 2021001001",
                &[]
            ),
            "×××× ××××××, ××××  ×××××× ××× ××××××××××××××× ××××××××××"
        );
        // The longer name is the reader's own, and the shorter one in it is no other's.
        assert_eq!(struck("王小五与王小", &["王小五"]), "王小五与××");
        assert_eq!(struck("Wang\nXiaowu", &["wang xiaowu"]), "Wang\nXiaowu");
    }

    #[test]
    fn short_numbers_and_syllables_name_nobody() {
        for word in ["2021001001", "王小", "li na", "lina", "wx1", "a@b.c"] {
            assert!(is_telling(word), "{word}");
        }
        for word in ["12", "20211", "li"] {
            assert!(!is_telling(word), "{word}");
        }
    }
}
