//! Recognises the texts of well-known licences, which programs carry and no student wrote.

use std::io::Read;
use std::path::Path;

use super::Format;

/// Words one of which the name of a licence's file has.
const NAMES: [&str; 4] = ["license", "licence", "copying", "unlicense"];
/// Other words in the names of these files and in the titles of licences, beside versions.
const OF_TITLES: [&str; 17] = [
    "the", "new", "mit", "bsd", "clause", "apache", "mozilla", "mpl", "gnu", "gpl", "lgpl", "agpl",
    "general", "public", "lesser", "affero", "software",
];
/// Each form of a licence: its first words after any lines about the program's author, words near its end, and its number of
/// words. Some licences are printed with and without an appendix, which gives two forms.
const LICENCES: [(&str, &str, usize); 16] = [
    (
        "permission is hereby granted free of charge to any person obtaining a copy of this software",
        "the use or other dealings in the software",
        163,
    ),
    (REDISTRIBUTION, "possibility of such damage", 186),
    (REDISTRIBUTION, "possibility of such damage", 217),
    (
        "this is free and unencumbered software released into the public domain",
        "for more information please refer to",
        200,
    ),
    (APACHE, END_OF_TERMS, 1_431),
    (APACHE, LIMITATIONS, 1_517),
    (APACHE, LIMITATIONS, 1_608),
    (
        "mozilla public license version 2 0 1 definitions",
        "as defined by the mozilla public license v 2 0",
        2_426,
    ),
    (GPL_2, END_OF_TERMS, 2_512),
    (
        GPL_2,
        "general public license instead of this license",
        2_989,
    ),
    (LGPL, END_OF_TERMS, 4_073),
    (LGPL, "that s all there is to it", 4_415),
    (GPL_3, END_OF_TERMS, 5_251),
    (GPL_3, "why not lgpl html", 5_700),
    (
        "gnu lesser general public license version 3 29 june 2007",
        "to choose that version for the library",
        1_241,
    ),
    (
        "gnu affero general public license version 3 19 november 2007",
        "follow the gnu agpl see",
        5_600,
    ),
];
const REDISTRIBUTION: &str =
    "redistribution and use in source and binary forms with or without modification are permitted";
const APACHE: &str = "apache license version 2 0 january 2004";
const LIMITATIONS: &str = "and limitations under the license";
const GPL_2: &str = "gnu general public license version 2 june 1991";
const LGPL: &str = "gnu lesser general public license version 2 1 february 1999";
const GPL_3: &str = "gnu general public license version 3 29 june 2007";
const END_OF_TERMS: &str = "end of terms and conditions";

/// Maximum number of words by which a text is longer or shorter than its licence: a few lines about the author, or an older address.
const FEW_LINES: usize = 40;
/// Maximum number of lines before the first words of a licence.
const LINES_BEFORE: usize = 20;
/// Maximum length in bytes of a line about the author.
const LONGEST_LINE: usize = 200;
/// Maximum length in bytes of a licence.
const LONGEST: u64 = 50_000;

/// Returns whether a text or Markdown file is the whole text of a licence and nothing else, by its name, its length in bytes and its
/// content.
pub(super) fn is_licence(format: Format, path: &Path, length: u64, content: &mut dyn Read) -> bool {
    let name = words(&path.file_stem().unwrap_or_default().to_string_lossy());
    let mut text = Vec::new();
    matches!(format, Format::Txt | Format::Markdown)
        && length <= LONGEST
        && name.split(' ').any(|word| NAMES.contains(&word))
        && is_title(&name)
        && content.take(LONGEST).read_to_end(&mut text).is_ok()
        && is_text_of_licence(&String::from_utf8_lossy(&text))
}

fn is_text_of_licence(text: &str) -> bool {
    let is_foreign =
        |c: char| c.is_alphabetic() && !c.is_ascii() || c == char::REPLACEMENT_CHARACTER;
    let mut lines = text.lines().filter(|line| !is_about_author(line));
    if lines.any(|line| line.contains(is_foreign)) {
        return false;
    }
    let length = words(text).split(' ').count();
    let mut rest = text;
    for _ in 0..LINES_BEFORE {
        let text = words(rest);
        let is_it = |(first, last, known): &(&str, &str, usize)| {
            text.starts_with(first) && text.contains(last) && length.abs_diff(*known) <= FEW_LINES
        };
        if LICENCES.iter().any(is_it) {
            return true;
        }
        match rest.split_once('\n') {
            Some((line, behind)) if is_about_author(line) || is_title(&words(line)) => {
                rest = behind.trim_start();
            }
            _ => return false,
        }
    }
    false
}

