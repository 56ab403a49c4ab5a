//! Kinds of files that are not read: recognised by the extension, by the name, or by what happened to the file. One
//! table states for each kind whether it may be a person's work, and names the texts that say what to do.

use std::path::Path;

use serde::{Deserialize, Serialize};

/// Kind of a file that is not read. The texts `file-kind.KEY` and `file-kind.KEY.remedy`, where KEY is
/// [`FileKind::name`], say what it is and what to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FileKind {
    /// Old `PowerPoint` file (ppt).
    OldSlides,
    /// Presentation of WPS (dps).
    WpsSlides,
    /// Chinese fixed-layout document (ofd).
    Ofd,
    /// Pages, Keynote or Numbers file of Apple.
    Iwork,
    /// Document in a format that only its own viewer shows (caj, ceb …).
    Viewer,
    /// Document of Hangul Word Processor (hwp).
    Hangul,
    /// Printed pages in a format other than PDF (xps, djvu, ps).
    PrintedPages,
    /// Electronic book (mobi, azw3, chm …).
    Ebook,
    /// Document of another word processor, an old one, or a layout program.
    OtherDocument,
    /// Saved web page in one file of a kind that no reader reads (webarchive, maff, warc).
    WebArchive,
    /// Spreadsheet of another program or an old one.
    OtherSheet,
    /// Notes or mind map.
    Notes,
    /// Saved e-mail, which may contain the document.
    Mail,
    /// Archive in a format that cannot be opened (iso, cab, arj, lzh …).
    OtherArchive,
    /// Drawing or plan (vsdx, dwg, svg, psd …).
    Drawing,
    /// Data of a statistics program or database.
    Data,
    /// Live script, model or figure of MATLAB.
    Matlab,
    /// Project of Scratch or a similar program.
    Scratch,
    /// Project of an engineering or laboratory program.
    Engineering,
    /// Sound or film.
    Recording,
    /// Picture in a format that text recognition cannot read.
    OtherPicture,
    /// Picture that text recognition could read ([`super::PictureFiles`]).
    Picture,
    /// Download that did not finish.
    Unfinished,
    /// Program, or package of programs.
    Program,
    /// Settings, markup and data of programs and pages (json, xml, yaml, ini …).
    Settings,
    /// Collection of texts (jsonl, zim, in archives also dumps of `MediaWiki`), which only a library reads, and only outside of archives.
    Collection,
    /// Placeholder of a file that exists only in a cloud.
    Placeholder,
    /// Shortcut to a file or a web page.
    Shortcut,
    /// Document whose name begins with a dot, or hidden folder that contains source code.
    HiddenDocument,
    /// Link inside an archive, which is not followed, or to a file that is taken under its own name.
    Link,
    /// Archive without any document.
    EmptyArchive,
    /// Folder without any document among the folders of students, so that it may be a student's.
    EmptyFolder,
    /// Further part of an archive in several files; the archive is listed under its first part.
    ArchivePart,
    /// Report or table that this program wrote ([`super::is_own_report`]).
    Report,
    /// File of none of the other kinds.
    Unknown,
    /// Lock or temporary file that Word, WPS or LibreOffice leaves beside an open document.
    Lock,
    /// File or folder of Windows or macOS: thumbnails, folder settings, `__MACOSX`, `._…`.
    System,
    /// Source file that tools made, as the surrounding files show, or folder of packages that a tool unpacked. Each is
    /// listed by name, because a student may have put a program there.
    Generated,
    /// Text of a well-known licence beside source files.
    Licence,
    /// Empty source file among others, such as the `__init__.py` of a package.
    EmptySource,
    /// File that a build or typesetting left beside its source.
    Build,
    /// Font.
    Font,
    /// Hidden file or folder that is not a document.
    Hidden,
}

/// What follows from a kind.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Standing {
    /// A document: it gets a row like those that were read.
    Row,
    /// May be a person's work: it is named.
    Named,
    /// Nobody hands it in: it is counted, and the count unfolds into names.
    Counted,
}

