//! Decides which source files and pages of a search were made by tools, from the files around them: a folder counts as
//! a build's only beside the build's description and beside sources that a person wrote, and as a saved page's only
//! beside the page. A name alone is no evidence, because a student may call a folder `release`.

use std::collections::{HashMap, HashSet};
use std::fs::File;
use std::path::{Path, PathBuf};

use walkdir::WalkDir;

use super::packages::{is_package, packages_in};
use super::project_tool::{MARKS, Tool};
use super::repository::is_of_repository;
use super::source_files::{Making, has_ending, making};
use super::{FileKind, Format};

/// Endings of web pages and of the templates they are made from: they, and packages of Node, use libraries that are shrunk.
const PAGES: [&str; 15] = [
    "html", "htm", "xhtml", "shtml", "php", "phtml", "jsp", "asp", "aspx", "cshtml", "vue",
    "svelte", "ejs", "wxml", "twig",
];
/// Extensions of files that a browser saves beside a page.
const OF_PAGES: [&str; 11] = [
    "js", "mjs", "cjs", "css", "html", "htm", "php", "asp", "aspx", "jsp", "phtml",
];

/// Files of a search that show what the source files around them are.
#[derive(Debug, Default)]
pub(super) struct Surroundings {
    /// Tools of the projects that stand in a folder.
    tools: HashMap<PathBuf, Vec<Tool>>,
    /// Folders in which `CMake` keeps its findings.
    caches: HashSet<PathBuf>,
    /// Files with a name of [`MARKS`], with that name in lower case.
    marks: HashSet<PathBuf>,
    /// Paths of web pages, without their endings.
    pages: HashSet<PathBuf>,
    /// Submissions with a web page or a package of Node, as [`Self::submission`] gives them.
    with_pages: HashSet<PathBuf>,
    /// Archives of a whole class: they hold several folders, and no document beside them.
    classes: HashSet<PathBuf>,
}

/// File that was found, of a format that tools write.
#[derive(Clone, Copy, Debug)]
pub(super) struct FoundFile<'p> {
    pub(super) path: &'p Path,
    pub(super) format: Format,
    /// Path given by the person, below which it was found.
    pub(super) root: &'p Path,
    /// Whether its content was shrunk by a program.
    pub(super) is_shrunk: bool,
    /// Whether it counts only if there is no other source: its head says that a tool wrote it, it is empty, or it is a licence.
    pub(super) is_beside_others: bool,
}

impl Surroundings {
    /// Notes a file that was met below `root`, whatever becomes of it. If it is in an archive, the archive must be noted before.
    pub(super) fn note(&mut self, path: &Path, root: &Path) {
        let (Some(name), Some(folder)) = (path.file_name(), path.parent()) else {
            return;
        };
        let name = name.to_string_lossy().to_lowercase();
        if name == "cmakecache.txt" {
            self.caches.insert(folder.to_owned());
        }
        if MARKS.contains(&name.as_str()) {
            self.marks.insert(folder.join(&name));
        }
        let tool = Tool::of(&name);
        if let Some(tool) = tool {
            // The file of Unity lies in a folder of settings.
            let settings = (tool == Tool::Unity).then(|| folder.parent()).flatten();
            let project = settings.unwrap_or(folder).to_owned();
            self.tools.entry(project).or_default().push(tool);
        }
        let ending = name.rsplit_once('.').map_or("", |(_, ending)| ending);
        let is_page = PAGES.contains(&ending);
        if is_page && ending.contains("htm") {
            self.pages.insert(path.with_extension(""));
        }
        if is_page || tool == Some(Tool::Node) {
            let submission = self.submission(path, root).to_owned();
            self.with_pages.insert(submission);
        }
    }

