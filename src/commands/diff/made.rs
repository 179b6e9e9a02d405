//! By what, when and by which command a report was made.

use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

/// `irtrip 0.2.0, 2026-11-28 10:20 UTC: irtrip diff a.ll b.ll`. `SOURCE_DATE_EPOCH` says what the time is, where it is set. What has a
/// name to be shown by is called so: paths with their `labels`.
pub fn made(labels: &[(&Path, &str)]) -> String {
    let mut command = vec!["irtrip".to_owned()];
    let mut arguments = std::env::args_os().skip(1);
    while let Some(argument) = arguments.next() {
        if labels.is_empty() || argument != "--label" {
            let label = labels.iter().find(|(path, _)| path.as_os_str() == argument);
            command.push(quoted(label.map_or(&argument.to_string_lossy(), |(_, label)| *label)));
        } else {
            arguments.next();
        }
    }
    format!("irtrip {}, {}: {}", env!("CARGO_PKG_VERSION"), date(seconds()), command.join(" "))
}

/// The seconds since 1970.
#[expect(clippy::disallowed_methods, reason = "a report says when it was made, and the environment can say otherwise")]
fn seconds() -> u64 {
    let given = std::env::var("SOURCE_DATE_EPOCH").ok().and_then(|seconds| seconds.parse().ok());
    given.unwrap_or_else(|| SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs()))
}

/// The day and the minute, in the Gregorian calendar.
fn date(seconds: u64) -> String {
    let (days, minutes) = (seconds / 86_400, seconds % 86_400 / 60);
    // Years are counted from a March, so that the day that some have is a year's last; 400 of them have 146,097 days.
    let days = days + 719_468;
    let (era, day) = (days / 146_097, days % 146_097);
    let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let (day, month) = (day - (153 * month + 2) / 5 + 1, if month < 10 { month + 3 } else { month - 9 });
    let year = era * 400 + year + u64::from(month <= 2);
    format!("{year}-{month:02}-{day:02} {:02}:{:02} UTC", minutes / 60, minutes % 60)
}

/// An argument as a shell reads it.
fn quoted(argument: &str) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || "-_./=:,+%@".contains(c);
    if !argument.is_empty() && argument.chars().all(is_plain) {
        return argument.to_owned();
    }
    format!("'{}'", argument.replace('\'', "'\\''"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_those_of_the_calendar() {
        for (seconds, text) in [
            (0, "1970-01-01 00:00 UTC"),
            (951_782_399, "2000-02-28 23:59 UTC"),
            (951_782_400, "2000-02-29 00:00 UTC"),
            (1_709_251_200, "2024-03-01 00:00 UTC"),
            (4_107_542_399, "2100-02-28 23:59 UTC"),
            (4_107_542_400, "2100-03-01 00:00 UTC"),
        ] {
            assert_eq!(date(seconds), text);
        }
    }

    #[test]
    fn an_argument_is_one_word_to_a_shell() {
        assert_eq!(quoted("a b"), "'a b'");
        assert_eq!(quoted("it's"), "'it'\\''s'");
        assert_eq!(quoted("--ignore=debug-info"), "--ignore=debug-info");
    }
}