/// Kinds in the order of declaration, each with its name and its standing. The order lets a kind be its own index.
const ROWS: [(FileKind, &str, Standing); 43] = {
    use Standing::{Counted, Named, Row};
    [
        (FileKind::OldSlides, "old-slides", Row),
        (FileKind::WpsSlides, "wps-slides", Row),
        (FileKind::Ofd, "ofd", Row),
        (FileKind::Iwork, "iwork", Row),
        (FileKind::Viewer, "viewer", Row),
        (FileKind::Hangul, "hangul", Row),
        (FileKind::PrintedPages, "printed-pages", Row),
        (FileKind::Ebook, "ebook", Row),
        (FileKind::OtherDocument, "other-document", Row),
        (FileKind::WebArchive, "web-archive", Row),
        (FileKind::OtherSheet, "other-sheet", Row),
        (FileKind::Notes, "notes", Row),
        (FileKind::Mail, "mail", Row),
        (FileKind::OtherArchive, "other-archive", Row),
        (FileKind::Drawing, "drawing", Named),
        (FileKind::Data, "data", Named),
        (FileKind::Matlab, "matlab", Named),
        (FileKind::Scratch, "scratch", Named),
        (FileKind::Engineering, "engineering", Named),
        (FileKind::Recording, "recording", Named),
        (FileKind::OtherPicture, "other-picture", Named),
        (FileKind::Picture, "picture", Named),
        (FileKind::Unfinished, "unfinished", Named),
        (FileKind::Program, "program", Named),
        (FileKind::Settings, "settings", Named),
        (FileKind::Collection, "collection", Named),
        (FileKind::Placeholder, "placeholder", Named),
        (FileKind::Shortcut, "shortcut", Named),
        (FileKind::HiddenDocument, "hidden-document", Named),
        (FileKind::Link, "link", Named),
        (FileKind::EmptyArchive, "empty-archive", Named),
        (FileKind::EmptyFolder, "empty-folder", Named),
        (FileKind::ArchivePart, "archive-part", Named),
        (FileKind::Report, "report", Named),
        (FileKind::Unknown, "unknown", Named),
        (FileKind::Lock, "lock", Counted),
        (FileKind::System, "system", Counted),
        (FileKind::Generated, "generated", Named),
        (FileKind::Licence, "licence", Named),
        (FileKind::EmptySource, "empty-source", Counted),
        (FileKind::Build, "build", Counted),
        (FileKind::Font, "font", Counted),
        (FileKind::Hidden, "hidden", Counted),
    ]
};

impl FileKind {
    /// Returns all kinds, in the order in which they are listed.
    pub fn all() -> impl Iterator<Item = Self> {
        ROWS.into_iter().map(|(kind, ..)| kind)
    }

