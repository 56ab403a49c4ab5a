//! Benchmark of the search for leads, `cargo bench --bench semantics`: windows put together from sentences beside windows
//! encoded at once, and the scan of signatures beside dot products of all windows. Without the model
//! (`assets/make_models.py`) only the scan is measured.

use std::hint::black_box;
use std::path::Path;
use std::sync::Arc;

use chachong_semantics::{Encoded, Encoder, Search, encode, open_model};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};

const SENTENCES: usize = 120;
const DOCUMENTS: u32 = 40;

/// Sentence on one of many things, of about 30 characters.
fn sentence(number: usize) -> String {
    const WHO: [&str; 6] = [
        "社区图书馆",
        "乡村小学",
        "老旧小区",
        "高校食堂",
        "共享单车企业",
        "志愿者团队",
    ];
    const WHAT: [&str; 5] = [
        "延长夜间服务",
        "改进课程安排",
        "协商费用分摊",
        "减少日常浪费",
        "规范车辆停放",
    ];
    const WHY: [&str; 7] = [
        "居民需求增加",
        "经费来源有限",
        "管理人员不足",
        "地方政策支持",
        "多方意见不一",
        "设备逐年老化",
        "公众关注上升",
    ];
    format!(
        "由于{}，{}在第{number}次调查之后决定{}并公布结果。",
        WHY[number % 7],
        WHO[number / 7 % 6],
        WHAT[number / 42 % 5]
    )
}

/// Encoder by sums of character codes: what is near does not matter for the speed of a scan.
struct Cheap;

impl Encoder for Cheap {
    fn model(&self) -> &'static str {
        "cheap"
    }

    fn encode(&self, texts: &[&str]) -> Vec<Vec<f32>> {
        texts.iter().map(|text| vector(text)).collect()
    }

    fn windows(&self, sentences: &[&str], windows: &[std::ops::Range<usize>]) -> Vec<Vec<f32>> {
        (windows.iter())
            .map(|window| vector(&sentences.get(window.clone()).unwrap_or_default().concat()))
            .collect()
    }
}

fn vector(text: &str) -> Vec<f32> {
    let mut state = text
        .bytes()
        .fold(7_u32, |sum, byte| sum.wrapping_mul(31) ^ u32::from(byte));
    let mut next = || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 8) as f32 / 8_388_608.0 - 1.0
    };
    (0..512).map(|_| next()).collect()
}

fn encoding(c: &mut Criterion) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/models");
    let Ok(encoder) = open_model(&[folder]) else {
        return;
    };
    let sentences: Vec<String> = (0..SENTENCES).map(sentence).collect();
    let sentences: Vec<&str> = sentences.iter().map(String::as_str).collect();
    let windows: Vec<_> = (0..SENTENCES - 2).map(|start| start..start + 3).collect();
    let joined: Vec<String> = windows
        .iter()
        .map(|window| sentences[window.clone()].concat())
        .collect();
    let joined: Vec<&str> = joined.iter().map(String::as_str).collect();
    let mut group = c.benchmark_group("windows of three sentences");
    group
        .throughput(Throughput::Elements(windows.len() as u64))
        .sample_size(10);
    group.bench_function("put together from sentences", |b| {
        b.iter(|| encoder.windows(black_box(&sentences), &windows));
    });
    group.bench_function("encoded at once", |b| {
        b.iter(|| encoder.encode(black_box(&joined)));
    });
    group.finish();
}

fn scanning(c: &mut Criterion) {
    let document = |number: u32| {
        let text: String = (0..300)
            .map(|at| sentence(at + 300 * number as usize))
            .collect();
        (
            number,
            Arc::new(encode(&text, &[], &Cheap, &|| false).unwrap_or_default()),
        )
    };
    let documents: Vec<(u32, Arc<Encoded>)> = (0..DOCUMENTS).map(document).collect();
    let count: u64 = documents
        .iter()
        .map(|(_, encoded)| encoded.windows().len() as u64)
        .sum();
    let mut group = c.benchmark_group("all windows of 40 documents with each other");
    group
        .throughput(Throughput::Elements(count * count))
        .sample_size(10);
    group.bench_function("search by signatures", |b| {
        b.iter(|| Search::new(black_box(&documents), &|a, b| a != b).finish(&|| false));
    });
    group.bench_function("all dot products", |b| {
        b.iter(|| {
            let codes = || documents.iter().flat_map(|(_, encoded)| encoded.codes());
            codes()
                .map(|a| codes().map(|b| a.cosine(b)).fold(0.0, f32::max))
                .sum::<f32>()
        });
    });
    group.finish();
}

criterion_group!(benches, encoding, scanning);
criterion_main!(benches);
