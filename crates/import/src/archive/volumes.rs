//! Archives that are split into several files: finds which files belong together and which one is missing, and reads
//! them as one.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::Path;
use std::sync::Arc;

use super::section::Section;
use super::spool::Spool;
use super::{Kind, MAXIMUM_UNPACKED};
use crate::bytes::{u16_at, u32_at};
use crate::source_files::ENDINGS;

/// Number of bytes copied at once.
const PIECE: usize = 1 << 20;
/// Maximum number of files that one archive is cut into.
const MOST_PARTS: usize = 1_000;
/// Maximum length of the list of members of a zip, in bytes.
const LONGEST_LIST: u64 = 256 << 20;
/// Length of the end of a zip without its comment, and maximum length with it, in bytes.
const ZIP_END: usize = 22;
const LONGEST_ZIP_END: u64 = 22 + 65_535;

/// Manner in which an archive is cut into files.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Manner {
    /// `x.zip.001`, `x.zip.002` …: cut anywhere.
    Numbered,
    /// `x.z01`, `x.z02` … `x.zip`: a zip over several disks.
    Spanned,
    /// `x.rar`, `x.r00`, `x.r01` …
    OldRar,
    /// `x.part1.rar`, `x.part2.rar` …
    Rar,
}

/// Part of an archive, by its name.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Part<'n> {
    /// Name of the archive without what numbers the part.
    stem: &'n str,
    manner: Manner,
    /// Number of the part from 1; `None` for the last part of a zip over several disks.
    number: Option<usize>,
    /// Number of digits.
    width: usize,
}

impl<'n> Part<'n> {
    /// Reads a name; `None` for one that does not name a part. A `.zip` or `.rar` names one only beside others.
    fn of(name: &'n str) -> Option<Self> {
        let (stem, ending) = name.rsplit_once('.')?;
        let part = |stem, manner, digits: &str, from: usize| {
            Some(Self {
                stem,
                manner,
                number: Some(number(digits)?.checked_add(from)?),
                width: digits.len(),
            })
        };
        let lower = ending.to_ascii_lowercase();
        // A program for a Z80 is no eightieth part.
        if ENDINGS.contains(&lower.as_str()) {
            return None;
        }
        if lower == "rar"
            && let Some((stem, numbered)) = stem.rsplit_once('.')
            && numbered.len() > 4
            && let Some((word, digits)) = numbered.split_at_checked(4)
            && word.eq_ignore_ascii_case("part")
        {
            return part(stem, Manner::Rar, digits, 0);
        }
        if let Some(digits) = lower.strip_prefix('z').filter(|digits| digits.len() >= 2) {
            return part(stem, Manner::Spanned, digits, 0);
        }
        if let Some(digits) = lower.strip_prefix('r').filter(|digits| digits.len() >= 2) {
            return part(stem, Manner::OldRar, digits, 2);
        }
        let is_archive = ending.len() >= 3 && Kind::of(Path::new(stem)).is_some();
        is_archive.then(|| part(stem, Manner::Numbered, ending, 0))?
    }

    /// Reads the name of a part that has the ending of a whole archive.
    fn of_whole(name: &'n str) -> Option<Self> {
        let (stem, ending) = name.rsplit_once('.')?;
        let (manner, number) = match ending.to_ascii_lowercase().as_str() {
            "zip" => (Manner::Spanned, None),
            "rar" => (Manner::OldRar, Some(1)),
            _ => return None,
        };
        Some(Self {
            stem,
            manner,
            number,
            width: 2,
        })
    }

    /// Returns the name of another part of the same archive; `None` as the number stands for the last part of a zip.
    fn name_of(&self, number: Option<usize>) -> String {
        let (stem, width) = (self.stem, self.width);
        match (self.manner, number) {
            (Manner::Numbered, Some(number)) => format!("{stem}.{number:0width$}"),
            (Manner::Spanned, Some(number)) => format!("{stem}.z{number:0width$}"),
            (Manner::OldRar, Some(number @ 2..)) => format!("{stem}.r{:0width$}", number - 2),
            (Manner::OldRar, _) => format!("{stem}.rar"),
            (Manner::Rar, Some(number)) => format!("{stem}.part{number:0width$}.rar"),
            (_, None) => format!("{stem}.zip"),
        }
    }
}

fn number(digits: &str) -> Option<usize> {
    let is_number = digits.len() <= 5 && digits.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then(|| digits.parse().ok())?
}

/// Returns the kind of the archive to which a file belongs by its name; `None` if it is not a part of one.
pub(super) fn kind_of_part(path: &Path) -> Option<Kind> {
    let part = Part::of(path.file_name()?.to_str()?)?;
    match part.manner {
        Manner::Numbered => Kind::of(Path::new(part.stem)),
        Manner::Spanned => Some(Kind::Zip),
        Manner::OldRar | Manner::Rar => Some(Kind::Rar),
    }
}

