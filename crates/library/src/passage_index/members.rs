//! Table of a library's members in an index file: who was a member when the index was saved, with the fingerprints.

use std::io::{self, Read, Write};

use super::PassageFileError;
use super::stream::{Reader, Writer};
use crate::DocumentId;
use crate::member_table::MemberTable;
use chachong_simhash::Fingerprint;
use chachong_text::PROCESSING_VERSION;

/// Maximum length of the text form of a recipe, in bytes.
const LONGEST_FORM: u64 = 1 << 16;

/// Members of a library, all with data that is up to date for the recipe and this version of the program.
///
/// Form in the file: version of the processing; length and content of the recipe's text form; the number of members
/// and their numbers; the number of fingerprints, the positions of their members, and the fingerprints.
#[derive(Debug)]
pub(crate) struct SavedMembers {
    /// Text form of the recipe.
    pub(crate) form: String,
    /// Version of processing.
    pub(crate) version: u32,
    pub(crate) table: MemberTable,
}

impl SavedMembers {
    pub(super) fn write<T: Write>(
        form: &str,
        table: &MemberTable,
        to: &mut Writer<T>,
    ) -> io::Result<()> {
        to.bytes(&PROCESSING_VERSION.to_le_bytes())?;
        to.bytes(&(form.len() as u64).to_le_bytes())?;
        to.bytes(form.as_bytes())?;
        let documents = table.documents();
        to.bytes(&(documents.len() as u64).to_le_bytes())?;
        to.long_numbers(documents.iter().map(|document| document.0.cast_unsigned()))?;
        let fingerprints = table.fingerprints();
        to.bytes(&(fingerprints.len() as u64).to_le_bytes())?;
        let positions: Vec<u32> = fingerprints.iter().map(|one| one.1).collect();
        to.numbers(&positions)?;
        to.long_numbers(fingerprints.iter().map(|one| one.0.0))
    }

    pub(super) fn read<T: Read>(from: &mut Reader<T>) -> Result<Self, PassageFileError> {
        let version = u32::from_le_bytes(from.array()?);
        let length = from.count(1)?;
        if length as u64 > LONGEST_FORM {
            return Err(PassageFileError::Damaged);
        }
        let mut form = vec![0; length];
        from.fill(&mut form)?;
        let form = String::from_utf8(form).map_err(|_| PassageFileError::Damaged)?;
        let members = from.count(8)?;
        let documents = from.long_numbers(members)?;
        let fingerprints = from.count(12)?;
        let positions = from.numbers(fingerprints)?;
        let fingerprints = from.long_numbers(fingerprints)?;
        let table = MemberTable::of_current(
            (documents.into_iter())
                .map(|number| DocumentId(number.cast_signed()))
                .collect(),
            (fingerprints.into_iter().map(Fingerprint))
                .zip(positions)
                .collect(),
        );
        Ok(Self {
            form,
            version,
            table: table.ok_or(PassageFileError::Damaged)?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(numbers: &[i64], fingerprints: &[(u64, u32)]) -> MemberTable {
        MemberTable::of_current(
            numbers.iter().map(|&number| DocumentId(number)).collect(),
            (fingerprints.iter())
                .map(|&(bits, position)| (Fingerprint(bits), position))
                .collect(),
        )
        .unwrap()
    }

    fn written(form: &str, table: &MemberTable) -> Vec<u8> {
        let mut bytes = Vec::new();
        SavedMembers::write(form, table, &mut Writer::new(&mut bytes)).unwrap();
        bytes
    }

    fn read(bytes: &[u8]) -> Result<SavedMembers, PassageFileError> {
        SavedMembers::read(&mut Reader::new(bytes, bytes.len() as u64))
    }

    #[test]
    fn members_come_back_as_they_were() {
        let before = table(&[1, 5, 9], &[(7, 0), (u64::MAX, 2)]);
        let after = read(&written("recipe 词", &before)).unwrap();
        assert_eq!(
            (after.form.as_str(), after.version),
            ("recipe 词", PROCESSING_VERSION)
        );
        assert_eq!(after.table.documents(), before.documents());
        assert_eq!(after.table.fingerprints(), before.fingerprints());
        assert!(after.table.is_current());
    }

    #[test]
    fn lies_about_members_are_damage_and_cost_no_memory() {
        let whole = written("r", &table(&[1, 5, 9], &[(7, 0), (8, 2)]));
        for cut in 0..whole.len() {
            assert!(read(&whole[..cut]).is_err(), "{cut}");
        }
        // Length of the form, number of members, number of fingerprints.
        for at in [4, 13, 45] {
            for number in [1 << 20, 1 << 61, u64::MAX] {
                let mut lie = whole.clone();
                lie[at..at + 8].copy_from_slice(&u64::to_le_bytes(number));
                assert!(matches!(read(&lie), Err(PassageFileError::Damaged)), "{at}");
            }
        }
        let mut unsorted = whole;
        unsorted[21] = 99;
        assert!(matches!(read(&unsorted), Err(PassageFileError::Damaged)));
    }
}
