//! Tests with malicious libraries: one from elsewhere can lie only about its own documents, and nothing in it is run,
//! used as a path of this machine, or trusted about lengths.

mod content;

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use rusqlite::params;

use crate::program::{
    Dice, PROGRAM, Place, copy_library, done, fresh_copy, is_in_order, members, reseal, said,
    settle, sql, stderr, stdout, str, text, write_old, write_texts,
};

struct Ground {
    folder: Place,
    new: PathBuf,
}

impl Ground {
    fn new() -> Self {
        let folder = Place::new();
        write_texts(&folder.at("old"), 0..4, 40);
        let new = text(2, 40).replace("第2号", "另一份");
        let new = folder.write("new.txt", new);
        folder.done("library add -q base.chachong old");
        folder.done("check -q new.txt --library base.chachong");
        settle(&folder.at("base.chachong"));
        Self { folder, new }
    }

    fn place(&self, name: &str) -> PathBuf {
        self.folder.at(name)
    }

    fn fresh(&self) -> PathBuf {
        fresh_copy(&self.place("base.chachong"))
    }
}

/// Runs the program with at most 3 GB of address space, where a shell can limit it; it must end by itself, with 0 or 1.
fn bounded(arguments: &[&str]) -> Output {
    let mut limited = Command::new("sh");
    limited
        .args(["-c", "ulimit -v 3000000; exec timeout 120 \"$0\" \"$@\""])
        .arg(PROGRAM);
    let mut program = if cfg!(windows) {
        Command::new(PROGRAM)
    } else {
        limited
    };
    let output = program
        .args(arguments)
        .args(["--lang", "en"])
        .stdin(Stdio::null())
        .output()
        .unwrap();
    assert!(
        matches!(output.status.code(), Some(0 | 1)),
        "{arguments:?}: {}",
        said(&output)
    );
    assert!(
        !stderr(&output).contains("panicked"),
        "{arguments:?}: {}",
        said(&output)
    );
    output
}

/// Does everything that a person can do with a library, on copies of it.
fn everything(ground: &Ground, library: &Path, what: &str) -> Vec<Output> {
    let other = ground.place("work.second");
    copy_library(library, &other);
    let target = ground.place("work.target");
    let mut outputs = vec![
        bounded(&["library", "list", str(library), "--search", "图书馆"]),
        bounded(&["library", "list", str(library)]),
        bounded(&[
            "check",
            "-q",
            str(&ground.new),
            "--library",
            str(library),
            "--add",
        ]),
        bounded(&["library", "import", "-q", str(&target), str(&other)]),
        bounded(&["library", "verify", "-q", str(&other)]),
    ];
    if target.exists() {
        let verified = bounded(&["library", "verify", "-q", str(&target)]);
        assert!(verified.status.success(), "{what}: {}", said(&verified));
        outputs.push(verified);
    }
    outputs
}

