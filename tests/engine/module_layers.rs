//! Layers of the program: which top-level module of `src` may import which others. The sources are parsed and every
//! path that begins at the crate's root is looked at, outside `#[cfg(test)]`.
#![expect(clippy::panic, reason = "a test that cannot go on stops")]
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use syn::visit::{self, Visit};
use syn::{Attribute, File, Item, ItemMod, ItemUse, Macro, UseTree, Visibility};

/// Modules that any other may import.
const FOR_ALL: [&str; 3] = ["processor", "log", "typeface"];

/// Top-level modules, each below all modules that it may import besides itself and [`FOR_ALL`]. The command line and
/// the window do not name each other.
#[rustfmt::skip]
const LAYERS: [(&str, &[&str]); 18] = [
    ("processor", &[]),
    ("log", &[]),
    ("typeface", &[]),
    ("recognition", &[]),
    ("text", &[]),
    ("import", &["text", "recognition"]),
    ("simhash", &["text"]),
    ("index", &["simhash"]),
    ("compare", &["text", "simhash", "index"]),
    ("semantics", &["text"]),
    ("library", &["text", "recognition", "import", "simhash", "index", "compare"]),
    ("check", &["text", "import", "simhash", "index", "compare", "library", "semantics"]),
    ("session", &["text", "recognition", "import", "simhash", "index", "compare", "library", "semantics", "check"]),
    ("i18n", &["text", "recognition", "import", "simhash", "index", "compare", "library", "semantics", "check"]),
    ("report", &["text", "import", "simhash", "index", "compare", "library", "semantics", "check", "i18n"]),
    ("lab", &["text", "import", "simhash", "index", "compare", "library", "semantics", "check", "i18n", "report"]),
    ("cli", &["text", "recognition", "import", "simhash", "index", "compare", "library", "semantics", "check", "session", "i18n", "report", "lab"]),
    ("app", &["text", "recognition", "import", "simhash", "index", "compare", "library", "semantics", "check", "session", "i18n", "report", "lab"]),
];

/// Returns whether code in the top-level module `from` may name the top-level module `to`.
fn may_import(from: &str, to: &str) -> bool {
    let allowed = LAYERS.iter().find(|(module, _)| *module == from);
    from == to || FOR_ALL.contains(&to) || allowed.is_some_and(|(_, below)| below.contains(&to))
}

fn is_test(attributes: &[Attribute]) -> bool {
    let is_test = |attribute: &Attribute| {
        attribute.path().is_ident("cfg")
            && attribute
                .parse_args::<syn::Path>()
                .is_ok_and(|condition| condition.is_ident("test"))
    };
    attributes.iter().any(is_test)
}

/// Folders and files directly in `src/app`, each before those that may import it; `src/app/mod.rs` imports all. The
/// endings of errands change the window, so `errands` names the window's own type besides.
#[rustfmt::skip]
const WINDOW: [&str; 27] = [
    "one_shot", "off_frame", "options", "instance", "model", "widgets", "reader", "shared_texts", "leads", "documents", "document", "pair", "pairs",
    "groups", "matrix", "library", "settings", "about", "welcome", "start", "shell", "panes", "work", "errands", "launch", "update", "App",
];

/// Collector of the names that a source takes from the crate's root: top-level modules, or what the root re-exports.
struct Paths {
    /// Path of the module that is visited; empty for the crate's root.
    module: Vec<String>,
    found: BTreeSet<String>,
    /// Names that follow `app` in a path: folders and files of the window.
    of_window: BTreeSet<String>,
}

impl Paths {
    /// Collects the names that `source`, the file of `module`, takes from the root.
    fn of(module: &[&str], source: &File) -> Self {
        let mut paths = Self {
            module: module.iter().map(ToString::to_string).collect(),
            found: BTreeSet::new(),
            of_window: BTreeSet::new(),
        };
        paths.visit_file(source);
        paths
    }

