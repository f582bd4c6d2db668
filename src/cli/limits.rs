//! Times, sizes and numbers as users write them.

use std::time::Duration;

/// The longest time that can be given.
const LONGEST: f64 = 1e9;

/// `60s`, `500ms`, `2m`, `1.5h`; seconds without a unit.
pub(super) fn duration(text: &str) -> Result<Duration, String> {
    let (number, unit) = split(text)?;
    let seconds = match unit.as_str() {
        "ms" => number / 1000.0,
        "" | "s" => number,
        "m" | "min" => number * 60.0,
        "h" => number * 3600.0,
        _ => return Err(format!("unknown unit `{unit}`; known are ms, s, m and h")),
    };
    if seconds > 0.0 && seconds <= LONGEST {
        Ok(Duration::from_secs_f64(seconds))
    } else {
        Err("must be more than nothing and less than an age".into())
    }
}

/// `4g`, `512m`, `100k`, as powers of 1024; bytes without a unit.
pub(super) fn size(text: &str) -> Result<u64, String> {
    let (number, unit) = split(text)?;
    let factor = match unit.as_str() {
        "" | "b" => 1u64,
        "k" | "kb" | "kib" => 1 << 10,
        "m" | "mb" | "mib" => 1 << 20,
        "g" | "gb" | "gib" => 1 << 30,
        _ => return Err(format!("unknown unit `{unit}`; known are k, m and g")),
    };
    let bytes = number * factor as f64;
    if bytes >= 1.0 && bytes < u64::MAX as f64 { Ok(bytes as u64) } else { Err("is no size of memory".into()) }
}

/// A number of engines that work at the same time.
pub(super) fn jobs(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(0) => Err("must be at least 1".into()),
        Ok(jobs) => Ok(jobs),
        Err(_) => Err("is no number".into()),
    }
}

/// A decimal number and a unit in lower case.
fn split(text: &str) -> Result<(f64, String), String> {
    let end = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
    let number = text[..end].parse().map_err(|_| "does not start with a number".to_string())?;
    Ok((number, text[end..].trim().to_ascii_lowercase()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_have_units() {
        assert_eq!(duration("60s"), Ok(Duration::from_secs(60)));
        assert_eq!(duration("500ms"), Ok(Duration::from_millis(500)));
        assert_eq!(duration("2m"), Ok(Duration::from_secs(120)));
        assert_eq!(duration("7.5"), Ok(Duration::from_millis(7500)));
        for wrong in ["", "s", "0s", "-1s", "5 parsecs", "1e99h", "1..2s", "99999999999s"] {
            assert!(duration(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn sizes_have_units() {
        assert_eq!(size("4g"), Ok(4 << 30));
        assert_eq!(size("512M"), Ok(512 << 20));
        assert_eq!(size("1.5k"), Ok(1536));
        for wrong in ["", "g", "0", "4t", "99999999999999g"] {
            assert!(size(wrong).is_err(), "{wrong}");
        }
    }
}
