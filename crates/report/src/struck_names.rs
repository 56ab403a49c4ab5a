//! Names struck out of texts: each text keeps its length, so that passages keep their positions.

use std::collections::{HashMap, HashSet};

use chachong_check::{DocumentContent, KeptText};
use chachong_import::{Extracted, Warning};
use chachong_submission::{ClassList, Submissions};
use chachong_text::{Folded, folded, is_cjk, is_letter};

use crate::name_gaps::{LONGEST_GAP, gap, may_be_within};
use crate::whole_numbers::WholeNumbers;

/// Sign in the place of each character of a name in the text.
const HIDDEN: char = '×';
/// Minimum number of digits of a student's number that is struck wherever its digits stand.
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
    /// Short numbers of the class list.
    numbers: WholeNumbers,
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
        let listed = list.into_iter().flat_map(|list| &list.entries);
        let numbers = listed.filter_map(|entry| entry.number.as_deref());
        Self {
            numbers: WholeNumbers::of(numbers),
            ..Self::of_any_case(words)
        }
    }

    fn empty(ignores_case: bool) -> Self {
        Self {
            ignores_case,
            next: HashMap::new(),
            ends: vec![false],
            numbers: WholeNumbers::default(),
            further: None,
        }
    }

    /// Adds names that have another rule for their case.
    pub(crate) fn with(mut self, further: Self) -> Self {
        self.further = Some(Box::new(further));
        self
    }

    fn add(&mut self, name: &str) {
        let name: Vec<char> = name.trim().chars().collect();
        let signs = folded(&name, self.ignores_case);
        let (mut node, mut at) = (0, 0);
        while at < signs.len() {
            let gap = gap(&signs, at);
            at += gap;
            let Some(sign) = signs.get(at) else { break };
            // Between ideographs nothing needs to stand.
            let is_between = |place: usize| signs.get(place).is_some_and(|sign| is_cjk(sign.c));
            let is_apart = gap > 0 && node > 0 && !is_between(at) && !is_between(at - gap - 1);
            if is_apart {
                node = self.node_after(node, ' ');
            }
            node = self.node_after(node, sign.c);
            at += 1;
        }
        self.ends[node] = node > 0;
    }

    fn node_after(&mut self, node: usize, c: char) -> usize {
        let new = self.ends.len();
        let next = *self.next.entry((node, c)).or_insert(new);
        if next == new {
            self.ends.push(false);
        }
        next
    }

    /// Replaces each occurrence of a name that is not kept, sign by sign; blanks and line breaks within stay.
    fn strike(&self, text: &mut [char], kept: &Kept) {
        let signs = folded(text, self.ignores_case);
        let mut at = 0;
        while at < signs.len() {
            let Some(end) = self.end_of(&signs, at) else {
                at += 1;
                continue;
            };
            if !kept.has(&signs[at..end]) {
                // Marks over the last letter go with it.
                let behind = signs.get(end).map_or(text.len(), |sign| sign.at);
                let last = signs[end - 1].at + 1;
                let marks = text[last..behind.max(last)].iter();
                let marks = marks
                    .take_while(|&&c| folded(&[c], false).is_empty())
                    .count();
                hide(&mut text[signs[at].at..last + marks]);
            }
            at = end;
        }
        for number in self.numbers.in_text(&signs) {
            if !kept.has(&signs[number.clone()]) {
                hide(&mut text[signs[number.start].at..=signs[number.end - 1].at]);
            }
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

    /// Strikes the names that are not kept out of the text that was read of a document, and out of the names of files in its warnings.
    /// `prepare` changes the text before, without changing its length. Fails if the kept text cannot be read again.
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
            block_quotations: content.text.block_quotations().to_vec(),
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
        for warning in &mut content.warnings {
            if let Warning::OtherFiles { names } | Warning::EmbeddedFiles { names } = warning {
                for name in names {
                    *name = self.struck(name, kept);
                }
            }
        }
        Ok(())
    }

    /// Returns the index after the longest name that begins at `begin`; `None` if none does. Latin names are whole words. A name
    /// may have signs between its words, and within them as [`may_be_within`] allows.
    fn end_of(&self, text: &[Folded], begin: usize) -> Option<usize> {
        let is_letter = |at: usize| text.get(at).is_some_and(|sign| is_letter(sign.c));
        let within_word = |at: usize| is_letter(at) && at.checked_sub(1).is_some_and(is_letter);
        if within_word(begin) || !self.next.contains_key(&(0, text.get(begin)?.c)) {
            return None;
        }
        let (mut nodes, mut at, mut end) = (vec![0], begin, None);
        while let Some(sign) = text.get(at) {
            let gap = gap(text, at);
            if gap > LONGEST_GAP || gap > 0 && at == begin {
                break;
            }
            if gap > 0 {
                let apart: Vec<usize> = self.after(&nodes, ' ').collect();
                if !may_be_within(text, at, gap) {
                    nodes.clear();
                }
                nodes.extend(apart);
                at += gap;
            } else {
                nodes = self.after(&nodes, sign.c).collect();
                at += 1;
                if nodes.iter().any(|&node| self.ends[node]) && !within_word(at) {
                    end = Some(at);
                }
            }
            if nodes.is_empty() {
                break;
            }
        }
        end
    }

    fn after(&self, nodes: &[usize], c: char) -> impl Iterator<Item = usize> {
        nodes
            .iter()
            .filter_map(move |&node| self.next.get(&(node, c)).copied())
    }
}