    /// Returns the kind of file that the extension of `path` belongs to, ignoring case; `None` for an extension that no kind has. Some
    /// source files that are read, such as css, have a kind too: ask [`super::Format::of`] first.
    #[must_use]
    pub fn of_ending(path: &Path) -> Option<Self> {
        let ending = path.extension()?.to_str()?.to_ascii_lowercase();
        Some(match ending.as_str() {
            "ppt" | "pps" | "pot" => Self::OldSlides,
            "dps" | "dpt" | "dpss" => Self::WpsSlides,
            "ofd" => Self::Ofd,
            "pages" | "key" | "numbers" => Self::Iwork,
            "caj" | "kdh" | "nh" | "teb" | "caa" | "ceb" | "cebx" | "sep" | "gd" | "gw" | "pdg"
            | "vip" => Self::Viewer,
            "hwp" | "hwpx" | "hwt" | "show" | "cell" => Self::Hangul,
            "xps" | "oxps" | "djvu" | "djv" | "ps" | "eps" => Self::PrintedPages,
            "mobi" | "azw" | "azw3" | "azw4" | "kfx" | "prc" | "fb2" | "lit" | "chm" | "umd"
            | "ibooks" => Self::Ebook,
            "wpd" | "wri" | "lwp" | "sdw" | "sxw" | "stw" | "abw" | "zabw" | "kwd" | "cwk"
            | "hwdt" | "pub" | "indd" | "idml" | "pmd" | "qxp" | "fm" | "lyx" | "uot" | "uof"
            | "uop" | "uos" | "fods" | "sxi" | "gdocx" | "wdb" | "wks" | "lwd" | "eio" | "jtd"
            | "tm" | "mw" => Self::OtherDocument,
            "webarchive" | "maff" | "warc" => Self::WebArchive,
            "xlsb" | "ett" | "gnumeric" | "sxc" | "123" | "wk1" | "wk3" | "wk4" | "wq1" | "slk"
            | "xlw" | "dif" => Self::OtherSheet,
            "one" | "onepkg" | "onetoc2" | "enex" | "xmind" | "mmap" | "emmx" | "km" | "opml"
            | "eddx" | "gmind" | "mindnode" | "goodnotes" | "xopp" => Self::Notes,
            "emlx" | "msg" | "mbox" | "pst" | "oft" => Self::Mail,
            "iso" | "cab" | "arj" | "lzh" | "lha" | "z" | "cpio" | "ar" | "wim" | "ace"
            | "zpaq" | "sit" | "sitx" | "alz" | "egg" | "zoo" | "img" | "dmg" | "lz" | "lzma"
            | "lz4" | "lzo" | "br" | "sz" | "uue" | "b64" | "tlz" | "taz" | "pea" | "zipx"
            | "arc" | "vhd" | "vhdx" | "vmdk" | "vdi" | "qcow2" | "nrg" | "mdf" | "bin2"
            | "hqx" => Self::OtherArchive,
            "vsd" | "vsdx" | "vsdm" | "vss" | "vssx" | "vst" | "dwg" | "dxf" | "dwf" | "skp"
            | "drawio" | "svg" | "svgz" | "psd" | "psb" | "ai" | "cdr" | "xd" | "sketch"
            | "xcf" | "kra" | "emf" | "wmf" | "odg" | "vdx" | "mdj" | "uml" | "eap" | "rp"
            | "pos" => Self::Drawing,
            "sav" | "zsav" | "spv" | "spo" | "dta" | "sas7bdat" | "xpt" | "por" | "rdata"
            | "rda" | "rds" | "jmp" | "mdb" | "accdb" | "dbf" | "db" | "db3" | "sqlite"
            | "sqlite3" | "mpj" | "mtw" | "eprj" | "wf1" | "npy" | "npz" | "pkl" | "pickle"
            | "parquet" | "feather" | "h5" | "hdf5" | "nc" | "shp" | "shx" | "qgz" | "mxd"
            | "opj" | "opju" | "pzfx" | "pth" | "pt" | "onnx" | "ckpt" | "joblib" | "bson"
            | "arrow" | "nvp" | "nvpx" | "mqda" | "atlproj" => Self::Data,
            "mlx" | "slx" | "mdl" | "fig" | "mat" | "mlapp" | "p" | "mltbx" | "slxp" => {
                Self::Matlab
            }
            "sb" | "sb2" | "sb3" | "sprite2" | "sprite3" | "hex" | "mind" | "aia" | "snap"
            | "ggb" | "gsp" => Self::Scratch,
            "vi" | "vit" | "ctl" | "lvproj" | "lvlib" | "llb" | "sldprt" | "sldasm" | "slddrw"
            | "ipt" | "iam" | "idw" | "catpart" | "catproduct" | "prt" | "asm_1" | "step"
            | "stp" | "igs" | "iges" | "stl" | "obj3d" | "3mf" | "f3d" | "x_t" | "rvt" | "rfa"
            | "gsm" | "pln" | "3dm" | "blend" | "max" | "ma" | "mb" | "c4d" | "fbx" | "pcb"
            | "pcbdoc" | "schdoc" | "prjpcb" | "sch" | "brd" | "kicad_pcb" | "kicad_sch"
            | "ms10" | "ms14" | "pdsprj" | "dsn" | "ewb" | "multisim" | "mpp" | "mpt" | "wbpj"
            | "inp" | "cae" | "odb" | "mph" | "gh" | "gpj" | "uvproj" | "uvprojx" | "ioc"
            | "sof" | "qpf" | "qsf" | "xpr" | "ap15" | "ap16" | "ap17" | "smc" | "gxw"
            | "unity" | "unitypackage" | "uasset" | "umap" | "pbix" | "twb" | "twbx" | "rpx"
            | "gms" | "lng" | "lg4" | "mcdx" | "xmcd" | "maple" | "nb" | "cdx" | "mol"
            | "mnova" | "cxf" | "chemdraw" | "sib" | "musx" | "mus" | "mscz" | "gp5" => {
                Self::Engineering
            }
            "mp3" | "wav" | "m4a" | "aac" | "flac" | "ogg" | "oga" | "opus" | "wma" | "amr"
            | "mid" | "midi" | "ape" | "aiff" | "aif" | "mp4" | "m4v" | "avi" | "mov" | "mkv"
            | "wmv" | "flv" | "webm" | "mpg" | "mpeg" | "3gp" | "rmvb" | "rm" | "m2ts" | "vob"
            | "swf" | "srt" | "ass" | "lrc" | "vtt" | "prproj" | "aep" | "veg" | "camproj"
            | "draft" => Self::Recording,
            "bmp" | "gif" | "webp" | "heic" | "heif" | "avif" | "jp2" | "jfif" | "jpe" | "raw"
            | "cr2" | "nef" | "arw" | "dng" | "tga" | "pcx" | "jxl" => Self::OtherPicture,
            "crdownload" | "download" | "part" | "partial" | "opdownload" | "td" | "xltd"
            | "baiduyun" | "aria2" | "bc!" | "!ut" => Self::Unfinished,
            "exe" | "msi" | "msix" | "apk" | "ipa" | "jar" | "war" | "ear" | "aab" | "com"
            | "scr" | "appx" | "deb" | "rpm" | "appimage" | "pkg" | "app" | "xpi" | "crx"
            | "vsix" | "whl" | "nupkg" | "gem" | "hap" | "wasm" | "dll" | "vbs" | "elf" | "axf"
            | "vxd" | "ocx" => Self::Program,
            "css" | "scss" | "sass" | "less" | "json" | "json5" | "geojson" | "xml" | "xsl"
            | "xslt" | "xsd" | "dtd" | "yaml" | "yml" | "toml" | "ini" | "cfg" | "conf"
            | "properties" | "plist" | "reg" | "env" | "config" | "resx" | "xaml" | "fxml"
            | "ui" | "qrc" | "qss" | "csproj" | "vcxproj" | "vbproj" | "sln" | "pri" | "iml"
            | "gradle" | "mf" | "classpath" | "project" | "prefs" | "filters" | "user" | "rc"
            | "storyboard" | "xib" | "pbxproj" | "po" | "pot_" | "pem" | "crt" | "cer" | "p12"
            | "jks" | "keystore" | "sig" | "md5" | "sha1" | "sha256" | "torrent" | "ics"
            | "vcf" | "map" | "lock" | "log" => Self::Settings,
            "jsonl" | "ndjson" | "zim" => Self::Collection,
            "icloud" | "cloud" | "gdoc" | "gsheet" | "gslides" => Self::Placeholder,
            "lnk" | "url" | "webloc" | "desktop" => Self::Shortcut,
            "ttf" | "otf" | "ttc" | "otc" | "woff" | "woff2" | "eot" | "fon" | "fnt" | "pfb"
            | "pfm" | "afm" | "tfm" | "vf" | "dfont" => Self::Font,
            "o" | "obj" | "class" | "pyc" | "pyo" | "pyd" | "lib" | "a" | "so" | "dylib" | "ko"
            | "pdb" | "ilk" | "idb" | "tlog" | "suo" | "ncb" | "sdf" | "opensdf" | "ipch"
            | "pch" | "gch" | "dep" | "lst" | "rsp" | "res" | "resources" | "cache" | "iobj"
            | "ipdb" | "exp" | "manifest" | "recipe" | "aux" | "toc" | "lof" | "lot" | "bbl"
            | "blg" | "fls" | "fdb_latexmk" | "synctex" | "nav" | "snm" | "vrb" | "idx" | "ilg"
            | "ind" | "glo" | "gls" | "acn" | "acr" | "alg" | "bcf" | "xdv" | "dvi" | "sty"
            | "bst" | "clo" | "fd" | "def" | "ldf" | "dex" | "ico" | "cur" | "ani" | "swp"
            | "swo" | "tsbuildinfo" | "crf" | "htm_" | "sbr" | "bsc" | "dcu" | "ppu" | "beam"
            | "hi" | "rlib" | "rmeta" | "wdf" => Self::Build,
            "sys" | "drv" | "cat" | "inf" | "mui" | "cpl" => Self::System,
            _ => return None,
        })
    }

