//! Structure of the file: the heading or paragraph to which each text on each page belongs, for programs that read the
//! file aloud or convert it.

use pdf_writer::types::StructRole;
use pdf_writer::writers::StructTreeRoot;
use pdf_writer::{Finish, Pdf, Ref, TextStr};

use super::short;
use crate::pdf::sheets::{Role, Sheets};

/// Part of a heading or paragraph.
enum Child {
    /// Marked text: index of the page, number of the mark.
    Words(usize, i32),
    /// Index of a link.
    Link(usize),
}

/// Structure of a report.
pub(super) struct Structure {
    pages: Vec<Ref>,
    roles: Vec<(Role, Vec<Child>)>,
    /// For each page the roles of its marked texts, by their numbers.
    marks: Vec<Vec<usize>>,
    /// Annotations of the links.
    links: Vec<Ref>,
}

/// Returns the key of a page or, after the pages, of a link in the tree of parents.
pub(super) fn key(index: usize) -> i32 {
    i32::try_from(index).unwrap_or(i32::MAX)
}

impl Structure {
    pub(super) fn new(sheets: &Sheets, pages: Vec<Ref>) -> Self {
        Self {
            marks: vec![Vec::new(); pages.len()],
            pages,
            roles: (sheets.roles.iter())
                .map(|role| (role.clone(), Vec::new()))
                .collect(),
            links: Vec::new(),
        }
    }

    /// Adds marked text to a role and returns the mark's number.
    pub(super) fn add_words(&mut self, page: usize, role: usize) -> i32 {
        let marks = &mut self.marks[page];
        let id = key(marks.len());
        marks.push(role);
        if let Some((_, children)) = self.roles.get_mut(role) {
            children.push(Child::Words(page, id));
        }
        id
    }

    /// Adds a link to a role and returns its key in the tree of parents.
    pub(super) fn add_link(&mut self, link: Ref, role: usize) -> i32 {
        if let Some((_, children)) = self.roles.get_mut(role) {
            children.push(Child::Link(self.links.len()));
        }
        self.links.push(link);
        key(self.pages.len() + self.links.len() - 1)
    }

    /// Writes the structure and returns its root.
    pub(super) fn write(&self, pdf: &mut Pdf, next: &mut Ref) -> Ref {
        let (root, document) = (next.bump(), next.bump());
        let ids: Vec<Ref> = self.roles.iter().map(|_| next.bump()).collect();
        let of_links: Vec<Ref> = self.links.iter().map(|_| next.bump()).collect();
        let written =
            || (self.roles.iter().zip(&ids)).filter(|((_, children), _)| !children.is_empty());
        let mut whole = pdf.struct_element(document);
        whole.kind(StructRole::Document).parent(root);
        let mut children = whole.children();
        for (_, &id) in written() {
            children.struct_element(id);
        }
        children.finish();
        whole.finish();
        for ((role, children), &id) in written() {
            let mut element = pdf.struct_element(id);
            element.parent(document);
            match role {
                Role::Heading(level, text) => {
                    let kind = if *level > 1 {
                        StructRole::H2
                    } else {
                        StructRole::H1
                    };
                    element.kind(kind).title(TextStr(&short(text)));
                }
                Role::Paragraph => {
                    element.kind(StructRole::P);
                }
            }
            let mut parts = element.children();
            for child in children {
                match *child {
                    Child::Words(page, mark) => {
                        (parts.marked_content_ref())
                            .page(self.pages[page])
                            .marked_content_id(mark);
                    }
                    Child::Link(link) => {
                        parts.struct_element(of_links[link]);
                    }
                }
            }
            parts.finish();
            element.finish();
            for child in children {
                if let Child::Link(link) = *child {
                    let mut element = pdf.struct_element(of_links[link]);
                    element.kind(StructRole::Link).parent(id);
                    element.children().object_ref().object(self.links[link]);
                }
            }
        }
        self.write_root(pdf, next, [root, document], &ids, &of_links);
        root
    }

    fn write_root(
        &self,
        pdf: &mut Pdf,
        next: &mut Ref,
        [root, document]: [Ref; 2],
        ids: &[Ref],
        of_links: &[Ref],
    ) {
        let parents: Vec<Ref> = self.marks.iter().map(|_| next.bump()).collect();
        for (&id, marks) in parents.iter().zip(&self.marks) {
            let of_marks = marks.iter().filter_map(|&role| ids.get(role).copied());
            pdf.indirect(id).array().items(of_marks);
        }
        let mut tree = pdf.indirect(root).start::<StructTreeRoot<'_>>();
        tree.child(document);
        let mut parent_tree = tree.parent_tree();
        let mut numbers = parent_tree.nums();
        for (index, &id) in parents.iter().chain(of_links).enumerate() {
            numbers.insert(key(index), id);
        }
        numbers.finish();
        parent_tree.finish();
        tree.parent_tree_next_key(key(parents.len() + of_links.len()));
    }
}