    /// Notes an archive, by the places of the documents in it.
    pub(super) fn note_archive<'m>(
        &mut self,
        archive: &Path,
        places: impl Iterator<Item = &'m str>,
    ) {
        let folders: Option<HashSet<&str>> = places
            .map(|place| place.split_once('/').map(|(folder, _)| folder))
            .collect();
        if folders.is_some_and(|folders| folders.len() > 1) {
            self.classes.insert(archive.to_owned());
        }
    }

    /// Returns the folder, around a file, of which each folder is likely one student's: the archive of a class, or the root.
    fn class<'p>(&self, path: &'p Path, root: &'p Path) -> &'p Path {
        let mut around = folders(path, root);
        let class = around.find(|folder| self.classes.contains(*folder));
        class.unwrap_or(root)
    }

    /// Returns what is likely one student's: the folder right below the class around a file, or the class for its own files.
    fn submission<'p>(&self, path: &'p Path, root: &'p Path) -> &'p Path {
        let class = self.class(path, root);
        let below = folders(path, class).take_while(|folder| *folder != class);
        below.last().unwrap_or(class)
    }

    /// Returns for each file the path that stands for it in the list of what was passed over, a folder that a tool
    /// filled or the file itself; `None` for what a person may have written.
    pub(super) fn generated<'p>(&self, found: &[FoundFile<'p>]) -> Vec<Option<&'p Path>> {
        let places: Vec<Option<Filled<'p>>> = found.iter().map(|one| self.filled(*one)).collect();
        // Folders, and submissions, with sources that no tool put there.
        let mut written: HashSet<&Path> = HashSet::new();
        for (one, place) in found.iter().zip(&places) {
            if is_program(one.path, one.format)
                && place.is_none()
                && !one.is_shrunk
                && !one.is_beside_others
            {
                written.extend(folders(one.path, one.root));
            }
        }
        let stands_for = found.iter().zip(places).map(|(one, place)| match place {
            Some(Filled { folder, project }) if project.is_none_or(|p| written.contains(p)) => {
                Some(folder)
            }
            // A student's folder has other sources. Files right below the class may be a student's each.
            _ if one.is_beside_others => {
                let submission = self.submission(one.path, one.root);
                let is_folder = submission != self.class(one.path, one.root);
                (is_folder && written.contains(submission)).then_some(one.path)
            }
            _ if one.is_shrunk => {
                let submission = self.submission(one.path, one.root);
                let is_library = self.with_pages.contains(submission)
                    && (written.contains(submission) || is_named_shrunk(one.path));
                is_library.then_some(one.path)
            }
            _ => None,
        });
        stands_for.collect()
    }

    /// Returns the outermost folder around a file that a tool may have filled.
    fn filled<'p>(&self, one: FoundFile<'p>) -> Option<Filled<'p>> {
        let mut outermost = None;
        for folder in folders(one.path, one.root).take_while(|folder| *folder != one.root) {
            let project = folder.parent()?;
            let name = folder.file_name()?.to_string_lossy();
            if self.is_of_page(folder, &name) && has_ending(one.path, &OF_PAGES) {
                let project = None;
                outermost = Some(Filled { folder, project });
            } else if self.is_built(folder, project, &name.to_lowercase()) {
                // An environment has no sources of its own: the program for which it was made has them.
                let is_environment = self.tools_in(project).contains(&Tool::Venv);
                let project = if is_environment {
                    self.submission(one.path, one.root)
                } else {
                    project
                };
                let project = Some(project);
                outermost = Some(Filled { folder, project });
            }
        }
        outermost
    }

    /// Returns whether a browser saved the folder beside a page.
    fn is_of_page(&self, folder: &Path, name: &str) -> bool {
        let page = ["_files", ".files"]
            .iter()
            .find_map(|end| name.strip_suffix(end));
        page.is_some_and(|page| self.pages.contains(&folder.with_file_name(page)))
    }

    fn is_built(&self, folder: &Path, project: &Path, name: &str) -> bool {
        let fills = |tool: &Tool| {
            let mark = tool.mark().map(|mark| folder.join(mark));
            tool.fills(name) && mark.is_none_or(|mark| self.marks.contains(&mark))
        };
        self.tools_in(project).iter().any(fills)
            // What CMake builds in the folder of the sources itself is no folder of its own.
            || (self.caches.contains(folder) && !self.tools_in(folder).contains(&Tool::CMake))
    }

    /// Returns the tools of the projects that stand in a folder.
    fn tools_in(&self, folder: &Path) -> &[Tool] {
        self.tools.get(folder).map_or(&[][..], Vec::as_slice)
    }
}

