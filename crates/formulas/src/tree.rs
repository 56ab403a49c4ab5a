//! Formulas as trees. Sums and products hold their operands in no order; brackets that only group are dropped.
//!
//! Any row of lexemes gives a tree, because formulas of pdfs lack brackets and bars of fractions. Brackets may be
//! nested a hundred thousand deep, so nothing here is recursive.

use crate::lexemes::{Kind, Lexeme};
use crate::symbols::GROUP_OPEN;

/// Operation of a node on its operands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Role {
    Name,
    Leaf,
    Sum,
    Negative,
    PlusMinus,
    Product,
    Inverse,
    Power,
    Below,
    Root,
    Apply,
    Relation,
    List,
}

/// Node of a tree. Its operands come before it in the list of nodes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Node {
    pub(crate) role: Role,
    /// Number of the name, number, function or sign; 0 for other nodes.
    pub(crate) value: u64,
    pub(crate) below: Vec<u32>,
}

/// Tree of a formula: its nodes, with the root last.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Tree {
    pub(crate) nodes: Vec<Node>,
}

/// Operation that waits for its next operand.
#[derive(Clone, Copy, PartialEq)]
enum Waiting {
    Above,
    Below,
    /// A minus or ± before the operand of another waiting operation: the minus in the superscript of `e^-x`.
    Signed(Role),
    Root,
    RootOf(u32),
    Function(u32),
    Fraction,
    Divide(u32),
}

/// What stands inside one bracket, so far.
#[derive(Default)]
struct Frame {
    bracket: char,
    /// Whether the bracket touches a name: `f(x)`.
    touches: bool,
    lists: Vec<u32>,
    relations: Vec<u32>,
    terms: Vec<u32>,
    factors: Vec<(u32, bool)>,
    sign: Option<Role>,
    inverse: bool,
    waiting: Vec<Waiting>,
    /// Whether an operator or a sign stands behind the last factor.
    apart: bool,
}

impl Tree {
    /// Makes the tree of arranged lexemes.
    pub(crate) fn of(lexemes: &[Lexeme]) -> Self {
        let mut builder = Builder {
            tree: Self::default(),
            frames: vec![Frame::default()],
        };
        for (at, lexeme) in lexemes.iter().enumerate() {
            builder.take(lexeme, lexemes.get(at + 1));
        }
        while builder.frames.len() > 1 {
            builder.close(false);
        }
        if let Some(mut frame) = builder.frames.pop() {
            let root = builder.all(&mut frame);
            // The root of a single group may stand before nodes that nothing holds.
            if root as usize + 1 != builder.tree.nodes.len() {
                builder.node(Role::List, 0, vec![root]);
            }
        }
        builder.tree
    }
}

struct Builder {
    tree: Tree,
    frames: Vec<Frame>,
}

