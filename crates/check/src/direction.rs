//! Hints which of two documents came first, from their files' metadata and their copied shares, for a person to
//! weigh. Never a verdict: every file can lie, and most say nothing.

use std::cmp::Ordering;

use jiff::Timestamp;
use jiff::civil::{Date, DateTime};
use jiff::tz::TimeZone;

use super::{CheckResult, Document, Origin};
use crate::file_ids::{shared_pdf_id, shared_revision_ids};
use crate::listed_pairs::turned_shares;
use chachong_compare::{Copied, DocumentIndex, PairShares};
use chachong_import::Metadata;
use chachong_record::is_template_date;
use chachong_submission::{Platform, Submission};

/// Minimum copied share of the shorter text to count as contained in the longer one.
const INSIDE: f64 = 0.9;
/// Minimum length ratio of the containing text to the contained one.
const TIMES_LONGER: f64 = 2.0;
/// First plausible year: dates before it are the zero of some clock (1601, 1970, 1980), not the day of a thesis.
const FIRST_YEAR: i16 = 1990;
/// Seconds of a day: the uncertainty of times without a known zone.
const A_DAY: i64 = 24 * 60 * 60;
/// Words that programs, makers of computers and databases put where a name belongs; a name of such words alone is nobody's.
#[rustfmt::skip]
const NOBODY: &[&str] = &[
    "admin", "administrator", "user", "users", "windows", "microsoft", "office", "corporation",
    "pc", "home", "owner", "guest", "root", "test", "student", "teacher", "author", "unknown",
    "un-named", "unnamed", "anonymous", "untitled", "default", "python-docx", "cnki", "wps",
    "lenovo", "dell", "hp", "asus", "acer", "huawei", "xiaomi", "honor", "thinkpad", "apple", "mac",
    "macbook", "china", "用户", "微软", "微软用户", "微软中国", "管理员", "系统管理员", "番茄花园", "雨林木风", "深度技术", "电脑",
    "学生", "作者", "佚名", "匿名", "未知",
];

/// One of the two documents of a pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// The first document.
    A,
    /// The second document.
    B,
}

/// Hint that one of two documents came first, or that their files are related. "This document" is the one on the variant's
/// [`Side`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Hint {
    /// This document comes from a library, so it existed before the check.
    OfLibrary(Side),
    /// This document was created earlier, by the dates in both files.
    MadeEarlier(Side),
    /// This document was last changed earlier, by the dates in both files.
    ChangedEarlier(Side),
    /// Both files share revision ids of Word: they grew from one file.
    RevisionIds {
        /// Number of shared revision ids.
        shared: usize,
        /// Document that has no other ids, so that the other document grew from it; `None` if this holds for neither or both.
        earlier: Option<Side>,
    },
    /// Both files are versions of one pdf.
    PdfId {
        /// Document that was not changed after it was created, while the other document was; `None` if this holds for neither.
        earlier: Option<Side>,
    },
    /// Both files name the same author, who also saved this document last; someone else saved the other document last.
    SavedByAuthor(Side),
    /// The other document's author saved this document last: someone had both files in hand. Does not say which came first.
    EditedByOther(Side),
    /// This document contains at least 90% of the other one's text and is at least twice as long.
    Contains(Side),
    /// This document was handed in earlier, by the time that a learning platform or the class list states. That does not say who
    /// wrote first.
    HandedInEarlier {
        /// Document that was handed in earlier.
        side: Side,
        /// Platform to which both documents were handed in, even if the times come from the class list; `None` if there is no such
        /// platform.
        platform: Option<Platform>,
    },
}

impl Hint {
    /// Returns the document that came first according to this hint; `None` if the hint only says that the two are related.
    #[must_use]
    pub const fn earlier(self) -> Option<Side> {
        match self {
            Self::OfLibrary(side)
            | Self::MadeEarlier(side)
            | Self::ChangedEarlier(side)
            | Self::SavedByAuthor(side)
            | Self::Contains(side)
            | Self::HandedInEarlier { side, .. } => Some(side),
            Self::RevisionIds { earlier, .. } | Self::PdfId { earlier } => earlier,
            Self::EditedByOther(_) => None,
        }
    }

    /// Returns the hint's name in kebab-case, which is part of the keys of translations.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::OfLibrary(_) => "of-library",
            Self::MadeEarlier(_) => "made-earlier",
            Self::ChangedEarlier(_) => "changed-earlier",
            Self::RevisionIds { .. } => "revision-ids",
            Self::PdfId { .. } => "pdf-id",
            Self::SavedByAuthor(_) => "saved-by-author",
            Self::EditedByOther(_) => "edited-by-other",
            Self::Contains(_) => "contains",
            Self::HandedInEarlier { .. } => "handed-in-earlier",
        }
    }
}