    /// Notes a path given by its segments, if it begins at the root: `crate::…`, or as many `super` as the module is
    /// deep.
    fn note(&mut self, segments: &[String]) {
        let supers = segments.iter().take_while(|name| *name == "super").count();
        let to_root = match segments.first().map(String::as_str) {
            Some("crate") => 1,
            Some("super") if supers == self.module.len() => supers,
            _ => return,
        };
        if let Some(name) = segments.get(to_root).filter(|name| *name != "self") {
            self.found.insert(name.clone());
            if name == "app" {
                self.of_window.extend(segments.get(to_root + 1).cloned());
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
        if is_test(&module.attrs) {
            return;
        }
        self.module.push(module.ident.to_string());
        visit::visit_item_mod(self, module);
        self.module.pop();
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

    /// Looks through a macro's tokens, which are not parsed, for `crate::name`.
    fn visit_macro(&mut self, item: &'s Macro) {
        let tokens = item.tokens.to_string();
        let words = tokens
            .split(|c: char| !c.is_alphanumeric() && !matches!(c, '_' | ':'))
            .flat_map(|word| word.split("::"))
            .filter(|word| !word.is_empty());
        let words: Vec<&str> = words.collect();
        for pair in words.windows(2) {
            if let ["crate", name] = *pair {
                self.found.insert(name.to_owned());
            }
        }
        visit::visit_macro(self, item);
    }
}

/// Names that the crate's root re-exports, each with the top-level module it comes from.
fn root_exports(root: &File) -> BTreeMap<String, String> {
    fn add(from: Option<&str>, tree: &UseTree, exports: &mut BTreeMap<String, String>) {
        let mut export = |name: &syn::Ident| {
            let from = from.map_or_else(|| name.to_string(), str::to_owned);
            exports.insert(name.to_string(), from);
        };
        match tree {
            UseTree::Name(name) => export(&name.ident),
            UseTree::Rename(name) => export(&name.rename),
            UseTree::Glob(_) => {}
            UseTree::Group(group) => {
                for tree in &group.items {
                    add(from, tree, exports);
                }
            }
            UseTree::Path(path) => {
                let name = path.ident.to_string();
                let is_root = matches!(name.as_str(), "crate" | "self");
                add(from.or((!is_root).then_some(&name)), &path.tree, exports);
            }
        }
    }
    let mut exports = BTreeMap::new();
    for item in &root.items {
        if let Item::Use(item) = item
            && !matches!(item.vis, Visibility::Inherited)
        {
            add(None, &item.tree, &mut exports);
        }
    }
    exports
}

/// Returns the modules that a file of `module` names and may not.
fn back_arrows(module: &[&str], source: &File, exports: &BTreeMap<String, String>) -> Vec<String> {
    let Some(from) = module.first() else {
        return Vec::new();
    };
    Paths::of(module, source)
        .found
        .into_iter()
        .map(|name| exports.get(&name).cloned().unwrap_or(name))
        .filter(|to| !may_import(from, to))
        .collect()
}

/// Returns the folders and files of the window that a file of `app::module` names and may not, because they stand after
/// its own in [`WINDOW`]. Only paths that begin with `crate::app` are seen, as `src/app` writes them.
fn back_arrows_of_window(module: &[&str], source: &File) -> Vec<String> {
    let place = |name: &str| WINDOW.iter().position(|known| *known == name);
    let ["app", own, ..] = module else {
        return Vec::new();
    };
    let own_type = |to: &str| to == "App" && matches!(*own, "errands" | "launch" | "update");
    Paths::of(module, source)
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

fn parsed(place: &Path) -> File {
    let text = std::fs::read_to_string(place).unwrap();
    syn::parse_file(&text).unwrap_or_else(|error| panic!("{}: {error}", place.display()))
}

/// Reads a file and all files of modules declared in it, except for tests.
fn read(module: Vec<String>, place: PathBuf, folder: &Path, sources: &mut Vec<Source>) {
    let content = parsed(&place);
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

fn sources() -> Vec<Source> {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut sources = Vec::new();
    read(Vec::new(), src.join("lib.rs"), &src, &mut sources);
    sources
}

#[test]
fn every_module_imports_only_modules_above_it() {
    let sources = sources();
    let root = sources.iter().find(|source| source.module.is_empty());
    let exports = root_exports(&root.unwrap().content);
    let mut wrong = Vec::new();
    for source in &sources {
        let module: Vec<&str> = source.module.iter().map(String::as_str).collect();
        for to in back_arrows(&module, &source.content, &exports) {
            wrong.push(format!("{} imports {to}", source.place.display()));
        }
        for to in back_arrows_of_window(&module, &source.content) {
            wrong.push(format!("{} imports app::{to}", source.place.display()));
        }
    }
    // ARCHITECTURE.md shows the layers to people.
    assert!(
        wrong.is_empty(),
        "against the layers:\n{}",
        wrong.join("\n")
    );
    assert!(sources.len() > 200, "{} files were read", sources.len());
}

#[test]
fn every_top_level_module_has_its_layer() {
    let top: BTreeSet<String> = (sources().into_iter())
        .filter_map(|source| source.module.into_iter().next())
        .collect();
    let layers: BTreeSet<String> = LAYERS.map(|(module, _)| module.to_owned()).into();
    assert_eq!(top, layers);
    for (at, (module, below)) in LAYERS.into_iter().enumerate() {
        let above = |name: &&str| LAYERS[..at].iter().any(|(module, _)| module == name);
        assert!(below.iter().all(above), "{module}");
    }
}

#[test]
fn a_back_arrow_is_found_however_it_is_written() {
    let root = syn::parse_str("pub use session::Session; pub use crate::lab::{a as Figure};");
    let exports = root_exports(&root.unwrap());
    let found = |module: &str, source: &str| {
        let module: Vec<&str> = module.split("::").collect();
        back_arrows(&module, &syn::parse_str(source).unwrap(), &exports)
    };
    for source in [
        "use crate::session;",
        "use crate::session::Session;",
        "use crate::session as other;",
        "use crate::{simhash::Fingerprint, session::{self, Event}};",
        "pub use crate::session::*;",
        "use crate::Session;",
        "use super::super::session::Event;",
        "fn f() -> crate::session::Event { todo!() }",
        "fn f() { super::super::session::start(); }",
        "fn f() { println!(\"{}\", [crate::session::NAME].len()); }",
        "mod inner { use super::super::super::session; }",
        "#[cfg(feature = \"gui\")] use crate::session;",
        "#[cfg(not(test))] mod inner { use crate::session; }",
    ] {
        assert_eq!(found("compare::pair", source), ["session"], "{source}");
    }
    assert_eq!(found("report", "use crate::Figure;"), ["lab"]);
    assert_eq!(found("index", "use super::text::Token;"), ["text"]);
    assert_eq!(found("session", "use crate::*;"), ["*"]);
    for source in [
        "use crate::{index::BlockIndex, text::{Mark, MarkReason}};",
        "use crate::compare::Span; use crate::processor::PROCESSOR;",
        "use super::session; use self::session::Event; use session::Event;",
        "use std::session; pub(in crate::compare) fn f() {}",
        "/// Like [`crate::session::Event`].\nfn f() {}",
        "#[cfg(test)] mod tests { use crate::session; }",
        "#[cfg(test)] use crate::session;",
    ] {
        assert_eq!(found("compare::pair", source), [""; 0], "{source}");
    }
    assert_eq!(
        found("cli::check", "use crate::lab::systems::System;"),
        [""; 0]
    );
}

#[test]
fn a_back_arrow_within_the_window_is_found() {
    let found = |module: &str, source: &str| {
        let module: Vec<&str> = module.split("::").collect();
        back_arrows_of_window(&module, &syn::parse_str(source).unwrap())
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
