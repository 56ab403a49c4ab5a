//! Two complete programs side by side: their lines, the code that both contain with its rarity, and the words of it that differ.

mod program;

use std::collections::HashMap;
use std::io;
use std::ops::Range;

use crate::Document;
use crate::evidence::{AlikePlaces, CodeText, SharedCode, code_text};
use chachong_code::{Class, Counterpart, align};
use chachong_compare::Span;
use program::Program;

/// Programs of both documents of a pair, ready to be drawn.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CodeView {
    /// Lines of each document's program.
    pub sides: [CodeSide; 2],
    /// Runs of code, and comments, that both programs contain, in the order of the first program.
    pub matches: Vec<CodeMatch>,
}

/// Stretch of code, or a comment, that both programs contain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CodeMatch {
    /// Lines of the match on each side, as indices in [`CodeSide::lines`].
    pub lines: [Range<usize>; 2],
    /// Spans of the match in both documents, in Unicode scalar values.
    pub places: AlikePlaces,
    /// Rarity of the match in thousandths: 1000 if hardly any other document has it.
    pub weight: u16,
}

/// All lines of one program; for a report, the lines of all its listings.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CodeSide {
    /// Lines in text order.
    pub lines: Vec<CodeLine>,
}

/// Line of a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CodeLine {
    /// Line number in the document's text, from 1.
    pub number: usize,
    /// Whether the line begins a listing, other than the first listing of the text.
    pub begins: bool,
    /// Match that covers the whole line, as an index in [`CodeView::matches`]; an empty line between lines of one match belongs
    /// to that match. `None` otherwise.
    pub owner: Option<usize>,
    /// Text of the line without its line break; tabs are replaced by spaces.
    pub text: String,
    /// Pieces of the line, in order, without gaps.
    pub pieces: Vec<CodePiece>,
}

/// Piece of a line with a uniform look.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CodePiece {
    /// Byte range of the piece in [`CodeLine::text`].
    pub bytes: Range<usize>,
    /// Class of the word; `None` for white space and for text that is not code.
    pub class: Option<Class>,
    /// Match that the piece belongs to, as an index in [`CodeView::matches`]; `None` outside all matches.
    pub owner: Option<usize>,
    /// Whether the piece is given code ([`crate::DocumentSpecimens::given`]).
    pub is_given: bool,
    /// Difference from the other side of the match; `None` if there is none.
    pub change: Option<Change>,
}

/// Difference of a word or comment in a match from the other side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Change {
    /// The other side has this name, number or text in its place.
    Other(String),
    /// The comment differs from those on the other side.
    Comment,
    /// The word has no counterpart on the other side.
    Added,
}

impl CodeView {
    /// Lays out the programs of two documents, whose shared code is `code`. Fails if a text cannot be read again.
    pub fn of(documents: [&Document; 2], code: &SharedCode) -> io::Result<Self> {
        let [a, b] = documents;
        Ok(Self::made([code_text(a)?, code_text(b)?], code))
    }

    fn made(programs: [CodeText; 2], code: &SharedCode) -> Self {
        let programs = programs.map(Program::of);
        let mut matches: Vec<(AlikePlaces, u16)> = (code.places.iter().copied())
            .zip(code.weights.iter().copied())
            .collect();
        matches.extend(
            comments(&programs, code)
                .into_iter()
                .map(|place| (place, 1000)),
        );
        matches.sort_unstable();
        let mut marks = [HashMap::new(), HashMap::new()];
        for (owner, (place, _)) in matches.iter().enumerate() {
            mark(&programs, owner, *place, &mut marks);
        }
        let lines = programs.each_ref().map(Program::lines);
        let [a, b] =
            [0, 1].map(|side| programs[side].side(&lines[side], &marks[side], &code.given[side]));
        let lines = [lines_of(&a, matches.len()), lines_of(&b, matches.len())];
        let matches = matches
            .iter()
            .enumerate()
            .map(|(owner, (places, weight))| CodeMatch {
                lines: lines.each_ref().map(|lines| lines[owner].clone()),
                places: *places,
                weight: *weight,
            });
        Self {
            matches: matches.collect(),
            sides: [a, b],
        }
    }
}

