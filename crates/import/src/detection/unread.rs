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

impl UnreadFormat {
    /// All formats, in the order of declaration.
    pub const ALL: [Self; 22] = [
        Self::OldSlides,
        Self::OfficeXml,
        Self::Ofd,
        Self::Iwork,
        Self::LiveScript,
        Self::Scratch,
        Self::Mail,
        Self::Drawing,
        Self::PrintedPages,
        Self::Caj,
        Self::LockedBook,
        Self::OfficeFile,
        Self::Archive,
        Self::Program,
        Self::Picture,
        Self::Media,
        Self::Font,
        Self::Database,
        Self::Xml,
        Self::Markup,
        Self::Encoded,
        Self::Script,
    ];

    /// Returns the translation key, used in `import.<key>.reason` and `import.<key>.remedy`.
    #[must_use]
    pub const fn key(self) -> &'static str {
        match self {
            Self::OldSlides => "is-old-slides",
            Self::OfficeXml => "is-office-xml",
            Self::Ofd => "is-ofd",
            Self::Iwork => "is-iwork",
            Self::LiveScript => "is-live-script",
            Self::Scratch => "is-scratch",
            Self::Mail => "is-mail",
            Self::Drawing => "is-drawing",
            Self::PrintedPages => "is-printed-pages",
            Self::Caj => "is-caj",
            Self::LockedBook => "is-locked-book",
            Self::OfficeFile => "is-office-file",
            Self::Archive => "is-archive",
            Self::Program => "is-program",
            Self::Picture => "is-picture",
            Self::Media => "is-media",
            Self::Font => "is-font",
            Self::Database => "is-database",
            Self::Xml => "is-xml",
            Self::Markup => "is-markup",
            Self::Encoded => "is-encoded",
            Self::Script => "is-script",
        }
    }

    /// Returns what the file is, in English, as a noun phrase or a sentence for an error message.
    #[must_use]
    pub const fn what(self) -> &'static str {
        match self {
            Self::OldSlides => {
                "a presentation in an old format (PowerPoint 97 to 2003 or WPS: ppt, dps)"
            }
            Self::OfficeXml => {
                "a spreadsheet or presentation saved as a single XML file (such as Excel 2003 XML)"
            }
            Self::Ofd => "an OFD file",
            Self::Iwork => "a Pages, Numbers or Keynote file",
            Self::LiveScript => "a MATLAB live script (mlx)",
            Self::Scratch => "a Scratch project",
            Self::Mail => "an e-mail with attachments, or an Outlook message",
            Self::Drawing => "a drawing (Visio, odg)",
            Self::PrintedPages => {
                "this file contains pages laid out for printing (XPS, PostScript, DjVu)"
            }
            Self::Caj => "a CNKI paper (caj, nh, kdh)",
            Self::LockedBook => "a Kindle book, or an epub with copy protection",
            Self::OfficeFile => "this file was made by another office program",
            Self::Archive => "an archive or a compressed file",
            Self::Program => "a program",
            Self::Picture => "a picture",
            Self::Media => "an audio or video file",
            Self::Font => "a font file",
            Self::Database => "a database",
            Self::Xml => "an XML file from another program",
            Self::Markup => "most of this text is markup (tags)",
            Self::Encoded => "encoded data (such as base64), not text",
            Self::Script => "minified program code, not text",
        }
    }

    /// Returns what the person can do about the file, in English.
    #[must_use]
    pub const fn remedy(self) -> &'static str {
        match self {
            Self::OldSlides => {
                "open it in PowerPoint or WPS and save it as pptx, or print it to pdf"
            }
            Self::OfficeXml => {
                "open it in Excel, PowerPoint, WPS or LibreOffice and save it as xlsx or pptx"
            }
            Self::Ofd => "open it in an OFD reader and print it to pdf",
            Self::Iwork => {
                "open it in Pages, Numbers or Keynote and export it as docx, xlsx, pptx or pdf"
            }
            Self::LiveScript => "open it in MATLAB and export it as .m, docx or pdf",
            Self::Scratch => "open it in Scratch and compare the scripts by eye",
            Self::Mail => "save its text and its attachments as separate files",
            Self::Drawing | Self::PrintedPages => {
                "open it in the program that made it and print it to pdf"
            }
            Self::Caj => "open it in CAJViewer and print it to pdf",
            Self::LockedBook => "ask for a docx, a pdf or an epub without copy protection",
            Self::Archive => {
                "change its extension to match its format (.zip, .7z, .rar …), or unpack it"
            }
            Self::Program => {
                "do not run it; if it is a self-extracting archive, open it with 7-Zip and check the unpacked folder"
            }
            Self::Picture => {
                "ask for the document itself; pictures of pages must be png, jpg or tiff"
            }
            Self::Media | Self::Font | Self::Database => "ask for the document itself",
            Self::OfficeFile | Self::Xml => {
                "open it in the program that made it and save it as docx, or print it to pdf"
            }
            Self::Markup => {
                "open it in a browser or in the program that made it and save the text as docx or txt; if it is source code, use the extension of its language"
            }
            Self::Encoded => "decode it, or ask for the document itself",
            Self::Script => {
                "ask for the document itself; if it is source code, use the extension of its language"
            }
        }
    }
}
