//! Destinations of RTF: the purpose of a group's text, as the control word at its start states.

/// Purpose of the text in a group.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Destination {
    /// Text of the document.
    #[default]
    Text,
    /// Footnote or endnote; its text is put after the paragraph.
    Note,
    /// Header or footer.
    Head,
    /// Table of fonts.
    Fonts,
    /// Table of colours.
    Colours,
    /// Style sheet; the text of a style is its name.
    Styles,
    /// Instruction of a field, such as the address of a link.
    Instruction,
    /// Text of a form field before it is filled in.
    Default,
    /// Name of a property of a shape.
    ShapeName,
    /// Value of the property of a shape that was named before it.
    ShapeValue,
    /// Shape that is the background of the page.
    Background,
    Title,
    Author,
    Operator,
    /// Data that is skipped, such as lists of revisions and pictures.
    Nothing,
}

impl Destination {
    /// Returns the destination that a control word begins in a group; `None` if it begins none. `is_optional` says that
    /// readers who do not know the word must leave the group out.
    pub(super) fn of(word: &str, is_optional: bool) -> Option<Self> {
        Some(match word {
            "fonttbl" => Self::Fonts,
            "colortbl" => Self::Colours,
            "stylesheet" => Self::Styles,
            "fldinst" => Self::Instruction,
            "ffdeftext" => Self::Default,
            "background" => Self::Background,
            "sn" => Self::ShapeName,
            "sv" => Self::ShapeValue,
            "footnote" => Self::Note,
            "header" | "headerl" | "headerr" | "headerf" | "footer" | "footerl" | "footerr"
            | "footerf" => Self::Head,
            "title" => Self::Title,
            "author" => Self::Author,
            "operator" => Self::Operator,
            // Text boxes and fields: what is in them has destinations of its own.
            "shpinst" | "shptxt" | "fldrslt" | "result" | "ud" | "info" | "shpgrp"
            | "dptxbxtext" => Self::Text,
            "formfield" => return None,
            "listtable" | "listoverridetable" | "revtbl" | "rsidtbl" | "generator" | "pict"
            | "objdata" | "xe" | "tc" | "tcn" | "listtext" | "pntext" | "bkmkstart" | "bkmkend"
            | "annotation" | "atnid" | "atnauthor" | "nonshppict" | "ftnsep" | "ftnsepc"
            | "ftncn" | "aftnsep" | "aftnsepc" | "aftncn" | "subject" | "keywords" | "doccomm"
            | "company" | "manager" | "category" | "comment" | "hlinkbase" | "creatim"
            | "revtim" | "printim" | "buptim" | "filetbl" | "datafield" | "themedata"
            | "colorschememapping" | "datastore" | "xmlnstbl" | "latentstyles" | "template" => {
                Self::Nothing
            }
            _ if is_optional => Self::Nothing,
            _ => return None,
        })
    }
}