impl CodeSide {
    /// Reads the lines of a document's code within a span, without matches. Fails if its text cannot be read again.
    pub fn within(document: &Document, span: Span) -> io::Result<Self> {
        let program = Program::of(code_text(document)?);
        let lines = program.lines_in(span);
        Ok(program.side(&lines, &Marks::new(), &[]))
    }
}

/// Returns the lines that each match spans.
fn lines_of(side: &CodeSide, matches: usize) -> Vec<Range<usize>> {
    let mut lines = vec![0..0; matches];
    for (at, line) in side.lines.iter().enumerate() {
        for owner in line.pieces.iter().filter_map(|piece| piece.owner) {
            let of = &mut lines[owner];
            let first = if of.end == 0 { at } else { of.start };
            *of = first..at + 1;
        }
    }
    lines
}

/// Returns the equal comments outside code in common, each with the equal ones that follow or precede it without code between them.
fn comments(programs: &[Program; 2], code: &SharedCode) -> Vec<AlikePlaces> {
    let [a, b] = programs;
    let is_alone = |this: &AlikePlaces| {
        let mut places = code.places.iter();
        !places.any(|place| place.a.overlaps(this.a) && place.b.overlaps(this.b))
    };
    let index = |program: &Program, start: u32| {
        let mut comments = program.comments.iter();
        comments.position(|comment| comment.span.start == start)
    };
    // Whether both of two couples are equal, and nothing but the first stands before the second.
    let follows = |first: [usize; 2], second: [usize; 2]| {
        [first, second].into_iter().all(|[i, j]| {
            let both = (a.comments.get(i)).zip(b.comments.get(j));
            both.is_some_and(|(of_a, of_b)| of_a.text == of_b.text)
        }) && (0..2).all(|side| !programs[side].has_words_between(first[side], second[side]))
    };
    let mut found: Vec<AlikePlaces> = Vec::new();
    let mut alone: Vec<AlikePlaces> = code.comments.iter().copied().filter(is_alone).collect();
    alone.sort_unstable();
    for comment in alone {
        let is_known = |known: &AlikePlaces| known.a.overlaps(comment.a);
        let (Some(i), Some(j)) = (index(a, comment.a.start), index(b, comment.b.start)) else {
            continue;
        };
        if found.last().is_some_and(is_known) {
            continue;
        }
        let (mut first, mut last) = ([i, j], [i, j]);
        while first[0] > 0 && first[1] > 0 && follows(first.map(|at| at - 1), first) {
            first = first.map(|at| at - 1);
        }
        while follows(last, last.map(|at| at + 1)) {
            last = last.map(|at| at + 1);
        }
        let span = |program: &Program, side: usize| {
            let [from, to] = [first[side], last[side]].map(|at| program.comments[at].span);
            Span::new(from.start, to.end)
        };
        found.push(AlikePlaces {
            a: span(a, 0),
            b: span(b, 1),
        });
    }
    found
}

/// Match and difference of the words and comments that begin at an offset.
type Marks = HashMap<u32, (usize, Option<Change>)>;

