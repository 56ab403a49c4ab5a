//! No output overwrites anything that a command reads or keeps: all outputs of all commands against all inputs, by name, by
//! link, by hard link, by `..` and by letter case; and no report replaces a file that this program did not write.

use std::collections::BTreeMap;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use tempfile::TempDir;

use crate::program::{chachong, command_in, done, said, stderr, str, text};

/// Options of `check` and `report` that name a file or a folder to write.
const OUTPUTS: [&str; 8] = [
    "--json",
    "--csv",
    "--documents-csv",
    "--submissions-csv",
    "--xlsx",
    "--html",
    "--pdf",
    "--docx",
];
/// Libraries with all files that lie or may come to lie beside them.
const LIBRARIES: [&str; 9] = [
    "L",
    "L.index",
    "L.lock",
    "L-wal",
    "L-shm",
    "L-journal",
    "M",
    "M.index",
    "M-wal",
];

/// Folder with something of everything that commands read.
struct World(TempDir);

impl World {
    fn new() -> Self {
        let world = Self(tempfile::tempdir().unwrap());
        std::fs::create_dir(world.at("in")).unwrap();
        for (number, name) in [(1, "in/a.txt"), (2, "in/b.txt"), (3, "t.txt")] {
            std::fs::write(world.at(name), text(number, 30)).unwrap();
        }
        let mut class = zip::ZipWriter::new(std::fs::File::create(world.at("class.zip")).unwrap());
        class
            .start_file("c.txt", zip::write::SimpleFileOptions::default())
            .unwrap();
        class.write_all(text(4, 30).as_bytes()).unwrap();
        class.finish().unwrap();
        for library in ["L", "M"] {
            done(&[
                "library",
                "add",
                "-q",
                &world.name(library),
                &world.name("t.txt"),
            ]);
        }
        let json = world.name("check.json");
        let library = world.name("L");
        done(&[
            "check",
            "-q",
            &world.name("in"),
            "--library",
            &library,
            "--json",
            &json,
        ]);
        let pair = r#"{"a":"in/a.txt","b":"in/b.txt","copy":false}"#;
        std::fs::write(world.at("pairs.jsonl"), pair).unwrap();
        world
    }

