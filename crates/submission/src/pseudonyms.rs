//! Pseudonyms for blind mode: a number for each submission, and the words that would reveal a student.

use std::collections::{BTreeSet, HashMap};

use chachong_record::listed_names;

use crate::key;
use crate::person;
use crate::{ClassList, ListEntry, Platform, Submission, SubmissionIndex, Submissions};

/// Minimum length of a hidden word, in characters; shorter ones occur in every text.
const SHORTEST: usize = 2;

/// Minimum number of letters for a Latin name to be recognised with separated letters.
const LEAST_APART: usize = 4;
/// Maximum number of readings of a name that are spelled with separated syllables.
const MOST_READINGS: usize = 8;

/// Numbers from 1 under which submissions are shown in blind mode. They depend only on the seed, the numbers given before and the names
/// of the files, so they are the same in the window and in every report. Their order reveals no name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pseudonyms {
    numbers: Vec<u32>,
    given: Vec<u64>,
}

impl Pseudonyms {
    /// Numbers the submissions. `names` are the names of all files in the check, by position. `seed` is a random
    /// number that is saved with the check; without it, anyone could compute the order from the names of the class.
    /// `given` is what [`Self::given`] returned for this check before, or empty: submissions that it contains keep their numbers, and the
    /// others get the numbers that follow.
    #[must_use]
    pub fn of(submissions: &Submissions, names: &[&str], seed: u64, given: &[u64]) -> Self {
        let known: HashMap<u64, u32> = given.iter().copied().zip(1..).collect();
        let mut numbers = vec![0; submissions.all.len()];
        let mut new: Vec<(u64, usize)> = Vec::new();
        for (at, submission) in submissions.all.iter().enumerate() {
            let files = submission.files.iter().filter_map(|&file| names.get(file));
            let hashes: Vec<u64> = files.map(|name| mixed(seed, name)).collect();
            if let Some(&number) = hashes.iter().filter_map(|hash| known.get(hash)).min() {
                numbers[at] = number;
            } else {
                new.push((hashes.first().copied().unwrap_or_default(), at));
            }
        }
        new.sort_unstable();
        let mut given = given.to_vec();
        for (number, (hash, at)) in (1..).skip(given.len()).zip(new) {
            numbers[at] = number;
            given.push(hash);
        }
        Self { numbers, given }
    }

    /// Returns a hash of each submission that ever got a number, in the order of the numbers. Save it with the check. Without the seed, the
    /// hashes reveal no name.
    #[must_use]
    pub fn given(&self) -> &[u64] {
        &self.given
    }

    /// Returns the number of a submission, from 1.
    ///
    /// Panics if the index exceeds the numbered submissions.
    #[must_use]
    pub fn number(&self, index: SubmissionIndex) -> u32 {
        self.numbers[index.at()]
    }

    /// Returns the pseudonym of a submission: `word`, such as 学生 or Student, a space, and the number. The number has
    /// leading zeros: as many digits as the highest number ever given, at least two.
    ///
    /// Panics if the index exceeds the numbered submissions.
    #[must_use]
    pub fn name(&self, index: SubmissionIndex, word: &str) -> String {
        let digits = self.given.len().to_string().len().max(2);
        format!("{word} {:0digits$}", self.number(index))
    }
}

