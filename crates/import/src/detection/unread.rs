//! Formats that are recognised but that no reader reads.

use serde::{Deserialize, Serialize};

/// Format that is recognised by the content of a file but cannot be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum UnreadFormat {
    /// Presentation of `PowerPoint` 97 to 2003 or WPS (ppt, dps).
    OldSlides,
    /// Table or presentation saved as one XML file (Excel 2003 XML, flat OPC, flat ods).
    OfficeXml,
    /// OFD, the Chinese format of printed pages.
    Ofd,
    /// Pages, Numbers or Keynote.
    Iwork,
    /// Live script of MATLAB (mlx).
    LiveScript,
    /// Project of Scratch (sb3).
    Scratch,
    /// E-mail with attachments, or message of Outlook (msg).
    Mail,
    /// Drawing (Visio, odg).
    Drawing,
    /// Printed pages (XPS, PostScript, `DjVu`).
    PrintedPages,
    /// Paper of CNKI (caj, nh, kdh).
    Caj,
    /// E-book of Kindle, or an epub with copy protection.
    LockedBook,
    /// OLE2 container of another Office program.
    OfficeFile,
    /// Archive or compressed file.
    Archive,
    /// Program or library.
    Program,
    /// Picture in a format that is not read.
    Picture,
    /// Sound or film.
    Media,
    /// Font.
    Font,
    /// Database.
    Database,
    /// XML of another program.
    Xml,
    /// Text that is mostly tags.
    Markup,
    /// Text that is mostly unbroken runs of letters and digits, such as base64.
    Encoded,
    /// Text that is mostly minified program code.
    Script,
}

/// Formats in the order of declaration, each with its translation key.
const KEYS: [(UnreadFormat, &str); 22] = [
    (UnreadFormat::OldSlides, "is-old-slides"),
    (UnreadFormat::OfficeXml, "is-office-xml"),
    (UnreadFormat::Ofd, "is-ofd"),
    (UnreadFormat::Iwork, "is-iwork"),
    (UnreadFormat::LiveScript, "is-live-script"),
    (UnreadFormat::Scratch, "is-scratch"),
    (UnreadFormat::Mail, "is-mail"),
    (UnreadFormat::Drawing, "is-drawing"),
    (UnreadFormat::PrintedPages, "is-printed-pages"),
    (UnreadFormat::Caj, "is-caj"),
    (UnreadFormat::LockedBook, "is-locked-book"),
    (UnreadFormat::OfficeFile, "is-office-file"),
    (UnreadFormat::Archive, "is-archive"),
    (UnreadFormat::Program, "is-program"),
    (UnreadFormat::Picture, "is-picture"),
    (UnreadFormat::Media, "is-media"),
    (UnreadFormat::Font, "is-font"),
    (UnreadFormat::Database, "is-database"),
    (UnreadFormat::Xml, "is-xml"),
    (UnreadFormat::Markup, "is-markup"),
    (UnreadFormat::Encoded, "is-encoded"),
    (UnreadFormat::Script, "is-script"),
];

impl UnreadFormat {
    /// Returns all formats, in the order of declaration.
    pub fn all() -> impl Iterator<Item = Self> {
        KEYS.into_iter().map(|(format, _)| format)
    }

    /// Returns the translation key, used in `import.<key>.reason` and `import.<key>.remedy`.
    #[must_use]
    pub const fn key(self) -> &'static str {
        KEYS[self as usize].1
    }
}

#[cfg(test)]
mod tests {
    use super::UnreadFormat;

    #[test]
    fn every_format_has_its_own_key() {
        for format in UnreadFormat::all() {
            let name = serde_json::to_value(format).unwrap();
            assert_eq!(format.key().strip_prefix("is-"), name.as_str());
        }
    }
}
