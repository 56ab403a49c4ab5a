//! Tests with files of real producers of what a laboratory class hands in besides prose: spreadsheets, presentations,
//! notebooks, LaTeX, RTF, source files.

use std::path::Path;

use chachong_import::{Extracted, Format, ImportCause, extract};
use chachong_text::ExclusionReason;

use super::formats::{compared, damage, fixture, holds_every_part, without_white_space};

const ROWS: &str =
    "次数\t摆长/cm\t周期/s\n1\t50.00\t1.4182\t\t2024-05-01\n2\t60.25\t1.5563\t\t25.6%\n";

fn read(name: &str) -> Extracted {
    let got = extract(&fixture(name)).unwrap();
    assert_eq!(got.warnings, [], "{name}");
    got
}

#[test]
fn a_spreadsheet_gives_rows_with_the_digits_that_are_shown() {
    let text = read("lab.xlsx").text;
    let rest = "3\t70.50\t1.6840\t\t0.333333333333333\n\n结论\n\t重力加速度 约为\t9.79\n\n";
    assert_eq!(text, format!("单摆\n{ROWS}{rest}"));
}

/// The formats of cells are not known in xls and ods: numbers have the digits that are stored.
#[test]
fn older_and_open_spreadsheets_give_the_same_rows() {
    for name in ["lab.xls", "lab.ods"] {
        let text = read(name).text;
        for line in [
            "单摆\n次数\t摆长/cm\t周期/s\n",
            "\n2\t60.25\t1.5563\t",
            "\t1.684\t\t0.333333333333333\n",
            "\n结论\n\t重力加速度 约为\t9.79\n",
        ] {
            assert!(text.contains(line), "{name}: {line:?} in {text:?}");
        }
    }
}

#[test]
fn a_presentation_gives_its_slides_in_order_with_tables_and_notes() {
    assert_eq!(
        read("lab.pptx").text,
        "Conclusion\n周期与摆长的平方根成正比\ng = 9.79 m/s²\n\n单摆实验汇报\n次数\t摆长/cm\t周期/s\n1\t50.0\t1.4182\n\
         2\t60.25\t1.5563\n3\t70.5\t1.684\n先讲目的。\n\n"
    );
}

#[test]
fn a_notebook_gives_its_cells_and_what_they_printed() {
    assert_eq!(
        read("lab.ipynb").text,
        "单摆\n\n测量周期。\n\nT = [1.4182, 1.5563]\nprint(sum(T) / len(T))\n\n1.48725\n\n1.48725\n\n"
    );
}

#[test]
fn latex_gives_what_is_printed_and_comments_apart() {
    let got = read("lab.tex");
    assert_eq!(
        got.text,
        "单摆实验报告\n\n% 数据来自第三组\n\n数据\n\n周期的测量见表 [1]。\n\n周期的测量\n\n次数\t摆长/cm\t周期/s\n\
         1\t50.00\t1.4182\n2\t60.25\t1.5563\n\ng=4π^2 L/(T^2)\n\n\
         T = [1.4182, 1.5563]\nprint(sum(T) / len(T))\n\n参考文献\n\n[1] 吴某某. 力学实验[M]. 北京: 某出版社, 2018.\n\n"
    );
    assert_eq!(got.metadata.author.as_deref(), Some("王小明"));
    assert_eq!(got.exclusions.len(), 1);
    assert_eq!(got.exclusions[0].reason, ExclusionReason::Invisible);
}

#[test]
fn rtf_of_libreoffice_gives_the_text_of_its_source() {
    let source = std::fs::read_to_string(crate::fixture("texts/zh-library-a.txt")).unwrap();
    let got = read("thesis.rtf");
    assert_eq!(compared(&got), without_white_space(&source));
    for line in source.lines() {
        assert!(got.text.lines().any(|own| own == line.trim()), "{line}");
    }
    let got = read("parts.rtf");
    holds_every_part(&got, "学校\t人数\n甲校\t三百\n");
    for part in ["删去", "批注", "看不见"] {
        assert!(!got.text.contains(part), "{part}");
    }
    assert_eq!(got.metadata.author.as_deref(), Some("王小明"));
}

#[test]
fn source_files_keep_their_lines_in_every_encoding() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("main.c");
    let code = "// 读取传感器的数值，并且显示在屏幕上\nint main(void)\n{\n\treturn 0;\n}\n";
    // The bytes of the comment in GBK.
    let gbk: &[u8] = b"// \xb6\xc1\xc8\xa1\xb4\xab\xb8\xd0\xc6\xf7\xb5\xc4\xca\xfd\xd6\xb5\xa3\xac\xb2\xa2\xc7\xd2\xcf\xd4\xca\xbe\xd4\xda\xc6\xc1\xc4\xbb\xc9\xcf\nint main(void)\n{\n\treturn 0;\n}\n";
    for bytes in [code.as_bytes(), gbk] {
        std::fs::write(&path, bytes).unwrap();
        assert_eq!(extract(&path).unwrap().text, code);
    }
    std::fs::write(&path, b"\x7fELF\0\0\0\x01\x02\0\0\0\0\0\0\0\x03").unwrap();
    let cause = extract(&path).unwrap_err().cause;
    let format = chachong_import::UnreadFormat::Program;
    assert_eq!(cause, ImportCause::Unread { format });
    assert_eq!(Format::of(Path::new("a.PY")), Some(Format::Source));
}

/// Cut files and files with changed bytes end in a text or an error.
#[test]
fn damaged_files_do_no_harm() {
    for name in [
        "lab.xlsx",
        "lab.xls",
        "lab.ods",
        "lab.pptx",
        "lab.ipynb",
        "lab.tex",
        "parts.rtf",
    ] {
        damage(name);
    }
}