impl Builder {
    #[expect(
        clippy::cast_possible_truncation,
        reason = "a formula has a few hundred lexemes"
    )]
    fn node(&mut self, role: Role, value: u64, below: Vec<u32>) -> u32 {
        self.tree.nodes.push(Node { role, value, below });
        self.tree.nodes.len() as u32 - 1
    }

    fn role(&self, node: u32) -> Role {
        self.tree.nodes[node as usize].role
    }

    fn take(&mut self, lexeme: &Lexeme, next: Option<&Lexeme>) {
        match lexeme.kind {
            Kind::Name(value) => self.leaf(Role::Name, value),
            Kind::Number(value) | Kind::Limit(value) => self.leaf(Role::Leaf, value),
            Kind::Fixed(c) => self.leaf(Role::Leaf, u64::from(c)),
            Kind::Function(value) => {
                let node = self.node(Role::Leaf, value, Vec::new());
                let argument = matches!(
                    next,
                    Some(Lexeme {
                        kind: Kind::Open(_) | Kind::Script(_),
                        ..
                    })
                );
                if argument {
                    self.frame(|frame| frame.waiting.push(Waiting::Function(node)));
                } else {
                    self.operand(node);
                }
            }
            Kind::Operator(c) => self.operator(c),
            Kind::Relation(c) => {
                let leaf = self.node(Role::Leaf, u64::from(c), Vec::new());
                self.end_sum();
                self.frame(|frame| frame.relations.push(leaf));
            }
            Kind::Open(bracket) => {
                let touches = !lexeme.spaced
                    && bracket != GROUP_OPEN
                    && self.frames.last().is_some_and(|frame| {
                        !frame.apart
                            && frame.waiting.is_empty()
                            && frame
                                .factors
                                .last()
                                .is_some_and(|(node, _)| self.role(*node) == Role::Name)
                    });
                self.frames.push(Frame {
                    bracket,
                    touches,
                    ..Frame::default()
                });
            }
            Kind::Close(_) => {
                if self.frames.len() > 1 {
                    self.close(matches!(
                        next,
                        Some(Lexeme {
                            kind: Kind::Open(_),
                            ..
                        })
                    ));
                }
            }
            Kind::Comma | Kind::Semicolon => self.end_item(),
            Kind::Script(c) => self.script(c),
            Kind::Root => self.frame(|frame| frame.waiting.push(Waiting::Root)),
            Kind::Fraction => self.frame(|frame| frame.waiting.push(Waiting::Fraction)),
            Kind::Break | Kind::Code => {}
        }
    }

    fn frame(&mut self, change: impl FnOnce(&mut Frame)) {
        if let Some(frame) = self.frames.last_mut() {
            change(frame);
        }
    }

    fn leaf(&mut self, role: Role, value: u64) {
        let node = self.node(role, value, Vec::new());
        self.operand(node);
    }

    fn operator(&mut self, c: char) {
        match c {
            '·' => self.frame(|frame| frame.apart = true),
            '/' => self.frame(|frame| {
                frame.inverse = true;
                frame.apart = true;
            }),
            _ => {
                let sign = match c {
                    '-' => Some(Role::Negative),
                    '±' => Some(Role::PlusMinus),
                    _ => None,
                };
                if self
                    .frames
                    .last()
                    .is_some_and(|frame| !frame.waiting.is_empty())
                {
                    if let Some(sign) = sign {
                        self.frame(|frame| frame.waiting.push(Waiting::Signed(sign)));
                    }
                    return;
                }
                self.end_term();
                self.frame(|frame| {
                    frame.sign = match (frame.sign, sign) {
                        (Some(Role::Negative), Some(Role::Negative)) => None,
                        (before, None) => before,
                        (_, sign) => sign,
                    }
                });
            }
        }
    }

    fn script(&mut self, c: char) {
        let below = if c == '_' {
            Waiting::Below
        } else {
            Waiting::Above
        };
        let has_base = self
            .frames
            .last()
            .is_some_and(|frame| !frame.factors.is_empty() || !frame.waiting.is_empty());
        if has_base {
            self.frame(|frame| frame.waiting.push(below));
        }
    }

    /// Puts an operand where it is waited for, or among the factors.
    fn operand(&mut self, mut node: u32) {
        let Some(mut frame) = self.frames.pop() else {
            return;
        };
        loop {
            match frame.waiting.pop() {
                Some(script @ (Waiting::Above | Waiting::Below)) => {
                    let role = if script == Waiting::Above {
                        Role::Power
                    } else {
                        Role::Below
                    };
                    if let Some(Waiting::Function(function)) = frame.waiting.last_mut() {
                        *function = self.node(role, 0, vec![*function, node]);
                        break;
                    }
                    if let Some((base, _)) = frame.factors.last_mut() {
                        *base = self.node(role, 0, vec![*base, node]);
                        break;
                    }
                }
                Some(Waiting::Signed(sign)) => node = self.node(sign, 0, vec![node]),
                Some(Waiting::Root) => node = self.node(Role::Root, 0, vec![node]),
                Some(Waiting::RootOf(index)) => node = self.node(Role::Root, 0, vec![index, node]),
                Some(Waiting::Function(function)) => {
                    node = self.node(Role::Apply, 0, vec![function, node]);
                }
                Some(Waiting::Fraction) => {
                    frame.waiting.push(Waiting::Divide(node));
                    break;
                }
                Some(Waiting::Divide(over)) => {
                    let mut factors = Vec::new();
                    self.factor(over, false, &mut factors);
                    self.factor(node, true, &mut factors);
                    node = self.node(Role::Product, 0, factors);
                }
                None => {
                    frame.factors.push((node, frame.inverse));
                    frame.inverse = false;
                    frame.apart = false;
                    break;
                }
            }
        }
        self.frames.push(frame);
    }

    /// Adds what a factor consists of, under a fraction's bar or above it.
    fn factor(&mut self, node: u32, inverse: bool, into: &mut Vec<u32>) {
        let parts = match self.role(node) {
            Role::Product => self.tree.nodes[node as usize].below.clone(),
            _ => vec![node],
        };
        for part in parts {
            let part = match (inverse, self.role(part)) {
                (false, _) => part,
                (true, Role::Inverse) => self.tree.nodes[part as usize].below[0],
                (true, _) => self.node(Role::Inverse, 0, vec![part]),
            };
            into.push(part);
        }
    }

    /// Returns the node of several parts, or the only part; `None` without any.
    fn joined(&mut self, role: Role, parts: Vec<u32>) -> Option<u32> {
        match parts.as_slice() {
            [] => None,
            [one] => Some(*one),
            _ => Some(self.node(role, 0, parts)),
        }
    }

    fn end_term(&mut self) {
        let Some(mut frame) = self.frames.pop() else {
            return;
        };
        frame.waiting.clear();
        let (given, sign) = (std::mem::take(&mut frame.factors), frame.sign.take());
        (frame.inverse, frame.apart) = (false, false);
        let mut factors = Vec::new();
        for (node, inverse) in given {
            self.factor(node, inverse, &mut factors);
        }
        let term = self.joined(Role::Product, factors);
        match (term, sign) {
            (Some(term), Some(sign)) => {
                let signed = self.node(sign, 0, vec![term]);
                frame.terms.push(signed);
            }
            // A sum in brackets after a plus adds its terms.
            (Some(term), None) if self.role(term) == Role::Sum => {
                frame
                    .terms
                    .extend_from_slice(&self.tree.nodes[term as usize].below);
            }
            (Some(term), None) => frame.terms.push(term),
            (None, sign) => frame.sign = sign,
        }
        self.frames.push(frame);
    }

    fn end_sum(&mut self) {
        self.end_term();
        let Some(mut frame) = self.frames.pop() else {
            return;
        };
        frame.sign = None;
        let terms = std::mem::take(&mut frame.terms);
        frame.relations.extend(self.joined(Role::Sum, terms));
        self.frames.push(frame);
    }

    fn end_item(&mut self) {
        self.end_sum();
        let Some(mut frame) = self.frames.pop() else {
            return;
        };
        let parts = std::mem::take(&mut frame.relations);
        // Two commas in a row, `x, & x > 0` of LaTeX, hold nothing between them.
        frame.lists.extend(self.joined(Role::Relation, parts));
        self.frames.push(frame);
    }

    /// The node of all that a frame holds.
    fn all(&mut self, frame: &mut Frame) -> u32 {
        self.frames.push(std::mem::take(frame));
        self.end_item();
        let items = self.frames.pop().map_or_else(Vec::new, |frame| frame.lists);
        match items.as_slice() {
            [one] => *one,
            _ => self.node(Role::List, 0, items),
        }
    }

    fn close(&mut self, before_open: bool) {
        let Some(mut frame) = self.frames.pop() else {
            return;
        };
        let (bracket, touches) = (frame.bracket, frame.touches);
        let node = self.all(&mut frame);
        let is_sum = matches!(
            self.role(node),
            Role::Sum | Role::Negative | Role::PlusMinus
        );
        if touches
            && !is_sum
            && let Some(parent) = self.frames.last()
            && let Some((name, inverse)) = parent.factors.last().copied()
        {
            let applied = self.node(Role::Apply, 0, vec![name, node]);
            self.frame(|parent| {
                parent.factors.pop();
                parent.factors.push((applied, inverse));
            });
            return;
        }
        // `√[3](x)`: the index of a root.
        if bracket == '['
            && before_open
            && self
                .frames
                .last()
                .is_some_and(|frame| frame.waiting.last() == Some(&Waiting::Root))
        {
            self.frame(|frame| {
                frame.waiting.pop();
                frame.waiting.push(Waiting::RootOf(node));
            });
            return;
        }
        self.operand(node);
    }
}