#[test]
fn a_file_that_is_no_library_is_left_as_it_is() {
    let ground = Ground::new();
    let mut dice = Dice(3);
    let noise: Vec<u8> = (0..20_000)
        .map(|_| dice.below(256).to_le_bytes()[0])
        .collect();
    let other = ground.place("other.sqlite");
    sql(&other)
        .execute_batch("CREATE TABLE t (x); INSERT INTO t VALUES (1); PRAGMA journal_mode = WAL;")
        .unwrap();
    let spoiled = |statement: &str| {
        let library = ground.fresh();
        sql(&library).execute_batch(statement).unwrap();
        settle(&library);
        std::fs::read(&library).unwrap()
    };
    let files = [
        ("text", b"SQLite is not what this is.\n".to_vec()),
        ("noise", noise),
        ("header only", b"SQLite format 3\0".to_vec()),
        ("other", std::fs::read(&other).unwrap()),
        (
            "trigger",
            spoiled("CREATE TRIGGER x AFTER INSERT ON document BEGIN DELETE FROM text; END"),
        ),
        (
            // An underscore in LIKE matches any character.
            "hidden trigger",
            spoiled(
                "CREATE TRIGGER \"sqlite-stats\" AFTER INSERT ON document BEGIN DELETE FROM text; END",
            ),
        ),
        ("view", spoiled("CREATE VIEW x AS SELECT * FROM text")),
        ("table", spoiled("CREATE TABLE x (y)")),
        ("index", spoiled("CREATE INDEX x ON document (added)")),
        ("column", spoiled("ALTER TABLE member ADD COLUMN x TEXT")),
        (
            "renamed",
            spoiled("ALTER TABLE member RENAME COLUMN name TO title"),
        ),
        ("newer", spoiled("PRAGMA user_version = 99")),
        ("negative", spoiled("PRAGMA user_version = -1")),
        ("older", spoiled("PRAGMA user_version = 1")),
        ("another's", spoiled("PRAGMA application_id = 7")),
    ];
    for (name, bytes) in files {
        let library = ground.place("work.chachong");
        for ending in ["", "-wal", "-shm", ".index"] {
            let _ = std::fs::remove_file(ground.place(&format!("work.chachong{ending}")));
        }
        std::fs::write(&library, &bytes).unwrap();
        let target = ground.place("work.target");
        for arguments in [
            vec!["library", "list", str(&library)],
            vec!["library", "verify", "-q", str(&library)],
            vec!["library", "add", "-q", str(&library), str(&ground.new)],
            vec!["library", "remove", str(&library), "1"],
            vec![
                "library",
                "export",
                "-q",
                str(&library),
                str(&ground.place("work.export")),
            ],
            vec!["library", "import", "-q", str(&target), str(&library)],
            vec!["check", "-q", str(&ground.new), "--library", str(&library)],
        ] {
            let output = bounded(&arguments);
            assert_eq!(
                output.status.code(),
                Some(1),
                "{name} {arguments:?}: {}",
                said(&output)
            );
            let words = stderr(&output);
            let expected = if name == "newer" {
                "newer version of Chachong"
            } else {
                "is not a Chachong library"
            };
            assert!(words.contains(expected), "{name} {arguments:?}: {words}");
            assert_eq!(stdout(&output), "", "{name} {arguments:?}");
            assert!(
                std::fs::read(&library).unwrap() == bytes,
                "{name}: written to"
            );
        }
    }
    // An empty file is a library that was about to be made.
    let empty = ground.place("empty.chachong");
    std::fs::write(&empty, b"").unwrap();
    done(&["library", "import", "-q", str(&empty), str(&ground.fresh())]);
    assert!(!done(&["library", "list", str(&empty)]).contains("0 documents"));
}

