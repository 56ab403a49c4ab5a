//! Contact details in texts: e-mail addresses, telephone, identity and account numbers, recognised by their form.

use std::ops::Range;

use chachong_text::{Folded, folded};

use crate::struck_names::{Kept, hide};

/// Digits of a mobile number in China.
const MOBILE: usize = 11;
/// Digits of an identity number, the last of which may be an X.
const IDENTITY: usize = 18;
/// Allowed numbers of digits of a QQ number: 5 to 11.
const QQ: Range<usize> = 5..12;
/// Allowed numbers of characters of a `WeChat` account: 6 to 20.
const WECHAT: Range<usize> = 6..21;
/// Most blanks, with a line break among them, that divide an address or an account.
const LONGEST_BREAK: usize = 3;
/// Most digits of a telephone number with its country.
const LONGEST: usize = 15;

/// Replaces contact details that are not kept, sign by sign.
pub(crate) fn strike_contacts(text: &mut [char], kept: &Kept) {
    let signs = folded(text, true);
    let mut at = 0;
    while at < signs.len() {
        let found = email(&signs, at)
            .or_else(|| number(&signs, at))
            .or_else(|| qq(&signs, at))
            .or_else(|| wechat(&signs, at));
        let Some(found) = found.filter(|found| found.end > at) else {
            at += 1;
            continue;
        };
        if !kept.has(&signs[found.clone()]) {
            hide(&mut text[signs[found.start].at..=signs[found.end - 1].at]);
        }
        at = found.end;
    }
}

/// Returns the e-mail address whose `@`, (at) or \[at\] is at `at`; `None` if there is none. A blank may stand beside
/// it if the rest is a domain with a dot.
fn email(text: &[Folded], at: usize) -> Option<Range<usize>> {
    let behind = match text[at].c {
        '@' => at + 1,
        '(' | '[' if begins(text, at + 1, "at)") || begins(text, at + 1, "at]") => at + 4,
        _ => return None,
    };
    let is_blank = |at: usize| text.get(at).is_some_and(|sign| sign.c == ' ');
    let before = at - usize::from(at > 0 && is_blank(at - 1));
    let domain = behind + usize::from(is_blank(behind));
    let start = run_before(text, before, |c| {
        c.is_ascii_alphanumeric() || "._%+-".contains(c)
    });
    let end = run_after(text, domain, |c| {
        c.is_ascii_alphanumeric() || ".-".contains(c)
    });
    let has_dot = || text[domain..end].iter().any(|sign| sign.c == '.');
    let is_whole = text[at].c == '@' && before == at && domain == behind;
    (start < before && domain < end && (is_whole || has_dot())).then_some(start..end)
}

/// Returns whether a word is at this position.
fn begins(text: &[Folded], at: usize, word: &str) -> bool {
    let signs = text.get(at..).unwrap_or_default().iter().map(|sign| sign.c);
    signs.take(word.chars().count()).eq(word.chars())
}

/// Returns the end of the run of signs that begins at a position. A line break may divide it.
fn run_after(text: &[Folded], start: usize, is_part: impl Fn(char) -> bool) -> usize {
    let is_part = |at: usize| text.get(at).is_some_and(|sign| is_part(sign.c));
    let mut end = start;
    loop {
        while is_part(end) {
            end += 1;
        }
        let next = end + blanks(text[end..].iter());
        if next == end || !is_part(next) {
            return end;
        }
        end = next;
    }
}

/// Returns the beginning of the run of signs that ends before a position. A line break may divide it.
fn run_before(text: &[Folded], end: usize, is_part: impl Fn(char) -> bool) -> usize {
    let is_part = |at: usize| at > 0 && is_part(text[at - 1].c);
    let mut start = end;
    loop {
        while is_part(start) {
            start -= 1;
        }
        let next = start - blanks(text[..start].iter().rev());
        if next == start || !is_part(next) {
            return start;
        }
        start = next;
    }
}

/// Returns the number of blanks from here on with a line break among them; 0 without one.
fn blanks<'t>(signs: impl Iterator<Item = &'t Folded>) -> usize {
    let blanks: Vec<char> = (signs.map(|sign| sign.c).take(LONGEST_BREAK))
        .take_while(|c| c.is_whitespace())
        .collect();
    let has_break = blanks.iter().any(|c| matches!(c, '\n' | '\r'));
    if has_break { blanks.len() } else { 0 }
}

/// Returns the longest telephone or identity number that begins at a position.
fn number(text: &[Folded], begin: usize) -> Option<Range<usize>> {
    let is_digit = |at: usize| text.get(at).is_some_and(|sign| sign.c.is_ascii_digit());
    let after_digit = begin.checked_sub(1).is_some_and(is_digit);
    // The decimals of a number; behind a full stop a space follows.
    let is_sign_of = |at: usize| text.get(at).map(|sign| sign.at);
    let is_decimal = begin.checked_sub(2).is_some_and(|before| {
        let is_adjacent = is_sign_of(before).map(|at| at + 2) == is_sign_of(begin);
        is_digit(before) && text[before + 1].c == '.' && is_adjacent
    });
    let has_plus = text[begin].c == '+';
    if after_digit || is_decimal || !is_digit(begin) && !has_plus {
        return None;
    }
    let mut digits = String::new();
    let (mut at, mut end, mut has_gap) = (begin + usize::from(has_plus), None, false);
    while digits.len() <= IDENTITY {
        match text.get(at).map(|sign| sign.c) {
            Some(c) if c.is_ascii_digit() => digits.push(c),
            Some('x') if digits.len() + 1 == IDENTITY => digits.push('x'),
            Some(' ' | '-' | '.' | '(' | ')' | '\n' | '\r') if !digits.is_empty() => {
                let next = (at..at + 3).find(|&at| is_digit(at));
                let Some(next) = next else { break };
                has_gap = true;
                at = next;
                continue;
            }
            _ => break,
        }
        at += 1;
        if !is_digit(at) && is_personal(&digits, has_plus, has_gap) {
            end = Some(at);
        }
    }
    end.map(|end| begin..end)
}

