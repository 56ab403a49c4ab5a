//! Names inside archives: decodes them together, removes everything that a name must not contain, and makes them
//! unique.

use std::collections::HashSet;

use unicode_normalization::UnicodeNormalization;

use crate::encoding;

/// Maximum length of a shown name with its folders, in characters; a longer one loses its front.
const LONGEST: usize = 1_000;

/// The upper half of IBM code page 437, in which zip names stand unless something else is said.
const CP437: &str = "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u{A0}";

/// Decodes all names of an archive. Those that are not in UTF-8, whatever the archive says of them, are judged together:
/// one archive was packed on one machine, and a single short name fits several encodings.
pub(super) fn decode(names: Vec<Vec<u8>>) -> Vec<String> {
    let mut others: Vec<u8> = Vec::new();
    for name in &names {
        if std::str::from_utf8(name).is_err() {
            // The likeliest encoding shows in the letters, not in numbers and endings.
            others.extend_from_slice(name);
            others.push(b'\n');
        }
    }
    let chosen = Chosen::of(&others);
    let decoded =
        |name| String::from_utf8(name).unwrap_or_else(|error| chosen.decode(error.as_bytes()));
    names.into_iter().map(decoded).collect()
}

/// Encoding of an archive's names.
#[derive(Clone, Copy)]
enum Chosen {
    Named(&'static encoding_rs::Encoding),
    Cp437,
}

impl Chosen {
    /// Chooses the encoding in which the names are likeliest.
    fn of(names: &[u8]) -> Self {
        let mut tried = vec![
            Self::Named(encoding_rs::GB18030),
            Self::Named(encoding_rs::BIG5),
            Self::Cp437,
        ];
        // Japanese and Korean names rest on the detector; Western ones of a zip stand in the code page of DOS.
        let detected = encoding::decode(names.to_vec()).encoding;
        if [encoding_rs::SHIFT_JIS, encoding_rs::EUC_KR].contains(&detected) {
            tried.push(Self::Named(detected));
        }
        let improbability = |chosen: &Self| encoding::improbability_of(&chosen.decode(names));
        tried
            .into_iter()
            .min_by(|a, b| improbability(a).total_cmp(&improbability(b)))
            .unwrap_or(Self::Cp437)
    }

    fn decode(self, bytes: &[u8]) -> String {
        match self {
            Self::Named(encoding) => encoding.decode_without_bom_handling(bytes).0.into_owned(),
            Self::Cp437 => (bytes.iter())
                .map(|&byte| match byte.checked_sub(128) {
                    None => char::from(byte),
                    Some(upper) => CP437.chars().nth(usize::from(upper)).unwrap_or('\u{FFFD}'),
                })
                .collect(),
        }
    }
}

/// Shown name of a member whose name says nothing, such as the whole archive's `./`.
pub(super) const NO_NAME: &str = "?";

/// Returns a name as it is shown, with `/` between folders. It is only ever shown and compared, never a path on a disk;
/// still drives, roots and steps upwards go, so that it reads as what it is: a place inside the archive.
pub(super) fn clean(name: &str) -> String {
    let composed = name
        .nfc()
        .map(|c| if is_unseen(c) { '\u{FFFD}' } else { c });
    let composed: String = composed.collect();
    let parts: Vec<&str> = composed
        .split(['/', '\\'])
        .map(without_drive)
        .filter(|part| !part.trim().is_empty() && !matches!(*part, "." | ".."))
        .collect();
    let joined = parts.join("/");
    let surplus = joined.chars().count().saturating_sub(LONGEST);
    if surplus > 0 {
        let rest: String = joined.chars().skip(surplus).collect();
        return format!("…{}", rest.trim_start_matches('/'));
    }
    if joined.is_empty() {
        NO_NAME.to_owned()
    } else {
        joined
    }
}

/// Returns a part of a name without the drives that it begins with. On Windows a path with a name like `C:a.txt` at its end
/// is that of a file on the drive, wherever the path began.
fn without_drive(mut part: &str) -> &str {
    while let [letter, b':', ..] = part.as_bytes()
        && letter.is_ascii_alphabetic()
    {
        part = &part[2..];
    }
    part
}

/// Returns whether a part of a name begins with a drive.
pub(super) fn has_drive(part: &str) -> bool {
    without_drive(part).len() < part.len()
}

/// Whether a character of a name would not be seen, or would turn the others around.
fn is_unseen(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{200E}' | '\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}' | '\u{FEFF}')
}