/// Tries to give a text for the hash of a thesis by import, before and after the thesis itself is known.
#[test]
fn a_library_from_elsewhere_never_speaks_for_a_file_of_this_machine() {
    let ground = Ground::new();
    let thesis = ground.place("thesis.txt");
    write_old(&thesis, text(800, 40).as_bytes());
    let source = ground.place("source.txt");
    write_old(&source, text(800, 40).replace("第800号", "旧").as_bytes());

    // Hostile library: has the thesis's hash, name, path, size and time, with another text.
    let hostile = ground.place("hostile.chachong");
    done(&["library", "add", "-q", str(&hostile), str(&thesis)]);
    let harmless = ground.place("harmless.txt");
    write_old(&harmless, text(801, 40).as_bytes());
    done(&["library", "add", "-q", str(&hostile), str(&harmless)]);
    sql(&hostile)
        .execute_batch(
            "UPDATE text SET body = (SELECT body FROM text WHERE document = 2) WHERE document = 1;
             UPDATE member SET name = (SELECT CAST(path AS TEXT) FROM member WHERE document = 1);
             DELETE FROM member WHERE document = 2;",
        )
        .unwrap();
    reseal(&hostile);
    done(&["library", "verify", "-q", str(&hostile)]);

    // 1. Imported before the thesis is known.
    let library = ground.place("own.chachong");
    done(&["library", "add", "-q", str(&library), str(&source)]);
    let imported = done(&["library", "import", "-q", str(&library), str(&hostile)]);
    assert!(imported.contains("1 document added"), "{imported}");
    let local_paths: i64 = sql(&library)
        .query_row(
            "SELECT (SELECT count(*) FROM member WHERE substr(path, 1, 1) IN (x'2f', x'5c'))
             + (SELECT count(*) FROM path WHERE substr(path, 1, 1) IN (x'2f', x'5c'))",
            (),
            |row| row.get(0),
        )
        .unwrap();
    // The two paths of the source, which was read here.
    assert_eq!(local_paths, 2);
    let check = done(&["check", "-q", str(&thesis), "--library", str(&library)]);
    assert!(
        check.contains("library:source.txt"),
        "the thesis was not read itself: {check}"
    );
    let document: i64 = sql(&library)
        .query_row(
            "SELECT id FROM document WHERE reader > 0 AND id > 1",
            (),
            |row| row.get(0),
        )
        .unwrap();
    let found = members(&library);
    let texts: Vec<&String> = found
        .iter()
        .filter(|(id, ..)| id.0 == document)
        .filter_map(|(_, _, text)| text.as_ref())
        .collect();
    assert!(texts == [&text(800, 40)]);

    // 2. Imported after the thesis was checked, though it is no member yet: it becomes one with its own text and
    //    passages.
    let library = ground.place("second.chachong");
    crate::program::new_library(&library);
    done(&["check", "-q", str(&thesis), "--library", str(&library)]);
    done(&["library", "import", "-q", str(&library), str(&hostile)]);
    assert!(members(&library)[0].2 == Some(text(800, 40)));
    let check = done(&["check", "-q", str(&source), "--library", str(&library)]);
    assert!(check.contains("library:"), "{check}");
    is_in_order(&library);

    // 3. A document that came from one library is not changed by another.
    let library = ground.place("third.chachong");
    let honest = ground.place("honest.chachong");
    done(&["library", "add", "-q", str(&honest), str(&thesis)]);
    done(&["library", "import", "-q", str(&library), str(&honest)]);
    done(&["library", "import", "-q", str(&library), str(&hostile)]);
    assert!(members(&library)[0].2 == Some(text(800, 40)));
    is_in_order(&library);
}

/// Paths in a library are opened only for a lost text, and their content is taken only if it has that file's hash.
#[test]
fn paths_of_a_library_are_not_followed() {
    let ground = Ground::new();
    let secret = ground.place("secret.txt");
    write_old(&secret, text(900, 40).as_bytes());
    let stamp = chachong_library::FileStamp::of(&secret).unwrap();
    let library = ground.fresh();
    sql(&library)
        .execute(
            "UPDATE path SET path = CAST(?1 AS BLOB), bytes = ?2, modified = ?3 WHERE document = 1",
            params![str(&secret), stamp.bytes.cast_signed(), stamp.modified],
        )
        .unwrap();
    sql(&library)
        .execute_batch(&format!(
            "UPDATE member SET path = CAST('{}' AS BLOB);
             UPDATE text SET body = x'00' WHERE document = 1;",
            str(&secret)
        ))
        .unwrap();
    for output in everything(&ground, &library, "secret") {
        assert!(!stdout(&output).contains("第900号"));
    }
    let lost = ground.place("work.second");
    assert!(
        members(&lost)
            .iter()
            .all(|(_, _, found)| *found != Some(text(900, 40)))
    );
    // A pipe in its place would wait for a writer for ever.
    #[cfg(unix)]
    {
        let pipe = ground.place("pipe.txt");
        Command::new("mkfifo").arg(&pipe).status().unwrap();
        let library = ground.fresh();
        sql(&library)
            .execute_batch(&format!(
                "UPDATE member SET path = CAST('{0}' AS BLOB);
                 DELETE FROM path; INSERT INTO path VALUES (CAST('{0}' AS BLOB), 1, 'x', 1, 1);
                 UPDATE text SET body = x'00';",
                str(&pipe)
            ))
            .unwrap();
        everything(&ground, &library, "pipe");
    }
}
