//! Effect of LaTeX's commands and environments on the text of their arguments.

/// Content of an environment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Paragraphs.
    Text,
    /// A display formula.
    Formula,
    /// Lines that are printed as they stand; the number of arguments before them.
    Lines(usize),
    /// Rows of cells; the number of arguments before them.
    Table(usize),
    /// List of references, with one argument.
    References,
    Abstract,
    /// Nothing that is printed as text: drawings, comments.
    Nothing,
}

impl Kind {
    /// Returns the kind of an environment by its name, with or without a star.
    pub(crate) fn of(name: &str) -> Self {
        match name.trim_end_matches('*') {
            "equation" | "align" | "aligned" | "gather" | "multline" | "eqnarray"
            | "displaymath" | "math" | "flalign" | "alignat" | "dmath" | "subequations" => {
                Self::Formula
            }
            "verbatim" | "Verbatim" | "lstlisting" | "alltt" | "BVerbatim" | "LVerbatim" => {
                Self::Lines(0)
            }
            "minted" => Self::Lines(1),
            // A starred tabular states its width first, as tabularx does.
            "tabular" if name.ends_with('*') => Self::Table(2),
            "tabularx" | "tabulary" => Self::Table(2),
            "tabular" | "longtable" | "supertabular" | "tabu" | "longtabu" | "tblr"
            | "longtblr" | "array" | "xltabular" => Self::Table(1),
            "thebibliography" => Self::References,
            "abstract" | "cnabstract" | "enabstract" => Self::Abstract,
            "tikzpicture" | "picture" | "comment" | "filecontents" | "pspicture" | "axis"
            | "circuitikz" => Self::Nothing,
            _ => Self::Text,
        }
    }
}

/// Text that a command prints.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Prints {
    /// A block of its own: a heading, a caption.
    Block,
    /// A note, whose text stands after the paragraph.
    Note,
    /// Its last argument, after this many arguments that are not text.
    After(usize),
    /// Nothing of this many arguments.
    Nothing(usize),
    /// Nothing itself: its argument, if any, is text.
    Argument,
    /// A break of the line.
    Line,
    /// A break of the paragraph.
    Paragraph,
    /// The numbers of sources.
    Citation,
    /// The name of another file, whose text is missing here, after this many arguments. One that ends with `/` is its folder.
    OtherFile(usize),
}

impl Prints {
    /// Returns the text that a command prints, by its name.
    pub(crate) fn of(name: &str) -> Self {
        if let Some(count) = unprinted(name) {
            return Self::Nothing(count);
        }
        match name {
            "part" | "chapter" | "section" | "subsection" | "subsubsection" | "paragraph"
            | "subparagraph" | "title" | "caption" | "captionof" | "subcaption" | "author"
            | "bicaption" => Self::Block,
            "footnote" | "thanks" | "footnotetext" | "endnote" | "marginpar" => Self::Note,
            "textcolor" | "href" | "colorbox" | "parbox" | "raisebox" | "scalebox"
            | "rotatebox" | "foreignlanguage" => Self::After(1),
            "multicolumn" | "multirow" | "resizebox" | "fcolorbox" => Self::After(2),
            "newline" | "linebreak" | "item" | "tabularnewline" => Self::Line,
            "par" | "newpage" | "clearpage" | "cleardoublepage" | "pagebreak" | "maketitle"
            | "bigskip" | "medskip" | "smallskip" => Self::Paragraph,
            "cite" | "citep" | "citet" | "upcite" | "supercite" | "parencite" | "textcite"
            | "autocite" | "citealp" | "citeauthor" => Self::Citation,
            "input" | "include" | "subfile" | "subfileinclude" | "lstinputlisting"
            | "verbatiminput" | "VerbatimInput" | "includepdf" | "csvautotabular"
            | "csvautolongtable" | "csvautobooktabular" => Self::OtherFile(0),
            "inputminted" | "import" | "subimport" | "includefrom" | "subincludefrom"
            | "inputfrom" | "subinputfrom" => Self::OtherFile(1),
            _ => Self::Argument,
        }
    }
}

/// Returns the number of arguments of a command that prints none of them; `None` for any other command.
fn unprinted(name: &str) -> Option<usize> {
    Some(match name {
        "label"
        | "ref"
        | "eqref"
        | "pageref"
        | "autoref"
        | "cref"
        | "Cref"
        | "nameref"
        | "includegraphics"
        | "usepackage"
        | "RequirePackage"
        | "documentclass"
        | "bibliographystyle"
        | "vspace"
        | "hspace"
        | "pagestyle"
        | "thispagestyle"
        | "pagenumbering"
        | "hypersetup"
        | "geometry"
        | "color"
        | "zihao"
        | "graphicspath"
        | "lstset"
        | "tikzset"
        | "index"
        | "hyphenation"
        | "cline"
        | "cmidrule"
        | "newlength"
        | "newcounter"
        | "stepcounter"
        | "refstepcounter"
        | "usetikzlibrary"
        | "ctexset"
        | "setmainfont"
        | "setCJKmainfont"
        | "fontfamily"
        | "selectlanguage"
        | "phantom"
        | "vphantom"
        | "hphantom"
        | "nocite"
        | "columncolor"
        | "rowcolor"
        | "cellcolor"
        | "arraystretch"
        | "captionsetup"
        | "tag"
        | "linespread"
        | "date"
        | "DeclareGraphicsExtensions"
        | "theoremstyle"
        | "enlargethispage"
        | "pgfplotsset"
        | "sisetup"
        | "setstretch"
        | "addbibresource"
        | "bibliography"
        | "bibitem" => 1,
        "setlength"
        | "addtolength"
        | "setcounter"
        | "addtocounter"
        | "newcommand"
        | "renewcommand"
        | "providecommand"
        | "newtheorem"
        | "DeclareMathOperator"
        | "markboth"
        | "fontsize"
        | "rule"
        | "titleformat"
        | "setCJKfamilyfont"
        | "newfontfamily"
        | "lstdefinestyle"
        | "lstdefinelanguage"
        | "numberwithin" => 2,
        "definecolor" | "newenvironment" | "renewenvironment" | "addcontentsline" => 3,
        _ => return None,
    })
}
