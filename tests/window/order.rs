//! Order of the window's folders: which parts of `src/app` may import which others. The sources are parsed and every path
//! that begins at the crate's root is looked at, outside `#[cfg(test)]`. The order of crates is Cargo's to hold.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use syn::visit::{self, Visit};
use syn::{Attribute, File, Item, ItemMod, ItemUse, Macro, UseTree};

/// Folders and files directly in `src/app`, each before those that may import it; `src/app/mod.rs` imports all. The
/// endings of errands change the window, so `errands` names the window's own type besides.
#[rustfmt::skip]
const WINDOW: [&str; 28] = [
    "one_shot", "off_frame", "options", "graphics", "instance", "model", "widgets", "reader", "shared_texts", "leads", "documents", "document", "pair", "pairs",
    "groups", "matrix", "library", "settings", "about", "welcome", "start", "shell", "panes", "work", "errands", "launch", "update", "App",
];

fn is_test(attributes: &[Attribute]) -> bool {
    let is_test = |attribute: &Attribute| {
        attribute.path().is_ident("cfg")
            && attribute
                .parse_args::<syn::Path>()
                .is_ok_and(|condition| condition.is_ident("test"))
    };
    attributes.iter().any(is_test)
}

/// Collector of the names that a source takes from the crate's root.
#[derive(Default)]
struct Paths {
    /// First names after `crate`: `app` or `cli`.
    of_root: BTreeSet<String>,
    /// Names that follow `app` in a path: folders and files of the window.
    of_window: BTreeSet<String>,
}

impl Paths {
    fn of(source: &File) -> Self {
        let mut paths = Self::default();
        paths.visit_file(source);
        paths
    }

    /// Notes a path given by its segments, if it begins with `crate`.
    fn note(&mut self, segments: &[String]) {
        let [root, name, rest @ ..] = segments else {
            return;
        };
        if root == "crate" {
            self.of_root.insert(name.clone());
            if name == "app" {
                self.of_window.extend(rest.first().cloned());
            }
        }
    }

    fn note_tree(&mut self, before: &mut Vec<String>, tree: &UseTree) {
        let name = match tree {
            UseTree::Path(path) => path.ident.to_string(),
            UseTree::Name(name) => name.ident.to_string(),
            UseTree::Rename(name) => name.ident.to_string(),
            UseTree::Glob(_) => "*".to_owned(),
            UseTree::Group(group) => {
                for tree in &group.items {
                    self.note_tree(before, tree);
                }
                return;
            }
        };
        before.push(name);
        if let UseTree::Path(path) = tree {
            self.note_tree(before, &path.tree);
        } else {
            self.note(before);
        }
        before.pop();
    }
}

impl<'s> Visit<'s> for Paths {
    fn visit_item_mod(&mut self, module: &'s ItemMod) {
        if !is_test(&module.attrs) {
            visit::visit_item_mod(self, module);
        }
    }

    fn visit_item_use(&mut self, item: &'s ItemUse) {
        if !is_test(&item.attrs) {
            self.note_tree(&mut Vec::new(), &item.tree);
        }
    }

    fn visit_path(&mut self, path: &'s syn::Path) {
        let segments: Vec<String> = (path.segments.iter())
            .map(|segment| segment.ident.to_string())
            .collect();
        self.note(&segments);
        visit::visit_path(self, path);
    }

    /// Looks through a macro's tokens, which are not parsed, for `crate::app::name` and `crate::cli`.
    fn visit_macro(&mut self, item: &'s Macro) {
        let tokens = item.tokens.to_string();
        let words: Vec<String> = tokens
            .split(|c: char| !c.is_alphanumeric() && !matches!(c, '_' | ':'))
            .flat_map(|word| word.split("::"))
            .filter(|word| !word.is_empty())
            .map(ToOwned::to_owned)
            .collect();
        for at in 0..words.len() {
            self.note(&words[at..words.len().min(at + 3)]);
        }
        visit::visit_macro(self, item);
    }
}

/// Returns the folders and files of the window that a file of `app::module` names and may not, because they stand after
/// its own in [`WINDOW`]. Only paths that begin with `crate::app` are seen, as `src/app` writes them.
fn back_arrows(module: &[&str], source: &File) -> Vec<String> {
    let place = |name: &str| WINDOW.iter().position(|known| *known == name);
    let ["app", own, ..] = module else {
        return Vec::new();
    };
    let own_type = |to: &str| to == "App" && matches!(*own, "errands" | "launch" | "update");
    Paths::of(source)
        .of_window
        .into_iter()
        .filter(|to| place(to).is_none_or(|to| place(own).is_none_or(|own| to > own)))
        .filter(|to| !own_type(to) && *own != to.as_str())
        // Constants and functions of `src/app/mod.rs` itself.
        .filter(|to| to.chars().any(char::is_lowercase) || to.len() == 1)
        .collect()
}