/// Collects the hints about two documents, the strongest first. Dates more than a day after `now` are ignored.
fn direction_hints(
    a: &Document,
    b: &Document,
    shares: Option<PairShares>,
    now: Timestamp,
) -> Vec<Hint> {
    let mut hints = Vec::new();
    match (a.origin, b.origin) {
        (Origin::Library, Origin::Checked) => hints.push(Hint::OfLibrary(Side::A)),
        (Origin::Checked, Origin::Library) => hints.push(Hint::OfLibrary(Side::B)),
        _ => {}
    }
    if let (Some(a), Some(b)) = (a.content(), b.content()) {
        hints.extend(of_files(&a.metadata, &b.metadata, now));
    }
    hints.extend(shares.and_then(containing).map(Hint::Contains));
    hints
}

impl CheckResult {
    /// Collects the hints about two documents of the check, the strongest first; empty if a position is beyond the last document.
    /// Implausible dates of files are ignored: those before 1990, those more than a day after `now`, and those of a program's template.
    #[must_use]
    pub fn direction_hints(&self, a: DocumentIndex, b: DocumentIndex, now: Timestamp) -> Vec<Hint> {
        let Some((one, other)) = self.document(a).zip(self.document(b)) else {
            return Vec::new();
        };
        let shares = self.copied_shares(a.min(b), a.max(b));
        let shares = shares.map(|shares| turned_shares(shares, b < a));
        let mut hints = direction_hints(one, other, shares, now);
        let both = self.submission(a).zip(self.submission(b));
        hints.extend(both.and_then(|(a, b)| handed_in(a, b)));
        hints
    }
}

/// Returns which of two submissions was handed in earlier, by the times of one platform or of the class list. `None` if a time is not
/// known, if the two times come from different clocks, or if they are equal.
fn handed_in(a: &Submission, b: &Submission) -> Option<Hint> {
    let time = |of: &Submission| of.submitted.as_deref()?.parse::<DateTime>().ok();
    // The clocks of two platforms may differ.
    let clock = |of: &Submission| {
        let platform = of.platform.as_ref()?;
        platform.submitted.is_some().then_some(platform.platform)
    };
    if clock(a) != clock(b) {
        return None;
    }
    let side = match time(a)?.cmp(&time(b)?) {
        Ordering::Less => Side::A,
        Ordering::Equal => return None,
        Ordering::Greater => Side::B,
    };
    let platform = |of: &Submission| Some(of.platform.as_ref()?.platform);
    let platform = platform(a).filter(|one| Some(*one) == platform(b));
    Some(Hint::HandedInEarlier { side, platform })
}

/// Collects the hints from the metadata of two files.
fn of_files(a: &Metadata, b: &Metadata, now: Timestamp) -> Vec<Hint> {
    let time = |text: &Option<String>, of: &Metadata| {
        let (second, zone_known) = time(text.as_deref()?, now)?;
        // Dates in a pdf without a zone were stored as UTC.
        let is_pdf = of.pdf_producer.is_some() || !of.pdf_id.is_empty();
        let from_utc = text.as_deref().is_some_and(|text| text.ends_with('Z'));
        Some((second, zone_known && !(is_pdf && from_utc)))
    };
    let created = earlier(time(&a.created, a), time(&b.created, b));
    let modified = earlier(time(&a.modified, a), time(&b.modified, b));
    [
        shared_revision_ids(&a.revision_ids, &b.revision_ids),
        shared_pdf_id(&a.pdf_id, &b.pdf_id),
        people(a, b),
        created.map(Hint::MadeEarlier),
        modified.map(Hint::ChangedEarlier),
    ]
    .into_iter()
    .flatten()
    .collect()
}

fn people(a: &Metadata, b: &Metadata) -> Option<Hint> {
    let author = [a, b].map(|of| person(of.author.as_deref()));
    let editor = [a, b].map(|of| person(of.last_editor.as_deref()));
    let is_by = |side: usize, of: usize| editor[side].is_some() && editor[side] == author[of];
    if author[0].is_some() && author[0] == author[1] {
        let by_other = |side: usize| editor[side].is_some() && editor[side] != author[side];
        let saved = [0, 1].map(|side| is_by(side, side) && by_other(1 - side));
        return first(saved).map(Hint::SavedByAuthor);
    }
    first([is_by(0, 1), is_by(1, 0)]).map(Hint::EditedByOther)
}

/// Returns the first side for which something holds; `None` if it holds for neither.
fn first(holds: [bool; 2]) -> Option<Side> {
    let mut sides = [Side::A, Side::B].into_iter().zip(holds);
    sides.find_map(|(side, holds)| holds.then_some(side))
}