    /// Returns the kind of a file or folder that is passed over because of its name; `None` if it is not.
    pub(super) fn of_name(name: &str) -> Option<Self> {
        let lower = name.to_lowercase();
        let path = Path::new(&lower);
        if let Some(kind @ (Self::Placeholder | Self::Shortcut)) = Self::of_ending(path) {
            return Some(kind);
        }
        let is_temporary = path.extension().is_some_and(|ending| ending == "tmp");
        if lower.starts_with("~$")
            || lower.starts_with(".~")
            || (lower.starts_with('~') && is_temporary)
        {
            return Some(Self::Lock);
        }
        let is_system = matches!(
            lower.as_str(),
            "__macosx"
                | ".ds_store"
                | "thumbs.db"
                | "ehthumbs.db"
                | "desktop.ini"
                | "$recycle.bin"
                | "system volume information"
                | ".spotlight-v100"
                | ".trashes"
                | ".fseventsd"
                | ".appledouble"
        );
        if is_system || lower.starts_with("._") {
            return Some(Self::System);
        }
        lower
            .starts_with('.')
            .then(|| match super::Format::of(path) {
                None | Some(super::Format::Image) => Self::Hidden,
                // Settings of tools, such as `.eslintrc.js`.
                Some(super::Format::Source)
                    if path
                        .file_stem()
                        .is_some_and(|stem| stem.as_encoded_bytes().ends_with(b"rc")) =>
                {
                    Self::Hidden
                }
                Some(_) => Self::HiddenDocument,
            })
    }