/// Folder that a tool may have filled.
#[derive(Clone, Copy, Debug)]
struct Filled<'p> {
    folder: &'p Path,
    /// Folder that has sources of its own if the tool filled the other one: that of the project that was built, or the submission with an
    /// environment of Python; `None` for what a browser saved.
    project: Option<&'p Path>,
}

/// Whether tools write files of a format into the folders that they fill: code, pages about it, licences and lists. Other
/// documents there are a person's.
pub(super) const fn is_of_tools(format: Format) -> bool {
    matches!(
        format,
        Format::Source | Format::Html | Format::Txt | Format::Markdown
    )
}

/// Whether a file is a source file other than one that tells a tool how to build.
fn is_program(path: &Path, format: Format) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    format == Format::Source && Tool::of(&name.to_lowercase()).is_none()
}

/// Returns the folders around a file, the nearest first, up to and with the root.
fn folders<'p>(path: &'p Path, root: &'p Path) -> impl Iterator<Item = &'p Path> {
    (path.ancestors().skip(1)).take_while(move |folder| folder.starts_with(root))
}

/// Returns whether a name says that the script was shrunk or put together by a program.
pub(super) fn is_named_shrunk(path: &Path) -> bool {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let stem = stem.to_lowercase();
    [".min", ".bundle", "-min"]
        .iter()
        .any(|end| stem.ends_with(end))
}

/// Whether tools made a file on the disk, by its place below `root` and what lies there.
pub(super) fn is_generated(path: &Path, root: &Path) -> bool {
    let below = path.strip_prefix(root).unwrap_or(path).to_string_lossy();
    let mut between = path
        .ancestors()
        .take_while(|one| *one != root && one.starts_with(root));
    if packages_in(&below.replace('\\', "/")).is_some() || between.any(is_of_repository) {
        return true;
    }
    let Some(format) = Format::of(path).filter(|format| is_of_tools(*format)) else {
        return false;
    };
    let mut around = Surroundings::default();
    for folder in folders(path, root) {
        let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
        for entry in entries {
            around.note(&entry.path(), root);
        }
    }
    let found = FoundFile {
        path,
        format,
        root,
        is_shrunk: false,
        is_beside_others: false,
    };
    match around.filled(found) {
        Some(Filled { folder, project }) => {
            project.is_none_or(|project| has_source(project, folder))
        }
        None => format == Format::Source && is_named_shrunk(path) && is_shrunk_file(path),
    }
}

/// Whether a folder on the disk has a source file outside `without`.
fn has_source(folder: &Path, without: &Path) -> bool {
    let entries = WalkDir::new(folder).into_iter().filter_entry(|entry| {
        entry.path() != without
            && !is_package(entry.path())
            && (entry.depth() == 0
                || FileKind::of_name(&entry.file_name().to_string_lossy()).is_none())
    });
    entries.filter_map(Result::ok).any(|entry| {
        let is_program = |format| is_program(entry.path(), format);
        entry.file_type().is_file() && Format::of(entry.path()).is_some_and(is_program)
    })
}

