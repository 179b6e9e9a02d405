//! The valgrind that this process runs in, if any. Needs no LLVM.

/// Asks valgrind to write its statistics to its log. One of their lines, which [`blocks`] reads, says how many basic blocks the process has
/// run so far, and any of valgrind's tools has it: the count costs no more than the tool does. Does nothing outside of
/// valgrind, and on machines other than x86-64.
pub fn write_statistics() {
    #[cfg(target_arch = "x86_64")]
    {
        /// `VG_USERREQ__GDB_MONITOR_COMMAND` of valgrind.h.
        const MONITOR_COMMAND: usize = 0x1202;
        let request = [MONITOR_COMMAND, c"v.info stats".as_ptr() as usize, 0, 0, 0, 0];
        // SAFETY: these instructions change no register outside of valgrind, as valgrind.h has them: the rotations are of 128 bits
        // in all. In valgrind they are a request, which reads `request` and the text that it points to, and whose answer is in rdx.
        #[allow(unsafe_code)]
        unsafe {
            std::arch::asm!(
                "rol rdi, 3",
                "rol rdi, 13",
                "rol rdi, 61",
                "rol rdi, 51",
                "xchg rbx, rbx",
                in("rax") request.as_ptr(),
                inout("rdx") 0usize => _,
            );
        }
    }
}

/// How many basic blocks the process had run, each time that its statistics were written.
///
/// ```
/// let log = "--7-- scheduler: 19,056 event checks.\n--7-- scheduler: 3,180 indir transfers, 538 misses (1 in 5) ..\n";
/// assert_eq!(irtrip_llvm::valgrind::blocks(log), [19056]);
/// ```
pub fn blocks(log: &str) -> Vec<u64> {
    let counted = |line: &str| {
        let (_, count) = line.strip_suffix(" event checks.")?.rsplit_once("scheduler: ")?;
        count.replace(',', "").parse().ok()
    };
    log.lines().filter_map(counted).collect()
}