    /// Returns the first part of a place (`folder/folder/name`) because of whose name its content is skipped,
    /// as the length of the place up to its end, with its kind; `None` if no part is.
    pub(super) fn of_place(place: &str) -> Option<(usize, Self)> {
        let mut end = 0;
        for part in place.split('/') {
            end += part.len();
            if let Some(kind) = Self::of_name(part) {
                return Some((end, kind));
            }
            end += 1;
        }
        None
    }

    /// Returns the name used in JSON and in the keys of texts, such as `old-slides`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        ROWS[self as usize].1
    }

    /// Returns whether a file of this kind may be somebody's work, so that it is listed by name.
    #[must_use]
    pub fn may_be_work(self) -> bool {
        ROWS[self as usize].2 != Standing::Counted
    }

    /// Returns whether such a file is a document, which gets a row like those that are read.
    pub(super) fn is_document(self) -> bool {
        ROWS[self as usize].2 == Standing::Row
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_that_no_person_wrote_are_known_by_their_names() {
        for (name, kind) in [
            ("~$论文.docx", Some(FileKind::Lock)),
            (".~lock.论文.odt#", Some(FileKind::Lock)),
            ("~WRL0001.tmp", Some(FileKind::Lock)),
            (".DS_Store", Some(FileKind::System)),
            ("Thumbs.db", Some(FileKind::System)),
            ("DESKTOP.INI", Some(FileKind::System)),
            ("__MACOSX", Some(FileKind::System)),
            ("._论文.docx", Some(FileKind::System)),
            (".论文.docx.icloud", Some(FileKind::Placeholder)),
            ("论文.docx.lnk", Some(FileKind::Shortcut)),
            ("知网.url", Some(FileKind::Shortcut)),
            (".git", Some(FileKind::Hidden)),
            (".gitignore", Some(FileKind::Hidden)),
            (".论文.docx", Some(FileKind::HiddenDocument)),
            (".cart.js", Some(FileKind::HiddenDocument)),
            (".eslintrc.js", Some(FileKind::Hidden)),
            ("node_modules", None),
            ("论文.docx", None),
            ("~论文.docx", None),
            ("1.~终稿.docx", None),
        ] {
            assert_eq!(FileKind::of_name(name), kind, "{name}");
        }
        let place = "一班/__MACOSX/x.docx";
        let end = "一班/__MACOSX".len();
        assert_eq!(FileKind::of_place(place), Some((end, FileKind::System)));
        assert_eq!(FileKind::of_place("一班/x.docx"), None);
    }

    #[test]
    fn collections_of_texts_have_a_kind_of_their_own() {
        for name in ["texts.jsonl", "资料.zip/texts.NDJSON", "百科.zim"] {
            let kind = FileKind::of_ending(Path::new(name));
            assert_eq!(kind, Some(FileKind::Collection), "{name}");
        }
    }

    #[test]
    fn every_kind_has_a_name_of_its_own_in_json_too() {
        let mut names = std::collections::HashSet::new();
        for kind in FileKind::all() {
            assert!(names.insert(kind.name()), "{kind:?}");
            assert_eq!(serde_json::to_value(kind).unwrap(), kind.name());
        }
    }

    #[test]
    fn what_people_hand_in_is_no_bare_count() {
        for name in [
            "a.ofd", "a.PPT", "a.dps", "a.key", "a.hwp", "a.mp4", "a.mlx", "a.sb3", "a.exe",
            "a.iso", "a.bmp", "a.css", "a.mat", "a.msg",
        ] {
            let kind = FileKind::of_ending(Path::new(name));
            assert!(kind.is_some_and(FileKind::may_be_work), "{name}");
        }
        for name in ["a.ttf", "a.o", "a.aux", "a.pyc"] {
            let kind = FileKind::of_ending(Path::new(name));
            assert!(kind.is_some_and(|kind| !kind.may_be_work()), "{name}");
        }
        assert_eq!(FileKind::of_ending(Path::new("读我")), None);
    }
}
