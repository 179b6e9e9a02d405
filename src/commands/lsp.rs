//! `irtrip lsp`: a language server on standard input and output.

use anyhow::{Result, anyhow};
use lsp_server::ProtocolError;

use super::Status;

/// Runs the command, until the client ends it.
pub fn run() -> Result<Status> {
    let (connection, threads) = lsp_server::Connection::stdio();
    let served = irtrip_lsp::serve(&connection);
    // The thread that writes ends when nobody sends any more.
    drop(connection);
    let is_gone = |error: &ProtocolError| error.channel_is_disconnected();
    match served {
        Ok(()) => threads.join()?,
        // The thread that reads knows better why there is nothing to read.
        Err(error) if error.downcast_ref().is_some_and(is_gone) => {
            threads.join()?;
            return Err(anyhow!("the editor ended before it said so"));
        }
        // The thread that reads may wait for more.
        Err(error) => return Err(anyhow!("{error}")),
    }
    Ok(Status::Done)
}