/// Returns a name in lower case; `None` if it is shorter than two characters, has no letter, or is a program's default.
pub(super) fn person(name: Option<&str>) -> Option<String> {
    let name = name?.trim().to_lowercase();
    let is_name = name.chars().nth(1).is_some() && name.chars().any(char::is_alphabetic);
    let is_nobody = name.split_whitespace().all(|word| NOBODY.contains(&word));
    (is_name && !is_nobody).then_some(name)
}

/// Compares two times in seconds, each with whether its zone is known; `None` if they are too close or unknown.
fn earlier(a: Option<(i64, bool)>, b: Option<(i64, bool)>) -> Option<Side> {
    let ((a, a_is_sure), (b, b_is_sure)) = a.zip(b)?;
    let unsure = if a_is_sure && b_is_sure { 0 } else { A_DAY };
    match b - a {
        apart if apart > unsure => Some(Side::A),
        apart if apart < -unsure => Some(Side::B),
        _ => None,
    }
}

/// Parses a date that is plausible for a thesis, in seconds since 1970; `None` for any other.
pub(super) fn seconds(text: &str, now: Timestamp) -> Option<i64> {
    time(text, now).map(|(second, _)| second)
}

/// Parses a date that is plausible for a thesis: seconds since 1970, and whether its time zone is known; `None` for any
/// other.
fn time(text: &str, now: Timestamp) -> Option<(i64, bool)> {
    let text = text.trim();
    if is_template_date(text) {
        return None;
    }
    let (time, known) = if let Ok(time) = text.parse::<Timestamp>() {
        (time, true)
    } else {
        let civil = (text.parse::<DateTime>())
            .or_else(|_| text.parse::<Date>().map(|date| date.at(0, 0, 0, 0)));
        let zoned = civil.ok()?.to_zoned(TimeZone::UTC).ok()?;
        (zoned.timestamp(), false)
    };
    let plausible = time.to_zoned(TimeZone::UTC).year() >= FIRST_YEAR
        && time.as_second() <= now.as_second().saturating_add(A_DAY);
    plausible.then_some((time.as_second(), known))
}

/// Returns the document that is far longer than the other and contains nearly all of it; `None` if neither does.
fn containing(shares: PairShares) -> Option<Side> {
    let contains = |long: Copied, short: Copied| {
        let times_longer = f64::from(long.countable) >= f64::from(short.countable) * TIMES_LONGER;
        times_longer && short.countable > 0 && short.share() >= INSIDE
    };
    let (a, b) = (shares.a.net, shares.b.net);
    first([contains(a, b), contains(b, a)])
}

#[cfg(test)]
mod tests {
    use super::*;
    use chachong_compare::SideShares;
    use chachong_submission::{FoundBy, PlatformName};

    fn now() -> Timestamp {
        "2026-01-01T00:00:00Z".parse().unwrap()
    }

    fn dates(a: &str, b: &str) -> Option<Side> {
        earlier(time(a, now()), time(b, now()))
    }

    #[test]
    fn dates_that_differ_and_can_be_true_speak() {
        assert_eq!(
            dates("2024-05-01T08:00:00Z", "2024-05-01T08:00:01Z"),
            Some(Side::A)
        );
        assert_eq!(
            dates("2024-05-01T10:00:00+08:00", "2024-05-01T01:59:59Z"),
            Some(Side::B),
            "time zones count"
        );
        assert_eq!(dates("2024-05-03", "2024-05-01T08:00:00"), Some(Side::B));
        for (a, b) in [
            ("2024-05-01T08:00:00Z", "2024-05-01T16:00:00+08:00"),
            ("1970-01-01T00:00:00Z", "2024-05-01T08:00:00Z"),
            ("1980-01-01", "2024-05-01T08:00:00Z"),
            ("2024-05-01T08:00:00Z", "2099-05-01T08:00:00Z"),
            ("2013-12-23T23:15:00Z", "2024-05-01T08:00:00Z"),
            ("2024-05-01T08:00:00", "2024-05-01T20:00:00Z"),
            ("yesterday", "2024-05-01T08:00:00Z"),
            ("", ""),
        ] {
            assert_eq!(dates(a, b), None, "{a} {b}");
        }
        assert_eq!(earlier(None, time("2024-05-01", now())), None);
    }

    #[test]
    fn a_pdf_that_may_not_know_its_zone_is_sure_of_days_only() {
        let made = |created: &str, pdf: bool| Metadata {
            created: Some(created.to_owned()),
            pdf_producer: pdf.then(|| "x".to_owned()),
            ..Metadata::default()
        };
        let word = made("2024-05-02T01:00:00Z", false);
        let hints = |pdf: &str| of_files(&made(pdf, true), &word, now());
        assert_eq!(hints("2024-05-01T09:00:00Z"), []);
        assert_eq!(
            hints("2024-05-01T09:00:00+08:00"),
            [Hint::MadeEarlier(Side::A)]
        );
        assert_eq!(hints("2024-04-30T09:00:00Z"), [Hint::MadeEarlier(Side::A)]);
    }

