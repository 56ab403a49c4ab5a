//! Pairs of made documents: what is found, what is not.

use chachong_measurements::{Decimal, Readings, ReadingsPair, Relation, compare, compare_class};
use proptest::prelude::*;
use std::fmt::Write as _;

/// Voltages and currents of eight rows, as nobody else has them.
const ROWS: [(f64, f64); 8] = [
    (0.4937, 12.83),
    (0.9912, 25.67),
    (1.5038, 38.41),
    (1.9961, 52.29),
    (2.5207, 63.75),
    (2.9815, 77.94),
    (3.5273, 89.02),
    (3.9648, 104.6),
];

fn table(rows: &[(f64, f64)], places: (usize, usize)) -> Readings {
    let mut text = String::from("U/V\tI/mA\n");
    for (voltage, current) in rows {
        let _ = writeln!(text, "{voltage:.*}\t{current:.*}", places.0, places.1);
    }
    Readings::of(&text, &[])
}

fn only(a: &Readings, b: &Readings) -> ReadingsPair {
    let mut pairs = compare(&[a.clone(), b.clone()]);
    assert_eq!(pairs.len(), 1);
    pairs.remove(0)
}

fn decimal(coefficient: i64, exponent: i16) -> Decimal {
    Decimal {
        coefficient,
        exponent,
    }
}

#[test]
fn equal_tables_count_and_share_all() {
    let a = table(&ROWS, (4, 2));
    let pair = only(&a, &a);
    assert!(pair.counts && pair.shared[0].in_order);
    assert_eq!(pair.shared[0].relation, Relation::Equal);
    assert_eq!(pair.shared_readings(), 16);
    assert!((pair.table_share_a - 1.0).abs() < 1e-9 && (pair.table_share_b - 1.0).abs() < 1e-9);
}

#[test]
fn sorted_rows_count() {
    let mut rows = ROWS;
    rows.sort_by(|x, y| y.1.total_cmp(&x.1));
    rows.rotate_left(3);
    rows.swap(0, 5);
    let pair = only(&table(&ROWS, (4, 2)), &table(&rows, (4, 2)));
    assert!(pair.counts && !pair.shared[0].in_order);
    assert_eq!(pair.shared_readings(), 16);
}

#[test]
fn a_factor_and_an_offset_are_named() {
    let a = table(&ROWS, (4, 2));
    let inches = table(
        &ROWS.map(|(voltage, current)| (voltage * 2.54, current * 2.54)),
        (4, 2),
    );
    let pair = only(&a, &inches);
    assert!(pair.counts);
    assert_eq!(pair.shared[0].relation, Relation::Factor(decimal(254, -2)));
    let better = table(
        &ROWS.map(|(voltage, current)| (voltage + 0.02, current + 0.02)),
        (4, 2),
    );
    let pair = only(&a, &better);
    assert!(pair.counts);
    assert_eq!(pair.shared[0].relation, Relation::Offset(decimal(2, -2)));
    let millivolts = table(
        &ROWS.map(|(voltage, current)| (voltage * 1000.0, current * 1000.0)),
        (1, 0),
    );
    assert_eq!(
        only(&a, &millivolts).shared[0].relation,
        Relation::Factor(decimal(1, 3))
    );
}

#[test]
fn percent_are_equal_to_their_parts() {
    let a = Readings::of("0.4937\t0.3811\n0.2719\t0.6173\n0.8437\t0.5591\n", &[]);
    let b = Readings::of("49.37%\t38.11%\n27.19%\t61.73%\n84.37%\t55.91%\n", &[]);
    let pair = only(&a, &b);
    assert!(pair.counts);
    assert_eq!(pair.shared[0].relation, Relation::Equal);
}

