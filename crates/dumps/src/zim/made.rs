//! Builder of ZIM files for tests.

/// Makes a file of the articles with these titles and texts, one cluster in zstd, with a redirect, a picture and metadata.
pub(crate) fn made(articles: &[(&str, &str)]) -> Vec<u8> {
    let mut blobs: Vec<Vec<u8>> = Vec::new();
    let mut entries: Vec<Vec<u8>> = Vec::new();
    let mut entry = |namespace: u8, kind: u16, blob: usize, path: &str, title: &str| {
        let mut bytes = kind.to_le_bytes().to_vec();
        bytes.extend([0, namespace, 0, 0, 0, 0, 0, 0, 0, 0]);
        if kind != 0xFFFF {
            bytes.extend(u32::try_from(blob).unwrap().to_le_bytes());
        }
        bytes.extend(path.as_bytes());
        bytes.push(0);
        bytes.extend(title.as_bytes());
        bytes.push(0);
        entries.push(bytes);
    };
    for (title, text) in articles {
        entry(b'C', 0, blobs.len(), &format!("{title}.html"), title);
        blobs
            .push(format!("<h1>{title}</h1><p>{text}</p><h2>References</h2><p>x</p>").into_bytes());
    }
    entry(b'C', 0xFFFF, 0, "R", "");
    entry(b'C', 1, blobs.len(), "p.png", "");
    blobs.push(vec![0; 10]);
    for (name, value) in [
        ("Counter", "image/png=1;text/html=2"),
        ("Date", "2024-05-01"),
        ("Language", "zho"),
        ("License", "CC BY-SA 4.0"),
        ("Source", "zh.wikipedia.org"),
        ("Title", "维基百科"),
    ] {
        entry(b'M', 2, blobs.len(), name, "");
        blobs.push(value.as_bytes().to_vec());
    }
    let mut cluster = Vec::new();
    let mut offset = u32::try_from((blobs.len() + 1) * 4).unwrap();
    for blob in &blobs {
        cluster.extend(offset.to_le_bytes());
        offset += u32::try_from(blob.len()).unwrap();
    }
    cluster.extend(offset.to_le_bytes());
    cluster.extend(blobs.concat());
    let types = b"text/html\0image/png\0text/plain\0\0";
    let list_at = 80 + types.len() as u64;
    let entries_at = list_at + entries.len() as u64 * 8;
    let cluster_list_at = entries_at + entries.concat().len() as u64;
    let mut file = super::MAGIC.to_vec();
    file.extend([6, 0, 1, 0]);
    file.extend([7; 16]);
    file.extend(u32::try_from(entries.len()).unwrap().to_le_bytes());
    file.extend(1u32.to_le_bytes());
    for position in [list_at, 0, cluster_list_at, 80] {
        file.extend(position.to_le_bytes());
    }
    file.extend([0xFF; 8]);
    file.extend(0u64.to_le_bytes());
    file.extend(types);
    let mut at = entries_at;
    for entry in &entries {
        file.extend(at.to_le_bytes());
        at += entry.len() as u64;
    }
    file.extend(entries.concat());
    file.extend((cluster_list_at + 8).to_le_bytes());
    file.push(5);
    file.extend(zstd::encode_all(&cluster[..], 1).unwrap());
    file
}
