//! `irtrip lsp`: a language server on standard input and output.

use anyhow::{Result, anyhow};

use super::Status;

/// Runs the command, until the client ends it.
pub fn run() -> Result<Status> {
    let (connection, threads) = lsp_server::Connection::stdio();
    let served = irtrip_lsp::serve(&connection).map_err(|error| anyhow!("{error}"));
    // The thread that writes ends when nobody sends any more.
    drop(connection);
    served?;
    threads.join()?;
    Ok(Status::Done)
}