/// Whether a member is a part of the archive in several files into which a place leads.
pub(super) fn is_part_of(name: &str, place: &str) -> bool {
    let stem = Part::of(name)
        .or_else(|| Part::of_whole(name))
        .map(|part| part.stem);
    let rest = stem.and_then(|stem| place.strip_prefix(stem));
    // Behind the stem stand a dot, what numbers the first part, and a place in the archive.
    rest.is_some_and(|rest| {
        rest.split_once('/')
            .is_some_and(|(ending, _)| ending.starts_with('.') && ending.len() <= 12)
    })
}

/// Files that are one archive.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Set {
    /// Indices of the parts among the given names, in the order of the archive. The first part represents the archive.
    pub parts: Vec<usize>,
    /// Name of a missing part; `None` if none is known to be missing.
    pub missing: Option<String>,
    /// Whether the parts are read as one archive.
    is_joined: bool,
}

impl Set {
    /// Whether the parts can be read as one archive.
    pub(crate) const fn is_joined(&self) -> bool {
        self.is_joined
    }
}

/// Finds the archives in several files among names, which are places with `/`.
pub(crate) fn sets<'n>(names: impl Iterator<Item = &'n str> + Clone) -> Vec<Set> {
    // Numbers of parts with their positions; what has no number comes last.
    let mut found: BTreeMap<(String, Manner), Vec<NumberedPart<'n>>> = BTreeMap::new();
    let key = |part: &Part<'_>| (part.stem.to_lowercase(), part.manner);
    for (position, name) in names.clone().enumerate() {
        if let Some(part) = Part::of(name) {
            let number = part.number.unwrap_or(usize::MAX);
            found
                .entry(key(&part))
                .or_default()
                .push((number, position, part));
        }
    }
    for (position, name) in names.enumerate() {
        if let Some(part) = Part::of_whole(name)
            && let Some(others) = found.get_mut(&key(&part))
        {
            others.push((part.number.unwrap_or(usize::MAX), position, part));
        }
    }
    let mut sets: Vec<Set> = found.into_values().map(set).collect();
    sets.sort_by(|a, b| a.parts.cmp(&b.parts));
    sets
}

/// Number of a part, its position among the names, and the part.
type NumberedPart<'n> = (usize, usize, Part<'n>);

fn set(mut parts: Vec<NumberedPart<'_>>) -> Set {
    parts.sort_by_key(|&(number, position, _)| (number, position));
    let manner = parts[0].2.manner;
    let numbers: Vec<usize> = parts.iter().map(|(number, ..)| *number).collect();
    let first_absent =
        (1..=numbers.len() + 1).find(|number| numbers.binary_search(number).is_err());
    let highest = numbers
        .iter()
        .copied()
        .filter(|&number| number < usize::MAX)
        .max();
    let is_hole = first_absent
        .zip(highest)
        .is_some_and(|(absent, highest)| absent < highest);
    let has_end = manner != Manner::Spanned || numbers.last() == Some(&usize::MAX);
    let like = parts[0].2.clone();
    let missing = match first_absent.filter(|_| is_hole) {
        Some(absent) => Some(like.name_of(Some(absent))),
        None if !has_end => Some(like.name_of(None)),
        None => None,
    };
    let missing = missing.map(|name| name.rsplit('/').next().unwrap_or(&name).to_owned());
    Set {
        is_joined: matches!(manner, Manner::Numbered | Manner::Spanned),
        parts: parts.into_iter().map(|(_, position, _)| position).collect(),
        missing,
    }
}

/// Returns the parts on the disk of the archive that a path is a part of, in order; `None` for a file that is a whole archive, and for the
/// parts of a rar.
pub(super) fn on_disk(path: &Path) -> Option<io::Result<Vec<Section>>> {
    let name = path.file_name()?.to_str()?;
    let part = Part::of(name).or_else(|| Part::of_whole(name))?;
    if !matches!(part.manner, Manner::Numbered | Manner::Spanned) {
        return None;
    }
    let there = |number| {
        let name = part.name_of(number);
        let upper = name.strip_prefix(part.stem).map(str::to_ascii_uppercase);
        let upper = upper.map(|ending| format!("{}{ending}", part.stem));
        let names = std::iter::once(name).chain(upper);
        (names.map(|name| path.with_file_name(name))).find(|path| path.is_file())
    };
    let numbered = (1..=MOST_PARTS).map_while(|number| there(Some(number)));
    let mut paths: Vec<_> = numbered.collect();
    if part.manner == Manner::Spanned {
        if paths.is_empty() {
            return None;
        }
        paths.extend(there(None));
    }
    let open = |path: &std::path::PathBuf| {
        let file = File::open(path)?;
        let length = file.metadata()?.len();
        Ok(Section::new(Arc::new(file), 0, length))
    };
    Some(paths.iter().map(open).collect())
}

