//! A made class: what each student measured, how it is written up, and how others copy it.

use std::fmt::Write as _;

/// Numbers that look random (`SplitMix64`), the same for a seed everywhere.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    fn next(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((z ^ (z >> 31)) >> 11) as f64 / (1u64 << 53) as f64
    }

    /// About normal, with deviation 1.
    fn noise(&mut self) -> f64 {
        (0..12).map(|_| self.next()).sum::<f64>() - 6.0
    }

    fn below(&mut self, n: usize) -> usize {
        (self.next() * n as f64) as usize
    }
}

/// Rows of a table: what was set, and what one student read at it.
pub(crate) type Table = Vec<(f64, Vec<Written>)>;

/// A reading and how many decimal places it is written with.
#[derive(Clone, Copy)]
pub(crate) struct Written {
    value: f64,
    places: usize,
}

/// The five tables of one student: the same true values for all, each with noise of 0.3 to 2 % and errors of the instruments.
pub(crate) fn measured(seed: u64, student: u64, digits: usize, noise: f64) -> Vec<Table> {
    let mut truth = Random(seed.wrapping_mul(7919));
    let mut own = Random(seed.wrapping_mul(104_729) ^ (student + 1).wrapping_mul(0x1234_5678_9ABC));
    (0..5)
        .map(|_| {
            let rows = 6 + truth.below(6);
            let columns: Vec<(f64, f64, f64)> = (0..3)
                .map(|_| {
                    (
                        10f64.powf(truth.next() * 4.0 - 1.0),
                        0.5 + truth.next(),
                        noise * (noise * (0.003 + 0.017 * truth.next())),
                    )
                })
                .collect();
            let errors: Vec<f64> = columns
                .iter()
                .map(|_| 1.0 + 0.004 * noise * own.noise())
                .collect();
            (0..rows)
                .map(|row| {
                    let read = columns
                        .iter()
                        .zip(&errors)
                        .map(|((scale, power, noise), error)| {
                            let value = scale
                                * (row as f64 + 1.0).powf(*power)
                                * error
                                * (1.0 + noise * own.noise());
                            let places = digits as i32
                                - 1
                                - (scale * (row as f64 + 1.0).powf(*power)).log10().floor() as i32;
                            Written {
                                value: rounded(value, places.max(0)),
                                places: places.max(0) as usize,
                            }
                        });
                    (0.5 * (row as f64 + 1.0), read.collect())
                })
                .collect()
        })
        .collect()
}

fn rounded(value: f64, places: i32) -> f64 {
    (value * 10f64.powi(places)).round() / 10f64.powi(places)
}

/// A report: what all were given, the tables in one of several forms, and sentences with readings.
pub(crate) fn write_report(student: u64, tables: &[Table], form: usize) -> String {
    let mut text = format!(
        "实验报告\n学号 2021{student:04}  姓名 某某\n一、实验目的\n掌握仪器的使用，取重力加速度 9.801 m/s²，室温 23.4 ℃，标称电阻 51.28 Ω。\n"
    );
    for (number, table) in tables.iter().enumerate() {
        let _ = writeln!(text, "表 {}.{} 测量数据", number / 2 + 1, number + 1);
        let (open, between, close) = match form % 4 {
            0 => ("", "\t", ""),
            1 => ("| ", " | ", " |"),
            // As Word's tables come out: a cell a line.
            2 => ("", "\n", ""),
            _ => ("", " ", ""),
        };
        let _ = writeln!(
            text,
            "{open}{}{close}",
            ["设定", "U/V", "I/mA", "T/s"].join(between)
        );
        for (set, readings) in table {
            let cells: Vec<String> = std::iter::once(format!("{set:.1}"))
                .chain(
                    readings
                        .iter()
                        .map(|reading| format!("{:.*}", reading.places, reading.value)),
                )
                .collect();
            let _ = writeln!(text, "{open}{}{close}", cells.join(between));
        }
        let mean = table
            .iter()
            .map(|(_, readings)| readings[0].value)
            .sum::<f64>()
            / table.len() as f64;
        let _ = writeln!(
            text,
            "第 {} 组数据的平均值为 {mean:.4} V，与理论值相差不大，见图 {}。",
            number + 1,
            number + 1
        );
    }
    text.push_str(&computed(student));
    text
}

