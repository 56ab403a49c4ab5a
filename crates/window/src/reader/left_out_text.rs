//! Text of the reason why a stretch of a displayed text does not count.

use chachong_check::shown::Look;
use chachong_messages::Language;

/// Returns why a stretch does not count or is not compared; `None` if it counts.
pub(crate) fn left_out_text(look: Look, language: Language) -> Option<String> {
    if let Some(reason) = look.passed_over {
        return Some(language.passed_over(reason));
    }
    let reason = language.reason_left_out(look.left_out?);
    Some(language.fill("text.left-out", &[("reason", &reason)]))
}