/// Returns a hash of a seed and a text (FNV-1a, then the finaliser of `SplitMix64`).
fn mixed(seed: u64, text: &str) -> u64 {
    let mut hash = 0xCBF2_9CE4_8422_2325 ^ seed;
    for byte in text.bytes() {
        hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3);
    }
    hash = (hash ^ seed.rotate_left(32)).wrapping_add(0x9E37_79B9_7F4A_7C15);
    hash = (hash ^ (hash >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    hash = (hash ^ (hash >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    hash ^ (hash >> 31)
}

impl Submission {
    /// Returns the words that blind mode must hide, in lower case, the longest first: names, their spellings in
    /// pinyin, numbers, e-mail addresses and the platform's names. Search for them regardless of case.
    #[must_use]
    pub fn words_to_hide(&self) -> Vec<String> {
        let mut words = BTreeSet::new();
        let shown = (self.platform.as_ref()).filter(|platform| !platform.anonymous);
        let login = shown.filter(|platform| platform.platform == Platform::Blackboard);
        let names = (self.student.iter())
            .chain(&self.also_stated)
            .chain(shown.map(|platform| &platform.name))
            .chain(login.map(|platform| &platform.id));
        for name in names {
            add_name(name, &mut words);
        }
        words.extend(self.number.clone());
        if let Some(email) = &self.email {
            add_email(email, &mut words);
        }
        words.extend(shown.and_then(|platform| platform.folder.clone()));
        sorted(&words)
    }
}

impl ListEntry {
    /// Returns the words that blind mode must hide, in the form of [`Submission::words_to_hide`].
    #[must_use]
    pub fn words_to_hide(&self) -> Vec<String> {
        let mut words = BTreeSet::new();
        if let Some(name) = &self.name {
            add_name(name, &mut words);
        }
        words.extend(self.number.iter().chain(&self.user).cloned());
        if let Some(email) = &self.email {
            add_email(email, &mut words);
        }
        sorted(&words)
    }
}

impl Submissions {
    /// Returns the words of all submissions and of the class list, if there is one, that blind mode must hide, in
    /// lower case, the longest first.
    #[must_use]
    pub fn words_to_hide(&self, list: Option<&ClassList>) -> Vec<String> {
        let listed = list.into_iter().flat_map(|list| &list.entries);
        let mut words: BTreeSet<String> = listed.flat_map(ListEntry::words_to_hide).collect();
        words.extend(self.all.iter().flat_map(Submission::words_to_hide));
        sorted(&words)
    }
}

/// Returns the spellings by which running text may name a person, in lower case. `name` is a name, student number or
/// e-mail address. Includes the spellings of [`Submission::words_to_hide`], and those with only the surname written
/// out, such as `zhang s s`, with separated letters, or with only the first part of a name such as 阿依古丽·买买提.
#[must_use]
pub fn spellings_to_hide(name: &str) -> Vec<String> {
    let mut words = BTreeSet::new();
    if name.contains('@') {
        add_email(name, &mut words);
        return sorted(&words);
    }
    add_name(name, &mut words);
    for name in listed_names(name) {
        words.extend(person::first_part(name).map(str::to_owned));
        words.extend(with_initials(name));
    }
    let apart: Vec<String> = (words.iter())
        .filter(|word| word.len() >= LEAST_APART && word.chars().all(|c| c.is_ascii_alphabetic()))
        .map(|word| word.chars().map(String::from).collect::<Vec<_>>().join(" "))
        .collect();
    words.extend(apart);
    sorted(&words)
}

/// Returns the spellings of a name with surname and initials, as in reference lists and e-mail addresses.
fn with_initials(name: &str) -> Vec<String> {
    if !key::has_han(name) {
        let words: Vec<String> = name.split_whitespace().map(str::to_owned).collect();
        let Some((last, given)) = words.split_last() else {
            return Vec::new();
        };
        let initials = given.iter().filter_map(|word| word.chars().next());
        return beside_initials(vec![last.clone()], &initials.collect::<Vec<char>>());
    }
    let of_parts = |surname: &str, given: &str| {
        let sound = |c: char| person::spellings(&c.to_string()).into_iter().next();
        let first = |c: char| sound(c).and_then(|words| words.concat().chars().next());
        let initials: Vec<char> = given.chars().filter_map(first).collect();
        beside_initials(person::spellings_of_part(surname), &initials)
    };
    let (surname, given) = person::split(name);
    let mut words = of_parts(&surname, &given);
    if person::first_part(name).is_some() {
        // Either part may stand for the surname.
        words.extend(of_parts(&given, &surname));
    }
    words
}

/// Returns each surname with the initials before and after it.
fn beside_initials(surnames: Vec<String>, initials: &[char]) -> Vec<String> {
    let Some(&first) = initials.first() else {
        return Vec::new();
    };
    let apart = initials.iter().map(char::to_string).collect::<Vec<_>>();
    let short = [first.to_string(), apart.concat(), apart.join(" ")];
    let both = |surname: String| {
        short
            .clone()
            .map(|short| [format!("{surname} {short}"), format!("{short} {surname}")])
    };
    let named = surnames.into_iter().filter(|surname| !surname.is_empty());
    named.flat_map(both).flatten().collect()
}

fn sorted(words: &BTreeSet<String>) -> Vec<String> {
    let lower: BTreeSet<String> = words
        .iter()
        .map(|word| word.trim().to_lowercase())
        .collect();
    let mut words: Vec<String> = lower
        .into_iter()
        .filter(|word| word.chars().count() >= SHORTEST)
        .collect();
    words.sort_by_key(|word| std::cmp::Reverse(word.chars().count()));
    words
}

fn add_email(email: &str, words: &mut BTreeSet<String>) {
    words.insert(email.to_owned());
    if let Some((user, _)) = email.split_once('@') {
        words.insert(user.to_owned());
    }
}

/// Adds a name with its spellings: in Latin letters with the surname first and last, as one word and as two, with a
/// comma, and with separated syllables.
fn add_name(names: &str, words: &mut BTreeSet<String>) {
    words.insert(names.to_owned());
    for name in listed_names(names) {
        words.insert(name.to_owned());
        let parts: Vec<[String; 2]> = if key::has_han(name) {
            let han: String = (name.chars())
                .filter(|&c| !c.is_ascii() && !c.is_whitespace())
                .collect();
            words.insert(key::name(&han));
            words.insert(han.clone());
            let latin: String = name.chars().filter(char::is_ascii).collect();
            words.insert(latin.trim().to_owned());
            person::spellings(&han)
        } else {
            let ends = [name.split_once([' ', ',']), name.rsplit_once([' ', ','])];
            let in_words = ends.into_iter().flatten();
            let in_words =
                in_words.map(|(first, rest)| [first, rest].map(|part| part.trim().to_owned()));
            let in_one = person::parts_of_pinyin(&name.to_lowercase());
            let turned =
                |[first, rest]: [String; 2]| [[first.clone(), rest.clone()], [rest, first]];
            in_words.chain(in_one).flat_map(turned).collect()
        };
        for [first, second] in parts {
            if first.is_empty() || second.is_empty() {
                words.insert(first + &second);
                continue;
            }
            words.insert(format!("{first}{second}"));
            for sign in [" ", "_", "-", ".", ", ", ","] {
                words.insert(format!("{first}{sign}{second}"));
            }
        }
    }
    for spelled in spelled_apart(names) {
        words.insert(spelled);
    }
}

/// Returns the spellings of a Chinese name with a space between all syllables, or between surname and given name with
/// a hyphen in the latter.
fn spelled_apart(name: &str) -> Vec<String> {
    if !key::has_han(name) {
        return Vec::new();
    }
    let (surname, given) = person::split(name);
    let (surnames, given) = (syllables(&surname), syllables(&given));
    let mut words = Vec::new();
    for surname in &surnames {
        for given in &given {
            let all: Vec<String> = surname.iter().chain(given).cloned().collect();
            let (surname, given) = (surname.concat(), given.join("-"));
            words.push(all.join(" "));
            words.push(format!("{surname} {given}"));
            words.push(format!("{given} {surname}"));
        }
    }
    words
}

/// Returns the syllables of characters in some of their readings, the most common first.
fn syllables(characters: &str) -> Vec<Vec<String>> {
    let mut all = vec![Vec::new()];
    for c in characters.chars() {
        let readings = person::spellings_of_part(&c.to_string());
        if readings.is_empty() {
            continue;
        }
        let longer = all.iter().flat_map(|before: &Vec<String>| {
            readings.iter().map(move |reading| {
                let mut syllables = before.clone();
                syllables.push(reading.clone());
                syllables
            })
        });
        all = longer.take(MOST_READINGS).collect();
    }
    all
}

#[cfg(test)]
mod tests {
    use super::Pseudonyms;
    use crate::{ClassList, FileFacts, Request, SubmissionIndex, Submissions};

    #[test]
    fn numbers_tell_no_order_and_stay() {
        let names: Vec<String> = (0..40).map(|at| format!("{at:02}.docx")).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let files: Vec<_> = names.iter().copied().map(FileFacts::named).collect();
        let submissions = Submissions::of(&files, &Request::default());
        let of = |seed| {
            let all = Pseudonyms::of(&submissions, &names, seed, &[]);
            (0..40)
                .map(|at| all.number(SubmissionIndex(at)))
                .collect::<Vec<_>>()
        };
        let mut numbers = of(7);
        assert_eq!(numbers, of(7));
        assert_ne!(numbers, of(8));
        assert!(!numbers.is_sorted());
        numbers.sort_unstable();
        assert!(numbers.into_iter().eq(1..=40));
        let all = Pseudonyms::of(&submissions, &names, 7, &[]);
        assert_eq!(all.name(SubmissionIndex(3), "学生").chars().count(), 5);
    }

    #[test]
    fn a_login_is_hidden_beside_the_name_of_its_information_sheet() {
        let file = FileFacts {
            stated_name: Some("Ann Roe"),
            ..FileFacts::named("Lab_xqroe_attempt_2024-05-01-09-30-00.txt")
        };
        let submissions = Submissions::of(&[file], &Request::default());
        let hidden = submissions.all[0].words_to_hide();
        for word in ["xqroe", "ann roe"] {
            assert!(hidden.iter().any(|one| one == word), "{hidden:?}");
        }
    }

    #[test]
    fn numbers_stay_when_submissions_come_and_go() {
        let numbers = |names: &[&str], given: &[u64]| {
            let files: Vec<_> = names.iter().copied().map(FileFacts::named).collect();
            let submissions = Submissions::of(&files, &Request::default());
            assert_eq!(submissions.all.len(), names.len());
            let all = Pseudonyms::of(&submissions, names, 7, given);
            let at = |at| all.number(SubmissionIndex(at));
            let all_numbers: Vec<u32> = (0..).take(names.len()).map(at).collect();
            (all_numbers, all)
        };
        let (before, all) = numbers(&["b.docx", "d.docx", "f.docx"], &[]);
        let now = ["a.docx", "b.docx", "c.docx", "e.docx", "f.docx"];
        let (mut after, all) = numbers(&now, all.given());
        assert_eq!([after[1], after[4]], [before[0], before[2]]);
        assert_eq!(numbers(&now, all.given()), (after.clone(), all));
        after.retain(|&given| given > 3);
        after.sort_unstable();
        assert_eq!(after, [4, 5, 6]);
    }

    #[test]
    fn names_in_texts_have_further_spellings() {
        for (name, spelled) in [
            ("王小五", "wang x w"),
            ("王小五", "x w wang"),
            ("王小五", "wang xw"),
            ("王小五", "xiaowu wang"),
            ("曾灯夜", "zeng deng-ye"),
            ("曾灯夜", "deng-ye ceng"),
            ("欧阳小五", "ouyang x"),
            ("王小五", "w a n g x i a o w u"),
            ("阿依灯古·买买书", "阿依灯古"),
            ("Ann Mary Roe", "roe a m"),
            ("wxw5@example.org", "wxw5"),
        ] {
            let words = super::spellings_to_hide(name);
            assert!(
                words.iter().any(|word| word == spelled),
                "{spelled} {words:?}"
            );
        }
        assert_eq!(super::spellings_to_hide("2021001001"), ["2021001001"]);
    }

    #[test]
    fn all_spellings_are_hidden() {
        let list = ClassList::read(
            "学号,姓名,邮箱\n2021001001,王小五,wxw@example.org\n2021001002,Ann Roe,\n".as_bytes(),
            "a.csv",
        )
        .unwrap();
        let files = [FileFacts::named("王小五.docx")];
        let request = Request {
            list: Some(&list),
            ..Request::default()
        };
        let words = Submissions::of(&files, &request).words_to_hide(Some(&list));
        let files = ["lixiaosi/a.c", "wangxiaowu/a.c", "zhaoxiaoqi/a.c"].map(FileFacts::named);
        let of_folders = Submissions::of(&files, &Request::default()).words_to_hide(None);
        assert!(of_folders.contains(&"xiaosi li".to_owned()));
        for word in [
            "王小五",
            "2021001001",
            "wxw@example.org",
            "wxw",
            "wang xiaowu",
            "xiaowu wang",
            "wangxiaowu",
            "wang xiao wu",
            "wang, xiaowu",
            "wang xiao-wu",
            "ann roe",
            "roe, ann",
            "roe ann",
        ] {
            assert!(
                words.iter().any(|hidden| hidden == word),
                "{word} {words:?}"
            );
        }
        assert!(!words.iter().any(|word| word == "roe"));
    }
}