fn is_shrunk_file(path: &Path) -> bool {
    let file = File::open(path);
    let length = |file: &File| file.metadata().map_or(0, |metadata| metadata.len());
    file.is_ok_and(|mut file| making(path, length(&file), &mut file) == Making::Shrunk)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the paths that stand for the sources passed over among these files below `班`; those with `!` are shrunk, those
    /// with `?` count only without others.
    fn passed(files: &[&str]) -> Vec<String> {
        let root = Path::new("班");
        let all: Vec<(PathBuf, &str)> = (files.iter())
            .map(|file| (root.join(file.trim_end_matches(['!', '?'])), *file))
            .collect();
        let mut around = Surroundings::default();
        for (path, _) in &all {
            around.note(path, root);
        }
        let found: Vec<FoundFile<'_>> = (all.iter())
            .filter_map(|(path, file)| {
                let format = Format::of(path).filter(|format| is_of_tools(*format))?;
                Some(FoundFile {
                    path,
                    format,
                    root,
                    is_shrunk: file.ends_with('!'),
                    is_beside_others: file.ends_with('?'),
                })
            })
            .collect();
        let generated = around.generated(&found).into_iter().flatten();
        let below = generated.filter_map(|path| path.strip_prefix(root).ok());
        let mut below: Vec<String> = below.map(|path| path.display().to_string()).collect();
        below.dedup();
        below
    }

    #[test]
    fn what_says_that_a_tool_wrote_it_is_passed_over_beside_other_sources() {
        assert_eq!(passed(&["张三/y.tab.c?", "张三/p.y"]), ["张三/y.tab.c"]);
        assert!(passed(&["张三/y.tab.c?", "李四/p.y"]).is_empty());
        assert!(passed(&["y.tab.c?", "p.y"]).is_empty());
    }

    #[test]
    fn each_folder_of_an_archive_is_a_students_unless_a_file_lies_beside() {
        let submission = |places: &[&str]| {
            let mut around = Surroundings::default();
            around.note_archive(Path::new("班/a.zip"), places.iter().copied());
            let path = Path::new("班/a.zip/张三/y.tab.c");
            around.submission(path, Path::new("班")).to_owned()
        };
        let student = submission(&["张三/y.tab.c", "李四/p.y"]);
        assert_eq!(student, Path::new("班/a.zip/张三"));
        for of_one in [
            &["张三/y.tab.c", "张三/p.y"][..],
            &["张三/y.tab.c", "李四/p.y", "a.c"],
        ] {
            assert_eq!(submission(of_one), Path::new("班/a.zip"));
        }
    }

    #[test]
    fn a_folder_is_a_builds_beside_what_builds_it_and_sources() {
        for (project, source, built) in [
            (
                "Cargo.toml",
                "src/main.rs",
                "target/debug/build/x/out/bind.rs",
            ),
            ("pom.xml", "src/main/java/A.java", "target/classes/app.js"),
            ("build.gradle", "src/A.kt", "build/reports/js/report.js"),
            (
                "CMakeLists.txt",
                "main.cpp",
                "cmake-build-debug/moc_main.cpp",
            ),
            ("Netz.pro", "main.cpp", "release/moc_main.cpp"),
            ("package.json", "src/a.ts", "dist/a.js"),
            ("A.csproj", "A.cs", "obj/Debug/net8.0/A.AssemblyInfo.cs"),
            ("setup.py", "a.py", "build/lib/a.py"),
            (
                "ProjectSettings/ProjectVersion.txt",
                "Assets/Cart.cs",
                "Library/PackageCache/x/Y.cs",
            ),
        ] {
            let at = |name: &str| format!("张三/{name}");
            let (project, source, built) = (at(project), at(source), at(built));
            let folder: Vec<&str> = built.splitn(3, '/').take(2).collect();
            assert_eq!(passed(&[&project, &source, &built]), [folder.join("/")]);
            // Without a project, and without sources elsewhere, a person may have written it.
            assert!(passed(&[&source, &built]).is_empty(), "{built}");
            let by_others = ["李四/main.c", &project, &built];
            assert!(passed(&by_others).is_empty(), "{built}");
        }
        let environment = [
            "张三/env/pyvenv.cfg",
            "张三/env/Lib/site-packages/six.py",
            "张三/env/main.py",
        ];
        assert_eq!(passed(&environment), ["张三/env/Lib"]);
        let scripts = [
            "张三/env/pyvenv.cfg",
            "张三/env/Scripts/x.py",
            "李四/main.py",
        ];
        assert!(passed(&scripts).is_empty());
        let cache = ["张三/main.c", "张三/out/CMakeCache.txt", "张三/out/x/id.c"];
        assert_eq!(passed(&cache), ["张三/out"]);
        let pages = [
            "张三/pom.xml",
            "张三/A.java",
            "张三/target/site/A.html",
            "张三/target/报告.docx",
        ];
        assert_eq!(passed(&pages), ["张三/target"]);
        assert!(passed(&["张三/pom.xml", "张三/index.html", "张三/target/A.html"]).is_empty());
        let within = ["张三/CMakeLists.txt", "张三/CMakeCache.txt", "张三/main.c"];
        assert!(passed(&within).is_empty());
    }

    #[test]
    fn a_folder_is_of_packages_with_what_the_tool_leaves_there() {
        for (project, source, mark, package) in [
            (
                "composer.json",
                "index.php",
                "vendor/autoload.php",
                "vendor/monolog/Logger.php",
            ),
            (
                "go.mod",
                "main.go",
                "vendor/modules.txt",
                "vendor/github.com/x/y.go",
            ),
            (
                "Podfile",
                "App/Cart.swift",
                "Pods/Manifest.lock",
                "Pods/Alamofire/Session.swift",
            ),
        ] {
            let [project, source, mark, package] =
                [project, source, mark, package].map(|name| format!("张三/{name}"));
            let folder: Vec<&str> = package.splitn(3, '/').take(2).collect();
            let files: [&str; 4] = [&project, &source, &mark, &package];
            assert_eq!(passed(&files), [folder.join("/")]);
            // A student may call a folder so.
            assert!(passed(&[&project, &source, &package]).is_empty());
            assert!(passed(&files[1..]).is_empty());
        }
    }

    #[test]
    fn a_folder_is_a_pages_beside_the_page_and_holds_what_browsers_save() {
        let page = [
            "张三/新闻.html",
            "张三/新闻_files/jquery.js",
            "张三/新闻_files/a.css",
        ];
        assert_eq!(passed(&page), ["张三/新闻_files"]);
        assert_eq!(passed(&["x.HTM", "x.files/a.js"]), ["x.files"]);
        assert!(passed(&page[1..]).is_empty());
        assert!(passed(&["张三/source_files/cart.js", "张三/cart.html"]).is_empty());
        assert!(passed(&["张三/x.html", "张三/x_files/Main.java"]).is_empty());
    }

    #[test]
    fn files_on_the_disk_are_judged_like_those_of_a_search() {
        let dir = tempfile::tempdir().unwrap();
        let at = |name: &str| dir.path().join(name);
        for name in [
            "张三/pom.xml",
            "张三/A.java",
            "张三/target/B.java",
            "李四/target/B.java",
            "王五/pom.xml",
            "王五/target/B.java",
            "张三/node_modules/x/package.json",
            "张三/node_modules/y/b.js",
            "赵六/shop/HEAD",
            "赵六/shop/objects/x",
            "赵六/shop/refs/x",
        ] {
            std::fs::create_dir_all(at(name).parent().unwrap()).unwrap();
            std::fs::write(at(name), "x").unwrap();
        }
        let judge = |name: &str| is_generated(&at(name), dir.path());
        assert!(judge("张三/target/B.java") && judge("张三/node_modules/x/a.js"));
        assert!(!judge("李四/target/B.java") && !judge("王五/target/B.java"));
        assert!(judge("赵六/shop/description") && !judge("赵六/description"));
        assert!(is_package(&at("张三/node_modules/x")));
        assert!(!is_package(&at("张三/node_modules/y")));
    }

    #[test]
    fn a_shrunk_script_is_a_library_where_a_page_uses_it_and_there_are_programs() {
        let page = ["张三/a/index.html", "张三/js/app.js", "张三/js/x.js!"];
        assert_eq!(passed(&page), ["张三/js/x.js"]);
        // The only program of a submission, unless its name says what it is.
        assert!(passed(&["张三/index.html", "张三/x.js!", "李四/a.js"]).is_empty());
        let only = ["张三/index.html", "张三/x.min.js!"];
        assert_eq!(passed(&only), ["张三/x.min.js"]);
        // Programs without a page use no libraries of pages; a name alone says nothing.
        assert!(passed(&["a.js", "b.js", "copy.min.js!"]).is_empty());
        assert!(passed(&["张三/index.html", "张三/a.js", "张三/b.min.js"]).is_empty());
    }
}
