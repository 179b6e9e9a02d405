//! Prints the tables of the dialects among records: `llvm-tblgen --dump-json ... | tables`.

use std::io::Read as _;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut json = Vec::new();
    std::io::stdin().read_to_end(&mut json)?;
    for table in irtrip_ods::records::tables(&json, true)? {
        println!("{table}");
    }
    Ok(())
}
