//! Tests of the discovery of source files, and of what tools put beside them.

use super::*;

#[test]
fn source_files_are_documents_and_what_tools_made_is_named() {
    let dir = tempfile::tempdir().unwrap();
    let shrunk = "f(function(a){return a});".repeat(300);
    let files = [
        ("张三/main.c", "int main(void) { return 0; }\n"),
        ("张三/CMakeLists.txt", "project(a)\n"),
        ("张三/build/moc.cpp", "int x;\n"),
        ("张三/build/CMakeCache.txt", "A=1\n"),
        ("张三/cmake-build-debug/1.c", "int a;\n"),
        ("张三/cmake-build-debug/x/2.c", "int b;\n"),
        ("张三/cmake-build-debug/x/3.c", "int c;\n"),
        ("张三/cmake-build-debug/x/y/4.c", "int d;\n"),
        ("张三/release/main.c", "int main(void) { return 1; }\n"),
        ("张三/node_modules/left/package.json", "{}\n"),
        ("张三/node_modules/left/README.md", "left\n"),
        ("张三/__pycache__/a.py", "a = 1\n"),
        ("张三/index.html", "<p>x\n"),
        ("张三/jquery.js", shrunk.as_str()),
        ("张三/片.ts", "G\0\0\0\u{1}\u{2}\u{3}\0\0\0\0\u{4}"),
        ("李四/release/main.c", "int main(void) { return 2; }\n"),
        ("李四/source_files/cart.js", "let cart = 1;\n"),
        ("李四/a.min.js", "f()\n"),
    ];
    write_with_zip(dir.path(), "王五.zip", &files);
    let found = find(&[dir.path().to_owned()]);
    let read = [
        "张三/CMakeLists.txt",
        "张三/__pycache__/a.py",
        "张三/index.html",
        "张三/main.c",
        "李四/a.min.js",
        "李四/release/main.c",
        "李四/source_files/cart.js",
    ];
    let in_zip = |name: &&str| format!("王五.zip/{name}");
    let mut all: Vec<String> = read.iter().map(in_zip).collect();
    all.extend(read.map(str::to_owned));
    all.sort_unstable();
    assert_eq!(names(&found), all);
    let generated = found.passed_over.named().iter();
    let generated = generated.filter(|file| file.kind == FileKind::Generated);
    let generated: Vec<(&str, usize)> = generated
        .map(|file| (file.name.as_str(), file.files))
        .collect();
    let made = |name: &'static str, files| (name, files);
    assert_eq!(
        generated[..6],
        [
            made("张三/build/CMakeCache.txt", 1),
            made("张三/build/moc.cpp", 1),
            made("张三/cmake-build-debug", 4),
            made("张三/jquery.js", 1),
            made("张三/node_modules", 1),
            made("张三/release/main.c", 1),
        ]
    );
    assert_eq!(generated.len(), 12);
    assert_eq!(found.passed_over.count(FileKind::Unknown), 2);
    // A file or folder named by hand is taken.
    let named = find(&[dir.path().join("张三/jquery.js")]);
    assert_eq!(names(&named), ["jquery.js"]);
    let named = find(&[dir.path().join("张三/release")]);
    assert_eq!(names(&named), ["main.c"]);
}

#[test]
fn a_hidden_folder_with_a_program_is_named() {
    let dir = tempfile::tempdir().unwrap();
    let files = ["张三/.src/x/cart.js", "张三/.git/config", "张三/.cart.js"];
    let files = files.map(|name| (name, "let cart = 1;\n"));
    write_with_zip(dir.path(), "a.zip", &files);
    let found = find(&[dir.path().to_owned()]);
    let hidden: Vec<(&str, FileKind)> = passed_over(&found);
    for (place, kind) in [
        ("张三/.cart.js", FileKind::HiddenDocument),
        ("张三/.src", FileKind::HiddenDocument),
        ("张三/.git", FileKind::Hidden),
    ] {
        assert!(hidden.contains(&(place, kind)), "{hidden:?}");
        let in_zip = format!("a.zip/{place}");
        assert!(hidden.contains(&(in_zip.as_str(), kind)), "{hidden:?}");
    }
}

#[test]
fn a_repository_without_a_working_tree_is_one_name() {
    let dir = tempfile::tempdir().unwrap();
    let files = [
        "HEAD",
        "description",
        "hooks/update.sample",
        "objects/x",
        "refs/x",
    ];
    let files = files.map(|name| (format!("张三/shop.git/{name}"), "ref: refs/heads/main\n"));
    let files: Vec<(&str, &str)> = (files.iter())
        .map(|(name, text)| (&name[..], *text))
        .collect();
    write_with_zip(dir.path(), "a.zip", &files);
    let found = find(&[dir.path().to_owned()]);
    assert!(found.sources.is_empty(), "{:?}", found.sources);
    for place in ["张三/shop.git", "a.zip/张三/shop.git"] {
        assert!(passed_over(&found).contains(&(place, FileKind::Generated)));
    }
}

