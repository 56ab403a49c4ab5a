//! No output overwrites anything that a command reads or keeps: all outputs of all commands against all inputs, by name, by
//! link, by hard link, by `..` and by letter case; and no report replaces a file that this program did not write.

use std::collections::BTreeMap;
use std::path::PathBuf;

use tempfile::TempDir;

use crate::program::{Place, chachong, command_in, said, stderr, str, text};

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
struct World(Place);

impl World {
    fn new() -> Self {
        let place = Place::new();
        for (number, name) in [(1, "in/a.txt"), (2, "in/b.txt"), (3, "t.txt")] {
            place.write(name, text(number, 30));
        }
        place.zip("class.zip", &[("c.txt", text(4, 30))]);
        for library in ["L", "M"] {
            place.done(&format!("library add -q {library} t.txt"));
        }
        place.done("check -q in --library L --json check.json");
        let pair = r#"{"a":"in/a.txt","b":"in/b.txt","copy":false}"#;
        place.write("pairs.jsonl", pair);
        Self(place)
    }

    fn at(&self, name: &str) -> PathBuf {
        self.0.at(name)
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

    /// Expects that a command is refused whose output is this input, by whatever name: the name follows the words of the line. It must be
    /// told, and nothing at all may change.
    fn refuses(&self, line: &str, input: &str) {
        let (_links, names) = self.names_of(input);
        let before = self.all();
        for (place, name) in names.iter().enumerate() {
            let whole: Vec<&str> = line.split_whitespace().chain([str(name)]).collect();
            let mut command = command_in(["en", "zh"][place % 2], &whole);
            let ended = command.current_dir(self.0.path()).output().unwrap();
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
    let check = "check -q in class.zip in/a.txt --library L --library M --template t.txt";
    for option in OUTPUTS {
        for input in ["in/a.txt", "in/b.txt", "class.zip", "t.txt"]
            .iter()
            .chain(&LIBRARIES)
        {
            world.refuses(&format!("{check} {option}"), input);
        }
    }
}

#[test]
fn no_report_of_a_saved_check_overwrites_what_it_reads() {
    let world = World::new();
    for option in OUTPUTS {
        for input in LIBRARIES {
            world.refuses(&format!("report 1 --library L --library M {option}"), input);
        }
        let of_json = format!("report check.json --library L {option}");
        world.refuses(&of_json, "check.json");
    }
}

#[test]
fn no_other_command_overwrites_what_it_reads() {
    let world = World::new();
    for input in ["in/a.txt", "in/b.txt", "t.txt"] {
        world.refuses("compare in/a.txt in/b.txt --template t.txt --html", input);
    }
    for input in ["pairs.jsonl", "in/a.txt", "in/b.txt"] {
        world.refuses("evaluate -q pairs.jsonl --csv", input);
    }
    for input in &LIBRARIES[..6] {
        world.refuses("library export -q L", input);
        world.refuses("library copy -q L", input);
    }
    world.refuses("library import -q L", "L");
    world.refuses("library export -q L", "t.txt");
    world.refuses("library export -q M", "L");
    world.0.write("empty.txt", "");
    world.refuses("library add -q empty.txt", "empty.txt");
    let watch = "watch in --once --library L --template t.txt --reports reports";
    for input in ["t.txt", "in/a.txt", "class.zip"]
        .iter()
        .chain(&LIBRARIES[..6])
    {
        world.refuses(&format!("{watch} --log"), input);
    }
    world.0.write("reports/failed.csv", "name,mark\n");
    let before = world.all();
    world.0.refused(watch, "failed.csv");
    assert!(world.all() == before);
}

#[test]
fn reports_of_this_program_are_replaced_and_no_other_file_is() {
    let world = World::new();
    let all = OUTPUTS
        .map(|option| format!(" {option} out{option}"))
        .concat();
    let check = || world.0.done(&format!("check -q in{all}"));
    check();
    let written = world.all();
    check();
    assert!(
        world.all() == written,
        "the same check gives the same files"
    );
    // Reports within the folder that is read are no documents of the next check.
    let tables = ["--csv", "--documents-csv", "--submissions-csv"];
    let into_it = tables
        .map(|option| format!(" {option} in/{option}.csv"))
        .concat();
    // The three tables and the JSON.
    for passed_over in [0, 4] {
        let written = (world.0).done(&format!("check -q in --json in/check.json{into_it}"));
        let counts = format!(
            "documents: 2 (read 2, failed 0); pairs listed: 0 (similar: 0); other files skipped: {passed_over}"
        );
        assert!(written.contains(&counts), "{written}");
    }
    std::fs::remove_file(world.at("in/check.json")).unwrap();
    for option in tables {
        // Each table has a place of its own.
        for other in tables.iter().filter(|other| **other != option) {
            world
                .0
                .refused(&format!("check -q in {option} in/{other}.csv"), "");
        }
    }
    for option in tables {
        std::fs::remove_file(world.at(&format!("in/{option}.csv"))).unwrap();
    }
    for option in OUTPUTS {
        let place = world.at(&format!("out{option}"));
        let file = match option {
            "--html" => place.join("index.html"),
            "--pdf" | "--docx" => {
                let mut files = std::fs::read_dir(&place).unwrap();
                files.next().unwrap().unwrap().path()
            }
            _ => place,
        };
        let report = std::fs::read(&file).unwrap();
        std::fs::write(&file, "notes of a person").unwrap();
        let before = world.all();
        let check = format!("check -q in {option} out{option}");
        let name = file.file_name().unwrap().to_str().unwrap();
        world.0.refused(&check, name);
        assert!(world.all() == before, "{option}");
        // A file that is empty has nothing to lose.
        std::fs::write(&file, "").unwrap();
        world.0.done(&check);
        assert!(std::fs::read(&file).unwrap() == report, "{option}");
    }
}

#[test]
fn web_pages_go_to_no_folder_of_others_and_through_no_link() {
    let world = World::new();
    let refused = |place: &str| {
        let before = world.all();
        let place = world.at(place);
        let ended = chachong(&["check", "-q", str(&world.at("in")), "--html", str(&place)]);
        assert_eq!(ended.status.code(), Some(1), "{}", said(&ended));
        assert!(stderr(&ended).contains(str(&place)), "{}", said(&ended));
        assert!(world.all() == before, "{}", said(&ended));
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
    for outputs in [
        "--json x --csv in/../x",
        "--html r --json r/index.html",
        "--csv r/documents/0001.html --html r",
        "--pdf r --json r/a_report.pdf",
    ] {
        let before = world.all();
        world.0.refused(&format!("check -q in {outputs}"), "");
        assert!(world.all() == before, "{outputs}");
    }
}

#[cfg(unix)]
#[test]
fn streams_are_written_to_and_not_replaced() {
    let world = World::new();
    world.0.done("check -q in --json /dev/null");
    let json = world.0.done("check -q in --csv /dev/null --json -");
    assert!(json.starts_with('{'));
    let pipe = world.at("pipe");
    let made = std::process::Command::new("mkfifo").arg(&pipe).status();
    assert!(made.unwrap().success());
    let reader = {
        let pipe = pipe.clone();
        std::thread::spawn(move || std::fs::read_to_string(pipe).unwrap())
    };
    world.0.done("check -q in --json pipe");
    assert_eq!(reader.join().unwrap(), json);
    std::fs::remove_file(&pipe).unwrap();
    // Output of a shell at the end of a file that is read.
    let shell = r#"exec "$0" check -q "$1" --lang en >> "$1""#;
    let before = world.all();
    let ended = std::process::Command::new("sh")
        .args(["-c", shell, crate::program::PROGRAM, "in/a.txt"])
        .current_dir(world.0.path())
        .env("CHACHONG_LOGS", "")
        .output()
        .unwrap();
    assert_eq!(ended.status.code(), Some(1), "{}", said(&ended));
    assert!(stderr(&ended).contains("in/a.txt") && world.all() == before);
}