/// Returns whether digits have the form of a telephone or identity number.
fn is_personal(digits: &str, has_plus: bool, has_gap: bool) -> bool {
    let is_mobile = |digits: &str| {
        let mut first = digits.chars();
        digits.len() == MOBILE
            && first.next() == Some('1')
            && first
                .next()
                .is_some_and(|second| ('3'..='9').contains(&second))
    };
    let is_landline = digits.starts_with('0') && has_gap && (10..=12).contains(&digits.len());
    let is_foreign = has_plus && (8..=LONGEST).contains(&digits.len());
    is_mobile(digits)
        || digits.strip_prefix("86").is_some_and(is_mobile)
        || is_landline
        || is_foreign
        || is_identity(digits)
}

/// Returns whether digits are an identity number, by the check digit (GB 11643).
fn is_identity(digits: &str) -> bool {
    const WEIGHTS: [u32; IDENTITY - 1] = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2];
    const CHECK: &[u8] = b"10x98765432";
    let Some((last, others)) = digits.as_bytes().split_last() else {
        return false;
    };
    if digits.len() != IDENTITY || !others.iter().all(u8::is_ascii_digit) {
        return false;
    }
    let values = others.iter().map(|digit| u32::from(digit - b'0'));
    let sum: u32 = values
        .zip(WEIGHTS)
        .map(|(digit, weight)| digit * weight)
        .sum();
    CHECK.get(sum as usize % CHECK.len()) == Some(last)
}

/// Returns the place of a QQ number that begins at most five characters after `qq`.
fn qq(text: &[Folded], at: usize) -> Option<Range<usize>> {
    let is_digit = |at: usize| text.get(at).is_some_and(|sign| sign.c.is_ascii_digit());
    if !begins(text, at, "qq") {
        return None;
    }
    let start = (at + 2..at + 7).find(|&at| is_digit(at))?;
    let end = run_after(text, start, |c| c.is_ascii_digit());
    let digits = text[start..end]
        .iter()
        .filter(|sign| sign.c.is_ascii_digit());
    QQ.contains(&digits.count()).then_some(start..end)
}

/// Returns the place of the account behind 微信, `wechat` or `weixin`, if a colon or 号 follows the word.
fn wechat(text: &[Folded], at: usize) -> Option<Range<usize>> {
    let word = ["微信", "wechat", "weixin"]
        .into_iter()
        .find(|word| begins(text, at, word))?;
    let mut place = at + word.chars().count();
    let is_number = begins(text, place, "号");
    place += usize::from(is_number);
    let between = text.get(place..)?.iter().map(|sign| sign.c);
    let between: Vec<char> = between.take_while(|c| ": ".contains(*c)).collect();
    let start = place + between.len();
    let end = run_after(text, start, |c| {
        c.is_ascii_alphanumeric() || "_-".contains(c)
    });
    let is_account = (is_number || between.contains(&':')) && WECHAT.contains(&(end - start));
    is_account.then_some(start..end)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn struck(text: &str) -> String {
        let mut text: Vec<char> = text.chars().collect();
        strike_contacts(&mut text, &Kept::new(["own@example.org"]));
        text.into_iter().collect()
    }

    #[test]
    fn contact_details_are_struck_by_their_form() {
        for (text, expected) in [
            (
                "邮箱lamp.1@mail.example.org。",
                "邮箱×××××××××××××××××××××××。",
            ),
            ("邮箱own@example.org。", "邮箱own@example.org。"),
            ("电话13800138000，", "电话×××××××××××，"),
            ("电话１３８ ００１３ ８０００", "电话××× ×××× ××××"),
            ("2019 13800138000", "2019 ×××××××××××"),
            ("+86 138-0013-8000", "××× ×××××××××××××"),
            ("0571-88880000", "×××××××××××××"),
            ("+44 20 7946 0958", "××× ×× ×××× ××××"),
            ("号11010519491231002X。", "号××××××××××××××××××。"),
            ("QQ：100200300", "QQ：×××××××××"),
            ("QQ：1002\n00300", "QQ：××××\n×××××"),
            ("微信号lamp_4071。", "微信号×××××××××。"),
            (
                "由lamp5\n@mail.example.org完成",
                "由×××××\n×××××××××××××××××完成",
            ),
            (
                "由la\n mp5@mail.exa \nmple.org。",
                "由××\n ×××××××××××× \n××××××××。",
            ),
            ("lamp5 @ mail.org", "××××× × ××××××××"),
            ("lamp5(at)mail.org", "×××××××××××××××××"),
            ("WeChat： lamp-4071", "WeChat： ×××××××××"),
        ] {
            assert_eq!(struck(text), expected, "{text}");
        }
        for text in [
            "3.14159265358",
            "12345678901",
            "113800138000",
            "138001380001",
            "110105194912310021",
            "2019-05-01 10:30",
            "a @ b",
            "qq",
            "微信",
            "微信号：",
            "WeChat accounts",
            "微信公众号：灯下",
            "@",
            "+",
            "(+1) 2",
        ] {
            assert_eq!(struck(text), text);
        }
    }
}