    #[test]
    fn the_time_of_handing_in_is_a_hint_where_one_clock_states_both() {
        let handed_in_at = |time: &str, platform: Option<Platform>| {
            let name = platform.map(|platform| PlatformName {
                platform,
                name: String::new(),
                id: "1".to_owned(),
                anonymous: false,
                late: false,
                submitted: Some(time.to_owned()),
                folder: None,
                exported: String::new(),
                file: String::new(),
            });
            Submission {
                submitted: (!time.is_empty()).then(|| time.to_owned()),
                platform: name,
                ..Submission::of_nobody("沈知远".to_owned(), FoundBy::List, vec![0])
            }
        };
        let (early, late) = ("2026-03-01T08:30:00", "2026-03-02T09:00:00");
        let listed = |time| handed_in_at(time, None);
        let of_class_list = |side| {
            Some(Hint::HandedInEarlier {
                side,
                platform: None,
            })
        };
        assert_eq!(
            handed_in(&listed(early), &listed(late)),
            of_class_list(Side::A)
        );
        assert_eq!(
            handed_in(&listed(late), &listed(early)),
            of_class_list(Side::B)
        );
        for (a, b) in [(early, early), (early, ""), ("", ""), ("soon", late)] {
            assert_eq!(handed_in(&listed(a), &listed(b)), None, "{a} {b}");
        }
        let blackboard = handed_in_at(late, Some(Platform::Blackboard));
        assert_eq!(handed_in(&listed(early), &blackboard), None, "two clocks");
        let hint = handed_in(
            &handed_in_at(early, Some(Platform::Blackboard)),
            &blackboard,
        );
        assert_eq!(
            hint,
            Some(Hint::HandedInEarlier {
                side: Side::A,
                platform: Some(Platform::Blackboard)
            })
        );
    }

    #[test]
    fn people_speak_where_they_are_somebody() {
        let made = |author: &str, editor: &str| Metadata {
            author: Some(author.to_owned()),
            last_editor: Some(editor.to_owned()),
            ..Metadata::default()
        };
        let (zhang, li) = (made("张三", "张三"), made("李四", "李四"));
        assert_eq!(
            people(&made("张三", "李四"), &zhang),
            Some(Hint::SavedByAuthor(Side::B))
        );
        assert_eq!(
            people(&li, &made("张三", "李四")),
            Some(Hint::EditedByOther(Side::B))
        );
        assert_eq!(people(&zhang, &li), None);
        assert_eq!(people(&zhang, &zhang), None);
        let admin = made("Administrator", "Administrator");
        assert_eq!(people(&admin, &made("Administrator", "李四")), None);
        for nobody in [
            "番茄花园 Administrator",
            "Microsoft Office User",
            "20190101",
            "A",
            "CNKI",
            " ",
        ] {
            assert_eq!(person(Some(nobody)), None, "{nobody}");
        }
        assert_eq!(person(Some("Apple Li")).as_deref(), Some("apple li"));
        assert_eq!(people(&Metadata::default(), &Metadata::default()), None);
    }

    #[test]
    fn a_short_text_inside_a_long_one_speaks_for_the_long_one() {
        let side = |characters, countable| SideShares {
            net: Copied {
                characters,
                countable,
            },
            ..SideShares::default()
        };
        let pair = |a, b| PairShares {
            a,
            b,
            passages: 1,
            possible_passages: 0,
        };
        assert_eq!(
            containing(pair(side(950, 1000), side(950, 9000))),
            Some(Side::B)
        );
        assert_eq!(
            containing(pair(side(950, 9000), side(950, 1000))),
            Some(Side::A)
        );
        assert_eq!(containing(pair(side(950, 1000), side(950, 1100))), None);
        assert_eq!(containing(pair(side(500, 1000), side(500, 9000))), None);
        assert_eq!(containing(PairShares::default()), None);
    }

    #[test]
    fn what_is_of_the_library_was_there_before() {
        let document = |origin| Document {
            origin,
            ..Document::checked("", None, None)
        };
        let [checked, library] = [Origin::Checked, Origin::Library].map(document);
        let hints = |a, b| direction_hints(a, b, None, now());
        assert_eq!(hints(&checked, &library), [Hint::OfLibrary(Side::B)]);
        assert_eq!(hints(&library, &checked), [Hint::OfLibrary(Side::A)]);
        assert_eq!(hints(&checked, &checked), []);
        assert_eq!(Hint::OfLibrary(Side::B).earlier(), Some(Side::B));
    }
}