/// Marks the words and comments of a match on both sides.
fn mark(programs: &[Program; 2], owner: usize, place: AlikePlaces, marks: &mut [Marks; 2]) {
    let spans = [place.a, place.b];
    let words = [0, 1].map(|side| programs[side].words_in(spans[side]));
    let counterparts = align(words[0], words[1]);
    for side in [0, 1] {
        let (program, other) = (&programs[side], &programs[1 - side]);
        for (word, counterpart) in words[side].iter().zip(&counterparts[side]) {
            let change = match counterpart {
                Counterpart::Equal => None,
                Counterpart::Changed(at) => {
                    let span = words[1 - side][*at].span;
                    Some(Change::Other(other.text[span.indices()].iter().collect()))
                }
                Counterpart::Missing => Some(Change::Added),
            };
            marks[side].insert(word.span.start, (owner, change));
        }
        for comment in program.comments_in(spans[side]) {
            let mut theirs = other.comments_in(spans[1 - side]);
            let is_equal = theirs.any(|their| their.text == comment.text);
            let change = (!is_equal).then_some(Change::Comment);
            marks[side].insert(comment.span.start, (owner, change));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evidence::sample::program;
    use crate::find_evidence;
    use chachong_compare::{Choices, DocumentIndex};
    use chachong_import::Metadata;

    const FIRST: &str = "// adds the prices of all fruit that is ripe
double total(double *prices, int count) {
\tdouble sum = 0;
\tfor (int i = 0; i < count; i++) {
\t\tif (prices[i] > 0.75) sum += prices[i] * 1.19; // with tax
\t}
\treturn sum;
}
";
    const OTHER: &str = "int largest(int *row, int n) {
\tint best = row[0];
\tint at = 1;
\twhile (at < n) { if (row[at] > best) { best = row[at]; } at = at + 1; }
\treturn best;
}
";
    /// Programs that have nothing in common.
    const CLASS: [&str; 4] = [
        "while (queue.size() > 17) { node = queue.pop(); visit(node, \"seen\"); if (node.left) queue.push(node.left); }",
        "switch (key) { case 3: return open(door); case 4: return -1; default: break; } throw new Error(key);",
        "struct list { struct list *next; char name[20]; }; void add(struct list **at, char *n) { *at = make(n, *at); }",
        "FILE *in = fopen(argv[1], \"r\"); if (in == NULL) { perror(argv[1]); exit(2); } fclose(in);",
    ];

    fn documents(programs: &[&str]) -> Vec<Document> {
        let programs = programs.iter().enumerate();
        programs
            .map(|(number, text)| {
                let metadata = Metadata {
                    sha256: number.to_string(),
                    ..Metadata::default()
                };
                program(&format!("{number}.c"), text, metadata)
            })
            .collect()
    }

    /// Returns the first two of these programs as they are shown beside each other.
    fn view(programs: &[&str]) -> CodeView {
        let documents = documents(programs);
        let evidence = find_evidence(&documents, None, &[], &Choices::default());
        let code = evidence.code(DocumentIndex(0), DocumentIndex(1));
        CodeView::of([&documents[0], &documents[1]], code.unwrap()).unwrap()
    }

    fn changes(side: &CodeSide) -> Vec<(String, Change)> {
        let lines = side.lines.iter();
        lines
            .flat_map(|line| {
                let changed = line.pieces.iter().filter_map(|piece| {
                    let change = piece.change.clone()?;
                    Some((line.text[piece.bytes.clone()].to_owned(), change))
                });
                changed.collect::<Vec<_>>()
            })
            .collect()
    }

    /// Returns the pieces of the lines joined: the programs themselves.
    fn joined(side: &CodeSide) -> String {
        let lines = side.lines.iter().map(|line| {
            let pieces = line
                .pieces
                .iter()
                .map(|piece| &line.text[piece.bytes.clone()]);
            pieces.collect::<String>() + "\n"
        });
        lines.collect()
    }

    #[test]
    fn a_part_of_a_program_has_its_lines_with_their_numbers() {
        let documents = documents(&[FIRST]);
        let side = CodeSide::within(&documents[0], Span::new(60, 100)).unwrap();
        let lines: Vec<(usize, &str)> = (side.lines.iter())
            .map(|line| (line.number, line.text.as_str()))
            .collect();
        let all: Vec<&str> = FIRST.lines().collect();
        assert_eq!(lines, [(2, all[1]), (3, "    double sum = 0;")]);
        assert!(side.lines.iter().all(|line| line.owner.is_none()));
    }

    #[test]
    fn renamed_names_and_changed_numbers_and_comments_are_marked() {
        let copied = FIRST
            .replace("sum", "result")
            .replace("0.75", "0.8")
            .replace("with tax", "and the tax");
        let class = [&[FIRST, &copied], &CLASS[..]].concat();
        let view = view(&class);
        assert_eq!(view.matches.len(), 2, "the comment and the program");
        let program = &view.matches[1];
        assert_eq!(program.lines, [1..8, 1..8]);
        assert!(program.weight > 900, "{program:?}");
        let other = |word: &str| Change::Other(word.to_owned());
        assert_eq!(
            changes(&view.sides[0]),
            [
                ("sum".to_owned(), other("result")),
                ("0.75".to_owned(), other("0.8")),
                ("sum".to_owned(), other("result")),
                ("// with tax".to_owned(), Change::Comment),
                ("sum".to_owned(), other("result")),
            ]
        );
        assert_eq!(changes(&view.sides[1])[0].1, other("sum"));
        assert_eq!(joined(&view.sides[0]), FIRST.replace('\t', "    "));
    }

    #[test]
    fn comments_that_follow_each_other_are_one_match() {
        let remark = "// counts the apples and the pears in all baskets\n// of\n// the shop\n";
        let (one, two) = (
            format!("{remark}{FIRST}"),
            format!("{OTHER}{remark}x = 1;\n"),
        );
        let class = [&[one.as_str(), &two], &CLASS[..]].concat();
        let documents = documents(&class);
        let start = u32::try_from(OTHER.len()).unwrap();
        let span = |start: u32| Span::new(start, start + 49);
        let code = SharedCode {
            comments: vec![AlikePlaces {
                a: span(0),
                b: span(start),
            }],
            ..SharedCode::default()
        };
        let view = CodeView::of([&documents[0], &documents[1]], &code).unwrap();
        assert_eq!(view.matches.len(), 1);
        assert_eq!(view.matches[0].lines, [0..3, 6..9]);
    }

    #[test]
    fn functions_in_another_order_are_matches_of_their_own() {
        let (one, two) = (format!("{FIRST}{OTHER}"), format!("{OTHER}{FIRST}"));
        let class = [&[one.as_str(), &two], &CLASS[..]].concat();
        let view = view(&class);
        let lines: Vec<[Range<usize>; 2]> =
            (view.matches.iter()).map(|one| one.lines.clone()).collect();
        assert_eq!(lines, [[0..1, 6..7], [1..8, 7..14], [8..14, 0..6]]);
        assert!(changes(&view.sides[0]).is_empty());
    }

    #[test]
    fn code_that_half_of_the_class_has_is_given() {
        let with = |own: &str| format!("{own}\n{OTHER}");
        let copied = FIRST.replace("sum", "result");
        let mut class = vec![with(FIRST), with(&copied)];
        class.extend(CLASS.map(with));
        let class: Vec<&str> = class.iter().map(String::as_str).collect();
        let given = find_evidence(&documents(&class), None, &[], &Choices::default()).given_code;
        let characters = OTHER.chars().filter(|c| !c.is_whitespace()).count();
        let given = given.unwrap();
        assert_eq!((given.documents, given.of), (6, 6));
        // The last name of each program is the first word of what all have in common.
        assert!((characters..characters + 10).contains(&(given.characters as usize)));
        let view = view(&class);
        for side in &view.sides {
            let given = |line: &CodeLine| line.pieces.iter().any(|piece| piece.is_given);
            assert_eq!(side.lines.iter().position(given), Some(9));
            let last = side.lines.last().unwrap();
            assert!(last.pieces[0].is_given && last.pieces[0].owner.is_none());
        }
        assert_eq!(view.matches.len(), 2);
        assert_eq!(view.matches[1].lines, [1..8, 1..8]);
    }

    #[test]
    fn lines_are_numbered_whatever_ends_them() {
        let (windows, mac) = (FIRST.replace('\n', "\r\n"), FIRST.replace('\n', "\r"));
        let class = [&[windows.as_str(), &mac], &CLASS[..]].concat();
        for side in &view(&class).sides {
            assert_eq!(side.lines.len(), 8);
            assert_eq!(side.lines[7].number, 8);
            assert_eq!(side.lines[6].text, "    return sum;");
        }
    }
}