/// Returns whether a line tells who has the rights to a program.
fn is_about_author(line: &str) -> bool {
    let line = line.trim_start_matches(|c: char| !c.is_alphanumeric() && !"(©".contains(c));
    let line = line.to_lowercase();
    let starts = ["copyright", "(c)", "©", "all rights reserved"];
    line.len() <= LONGEST_LINE && starts.iter().any(|start| line.starts_with(start))
}

/// Returns whether words, as [`words`] gives them, are all of the name of a licence or of its version.
fn is_title(words: &str) -> bool {
    words.split(' ').all(|word| {
        let word = word.trim_end_matches(|c: char| c.is_ascii_digit());
        let word = word.strip_suffix('v').unwrap_or(word);
        word.is_empty() || word == "version" || NAMES.contains(&word) || OF_TITLES.contains(&word)
    })
}

/// Returns the words of a text in lower case, with a blank between them.
fn words(text: &str) -> String {
    let words = text.split(|c: char| !c.is_alphanumeric());
    let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
    words.join(" ").to_lowercase()
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// Text of a licence.
    pub(crate) const MIT: &str = "MIT License\r\n\r\nCopyright (c) 2024 某人\r\n\r\n\
        Permission is hereby granted, free of charge, to any person obtaining a copy\r\n\
        of this software and associated documentation files (the \"Software\"), to deal\r\n\
        in the Software without restriction, including without limitation the rights\r\n\
        to use, copy, modify, merge, publish, distribute, sublicense, and/or sell\r\n\
        copies of the Software, and to permit persons to whom the Software is\r\n\
        furnished to do so, subject to the following conditions:\r\n\r\n\
        The above copyright notice and this permission notice shall be included in all\r\n\
        copies or substantial portions of the Software.\r\n\r\n\
        THE SOFTWARE IS PROVIDED \"AS IS\", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR\r\n\
        IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY,\r\n\
        FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE\r\n\
        AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER\r\n\
        LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM,\r\n\
        OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE\r\n\
        SOFTWARE.\r\n";

    fn is(name: &str, text: &str) -> bool {
        let length = u64::try_from(text.len()).unwrap();
        is_licence(Format::Txt, Path::new(name), length, &mut text.as_bytes())
    }

    #[test]
    fn a_licence_is_known_by_its_name_and_its_whole_text() {
        assert!(is("LICENSE.txt", MIT) && is("MIT-Licence.md", MIT) && is("license (1).txt", MIT));
        let bare = &MIT[MIT.find("Permission").unwrap()..];
        assert!(
            is("COPYING.txt", bare) && is("LICENSE.txt", &format!("# The MIT License\n\n{bare}"))
        );
        assert!(!is("论文.txt", MIT) && !is("license_report.txt", MIT));
        assert!(!is("COPYING_homework_3.txt", MIT) && !is("机动车驾驶license申请.txt", MIT));
    }

    #[test]
    fn a_text_of_a_students_own_is_no_licence() {
        assert!(!is("LICENSE.txt", "本文讨论各种许可证。"));
        assert!(!is("LICENSE.txt", &format!("{MIT}我的论文。\r\n")));
        assert!(!is("LICENSE.txt", &format!("我的论文。\r\n{MIT}")));
        let essay = "Why do people write programs for one another?\n".repeat(60);
        assert!(!is("LICENSE.txt", &format!("{MIT}{essay}")));
        assert!(!is("LICENSE.txt", &format!("{essay}{MIT}")));
        assert!(!is("LICENSE.txt", &MIT[..MIT.len() / 2]));
        let title = "GNU General Public License version 3 essay.\n";
        assert!(!is("LICENSE-GPL.txt", &format!("{title}{essay}")));
    }
}
