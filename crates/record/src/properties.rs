//! Finds fields in the properties of files. The author that Word states is whoever registered the program or made the
//! school's template, so that the properties alone give only guesses.

use super::claim::{Claims, Field};
use super::names::{is_han, joined, known_persons};
use super::{Certainty, StatedPlace, dates, kinds, schools, values};
use chachong_import::Metadata;
use chachong_text::Words;

/// Authors that programs and computer makers enter.
#[rustfmt::skip]
const NO_AUTHORS: &[&str] = &[
    "administrator", "admin", "user", "users", "microsoft", "微软", "lenovo", "联想", "dell", "hp", "asus", "acer",
    "windows", "pc", "computer", "office", "wps", "unknown", "un-named", "unnamed", "author", "owner", "雨林木风",
    "番茄花园", "深度", "用户", "系统", "cnki", "ztjs", "china", "home", "guest", "root", "默认", "apache", "openoffice",
    "libreoffice", "python-docx", "mc system", "hewlett", "thinkpad", "desktop", "student", "teacher",
    "walkinnet", "latex", "pandoc", "万方", "维普", "test", "ubuntu", "huawei", "xiaomi", "apple", "mac",
    "redacted",
];

/// Date of the template of python-docx.
const TEMPLATE: &str = "2013-12-23T23:15:00";

/// Returns whether a date is the creation date of the template of the library python-docx. All files made from this template state the
/// date as their own.
#[must_use]
pub fn is_template_date(date: &str) -> bool {
    date.trim().starts_with(TEMPLATE)
}

/// Adds the claims of a file's properties.
pub(super) fn read(metadata: &Metadata, claims: &mut Claims) {
    let mut add = |field, value: String| {
        claims.add(field, value, StatedPlace::Properties, Certainty::Guess);
    };
    if let Some(title) = metadata.title.as_deref().and_then(title) {
        add(Field::Title, title);
    }
    if let Some(author) = metadata.author.as_deref().and_then(author) {
        add(Field::Author, author);
    }
    if let Some((school, true)) = metadata.company.as_deref().and_then(schools::school) {
        add(Field::Institution, school);
    }
    let created = (metadata.created.as_deref()).filter(|created| !is_template_date(created));
    if let Some(year) = created.and_then(dates::year) {
        add(Field::Year, year);
    }
}

/// Reads the title in a file's properties; `None` where the name of a file or of a form stands in its place.
fn title(value: &str) -> Option<String> {
    let lower = value.to_lowercase();
    let file = lower.starts_with("microsoft ")
        || Words(".doc|.docx|.dvi|.tex|.pdf|.wps|.cdr|.indd|.qxd|.ppt|.rtf|.txt").end(&lower);
    let general = Words(
        "附件|附表|untitled|无标题|文档|document|模板|幻灯片|powerpoint|分类号|密级|单位代码|\
         学校代码|目录|摘要",
    )
    .begin(&lower);
    if file || general || kinds::kind(value).is_some() || schools::school(value).is_some() {
        return None;
    }
    values::title(value)
}

/// Reads the author in a file's properties; `None` unless a person's name stands there.
fn author(value: &str) -> Option<String> {
    let lower = value.to_lowercase();
    let no_person = NO_AUTHORS.iter().any(|name| {
        if name.is_ascii() {
            lower
                .split(|c: char| !c.is_alphanumeric())
                .any(|word| word == *name)
        } else {
            lower.contains(name)
        }
    });
    if no_person {
        return None;
    }
    let words: Vec<&str> = value.split_whitespace().collect();
    // Word writes given name and surname of a Chinese name apart, the given name first.
    let value = match words[..] {
        [given, surname] if words.iter().all(|word| word.chars().all(is_han)) => {
            let turned = format!("{surname}{given}");
            let straight = format!("{given}{surname}");
            if super::names::is_chinese_name(&straight) {
                straight
            } else {
                turned
            }
        }
        _ => value.to_owned(),
    };
    known_persons(&value).map(|names| joined(&names))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn programs_are_no_authors() {
        for value in [
            "Administrator",
            "User",
            "微软用户",
            "lenovo",
            "番茄花园 Administrator",
            "kinsey",
            "123",
            "china",
            "CNKI",
            "谢",
        ] {
            assert_eq!(author(value), None, "{value}");
        }
        assert_eq!(author("张小三").as_deref(), Some("张小三"));
        assert_eq!(author("小三 张").as_deref(), Some("张小三"));
        assert_eq!(
            author("Jane Roe; Max Roe").as_deref(),
            Some("Jane Roe, Max Roe")
        );
    }

    #[test]
    fn names_of_files_are_no_titles() {
        for value in [
            "Microsoft Word - draft.doc",
            "paper.dvi",
            "附件4",
            "硕士学位论文",
        ] {
            assert_eq!(title(value), None, "{value}");
        }
        assert_eq!(
            title("夜间图书馆的灯光").as_deref(),
            Some("夜间图书馆的灯光")
        );
    }
}
