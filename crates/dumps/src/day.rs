//! Finds the date of a dump in the name of its file.

/// Finds a day in the name of a file (`zhwiki-20240501-…`, `wikipedia_zh_all_2024-05.zim`) as 2024-05-01 or 2024-05.
pub(crate) fn in_name(name: &str) -> Option<String> {
    let bytes = name.as_bytes();
    let digits = |from: usize, count: usize| {
        bytes
            .get(from..from + count)
            .filter(|part| part.iter().all(u8::is_ascii_digit))
            .and_then(|part| std::str::from_utf8(part).ok())
    };
    let number = |part: &str| part.parse::<u32>().unwrap_or(0);
    (0..bytes.len()).find_map(|at| {
        if at > 0 && bytes[at - 1].is_ascii_digit() {
            return None;
        }
        let year = digits(at, 4).filter(|year| (1990..2100).contains(&number(year)))?;
        let hyphen = usize::from(bytes.get(at + 4) == Some(&b'-'));
        let month = digits(at + 4 + hyphen, 2).filter(|month| (1..=12).contains(&number(month)))?;
        let behind = at + 6 + hyphen;
        let day = (hyphen == 0 || bytes.get(behind) == Some(&b'-'))
            .then(|| digits(behind + hyphen, 2))
            .flatten()
            .filter(|day| (1..=31).contains(&number(day)))
            .filter(|_| digits(behind + hyphen + 2, 1).is_none());
        match day {
            Some(day) => Some(format!("{year}-{month}-{day}")),
            None if hyphen == 1 && digits(behind, 1).is_none() => Some(format!("{year}-{month}")),
            None => None,
        }
    })
}

#[cfg(test)]
mod tests {
    use super::in_name;

    #[test]
    fn days_are_found_in_names() {
        for (name, day) in [
            (
                "zhwiki-20240501-pages-articles-multistream.xml.bz2",
                Some("2024-05-01"),
            ),
            ("wikipedia_zh_all_maxi_2024-05.zim", Some("2024-05")),
            ("news 2023-12-31.csv", Some("2023-12-31")),
            (
                "enwiki-latest-pages-articles1.xml-p000000010p000030302.bz2",
                None,
            ),
            ("20241301.xml", None),
            ("甲2024年", None),
            ("", None),
        ] {
            assert_eq!(in_name(name).as_deref(), day, "{name}");
        }
    }
}
