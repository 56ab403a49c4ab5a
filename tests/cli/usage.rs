//! Tests of exit codes, of the languages, and of a start without a display.

use crate::program::{chachong, command_in, fixture, samples, stderr, stdout, str};

#[test]
fn exit_codes_tell_done_from_nothing_read_from_usage() {
    assert_eq!(chachong(&["check", "/nowhere"]).status.code(), Some(1));
    let empty = fixture("broken/empty.txt");
    assert_eq!(
        chachong(&["check", empty.to_str().unwrap()]).status.code(),
        Some(1)
    );
    // What else was named is read all the same.
    let partly = chachong(&["check", "-q", str(&samples()), "/nowhere"]);
    assert_eq!(partly.status.code(), Some(1));
    assert!(stdout(&partly).contains("near-duplicate"));
    for dashed in ["－－html", "—json"] {
        let output = chachong(&["check", str(&samples()), dashed, "out"]);
        assert_eq!(output.status.code(), Some(2), "{dashed}");
    }
    let folder = samples();
    for arguments in [
        vec!["extract", str(&folder)],
        vec!["compare", str(&folder), str(&folder)],
    ] {
        let output = chachong(&arguments);
        assert_eq!(output.status.code(), Some(1), "{arguments:?}");
        assert!(stderr(&output).contains("is a folder"), "{arguments:?}");
    }
    assert_eq!(chachong(&["check"]).status.code(), Some(2));
    assert_eq!(
        chachong(&["check", "x", "--max-distance", "65"])
            .status
            .code(),
        Some(2)
    );
    assert_eq!(
        chachong(&["fingerprint", "x", "--recipe", "none"])
            .status
            .code(),
        Some(2)
    );
    let unwritable = chachong(&[
        "check",
        samples().to_str().unwrap(),
        "--csv",
        "/nowhere/report.csv",
        "--quiet",
    ]);
    assert_eq!(unwritable.status.code(), Some(1));
    assert!(
        stderr(&unwritable).contains("/nowhere/report.csv")
            && stdout(&unwritable).contains("near-duplicate")
    );
    for help in ["--help", "--version"] {
        assert_eq!(chachong(&[help]).status.code(), Some(0));
    }
}

#[test]
fn speaks_chinese_when_asked() {
    let folder = samples();
    let output = command_in("zh", &["check", str(&folder)]).output().unwrap();
    assert!(stdout(&output).contains("距离 ") && stdout(&output).contains("近似重复"));
    assert!(stderr(&output).contains("正在读取 23 个文档"));
}

/// Without a display the window says what is missing and that checking works.
#[cfg(all(feature = "gui", target_os = "linux"))]
#[test]
fn without_a_display_the_window_names_packages_and_the_command() {
    let output = chachong(&[samples().to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(1));
    let said = stderr(&output);
    assert!(
        said.contains("libxkbcommon-x11-0") && said.contains("chachong check FOLDER"),
        "{said}"
    );
}
