//! Reading a file that ought to be C text.
//!
//! In: a path. Out: its bytes, or why it cannot be C. Knows nothing of tokens.

use super::ParseError;
use std::fs::File;
use std::io::Read;
use std::path::Path;

/// Spans are 32 bits wide, and no translation unit comes near this.
const MAX_BYTES: u64 = 64 << 20;

/// Reads a file. What is not a regular text file is refused before a compiler sees it, since compilers are
/// very slow on binary data.
pub(super) fn read_source(path: &Path) -> Result<Vec<u8>, ParseError> {
    let unreadable = |reason: String| ParseError::Unreadable { path: path.to_path_buf(), reason };
    let metadata = std::fs::metadata(path).map_err(|e| unreadable(reason(&e)))?;
    if metadata.is_dir() {
        return Err(unreadable("is a directory".into()));
    }
    // The preprocessor reads the file a second time; a pipe would also wait for ever.
    if !metadata.is_file() {
        return Err(unreadable("is not a regular file".into()));
    }
    let file = File::open(path).map_err(|e| unreadable(reason(&e)))?;
    let mut bytes = Vec::new();
    file.take(MAX_BYTES + 1).read_to_end(&mut bytes).map_err(|e| unreadable(reason(&e)))?;
    if bytes.len() as u64 > MAX_BYTES {
        return Err(unreadable(format!("is larger than {} MiB", MAX_BYTES >> 20)));
    }
    match not_text(&bytes) {
        Some(place) => Err(unreadable(format!("is not a text file: {place}"))),
        None => Ok(bytes),
    }
}

fn reason(error: &std::io::Error) -> String {
    match error.kind() {
        std::io::ErrorKind::NotFound => "no such file".into(),
        std::io::ErrorKind::PermissionDenied => "permission denied".into(),
        _ => error.to_string(),
    }
}

/// The first byte that no text has, in words.
fn not_text(bytes: &[u8]) -> Option<String> {
    let control = |b: &u8| *b < 0x20 && !matches!(b, b'\n' | b'\r' | b'\t' | 0x0b | 0x0c) || *b == 0x7f;
    let at = bytes.iter().position(control)?;
    let line = bytes[..at].iter().filter(|b| **b == b'\n').count() + 1;
    let column = at - bytes[..at].iter().rposition(|b| *b == b'\n').map_or(0, |p| p + 1) + 1;
    let what = if bytes[at] == 0 { "NUL byte".to_string() } else { format!("control byte 0x{:02x}", bytes[at]) };
    Some(format!("{what} in line {line}, column {column}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn binary_data_is_refused_with_its_position() {
        assert_eq!(not_text(b"int x;\nab\0"), Some("NUL byte in line 2, column 3".into()));
        assert_eq!(not_text(b"\x01"), Some("control byte 0x01 in line 1, column 1".into()));
        assert_eq!(not_text("char *s = \"\t\u{e9}\";\r\n\x0c".as_bytes()), None);
    }

    #[test]
    fn what_is_no_file_is_refused() {
        let message = |path: &Path| read_source(path).unwrap_err().to_string();
        let directory = std::env::temp_dir();
        assert_eq!(message(&directory), format!("{}: is a directory", directory.display()));
        assert_eq!(message(Path::new("no/such/file.c")), "no/such/file.c: no such file");
    }
}