#[test]
fn a_students_files_in_a_repository_are_read() {
    let dir = tempfile::tempdir().unwrap();
    let text = "print(1)\n";
    let files = ["HEAD", "description", "objects/x", "refs/x"];
    let names = |student: &str| files.map(|name| format!("{student}/{name}"));
    let mut files: Vec<String> = ["张三", "李四"].iter().flat_map(|one| names(one)).collect();
    files.extend(["李四/main.py", "李四/论文.txt", "王五.git/hooks/main.py"].map(str::to_owned));
    let files: Vec<(&str, &str)> = files.iter().map(|name| (&name[..], text)).collect();
    write_with_zip(dir.path(), "a.zip", &files);
    let found = find(&[dir.path().to_owned()]);
    let read: Vec<&str> = (found.sources.iter()).map(|one| &one.name[..]).collect();
    let own = ["李四/main.py", "李四/论文.txt", "王五.git/hooks/main.py"];
    let mut expected: Vec<String> = own.map(str::to_owned).to_vec();
    expected.extend(own.map(|name| format!("a.zip/{name}")));
    expected.sort();
    assert_eq!(read, expected);
    for place in ["张三", "李四/HEAD", "李四/description", "李四/objects"] {
        for place in [place.to_owned(), format!("a.zip/{place}")] {
            assert!(passed_over(&found).contains(&(&place[..], FileKind::Generated)));
        }
    }
}

#[test]
fn a_licence_beside_sources_is_named_and_not_read() {
    let dir = tempfile::tempdir().unwrap();
    let licence = crate::licence::tests::MIT;
    let files = [
        ("张三/LICENSE.txt", licence),
        ("张三/cart.py", "print(1)\n"),
        ("李四/LICENSE.txt", licence),
    ];
    write_with_zip(dir.path(), "a.zip", &files);
    let found = find(&[dir.path().to_owned()]);
    let names: Vec<&str> = (found.sources.iter()).map(|one| &one.name[..]).collect();
    for below in ["", "a.zip/"] {
        let licensed = format!("{below}张三/LICENSE.txt");
        assert!(passed_over(&found).contains(&(&licensed[..], FileKind::Licence)));
        assert!(!names.contains(&&licensed[..]));
        assert!(names.contains(&&format!("{below}李四/LICENSE.txt")[..]));
    }
}

#[test]
fn a_packed_program_is_read_if_it_holds_its_source() {
    let dir = tempfile::tempdir().unwrap();
    let jar = |members: &[&str]| zipped(members.iter().map(|name| (name, "class A {}\n")));
    let with_source = jar(&["META-INF/MANIFEST.MF", "A.java", "A.class"]);
    let without = jar(&["META-INF/MANIFEST.MF", "A.class"]);
    let files = [
        ("张三.jar", &with_source),
        ("junit.jar", &without),
        ("gson-sources.jar", &with_source),
    ];
    write_with_zip(dir.path(), "李四.zip", &files);
    let found = find(&[dir.path().to_owned()]);
    assert_eq!(
        names(&found),
        ["张三.jar/A.java", "李四.zip/张三.jar/A.java"]
    );
    let programs = passed_over(&found)
        .into_iter()
        .filter(|(_, kind)| *kind == FileKind::Program);
    let programs: Vec<&str> = programs.map(|(name, _)| name).collect();
    let expected = [
        "gson-sources.jar",
        "junit.jar",
        "李四.zip/gson-sources.jar",
        "李四.zip/junit.jar",
    ];
    assert_eq!(programs, expected);
}

#[test]
fn a_source_file_beyond_what_people_write_has_a_row() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("张三.js");
    fs::write(&path, "// long\n".repeat(300_000)).unwrap();
    let found = find(&[dir.path().to_owned()]);
    let cause = ImportCause::SourceTooLarge { limit: 2 << 20 };
    assert_eq!(found.problems.len(), 1);
    assert_eq!(found.problems[0].1.cause, cause);
    assert_eq!(names(&find(&[path])), ["张三.js"]);
}

#[test]
fn an_empty_source_is_passed_over_beside_others() {
    let dir = tempfile::tempdir().unwrap();
    for (name, content) in [
        ("张三/app/__init__.py", ""),
        ("张三/app/models.py", "x = 1\n"),
        ("李四/main.py", ""),
    ] {
        let path = dir.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, content).unwrap();
    }
    let found = find(&[dir.path().to_owned()]);
    assert_eq!(names(&found), ["张三/app/models.py", "李四/main.py"]);
    assert_eq!(found.passed_over.count(FileKind::EmptySource), 1);
    let named = find(&[dir.path().join("张三/app/__init__.py")]);
    assert_eq!(names(&named), ["__init__.py"]);
}