/// Module file: path from the crate's root, place and content.
struct Source {
    module: Vec<String>,
    place: PathBuf,
    content: File,
}

/// Reads a file and all files of modules declared in it, except for tests.
fn read(module: Vec<String>, place: PathBuf, folder: &Path, sources: &mut Vec<Source>) {
    let text = std::fs::read_to_string(&place).unwrap();
    let content = syn::parse_file(&text).unwrap();
    for item in &content.items {
        let Item::Mod(declared) = item else { continue };
        if declared.content.is_some() || is_test(&declared.attrs) {
            continue;
        }
        let name = declared.ident.to_string();
        let folder = folder.join(&name);
        let file = folder.with_extension("rs");
        let file = if file.is_file() {
            file
        } else {
            folder.join("mod.rs")
        };
        let module = [module.as_slice(), &[name]].concat();
        read(module, file, &folder, sources);
    }
    sources.push(Source {
        module,
        place,
        content,
    });
}

#[test]
fn every_part_of_the_window_imports_only_parts_before_it() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut sources = Vec::new();
    read(Vec::new(), src.join("lib.rs"), &src, &mut sources);
    assert!(sources.len() > 200, "{} files were read", sources.len());
    let mut wrong = Vec::new();
    for source in &sources {
        let module: Vec<&str> = source.module.iter().map(String::as_str).collect();
        for to in back_arrows(&module, &source.content) {
            wrong.push(format!("{} imports app::{to}", source.place.display()));
        }
        // The command line and the window do not name each other.
        let other = match module.first() {
            Some(&"app") => "cli",
            Some(&"cli") => "app",
            _ => continue,
        };
        if Paths::of(&source.content).of_root.contains(other) {
            wrong.push(format!("{} imports {other}", source.place.display()));
        }
    }
    // ARCHITECTURE.md shows the order to people.
    assert!(wrong.is_empty(), "against the order:\n{}", wrong.join("\n"));
}

#[test]
fn the_command_line_does_not_name_egui() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut folders = vec![src.join("cli")];
    let mut read = 0;
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else {
                read += 1;
                let source = std::fs::read_to_string(&path).unwrap();
                for window in ["egui::", "eframe::", "rfd::"] {
                    assert!(
                        !source.contains(window),
                        "{} names {window}",
                        path.display()
                    );
                }
            }
        }
    }
    assert!(read > 20, "{read} files were read");
}

#[test]
fn a_back_arrow_is_found_however_it_is_written() {
    let found = |source: &str| {
        let source: File = syn::parse_str(source).unwrap();
        back_arrows(&["app", "groups", "page"], &source)
    };
    for source in [
        "use crate::app::shell;",
        "use crate::app::shell::toolbar as other;",
        "use crate::{app::{model::State, shell::{self, Bar}}, cli};",
        "pub use crate::app::shell::*;",
        "fn f() -> crate::app::shell::Bar { todo!() }",
        "fn f() { println!(\"{}\", [crate::app::shell::NAME].len()); }",
        "#[cfg(feature = \"gui\")] use crate::app::shell;",
        "#[cfg(not(test))] mod inner { use crate::app::shell; }",
    ] {
        assert_eq!(found(source), ["shell"], "{source}");
    }
    for source in [
        "use crate::app::{model::State, widgets};",
        "use super::shell; use self::shell::Bar; use shell::Bar;",
        "/// Like [`crate::app::shell::Bar`].\nfn f() {}",
        "#[cfg(test)] mod tests { use crate::app::shell; }",
        "#[cfg(test)] use crate::app::shell;",
    ] {
        assert_eq!(found(source), [""; 0], "{source}");
    }
}

#[test]
fn each_place_has_its_own_order() {
    let found = |module: &str, source: &str| {
        let module: Vec<&str> = module.split("::").collect();
        back_arrows(&module, &syn::parse_str(source).unwrap())
    };
    let source = "use crate::app::model::state::State; use crate::app::{pair::page, widgets};";
    assert_eq!(found("app::reader::pane", source), ["pair"]);
    assert_eq!(found("app::groups::page", source), [""; 0]);
    assert_eq!(found("app::model::state", source), ["pair", "widgets"]);
    assert_eq!(found("app::pair::page", "use crate::app::App;"), ["App"]);
    assert_eq!(found("app::errands", "use crate::app::App;"), [""; 0]);
    assert_eq!(
        found("app::unknown", "use crate::app::model::page::Page;"),
        ["model"]
    );
}
