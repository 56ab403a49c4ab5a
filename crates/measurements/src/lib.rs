//! Measurements and tables that documents share: data that is copied in a class instead of sentences.
//!
//! [`Readings::of`] reads the numbers and tables of a text, and [`compare`] finds the pairs of documents that share
//! them: equal or with other digits, in the same order or sorted, under a factor (another unit) or an offset
//! ("improved" data). The evidence is how unlikely an equal value is among people who measured the same thing,
//! estimated from the class itself. No file is read here: the input is text, the output is plain data.
//!
//! ```
//! use chachong_measurements::{Readings, Relation, compare};
//!
//! let a = Readings::of("U/V\tI/mA\n0.4937\t12.83\n0.9912\t25.61\n1.5038\t38.47\n1.9961\t51.29\n", &[]);
//! assert_eq!(a.tables.len(), 1);
//! assert_eq!(a.readings[0].value.to_string(), "0.4937");
//! // Another student has the same readings, in other units and between other words.
//! let b = Readings::of("测得 493.7 mV、12.83 mA；991.2 mV、25.61 mA；1503.8 mV、38.47 mA；1996.1 mV、51.29 mA。", &[]);
//! let pairs = compare(&[a, b]);
//! assert!(pairs[0].counts);
//! assert_eq!(pairs[0].shared_readings(), 8);
//! assert!(pairs[0].shared[0].in_order);
//! ```
#![expect(
    clippy::cast_possible_truncation,
    reason = "numbers of documents, readings and cells lie far below 2^32"
)]

mod any_order;
mod compare;
mod decimal;
mod in_order;
mod keys;
mod leads;
mod lines;
mod number;
mod ordinary;
mod rarity;
mod reading;
mod readings;
mod related_columns;
mod relation;
mod signals;
mod table_share;
mod tables;
mod unit;

pub use compare::{ReadingsPair, SharedReadings, compare, compare_class};
pub use decimal::Decimal;
pub use reading::{Cell, Content, Place, Reading, Table};
pub use readings::Readings;
pub use relation::Relation;
