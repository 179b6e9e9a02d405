#![no_std]
#[inline(never)] pub fn sum(v: &[u32]) -> u64 { let mut s = 0u64; for (i, x) in v.iter().enumerate() { if i % 3 == 0 { continue; } s += u64::from(*x); } s }
pub fn bin(v: &[i32], k: i32) -> Option<usize> { let (mut a, mut b) = (0, v.len()); while a < b { let m = (a + b) / 2; match v[m].cmp(&k) { core::cmp::Ordering::Less => a = m + 1, core::cmp::Ordering::Greater => b = m, core::cmp::Ordering::Equal => return Some(m) } } None }
pub fn simd(a: &mut [f32; 64], b: &[f32; 64]) { for i in 0..64 { a[i] += b[i] * 2.0; } }
pub static TABLE: [u8; 4] = [1, 2, 3, 4]; pub static mut COUNT: usize = 0;
pub fn parse(s: &[u8]) -> Result<u32, u8> { let mut n = 0u32; for &c in s { match c { b'0'..=b'9' => n = n * 10 + u32::from(c - b'0'), b'_' => {} _ => return Err(c) } } Ok(n) }
pub enum Op { A(u8), B { x: u16, y: u32 }, C } pub fn op(o: Op) -> u32 { match o { Op::A(a) => a.into(), Op::B { x, y } => u32::from(x) + y, Op::C => 0 } }
pub fn atom(a: &core::sync::atomic::AtomicUsize) -> usize { a.fetch_add(1, core::sync::atomic::Ordering::SeqCst) }
