//! Recognises the texts of well-known licences, which programs carry and no student wrote.

use std::io::Read;
use std::path::Path;

use super::Format;

/// Words one of which the name of a licence's file contains.
const NAMES: [&str; 3] = ["license", "licence", "copying"];
/// Words near the beginning of each licence, and the maximum length in bytes of its text with the lines about the program's author.
const LICENCES: [(&str, u64); 9] = [
    (
        "permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated documentation files",
        1_600,
    ),
    (
        "redistribution and use in source and binary forms, with or without modification, are permitted provided that",
        2_000,
    ),
    (
        "this is free and unencumbered software released into the public domain.",
        1_600,
    ),
    ("apache license version 2.0, january 2004", 12_500),
    ("mozilla public license version 2.0", 18_000),
    ("mozilla public license, version 2.0", 18_000),
    ("gnu general public license version", 37_000),
    ("gnu lesser general public license version", 28_000),
    ("gnu affero general public license version", 37_000),
];
/// Number of bytes at the beginning of a file in which the words are sought.
const HEAD: u64 = 2 << 10;

/// Returns whether a text or Markdown file is the text of a licence, by its name, its length in bytes and its first words.
pub(super) fn is_licence(format: Format, path: &Path, length: u64, content: &mut dyn Read) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let name = name.to_lowercase();
    let mut head = Vec::new();
    if !matches!(format, Format::Txt | Format::Markdown)
        || !NAMES.iter().any(|word| name.contains(word))
        || content.take(HEAD).read_to_end(&mut head).is_err()
    {
        return false;
    }
    let head = String::from_utf8_lossy(&head).to_lowercase();
    let words: Vec<&str> = head.split_whitespace().collect();
    let head = words.join(" ");
    let mut licences = LICENCES.iter();
    licences.any(|(words, most)| length <= *most && head.contains(words))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_licence_is_known_by_its_name_its_words_and_its_length() {
        let is = |name: &str, text: &str| {
            let length = u64::try_from(text.len()).unwrap();
            is_licence(Format::Txt, Path::new(name), length, &mut text.as_bytes())
        };
        let mit = "MIT License\r\n\r\nCopyright (c) 2024\r\n\r\nPermission is hereby granted, free of charge, to any person obtaining a\r\n\
            copy of this software and associated documentation files (the \"Software\"), to deal in the Software";
        assert!(is("LICENSE.txt", mit) && is("MIT-Licence.md", mit));
        assert!(is(
            "COPYING.txt",
            "  Apache License\n  Version 2.0, January 2004\n"
        ));
        assert!(!is("论文.txt", mit));
        assert!(!is(
            "LICENSE.txt",
            &format!("{mit}{}", "我的论文".repeat(200))
        ));
        assert!(!is("LICENSE.txt", "本文讨论各种许可证。"));
    }
}