/// Makes a name unique among those `taken` and adds it to them: a second `a.docx` becomes `a (2).docx`.
pub(super) fn unique(name: String, taken: &mut HashSet<String>) -> String {
    if taken.insert(name.clone()) {
        return name;
    }
    let file = name.rfind('/').map_or(0, |at| at + 1);
    // The ending stays at the end: it names the format.
    let ending = match name[file..].to_ascii_lowercase().rfind(".tar.") {
        Some(at) => Some(file + at),
        None => name[file..]
            .rfind('.')
            .filter(|&at| at > 0)
            .map(|at| file + at),
    };
    let (stem, ending) = name.split_at(ending.unwrap_or(name.len()));
    // Thousands of members may have one name: the free number is found by doubling steps, not one by one.
    let numbered = |number: u64| format!("{stem} ({number}){ending}");
    let (mut used, mut free) = (1, 2);
    while taken.contains(&numbered(free)) {
        (used, free) = (free, free * 2);
    }
    while free - used > 1 {
        let middle = used.midpoint(free);
        if taken.contains(&numbered(middle)) {
            used = middle;
        } else {
            free = middle;
        }
    }
    let numbered = numbered(free);
    taken.insert(numbered.clone());
    numbered
}

#[cfg(test)]
mod tests {
    use super::*;

    fn encoded(names: &[&str], encoding: &'static encoding_rs::Encoding) -> Vec<Vec<u8>> {
        let bytes = |name: &&str| encoding.encode(name).0.into_owned();
        names.iter().map(bytes).collect()
    }

    #[test]
    fn names_of_every_machine_are_read() {
        let simplified = [
            "一班/20231234_王小明_社区图书馆读者服务研究.docx",
            "一班/说明.txt",
        ];
        assert_eq!(
            decode(encoded(&simplified, encoding_rs::GB18030)),
            simplified
        );
        let traditional = ["論文/圖書館讀者服務之研究.docx", "論文/說明.txt"];
        assert_eq!(
            decode(encoded(&traditional, encoding_rs::BIG5)),
            traditional
        );
        assert_eq!(decode(encoded(&simplified, encoding_rs::UTF_8)), simplified);
        let western = b"r\x82sum\x82 des \x82tudes.docx".to_vec();
        assert_eq!(decode(vec![western]), ["résumé des études.docx"]);
        // One short name among others is judged with them.
        let short = ["材料.txt", "第二章 文献综述与研究方法.docx"];
        assert_eq!(decode(encoded(&short, encoding_rs::GB18030)), short);
    }

    #[test]
    fn a_name_leads_nowhere() {
        for (name, shown) in [
            ("../../etc/passwd.txt", "etc/passwd.txt"),
            ("/etc/a.txt", "etc/a.txt"),
            ("C:\\Users\\a.docx", "Users/a.docx"),
            ("C:passwords.txt", "passwords.txt"),
            ("一班/c:D:..", "一班"),
            ("第1章：绪论: 1.txt", "第1章：绪论: 1.txt"),
            ("一班\\.\\a.docx", "一班/a.docx"),
            ("..", "?"),
            ("cod\u{202E}xcod.exe", "cod\u{FFFD}xcod.exe"),
            ("e\u{301}tude.txt", "étude.txt"),
        ] {
            assert_eq!(clean(name), shown);
        }
        let long = format!("{}/x.docx", "长".repeat(70_000));
        assert!(clean(&long).chars().count() <= LONGEST + 1 && clean(&long).ends_with("/x.docx"));
    }

    #[test]
    fn two_members_of_one_name_keep_their_endings() {
        let mut taken = HashSet::new();
        let mut name = |name: &str| unique(name.to_owned(), &mut taken);
        assert_eq!(name("班/a.docx"), "班/a.docx");
        assert_eq!(name("班/a.docx"), "班/a (2).docx");
        assert_eq!(name("班/a.docx"), "班/a (3).docx");
        assert_eq!(name("b.tar.gz"), "b.tar.gz");
        assert_eq!(name("b.tar.gz"), "b (2).tar.gz");
    }
}