/// What strangers share or have under a factor without copying: a fit through what was set, a table that two in five printed
/// out of what all were given, and what a terminal shows.
fn computed(student: u64) -> String {
    let mut own = Random(student.wrapping_mul(31) + 5);
    let slope = 9.7 + 0.2 * own.next();
    let mut text = String::from(
        "表 3.1 拟合
x	y/V	z
",
    );
    for row in 1..10 {
        let x = f64::from(row) * 0.5;
        let _ = writeln!(text, "{x:.1}	{:.3}	{:.3}", slope * x, slope * x * x);
    }
    if student % 5 < 2 {
        text.push_str(
            "表 3.2 理论值
n	E/V
",
        );
        for row in 1..12 {
            let _ = writeln!(
                text,
                "{row}	{:.4}",
                3.7 * (f64::from(row) * 0.37).sin().abs() + 1.0
            );
        }
    }
    text.push_str(
        "PID TTY TIME CMD
 4711 pts/0 00:00:01 bash
total 48836
-rw-r--r-- 1 root root 13579 Nov 24 a.out
",
    );
    text.push_str(
        "   text    data     bss     dec
   1515     600       8    2123
   1517     612      16    2145
",
    );
    text
}

/// Copies of a student's tables, as people make them.
pub(crate) fn copied(
    kind: usize,
    original: &[Table],
    own: &[Table],
    random: &mut Random,
) -> Vec<Table> {
    let mut tables = original.to_vec();
    let each = |tables: &mut Vec<Table>, change: &mut dyn FnMut(usize, &mut Written)| {
        for table in tables {
            for (_, readings) in table {
                for (column, reading) in readings.iter_mut().enumerate() {
                    change(column, reading);
                }
            }
        }
    };
    match kind {
        // One digit of one reading in five.
        1 => each(&mut tables, &mut |_, reading| {
            if random.below(5) == 0 {
                let place = 10f64.powi(random.below(3) as i32 - reading.places as i32);
                reading.value += place * (1 + random.below(9)) as f64;
            }
        }),
        // Another unit for one column; the readings keep their digits.
        2 => each(&mut tables, &mut |_, reading| {
            reading.value *= 1000.0;
            reading.places = reading.places.saturating_sub(3);
        }),
        3 => each(&mut tables, &mut |_, reading| {
            reading.value = rounded(reading.value * 2.54, reading.places as i32);
        }),
        4 => each(&mut tables, &mut |column, reading| {
            let offset = [2.0, 5.0, 3.0][column.min(2)] * 10f64.powi(1 - reading.places as i32);
            reading.value += offset;
        }),
        5 => {
            for table in &mut tables {
                table.sort_by(|x, y| y.1[0].value.total_cmp(&x.1[0].value));
                let middle = table.len() / 2;
                table.rotate_left(middle);
            }
        }
        // Half of the rows, the others measured.
        6 => {
            for (table, own) in tables.iter_mut().zip(own) {
                for row in (0..table.len()).filter(|row| row % 2 == 1) {
                    table[row] = own[row].clone();
                }
            }
        }
        // A factor and one forged digit in five.
        7 => each(&mut tables, &mut |_, reading| {
            reading.value = rounded(reading.value * 1.05, reading.places as i32);
            if random.below(5) == 0 {
                reading.value +=
                    10f64.powi(-(reading.places as i32)) * (1 + random.below(9)) as f64;
            }
        }),
        // A digit fewer.
        8 => each(&mut tables, &mut |_, reading| {
            let places = reading.places.saturating_sub(1);
            reading.value = rounded(reading.value, places as i32);
            reading.places = places;
        }),
        _ => {}
    }
    tables
}

pub(crate) const KINDS: [&str; 9] = [
    "equal",
    "forged digits",
    "x 1000",
    "x 2.54",
    "offset",
    "sorted rows",
    "half of the rows",
    "x 1.05, forged",
    "a digit fewer",
];