/// Hides characters, but for blanks and line breaks.
pub(crate) fn hide(text: &mut [char]) {
    for c in text.iter_mut().filter(|c| !c.is_whitespace()) {
        *c = HIDDEN;
    }
}

/// Whether a word names a student where it stands in a text: short numbers and Latin syllables stand in every text.
pub(crate) fn is_telling(word: &str) -> bool {
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
        let key = |name: &str| Self::key(&folded(&name.chars().collect::<Vec<char>>(), true));
        Self(names.into_iter().map(key).collect())
    }

    /// Whether a name stays, whatever signs stand between its characters.
    pub(crate) fn has(&self, name: &[Folded]) -> bool {
        !self.0.is_empty() && self.0.contains(&Self::key(name))
    }

    fn key(name: &[Folded]) -> String {
        let letters = name.iter().map(|sign| sign.c);
        let letters = letters.filter(|c| c.is_alphanumeric());
        letters.flat_map(char::to_lowercase).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn disguised_names_are_struck() {
        let names = Names::of_any_case([
            "王小五",
            "wang xiaowu",
            "x w wang",
            "w a n g x i a o w u",
            "阿依灯·买买书",
            "2021001001",
            "wxw@example.org",
        ]);
        for text in [
            "王-小-五",
            "王\u{200B}小\u{FEFF}五",
            "王 · 小 五",
            "Wáng Xiǎowǔ",
            "WANG,\nXIAO-\nWU",
            "Wang\u{A0}Xiaowu",
            "W\u{430}ng Xia\u{43E}wu",
            "w a n g x i a o w u",
            "X.W. Wang",
            "阿依灯买买书",
            "阿依灯•买买书",
            "阿依燈 買買書",
            "2021 001 001",
            "2021-001-001",
            "20210\n01001",
            "２０２１００１００１",
            "wxw＠example．org",
            "wxw@example\n.org",
        ] {
            let struck = names.struck(text, &Kept::default());
            let left: String = struck.chars().filter(|c| c.is_alphanumeric()).collect();
            assert_eq!(left, "", "{text}: {struck}");
        }
        for text in [
            "姓王。小五",
            "王、小五",
            "Wang, xiao",
            "20210010",
            "Wangxiaowux",
        ] {
            assert_eq!(names.struck(text, &Kept::default()), text);
        }
    }

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
    fn a_short_number_of_the_class_list_is_struck_where_it_is_a_whole_number() {
        let list = "学号,姓名\n40000,王小五\n123,李小四\n";
        let list = ClassList::read(list.as_bytes(), "list.csv").unwrap();
        let names = Names::of_class(&Submissions::default(), Some(&list), std::iter::empty());
        let struck = |text: &str| names.struck(text, &Kept::default());
        assert_eq!(
            struck("学号：40000，共140000字、123页"),
            "学号：×××××，共140000字、123页"
        );
        let kept = Kept::new(["40000"]);
        assert_eq!(names.struck("学号：40000", &kept), "学号：40000");
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
