//! Archives made by hand, as nobody's tool would make them.

use std::io::{Cursor, Read as _, Write as _};

/// A file in an archive: what is said of it need not be so.
#[derive(Clone)]
pub struct Entry {
    pub name: Vec<u8>,
    pub data: Vec<u8>,
    pub method: u16,
    pub flags: u16,
    pub mode: u32,
    pub size: u32,
    pub sum: u32,
}

impl Entry {
    pub fn new(name: impl AsRef<[u8]>, text: impl AsRef<[u8]>) -> Self {
        let data = text.as_ref().to_vec();
        let (size, sum) = (data.len() as u32, crc32(&data));
        Self { name: name.as_ref().to_vec(), data, method: 0, flags: 0, mode: 0o100_644, size, sum }
    }

    /// Zeros, deflated to next to nothing.
    pub fn zeros(name: &str, count: usize) -> Self {
        let zeros = vec![b' '; count];
        let mut writer = zip::ZipWriter::new(Cursor::new(Vec::new()));
        writer.start_file("x", zip::write::SimpleFileOptions::default()).unwrap();
        writer.write_all(&zeros).unwrap();
        let bytes = writer.finish().unwrap().into_inner();
        let mut data = Vec::new();
        let mut archive = zip::ZipArchive::new(Cursor::new(bytes)).unwrap();
        archive.by_index_raw(0).unwrap().read_to_end(&mut data).unwrap();
        assert!(data.len() * 100 < count);
        Self { data, method: 8, ..Self::new(name, &zeros) }
    }
}

/// The bytes of an archive.
pub fn zip_of(entries: &[Entry]) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut central = Vec::new();
    for entry in entries {
        let at = bytes.len() as u32;
        let mut both = Vec::new();
        both.extend(20_u16.to_le_bytes());
        both.extend(entry.flags.to_le_bytes());
        both.extend(entry.method.to_le_bytes());
        both.extend([0, 0, 0x21, 0]);
        both.extend(entry.sum.to_le_bytes());
        both.extend((entry.data.len() as u32).to_le_bytes());
        both.extend(entry.size.to_le_bytes());
        both.extend((entry.name.len() as u16).to_le_bytes());
        both.extend([0, 0]);
        bytes.extend(b"PK\x03\x04");
        bytes.extend(&both);
        bytes.extend(&entry.name);
        bytes.extend(&entry.data);
        central.extend(b"PK\x01\x02");
        // Made on Unix, so that there is a mode.
        central.extend([20, 3]);
        central.extend(&both);
        central.extend([0; 6]);
        central.extend((entry.mode << 16).to_le_bytes());
        central.extend(at.to_le_bytes());
        central.extend(&entry.name);
    }
    let at = bytes.len() as u32;
    let count = (entries.len() as u16).to_le_bytes();
    bytes.extend(&central);
    bytes.extend(b"PK\x05\x06\0\0\0\0");
    bytes.extend(count);
    bytes.extend(count);
    bytes.extend((central.len() as u32).to_le_bytes());
    bytes.extend(at.to_le_bytes());
    bytes.extend([0, 0]);
    bytes
}

fn crc32(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(u32::MAX, |sum, byte| {
        (0..8).fold(sum ^ u32::from(*byte), |sum, _| if sum & 1 == 1 { sum >> 1 ^ 0xEDB8_8320 } else { sum >> 1 })
    })
}
