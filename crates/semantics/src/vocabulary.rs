//! Vocabulary of the tokenizer: a tree of characters that finds all pieces at a position of a text in one walk.

/// Piece of the vocabulary: its number and the logarithm of its probability.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Piece {
    pub id: u32,
    pub score: f32,
}

/// Tree of the pieces' characters; the children of a node stand side by side, in order of their characters.
pub(super) struct Vocabulary {
    nodes: Vec<Node>,
    lowest_score: f32,
}

struct Node {
    character: char,
    first_child: u32,
    last_child: u32,
    piece: Option<Piece>,
}

/// Pieces that begin alike, whose next characters become children of a node.
struct Open {
    node: usize,
    from: usize,
    to: usize,
    /// Length of the common beginning in bytes.
    depth: usize,
}

impl Vocabulary {
    /// Reads the section `pieces` of the model: the score (f32), length in bytes (u8) and text of each piece.
    ///
    /// Returns `None` if the lengths do not fit.
    pub fn read(bytes: &[u8]) -> Option<Self> {
        let mut pieces = Vec::new();
        let mut rest = bytes;
        while !rest.is_empty() {
            let (score, behind) = rest.split_first_chunk()?;
            let (&length, behind) = behind.split_first()?;
            let (text, behind) = behind.split_at_checked(usize::from(length))?;
            let id = u32::try_from(pieces.len()).ok()?;
            let score = f32::from_le_bytes(*score);
            pieces.push((str::from_utf8(text).ok()?, Piece { id, score }));
            rest = behind;
        }
        Self::new(pieces)
    }

    /// Builds a tree of texts and their pieces; `None` for an empty text or more than 2^32 nodes.
    pub fn new(mut pieces: Vec<(&str, Piece)>) -> Option<Self> {
        pieces.sort_unstable_by_key(|(text, _)| *text);
        let lowest_score =
            (pieces.iter()).fold(f32::INFINITY, |low, (_, piece)| low.min(piece.score));
        let mut nodes = vec![Node::new('\0')];
        let mut open = std::collections::VecDeque::from([Open {
            node: 0,
            from: 0,
            to: pieces.len(),
            depth: 0,
        }]);
        while let Some(Open {
            node,
            mut from,
            to,
            depth,
        }) = open.pop_front()
        {
            if depth > 0
                && pieces
                    .get(from)
                    .is_some_and(|(text, _)| text.len() == depth)
            {
                nodes[node].piece = Some(pieces[from].1);
                from += 1;
            }
            nodes[node].first_child = u32::try_from(nodes.len()).ok()?;
            while from < to {
                let character = pieces[from].0.get(depth..)?.chars().next()?;
                let alike = pieces[from..to]
                    .partition_point(|(text, _)| text[depth..].starts_with(character));
                open.push_back(Open {
                    node: nodes.len(),
                    from,
                    to: from + alike,
                    depth: depth + character.len_utf8(),
                });
                nodes.push(Node::new(character));
                from += alike;
            }
            nodes[node].last_child = u32::try_from(nodes.len()).ok()?;
        }
        Some(Self {
            nodes,
            lowest_score,
        })
    }

    /// Returns the lowest score of a piece.
    pub const fn lowest_score(&self) -> f32 {
        self.lowest_score
    }

    /// Calls `found` for each piece at the start of `text`, shortest first, with its length in characters.
    pub fn pieces_at(&self, text: &[char], mut found: impl FnMut(usize, Piece)) {
        let mut node = &self.nodes[0];
        for (depth, character) in text.iter().enumerate() {
            let children = &self.nodes[node.first_child as usize..node.last_child as usize];
            let Ok(at) = children.binary_search_by_key(character, |child| child.character) else {
                return;
            };
            node = &children[at];
            if let Some(piece) = node.piece {
                found(depth + 1, piece);
            }
        }
    }
}

impl Node {
    const fn new(character: char) -> Self {
        Self {
            character,
            first_child: 0,
            last_child: 0,
            piece: None,
        }
    }
}
