//! Reads the file names of Canvas: `{name}[_LATE]_{user id}_{attachment id}_{file}`, with `anon_{id}` instead of name
//! and user id where names are hidden, and with `_text.html` or `_link.html` for text or links entered there. The
//! name is the sortable one in lower case, reduced to letters, digits and underscores. Canvas finds the user's number
//! as the first digits between underscores (`lib/content_zipper.rb`).

use std::collections::{BTreeMap, HashMap, HashSet};

use unicode_normalization::char::is_combining_mark;

use super::{Platform, PlatformName, is_count};
use crate::FileFacts;
use crate::key::is_date;

/// Maximum number of digits of a count, as of an assignment, a week or a place in a class. Canvas has more users and
/// files, so most of their numbers are longer.
const LONGEST_COUNT: usize = 2;

/// Name of a file that Canvas may have generated.
struct Candidate {
    file: usize,
    name: PlatformName,
    attachment: Option<String>,
}

/// Recognises the names that Canvas generated, among files without a platform. Files in one folder are judged
/// together, because a teacher may ask for `姓名_学号_日期_题目`.
pub(super) fn read(
    files: &[FileFacts<'_>],
    is_student_number: &dyn Fn(&str) -> bool,
    found: &mut [Option<PlatformName>],
) {
    let mut together: BTreeMap<&str, (HashSet<&str>, Vec<Candidate>)> = BTreeMap::new();
    for (file, facts) in files.iter().enumerate() {
        if found[file].is_some() {
            continue;
        }
        let mut start = 0;
        loop {
            let rest = &facts.name[start..];
            let (part, below) = rest
                .split_once('/')
                .map_or((rest, None), |(part, below)| (part, Some(below)));
            let folder = together.entry(&facts.name[..start]).or_default();
            folder.0.insert(part);
            if let Some((name, attachment)) = read_part(part, below) {
                folder.1.push(Candidate {
                    file,
                    name,
                    attachment,
                });
                break;
            }
            if below.is_none() {
                break;
            }
            start += part.len() + 1;
        }
    }
    // Files of several folders can become one submission too.
    let mut names_of: HashMap<String, HashSet<String>> = HashMap::new();
    for one in together.values().flat_map(|(_, candidates)| candidates) {
        let names = names_of.entry(one.user().to_owned()).or_default();
        names.insert(one.name.exported.clone());
    }
    for (parts, candidates) in together.into_values() {
        let is_only_file =
            |one: &Candidate| names_of.get(one.user()).is_some_and(|of| of.len() == 1);
        if are_of_canvas(&candidates, parts.len(), is_student_number)
            && (are_of_users(&candidates) || candidates.iter().all(is_only_file))
        {
            for candidate in candidates {
                found[candidate.file] = Some(candidate.name);
            }
        }
    }
}

impl Candidate {
    /// Returns the user's name, or number where names are hidden.
    fn user(&self) -> &str {
        if self.name.anonymous {
            &self.name.id
        } else {
            &self.name.name
        }
    }

    /// Returns whether the name has a part that no teacher asks for.
    const fn is_marked(&self) -> bool {
        self.name.late || self.name.anonymous || self.attachment.is_none()
    }
}

/// Returns whether Canvas may have generated the names of a folder's files, which have its form.
fn are_of_canvas(
    candidates: &[Candidate],
    parts: usize,
    is_student_number: &dyn Fn(&str) -> bool,
) -> bool {
    let names: HashSet<&str> = candidates.iter().map(|one| &*one.name.exported).collect();
    let is_marked = candidates.iter().any(Candidate::is_marked);
    if names.is_empty() || names.len() * 2 <= parts && !is_marked {
        return false;
    }
    // A number is of one user; one of a class or an assignment is of many.
    let mut user_of: HashMap<&str, &str> = HashMap::new();
    let one_user = candidates.iter().all(|one| {
        let known = user_of.entry(&one.name.id).or_insert(&one.name.name);
        *known == one.name.name
    });
    let mut name_of: HashMap<&str, &str> = HashMap::new();
    let one_name = (candidates.iter())
        .filter_map(|one| Some((one.attachment.as_deref()?, &*one.name.exported)))
        .all(|(attachment, exported)| *name_of.entry(attachment).or_insert(exported) == exported);
    // A few attachments have numbers that look like dates.
    let dates = name_of.keys().filter(|number| is_date(number)).count();
    let are_dates = dates > 0 && dates * 2 >= name_of.len();
    let are_platforms = |numbers: &HashMap<&str, &str>| {
        let of_class = |number: &&&str| {
            number.len() <= LONGEST_COUNT || is_student_number(number) || is_of_a_year(number)
        };
        numbers.keys().filter(of_class).count() * 2 < numbers.len().max(1)
    };
    one_user
        && one_name
        && !are_dates
        && (is_marked || are_platforms(&user_of) && are_platforms(&name_of))
}

/// Returns whether what stands in the place of the user's name in a folder's files is of users: no user handed in more
/// than half of the files. The word with which a whole class begins its names stands in most of them. A mark on every
/// file tells too.
fn are_of_users(candidates: &[Candidate]) -> bool {
    let mut names_of: HashMap<&str, HashSet<&str>> = HashMap::new();
    for one in candidates {
        let names = names_of.entry(one.user()).or_default();
        names.insert(&one.name.exported);
    }
    let counts = || names_of.values().map(HashSet::len);
    let (most, all) = (counts().max().unwrap_or(0), counts().sum::<usize>());
    most * 2 <= all || candidates.iter().all(Candidate::is_marked)
}

/// Returns whether digits begin with a year and are as long as a student number.
fn is_of_a_year(number: &str) -> bool {
    let year = number.get(..4).and_then(|year| year.parse().ok());
    (7..=13).contains(&number.len()) && year.is_some_and(|year: u32| (1990..2050).contains(&year))
}

fn read_part(part: &str, below: Option<&str>) -> Option<(PlatformName, Option<String>)> {
    let (name, id, rest, anonymous) = owner(part)?;
    if !anonymous && id.starts_with('0') {
        return None;
    }
    let (name, late) = match name
        .strip_suffix("_LATE")
        .or_else(|| name.strip_suffix("_late"))
    {
        Some(name) => (name, true),
        None if name == "LATE" => ("", true),
        None => (name, false),
    };
    let squeezed =
        |c: char| !c.is_uppercase() && (c.is_alphanumeric() || c == '_' || is_combining_mark(c));
    if name.is_empty() != anonymous || !name.chars().all(squeezed) {
        return None;
    }
    let (attachment, file) = match rest {
        "text.html" | "link.html" => (None, rest),
        _ => {
            let (attachment, file) = rest.split_once('_')?;
            if !is_count(attachment) || attachment.starts_with('0') || file.is_empty() {
                return None;
            }
            (Some(attachment.to_owned()), file)
        }
    };
    let name = PlatformName {
        platform: Platform::Canvas,
        name: name.to_owned(),
        id: id.to_owned(),
        anonymous,
        late,
        submitted: None,
        folder: None,
        exported: part.to_owned(),
        file: below.map_or_else(|| file.to_owned(), |below| format!("{file}/{below}")),
    };
    Some((name, attachment))
}

/// Returns the name with its mark, the user's number, the rest, and whether the name is hidden. `None` if the text
/// does not have this form.
fn owner(part: &str) -> Option<(&str, &str, &str, bool)> {
    let (late, hidden) = match part.split_once("anon_") {
        Some((late @ ("" | "LATE_" | "late_"), hidden)) => (late, Some(hidden)),
        _ => ("", None),
    };
    if let Some((id, rest)) = hidden.and_then(|hidden| hidden.split_once('_'))
        && id.len() >= 4
        && id.bytes().all(|byte| byte.is_ascii_alphanumeric())
    {
        return Some((if late.is_empty() { "" } else { "LATE" }, id, rest, true));
    }
    let mut at = part.find('_')?;
    loop {
        let (id, rest) = part[at + 1..].split_once('_')?;
        if is_count(id) && at > 0 {
            return Some((&part[..at], id, rest, false));
        }
        at += 1 + id.len();
    }
}

#[cfg(test)]
mod tests {
    use crate::FileFacts;
    use crate::platform::read;

    fn ids(names: &[&str]) -> Vec<Option<(String, String)>> {
        let files: Vec<_> = names.iter().copied().map(FileFacts::named).collect();
        let found = read(&files, &|_| false);
        (found.into_iter())
            .map(|name| name.map(|name| (name.name, name.id)))
            .collect()
    }

    #[test]
    fn names_late_hidden_and_written_there() {
        let names = [
            "王小五_4521_1234567_实验报告.docx",
            "roeann_LATE_4522_1234568_lab_2_final-1.zip/main.c",
            "roeann_LATE_4522_1234569_x.c",
            "li_ming_4523_text.html",
            "anon_5Jm2C_1234570_x.c",
            "LATE_anon_7Km2D_1234571_x.c",
        ];
        let files: Vec<_> = names.map(FileFacts::named).into();
        let found: Vec<_> = read(&files, &|_| false)
            .into_iter()
            .map(Option::unwrap)
            .collect();
        let ids: Vec<_> = found.iter().map(|name| (&*name.name, &*name.id)).collect();
        assert_eq!(
            ids,
            [
                ("王小五", "4521"),
                ("roeann", "4522"),
                ("roeann", "4522"),
                ("li_ming", "4523"),
                ("", "5Jm2C"),
                ("", "7Km2D"),
            ]
        );
        assert!(found[1].late && found[5].late && found[4].anonymous && !found[0].late);
        assert_eq!(
            found[1].exported,
            "roeann_LATE_4522_1234568_lab_2_final-1.zip"
        );
        assert_eq!(found[1].file, "lab_2_final-1.zip/main.c");
    }

    #[test]
    fn what_a_teacher_asks_for_is_not_of_canvas() {
        for names in [
            // Numbers, then dates.
            [
                "王小五_2021001001_20240501_题目.docx",
                "李小四_2021001002_20240502_题目.docx",
            ],
            // A class and a place in it.
            ["王小五_1_23_题目.docx", "李小四_1_24_题目.docx"],
            // Numbers, then an assignment.
            ["王小五_61001_1_题目.docx", "李小四_61002_1_题目.docx"],
            [
                "王小五_2021001001_1_题目.docx",
                "李小四_2021001002_2_题目.docx",
            ],
        ] {
            assert_eq!(ids(&names), [None, None], "{names:?}");
        }
        let files = ["王小五_61001_101_题目.docx"].map(FileFacts::named);
        assert_eq!(read(&files, &|number| number == "61001"), [None]);
    }

    #[test]
    fn a_word_and_numbers_of_a_class_are_not_of_canvas() {
        for count in [1, 2, 5, 40] {
            let named = |name: &dyn Fn(usize) -> String| {
                let names: Vec<String> = (0..count).map(name).collect();
                let names: Vec<&str> = names.iter().map(String::as_str).collect();
                ids(&names)
            };
            let nobody = vec![None; count];
            for (scheme, found) in [
                (
                    "word, assignment, student",
                    named(&|at| format!("实验_1_{}_王小五{at}.docx", 2_021_001_001 + at)),
                ),
                (
                    "word, assignment, short number",
                    named(&|at| format!("hw_3_{}_answer.docx", 2_021_001 + at)),
                ),
                (
                    "course, week, student",
                    named(&|at| format!("高数_03_{}_王小五{at}.docx", 1_021_001_001 + at)),
                ),
                (
                    "pinyin, student, assignment",
                    named(&|at| format!("wangxiaowu{at}_{}_3_a.docx", 1_021_001_001 + at)),
                ),
                (
                    "word, one of several tasks, student",
                    named(&|at| {
                        format!("选题_{}_{}_王小五.docx", 101 + at % 7, 2_021_001_001 + at)
                    }),
                ),
            ] {
                assert_eq!(found, nobody, "{count} files: {scheme}");
            }
        }
        // One word for a class, mistyped once.
        let mut names: Vec<String> = (0..40)
            .map(|at| format!("高数_311_{}_王小五.docx", 1_021_001 + at))
            .collect();
        names.push("高等数学_312_1021099_李小四.docx".to_owned());
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        assert_eq!(ids(&names), vec![None; 41]);
        // The files of one task lie in a folder for each student.
        let names = ["甲/高数_311_1021001_a.docx", "乙/高数_311_1021002_b.docx"];
        assert_eq!(ids(&names), [None, None]);
    }

    #[test]
    fn few_files_of_canvas() {
        let user = |name: &str, id: &str| Some((name.to_owned(), id.to_owned()));
        // The number of one attachment looks like a date.
        let names = [
            "wangxiaowu_4521_861103_hw3.docx",
            "lixiaosi_4522_861205_hw3.docx",
            "roeann_4523_861377_hw3.docx",
            "zhaoxiaoqi_4524_861388_hw3.docx",
            "suharto_4525_861399_hw3.docx",
        ];
        assert!(ids(&names).iter().all(Option::is_some));
        assert_eq!(ids(&names[..3]), [None, None, None]);
        let names = ["wangxiaowu_4521_1234567_hw3-1.docx"];
        assert_eq!(ids(&names), [user("wangxiaowu", "4521")]);
        let names = [
            "wangxiaowu_4521_1234567_hw3-1.docx",
            "lixiaosi_4522_1234568_hw3-2.docx",
        ];
        let both = [user("wangxiaowu", "4521"), user("lixiaosi", "4522")];
        assert_eq!(ids(&names), both);
        // Files of one student only may as well be of a class; a mark on each tells.
        let names = [
            "wangxiaowu_4521_1234567_hw3.docx",
            "wangxiaowu_4521_1234568_hw3.c",
        ];
        assert_eq!(ids(&names), [None, None]);
        let late = names.map(|name| name.replace("_4521", "_LATE_4521"));
        let late = [&*late[0], &*late[1]];
        assert_eq!(
            ids(&late),
            [user("wangxiaowu", "4521"), user("wangxiaowu", "4521")]
        );
    }
}
