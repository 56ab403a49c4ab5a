//! `chachong watch`: what it does with files as they come, change and break, across restarts, kills and outages. Nothing
//! here is timed: each wait is for a condition.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::path::PathBuf;
use std::process::{Child, Output, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::program::{Place, members, read_json, said, sql, stderr, text};

/// Longest wait for a condition: only a program that hangs needs it.
const PATIENCE: Duration = Duration::from_mins(3);

/// Folder of theses, library and reports of a test.
struct Office {
    place: Place,
}

impl Office {
    /// Makes an office whose library has one thesis, `known.txt`, the text of number 1.
    fn new() -> Self {
        let office = Self {
            place: Place::new(),
        };
        std::fs::create_dir_all(office.theses()).unwrap();
        office.place.write("known.txt", text(1, 60));
        (office.place).done("library add -q library.chachong known.txt");
        office
    }

    fn at(&self, name: &str) -> PathBuf {
        self.place.at(name)
    }

    fn theses(&self) -> PathBuf {
        self.at("theses")
    }

    fn library(&self) -> PathBuf {
        self.at("library.chachong")
    }

    fn reports(&self) -> PathBuf {
        self.at("reports")
    }

    fn log(&self) -> PathBuf {
        self.at("log.jsonl")
    }

    fn hand_in(&self, name: &str, content: impl AsRef<[u8]>) {
        self.place.write(&format!("theses/{name}"), content);
    }

    fn line(more: &str) -> String {
        let places = "--library library.chachong --reports reports --log log.jsonl";
        format!("watch theses {places} --settle 1 {more}")
    }

    fn once(&self, more: &str) -> Output {
        self.place.run(&Self::line(&format!("--once {more}")))
    }

    /// Runs for once and expects that all went well.
    fn once_well(&self, more: &str) {
        let output = self.once(more);
        assert!(
            output.status.success(),
            "{}\n{}",
            said(&output),
            self.logged()
        );
    }

    fn start(&self, more: &str) -> Running {
        let child = (self.place.command(&Self::line(more)))
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        Running(child)
    }

    fn logged(&self) -> String {
        std::fs::read_to_string(self.log()).unwrap_or_default()
    }

    /// Lines of the log about an event.
    fn events(&self, event: &str) -> Vec<Value> {
        let all = self.logged();
        let lines = all
            .lines()
            .filter_map(|line| serde_json::from_str(line).ok());
        lines
            .filter(|line: &Value| line["event"] == event)
            .collect()
    }

    /// Files of the lines of the log about an event.
    fn files(&self, event: &str) -> Vec<String> {
        let events = self.events(event);
        let file = |line: &Value| line["file"].as_str().unwrap_or_default().to_owned();
        events.iter().map(file).collect()
    }

    /// Waits until there are so many lines about an event.
    fn wait(&self, event: &str, lines: usize) {
        until(
            &format!("{event} {lines}"),
            || self.events(event).len() >= lines,
            || self.logged(),
        );
    }

    /// JSON report on a file.
    fn json(&self, name: &str) -> Value {
        let file = self.reports().join(format!("{name}_report.json"));
        read_json(file)
    }

    fn failures(&self) -> String {
        std::fs::read_to_string(self.reports().join("failed.csv")).unwrap_or_default()
    }
}

fn until(what: &str, is_so: impl Fn() -> bool, tell: impl Fn() -> String) {
    let begun = Instant::now();
    while !is_so() {
        assert!(
            begun.elapsed() < PATIENCE,
            "waited in vain for {what}\n{}",
            tell()
        );
        std::thread::sleep(Duration::from_millis(50));
    }
}

/// Running watch; killed if the test ends before it does.
struct Running(Child);

impl Running {
    /// Sends a signal by its name.
    #[cfg(unix)]
    fn signal(&self, name: &str) {
        let id = self.0.id().to_string();
        let sent = std::process::Command::new("kill")
            .args([name, &id])
            .status();
        assert!(sent.unwrap().success());
    }

    /// Ends it as systemd does, and expects a clean end.
    #[cfg(unix)]
    fn stop(mut self) {
        self.signal("-TERM");
        let status = self.0.wait().unwrap();
        assert!(status.success(), "{status:?}");
    }

    fn kill(mut self) {
        self.0.kill().unwrap();
        self.0.wait().unwrap();
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[cfg(unix)]
#[test]
fn links_lead_to_nothing_outside_of_the_folder() {
    use std::os::unix::fs::symlink;
    let office = Office::new();
    office.place.write("private/letter.txt", text(2, 60));
    office.hand_in("own.txt", text(3, 60));
    symlink(
        office.at("private/letter.txt"),
        office.theses().join("file.txt"),
    )
    .unwrap();
    symlink(
        "../private/letter.txt",
        office.theses().join("relative.txt"),
    )
    .unwrap();
    symlink(office.at("private"), office.theses().join("folder")).unwrap();
    symlink("own.txt", office.theses().join("inside.txt")).unwrap();
    office.once_well("--add");
    assert_eq!(office.files("checked").len(), 2, "{}", office.logged());
    assert!(!office.logged().contains("letter") && !office.logged().contains("file.txt\""));
    assert!(
        !members(&office.library())
            .iter()
            .any(|(_, name, _)| name.contains("letter"))
    );
    // A link that comes later.
    let running = office.start("");
    office.wait("started", 2);
    symlink(
        office.at("private/letter.txt"),
        office.theses().join("later.txt"),
    )
    .unwrap();
    office.hand_in("last.txt", text(4, 60));
    office.wait("checked", 3);
    running.kill();
    assert!(
        !office.logged().contains("later.txt"),
        "{}",
        office.logged()
    );
}

#[test]
fn what_is_there_is_checked_once() {
    let office = Office::new();
    office.hand_in("2024届/张三.txt", text(1, 60));
    office.hand_in("李四.txt", text(2, 60));
    office.hand_in(".hidden.txt", text(3, 60));
    office.hand_in("picture.png", "x");
    office.once_well("--format html,pdf,docx,json");
    for name in ["2024届/张三.txt", "李四.txt"] {
        for ending in ["html", "pdf", "docx", "json"] {
            let file = office.reports().join(format!("{name}_report.{ending}"));
            assert!(file.is_file(), "{}", file.display());
        }
    }
    let json = office.json("2024届/张三.txt");
    assert_eq!(json["documents"][0]["path"], "2024届/张三.txt");
    assert_eq!(json["pairs"][0]["verdict"], "near-duplicate");
    let checked = office.events("checked");
    let copy = checked
        .iter()
        .find(|line| line["file"] == "2024届/张三.txt")
        .unwrap();
    assert_eq!(copy["verdict"], "near-duplicate");
    assert!(copy["total_copied_share"].as_f64().unwrap() > 0.9 && copy["seconds"].is_number());
    assert_eq!(copy["reports"].as_array().unwrap().len(), 4);
    let own = checked
        .iter()
        .find(|line| line["file"] == "李四.txt")
        .unwrap();
    assert!(own.get("verdict").is_none(), "{own}");
    assert_eq!((checked.len(), office.events("found").len()), (2, 2));
    // The library stays as it is, and a second run has nothing to do; a report that somebody puts there is no thesis.
    assert_eq!(members(&office.library()).len(), 1);
    for ending in ["html", "pdf", "docx"] {
        let name = format!("李四.txt_report.{ending}");
        office.hand_in(&name, std::fs::read(office.reports().join(&name)).unwrap());
    }
    office.once_well("");
    assert_eq!(office.events("checked").len(), 2);
    assert_eq!(office.events("found").len(), 2);
    // No text of a thesis is in the log.
    let sentence: String = text(1, 60).chars().skip(20).take(12).collect();
    assert!(!office.logged().contains(&sentence));
}

#[test]
fn a_thesis_is_compared_with_those_handed_in_before() {
    let office = Office::new();
    office.hand_in("a.txt", text(7, 60));
    office.once_well("--add");
    office.hand_in("b.txt", text(7, 60));
    office.once_well("--add");
    let json = office.json("b.txt");
    assert_eq!(json["documents"][1]["path"], "library:a.txt", "{json}");
    assert_eq!(json["pairs"][0]["verdict"], "near-duplicate");
    // A report that was deleted is made again, and the thesis is not its own source.
    std::fs::remove_file(office.reports().join("a.txt_report.json")).unwrap();
    office.once_well("--add");
    assert_eq!(office.files("checked"), ["a.txt", "b.txt", "a.txt"]);
    assert!(office.json("a.txt")["pairs"].as_array().unwrap().is_empty());
}

/// Nobody waits for what stays missing: the reports and the exit code tell of it.
#[test]
fn a_damaged_document_of_the_library_holds_up_no_thesis() {
    let office = Office::new();
    sql(&office.library())
        .execute("UPDATE text SET body = x'00'", ())
        .unwrap();
    // It has the text of the library's document, and a file of its own.
    office.hand_in("a.txt", text(1, 60) + "后记。");
    office.hand_in("b.txt", text(9, 60));
    let output = office.once("");
    assert_eq!(output.status.code(), Some(1), "{}", said(&output));
    assert_eq!(office.files("checked"), ["a.txt", "b.txt"]);
    assert!(office.events("library-away").is_empty());
    let told = office.events("checked")[0]["message"].to_string();
    assert!(told.contains("known.txt"), "{told}");
    let json = office.json("a.txt");
    assert!(!json["missing"].as_array().unwrap().is_empty(), "{json}");
    // They are done, and wait for nothing.
    office.once_well("");
    assert_eq!(office.files("checked").len(), 2);
}

#[test]
fn a_changed_thesis_is_checked_again_and_not_taken_for_a_copy_of_itself() {
    let office = Office::new();
    office.hand_in("a.txt", text(8, 60));
    office.once_well("--add");
    office.hand_in("a.txt", text(8, 60) + &text(9, 30));
    office.once_well("--add");
    let changed = office.json("a.txt");
    assert_eq!(changed["pairs"][0]["verdict"], "version", "{changed}");
    assert_eq!(changed["documents"][0]["total_copied_share"], 0.0);
    // Moved elsewhere it is the same thesis; a copy beside it is not.
    std::fs::create_dir(office.theses().join("done")).unwrap();
    std::fs::rename(
        office.theses().join("a.txt"),
        office.theses().join("done/a.txt"),
    )
    .unwrap();
    office.once_well("--add");
    assert_eq!(
        office.json("done/a.txt")["documents"][0]["total_copied_share"],
        0.0
    );
    office.hand_in("b.txt", text(8, 60) + &text(9, 30));
    office.once_well("--add");
    assert!(
        office.json("b.txt")["documents"][0]["total_copied_share"]
            .as_f64()
            .unwrap()
            > 0.9
    );
    // Touched only: nothing is done again.
    office.hand_in("b.txt", text(8, 60) + &text(9, 30));
    office.once_well("--add");
    assert_eq!(office.files("checked").len(), 4);
    assert_eq!(office.files("unchanged"), ["b.txt"]);
}

#[test]
fn broken_files_are_listed_until_they_are_mended() {
    let office = Office::new();
    office.hand_in("broken.pdf", "%PDF-1.7 and no more");
    office.hand_in("sound.txt", text(4, 60));
    let output = office.once("");
    assert_eq!(output.status.code(), Some(1), "{}", said(&output));
    assert_eq!(office.files("failed"), ["broken.pdf"]);
    assert_eq!(office.files("checked"), ["sound.txt"]);
    assert!(
        office.failures().contains("broken.pdf"),
        "{}",
        office.failures()
    );
    // It is not tried again as long as it stays as it is.
    office.once_well("");
    assert_eq!(office.files("failed").len(), 1);
    std::fs::remove_file(office.theses().join("broken.pdf")).unwrap();
    office.hand_in(
        "broken.pdf",
        std::fs::read(crate::program::samples().join("10_Hedgerows_as_Corridors.pdf")).unwrap(),
    );
    office.once_well("");
    assert_eq!(office.files("checked"), ["sound.txt", "broken.pdf"]);
    assert!(office.failures().is_empty());
}

#[test]
fn a_library_that_is_not_there_is_neither_made_nor_taken_for_empty() {
    let office = Office::new();
    let elsewhere = office.at("elsewhere.chachong");
    std::fs::rename(office.library(), &elsewhere).unwrap();
    office.hand_in("copy.txt", text(1, 60));
    let output = office.once("");
    assert_eq!(output.status.code(), Some(1), "{}", said(&output));
    assert!(!office.library().exists());
    assert!(office.files("checked").is_empty() && office.events("library-away").len() == 1);
    let running = office.start("");
    office.wait("library-away", 2);
    std::fs::rename(&elsewhere, office.library()).unwrap();
    office.wait("checked", 1);
    assert_eq!(office.events("library-back").len(), 1);
    assert_eq!(office.events("checked")[0]["verdict"], "near-duplicate");
    // It goes away between two theses, too.
    std::fs::rename(office.library(), &elsewhere).unwrap();
    office.hand_in("later.txt", text(1, 60));
    office.wait("library-away", 3);
    std::fs::rename(&elsewhere, office.library()).unwrap();
    office.wait("checked", 2);
    drop(running);
}

#[test]
fn a_library_that_another_program_holds_is_waited_for() {
    let office = Office::new();
    let lock = std::fs::File::options()
        .create(true)
        .truncate(false)
        .write(true)
        .open(office.at("library.chachong.lock"))
        .unwrap();
    lock.lock().unwrap();
    office.hand_in("copy.txt", text(1, 60) + "末尾。");
    let running = office.start("--add");
    office.wait("library-away", 1);
    assert_eq!(office.events("library-away")[0]["cause"], "read-only");
    drop(lock);
    office.wait("checked", 1);
    assert_eq!(office.events("library-back").len(), 1);
    drop(running);
    assert_eq!(members(&office.library()).len(), 2);
}

#[test]
fn another_program_may_use_the_library_between_theses() {
    let office = Office::new();
    office.hand_in("a.txt", text(5, 60));
    let running = office.start("--add");
    office.wait("checked", 1);
    office.place.write("more.txt", text(6, 60));
    // The watch closes it when nothing waits.
    let added = || {
        let output = office.place.run("library add -q library.chachong more.txt");
        output.status.success()
    };
    until("a free library", added, String::new);
    office.hand_in("b.txt", text(6, 60));
    office.wait("checked", 2);
    assert_eq!(office.events("checked")[1]["verdict"], "near-duplicate");
    drop(running);
}

#[cfg(unix)]
#[test]
fn theses_are_checked_as_they_come_and_a_restart_repeats_nothing() {
    let office = Office::new();
    let running = office.start("");
    office.wait("started", 1);
    // It comes piece by piece; a program that took a piece for the whole reads it again.
    let whole = text(1, 60);
    let file = office.theses().join("slow.txt");
    let mut written = std::fs::File::create(&file).unwrap();
    for piece in whole.as_bytes().chunks(whole.len() / 4) {
        written.write_all(piece).unwrap();
        std::thread::sleep(Duration::from_millis(400));
    }
    drop(written);
    let read = chachong_import::extract(&file).unwrap();
    let characters = read.text.chars().count();
    let is_whole = || {
        let report = office.reports().join("slow.txt_report.json");
        let json = std::fs::read(report).unwrap_or_default();
        let json: Value = serde_json::from_slice(&json).unwrap_or_default();
        json["documents"][0]["characters"] == characters
    };
    until("the whole text", is_whole, || office.logged());
    let slow = || {
        office
            .files("checked")
            .iter()
            .filter(|one| *one == "slow.txt")
            .count()
    };
    until("its line", || slow() > 0, || office.logged());
    let before = slow();
    running.stop();
    assert_eq!(office.events("stopped").len(), 1);
    let running = office.start("");
    office.wait("started", 2);
    office.hand_in("new.txt", text(2, 60));
    office.wait("checked", before + 1);
    office.hand_in("new.txt", text(3, 60));
    office.wait("checked", before + 2);
    // A folder that is moved away comes back with its theses.
    std::fs::rename(office.theses(), office.at("aside")).unwrap();
    office.wait("folder-away", 1);
    std::fs::rename(office.at("aside"), office.theses()).unwrap();
    office.wait("folder-back", 1);
    office.hand_in("last.txt", text(4, 60));
    office.wait("checked", before + 3);
    running.signal("-INT");
    until(
        "the end",
        || office.events("stopped").len() == 2,
        || office.logged(),
    );
    drop(running);
    assert_eq!(
        office.files("checked")[before..],
        ["new.txt", "new.txt", "last.txt"]
    );
}

#[cfg(unix)]
#[test]
fn a_stop_during_checks_ends_cleanly_and_loses_none() {
    let office = Office::new();
    for number in 0..12 {
        office.hand_in(&format!("{number:02}.txt"), text(100 + number, 400));
    }
    let running = office.start("--add");
    office.wait("checked", 1);
    running.stop();
    let stopped = office.events("stopped");
    let (checked, waiting) = (office.events("checked").len(), &stopped[0]["waiting"]);
    assert_eq!(waiting.as_u64().unwrap(), 12 - checked as u64);
    office.once_well("--add");
    let mut all = office.files("checked");
    all.sort();
    all.dedup();
    assert_eq!((all.len(), office.events("checked").len()), (12, 12));
    assert_eq!(members(&office.library()).len(), 13);
}

#[test]
fn a_killed_program_does_no_harm() {
    let office = Office::new();
    for number in 0..8 {
        office.hand_in(&format!("{number}.txt"), text(200 + number, 200));
    }
    for kills in 1..=4 {
        let running = office.start("--add");
        let begun = office.events("checked").len();
        until(
            "a report",
            || {
                let reports = std::fs::read_dir(office.reports());
                let reports = reports.map_or(0, |all| {
                    let is_report = |name: &str| name.ends_with("_report.html");
                    let names = all.filter_map(|one| one.unwrap().file_name().into_string().ok());
                    names.filter(|name| is_report(name)).count()
                });
                // Between a report and the word that it is written, or soon after.
                reports > begun || office.events("checked").len() > begun
            },
            || office.logged(),
        );
        running.kill();
        assert!(
            kills > 0
                && !office
                    .reports()
                    .join("chachong-watch.json.damaged")
                    .exists()
        );
    }
    office.once_well("--add");
    let mut names: Vec<String> = members(&office.library())
        .into_iter()
        .map(|one| one.1)
        .collect();
    names.sort();
    let expected: Vec<String> = (0..8).map(|number| format!("{number}.txt")).collect();
    assert_eq!(names, [expected, vec!["known.txt".to_owned()]].concat());
    for number in 0..8 {
        let json = office.json(&format!("{number}.txt"));
        assert!(json["pairs"].as_array().unwrap().is_empty(), "{json}");
    }
    office.place.done("library verify -q library.chachong");
    // Nothing is left to do.
    let before = office.events("checked").len();
    office.once_well("--add");
    assert_eq!(office.events("checked").len(), before);
}

#[test]
fn two_programs_do_not_share_a_folder_of_reports() {
    let office = Office::new();
    let running = office.start("");
    office.wait("started", 1);
    let second = office.once("");
    assert_eq!(second.status.code(), Some(1));
    assert!(
        stderr(&second).contains("another program"),
        "{}",
        said(&second)
    );
    drop(running);
    office.once_well("");
}

#[test]
fn metrics_are_answered_on_this_machine_alone() {
    let office = Office::new();
    let refused = office.once("--metrics 0.0.0.0:0");
    assert_eq!(refused.status.code(), Some(2));
    assert!(stderr(&refused).contains("loopback"), "{}", said(&refused));
    office.hand_in("copy.txt", text(1, 60));
    office.hand_in("broken.docx", "PK and no more");
    let running = office.start("--metrics 127.0.0.1:0");
    office.wait("checked", 1);
    office.wait("failed", 1);
    let address = office.events("started")[0]["metrics"]
        .as_str()
        .unwrap()
        .to_owned();
    let ask = || {
        let mut client = TcpStream::connect(&address).unwrap();
        client
            .write_all(b"GET /metrics HTTP/1.1\r\nHost: x\r\n\r\n")
            .unwrap();
        let mut answer = String::new();
        client.read_to_string(&mut answer).unwrap();
        answer
    };
    let lines = [
        "chachong_watch_files_checked_total 1",
        "chachong_watch_files_failed_total 1",
        "chachong_watch_files_waiting 0",
        "chachong_watch_check_seconds_count 1",
        "chachong_watch_library_up 1",
        "chachong_watch_folder_up 1",
    ];
    let has_all = || {
        let answer = ask();
        lines
            .iter()
            .all(|line| answer.lines().any(|one| one == *line))
    };
    until("the figures", has_all, ask);
    drop(running);
}

#[test]
fn wrong_places_are_refused() {
    let office = Office::new();
    let inside = office.theses().join("reports");
    let watch = |reports: &str| {
        format!("watch theses --library library.chachong --once --reports {reports}")
    };
    for place in ["theses/reports", "theses/reports/deeper", "theses"] {
        (office.place).refused(&watch(place), "inside the watched folder");
    }
    assert!(!inside.exists());
    // Without a file for the log it stands on stdout.
    let lines = office.place.done(&watch("reports"));
    let events: Vec<Value> = lines
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(
        (events[0]["event"].as_str(), events.len()),
        (Some("started"), 2),
        "{lines}"
    );
}

#[test]
fn an_archive_is_one_file_with_a_report_on_each_document() {
    let office = Office::new();
    let members = [("a.txt", text(1, 60)), ("b/c.txt", text(2, 60))];
    office.place.zip("theses/class.zip", &members);
    office.once_well("");
    for report in [
        "class.zip/a.txt_report.html",
        "class.zip/b/c.txt_report.html",
        "class.zip_report.json",
    ] {
        assert!(office.reports().join(report).is_file(), "{report}");
    }
    let checked = office.events("checked");
    assert_eq!(
        (checked.len(), &checked[0]["verdict"]),
        (1, &Value::from("near-duplicate"))
    );
}
