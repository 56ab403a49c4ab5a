//! Documents that are kept between checks. Knows nothing of screens.

pub mod search_text;