    fn at(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn name(&self, name: &str) -> String {
        str(&self.at(name)).to_owned()
    }

    /// Everything below the folder, with its bytes.
    fn all(&self) -> BTreeMap<PathBuf, Vec<u8>> {
        let entries = walkdir::WalkDir::new(self.0.path()).into_iter();
        let file = |entry: walkdir::DirEntry| {
            let bytes = std::fs::read(entry.path()).unwrap_or_default();
            (entry.into_path(), bytes)
        };
        entries.map(|entry| file(entry.unwrap())).collect()
    }

    /// Other names of a file; links that are made for it are taken away with the returned folder.
    fn names_of(&self, name: &str) -> (TempDir, Vec<PathBuf>) {
        let links = tempfile::tempdir_in(self.0.path()).unwrap();
        let file = self.at(name);
        let mut names = vec![file.clone(), self.at("in").join("..").join(name)];
        if file.exists() {
            let hard = links.path().join("hard");
            std::fs::hard_link(&file, &hard).unwrap();
            names.push(hard);
        }
        #[cfg(unix)]
        {
            let link = links.path().join("link");
            std::os::unix::fs::symlink(&file, &link).unwrap();
            let folder = links.path().join("folder");
            std::os::unix::fs::symlink(self.0.path(), &folder).unwrap();
            names.extend([link, folder.join(name)]);
        }
        let upper = self.at(&name.to_uppercase());
        if upper != file && upper.exists() {
            names.push(upper);
        }
        (links, names)
    }

    /// Expects that a command with this output is refused, by whatever name, that it names the output, and that nothing at all
    /// changes.
    fn refuses(&self, arguments: &[&str], option: Option<&str>, input: &str) {
        let (_links, names) = self.names_of(input);
        let before = self.all();
        for (place, name) in names.iter().enumerate() {
            let output = option.into_iter().chain([str(name)]);
            let whole: Vec<&str> = arguments.iter().copied().chain(output).collect();
            let language = ["en", "zh"][place % 2];
            let ended = command_in(language, &whole).output().unwrap();
            assert_eq!(ended.status.code(), Some(1), "{whole:?}: {}", said(&ended));
            let told = stderr(&ended);
            let of_name = name.file_name().unwrap().to_str().unwrap();
            assert!(told.contains(of_name), "{whole:?}: {told}");
            assert!(self.all() == before, "{whole:?} changed something: {told}");
        }
    }
}

#[test]
fn no_report_of_a_check_overwrites_what_it_reads() {
    let world = World::new();
    let [folder, class, one, library, more, template] =
        ["in", "class.zip", "in/a.txt", "L", "M", "t.txt"].map(|name| world.name(name));
    let check = [
        "check",
        "-q",
        &folder,
        &class,
        &one,
        "--library",
        &library,
        "--library",
        &more,
        "--template",
        &template,
    ];
    for option in OUTPUTS {
        for input in ["in/a.txt", "in/b.txt", "class.zip", "t.txt"]
            .iter()
            .chain(&LIBRARIES)
        {
            world.refuses(&check, Some(option), input);
        }
    }
}

#[test]
fn no_report_of_a_saved_check_overwrites_what_it_reads() {
    let world = World::new();
    let [library, more, json] = ["L", "M", "check.json"].map(|name| world.name(name));
    let of_number = ["report", "1", "--library", &library, "--library", &more];
    let of_json = ["report", &json, "--library", &library];
    for option in OUTPUTS {
        for input in LIBRARIES {
            world.refuses(&of_number, Some(option), input);
        }
        world.refuses(&of_json, Some(option), "check.json");
    }
}

#[test]
fn no_other_command_overwrites_what_it_reads() {
    let world = World::new();
    let [a, b, template, library, more] =
        ["in/a.txt", "in/b.txt", "t.txt", "L", "M"].map(|name| world.name(name));
    for input in ["in/a.txt", "in/b.txt", "t.txt"] {
        world.refuses(
            &["compare", &a, &b, "--template", &template],
            Some("--html"),
            input,
        );
    }
    let pairs = world.name("pairs.jsonl");
    for input in ["pairs.jsonl", "in/a.txt", "in/b.txt"] {
        world.refuses(&["evaluate", "-q", &pairs], Some("--csv"), input);
    }
    for input in &LIBRARIES[..6] {
        world.refuses(&["library", "export", "-q", &library], None, input);
        world.refuses(&["library", "copy", "-q", &library], None, input);
    }
    world.refuses(&["library", "import", "-q", &library], None, "L");
    world.refuses(&["library", "export", "-q", &library], None, "t.txt");
    world.refuses(&["library", "export", "-q", &more], None, "L");
    let empty = world.at("empty.txt");
    std::fs::write(&empty, "").unwrap();
    world.refuses(&["library", "add", "-q", str(&empty)], None, "empty.txt");
    let (folder, reports) = (world.name("in"), world.name("reports"));
    let watch = [
        "watch",
        &folder,
        "--once",
        "--library",
        &library,
        "--template",
        &template,
        "--reports",
    ];
    for input in ["t.txt", "in/a.txt", "class.zip"]
        .iter()
        .chain(&LIBRARIES[..6])
    {
        let to_reports = [&watch[..], &[&*reports]].concat();
        world.refuses(&to_reports, Some("--log"), input);
    }
    std::fs::create_dir_all(&reports).unwrap();
    std::fs::write(world.at("reports/failed.csv"), "name,mark\n").unwrap();
    let before = world.all();
    let ended = chachong(&[&watch[..], &[&*reports]].concat());
    assert_eq!(ended.status.code(), Some(1), "{}", said(&ended));
    assert!(stderr(&ended).contains("failed.csv") && world.all() == before);
}

#[test]
fn reports_of_this_program_are_replaced_and_no_other_file_is() {
    let world = World::new();
    let folder = world.name("in");
    let place = |option: &str| world.name(&format!("out{option}"));
    let places: Vec<(&str, String)> = OUTPUTS.map(|option| (option, place(option))).into();
    let all: Vec<&str> = (places.iter())
        .flat_map(|(option, place)| [*option, place.as_str()])
        .collect();
    let check = [&["check", "-q", &*folder][..], &all].concat();
    done(&check);
    let written = world.all();
    done(&check);
    assert!(
        world.all() == written,
        "the same check gives the same files"
    );
    // Reports within the folder that is read are no documents of the next check.
    let inside = world.name("in/check.json");
    let tables = ["--csv", "--documents-csv", "--submissions-csv"];
    let tables = tables.map(|option| (option, world.name(&format!("in/{option}.csv"))));
    let into_it: Vec<&str> = (tables.iter())
        .flat_map(|(option, place)| [*option, place.as_str()])
        .collect();
    // The three tables and the JSON.
    for passed_over in [0, 4] {
        let written =
            done(&[&["check", "-q", &*folder, "--json", &*inside][..], &into_it].concat());
        let counts = format!(
            "documents: 2 (read 2, failed 0); pairs listed: 0 (similar: 0); other files skipped: {passed_over}"
        );
        assert!(written.contains(&counts), "{written}");
    }
    std::fs::remove_file(&inside).unwrap();
    for (option, _) in &tables {
        // Each table has a place of its own.
        let others = tables.iter().filter(|(other, _)| other != option);
        for (_, other) in others {
            let ended = chachong(&["check", "-q", &folder, option, other]);
            assert_eq!(ended.status.code(), Some(1), "{option} {}", said(&ended));
        }
    }
    for (_, place) in &tables {
        std::fs::remove_file(place).unwrap();
    }
    for (option, place) in &places {
        let file = match *option {
            "--html" => Path::new(place).join("index.html"),
            "--pdf" | "--docx" => {
                let mut files = std::fs::read_dir(place).unwrap();
                files.next().unwrap().unwrap().path()
            }
            _ => PathBuf::from(place),
        };
        let report = std::fs::read(&file).unwrap();
        std::fs::write(&file, "notes of a person").unwrap();
        let before = world.all();
        let ended = chachong(&["check", "-q", &folder, option, place]);
        assert_eq!(ended.status.code(), Some(1), "{option}: {}", said(&ended));
        let name = file.file_name().unwrap().to_str().unwrap();
        assert!(stderr(&ended).contains(name), "{}", said(&ended));
        assert!(world.all() == before, "{option}");
        // A file that is empty has nothing to lose.
        std::fs::write(&file, "").unwrap();
        done(&["check", "-q", &folder, option, place]);
        assert!(std::fs::read(&file).unwrap() == report, "{option}");
    }
}

#[test]
fn web_pages_go_to_no_folder_of_others_and_through_no_link() {
    let world = World::new();
    let folder = world.name("in");
    let refused = |place: &str| {
        let before = world.all();
        let place = world.name(place);
        let ended = chachong(&["check", "-q", &folder, "--html", &place]);
        assert_eq!(ended.status.code(), Some(1), "{place}: {}", said(&ended));
        assert!(
            stderr(&ended).contains(&place) && world.all() == before,
            "{}",
            said(&ended)
        );
    };
    std::fs::create_dir_all(world.at("theirs/sub")).unwrap();
    refused("theirs");
    refused("in");
    std::fs::write(world.at("theirs/index.html"), "<p>my page</p>").unwrap();
    refused("theirs");
    #[cfg(unix)]
    for name in ["documents", "pairs", "index.html"] {
        let report = world.at("report");
        std::fs::create_dir(&report).unwrap();
        std::os::unix::fs::symlink(world.at("theirs"), report.join(name)).unwrap();
        refused("report");
        std::fs::remove_dir_all(&report).unwrap();
    }
}

#[test]
fn no_two_outputs_are_one_file() {
    let world = World::new();
    let folder = world.name("in");
    let two = [
        ["--json", "x", "--csv", "in/../x"],
        ["--html", "r", "--json", "r/index.html"],
        ["--csv", "r/documents/0001.html", "--html", "r"],
        ["--pdf", "r", "--json", "r/a_report.pdf"],
    ];
    for [one, place, other, second] in two {
        let before = world.all();
        let (place, second) = (world.name(place), world.name(second));
        let ended = chachong(&["check", "-q", &folder, one, &place, other, &second]);
        assert_eq!(
            ended.status.code(),
            Some(1),
            "{one} {other}: {}",
            said(&ended)
        );
        assert!(world.all() == before, "{one} {other}: {}", said(&ended));
    }
}

#[cfg(unix)]
#[test]
fn streams_are_written_to_and_not_replaced() {
    let world = World::new();
    let folder = world.name("in");
    done(&["check", "-q", &folder, "--json", "/dev/null"]);
    let json = done(&["check", "-q", &folder, "--csv", "/dev/null", "--json", "-"]);
    assert!(json.starts_with('{'));
    let pipe = world.at("pipe");
    let made = std::process::Command::new("mkfifo").arg(&pipe).status();
    assert!(made.unwrap().success());
    let reader = {
        let pipe = pipe.clone();
        std::thread::spawn(move || std::fs::read_to_string(pipe).unwrap())
    };
    done(&["check", "-q", &folder, "--json", str(&pipe)]);
    assert_eq!(reader.join().unwrap(), json);
    std::fs::remove_file(&pipe).unwrap();
    // Output of a shell at the end of a file that is read.
    let shell = r#"exec "$0" check -q "$1" --lang en >> "$1""#;
    let before = world.all();
    let ended = std::process::Command::new("sh")
        .args([
            "-c",
            shell,
            crate::program::PROGRAM,
            &world.name("in/a.txt"),
        ])
        .env("CHACHONG_LOGS", "")
        .output()
        .unwrap();
    assert_eq!(ended.status.code(), Some(1), "{}", said(&ended));
    assert!(stderr(&ended).contains("in/a.txt") && world.all() == before);
}
