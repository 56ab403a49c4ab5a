//! Tests of `chachong fingerprint`.

use std::process::{Command, Stdio};

use crate::program::{PROGRAM, command_in, fixture, stderr, stdout, str};

#[test]
fn fingerprint_explains_its_bits_in_both_languages() {
    let file = fixture("texts/zh-science.txt");
    for (language, heading) in [("en", "Margin"), ("zh", "领先")] {
        for recipe in chachong_simhash::Recipe::ALL {
            let name = recipe.name();
            let arguments = ["fingerprint", str(&file), "--explain", "--recipe", name];
            let output = command_in(language, &arguments).output().unwrap();
            let text = stdout(&output);
            assert!(output.status.success(), "{name}: {}", stderr(&output));
            assert!(
                text.contains(&recipe.text_form()) && text.contains(heading),
                "{name}: {text}"
            );
            let rows: Vec<&str> = text.lines().filter(|line| line.contains(" %  ")).collect();
            assert_eq!(rows.len(), recipe.width() as usize, "{name}: {text}");
            // The second column is the fingerprint, from the left.
            let bits: String = rows
                .iter()
                .filter_map(|row| row.split_whitespace().nth(1))
                .collect();
            let printed = text.lines().nth(1).unwrap().replace(' ', "");
            assert_eq!(bits, printed, "{name}");
        }
    }
}

#[test]
fn fingerprint_prints_hex_and_bits_also_from_standard_input() {
    use std::io::Write;
    let mut child = Command::new(PROGRAM)
        .args(["fingerprint", "-", "--recipe", "string-hash"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    child
        .stdin
        .take()
        .unwrap()
        .write_all(b"This is a test string for testing")
        .unwrap();
    let output = child.wait_with_output().unwrap();
    let hex = format!("{:016x}", 9_227_187_964_509_734_024_u64);
    let text = stdout(&output);
    let (first, second) = text.trim_end().split_once('\n').unwrap();
    assert_eq!(first, hex);
    assert_eq!(second.split(' ').map(str::len).collect::<Vec<_>>(), [16; 4]);
    assert_eq!(
        u64::from_str_radix(&second.replace(' ', ""), 2),
        Ok(9_227_187_964_509_734_024)
    );
}
