//! What the terminal is like.

/// The columns of the terminal that a stream goes to, or what `COLUMNS` says where it goes to none.
#[cfg(unix)]
pub fn columns(stream: &impl std::os::fd::AsFd) -> Option<usize> {
    terminal_size::terminal_size_of(stream).map(|(width, _)| usize::from(width.0)).or_else(columns_variable)
}

/// The columns of the terminal that a stream goes to, or what `COLUMNS` says where it goes to none.
#[cfg(windows)]
pub fn columns(stream: &impl std::os::windows::io::AsHandle) -> Option<usize> {
    terminal_size::terminal_size_of(stream).map(|(width, _)| usize::from(width.0)).or_else(columns_variable)
}

fn columns_variable() -> Option<usize> {
    std::env::var("COLUMNS").ok()?.parse().ok()
}