#[test]
fn what_was_given_or_computed_does_not_count() {
    let given = "g\t9.801\n设定\t0.5000\n设定\t1.000\n频率\t1024\n常数\t3.1416\n";
    assert!(
        compare(&[Readings::of(given, &[]), Readings::of(given, &[])])
            .iter()
            .all(|pair| !pair.counts)
    );
    // The same grid under two slopes.
    let fit = |slope: f64| {
        let rows: Vec<(f64, f64)> = (1..9)
            .map(|x| (slope * f64::from(x), slope * f64::from(x * x)))
            .collect();
        table(&rows, (3, 3))
    };
    assert!(
        compare(&[fit(9.713), fit(9.846)])
            .iter()
            .all(|pair| !pair.counts)
    );
    // A class of ten of which six have the same table.
    let mut class = vec![table(&ROWS, (4, 2)); 6];
    class.extend((0..4).map(|_| Readings::of("没有数据", &[])));
    assert!(compare(&class).iter().all(|pair| !pair.counts));
}

/// The first six rows, measured again by others with their own noise.
fn measured(student: u32) -> Readings {
    let noise = |at: u32| 1.0 + f64::from((student * 7919 + at * 104_729) % 1009) / 50_000.0;
    let mut at = 0;
    let rows: Vec<(f64, f64)> = (ROWS[..6].iter())
        .map(|(voltage, current)| {
            at += 2;
            (voltage * noise(at), current * noise(at + 1))
        })
        .collect();
    table(&rows, (4, 2))
}

#[test]
fn a_ring_of_five_is_one_origin() {
    let mut class = vec![table(&ROWS[..6], (4, 2)); 5];
    class.extend((1..12).map(measured));
    let pairs = compare(&class);
    let counting = pairs.iter().filter(|pair| pair.counts);
    assert_eq!(counting.clone().count(), 10);
    assert!(counting.clone().all(|pair| pair.b < 5));
}

#[test]
fn what_was_handed_out_says_nothing_in_a_small_folder_either() {
    let of = |given: &[Readings]| {
        let both = [table(&ROWS, (4, 2)), table(&ROWS, (4, 2))];
        let pairs = compare_class(&both, &[0, 1], given, &|_, _| 1.0);
        pairs.iter().any(|pair| pair.counts)
    };
    assert!(of(&[]) && !of(&[table(&ROWS, (4, 2))]));
}

#[test]
fn long_contents_of_tables_are_shared_by_rows() {
    let a = Readings::of(
        "项目\t说明\n登录\t用户输入账号与密码后由系统核对\n查询\t按照时间和类别列出全部的记录\n导出\t把选中的记录写成表格文件下载\n",
        &[],
    );
    let b = Readings::of(
        "项目\t说明\n登录\t用户输入账号与密码后由系统核对\n查询\t按照时间和类别列出全部的记录\n导出\t把选中的记录写成表格文件下载\n备份\t每天夜里复制数据库到另一台机器\n",
        &[],
    );
    let pair = only(&a, &b);
    assert!(!pair.counts && pair.shared.is_empty());
    assert!((pair.table_share_a - 1.0).abs() < 1e-9 && (pair.table_share_b - 0.75).abs() < 1e-9);
}

proptest! {
    #[test]
    fn every_pair_of_spans_stands_in_the_texts(seed in 0u64..1000, forged in 0usize..4) {
        let mut rows = ROWS;
        for place in 0..forged {
            rows[(place * 3 + usize::try_from(seed).unwrap()) % 8].0 += 0.0101;
        }
        let (a, b) = (table(&ROWS, (4, 2)), table(&rows, (4, 2)));
        let pair = only(&a, &b);
        prop_assert!(pair.counts && pair.a < pair.b);
        for shared in &pair.shared {
            prop_assert!(shared.readings.windows(2).all(|two| two[0].0 < two[1].0));
            for ((x, y), (span_a, span_b)) in shared.readings.iter().zip(&shared.spans) {
                prop_assert_eq!(a.readings[*x as usize].span, *span_a);
                prop_assert_eq!(b.readings[*y as usize].span, *span_b);
            }
        }
    }
}