/// Copies the parts of an archive into one unnamed file. In a zip over several disks the members' places become those in the whole.
pub(super) fn join(parts: &[Section]) -> io::Result<Section> {
    let total = parts
        .iter()
        .fold(0_u64, |sum, part| sum.saturating_add(part.length()));
    if total > MAXIMUM_UNPACKED {
        return Err(io::ErrorKind::FileTooLarge.into());
    }
    let mut spool = Spool::new()?;
    let mut starts = Vec::with_capacity(parts.len());
    let mut buffer = vec![0; PIECE];
    for part in parts {
        starts.push(spool.end());
        let mut part = part.clone();
        part.seek(SeekFrom::Start(0))?;
        loop {
            match part.read(&mut buffer)? {
                0 => break,
                read => spool.append(&buffer[..read])?,
            }
        }
    }
    if let Some(list) = list_of_one_disk(&spool.since(0), &starts) {
        spool.append(&list)?;
    }
    Ok(spool.since(0))
}

/// Returns the list of members with its end, as it stands behind `zip` if that is one file; `None` for what is no zip over
/// several disks.
fn list_of_one_disk(zip: &Section, starts: &[u64]) -> Option<Vec<u8>> {
    let from = zip.length().saturating_sub(LONGEST_ZIP_END);
    let mut tail = Vec::new();
    zip.part(from)?.read_to_end(&mut tail).ok()?;
    let at = (0..=tail.len().checked_sub(ZIP_END)?)
        .rev()
        .find(|&at| tail[at..].starts_with(b"PK\x05\x06"))?;
    let end = &tail[at..];
    let disk_of_list = usize::from(u16_at(end, 6)?);
    let (length, offset) = (u32_at(end, 12)?, u32_at(end, 16)?);
    if u16_at(end, 4)? == 0 || u64::from(length) > LONGEST_LIST {
        return None;
    }
    let start = starts.get(disk_of_list)?.checked_add(u64::from(offset))?;
    let mut list = Vec::new();
    zip.part(start)?
        .take(u64::from(length))
        .read_to_end(&mut list)
        .ok()?;
    let mut at = 0;
    while list.get(at..at + 4) == Some(b"PK\x01\x02") {
        let disk = usize::from(u16_at(&list, at + 34)?);
        let place = starts
            .get(disk)?
            .checked_add(u64::from(u32_at(&list, at + 42)?))?;
        let place = u32::try_from(place).ok()?;
        list[at + 34..at + 36].copy_from_slice(&[0, 0]);
        list[at + 42..at + 46].copy_from_slice(&place.to_le_bytes());
        let lengths = [28, 30, 32].map(|field| u16_at(&list, at + field));
        for length in lengths {
            at += usize::from(length?);
        }
        at += 46;
    }
    let mut new_end = end[..ZIP_END].to_vec();
    let entries = [end[10], end[11]];
    new_end[4..8].copy_from_slice(&[0; 4]);
    new_end[8..10].copy_from_slice(&entries);
    let offset = u32::try_from(zip.length()).ok()?;
    new_end[16..20].copy_from_slice(&offset.to_le_bytes());
    new_end[20..22].copy_from_slice(&[0, 0]);
    list.extend(new_end);
    Some(list)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_belong_together_by_their_names_and_a_missing_one_is_named() {
        let names = [
            "一班.zip.002",
            "一班.zip.001",
            "b.z01",
            "b.zip",
            "c.zip",
            "d/e.7z.002",
            "f.part2.rar",
            "g.rar",
            "g.r00",
            "g.r01",
            "h.R01",
            "i.z01",
            "j.zip.001",
            "j.zip.003",
            "数据.001",
            "prog.z80",
        ];
        let found: Vec<_> = (sets(names.into_iter()).into_iter())
            .map(|set| (set.parts, set.missing))
            .collect();
        let missing = |name: &str| Some(name.to_owned());
        assert_eq!(
            found,
            [
                (vec![1, 0], None),
                (vec![2, 3], None),
                (vec![5], missing("e.7z.001")),
                (vec![6], missing("f.part1.rar")),
                (vec![7, 8, 9], None),
                (vec![10], missing("h.rar")),
                (vec![11], missing("i.zip")),
                (vec![12, 13], missing("j.zip.002")),
            ]
        );
    }

    #[test]
    fn many_parts_are_no_matter() {
        let names: Vec<String> = (1..20_000)
            .map(|number| format!("x.zip.{number:05}"))
            .collect();
        let found = sets(names.iter().map(String::as_str));
        assert_eq!((found.len(), found[0].parts.len()), (1, 19_999));
        assert_eq!(found[0].missing, None);
    }
}
