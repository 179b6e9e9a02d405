; Intrinsics of x86 that are shuffles in LLVM 22, a call with each of some numbers of each that LLVM's own tests declare.
; `cargo xtask tables --check` compares what irtrip makes of it with what LLVM does.

declare <4 x double> @llvm.x86.avx.blend.pd.256(<4 x double>, <4 x double>, i32)
define <4 x double> @f0(<4 x double>, <4 x double>, i32) {
  %r = call <4 x double> @llvm.x86.avx.blend.pd.256(<4 x double> %0, <4 x double> %1, i32 1)
  ret <4 x double> %r
}
define <4 x double> @f1(<4 x double>, <4 x double>, i32) {
  %r = call <4 x double> @llvm.x86.avx.blend.pd.256(<4 x double> %0, <4 x double> %1, i32 6)
  ret <4 x double> %r
}
define <4 x double> @f2(<4 x double>, <4 x double>, i32) {
  %r = call <4 x double> @llvm.x86.avx.blend.pd.256(<4 x double> %0, <4 x double> %1, i32 27)
  ret <4 x double> %r
}
define <4 x double> @f3(<4 x double>, <4 x double>, i32) {
  %r = call <4 x double> @llvm.x86.avx.blend.pd.256(<4 x double> %0, <4 x double> %1, i32 177)
  ret <4 x double> %r
}

declare <8 x float> @llvm.x86.avx.blend.ps.256(<8 x float>, <8 x float>, i32)
define <8 x float> @f4(<8 x float>, <8 x float>, i32) {
  %r = call <8 x float> @llvm.x86.avx.blend.ps.256(<8 x float> %0, <8 x float> %1, i32 1)
  ret <8 x float> %r
}
define <8 x float> @f5(<8 x float>, <8 x float>, i32) {
  %r = call <8 x float> @llvm.x86.avx.blend.ps.256(<8 x float> %0, <8 x float> %1, i32 6)
  ret <8 x float> %r
}
define <8 x float> @f6(<8 x float>, <8 x float>, i32) {
  %r = call <8 x float> @llvm.x86.avx.blend.ps.256(<8 x float> %0, <8 x float> %1, i32 27)
  ret <8 x float> %r
}
define <8 x float> @f7(<8 x float>, <8 x float>, i32) {
  %r = call <8 x float> @llvm.x86.avx.blend.ps.256(<8 x float> %0, <8 x float> %1, i32 177)
  ret <8 x float> %r
}

declare <2 x double> @llvm.x86.avx.vextractf128.pd.256(<4 x double>, i8)
define <2 x double> @f8(<4 x double>, i8) {
  %r = call <2 x double> @llvm.x86.avx.vextractf128.pd.256(<4 x double> %0, i8 1)
  ret <2 x double> %r
}
define <2 x double> @f9(<4 x double>, i8) {
  %r = call <2 x double> @llvm.x86.avx.vextractf128.pd.256(<4 x double> %0, i8 6)
  ret <2 x double> %r
}
define <2 x double> @f10(<4 x double>, i8) {
  %r = call <2 x double> @llvm.x86.avx.vextractf128.pd.256(<4 x double> %0, i8 27)
  ret <2 x double> %r
}
define <2 x double> @f11(<4 x double>, i8) {
  %r = call <2 x double> @llvm.x86.avx.vextractf128.pd.256(<4 x double> %0, i8 -79)
  ret <2 x double> %r
}

declare <4 x float> @llvm.x86.avx.vextractf128.ps.256(<8 x float>, i8)
define <4 x float> @f12(<8 x float>, i8) {
  %r = call <4 x float> @llvm.x86.avx.vextractf128.ps.256(<8 x float> %0, i8 1)
  ret <4 x float> %r
}
define <4 x float> @f13(<8 x float>, i8) {
  %r = call <4 x float> @llvm.x86.avx.vextractf128.ps.256(<8 x float> %0, i8 6)
  ret <4 x float> %r
}
define <4 x float> @f14(<8 x float>, i8) {
  %r = call <4 x float> @llvm.x86.avx.vextractf128.ps.256(<8 x float> %0, i8 27)
  ret <4 x float> %r
}
define <4 x float> @f15(<8 x float>, i8) {
  %r = call <4 x float> @llvm.x86.avx.vextractf128.ps.256(<8 x float> %0, i8 -79)
  ret <4 x float> %r
}

declare <4 x i32> @llvm.x86.avx.vextractf128.si.256(<8 x i32>, i8)
define <4 x i32> @f16(<8 x i32>, i8) {
  %r = call <4 x i32> @llvm.x86.avx.vextractf128.si.256(<8 x i32> %0, i8 1)
  ret <4 x i32> %r
}
define <4 x i32> @f17(<8 x i32>, i8) {
  %r = call <4 x i32> @llvm.x86.avx.vextractf128.si.256(<8 x i32> %0, i8 6)
  ret <4 x i32> %r
}
define <4 x i32> @f18(<8 x i32>, i8) {
  %r = call <4 x i32> @llvm.x86.avx.vextractf128.si.256(<8 x i32> %0, i8 27)
  ret <4 x i32> %r
}
define <4 x i32> @f19(<8 x i32>, i8) {
  %r = call <4 x i32> @llvm.x86.avx.vextractf128.si.256(<8 x i32> %0, i8 -79)
  ret <4 x i32> %r
}

declare <4 x double> @llvm.x86.avx.vinsertf128.pd.256(<4 x double>, <2 x double>, i8)
define <4 x double> @f20(<4 x double>, <2 x double>, i8) {
  %r = call <4 x double> @llvm.x86.avx.vinsertf128.pd.256(<4 x double> %0, <2 x double> %1, i8 1)
  ret <4 x double> %r
}
define <4 x double> @f21(<4 x double>, <2 x double>, i8) {
  %r = call <4 x double> @llvm.x86.avx.vinsertf128.pd.256(<4 x double> %0, <2 x double> %1, i8 6)
  ret <4 x double> %r
}
define <4 x double> @f22(<4 x double>, <2 x double>, i8) {
  %r = call <4 x double> @llvm.x86.avx.vinsertf128.pd.256(<4 x double> %0, <2 x double> %1, i8 27)
  ret <4 x double> %r
}
define <4 x double> @f23(<4 x double>, <2 x double>, i8) {
  %r = call <4 x double> @llvm.x86.avx.vinsertf128.pd.256(<4 x double> %0, <2 x double> %1, i8 -79)
  ret <4 x double> %r
}

declare <8 x float> @llvm.x86.avx.vinsertf128.ps.256(<8 x float>, <4 x float>, i8)
define <8 x float> @f24(<8 x float>, <4 x float>, i8) {
  %r = call <8 x float> @llvm.x86.avx.vinsertf128.ps.256(<8 x float> %0, <4 x float> %1, i8 1)
  ret <8 x float> %r
}
define <8 x float> @f25(<8 x float>, <4 x float>, i8) {
  %r = call <8 x float> @llvm.x86.avx.vinsertf128.ps.256(<8 x float> %0, <4 x float> %1, i8 6)
  ret <8 x float> %r
}
define <8 x float> @f26(<8 x float>, <4 x float>, i8) {
  %r = call <8 x float> @llvm.x86.avx.vinsertf128.ps.256(<8 x float> %0, <4 x float> %1, i8 27)
  ret <8 x float> %r
}
define <8 x float> @f27(<8 x float>, <4 x float>, i8) {
  %r = call <8 x float> @llvm.x86.avx.vinsertf128.ps.256(<8 x float> %0, <4 x float> %1, i8 -79)
  ret <8 x float> %r
}

declare <8 x i32> @llvm.x86.avx.vinsertf128.si.256(<8 x i32>, <4 x i32>, i8)
define <8 x i32> @f28(<8 x i32>, <4 x i32>, i8) {
  %r = call <8 x i32> @llvm.x86.avx.vinsertf128.si.256(<8 x i32> %0, <4 x i32> %1, i8 1)
  ret <8 x i32> %r
}
define <8 x i32> @f29(<8 x i32>, <4 x i32>, i8) {
  %r = call <8 x i32> @llvm.x86.avx.vinsertf128.si.256(<8 x i32> %0, <4 x i32> %1, i8 6)
  ret <8 x i32> %r
}
define <8 x i32> @f30(<8 x i32>, <4 x i32>, i8) {
  %r = call <8 x i32> @llvm.x86.avx.vinsertf128.si.256(<8 x i32> %0, <4 x i32> %1, i8 27)
  ret <8 x i32> %r
}
define <8 x i32> @f31(<8 x i32>, <4 x i32>, i8) {
  %r = call <8 x i32> @llvm.x86.avx.vinsertf128.si.256(<8 x i32> %0, <4 x i32> %1, i8 -79)
  ret <8 x i32> %r
}

declare <4 x double> @llvm.x86.avx.vperm2f128.pd.256(<4 x double>, <4 x double>, i8)
define <4 x double> @f32(<4 x double>, <4 x double>, i8) {
  %r = call <4 x double> @llvm.x86.avx.vperm2f128.pd.256(<4 x double> %0, <4 x double> %1, i8 1)
  ret <4 x double> %r
}
define <4 x double> @f33(<4 x double>, <4 x double>, i8) {
  %r = call <4 x double> @llvm.x86.avx.vperm2f128.pd.256(<4 x double> %0, <4 x double> %1, i8 6)
  ret <4 x double> %r
}
define <4 x double> @f34(<4 x double>, <4 x double>, i8) {
  %r = call <4 x double> @llvm.x86.avx.vperm2f128.pd.256(<4 x double> %0, <4 x double> %1, i8 27)
  ret <4 x double> %r
}
define <4 x double> @f35(<4 x double>, <4 x double>, i8) {
  %r = call <4 x double> @llvm.x86.avx.vperm2f128.pd.256(<4 x double> %0, <4 x double> %1, i8 49)
  ret <4 x double> %r
}

declare <8 x float> @llvm.x86.avx.vperm2f128.ps.256(<8 x float>, <8 x float>, i8)
define <8 x float> @f36(<8 x float>, <8 x float>, i8) {
  %r = call <8 x float> @llvm.x86.avx.vperm2f128.ps.256(<8 x float> %0, <8 x float> %1, i8 1)
  ret <8 x float> %r
}
define <8 x float> @f37(<8 x float>, <8 x float>, i8) {
  %r = call <8 x float> @llvm.x86.avx.vperm2f128.ps.256(<8 x float> %0, <8 x float> %1, i8 6)
  ret <8 x float> %r
}
define <8 x float> @f38(<8 x float>, <8 x float>, i8) {
  %r = call <8 x float> @llvm.x86.avx.vperm2f128.ps.256(<8 x float> %0, <8 x float> %1, i8 27)
  ret <8 x float> %r
}
define <8 x float> @f39(<8 x float>, <8 x float>, i8) {
  %r = call <8 x float> @llvm.x86.avx.vperm2f128.ps.256(<8 x float> %0, <8 x float> %1, i8 49)
  ret <8 x float> %r
}

declare <8 x i32> @llvm.x86.avx.vperm2f128.si.256(<8 x i32>, <8 x i32>, i8)
define <8 x i32> @f40(<8 x i32>, <8 x i32>, i8) {
  %r = call <8 x i32> @llvm.x86.avx.vperm2f128.si.256(<8 x i32> %0, <8 x i32> %1, i8 1)
  ret <8 x i32> %r
}
define <8 x i32> @f41(<8 x i32>, <8 x i32>, i8) {
  %r = call <8 x i32> @llvm.x86.avx.vperm2f128.si.256(<8 x i32> %0, <8 x i32> %1, i8 6)
  ret <8 x i32> %r
}
define <8 x i32> @f42(<8 x i32>, <8 x i32>, i8) {
  %r = call <8 x i32> @llvm.x86.avx.vperm2f128.si.256(<8 x i32> %0, <8 x i32> %1, i8 27)
  ret <8 x i32> %r
}
define <8 x i32> @f43(<8 x i32>, <8 x i32>, i8) {
  %r = call <8 x i32> @llvm.x86.avx.vperm2f128.si.256(<8 x i32> %0, <8 x i32> %1, i8 49)
  ret <8 x i32> %r
}

declare <2 x double> @llvm.x86.avx.vpermil.pd(<2 x double>, i8)
define <2 x double> @f44(<2 x double>, i8) {
  %r = call <2 x double> @llvm.x86.avx.vpermil.pd(<2 x double> %0, i8 1)
  ret <2 x double> %r
}
define <2 x double> @f45(<2 x double>, i8) {
  %r = call <2 x double> @llvm.x86.avx.vpermil.pd(<2 x double> %0, i8 6)
  ret <2 x double> %r
}
define <2 x double> @f46(<2 x double>, i8) {
  %r = call <2 x double> @llvm.x86.avx.vpermil.pd(<2 x double> %0, i8 27)
  ret <2 x double> %r
}
define <2 x double> @f47(<2 x double>, i8) {
  %r = call <2 x double> @llvm.x86.avx.vpermil.pd(<2 x double> %0, i8 -79)
  ret <2 x double> %r
}

declare <4 x double> @llvm.x86.avx.vpermil.pd.256(<4 x double>, i8)
define <4 x double> @f48(<4 x double>, i8) {
  %r = call <4 x double> @llvm.x86.avx.vpermil.pd.256(<4 x double> %0, i8 1)
  ret <4 x double> %r
}
define <4 x double> @f49(<4 x double>, i8) {
  %r = call <4 x double> @llvm.x86.avx.vpermil.pd.256(<4 x double> %0, i8 6)
  ret <4 x double> %r
}
define <4 x double> @f50(<4 x double>, i8) {
  %r = call <4 x double> @llvm.x86.avx.vpermil.pd.256(<4 x double> %0, i8 27)
  ret <4 x double> %r
}
define <4 x double> @f51(<4 x double>, i8) {
  %r = call <4 x double> @llvm.x86.avx.vpermil.pd.256(<4 x double> %0, i8 -79)
  ret <4 x double> %r
}

declare <4 x float> @llvm.x86.avx.vpermil.ps(<4 x float>, i8)
define <4 x float> @f52(<4 x float>, i8) {
  %r = call <4 x float> @llvm.x86.avx.vpermil.ps(<4 x float> %0, i8 1)
  ret <4 x float> %r
}
define <4 x float> @f53(<4 x float>, i8) {
  %r = call <4 x float> @llvm.x86.avx.vpermil.ps(<4 x float> %0, i8 6)
  ret <4 x float> %r
}
define <4 x float> @f54(<4 x float>, i8) {
  %r = call <4 x float> @llvm.x86.avx.vpermil.ps(<4 x float> %0, i8 27)
  ret <4 x float> %r
}
define <4 x float> @f55(<4 x float>, i8) {
  %r = call <4 x float> @llvm.x86.avx.vpermil.ps(<4 x float> %0, i8 -79)
  ret <4 x float> %r
}

declare <8 x float> @llvm.x86.avx.vpermil.ps.256(<8 x float>, i8)
define <8 x float> @f56(<8 x float>, i8) {
  %r = call <8 x float> @llvm.x86.avx.vpermil.ps.256(<8 x float> %0, i8 1)
  ret <8 x float> %r
}
define <8 x float> @f57(<8 x float>, i8) {
  %r = call <8 x float> @llvm.x86.avx.vpermil.ps.256(<8 x float> %0, i8 6)
  ret <8 x float> %r
}
define <8 x float> @f58(<8 x float>, i8) {
  %r = call <8 x float> @llvm.x86.avx.vpermil.ps.256(<8 x float> %0, i8 27)
  ret <8 x float> %r
}
define <8 x float> @f59(<8 x float>, i8) {
  %r = call <8 x float> @llvm.x86.avx.vpermil.ps.256(<8 x float> %0, i8 -79)
  ret <8 x float> %r
}

declare <4 x i32> @llvm.x86.avx2.pblendd.128(<4 x i32>, <4 x i32>, i32)
define <4 x i32> @f60(<4 x i32>, <4 x i32>, i32) {
  %r = call <4 x i32> @llvm.x86.avx2.pblendd.128(<4 x i32> %0, <4 x i32> %1, i32 1)
  ret <4 x i32> %r
}
define <4 x i32> @f61(<4 x i32>, <4 x i32>, i32) {
  %r = call <4 x i32> @llvm.x86.avx2.pblendd.128(<4 x i32> %0, <4 x i32> %1, i32 6)
  ret <4 x i32> %r
}
define <4 x i32> @f62(<4 x i32>, <4 x i32>, i32) {
  %r = call <4 x i32> @llvm.x86.avx2.pblendd.128(<4 x i32> %0, <4 x i32> %1, i32 27)
  ret <4 x i32> %r
}
define <4 x i32> @f63(<4 x i32>, <4 x i32>, i32) {
  %r = call <4 x i32> @llvm.x86.avx2.pblendd.128(<4 x i32> %0, <4 x i32> %1, i32 177)
  ret <4 x i32> %r
}

declare <8 x i32> @llvm.x86.avx2.pblendd.256(<8 x i32>, <8 x i32>, i32)
define <8 x i32> @f64(<8 x i32>, <8 x i32>, i32) {
  %r = call <8 x i32> @llvm.x86.avx2.pblendd.256(<8 x i32> %0, <8 x i32> %1, i32 1)
  ret <8 x i32> %r
}
define <8 x i32> @f65(<8 x i32>, <8 x i32>, i32) {
  %r = call <8 x i32> @llvm.x86.avx2.pblendd.256(<8 x i32> %0, <8 x i32> %1, i32 6)
  ret <8 x i32> %r
}
define <8 x i32> @f66(<8 x i32>, <8 x i32>, i32) {
  %r = call <8 x i32> @llvm.x86.avx2.pblendd.256(<8 x i32> %0, <8 x i32> %1, i32 27)
  ret <8 x i32> %r
}
define <8 x i32> @f67(<8 x i32>, <8 x i32>, i32) {
  %r = call <8 x i32> @llvm.x86.avx2.pblendd.256(<8 x i32> %0, <8 x i32> %1, i32 177)
  ret <8 x i32> %r
}

declare <16 x i16> @llvm.x86.avx2.pblendw(<16 x i16>, <16 x i16>, i32)
define <16 x i16> @f68(<16 x i16>, <16 x i16>, i32) {
  %r = call <16 x i16> @llvm.x86.avx2.pblendw(<16 x i16> %0, <16 x i16> %1, i32 1)
  ret <16 x i16> %r
}
define <16 x i16> @f69(<16 x i16>, <16 x i16>, i32) {
  %r = call <16 x i16> @llvm.x86.avx2.pblendw(<16 x i16> %0, <16 x i16> %1, i32 6)
  ret <16 x i16> %r
}
define <16 x i16> @f70(<16 x i16>, <16 x i16>, i32) {
  %r = call <16 x i16> @llvm.x86.avx2.pblendw(<16 x i16> %0, <16 x i16> %1, i32 27)
  ret <16 x i16> %r
}
define <16 x i16> @f71(<16 x i16>, <16 x i16>, i32) {
  %r = call <16 x i16> @llvm.x86.avx2.pblendw(<16 x i16> %0, <16 x i16> %1, i32 177)
  ret <16 x i16> %r
}

declare <4 x i64> @llvm.x86.avx2.psll.dq(<4 x i64>, i32)
define <4 x i64> @f72(<4 x i64>, i32) {
  %r = call <4 x i64> @llvm.x86.avx2.psll.dq(<4 x i64> %0, i32 8)
  ret <4 x i64> %r
}
define <4 x i64> @f73(<4 x i64>, i32) {
  %r = call <4 x i64> @llvm.x86.avx2.psll.dq(<4 x i64> %0, i32 40)
  ret <4 x i64> %r
}
define <4 x i64> @f74(<4 x i64>, i32) {
  %r = call <4 x i64> @llvm.x86.avx2.psll.dq(<4 x i64> %0, i32 104)
  ret <4 x i64> %r
}

declare <4 x i64> @llvm.x86.avx2.psll.dq.bs(<4 x i64>, i32)
define <4 x i64> @f75(<4 x i64>, i32) {
  %r = call <4 x i64> @llvm.x86.avx2.psll.dq.bs(<4 x i64> %0, i32 1)
  ret <4 x i64> %r
}
define <4 x i64> @f76(<4 x i64>, i32) {
  %r = call <4 x i64> @llvm.x86.avx2.psll.dq.bs(<4 x i64> %0, i32 5)
  ret <4 x i64> %r
}
define <4 x i64> @f77(<4 x i64>, i32) {
  %r = call <4 x i64> @llvm.x86.avx2.psll.dq.bs(<4 x i64> %0, i32 13)
  ret <4 x i64> %r
}

declare <4 x i64> @llvm.x86.avx2.psrl.dq(<4 x i64>, i32)
define <4 x i64> @f78(<4 x i64>, i32) {
  %r = call <4 x i64> @llvm.x86.avx2.psrl.dq(<4 x i64> %0, i32 8)
  ret <4 x i64> %r
}
define <4 x i64> @f79(<4 x i64>, i32) {
  %r = call <4 x i64> @llvm.x86.avx2.psrl.dq(<4 x i64> %0, i32 40)
  ret <4 x i64> %r
}
define <4 x i64> @f80(<4 x i64>, i32) {
  %r = call <4 x i64> @llvm.x86.avx2.psrl.dq(<4 x i64> %0, i32 104)
  ret <4 x i64> %r
}

declare <4 x i64> @llvm.x86.avx2.psrl.dq.bs(<4 x i64>, i32)
define <4 x i64> @f81(<4 x i64>, i32) {
  %r = call <4 x i64> @llvm.x86.avx2.psrl.dq.bs(<4 x i64> %0, i32 1)
  ret <4 x i64> %r
}
define <4 x i64> @f82(<4 x i64>, i32) {
  %r = call <4 x i64> @llvm.x86.avx2.psrl.dq.bs(<4 x i64> %0, i32 5)
  ret <4 x i64> %r
}
define <4 x i64> @f83(<4 x i64>, i32) {
  %r = call <4 x i64> @llvm.x86.avx2.psrl.dq.bs(<4 x i64> %0, i32 13)
  ret <4 x i64> %r
}

declare <2 x i64> @llvm.x86.avx2.vextracti128(<4 x i64>, i8)
define <2 x i64> @f84(<4 x i64>, i8) {
  %r = call <2 x i64> @llvm.x86.avx2.vextracti128(<4 x i64> %0, i8 1)
  ret <2 x i64> %r
}
define <2 x i64> @f85(<4 x i64>, i8) {
  %r = call <2 x i64> @llvm.x86.avx2.vextracti128(<4 x i64> %0, i8 6)
  ret <2 x i64> %r
}
define <2 x i64> @f86(<4 x i64>, i8) {
  %r = call <2 x i64> @llvm.x86.avx2.vextracti128(<4 x i64> %0, i8 27)
  ret <2 x i64> %r
}
define <2 x i64> @f87(<4 x i64>, i8) {
  %r = call <2 x i64> @llvm.x86.avx2.vextracti128(<4 x i64> %0, i8 -79)
  ret <2 x i64> %r
}

declare <4 x i64> @llvm.x86.avx2.vinserti128(<4 x i64>, <2 x i64>, i8)
define <4 x i64> @f88(<4 x i64>, <2 x i64>, i8) {
  %r = call <4 x i64> @llvm.x86.avx2.vinserti128(<4 x i64> %0, <2 x i64> %1, i8 1)
  ret <4 x i64> %r
}
define <4 x i64> @f89(<4 x i64>, <2 x i64>, i8) {
  %r = call <4 x i64> @llvm.x86.avx2.vinserti128(<4 x i64> %0, <2 x i64> %1, i8 6)
  ret <4 x i64> %r
}
define <4 x i64> @f90(<4 x i64>, <2 x i64>, i8) {
  %r = call <4 x i64> @llvm.x86.avx2.vinserti128(<4 x i64> %0, <2 x i64> %1, i8 27)
  ret <4 x i64> %r
}
define <4 x i64> @f91(<4 x i64>, <2 x i64>, i8) {
  %r = call <4 x i64> @llvm.x86.avx2.vinserti128(<4 x i64> %0, <2 x i64> %1, i8 -79)
  ret <4 x i64> %r
}

declare <4 x i64> @llvm.x86.avx2.vperm2i128(<4 x i64>, <4 x i64>, i8)
define <4 x i64> @f92(<4 x i64>, <4 x i64>, i8) {
  %r = call <4 x i64> @llvm.x86.avx2.vperm2i128(<4 x i64> %0, <4 x i64> %1, i8 1)
  ret <4 x i64> %r
}
define <4 x i64> @f93(<4 x i64>, <4 x i64>, i8) {
  %r = call <4 x i64> @llvm.x86.avx2.vperm2i128(<4 x i64> %0, <4 x i64> %1, i8 6)
  ret <4 x i64> %r
}
define <4 x i64> @f94(<4 x i64>, <4 x i64>, i8) {
  %r = call <4 x i64> @llvm.x86.avx2.vperm2i128(<4 x i64> %0, <4 x i64> %1, i8 27)
  ret <4 x i64> %r
}
define <4 x i64> @f95(<4 x i64>, <4 x i64>, i8) {
  %r = call <4 x i64> @llvm.x86.avx2.vperm2i128(<4 x i64> %0, <4 x i64> %1, i8 49)
  ret <4 x i64> %r
}

declare <8 x float> @llvm.x86.avx512.mask.insertf32x4.256(<8 x float>, <4 x float>, i32, <8 x float>, i8)
define <8 x float> @f96(<8 x float>, <4 x float>, i32, <8 x float>, i8) {
  %r = call <8 x float> @llvm.x86.avx512.mask.insertf32x4.256(<8 x float> %0, <4 x float> %1, i32 1, <8 x float> %3, i8 %4)
  ret <8 x float> %r
}
define <8 x float> @f97(<8 x float>, <4 x float>, i32, <8 x float>, i8) {
  %r = call <8 x float> @llvm.x86.avx512.mask.insertf32x4.256(<8 x float> %0, <4 x float> %1, i32 1, <8 x float> %3, i8 -1)
  ret <8 x float> %r
}
define <8 x float> @f98(<8 x float>, <4 x float>, i32, <8 x float>, i8) {
  %r = call <8 x float> @llvm.x86.avx512.mask.insertf32x4.256(<8 x float> %0, <4 x float> %1, i32 6, <8 x float> %3, i8 %4)
  ret <8 x float> %r
}
define <8 x float> @f99(<8 x float>, <4 x float>, i32, <8 x float>, i8) {
  %r = call <8 x float> @llvm.x86.avx512.mask.insertf32x4.256(<8 x float> %0, <4 x float> %1, i32 6, <8 x float> %3, i8 -1)
  ret <8 x float> %r
}
define <8 x float> @f100(<8 x float>, <4 x float>, i32, <8 x float>, i8) {
  %r = call <8 x float> @llvm.x86.avx512.mask.insertf32x4.256(<8 x float> %0, <4 x float> %1, i32 27, <8 x float> %3, i8 %4)
  ret <8 x float> %r
}
define <8 x float> @f101(<8 x float>, <4 x float>, i32, <8 x float>, i8) {
  %r = call <8 x float> @llvm.x86.avx512.mask.insertf32x4.256(<8 x float> %0, <4 x float> %1, i32 27, <8 x float> %3, i8 -1)
  ret <8 x float> %r
}
define <8 x float> @f102(<8 x float>, <4 x float>, i32, <8 x float>, i8) {
  %r = call <8 x float> @llvm.x86.avx512.mask.insertf32x4.256(<8 x float> %0, <4 x float> %1, i32 177, <8 x float> %3, i8 %4)
  ret <8 x float> %r
}
define <8 x float> @f103(<8 x float>, <4 x float>, i32, <8 x float>, i8) {
  %r = call <8 x float> @llvm.x86.avx512.mask.insertf32x4.256(<8 x float> %0, <4 x float> %1, i32 177, <8 x float> %3, i8 -1)
  ret <8 x float> %r
}

declare <16 x float> @llvm.x86.avx512.mask.insertf32x4.512(<16 x float>, <4 x float>, i32, <16 x float>, i16)
define <16 x float> @f104(<16 x float>, <4 x float>, i32, <16 x float>, i16) {
  %r = call <16 x float> @llvm.x86.avx512.mask.insertf32x4.512(<16 x float> %0, <4 x float> %1, i32 1, <16 x float> %3, i16 %4)
  ret <16 x float> %r
}
define <16 x float> @f105(<16 x float>, <4 x float>, i32, <16 x float>, i16) {
  %r = call <16 x float> @llvm.x86.avx512.mask.insertf32x4.512(<16 x float> %0, <4 x float> %1, i32 1, <16 x float> %3, i16 -1)
  ret <16 x float> %r
}
define <16 x float> @f106(<16 x float>, <4 x float>, i32, <16 x float>, i16) {
  %r = call <16 x float> @llvm.x86.avx512.mask.insertf32x4.512(<16 x float> %0, <4 x float> %1, i32 6, <16 x float> %3, i16 %4)
  ret <16 x float> %r
}
define <16 x float> @f107(<16 x float>, <4 x float>, i32, <16 x float>, i16) {
  %r = call <16 x float> @llvm.x86.avx512.mask.insertf32x4.512(<16 x float> %0, <4 x float> %1, i32 6, <16 x float> %3, i16 -1)
  ret <16 x float> %r
}
define <16 x float> @f108(<16 x float>, <4 x float>, i32, <16 x float>, i16) {
  %r = call <16 x float> @llvm.x86.avx512.mask.insertf32x4.512(<16 x float> %0, <4 x float> %1, i32 27, <16 x float> %3, i16 %4)
  ret <16 x float> %r
}
define <16 x float> @f109(<16 x float>, <4 x float>, i32, <16 x float>, i16) {
  %r = call <16 x float> @llvm.x86.avx512.mask.insertf32x4.512(<16 x float> %0, <4 x float> %1, i32 27, <16 x float> %3, i16 -1)
  ret <16 x float> %r
}
define <16 x float> @f110(<16 x float>, <4 x float>, i32, <16 x float>, i16) {
  %r = call <16 x float> @llvm.x86.avx512.mask.insertf32x4.512(<16 x float> %0, <4 x float> %1, i32 177, <16 x float> %3, i16 %4)
  ret <16 x float> %r
}
define <16 x float> @f111(<16 x float>, <4 x float>, i32, <16 x float>, i16) {
  %r = call <16 x float> @llvm.x86.avx512.mask.insertf32x4.512(<16 x float> %0, <4 x float> %1, i32 177, <16 x float> %3, i16 -1)
  ret <16 x float> %r
}

declare <16 x float> @llvm.x86.avx512.mask.insertf32x8.512(<16 x float>, <8 x float>, i32, <16 x float>, i16)
define <16 x float> @f112(<16 x float>, <8 x float>, i32, <16 x float>, i16) {
  %r = call <16 x float> @llvm.x86.avx512.mask.insertf32x8.512(<16 x float> %0, <8 x float> %1, i32 1, <16 x float> %3, i16 %4)
  ret <16 x float> %r
}
define <16 x float> @f113(<16 x float>, <8 x float>, i32, <16 x float>, i16) {
  %r = call <16 x float> @llvm.x86.avx512.mask.insertf32x8.512(<16 x float> %0, <8 x float> %1, i32 1, <16 x float> %3, i16 -1)
  ret <16 x float> %r
}
define <16 x float> @f114(<16 x float>, <8 x float>, i32, <16 x float>, i16) {
  %r = call <16 x float> @llvm.x86.avx512.mask.insertf32x8.512(<16 x float> %0, <8 x float> %1, i32 6, <16 x float> %3, i16 %4)
  ret <16 x float> %r
}
define <16 x float> @f115(<16 x float>, <8 x float>, i32, <16 x float>, i16) {
  %r = call <16 x float> @llvm.x86.avx512.mask.insertf32x8.512(<16 x float> %0, <8 x float> %1, i32 6, <16 x float> %3, i16 -1)
  ret <16 x float> %r
}
define <16 x float> @f116(<16 x float>, <8 x float>, i32, <16 x float>, i16) {
  %r = call <16 x float> @llvm.x86.avx512.mask.insertf32x8.512(<16 x float> %0, <8 x float> %1, i32 27, <16 x float> %3, i16 %4)
  ret <16 x float> %r
}
define <16 x float> @f117(<16 x float>, <8 x float>, i32, <16 x float>, i16) {
  %r = call <16 x float> @llvm.x86.avx512.mask.insertf32x8.512(<16 x float> %0, <8 x float> %1, i32 27, <16 x float> %3, i16 -1)
  ret <16 x float> %r
}
define <16 x float> @f118(<16 x float>, <8 x float>, i32, <16 x float>, i16) {
  %r = call <16 x float> @llvm.x86.avx512.mask.insertf32x8.512(<16 x float> %0, <8 x float> %1, i32 177, <16 x float> %3, i16 %4)
  ret <16 x float> %r
}
define <16 x float> @f119(<16 x float>, <8 x float>, i32, <16 x float>, i16) {
  %r = call <16 x float> @llvm.x86.avx512.mask.insertf32x8.512(<16 x float> %0, <8 x float> %1, i32 177, <16 x float> %3, i16 -1)
  ret <16 x float> %r
}

declare <4 x double> @llvm.x86.avx512.mask.insertf64x2.256(<4 x double>, <2 x double>, i32, <4 x double>, i8)
define <4 x double> @f120(<4 x double>, <2 x double>, i32, <4 x double>, i8) {
  %r = call <4 x double> @llvm.x86.avx512.mask.insertf64x2.256(<4 x double> %0, <2 x double> %1, i32 1, <4 x double> %3, i8 %4)
  ret <4 x double> %r
}
define <4 x double> @f121(<4 x double>, <2 x double>, i32, <4 x double>, i8) {
  %r = call <4 x double> @llvm.x86.avx512.mask.insertf64x2.256(<4 x double> %0, <2 x double> %1, i32 1, <4 x double> %3, i8 -1)
  ret <4 x double> %r
}
define <4 x double> @f122(<4 x double>, <2 x double>, i32, <4 x double>, i8) {
  %r = call <4 x double> @llvm.x86.avx512.mask.insertf64x2.256(<4 x double> %0, <2 x double> %1, i32 6, <4 x double> %3, i8 %4)
  ret <4 x double> %r
}
define <4 x double> @f123(<4 x double>, <2 x double>, i32, <4 x double>, i8) {
  %r = call <4 x double> @llvm.x86.avx512.mask.insertf64x2.256(<4 x double> %0, <2 x double> %1, i32 6, <4 x double> %3, i8 -1)
  ret <4 x double> %r
}
define <4 x double> @f124(<4 x double>, <2 x double>, i32, <4 x double>, i8) {
  %r = call <4 x double> @llvm.x86.avx512.mask.insertf64x2.256(<4 x double> %0, <2 x double> %1, i32 27, <4 x double> %3, i8 %4)
  ret <4 x double> %r
}
define <4 x double> @f125(<4 x double>, <2 x double>, i32, <4 x double>, i8) {
  %r = call <4 x double> @llvm.x86.avx512.mask.insertf64x2.256(<4 x double> %0, <2 x double> %1, i32 27, <4 x double> %3, i8 -1)
  ret <4 x double> %r
}
define <4 x double> @f126(<4 x double>, <2 x double>, i32, <4 x double>, i8) {
  %r = call <4 x double> @llvm.x86.avx512.mask.insertf64x2.256(<4 x double> %0, <2 x double> %1, i32 177, <4 x double> %3, i8 %4)
  ret <4 x double> %r
}
define <4 x double> @f127(<4 x double>, <2 x double>, i32, <4 x double>, i8) {
  %r = call <4 x double> @llvm.x86.avx512.mask.insertf64x2.256(<4 x double> %0, <2 x double> %1, i32 177, <4 x double> %3, i8 -1)
  ret <4 x double> %r
}

declare <8 x double> @llvm.x86.avx512.mask.insertf64x2.512(<8 x double>, <2 x double>, i32, <8 x double>, i8)
define <8 x double> @f128(<8 x double>, <2 x double>, i32, <8 x double>, i8) {
  %r = call <8 x double> @llvm.x86.avx512.mask.insertf64x2.512(<8 x double> %0, <2 x double> %1, i32 1, <8 x double> %3, i8 %4)
  ret <8 x double> %r
}
define <8 x double> @f129(<8 x double>, <2 x double>, i32, <8 x double>, i8) {
  %r = call <8 x double> @llvm.x86.avx512.mask.insertf64x2.512(<8 x double> %0, <2 x double> %1, i32 1, <8 x double> %3, i8 -1)
  ret <8 x double> %r
}
define <8 x double> @f130(<8 x double>, <2 x double>, i32, <8 x double>, i8) {
  %r = call <8 x double> @llvm.x86.avx512.mask.insertf64x2.512(<8 x double> %0, <2 x double> %1, i32 6, <8 x double> %3, i8 %4)
  ret <8 x double> %r
}
define <8 x double> @f131(<8 x double>, <2 x double>, i32, <8 x double>, i8) {
  %r = call <8 x double> @llvm.x86.avx512.mask.insertf64x2.512(<8 x double> %0, <2 x double> %1, i32 6, <8 x double> %3, i8 -1)
  ret <8 x double> %r
}
define <8 x double> @f132(<8 x double>, <2 x double>, i32, <8 x double>, i8) {
  %r = call <8 x double> @llvm.x86.avx512.mask.insertf64x2.512(<8 x double> %0, <2 x double> %1, i32 27, <8 x double> %3, i8 %4)
  ret <8 x double> %r
}
define <8 x double> @f133(<8 x double>, <2 x double>, i32, <8 x double>, i8) {
  %r = call <8 x double> @llvm.x86.avx512.mask.insertf64x2.512(<8 x double> %0, <2 x double> %1, i32 27, <8 x double> %3, i8 -1)
  ret <8 x double> %r
}
define <8 x double> @f134(<8 x double>, <2 x double>, i32, <8 x double>, i8) {
  %r = call <8 x double> @llvm.x86.avx512.mask.insertf64x2.512(<8 x double> %0, <2 x double> %1, i32 177, <8 x double> %3, i8 %4)
  ret <8 x double> %r
}
define <8 x double> @f135(<8 x double>, <2 x double>, i32, <8 x double>, i8) {
  %r = call <8 x double> @llvm.x86.avx512.mask.insertf64x2.512(<8 x double> %0, <2 x double> %1, i32 177, <8 x double> %3, i8 -1)
  ret <8 x double> %r
}

declare <8 x double> @llvm.x86.avx512.mask.insertf64x4.512(<8 x double>, <4 x double>, i32, <8 x double>, i8)
define <8 x double> @f136(<8 x double>, <4 x double>, i32, <8 x double>, i8) {
  %r = call <8 x double> @llvm.x86.avx512.mask.insertf64x4.512(<8 x double> %0, <4 x double> %1, i32 1, <8 x double> %3, i8 %4)
  ret <8 x double> %r
}
define <8 x double> @f137(<8 x double>, <4 x double>, i32, <8 x double>, i8) {
  %r = call <8 x double> @llvm.x86.avx512.mask.insertf64x4.512(<8 x double> %0, <4 x double> %1, i32 1, <8 x double> %3, i8 -1)
  ret <8 x double> %r
}
define <8 x double> @f138(<8 x double>, <4 x double>, i32, <8 x double>, i8) {
  %r = call <8 x double> @llvm.x86.avx512.mask.insertf64x4.512(<8 x double> %0, <4 x double> %1, i32 6, <8 x double> %3, i8 %4)
  ret <8 x double> %r
}
define <8 x double> @f139(<8 x double>, <4 x double>, i32, <8 x double>, i8) {
  %r = call <8 x double> @llvm.x86.avx512.mask.insertf64x4.512(<8 x double> %0, <4 x double> %1, i32 6, <8 x double> %3, i8 -1)
  ret <8 x double> %r
}
define <8 x double> @f140(<8 x double>, <4 x double>, i32, <8 x double>, i8) {
  %r = call <8 x double> @llvm.x86.avx512.mask.insertf64x4.512(<8 x double> %0, <4 x double> %1, i32 27, <8 x double> %3, i8 %4)
  ret <8 x double> %r
}
define <8 x double> @f141(<8 x double>, <4 x double>, i32, <8 x double>, i8) {
  %r = call <8 x double> @llvm.x86.avx512.mask.insertf64x4.512(<8 x double> %0, <4 x double> %1, i32 27, <8 x double> %3, i8 -1)
  ret <8 x double> %r
}
define <8 x double> @f142(<8 x double>, <4 x double>, i32, <8 x double>, i8) {
  %r = call <8 x double> @llvm.x86.avx512.mask.insertf64x4.512(<8 x double> %0, <4 x double> %1, i32 177, <8 x double> %3, i8 %4)
  ret <8 x double> %r
}
define <8 x double> @f143(<8 x double>, <4 x double>, i32, <8 x double>, i8) {
  %r = call <8 x double> @llvm.x86.avx512.mask.insertf64x4.512(<8 x double> %0, <4 x double> %1, i32 177, <8 x double> %3, i8 -1)
  ret <8 x double> %r
}

declare <8 x i32> @llvm.x86.avx512.mask.inserti32x4.256(<8 x i32>, <4 x i32>, i32, <8 x i32>, i8)
define <8 x i32> @f144(<8 x i32>, <4 x i32>, i32, <8 x i32>, i8) {
  %r = call <8 x i32> @llvm.x86.avx512.mask.inserti32x4.256(<8 x i32> %0, <4 x i32> %1, i32 1, <8 x i32> %3, i8 %4)
  ret <8 x i32> %r
}
define <8 x i32> @f145(<8 x i32>, <4 x i32>, i32, <8 x i32>, i8) {
  %r = call <8 x i32> @llvm.x86.avx512.mask.inserti32x4.256(<8 x i32> %0, <4 x i32> %1, i32 1, <8 x i32> %3, i8 -1)
  ret <8 x i32> %r
}
define <8 x i32> @f146(<8 x i32>, <4 x i32>, i32, <8 x i32>, i8) {
  %r = call <8 x i32> @llvm.x86.avx512.mask.inserti32x4.256(<8 x i32> %0, <4 x i32> %1, i32 6, <8 x i32> %3, i8 %4)
  ret <8 x i32> %r
}
define <8 x i32> @f147(<8 x i32>, <4 x i32>, i32, <8 x i32>, i8) {
  %r = call <8 x i32> @llvm.x86.avx512.mask.inserti32x4.256(<8 x i32> %0, <4 x i32> %1, i32 6, <8 x i32> %3, i8 -1)
  ret <8 x i32> %r
}
define <8 x i32> @f148(<8 x i32>, <4 x i32>, i32, <8 x i32>, i8) {
  %r = call <8 x i32> @llvm.x86.avx512.mask.inserti32x4.256(<8 x i32> %0, <4 x i32> %1, i32 27, <8 x i32> %3, i8 %4)
  ret <8 x i32> %r
}
define <8 x i32> @f149(<8 x i32>, <4 x i32>, i32, <8 x i32>, i8) {
  %r = call <8 x i32> @llvm.x86.avx512.mask.inserti32x4.256(<8 x i32> %0, <4 x i32> %1, i32 27, <8 x i32> %3, i8 -1)
  ret <8 x i32> %r
}
define <8 x i32> @f150(<8 x i32>, <4 x i32>, i32, <8 x i32>, i8) {
  %r = call <8 x i32> @llvm.x86.avx512.mask.inserti32x4.256(<8 x i32> %0, <4 x i32> %1, i32 177, <8 x i32> %3, i8 %4)
  ret <8 x i32> %r
}
define <8 x i32> @f151(<8 x i32>, <4 x i32>, i32, <8 x i32>, i8) {
  %r = call <8 x i32> @llvm.x86.avx512.mask.inserti32x4.256(<8 x i32> %0, <4 x i32> %1, i32 177, <8 x i32> %3, i8 -1)
  ret <8 x i32> %r
}

declare <16 x i32> @llvm.x86.avx512.mask.inserti32x4.512(<16 x i32>, <4 x i32>, i32, <16 x i32>, i16)
define <16 x i32> @f152(<16 x i32>, <4 x i32>, i32, <16 x i32>, i16) {
  %r = call <16 x i32> @llvm.x86.avx512.mask.inserti32x4.512(<16 x i32> %0, <4 x i32> %1, i32 1, <16 x i32> %3, i16 %4)
  ret <16 x i32> %r
}
define <16 x i32> @f153(<16 x i32>, <4 x i32>, i32, <16 x i32>, i16) {
  %r = call <16 x i32> @llvm.x86.avx512.mask.inserti32x4.512(<16 x i32> %0, <4 x i32> %1, i32 1, <16 x i32> %3, i16 -1)
  ret <16 x i32> %r
}
define <16 x i32> @f154(<16 x i32>, <4 x i32>, i32, <16 x i32>, i16) {
  %r = call <16 x i32> @llvm.x86.avx512.mask.inserti32x4.512(<16 x i32> %0, <4 x i32> %1, i32 6, <16 x i32> %3, i16 %4)
  ret <16 x i32> %r
}
define <16 x i32> @f155(<16 x i32>, <4 x i32>, i32, <16 x i32>, i16) {
  %r = call <16 x i32> @llvm.x86.avx512.mask.inserti32x4.512(<16 x i32> %0, <4 x i32> %1, i32 6, <16 x i32> %3, i16 -1)
  ret <16 x i32> %r
}
define <16 x i32> @f156(<16 x i32>, <4 x i32>, i32, <16 x i32>, i16) {
  %r = call <16 x i32> @llvm.x86.avx512.mask.inserti32x4.512(<16 x i32> %0, <4 x i32> %1, i32 27, <16 x i32> %3, i16 %4)
  ret <16 x i32> %r
}
define <16 x i32> @f157(<16 x i32>, <4 x i32>, i32, <16 x i32>, i16) {
  %r = call <16 x i32> @llvm.x86.avx512.mask.inserti32x4.512(<16 x i32> %0, <4 x i32> %1, i32 27, <16 x i32> %3, i16 -1)
  ret <16 x i32> %r
}
define <16 x i32> @f158(<16 x i32>, <4 x i32>, i32, <16 x i32>, i16) {
  %r = call <16 x i32> @llvm.x86.avx512.mask.inserti32x4.512(<16 x i32> %0, <4 x i32> %1, i32 177, <16 x i32> %3, i16 %4)
  ret <16 x i32> %r
}
define <16 x i32> @f159(<16 x i32>, <4 x i32>, i32, <16 x i32>, i16) {
  %r = call <16 x i32> @llvm.x86.avx512.mask.inserti32x4.512(<16 x i32> %0, <4 x i32> %1, i32 177, <16 x i32> %3, i16 -1)
  ret <16 x i32> %r
}

declare <16 x i32> @llvm.x86.avx512.mask.inserti32x8.512(<16 x i32>, <8 x i32>, i32, <16 x i32>, i16)
define <16 x i32> @f160(<16 x i32>, <8 x i32>, i32, <16 x i32>, i16) {
  %r = call <16 x i32> @llvm.x86.avx512.mask.inserti32x8.512(<16 x i32> %0, <8 x i32> %1, i32 1, <16 x i32> %3, i16 %4)
  ret <16 x i32> %r
}
define <16 x i32> @f161(<16 x i32>, <8 x i32>, i32, <16 x i32>, i16) {
  %r = call <16 x i32> @llvm.x86.avx512.mask.inserti32x8.512(<16 x i32> %0, <8 x i32> %1, i32 1, <16 x i32> %3, i16 -1)
  ret <16 x i32> %r
}
define <16 x i32> @f162(<16 x i32>, <8 x i32>, i32, <16 x i32>, i16) {
  %r = call <16 x i32> @llvm.x86.avx512.mask.inserti32x8.512(<16 x i32> %0, <8 x i32> %1, i32 6, <16 x i32> %3, i16 %4)
  ret <16 x i32> %r
}
define <16 x i32> @f163(<16 x i32>, <8 x i32>, i32, <16 x i32>, i16) {
  %r = call <16 x i32> @llvm.x86.avx512.mask.inserti32x8.512(<16 x i32> %0, <8 x i32> %1, i32 6, <16 x i32> %3, i16 -1)
  ret <16 x i32> %r
}
define <16 x i32> @f164(<16 x i32>, <8 x i32>, i32, <16 x i32>, i16) {
  %r = call <16 x i32> @llvm.x86.avx512.mask.inserti32x8.512(<16 x i32> %0, <8 x i32> %1, i32 27, <16 x i32> %3, i16 %4)
  ret <16 x i32> %r
}
define <16 x i32> @f165(<16 x i32>, <8 x i32>, i32, <16 x i32>, i16) {
  %r = call <16 x i32> @llvm.x86.avx512.mask.inserti32x8.512(<16 x i32> %0, <8 x i32> %1, i32 27, <16 x i32> %3, i16 -1)
  ret <16 x i32> %r
}
define <16 x i32> @f166(<16 x i32>, <8 x i32>, i32, <16 x i32>, i16) {
  %r = call <16 x i32> @llvm.x86.avx512.mask.inserti32x8.512(<16 x i32> %0, <8 x i32> %1, i32 177, <16 x i32> %3, i16 %4)
  ret <16 x i32> %r
}
define <16 x i32> @f167(<16 x i32>, <8 x i32>, i32, <16 x i32>, i16) {
  %r = call <16 x i32> @llvm.x86.avx512.mask.inserti32x8.512(<16 x i32> %0, <8 x i32> %1, i32 177, <16 x i32> %3, i16 -1)
  ret <16 x i32> %r
}

declare <4 x i64> @llvm.x86.avx512.mask.inserti64x2.256(<4 x i64>, <2 x i64>, i32, <4 x i64>, i8)
define <4 x i64> @f168(<4 x i64>, <2 x i64>, i32, <4 x i64>, i8) {
  %r = call <4 x i64> @llvm.x86.avx512.mask.inserti64x2.256(<4 x i64> %0, <2 x i64> %1, i32 1, <4 x i64> %3, i8 %4)
  ret <4 x i64> %r
}
define <4 x i64> @f169(<4 x i64>, <2 x i64>, i32, <4 x i64>, i8) {
  %r = call <4 x i64> @llvm.x86.avx512.mask.inserti64x2.256(<4 x i64> %0, <2 x i64> %1, i32 1, <4 x i64> %3, i8 -1)
  ret <4 x i64> %r
}
define <4 x i64> @f170(<4 x i64>, <2 x i64>, i32, <4 x i64>, i8) {
  %r = call <4 x i64> @llvm.x86.avx512.mask.inserti64x2.256(<4 x i64> %0, <2 x i64> %1, i32 6, <4 x i64> %3, i8 %4)
  ret <4 x i64> %r
}
define <4 x i64> @f171(<4 x i64>, <2 x i64>, i32, <4 x i64>, i8) {
  %r = call <4 x i64> @llvm.x86.avx512.mask.inserti64x2.256(<4 x i64> %0, <2 x i64> %1, i32 6, <4 x i64> %3, i8 -1)
  ret <4 x i64> %r
}
define <4 x i64> @f172(<4 x i64>, <2 x i64>, i32, <4 x i64>, i8) {
  %r = call <4 x i64> @llvm.x86.avx512.mask.inserti64x2.256(<4 x i64> %0, <2 x i64> %1, i32 27, <4 x i64> %3, i8 %4)
  ret <4 x i64> %r
}
define <4 x i64> @f173(<4 x i64>, <2 x i64>, i32, <4 x i64>, i8) {
  %r = call <4 x i64> @llvm.x86.avx512.mask.inserti64x2.256(<4 x i64> %0, <2 x i64> %1, i32 27, <4 x i64> %3, i8 -1)
  ret <4 x i64> %r
}
define <4 x i64> @f174(<4 x i64>, <2 x i64>, i32, <4 x i64>, i8) {
  %r = call <4 x i64> @llvm.x86.avx512.mask.inserti64x2.256(<4 x i64> %0, <2 x i64> %1, i32 177, <4 x i64> %3, i8 %4)
  ret <4 x i64> %r
}
define <4 x i64> @f175(<4 x i64>, <2 x i64>, i32, <4 x i64>, i8) {
  %r = call <4 x i64> @llvm.x86.avx512.mask.inserti64x2.256(<4 x i64> %0, <2 x i64> %1, i32 177, <4 x i64> %3, i8 -1)
  ret <4 x i64> %r
}

declare <8 x i64> @llvm.x86.avx512.mask.inserti64x2.512(<8 x i64>, <2 x i64>, i32, <8 x i64>, i8)
define <8 x i64> @f176(<8 x i64>, <2 x i64>, i32, <8 x i64>, i8) {
  %r = call <8 x i64> @llvm.x86.avx512.mask.inserti64x2.512(<8 x i64> %0, <2 x i64> %1, i32 1, <8 x i64> %3, i8 %4)
  ret <8 x i64> %r
}
define <8 x i64> @f177(<8 x i64>, <2 x i64>, i32, <8 x i64>, i8) {
  %r = call <8 x i64> @llvm.x86.avx512.mask.inserti64x2.512(<8 x i64> %0, <2 x i64> %1, i32 1, <8 x i64> %3, i8 -1)
  ret <8 x i64> %r
}
define <8 x i64> @f178(<8 x i64>, <2 x i64>, i32, <8 x i64>, i8) {
  %r = call <8 x i64> @llvm.x86.avx512.mask.inserti64x2.512(<8 x i64> %0, <2 x i64> %1, i32 6, <8 x i64> %3, i8 %4)
  ret <8 x i64> %r
}
define <8 x i64> @f179(<8 x i64>, <2 x i64>, i32, <8 x i64>, i8) {
  %r = call <8 x i64> @llvm.x86.avx512.mask.inserti64x2.512(<8 x i64> %0, <2 x i64> %1, i32 6, <8 x i64> %3, i8 -1)
  ret <8 x i64> %r
}
define <8 x i64> @f180(<8 x i64>, <2 x i64>, i32, <8 x i64>, i8) {
  %r = call <8 x i64> @llvm.x86.avx512.mask.inserti64x2.512(<8 x i64> %0, <2 x i64> %1, i32 27, <8 x i64> %3, i8 %4)
  ret <8 x i64> %r
}
define <8 x i64> @f181(<8 x i64>, <2 x i64>, i32, <8 x i64>, i8) {
  %r = call <8 x i64> @llvm.x86.avx512.mask.inserti64x2.512(<8 x i64> %0, <2 x i64> %1, i32 27, <8 x i64> %3, i8 -1)
  ret <8 x i64> %r
}
define <8 x i64> @f182(<8 x i64>, <2 x i64>, i32, <8 x i64>, i8) {
  %r = call <8 x i64> @llvm.x86.avx512.mask.inserti64x2.512(<8 x i64> %0, <2 x i64> %1, i32 177, <8 x i64> %3, i8 %4)
  ret <8 x i64> %r
}
define <8 x i64> @f183(<8 x i64>, <2 x i64>, i32, <8 x i64>, i8) {
  %r = call <8 x i64> @llvm.x86.avx512.mask.inserti64x2.512(<8 x i64> %0, <2 x i64> %1, i32 177, <8 x i64> %3, i8 -1)
  ret <8 x i64> %r
}

declare <8 x i64> @llvm.x86.avx512.mask.inserti64x4.512(<8 x i64>, <4 x i64>, i32, <8 x i64>, i8)
define <8 x i64> @f184(<8 x i64>, <4 x i64>, i32, <8 x i64>, i8) {
  %r = call <8 x i64> @llvm.x86.avx512.mask.inserti64x4.512(<8 x i64> %0, <4 x i64> %1, i32 1, <8 x i64> %3, i8 %4)
  ret <8 x i64> %r
}
define <8 x i64> @f185(<8 x i64>, <4 x i64>, i32, <8 x i64>, i8) {
  %r = call <8 x i64> @llvm.x86.avx512.mask.inserti64x4.512(<8 x i64> %0, <4 x i64> %1, i32 1, <8 x i64> %3, i8 -1)
  ret <8 x i64> %r
}
define <8 x i64> @f186(<8 x i64>, <4 x i64>, i32, <8 x i64>, i8) {
  %r = call <8 x i64> @llvm.x86.avx512.mask.inserti64x4.512(<8 x i64> %0, <4 x i64> %1, i32 6, <8 x i64> %3, i8 %4)
  ret <8 x i64> %r
}
define <8 x i64> @f187(<8 x i64>, <4 x i64>, i32, <8 x i64>, i8) {
  %r = call <8 x i64> @llvm.x86.avx512.mask.inserti64x4.512(<8 x i64> %0, <4 x i64> %1, i32 6, <8 x i64> %3, i8 -1)
  ret <8 x i64> %r
}
define <8 x i64> @f188(<8 x i64>, <4 x i64>, i32, <8 x i64>, i8) {
  %r = call <8 x i64> @llvm.x86.avx512.mask.inserti64x4.512(<8 x i64> %0, <4 x i64> %1, i32 27, <8 x i64> %3, i8 %4)
  ret <8 x i64> %r
}
define <8 x i64> @f189(<8 x i64>, <4 x i64>, i32, <8 x i64>, i8) {
  %r = call <8 x i64> @llvm.x86.avx512.mask.inserti64x4.512(<8 x i64> %0, <4 x i64> %1, i32 27, <8 x i64> %3, i8 -1)
  ret <8 x i64> %r
}
define <8 x i64> @f190(<8 x i64>, <4 x i64>, i32, <8 x i64>, i8) {
  %r = call <8 x i64> @llvm.x86.avx512.mask.inserti64x4.512(<8 x i64> %0, <4 x i64> %1, i32 177, <8 x i64> %3, i8 %4)
  ret <8 x i64> %r
}
define <8 x i64> @f191(<8 x i64>, <4 x i64>, i32, <8 x i64>, i8) {
  %r = call <8 x i64> @llvm.x86.avx512.mask.inserti64x4.512(<8 x i64> %0, <4 x i64> %1, i32 177, <8 x i64> %3, i8 -1)
  ret <8 x i64> %r
}

declare <16 x i8> @llvm.x86.avx512.mask.palignr.128(<16 x i8>, <16 x i8>, i32, <16 x i8>, i16)
define <16 x i8> @f192(<16 x i8>, <16 x i8>, i32, <16 x i8>, i16) {
  %r = call <16 x i8> @llvm.x86.avx512.mask.palignr.128(<16 x i8> %0, <16 x i8> %1, i32 0, <16 x i8> %3, i16 %4)
  ret <16 x i8> %r
}
define <16 x i8> @f193(<16 x i8>, <16 x i8>, i32, <16 x i8>, i16) {
  %r = call <16 x i8> @llvm.x86.avx512.mask.palignr.128(<16 x i8> %0, <16 x i8> %1, i32 0, <16 x i8> %3, i16 -1)
  ret <16 x i8> %r
}
define <16 x i8> @f194(<16 x i8>, <16 x i8>, i32, <16 x i8>, i16) {
  %r = call <16 x i8> @llvm.x86.avx512.mask.palignr.128(<16 x i8> %0, <16 x i8> %1, i32 5, <16 x i8> %3, i16 %4)
  ret <16 x i8> %r
}
define <16 x i8> @f195(<16 x i8>, <16 x i8>, i32, <16 x i8>, i16) {
  %r = call <16 x i8> @llvm.x86.avx512.mask.palignr.128(<16 x i8> %0, <16 x i8> %1, i32 5, <16 x i8> %3, i16 -1)
  ret <16 x i8> %r
}
define <16 x i8> @f196(<16 x i8>, <16 x i8>, i32, <16 x i8>, i16) {
  %r = call <16 x i8> @llvm.x86.avx512.mask.palignr.128(<16 x i8> %0, <16 x i8> %1, i32 16, <16 x i8> %3, i16 %4)
  ret <16 x i8> %r
}
define <16 x i8> @f197(<16 x i8>, <16 x i8>, i32, <16 x i8>, i16) {
  %r = call <16 x i8> @llvm.x86.avx512.mask.palignr.128(<16 x i8> %0, <16 x i8> %1, i32 16, <16 x i8> %3, i16 -1)
  ret <16 x i8> %r
}
define <16 x i8> @f198(<16 x i8>, <16 x i8>, i32, <16 x i8>, i16) {
  %r = call <16 x i8> @llvm.x86.avx512.mask.palignr.128(<16 x i8> %0, <16 x i8> %1, i32 21, <16 x i8> %3, i16 %4)
  ret <16 x i8> %r
}
define <16 x i8> @f199(<16 x i8>, <16 x i8>, i32, <16 x i8>, i16) {
  %r = call <16 x i8> @llvm.x86.avx512.mask.palignr.128(<16 x i8> %0, <16 x i8> %1, i32 21, <16 x i8> %3, i16 -1)
  ret <16 x i8> %r
}

declare <32 x i8> @llvm.x86.avx512.mask.palignr.256(<32 x i8>, <32 x i8>, i32, <32 x i8>, i32)
define <32 x i8> @f200(<32 x i8>, <32 x i8>, i32, <32 x i8>, i32) {
  %r = call <32 x i8> @llvm.x86.avx512.mask.palignr.256(<32 x i8> %0, <32 x i8> %1, i32 0, <32 x i8> %3, i32 %4)
  ret <32 x i8> %r
}
define <32 x i8> @f201(<32 x i8>, <32 x i8>, i32, <32 x i8>, i32) {
  %r = call <32 x i8> @llvm.x86.avx512.mask.palignr.256(<32 x i8> %0, <32 x i8> %1, i32 0, <32 x i8> %3, i32 -1)
  ret <32 x i8> %r
}
define <32 x i8> @f202(<32 x i8>, <32 x i8>, i32, <32 x i8>, i32) {
  %r = call <32 x i8> @llvm.x86.avx512.mask.palignr.256(<32 x i8> %0, <32 x i8> %1, i32 5, <32 x i8> %3, i32 %4)
  ret <32 x i8> %r
}
define <32 x i8> @f203(<32 x i8>, <32 x i8>, i32, <32 x i8>, i32) {
  %r = call <32 x i8> @llvm.x86.avx512.mask.palignr.256(<32 x i8> %0, <32 x i8> %1, i32 5, <32 x i8> %3, i32 -1)
  ret <32 x i8> %r
}
define <32 x i8> @f204(<32 x i8>, <32 x i8>, i32, <32 x i8>, i32) {
  %r = call <32 x i8> @llvm.x86.avx512.mask.palignr.256(<32 x i8> %0, <32 x i8> %1, i32 16, <32 x i8> %3, i32 %4)
  ret <32 x i8> %r
}
define <32 x i8> @f205(<32 x i8>, <32 x i8>, i32, <32 x i8>, i32) {
  %r = call <32 x i8> @llvm.x86.avx512.mask.palignr.256(<32 x i8> %0, <32 x i8> %1, i32 16, <32 x i8> %3, i32 -1)
  ret <32 x i8> %r
}
define <32 x i8> @f206(<32 x i8>, <32 x i8>, i32, <32 x i8>, i32) {
  %r = call <32 x i8> @llvm.x86.avx512.mask.palignr.256(<32 x i8> %0, <32 x i8> %1, i32 21, <32 x i8> %3, i32 %4)
  ret <32 x i8> %r
}
define <32 x i8> @f207(<32 x i8>, <32 x i8>, i32, <32 x i8>, i32) {
  %r = call <32 x i8> @llvm.x86.avx512.mask.palignr.256(<32 x i8> %0, <32 x i8> %1, i32 21, <32 x i8> %3, i32 -1)
  ret <32 x i8> %r
}

declare <64 x i8> @llvm.x86.avx512.mask.palignr.512(<64 x i8>, <64 x i8>, i32, <64 x i8>, i64)
define <64 x i8> @f208(<64 x i8>, <64 x i8>, i32, <64 x i8>, i64) {
  %r = call <64 x i8> @llvm.x86.avx512.mask.palignr.512(<64 x i8> %0, <64 x i8> %1, i32 0, <64 x i8> %3, i64 %4)
  ret <64 x i8> %r
}
define <64 x i8> @f209(<64 x i8>, <64 x i8>, i32, <64 x i8>, i64) {
  %r = call <64 x i8> @llvm.x86.avx512.mask.palignr.512(<64 x i8> %0, <64 x i8> %1, i32 0, <64 x i8> %3, i64 -1)
  ret <64 x i8> %r
}
define <64 x i8> @f210(<64 x i8>, <64 x i8>, i32, <64 x i8>, i64) {
  %r = call <64 x i8> @llvm.x86.avx512.mask.palignr.512(<64 x i8> %0, <64 x i8> %1, i32 5, <64 x i8> %3, i64 %4)
  ret <64 x i8> %r
}
define <64 x i8> @f211(<64 x i8>, <64 x i8>, i32, <64 x i8>, i64) {
  %r = call <64 x i8> @llvm.x86.avx512.mask.palignr.512(<64 x i8> %0, <64 x i8> %1, i32 5, <64 x i8> %3, i64 -1)
  ret <64 x i8> %r
}
define <64 x i8> @f212(<64 x i8>, <64 x i8>, i32, <64 x i8>, i64) {
  %r = call <64 x i8> @llvm.x86.avx512.mask.palignr.512(<64 x i8> %0, <64 x i8> %1, i32 16, <64 x i8> %3, i64 %4)
  ret <64 x i8> %r
}
define <64 x i8> @f213(<64 x i8>, <64 x i8>, i32, <64 x i8>, i64) {
  %r = call <64 x i8> @llvm.x86.avx512.mask.palignr.512(<64 x i8> %0, <64 x i8> %1, i32 16, <64 x i8> %3, i64 -1)
  ret <64 x i8> %r
}
define <64 x i8> @f214(<64 x i8>, <64 x i8>, i32, <64 x i8>, i64) {
  %r = call <64 x i8> @llvm.x86.avx512.mask.palignr.512(<64 x i8> %0, <64 x i8> %1, i32 21, <64 x i8> %3, i64 %4)
  ret <64 x i8> %r
}
define <64 x i8> @f215(<64 x i8>, <64 x i8>, i32, <64 x i8>, i64) {
  %r = call <64 x i8> @llvm.x86.avx512.mask.palignr.512(<64 x i8> %0, <64 x i8> %1, i32 21, <64 x i8> %3, i64 -1)
  ret <64 x i8> %r
}

declare <4 x double> @llvm.x86.avx512.mask.perm.df.256(<4 x double>, i32, <4 x double>, i8)
define <4 x double> @f216(<4 x double>, i32, <4 x double>, i8) {
  %r = call <4 x double> @llvm.x86.avx512.mask.perm.df.256(<4 x double> %0, i32 1, <4 x double> %2, i8 %3)
  ret <4 x double> %r
}
define <4 x double> @f217(<4 x double>, i32, <4 x double>, i8) {
  %r = call <4 x double> @llvm.x86.avx512.mask.perm.df.256(<4 x double> %0, i32 1, <4 x double> %2, i8 -1)
  ret <4 x double> %r
}
define <4 x double> @f218(<4 x double>, i32, <4 x double>, i8) {
  %r = call <4 x double> @llvm.x86.avx512.mask.perm.df.256(<4 x double> %0, i32 6, <4 x double> %2, i8 %3)
  ret <4 x double> %r
}
define <4 x double> @f219(<4 x double>, i32, <4 x double>, i8) {
  %r = call <4 x double> @llvm.x86.avx512.mask.perm.df.256(<4 x double> %0, i32 6, <4 x double> %2, i8 -1)
  ret <4 x double> %r
}
define <4 x double> @f220(<4 x double>, i32, <4 x double>, i8) {
  %r = call <4 x double> @llvm.x86.avx512.mask.perm.df.256(<4 x double> %0, i32 27, <4 x double> %2, i8 %3)
  ret <4 x double> %r
}
define <4 x double> @f221(<4 x double>, i32, <4 x double>, i8) {
  %r = call <4 x double> @llvm.x86.avx512.mask.perm.df.256(<4 x double> %0, i32 27, <4 x double> %2, i8 -1)
  ret <4 x double> %r
}
define <4 x double> @f222(<4 x double>, i32, <4 x double>, i8) {
  %r = call <4 x double> @llvm.x86.avx512.mask.perm.df.256(<4 x double> %0, i32 177, <4 x double> %2, i8 %3)
  ret <4 x double> %r
}
define <4 x double> @f223(<4 x double>, i32, <4 x double>, i8) {
  %r = call <4 x double> @llvm.x86.avx512.mask.perm.df.256(<4 x double> %0, i32 177, <4 x double> %2, i8 -1)
  ret <4 x double> %r
}

declare <8 x double> @llvm.x86.avx512.mask.perm.df.512(<8 x double>, i32, <8 x double>, i8)
define <8 x double> @f224(<8 x double>, i32, <8 x double>, i8) {
  %r = call <8 x double> @llvm.x86.avx512.mask.perm.df.512(<8 x double> %0, i32 1, <8 x double> %2, i8 %3)
  ret <8 x double> %r
}
define <8 x double> @f225(<8 x double>, i32, <8 x double>, i8) {
  %r = call <8 x double> @llvm.x86.avx512.mask.perm.df.512(<8 x double> %0, i32 1, <8 x double> %2, i8 -1)
  ret <8 x double> %r
}
define <8 x double> @f226(<8 x double>, i32, <8 x double>, i8) {
  %r = call <8 x double> @llvm.x86.avx512.mask.perm.df.512(<8 x double> %0, i32 6, <8 x double> %2, i8 %3)
  ret <8 x double> %r
}
define <8 x double> @f227(<8 x double>, i32, <8 x double>, i8) {
  %r = call <8 x double> @llvm.x86.avx512.mask.perm.df.512(<8 x double> %0, i32 6, <8 x double> %2, i8 -1)
  ret <8 x double> %r
}
define <8 x double> @f228(<8 x double>, i32, <8 x double>, i8) {
  %r = call <8 x double> @llvm.x86.avx512.mask.perm.df.512(<8 x double> %0, i32 27, <8 x double> %2, i8 %3)
  ret <8 x double> %r
}
define <8 x double> @f229(<8 x double>, i32, <8 x double>, i8) {
  %r = call <8 x double> @llvm.x86.avx512.mask.perm.df.512(<8 x double> %0, i32 27, <8 x double> %2, i8 -1)
  ret <8 x double> %r
}
define <8 x double> @f230(<8 x double>, i32, <8 x double>, i8) {
  %r = call <8 x double> @llvm.x86.avx512.mask.perm.df.512(<8 x double> %0, i32 177, <8 x double> %2, i8 %3)
  ret <8 x double> %r
}
define <8 x double> @f231(<8 x double>, i32, <8 x double>, i8) {
  %r = call <8 x double> @llvm.x86.avx512.mask.perm.df.512(<8 x double> %0, i32 177, <8 x double> %2, i8 -1)
  ret <8 x double> %r
}

declare <4 x i64> @llvm.x86.avx512.mask.perm.di.256(<4 x i64>, i32, <4 x i64>, i8)
define <4 x i64> @f232(<4 x i64>, i32, <4 x i64>, i8) {
  %r = call <4 x i64> @llvm.x86.avx512.mask.perm.di.256(<4 x i64> %0, i32 1, <4 x i64> %2, i8 %3)
  ret <4 x i64> %r
}
define <4 x i64> @f233(<4 x i64>, i32, <4 x i64>, i8) {
  %r = call <4 x i64> @llvm.x86.avx512.mask.perm.di.256(<4 x i64> %0, i32 1, <4 x i64> %2, i8 -1)
  ret <4 x i64> %r
}
define <4 x i64> @f234(<4 x i64>, i32, <4 x i64>, i8) {
  %r = call <4 x i64> @llvm.x86.avx512.mask.perm.di.256(<4 x i64> %0, i32 6, <4 x i64> %2, i8 %3)
  ret <4 x i64> %r
}
define <4 x i64> @f235(<4 x i64>, i32, <4 x i64>, i8) {
  %r = call <4 x i64> @llvm.x86.avx512.mask.perm.di.256(<4 x i64> %0, i32 6, <4 x i64> %2, i8 -1)
  ret <4 x i64> %r
}
define <4 x i64> @f236(<4 x i64>, i32, <4 x i64>, i8) {
  %r = call <4 x i64> @llvm.x86.avx512.mask.perm.di.256(<4 x i64> %0, i32 27, <4 x i64> %2, i8 %3)
  ret <4 x i64> %r
}
define <4 x i64> @f237(<4 x i64>, i32, <4 x i64>, i8) {
  %r = call <4 x i64> @llvm.x86.avx512.mask.perm.di.256(<4 x i64> %0, i32 27, <4 x i64> %2, i8 -1)
  ret <4 x i64> %r
}
define <4 x i64> @f238(<4 x i64>, i32, <4 x i64>, i8) {
  %r = call <4 x i64> @llvm.x86.avx512.mask.perm.di.256(<4 x i64> %0, i32 177, <4 x i64> %2, i8 %3)
  ret <4 x i64> %r
}
define <4 x i64> @f239(<4 x i64>, i32, <4 x i64>, i8) {
  %r = call <4 x i64> @llvm.x86.avx512.mask.perm.di.256(<4 x i64> %0, i32 177, <4 x i64> %2, i8 -1)
  ret <4 x i64> %r
}

declare <8 x i64> @llvm.x86.avx512.mask.perm.di.512(<8 x i64>, i32, <8 x i64>, i8)
define <8 x i64> @f240(<8 x i64>, i32, <8 x i64>, i8) {
  %r = call <8 x i64> @llvm.x86.avx512.mask.perm.di.512(<8 x i64> %0, i32 1, <8 x i64> %2, i8 %3)
  ret <8 x i64> %r
}
define <8 x i64> @f241(<8 x i64>, i32, <8 x i64>, i8) {
  %r = call <8 x i64> @llvm.x86.avx512.mask.perm.di.512(<8 x i64> %0, i32 1, <8 x i64> %2, i8 -1)
  ret <8 x i64> %r
}
define <8 x i64> @f242(<8 x i64>, i32, <8 x i64>, i8) {
  %r = call <8 x i64> @llvm.x86.avx512.mask.perm.di.512(<8 x i64> %0, i32 6, <8 x i64> %2, i8 %3)
  ret <8 x i64> %r
}
define <8 x i64> @f243(<8 x i64>, i32, <8 x i64>, i8) {
  %r = call <8 x i64> @llvm.x86.avx512.mask.perm.di.512(<8 x i64> %0, i32 6, <8 x i64> %2, i8 -1)
  ret <8 x i64> %r
}
define <8 x i64> @f244(<8 x i64>, i32, <8 x i64>, i8) {
  %r = call <8 x i64> @llvm.x86.avx512.mask.perm.di.512(<8 x i64> %0, i32 27, <8 x i64> %2, i8 %3)
  ret <8 x i64> %r
}
define <8 x i64> @f245(<8 x i64>, i32, <8 x i64>, i8) {
  %r = call <8 x i64> @llvm.x86.avx512.mask.perm.di.512(<8 x i64> %0, i32 27, <8 x i64> %2, i8 -1)
  ret <8 x i64> %r
}
define <8 x i64> @f246(<8 x i64>, i32, <8 x i64>, i8) {
  %r = call <8 x i64> @llvm.x86.avx512.mask.perm.di.512(<8 x i64> %0, i32 177, <8 x i64> %2, i8 %3)
  ret <8 x i64> %r
}
define <8 x i64> @f247(<8 x i64>, i32, <8 x i64>, i8) {
  %r = call <8 x i64> @llvm.x86.avx512.mask.perm.di.512(<8 x i64> %0, i32 177, <8 x i64> %2, i8 -1)
  ret <8 x i64> %r
}

declare <4 x i32> @llvm.x86.avx512.mask.pshuf.d.128(<4 x i32>, i32, <4 x i32>, i8)
define <4 x i32> @f248(<4 x i32>, i32, <4 x i32>, i8) {
  %r = call <4 x i32> @llvm.x86.avx512.mask.pshuf.d.128(<4 x i32> %0, i32 1, <4 x i32> %2, i8 %3)
  ret <4 x i32> %r
}
define <4 x i32> @f249(<4 x i32>, i32, <4 x i32>, i8) {
  %r = call <4 x i32> @llvm.x86.avx512.mask.pshuf.d.128(<4 x i32> %0, i32 1, <4 x i32> %2, i8 -1)
  ret <4 x i32> %r
}
define <4 x i32> @f250(<4 x i32>, i32, <4 x i32>, i8) {
  %r = call <4 x i32> @llvm.x86.avx512.mask.pshuf.d.128(<4 x i32> %0, i32 6, <4 x i32> %2, i8 %3)
  ret <4 x i32> %r
}
define <4 x i32> @f251(<4 x i32>, i32, <4 x i32>, i8) {
  %r = call <4 x i32> @llvm.x86.avx512.mask.pshuf.d.128(<4 x i32> %0, i32 6, <4 x i32> %2, i8 -1)
  ret <4 x i32> %r
}
define <4 x i32> @f252(<4 x i32>, i32, <4 x i32>, i8) {
  %r = call <4 x i32> @llvm.x86.avx512.mask.pshuf.d.128(<4 x i32> %0, i32 27, <4 x i32> %2, i8 %3)
  ret <4 x i32> %r
}
define <4 x i32> @f253(<4 x i32>, i32, <4 x i32>, i8) {
  %r = call <4 x i32> @llvm.x86.avx512.mask.pshuf.d.128(<4 x i32> %0, i32 27, <4 x i32> %2, i8 -1)
  ret <4 x i32> %r
}
define <4 x i32> @f254(<4 x i32>, i32, <4 x i32>, i8) {
  %r = call <4 x i32> @llvm.x86.avx512.mask.pshuf.d.128(<4 x i32> %0, i32 177, <4 x i32> %2, i8 %3)
  ret <4 x i32> %r
}
define <4 x i32> @f255(<4 x i32>, i32, <4 x i32>, i8) {
  %r = call <4 x i32> @llvm.x86.avx512.mask.pshuf.d.128(<4 x i32> %0, i32 177, <4 x i32> %2, i8 -1)
  ret <4 x i32> %r
}

declare <8 x i32> @llvm.x86.avx512.mask.pshuf.d.256(<8 x i32>, i32, <8 x i32>, i8)
define <8 x i32> @f256(<8 x i32>, i32, <8 x i32>, i8) {
  %r = call <8 x i32> @llvm.x86.avx512.mask.pshuf.d.256(<8 x i32> %0, i32 1, <8 x i32> %2, i8 %3)
  ret <8 x i32> %r
}
define <8 x i32> @f257(<8 x i32>, i32, <8 x i32>, i8) {
  %r = call <8 x i32> @llvm.x86.avx512.mask.pshuf.d.256(<8 x i32> %0, i32 1, <8 x i32> %2, i8 -1)
  ret <8 x i32> %r
}
define <8 x i32> @f258(<8 x i32>, i32, <8 x i32>, i8) {
  %r = call <8 x i32> @llvm.x86.avx512.mask.pshuf.d.256(<8 x i32> %0, i32 6, <8 x i32> %2, i8 %3)
  ret <8 x i32> %r
}
define <8 x i32> @f259(<8 x i32>, i32, <8 x i32>, i8) {
  %r = call <8 x i32> @llvm.x86.avx512.mask.pshuf.d.256(<8 x i32> %0, i32 6, <8 x i32> %2, i8 -1)
  ret <8 x i32> %r
}
define <8 x i32> @f260(<8 x i32>, i32, <8 x i32>, i8) {
  %r = call <8 x i32> @llvm.x86.avx512.mask.pshuf.d.256(<8 x i32> %0, i32 27, <8 x i32> %2, i8 %3)
  ret <8 x i32> %r
}
define <8 x i32> @f261(<8 x i32>, i32, <8 x i32>, i8) {
  %r = call <8 x i32> @llvm.x86.avx512.mask.pshuf.d.256(<8 x i32> %0, i32 27, <8 x i32> %2, i8 -1)
  ret <8 x i32> %r
}
define <8 x i32> @f262(<8 x i32>, i32, <8 x i32>, i8) {
  %r = call <8 x i32> @llvm.x86.avx512.mask.pshuf.d.256(<8 x i32> %0, i32 177, <8 x i32> %2, i8 %3)
  ret <8 x i32> %r
}
define <8 x i32> @f263(<8 x i32>, i32, <8 x i32>, i8) {
  %r = call <8 x i32> @llvm.x86.avx512.mask.pshuf.d.256(<8 x i32> %0, i32 177, <8 x i32> %2, i8 -1)
  ret <8 x i32> %r
}

declare <16 x i32> @llvm.x86.avx512.mask.pshuf.d.512(<16 x i32>, i32, <16 x i32>, i16)
define <16 x i32> @f264(<16 x i32>, i32, <16 x i32>, i16) {
  %r = call <16 x i32> @llvm.x86.avx512.mask.pshuf.d.512(<16 x i32> %0, i32 1, <16 x i32> %2, i16 %3)
  ret <16 x i32> %r
}
define <16 x i32> @f265(<16 x i32>, i32, <16 x i32>, i16) {
  %r = call <16 x i32> @llvm.x86.avx512.mask.pshuf.d.512(<16 x i32> %0, i32 1, <16 x i32> %2, i16 -1)
  ret <16 x i32> %r
}
define <16 x i32> @f266(<16 x i32>, i32, <16 x i32>, i16) {
  %r = call <16 x i32> @llvm.x86.avx512.mask.pshuf.d.512(<16 x i32> %0, i32 6, <16 x i32> %2, i16 %3)
  ret <16 x i32> %r
}
define <16 x i32> @f267(<16 x i32>, i32, <16 x i32>, i16) {
  %r = call <16 x i32> @llvm.x86.avx512.mask.pshuf.d.512(<16 x i32> %0, i32 6, <16 x i32> %2, i16 -1)
  ret <16 x i32> %r
}
define <16 x i32> @f268(<16 x i32>, i32, <16 x i32>, i16) {
  %r = call <16 x i32> @llvm.x86.avx512.mask.pshuf.d.512(<16 x i32> %0, i32 27, <16 x i32> %2, i16 %3)
  ret <16 x i32> %r
}
define <16 x i32> @f269(<16 x i32>, i32, <16 x i32>, i16) {
  %r = call <16 x i32> @llvm.x86.avx512.mask.pshuf.d.512(<16 x i32> %0, i32 27, <16 x i32> %2, i16 -1)
  ret <16 x i32> %r
}
define <16 x i32> @f270(<16 x i32>, i32, <16 x i32>, i16) {
  %r = call <16 x i32> @llvm.x86.avx512.mask.pshuf.d.512(<16 x i32> %0, i32 177, <16 x i32> %2, i16 %3)
  ret <16 x i32> %r
}
define <16 x i32> @f271(<16 x i32>, i32, <16 x i32>, i16) {
  %r = call <16 x i32> @llvm.x86.avx512.mask.pshuf.d.512(<16 x i32> %0, i32 177, <16 x i32> %2, i16 -1)
  ret <16 x i32> %r
}

declare <8 x i16> @llvm.x86.avx512.mask.pshufh.w.128(<8 x i16>, i32, <8 x i16>, i8)
define <8 x i16> @f272(<8 x i16>, i32, <8 x i16>, i8) {
  %r = call <8 x i16> @llvm.x86.avx512.mask.pshufh.w.128(<8 x i16> %0, i32 1, <8 x i16> %2, i8 %3)
  ret <8 x i16> %r
}
define <8 x i16> @f273(<8 x i16>, i32, <8 x i16>, i8) {
  %r = call <8 x i16> @llvm.x86.avx512.mask.pshufh.w.128(<8 x i16> %0, i32 1, <8 x i16> %2, i8 -1)
  ret <8 x i16> %r
}
define <8 x i16> @f274(<8 x i16>, i32, <8 x i16>, i8) {
  %r = call <8 x i16> @llvm.x86.avx512.mask.pshufh.w.128(<8 x i16> %0, i32 6, <8 x i16> %2, i8 %3)
  ret <8 x i16> %r
}
define <8 x i16> @f275(<8 x i16>, i32, <8 x i16>, i8) {
  %r = call <8 x i16> @llvm.x86.avx512.mask.pshufh.w.128(<8 x i16> %0, i32 6, <8 x i16> %2, i8 -1)
  ret <8 x i16> %r
}
define <8 x i16> @f276(<8 x i16>, i32, <8 x i16>, i8) {
  %r = call <8 x i16> @llvm.x86.avx512.mask.pshufh.w.128(<8 x i16> %0, i32 27, <8 x i16> %2, i8 %3)
  ret <8 x i16> %r
}
define <8 x i16> @f277(<8 x i16>, i32, <8 x i16>, i8) {
  %r = call <8 x i16> @llvm.x86.avx512.mask.pshufh.w.128(<8 x i16> %0, i32 27, <8 x i16> %2, i8 -1)
  ret <8 x i16> %r
}
define <8 x i16> @f278(<8 x i16>, i32, <8 x i16>, i8) {
  %r = call <8 x i16> @llvm.x86.avx512.mask.pshufh.w.128(<8 x i16> %0, i32 177, <8 x i16> %2, i8 %3)
  ret <8 x i16> %r
}
define <8 x i16> @f279(<8 x i16>, i32, <8 x i16>, i8) {
  %r = call <8 x i16> @llvm.x86.avx512.mask.pshufh.w.128(<8 x i16> %0, i32 177, <8 x i16> %2, i8 -1)
  ret <8 x i16> %r
}

declare <16 x i16> @llvm.x86.avx512.mask.pshufh.w.256(<16 x i16>, i32, <16 x i16>, i16)
define <16 x i16> @f280(<16 x i16>, i32, <16 x i16>, i16) {
  %r = call <16 x i16> @llvm.x86.avx512.mask.pshufh.w.256(<16 x i16> %0, i32 1, <16 x i16> %2, i16 %3)
  ret <16 x i16> %r
}
define <16 x i16> @f281(<16 x i16>, i32, <16 x i16>, i16) {
  %r = call <16 x i16> @llvm.x86.avx512.mask.pshufh.w.256(<16 x i16> %0, i32 1, <16 x i16> %2, i16 -1)
  ret <16 x i16> %r
}
define <16 x i16> @f282(<16 x i16>, i32, <16 x i16>, i16) {
  %r = call <16 x i16> @llvm.x86.avx512.mask.pshufh.w.256(<16 x i16> %0, i32 6, <16 x i16> %2, i16 %3)
  ret <16 x i16> %r
}
define <16 x i16> @f283(<16 x i16>, i32, <16 x i16>, i16) {
  %r = call <16 x i16> @llvm.x86.avx512.mask.pshufh.w.256(<16 x i16> %0, i32 6, <16 x i16> %2, i16 -1)
  ret <16 x i16> %r
}
define <16 x i16> @f284(<16 x i16>, i32, <16 x i16>, i16) {
  %r = call <16 x i16> @llvm.x86.avx512.mask.pshufh.w.256(<16 x i16> %0, i32 27, <16 x i16> %2, i16 %3)
  ret <16 x i16> %r
}
define <16 x i16> @f285(<16 x i16>, i32, <16 x i16>, i16) {
  %r = call <16 x i16> @llvm.x86.avx512.mask.pshufh.w.256(<16 x i16> %0, i32 27, <16 x i16> %2, i16 -1)
  ret <16 x i16> %r
}
define <16 x i16> @f286(<16 x i16>, i32, <16 x i16>, i16) {
  %r = call <16 x i16> @llvm.x86.avx512.mask.pshufh.w.256(<16 x i16> %0, i32 177, <16 x i16> %2, i16 %3)
  ret <16 x i16> %r
}
define <16 x i16> @f287(<16 x i16>, i32, <16 x i16>, i16) {
  %r = call <16 x i16> @llvm.x86.avx512.mask.pshufh.w.256(<16 x i16> %0, i32 177, <16 x i16> %2, i16 -1)
  ret <16 x i16> %r
}

declare <32 x i16> @llvm.x86.avx512.mask.pshufh.w.512(<32 x i16>, i32, <32 x i16>, i32)
define <32 x i16> @f288(<32 x i16>, i32, <32 x i16>, i32) {
  %r = call <32 x i16> @llvm.x86.avx512.mask.pshufh.w.512(<32 x i16> %0, i32 1, <32 x i16> %2, i32 %3)
  ret <32 x i16> %r
}
define <32 x i16> @f289(<32 x i16>, i32, <32 x i16>, i32) {
  %r = call <32 x i16> @llvm.x86.avx512.mask.pshufh.w.512(<32 x i16> %0, i32 1, <32 x i16> %2, i32 -1)
  ret <32 x i16> %r
}
define <32 x i16> @f290(<32 x i16>, i32, <32 x i16>, i32) {
  %r = call <32 x i16> @llvm.x86.avx512.mask.pshufh.w.512(<32 x i16> %0, i32 6, <32 x i16> %2, i32 %3)
  ret <32 x i16> %r
}
define <32 x i16> @f291(<32 x i16>, i32, <32 x i16>, i32) {
  %r = call <32 x i16> @llvm.x86.avx512.mask.pshufh.w.512(<32 x i16> %0, i32 6, <32 x i16> %2, i32 -1)
  ret <32 x i16> %r
}
define <32 x i16> @f292(<32 x i16>, i32, <32 x i16>, i32) {
  %r = call <32 x i16> @llvm.x86.avx512.mask.pshufh.w.512(<32 x i16> %0, i32 27, <32 x i16> %2, i32 %3)
  ret <32 x i16> %r
}
define <32 x i16> @f293(<32 x i16>, i32, <32 x i16>, i32) {
  %r = call <32 x i16> @llvm.x86.avx512.mask.pshufh.w.512(<32 x i16> %0, i32 27, <32 x i16> %2, i32 -1)
  ret <32 x i16> %r
}
define <32 x i16> @f294(<32 x i16>, i32, <32 x i16>, i32) {
  %r = call <32 x i16> @llvm.x86.avx512.mask.pshufh.w.512(<32 x i16> %0, i32 177, <32 x i16> %2, i32 %3)
  ret <32 x i16> %r
}
define <32 x i16> @f295(<32 x i16>, i32, <32 x i16>, i32) {
  %r = call <32 x i16> @llvm.x86.avx512.mask.pshufh.w.512(<32 x i16> %0, i32 177, <32 x i16> %2, i32 -1)
  ret <32 x i16> %r
}

declare <8 x i16> @llvm.x86.avx512.mask.pshufl.w.128(<8 x i16>, i32, <8 x i16>, i8)
define <8 x i16> @f296(<8 x i16>, i32, <8 x i16>, i8) {
  %r = call <8 x i16> @llvm.x86.avx512.mask.pshufl.w.128(<8 x i16> %0, i32 1, <8 x i16> %2, i8 %3)
  ret <8 x i16> %r
}
define <8 x i16> @f297(<8 x i16>, i32, <8 x i16>, i8) {
  %r = call <8 x i16> @llvm.x86.avx512.mask.pshufl.w.128(<8 x i16> %0, i32 1, <8 x i16> %2, i8 -1)
  ret <8 x i16> %r
}
define <8 x i16> @f298(<8 x i16>, i32, <8 x i16>, i8) {
  %r = call <8 x i16> @llvm.x86.avx512.mask.pshufl.w.128(<8 x i16> %0, i32 6, <8 x i16> %2, i8 %3)
  ret <8 x i16> %r
}
define <8 x i16> @f299(<8 x i16>, i32, <8 x i16>, i8) {
  %r = call <8 x i16> @llvm.x86.avx512.mask.pshufl.w.128(<8 x i16> %0, i32 6, <8 x i16> %2, i8 -1)
  ret <8 x i16> %r
}
define <8 x i16> @f300(<8 x i16>, i32, <8 x i16>, i8) {
  %r = call <8 x i16> @llvm.x86.avx512.mask.pshufl.w.128(<8 x i16> %0, i32 27, <8 x i16> %2, i8 %3)
  ret <8 x i16> %r
}
define <8 x i16> @f301(<8 x i16>, i32, <8 x i16>, i8) {
  %r = call <8 x i16> @llvm.x86.avx512.mask.pshufl.w.128(<8 x i16> %0, i32 27, <8 x i16> %2, i8 -1)
  ret <8 x i16> %r
}
define <8 x i16> @f302(<8 x i16>, i32, <8 x i16>, i8) {
  %r = call <8 x i16> @llvm.x86.avx512.mask.pshufl.w.128(<8 x i16> %0, i32 177, <8 x i16> %2, i8 %3)
  ret <8 x i16> %r
}
define <8 x i16> @f303(<8 x i16>, i32, <8 x i16>, i8) {
  %r = call <8 x i16> @llvm.x86.avx512.mask.pshufl.w.128(<8 x i16> %0, i32 177, <8 x i16> %2, i8 -1)
  ret <8 x i16> %r
}

declare <16 x i16> @llvm.x86.avx512.mask.pshufl.w.256(<16 x i16>, i32, <16 x i16>, i16)
define <16 x i16> @f304(<16 x i16>, i32, <16 x i16>, i16) {
  %r = call <16 x i16> @llvm.x86.avx512.mask.pshufl.w.256(<16 x i16> %0, i32 1, <16 x i16> %2, i16 %3)
  ret <16 x i16> %r
}
define <16 x i16> @f305(<16 x i16>, i32, <16 x i16>, i16) {
  %r = call <16 x i16> @llvm.x86.avx512.mask.pshufl.w.256(<16 x i16> %0, i32 1, <16 x i16> %2, i16 -1)
  ret <16 x i16> %r
}
define <16 x i16> @f306(<16 x i16>, i32, <16 x i16>, i16) {
  %r = call <16 x i16> @llvm.x86.avx512.mask.pshufl.w.256(<16 x i16> %0, i32 6, <16 x i16> %2, i16 %3)
  ret <16 x i16> %r
}
define <16 x i16> @f307(<16 x i16>, i32, <16 x i16>, i16) {
  %r = call <16 x i16> @llvm.x86.avx512.mask.pshufl.w.256(<16 x i16> %0, i32 6, <16 x i16> %2, i16 -1)
  ret <16 x i16> %r
}
define <16 x i16> @f308(<16 x i16>, i32, <16 x i16>, i16) {
  %r = call <16 x i16> @llvm.x86.avx512.mask.pshufl.w.256(<16 x i16> %0, i32 27, <16 x i16> %2, i16 %3)
  ret <16 x i16> %r
}
define <16 x i16> @f309(<16 x i16>, i32, <16 x i16>, i16) {
  %r = call <16 x i16> @llvm.x86.avx512.mask.pshufl.w.256(<16 x i16> %0, i32 27, <16 x i16> %2, i16 -1)
  ret <16 x i16> %r
}
define <16 x i16> @f310(<16 x i16>, i32, <16 x i16>, i16) {
  %r = call <16 x i16> @llvm.x86.avx512.mask.pshufl.w.256(<16 x i16> %0, i32 177, <16 x i16> %2, i16 %3)
  ret <16 x i16> %r
}
define <16 x i16> @f311(<16 x i16>, i32, <16 x i16>, i16) {
  %r = call <16 x i16> @llvm.x86.avx512.mask.pshufl.w.256(<16 x i16> %0, i32 177, <16 x i16> %2, i16 -1)
  ret <16 x i16> %r
}

declare <32 x i16> @llvm.x86.avx512.mask.pshufl.w.512(<32 x i16>, i32, <32 x i16>, i32)
define <32 x i16> @f312(<32 x i16>, i32, <32 x i16>, i32) {
  %r = call <32 x i16> @llvm.x86.avx512.mask.pshufl.w.512(<32 x i16> %0, i32 1, <32 x i16> %2, i32 %3)
  ret <32 x i16> %r
}
define <32 x i16> @f313(<32 x i16>, i32, <32 x i16>, i32) {
  %r = call <32 x i16> @llvm.x86.avx512.mask.pshufl.w.512(<32 x i16> %0, i32 1, <32 x i16> %2, i32 -1)
  ret <32 x i16> %r
}
define <32 x i16> @f314(<32 x i16>, i32, <32 x i16>, i32) {
  %r = call <32 x i16> @llvm.x86.avx512.mask.pshufl.w.512(<32 x i16> %0, i32 6, <32 x i16> %2, i32 %3)
  ret <32 x i16> %r
}
define <32 x i16> @f315(<32 x i16>, i32, <32 x i16>, i32) {
  %r = call <32 x i16> @llvm.x86.avx512.mask.pshufl.w.512(<32 x i16> %0, i32 6, <32 x i16> %2, i32 -1)
  ret <32 x i16> %r
}
define <32 x i16> @f316(<32 x i16>, i32, <32 x i16>, i32) {
  %r = call <32 x i16> @llvm.x86.avx512.mask.pshufl.w.512(<32 x i16> %0, i32 27, <32 x i16> %2, i32 %3)
  ret <32 x i16> %r
}
define <32 x i16> @f317(<32 x i16>, i32, <32 x i16>, i32) {
  %r = call <32 x i16> @llvm.x86.avx512.mask.pshufl.w.512(<32 x i16> %0, i32 27, <32 x i16> %2, i32 -1)
  ret <32 x i16> %r
}
define <32 x i16> @f318(<32 x i16>, i32, <32 x i16>, i32) {
  %r = call <32 x i16> @llvm.x86.avx512.mask.pshufl.w.512(<32 x i16> %0, i32 177, <32 x i16> %2, i32 %3)
  ret <32 x i16> %r
}
define <32 x i16> @f319(<32 x i16>, i32, <32 x i16>, i32) {
  %r = call <32 x i16> @llvm.x86.avx512.mask.pshufl.w.512(<32 x i16> %0, i32 177, <32 x i16> %2, i32 -1)
  ret <32 x i16> %r
}

declare <16 x float> @llvm.x86.avx512.mask.shuf.f32x4(<16 x float>, <16 x float>, i32, <16 x float>, i16)
define <16 x float> @f320(<16 x float>, <16 x float>, i32, <16 x float>, i16) {
  %r = call <16 x float> @llvm.x86.avx512.mask.shuf.f32x4(<16 x float> %0, <16 x float> %1, i32 1, <16 x float> %3, i16 %4)
  ret <16 x float> %r
}
define <16 x float> @f321(<16 x float>, <16 x float>, i32, <16 x float>, i16) {
  %r = call <16 x float> @llvm.x86.avx512.mask.shuf.f32x4(<16 x float> %0, <16 x float> %1, i32 1, <16 x float> %3, i16 -1)
  ret <16 x float> %r
}
define <16 x float> @f322(<16 x float>, <16 x float>, i32, <16 x float>, i16) {
  %r = call <16 x float> @llvm.x86.avx512.mask.shuf.f32x4(<16 x float> %0, <16 x float> %1, i32 6, <16 x float> %3, i16 %4)
  ret <16 x float> %r
}
define <16 x float> @f323(<16 x float>, <16 x float>, i32, <16 x float>, i16) {
  %r = call <16 x float> @llvm.x86.avx512.mask.shuf.f32x4(<16 x float> %0, <16 x float> %1, i32 6, <16 x float> %3, i16 -1)
  ret <16 x float> %r
}
define <16 x float> @f324(<16 x float>, <16 x float>, i32, <16 x float>, i16) {
  %r = call <16 x float> @llvm.x86.avx512.mask.shuf.f32x4(<16 x float> %0, <16 x float> %1, i32 27, <16 x float> %3, i16 %4)
  ret <16 x float> %r
}
define <16 x float> @f325(<16 x float>, <16 x float>, i32, <16 x float>, i16) {
  %r = call <16 x float> @llvm.x86.avx512.mask.shuf.f32x4(<16 x float> %0, <16 x float> %1, i32 27, <16 x float> %3, i16 -1)
  ret <16 x float> %r
}
define <16 x float> @f326(<16 x float>, <16 x float>, i32, <16 x float>, i16) {
  %r = call <16 x float> @llvm.x86.avx512.mask.shuf.f32x4(<16 x float> %0, <16 x float> %1, i32 177, <16 x float> %3, i16 %4)
  ret <16 x float> %r
}
define <16 x float> @f327(<16 x float>, <16 x float>, i32, <16 x float>, i16) {
  %r = call <16 x float> @llvm.x86.avx512.mask.shuf.f32x4(<16 x float> %0, <16 x float> %1, i32 177, <16 x float> %3, i16 -1)
  ret <16 x float> %r
}

declare <8 x float> @llvm.x86.avx512.mask.shuf.f32x4.256(<8 x float>, <8 x float>, i32, <8 x float>, i8)
define <8 x float> @f328(<8 x float>, <8 x float>, i32, <8 x float>, i8) {
  %r = call <8 x float> @llvm.x86.avx512.mask.shuf.f32x4.256(<8 x float> %0, <8 x float> %1, i32 1, <8 x float> %3, i8 %4)
  ret <8 x float> %r
}
define <8 x float> @f329(<8 x float>, <8 x float>, i32, <8 x float>, i8) {
  %r = call <8 x float> @llvm.x86.avx512.mask.shuf.f32x4.256(<8 x float> %0, <8 x float> %1, i32 1, <8 x float> %3, i8 -1)
  ret <8 x float> %r
}
define <8 x float> @f330(<8 x float>, <8 x float>, i32, <8 x float>, i8) {
  %r = call <8 x float> @llvm.x86.avx512.mask.shuf.f32x4.256(<8 x float> %0, <8 x float> %1, i32 6, <8 x float> %3, i8 %4)
  ret <8 x float> %r
}
define <8 x float> @f331(<8 x float>, <8 x float>, i32, <8 x float>, i8) {
  %r = call <8 x float> @llvm.x86.avx512.mask.shuf.f32x4.256(<8 x float> %0, <8 x float> %1, i32 6, <8 x float> %3, i8 -1)
  ret <8 x float> %r
}
define <8 x float> @f332(<8 x float>, <8 x float>, i32, <8 x float>, i8) {
  %r = call <8 x float> @llvm.x86.avx512.mask.shuf.f32x4.256(<8 x float> %0, <8 x float> %1, i32 27, <8 x float> %3, i8 %4)
  ret <8 x float> %r
}
define <8 x float> @f333(<8 x float>, <8 x float>, i32, <8 x float>, i8) {
  %r = call <8 x float> @llvm.x86.avx512.mask.shuf.f32x4.256(<8 x float> %0, <8 x float> %1, i32 27, <8 x float> %3, i8 -1)
  ret <8 x float> %r
}
define <8 x float> @f334(<8 x float>, <8 x float>, i32, <8 x float>, i8) {
  %r = call <8 x float> @llvm.x86.avx512.mask.shuf.f32x4.256(<8 x float> %0, <8 x float> %1, i32 177, <8 x float> %3, i8 %4)
  ret <8 x float> %r
}
define <8 x float> @f335(<8 x float>, <8 x float>, i32, <8 x float>, i8) {
  %r = call <8 x float> @llvm.x86.avx512.mask.shuf.f32x4.256(<8 x float> %0, <8 x float> %1, i32 177, <8 x float> %3, i8 -1)
  ret <8 x float> %r
}

declare <8 x double> @llvm.x86.avx512.mask.shuf.f64x2(<8 x double>, <8 x double>, i32, <8 x double>, i8)
define <8 x double> @f336(<8 x double>, <8 x double>, i32, <8 x double>, i8) {
  %r = call <8 x double> @llvm.x86.avx512.mask.shuf.f64x2(<8 x double> %0, <8 x double> %1, i32 1, <8 x double> %3, i8 %4)
  ret <8 x double> %r
}
define <8 x double> @f337(<8 x double>, <8 x double>, i32, <8 x double>, i8) {
  %r = call <8 x double> @llvm.x86.avx512.mask.shuf.f64x2(<8 x double> %0, <8 x double> %1, i32 1, <8 x double> %3, i8 -1)
  ret <8 x double> %r
}
define <8 x double> @f338(<8 x double>, <8 x double>, i32, <8 x double>, i8) {
  %r = call <8 x double> @llvm.x86.avx512.mask.shuf.f64x2(<8 x double> %0, <8 x double> %1, i32 6, <8 x double> %3, i8 %4)
  ret <8 x double> %r
}
define <8 x double> @f339(<8 x double>, <8 x double>, i32, <8 x double>, i8) {
  %r = call <8 x double> @llvm.x86.avx512.mask.shuf.f64x2(<8 x double> %0, <8 x double> %1, i32 6, <8 x double> %3, i8 -1)
  ret <8 x double> %r
}
define <8 x double> @f340(<8 x double>, <8 x double>, i32, <8 x double>, i8) {
  %r = call <8 x double> @llvm.x86.avx512.mask.shuf.f64x2(<8 x double> %0, <8 x double> %1, i32 27, <8 x double> %3, i8 %4)
  ret <8 x double> %r
}
define <8 x double> @f341(<8 x double>, <8 x double>, i32, <8 x double>, i8) {
  %r = call <8 x double> @llvm.x86.avx512.mask.shuf.f64x2(<8 x double> %0, <8 x double> %1, i32 27, <8 x double> %3, i8 -1)
  ret <8 x double> %r
}
define <8 x double> @f342(<8 x double>, <8 x double>, i32, <8 x double>, i8) {
  %r = call <8 x double> @llvm.x86.avx512.mask.shuf.f64x2(<8 x double> %0, <8 x double> %1, i32 177, <8 x double> %3, i8 %4)
  ret <8 x double> %r
}
define <8 x double> @f343(<8 x double>, <8 x double>, i32, <8 x double>, i8) {
  %r = call <8 x double> @llvm.x86.avx512.mask.shuf.f64x2(<8 x double> %0, <8 x double> %1, i32 177, <8 x double> %3, i8 -1)
  ret <8 x double> %r
}

declare <4 x double> @llvm.x86.avx512.mask.shuf.f64x2.256(<4 x double>, <4 x double>, i32, <4 x double>, i8)
define <4 x double> @f344(<4 x double>, <4 x double>, i32, <4 x double>, i8) {
  %r = call <4 x double> @llvm.x86.avx512.mask.shuf.f64x2.256(<4 x double> %0, <4 x double> %1, i32 1, <4 x double> %3, i8 %4)
  ret <4 x double> %r
}
define <4 x double> @f345(<4 x double>, <4 x double>, i32, <4 x double>, i8) {
  %r = call <4 x double> @llvm.x86.avx512.mask.shuf.f64x2.256(<4 x double> %0, <4 x double> %1, i32 1, <4 x double> %3, i8 -1)
  ret <4 x double> %r
}
define <4 x double> @f346(<4 x double>, <4 x double>, i32, <4 x double>, i8) {
  %r = call <4 x double> @llvm.x86.avx512.mask.shuf.f64x2.256(<4 x double> %0, <4 x double> %1, i32 6, <4 x double> %3, i8 %4)
  ret <4 x double> %r
}
define <4 x double> @f347(<4 x double>, <4 x double>, i32, <4 x double>, i8) {
  %r = call <4 x double> @llvm.x86.avx512.mask.shuf.f64x2.256(<4 x double> %0, <4 x double> %1, i32 6, <4 x double> %3, i8 -1)
  ret <4 x double> %r
}
define <4 x double> @f348(<4 x double>, <4 x double>, i32, <4 x double>, i8) {
  %r = call <4 x double> @llvm.x86.avx512.mask.shuf.f64x2.256(<4 x double> %0, <4 x double> %1, i32 27, <4 x double> %3, i8 %4)
  ret <4 x double> %r
}
define <4 x double> @f349(<4 x double>, <4 x double>, i32, <4 x double>, i8) {
  %r = call <4 x double> @llvm.x86.avx512.mask.shuf.f64x2.256(<4 x double> %0, <4 x double> %1, i32 27, <4 x double> %3, i8 -1)
  ret <4 x double> %r
}
define <4 x double> @f350(<4 x double>, <4 x double>, i32, <4 x double>, i8) {
  %r = call <4 x double> @llvm.x86.avx512.mask.shuf.f64x2.256(<4 x double> %0, <4 x double> %1, i32 177, <4 x double> %3, i8 %4)
  ret <4 x double> %r
}
define <4 x double> @f351(<4 x double>, <4 x double>, i32, <4 x double>, i8) {
  %r = call <4 x double> @llvm.x86.avx512.mask.shuf.f64x2.256(<4 x double> %0, <4 x double> %1, i32 177, <4 x double> %3, i8 -1)
  ret <4 x double> %r
}

declare <16 x i32> @llvm.x86.avx512.mask.shuf.i32x4(<16 x i32>, <16 x i32>, i32, <16 x i32>, i16)
define <16 x i32> @f352(<16 x i32>, <16 x i32>, i32, <16 x i32>, i16) {
  %r = call <16 x i32> @llvm.x86.avx512.mask.shuf.i32x4(<16 x i32> %0, <16 x i32> %1, i32 1, <16 x i32> %3, i16 %4)
  ret <16 x i32> %r
}
define <16 x i32> @f353(<16 x i32>, <16 x i32>, i32, <16 x i32>, i16) {
  %r = call <16 x i32> @llvm.x86.avx512.mask.shuf.i32x4(<16 x i32> %0, <16 x i32> %1, i32 1, <16 x i32> %3, i16 -1)
  ret <16 x i32> %r
}
define <16 x i32> @f354(<16 x i32>, <16 x i32>, i32, <16 x i32>, i16) {
  %r = call <16 x i32> @llvm.x86.avx512.mask.shuf.i32x4(<16 x i32> %0, <16 x i32> %1, i32 6, <16 x i32> %3, i16 %4)
  ret <16 x i32> %r
}
define <16 x i32> @f355(<16 x i32>, <16 x i32>, i32, <16 x i32>, i16) {
  %r = call <16 x i32> @llvm.x86.avx512.mask.shuf.i32x4(<16 x i32> %0, <16 x i32> %1, i32 6, <16 x i32> %3, i16 -1)
  ret <16 x i32> %r
}
define <16 x i32> @f356(<16 x i32>, <16 x i32>, i32, <16 x i32>, i16) {
  %r = call <16 x i32> @llvm.x86.avx512.mask.shuf.i32x4(<16 x i32> %0, <16 x i32> %1, i32 27, <16 x i32> %3, i16 %4)
  ret <16 x i32> %r
}
define <16 x i32> @f357(<16 x i32>, <16 x i32>, i32, <16 x i32>, i16) {
  %r = call <16 x i32> @llvm.x86.avx512.mask.shuf.i32x4(<16 x i32> %0, <16 x i32> %1, i32 27, <16 x i32> %3, i16 -1)
  ret <16 x i32> %r
}
define <16 x i32> @f358(<16 x i32>, <16 x i32>, i32, <16 x i32>, i16) {
  %r = call <16 x i32> @llvm.x86.avx512.mask.shuf.i32x4(<16 x i32> %0, <16 x i32> %1, i32 177, <16 x i32> %3, i16 %4)
  ret <16 x i32> %r
}
define <16 x i32> @f359(<16 x i32>, <16 x i32>, i32, <16 x i32>, i16) {
  %r = call <16 x i32> @llvm.x86.avx512.mask.shuf.i32x4(<16 x i32> %0, <16 x i32> %1, i32 177, <16 x i32> %3, i16 -1)
  ret <16 x i32> %r
}

declare <8 x i32> @llvm.x86.avx512.mask.shuf.i32x4.256(<8 x i32>, <8 x i32>, i32, <8 x i32>, i8)
define <8 x i32> @f360(<8 x i32>, <8 x i32>, i32, <8 x i32>, i8) {
  %r = call <8 x i32> @llvm.x86.avx512.mask.shuf.i32x4.256(<8 x i32> %0, <8 x i32> %1, i32 1, <8 x i32> %3, i8 %4)
  ret <8 x i32> %r
}
define <8 x i32> @f361(<8 x i32>, <8 x i32>, i32, <8 x i32>, i8) {
  %r = call <8 x i32> @llvm.x86.avx512.mask.shuf.i32x4.256(<8 x i32> %0, <8 x i32> %1, i32 1, <8 x i32> %3, i8 -1)
  ret <8 x i32> %r
}
define <8 x i32> @f362(<8 x i32>, <8 x i32>, i32, <8 x i32>, i8) {
  %r = call <8 x i32> @llvm.x86.avx512.mask.shuf.i32x4.256(<8 x i32> %0, <8 x i32> %1, i32 6, <8 x i32> %3, i8 %4)
  ret <8 x i32> %r
}
define <8 x i32> @f363(<8 x i32>, <8 x i32>, i32, <8 x i32>, i8) {
  %r = call <8 x i32> @llvm.x86.avx512.mask.shuf.i32x4.256(<8 x i32> %0, <8 x i32> %1, i32 6, <8 x i32> %3, i8 -1)
  ret <8 x i32> %r
}
define <8 x i32> @f364(<8 x i32>, <8 x i32>, i32, <8 x i32>, i8) {
  %r = call <8 x i32> @llvm.x86.avx512.mask.shuf.i32x4.256(<8 x i32> %0, <8 x i32> %1, i32 27, <8 x i32> %3, i8 %4)
  ret <8 x i32> %r
}
define <8 x i32> @f365(<8 x i32>, <8 x i32>, i32, <8 x i32>, i8) {
  %r = call <8 x i32> @llvm.x86.avx512.mask.shuf.i32x4.256(<8 x i32> %0, <8 x i32> %1, i32 27, <8 x i32> %3, i8 -1)
  ret <8 x i32> %r
}
define <8 x i32> @f366(<8 x i32>, <8 x i32>, i32, <8 x i32>, i8) {
  %r = call <8 x i32> @llvm.x86.avx512.mask.shuf.i32x4.256(<8 x i32> %0, <8 x i32> %1, i32 177, <8 x i32> %3, i8 %4)
  ret <8 x i32> %r
}
define <8 x i32> @f367(<8 x i32>, <8 x i32>, i32, <8 x i32>, i8) {
  %r = call <8 x i32> @llvm.x86.avx512.mask.shuf.i32x4.256(<8 x i32> %0, <8 x i32> %1, i32 177, <8 x i32> %3, i8 -1)
  ret <8 x i32> %r
}

declare <8 x i64> @llvm.x86.avx512.mask.shuf.i64x2(<8 x i64>, <8 x i64>, i32, <8 x i64>, i8)
define <8 x i64> @f368(<8 x i64>, <8 x i64>, i32, <8 x i64>, i8) {
  %r = call <8 x i64> @llvm.x86.avx512.mask.shuf.i64x2(<8 x i64> %0, <8 x i64> %1, i32 1, <8 x i64> %3, i8 %4)
  ret <8 x i64> %r
}
define <8 x i64> @f369(<8 x i64>, <8 x i64>, i32, <8 x i64>, i8) {
  %r = call <8 x i64> @llvm.x86.avx512.mask.shuf.i64x2(<8 x i64> %0, <8 x i64> %1, i32 1, <8 x i64> %3, i8 -1)
  ret <8 x i64> %r
}
define <8 x i64> @f370(<8 x i64>, <8 x i64>, i32, <8 x i64>, i8) {
  %r = call <8 x i64> @llvm.x86.avx512.mask.shuf.i64x2(<8 x i64> %0, <8 x i64> %1, i32 6, <8 x i64> %3, i8 %4)
  ret <8 x i64> %r
}
define <8 x i64> @f371(<8 x i64>, <8 x i64>, i32, <8 x i64>, i8) {
  %r = call <8 x i64> @llvm.x86.avx512.mask.shuf.i64x2(<8 x i64> %0, <8 x i64> %1, i32 6, <8 x i64> %3, i8 -1)
  ret <8 x i64> %r
}
define <8 x i64> @f372(<8 x i64>, <8 x i64>, i32, <8 x i64>, i8) {
  %r = call <8 x i64> @llvm.x86.avx512.mask.shuf.i64x2(<8 x i64> %0, <8 x i64> %1, i32 27, <8 x i64> %3, i8 %4)
  ret <8 x i64> %r
}
define <8 x i64> @f373(<8 x i64>, <8 x i64>, i32, <8 x i64>, i8) {
  %r = call <8 x i64> @llvm.x86.avx512.mask.shuf.i64x2(<8 x i64> %0, <8 x i64> %1, i32 27, <8 x i64> %3, i8 -1)
  ret <8 x i64> %r
}
define <8 x i64> @f374(<8 x i64>, <8 x i64>, i32, <8 x i64>, i8) {
  %r = call <8 x i64> @llvm.x86.avx512.mask.shuf.i64x2(<8 x i64> %0, <8 x i64> %1, i32 177, <8 x i64> %3, i8 %4)
  ret <8 x i64> %r
}
define <8 x i64> @f375(<8 x i64>, <8 x i64>, i32, <8 x i64>, i8) {
  %r = call <8 x i64> @llvm.x86.avx512.mask.shuf.i64x2(<8 x i64> %0, <8 x i64> %1, i32 177, <8 x i64> %3, i8 -1)
  ret <8 x i64> %r
}

declare <4 x i64> @llvm.x86.avx512.mask.shuf.i64x2.256(<4 x i64>, <4 x i64>, i32, <4 x i64>, i8)
define <4 x i64> @f376(<4 x i64>, <4 x i64>, i32, <4 x i64>, i8) {
  %r = call <4 x i64> @llvm.x86.avx512.mask.shuf.i64x2.256(<4 x i64> %0, <4 x i64> %1, i32 1, <4 x i64> %3, i8 %4)
  ret <4 x i64> %r
}
define <4 x i64> @f377(<4 x i64>, <4 x i64>, i32, <4 x i64>, i8) {
  %r = call <4 x i64> @llvm.x86.avx512.mask.shuf.i64x2.256(<4 x i64> %0, <4 x i64> %1, i32 1, <4 x i64> %3, i8 -1)
  ret <4 x i64> %r
}
define <4 x i64> @f378(<4 x i64>, <4 x i64>, i32, <4 x i64>, i8) {
  %r = call <4 x i64> @llvm.x86.avx512.mask.shuf.i64x2.256(<4 x i64> %0, <4 x i64> %1, i32 6, <4 x i64> %3, i8 %4)
  ret <4 x i64> %r
}
define <4 x i64> @f379(<4 x i64>, <4 x i64>, i32, <4 x i64>, i8) {
  %r = call <4 x i64> @llvm.x86.avx512.mask.shuf.i64x2.256(<4 x i64> %0, <4 x i64> %1, i32 6, <4 x i64> %3, i8 -1)
  ret <4 x i64> %r
}
define <4 x i64> @f380(<4 x i64>, <4 x i64>, i32, <4 x i64>, i8) {
  %r = call <4 x i64> @llvm.x86.avx512.mask.shuf.i64x2.256(<4 x i64> %0, <4 x i64> %1, i32 27, <4 x i64> %3, i8 %4)
  ret <4 x i64> %r
}
define <4 x i64> @f381(<4 x i64>, <4 x i64>, i32, <4 x i64>, i8) {
  %r = call <4 x i64> @llvm.x86.avx512.mask.shuf.i64x2.256(<4 x i64> %0, <4 x i64> %1, i32 27, <4 x i64> %3, i8 -1)
  ret <4 x i64> %r
}
define <4 x i64> @f382(<4 x i64>, <4 x i64>, i32, <4 x i64>, i8) {
  %r = call <4 x i64> @llvm.x86.avx512.mask.shuf.i64x2.256(<4 x i64> %0, <4 x i64> %1, i32 177, <4 x i64> %3, i8 %4)
  ret <4 x i64> %r
}
define <4 x i64> @f383(<4 x i64>, <4 x i64>, i32, <4 x i64>, i8) {
  %r = call <4 x i64> @llvm.x86.avx512.mask.shuf.i64x2.256(<4 x i64> %0, <4 x i64> %1, i32 177, <4 x i64> %3, i8 -1)
  ret <4 x i64> %r
}

declare <2 x double> @llvm.x86.avx512.mask.shuf.pd.128(<2 x double>, <2 x double>, i32, <2 x double>, i8)
define <2 x double> @f384(<2 x double>, <2 x double>, i32, <2 x double>, i8) {
  %r = call <2 x double> @llvm.x86.avx512.mask.shuf.pd.128(<2 x double> %0, <2 x double> %1, i32 1, <2 x double> %3, i8 %4)
  ret <2 x double> %r
}
define <2 x double> @f385(<2 x double>, <2 x double>, i32, <2 x double>, i8) {
  %r = call <2 x double> @llvm.x86.avx512.mask.shuf.pd.128(<2 x double> %0, <2 x double> %1, i32 1, <2 x double> %3, i8 -1)
  ret <2 x double> %r
}
define <2 x double> @f386(<2 x double>, <2 x double>, i32, <2 x double>, i8) {
  %r = call <2 x double> @llvm.x86.avx512.mask.shuf.pd.128(<2 x double> %0, <2 x double> %1, i32 6, <2 x double> %3, i8 %4)
  ret <2 x double> %r
}
define <2 x double> @f387(<2 x double>, <2 x double>, i32, <2 x double>, i8) {
  %r = call <2 x double> @llvm.x86.avx512.mask.shuf.pd.128(<2 x double> %0, <2 x double> %1, i32 6, <2 x double> %3, i8 -1)
  ret <2 x double> %r
}
define <2 x double> @f388(<2 x double>, <2 x double>, i32, <2 x double>, i8) {
  %r = call <2 x double> @llvm.x86.avx512.mask.shuf.pd.128(<2 x double> %0, <2 x double> %1, i32 27, <2 x double> %3, i8 %4)
  ret <2 x double> %r
}
define <2 x double> @f389(<2 x double>, <2 x double>, i32, <2 x double>, i8) {
  %r = call <2 x double> @llvm.x86.avx512.mask.shuf.pd.128(<2 x double> %0, <2 x double> %1, i32 27, <2 x double> %3, i8 -1)
  ret <2 x double> %r
}
define <2 x double> @f390(<2 x double>, <2 x double>, i32, <2 x double>, i8) {
  %r = call <2 x double> @llvm.x86.avx512.mask.shuf.pd.128(<2 x double> %0, <2 x double> %1, i32 177, <2 x double> %3, i8 %4)
  ret <2 x double> %r
}
define <2 x double> @f391(<2 x double>, <2 x double>, i32, <2 x double>, i8) {
  %r = call <2 x double> @llvm.x86.avx512.mask.shuf.pd.128(<2 x double> %0, <2 x double> %1, i32 177, <2 x double> %3, i8 -1)
  ret <2 x double> %r
}

declare <4 x double> @llvm.x86.avx512.mask.shuf.pd.256(<4 x double>, <4 x double>, i32, <4 x double>, i8)
define <4 x double> @f392(<4 x double>, <4 x double>, i32, <4 x double>, i8) {
  %r = call <4 x double> @llvm.x86.avx512.mask.shuf.pd.256(<4 x double> %0, <4 x double> %1, i32 1, <4 x double> %3, i8 %4)
  ret <4 x double> %r
}
define <4 x double> @f393(<4 x double>, <4 x double>, i32, <4 x double>, i8) {
  %r = call <4 x double> @llvm.x86.avx512.mask.shuf.pd.256(<4 x double> %0, <4 x double> %1, i32 1, <4 x double> %3, i8 -1)
  ret <4 x double> %r
}
define <4 x double> @f394(<4 x double>, <4 x double>, i32, <4 x double>, i8) {
  %r = call <4 x double> @llvm.x86.avx512.mask.shuf.pd.256(<4 x double> %0, <4 x double> %1, i32 6, <4 x double> %3, i8 %4)
  ret <4 x double> %r
}
define <4 x double> @f395(<4 x double>, <4 x double>, i32, <4 x double>, i8) {
  %r = call <4 x double> @llvm.x86.avx512.mask.shuf.pd.256(<4 x double> %0, <4 x double> %1, i32 6, <4 x double> %3, i8 -1)
  ret <4 x double> %r
}
define <4 x double> @f396(<4 x double>, <4 x double>, i32, <4 x double>, i8) {
  %r = call <4 x double> @llvm.x86.avx512.mask.shuf.pd.256(<4 x double> %0, <4 x double> %1, i32 27, <4 x double> %3, i8 %4)
  ret <4 x double> %r
}
define <4 x double> @f397(<4 x double>, <4 x double>, i32, <4 x double>, i8) {
  %r = call <4 x double> @llvm.x86.avx512.mask.shuf.pd.256(<4 x double> %0, <4 x double> %1, i32 27, <4 x double> %3, i8 -1)
  ret <4 x double> %r
}
define <4 x double> @f398(<4 x double>, <4 x double>, i32, <4 x double>, i8) {
  %r = call <4 x double> @llvm.x86.avx512.mask.shuf.pd.256(<4 x double> %0, <4 x double> %1, i32 177, <4 x double> %3, i8 %4)
  ret <4 x double> %r
}
define <4 x double> @f399(<4 x double>, <4 x double>, i32, <4 x double>, i8) {
  %r = call <4 x double> @llvm.x86.avx512.mask.shuf.pd.256(<4 x double> %0, <4 x double> %1, i32 177, <4 x double> %3, i8 -1)
  ret <4 x double> %r
}

declare <8 x double> @llvm.x86.avx512.mask.shuf.pd.512(<8 x double>, <8 x double>, i32, <8 x double>, i8)
define <8 x double> @f400(<8 x double>, <8 x double>, i32, <8 x double>, i8) {
  %r = call <8 x double> @llvm.x86.avx512.mask.shuf.pd.512(<8 x double> %0, <8 x double> %1, i32 1, <8 x double> %3, i8 %4)
  ret <8 x double> %r
}
define <8 x double> @f401(<8 x double>, <8 x double>, i32, <8 x double>, i8) {
  %r = call <8 x double> @llvm.x86.avx512.mask.shuf.pd.512(<8 x double> %0, <8 x double> %1, i32 1, <8 x double> %3, i8 -1)
  ret <8 x double> %r
}
define <8 x double> @f402(<8 x double>, <8 x double>, i32, <8 x double>, i8) {
  %r = call <8 x double> @llvm.x86.avx512.mask.shuf.pd.512(<8 x double> %0, <8 x double> %1, i32 6, <8 x double> %3, i8 %4)
  ret <8 x double> %r
}
define <8 x double> @f403(<8 x double>, <8 x double>, i32, <8 x double>, i8) {
  %r = call <8 x double> @llvm.x86.avx512.mask.shuf.pd.512(<8 x double> %0, <8 x double> %1, i32 6, <8 x double> %3, i8 -1)
  ret <8 x double> %r
}
define <8 x double> @f404(<8 x double>, <8 x double>, i32, <8 x double>, i8) {
  %r = call <8 x double> @llvm.x86.avx512.mask.shuf.pd.512(<8 x double> %0, <8 x double> %1, i32 27, <8 x double> %3, i8 %4)
  ret <8 x double> %r
}
define <8 x double> @f405(<8 x double>, <8 x double>, i32, <8 x double>, i8) {
  %r = call <8 x double> @llvm.x86.avx512.mask.shuf.pd.512(<8 x double> %0, <8 x double> %1, i32 27, <8 x double> %3, i8 -1)
  ret <8 x double> %r
}
define <8 x double> @f406(<8 x double>, <8 x double>, i32, <8 x double>, i8) {
  %r = call <8 x double> @llvm.x86.avx512.mask.shuf.pd.512(<8 x double> %0, <8 x double> %1, i32 177, <8 x double> %3, i8 %4)
  ret <8 x double> %r
}
define <8 x double> @f407(<8 x double>, <8 x double>, i32, <8 x double>, i8) {
  %r = call <8 x double> @llvm.x86.avx512.mask.shuf.pd.512(<8 x double> %0, <8 x double> %1, i32 177, <8 x double> %3, i8 -1)
  ret <8 x double> %r
}

declare <4 x float> @llvm.x86.avx512.mask.shuf.ps.128(<4 x float>, <4 x float>, i32, <4 x float>, i8)
define <4 x float> @f408(<4 x float>, <4 x float>, i32, <4 x float>, i8) {
  %r = call <4 x float> @llvm.x86.avx512.mask.shuf.ps.128(<4 x float> %0, <4 x float> %1, i32 1, <4 x float> %3, i8 %4)
  ret <4 x float> %r
}
define <4 x float> @f409(<4 x float>, <4 x float>, i32, <4 x float>, i8) {
  %r = call <4 x float> @llvm.x86.avx512.mask.shuf.ps.128(<4 x float> %0, <4 x float> %1, i32 1, <4 x float> %3, i8 -1)
  ret <4 x float> %r
}
define <4 x float> @f410(<4 x float>, <4 x float>, i32, <4 x float>, i8) {
  %r = call <4 x float> @llvm.x86.avx512.mask.shuf.ps.128(<4 x float> %0, <4 x float> %1, i32 6, <4 x float> %3, i8 %4)
  ret <4 x float> %r
}
define <4 x float> @f411(<4 x float>, <4 x float>, i32, <4 x float>, i8) {
  %r = call <4 x float> @llvm.x86.avx512.mask.shuf.ps.128(<4 x float> %0, <4 x float> %1, i32 6, <4 x float> %3, i8 -1)
  ret <4 x float> %r
}
define <4 x float> @f412(<4 x float>, <4 x float>, i32, <4 x float>, i8) {
  %r = call <4 x float> @llvm.x86.avx512.mask.shuf.ps.128(<4 x float> %0, <4 x float> %1, i32 27, <4 x float> %3, i8 %4)
  ret <4 x float> %r
}
define <4 x float> @f413(<4 x float>, <4 x float>, i32, <4 x float>, i8) {
  %r = call <4 x float> @llvm.x86.avx512.mask.shuf.ps.128(<4 x float> %0, <4 x float> %1, i32 27, <4 x float> %3, i8 -1)
  ret <4 x float> %r
}
define <4 x float> @f414(<4 x float>, <4 x float>, i32, <4 x float>, i8) {
  %r = call <4 x float> @llvm.x86.avx512.mask.shuf.ps.128(<4 x float> %0, <4 x float> %1, i32 177, <4 x float> %3, i8 %4)
  ret <4 x float> %r
}
define <4 x float> @f415(<4 x float>, <4 x float>, i32, <4 x float>, i8) {
  %r = call <4 x float> @llvm.x86.avx512.mask.shuf.ps.128(<4 x float> %0, <4 x float> %1, i32 177, <4 x float> %3, i8 -1)
  ret <4 x float> %r
}

declare <8 x float> @llvm.x86.avx512.mask.shuf.ps.256(<8 x float>, <8 x float>, i32, <8 x float>, i8)
define <8 x float> @f416(<8 x float>, <8 x float>, i32, <8 x float>, i8) {
  %r = call <8 x float> @llvm.x86.avx512.mask.shuf.ps.256(<8 x float> %0, <8 x float> %1, i32 1, <8 x float> %3, i8 %4)
  ret <8 x float> %r
}
define <8 x float> @f417(<8 x float>, <8 x float>, i32, <8 x float>, i8) {
  %r = call <8 x float> @llvm.x86.avx512.mask.shuf.ps.256(<8 x float> %0, <8 x float> %1, i32 1, <8 x float> %3, i8 -1)
  ret <8 x float> %r
}
define <8 x float> @f418(<8 x float>, <8 x float>, i32, <8 x float>, i8) {
  %r = call <8 x float> @llvm.x86.avx512.mask.shuf.ps.256(<8 x float> %0, <8 x float> %1, i32 6, <8 x float> %3, i8 %4)
  ret <8 x float> %r
}
define <8 x float> @f419(<8 x float>, <8 x float>, i32, <8 x float>, i8) {
  %r = call <8 x float> @llvm.x86.avx512.mask.shuf.ps.256(<8 x float> %0, <8 x float> %1, i32 6, <8 x float> %3, i8 -1)
  ret <8 x float> %r
}
define <8 x float> @f420(<8 x float>, <8 x float>, i32, <8 x float>, i8) {
  %r = call <8 x float> @llvm.x86.avx512.mask.shuf.ps.256(<8 x float> %0, <8 x float> %1, i32 27, <8 x float> %3, i8 %4)
  ret <8 x float> %r
}
define <8 x float> @f421(<8 x float>, <8 x float>, i32, <8 x float>, i8) {
  %r = call <8 x float> @llvm.x86.avx512.mask.shuf.ps.256(<8 x float> %0, <8 x float> %1, i32 27, <8 x float> %3, i8 -1)
  ret <8 x float> %r
}
define <8 x float> @f422(<8 x float>, <8 x float>, i32, <8 x float>, i8) {
  %r = call <8 x float> @llvm.x86.avx512.mask.shuf.ps.256(<8 x float> %0, <8 x float> %1, i32 177, <8 x float> %3, i8 %4)
  ret <8 x float> %r
}
define <8 x float> @f423(<8 x float>, <8 x float>, i32, <8 x float>, i8) {
  %r = call <8 x float> @llvm.x86.avx512.mask.shuf.ps.256(<8 x float> %0, <8 x float> %1, i32 177, <8 x float> %3, i8 -1)
  ret <8 x float> %r
}

declare <16 x float> @llvm.x86.avx512.mask.shuf.ps.512(<16 x float>, <16 x float>, i32, <16 x float>, i16)
define <16 x float> @f424(<16 x float>, <16 x float>, i32, <16 x float>, i16) {
  %r = call <16 x float> @llvm.x86.avx512.mask.shuf.ps.512(<16 x float> %0, <16 x float> %1, i32 1, <16 x float> %3, i16 %4)
  ret <16 x float> %r
}
define <16 x float> @f425(<16 x float>, <16 x float>, i32, <16 x float>, i16) {
  %r = call <16 x float> @llvm.x86.avx512.mask.shuf.ps.512(<16 x float> %0, <16 x float> %1, i32 1, <16 x float> %3, i16 -1)
  ret <16 x float> %r
}
define <16 x float> @f426(<16 x float>, <16 x float>, i32, <16 x float>, i16) {
  %r = call <16 x float> @llvm.x86.avx512.mask.shuf.ps.512(<16 x float> %0, <16 x float> %1, i32 6, <16 x float> %3, i16 %4)
  ret <16 x float> %r
}
define <16 x float> @f427(<16 x float>, <16 x float>, i32, <16 x float>, i16) {
  %r = call <16 x float> @llvm.x86.avx512.mask.shuf.ps.512(<16 x float> %0, <16 x float> %1, i32 6, <16 x float> %3, i16 -1)
  ret <16 x float> %r
}
define <16 x float> @f428(<16 x float>, <16 x float>, i32, <16 x float>, i16) {
  %r = call <16 x float> @llvm.x86.avx512.mask.shuf.ps.512(<16 x float> %0, <16 x float> %1, i32 27, <16 x float> %3, i16 %4)
  ret <16 x float> %r
}
define <16 x float> @f429(<16 x float>, <16 x float>, i32, <16 x float>, i16) {
  %r = call <16 x float> @llvm.x86.avx512.mask.shuf.ps.512(<16 x float> %0, <16 x float> %1, i32 27, <16 x float> %3, i16 -1)
  ret <16 x float> %r
}
define <16 x float> @f430(<16 x float>, <16 x float>, i32, <16 x float>, i16) {
  %r = call <16 x float> @llvm.x86.avx512.mask.shuf.ps.512(<16 x float> %0, <16 x float> %1, i32 177, <16 x float> %3, i16 %4)
  ret <16 x float> %r
}
define <16 x float> @f431(<16 x float>, <16 x float>, i32, <16 x float>, i16) {
  %r = call <16 x float> @llvm.x86.avx512.mask.shuf.ps.512(<16 x float> %0, <16 x float> %1, i32 177, <16 x float> %3, i16 -1)
  ret <16 x float> %r
}

declare <4 x i32> @llvm.x86.avx512.mask.valign.d.128(<4 x i32>, <4 x i32>, i32, <4 x i32>, i8)
define <4 x i32> @f432(<4 x i32>, <4 x i32>, i32, <4 x i32>, i8) {
  %r = call <4 x i32> @llvm.x86.avx512.mask.valign.d.128(<4 x i32> %0, <4 x i32> %1, i32 1, <4 x i32> %3, i8 %4)
  ret <4 x i32> %r
}
define <4 x i32> @f433(<4 x i32>, <4 x i32>, i32, <4 x i32>, i8) {
  %r = call <4 x i32> @llvm.x86.avx512.mask.valign.d.128(<4 x i32> %0, <4 x i32> %1, i32 1, <4 x i32> %3, i8 -1)
  ret <4 x i32> %r
}
define <4 x i32> @f434(<4 x i32>, <4 x i32>, i32, <4 x i32>, i8) {
  %r = call <4 x i32> @llvm.x86.avx512.mask.valign.d.128(<4 x i32> %0, <4 x i32> %1, i32 6, <4 x i32> %3, i8 %4)
  ret <4 x i32> %r
}
define <4 x i32> @f435(<4 x i32>, <4 x i32>, i32, <4 x i32>, i8) {
  %r = call <4 x i32> @llvm.x86.avx512.mask.valign.d.128(<4 x i32> %0, <4 x i32> %1, i32 6, <4 x i32> %3, i8 -1)
  ret <4 x i32> %r
}
define <4 x i32> @f436(<4 x i32>, <4 x i32>, i32, <4 x i32>, i8) {
  %r = call <4 x i32> @llvm.x86.avx512.mask.valign.d.128(<4 x i32> %0, <4 x i32> %1, i32 27, <4 x i32> %3, i8 %4)
  ret <4 x i32> %r
}
define <4 x i32> @f437(<4 x i32>, <4 x i32>, i32, <4 x i32>, i8) {
  %r = call <4 x i32> @llvm.x86.avx512.mask.valign.d.128(<4 x i32> %0, <4 x i32> %1, i32 27, <4 x i32> %3, i8 -1)
  ret <4 x i32> %r
}
define <4 x i32> @f438(<4 x i32>, <4 x i32>, i32, <4 x i32>, i8) {
  %r = call <4 x i32> @llvm.x86.avx512.mask.valign.d.128(<4 x i32> %0, <4 x i32> %1, i32 177, <4 x i32> %3, i8 %4)
  ret <4 x i32> %r
}
define <4 x i32> @f439(<4 x i32>, <4 x i32>, i32, <4 x i32>, i8) {
  %r = call <4 x i32> @llvm.x86.avx512.mask.valign.d.128(<4 x i32> %0, <4 x i32> %1, i32 177, <4 x i32> %3, i8 -1)
  ret <4 x i32> %r
}

declare <8 x i32> @llvm.x86.avx512.mask.valign.d.256(<8 x i32>, <8 x i32>, i32, <8 x i32>, i8)
define <8 x i32> @f440(<8 x i32>, <8 x i32>, i32, <8 x i32>, i8) {
  %r = call <8 x i32> @llvm.x86.avx512.mask.valign.d.256(<8 x i32> %0, <8 x i32> %1, i32 1, <8 x i32> %3, i8 %4)
  ret <8 x i32> %r
}
define <8 x i32> @f441(<8 x i32>, <8 x i32>, i32, <8 x i32>, i8) {
  %r = call <8 x i32> @llvm.x86.avx512.mask.valign.d.256(<8 x i32> %0, <8 x i32> %1, i32 1, <8 x i32> %3, i8 -1)
  ret <8 x i32> %r
}
define <8 x i32> @f442(<8 x i32>, <8 x i32>, i32, <8 x i32>, i8) {
  %r = call <8 x i32> @llvm.x86.avx512.mask.valign.d.256(<8 x i32> %0, <8 x i32> %1, i32 6, <8 x i32> %3, i8 %4)
  ret <8 x i32> %r
}
define <8 x i32> @f443(<8 x i32>, <8 x i32>, i32, <8 x i32>, i8) {
  %r = call <8 x i32> @llvm.x86.avx512.mask.valign.d.256(<8 x i32> %0, <8 x i32> %1, i32 6, <8 x i32> %3, i8 -1)
  ret <8 x i32> %r
}
define <8 x i32> @f444(<8 x i32>, <8 x i32>, i32, <8 x i32>, i8) {
  %r = call <8 x i32> @llvm.x86.avx512.mask.valign.d.256(<8 x i32> %0, <8 x i32> %1, i32 27, <8 x i32> %3, i8 %4)
  ret <8 x i32> %r
}
define <8 x i32> @f445(<8 x i32>, <8 x i32>, i32, <8 x i32>, i8) {
  %r = call <8 x i32> @llvm.x86.avx512.mask.valign.d.256(<8 x i32> %0, <8 x i32> %1, i32 27, <8 x i32> %3, i8 -1)
  ret <8 x i32> %r
}
define <8 x i32> @f446(<8 x i32>, <8 x i32>, i32, <8 x i32>, i8) {
  %r = call <8 x i32> @llvm.x86.avx512.mask.valign.d.256(<8 x i32> %0, <8 x i32> %1, i32 177, <8 x i32> %3, i8 %4)
  ret <8 x i32> %r
}
define <8 x i32> @f447(<8 x i32>, <8 x i32>, i32, <8 x i32>, i8) {
  %r = call <8 x i32> @llvm.x86.avx512.mask.valign.d.256(<8 x i32> %0, <8 x i32> %1, i32 177, <8 x i32> %3, i8 -1)
  ret <8 x i32> %r
}

declare <16 x i32> @llvm.x86.avx512.mask.valign.d.512(<16 x i32>, <16 x i32>, i32, <16 x i32>, i16)
define <16 x i32> @f448(<16 x i32>, <16 x i32>, i32, <16 x i32>, i16) {
  %r = call <16 x i32> @llvm.x86.avx512.mask.valign.d.512(<16 x i32> %0, <16 x i32> %1, i32 1, <16 x i32> %3, i16 %4)
  ret <16 x i32> %r
}
define <16 x i32> @f449(<16 x i32>, <16 x i32>, i32, <16 x i32>, i16) {
  %r = call <16 x i32> @llvm.x86.avx512.mask.valign.d.512(<16 x i32> %0, <16 x i32> %1, i32 1, <16 x i32> %3, i16 -1)
  ret <16 x i32> %r
}
define <16 x i32> @f450(<16 x i32>, <16 x i32>, i32, <16 x i32>, i16) {
  %r = call <16 x i32> @llvm.x86.avx512.mask.valign.d.512(<16 x i32> %0, <16 x i32> %1, i32 6, <16 x i32> %3, i16 %4)
  ret <16 x i32> %r
}
define <16 x i32> @f451(<16 x i32>, <16 x i32>, i32, <16 x i32>, i16) {
  %r = call <16 x i32> @llvm.x86.avx512.mask.valign.d.512(<16 x i32> %0, <16 x i32> %1, i32 6, <16 x i32> %3, i16 -1)
  ret <16 x i32> %r
}
define <16 x i32> @f452(<16 x i32>, <16 x i32>, i32, <16 x i32>, i16) {
  %r = call <16 x i32> @llvm.x86.avx512.mask.valign.d.512(<16 x i32> %0, <16 x i32> %1, i32 27, <16 x i32> %3, i16 %4)
  ret <16 x i32> %r
}
define <16 x i32> @f453(<16 x i32>, <16 x i32>, i32, <16 x i32>, i16) {
  %r = call <16 x i32> @llvm.x86.avx512.mask.valign.d.512(<16 x i32> %0, <16 x i32> %1, i32 27, <16 x i32> %3, i16 -1)
  ret <16 x i32> %r
}
define <16 x i32> @f454(<16 x i32>, <16 x i32>, i32, <16 x i32>, i16) {
  %r = call <16 x i32> @llvm.x86.avx512.mask.valign.d.512(<16 x i32> %0, <16 x i32> %1, i32 177, <16 x i32> %3, i16 %4)
  ret <16 x i32> %r
}
define <16 x i32> @f455(<16 x i32>, <16 x i32>, i32, <16 x i32>, i16) {
  %r = call <16 x i32> @llvm.x86.avx512.mask.valign.d.512(<16 x i32> %0, <16 x i32> %1, i32 177, <16 x i32> %3, i16 -1)
  ret <16 x i32> %r
}

declare <2 x i64> @llvm.x86.avx512.mask.valign.q.128(<2 x i64>, <2 x i64>, i32, <2 x i64>, i8)
define <2 x i64> @f456(<2 x i64>, <2 x i64>, i32, <2 x i64>, i8) {
  %r = call <2 x i64> @llvm.x86.avx512.mask.valign.q.128(<2 x i64> %0, <2 x i64> %1, i32 1, <2 x i64> %3, i8 %4)
  ret <2 x i64> %r
}
define <2 x i64> @f457(<2 x i64>, <2 x i64>, i32, <2 x i64>, i8) {
  %r = call <2 x i64> @llvm.x86.avx512.mask.valign.q.128(<2 x i64> %0, <2 x i64> %1, i32 1, <2 x i64> %3, i8 -1)
  ret <2 x i64> %r
}
define <2 x i64> @f458(<2 x i64>, <2 x i64>, i32, <2 x i64>, i8) {
  %r = call <2 x i64> @llvm.x86.avx512.mask.valign.q.128(<2 x i64> %0, <2 x i64> %1, i32 6, <2 x i64> %3, i8 %4)
  ret <2 x i64> %r
}
define <2 x i64> @f459(<2 x i64>, <2 x i64>, i32, <2 x i64>, i8) {
  %r = call <2 x i64> @llvm.x86.avx512.mask.valign.q.128(<2 x i64> %0, <2 x i64> %1, i32 6, <2 x i64> %3, i8 -1)
  ret <2 x i64> %r
}
define <2 x i64> @f460(<2 x i64>, <2 x i64>, i32, <2 x i64>, i8) {
  %r = call <2 x i64> @llvm.x86.avx512.mask.valign.q.128(<2 x i64> %0, <2 x i64> %1, i32 27, <2 x i64> %3, i8 %4)
  ret <2 x i64> %r
}
define <2 x i64> @f461(<2 x i64>, <2 x i64>, i32, <2 x i64>, i8) {
  %r = call <2 x i64> @llvm.x86.avx512.mask.valign.q.128(<2 x i64> %0, <2 x i64> %1, i32 27, <2 x i64> %3, i8 -1)
  ret <2 x i64> %r
}
define <2 x i64> @f462(<2 x i64>, <2 x i64>, i32, <2 x i64>, i8) {
  %r = call <2 x i64> @llvm.x86.avx512.mask.valign.q.128(<2 x i64> %0, <2 x i64> %1, i32 177, <2 x i64> %3, i8 %4)
  ret <2 x i64> %r
}
define <2 x i64> @f463(<2 x i64>, <2 x i64>, i32, <2 x i64>, i8) {
  %r = call <2 x i64> @llvm.x86.avx512.mask.valign.q.128(<2 x i64> %0, <2 x i64> %1, i32 177, <2 x i64> %3, i8 -1)
  ret <2 x i64> %r
}

declare <4 x i64> @llvm.x86.avx512.mask.valign.q.256(<4 x i64>, <4 x i64>, i32, <4 x i64>, i8)
define <4 x i64> @f464(<4 x i64>, <4 x i64>, i32, <4 x i64>, i8) {
  %r = call <4 x i64> @llvm.x86.avx512.mask.valign.q.256(<4 x i64> %0, <4 x i64> %1, i32 1, <4 x i64> %3, i8 %4)
  ret <4 x i64> %r
}
define <4 x i64> @f465(<4 x i64>, <4 x i64>, i32, <4 x i64>, i8) {
  %r = call <4 x i64> @llvm.x86.avx512.mask.valign.q.256(<4 x i64> %0, <4 x i64> %1, i32 1, <4 x i64> %3, i8 -1)
  ret <4 x i64> %r
}
define <4 x i64> @f466(<4 x i64>, <4 x i64>, i32, <4 x i64>, i8) {
  %r = call <4 x i64> @llvm.x86.avx512.mask.valign.q.256(<4 x i64> %0, <4 x i64> %1, i32 6, <4 x i64> %3, i8 %4)
  ret <4 x i64> %r
}
define <4 x i64> @f467(<4 x i64>, <4 x i64>, i32, <4 x i64>, i8) {
  %r = call <4 x i64> @llvm.x86.avx512.mask.valign.q.256(<4 x i64> %0, <4 x i64> %1, i32 6, <4 x i64> %3, i8 -1)
  ret <4 x i64> %r
}
define <4 x i64> @f468(<4 x i64>, <4 x i64>, i32, <4 x i64>, i8) {
  %r = call <4 x i64> @llvm.x86.avx512.mask.valign.q.256(<4 x i64> %0, <4 x i64> %1, i32 27, <4 x i64> %3, i8 %4)
  ret <4 x i64> %r
}
define <4 x i64> @f469(<4 x i64>, <4 x i64>, i32, <4 x i64>, i8) {
  %r = call <4 x i64> @llvm.x86.avx512.mask.valign.q.256(<4 x i64> %0, <4 x i64> %1, i32 27, <4 x i64> %3, i8 -1)
  ret <4 x i64> %r
}
define <4 x i64> @f470(<4 x i64>, <4 x i64>, i32, <4 x i64>, i8) {
  %r = call <4 x i64> @llvm.x86.avx512.mask.valign.q.256(<4 x i64> %0, <4 x i64> %1, i32 177, <4 x i64> %3, i8 %4)
  ret <4 x i64> %r
}
define <4 x i64> @f471(<4 x i64>, <4 x i64>, i32, <4 x i64>, i8) {
  %r = call <4 x i64> @llvm.x86.avx512.mask.valign.q.256(<4 x i64> %0, <4 x i64> %1, i32 177, <4 x i64> %3, i8 -1)
  ret <4 x i64> %r
}

declare <8 x i64> @llvm.x86.avx512.mask.valign.q.512(<8 x i64>, <8 x i64>, i32, <8 x i64>, i8)
define <8 x i64> @f472(<8 x i64>, <8 x i64>, i32, <8 x i64>, i8) {
  %r = call <8 x i64> @llvm.x86.avx512.mask.valign.q.512(<8 x i64> %0, <8 x i64> %1, i32 1, <8 x i64> %3, i8 %4)
  ret <8 x i64> %r
}
define <8 x i64> @f473(<8 x i64>, <8 x i64>, i32, <8 x i64>, i8) {
  %r = call <8 x i64> @llvm.x86.avx512.mask.valign.q.512(<8 x i64> %0, <8 x i64> %1, i32 1, <8 x i64> %3, i8 -1)
  ret <8 x i64> %r
}
define <8 x i64> @f474(<8 x i64>, <8 x i64>, i32, <8 x i64>, i8) {
  %r = call <8 x i64> @llvm.x86.avx512.mask.valign.q.512(<8 x i64> %0, <8 x i64> %1, i32 6, <8 x i64> %3, i8 %4)
  ret <8 x i64> %r
}
define <8 x i64> @f475(<8 x i64>, <8 x i64>, i32, <8 x i64>, i8) {
  %r = call <8 x i64> @llvm.x86.avx512.mask.valign.q.512(<8 x i64> %0, <8 x i64> %1, i32 6, <8 x i64> %3, i8 -1)
  ret <8 x i64> %r
}
define <8 x i64> @f476(<8 x i64>, <8 x i64>, i32, <8 x i64>, i8) {
  %r = call <8 x i64> @llvm.x86.avx512.mask.valign.q.512(<8 x i64> %0, <8 x i64> %1, i32 27, <8 x i64> %3, i8 %4)
  ret <8 x i64> %r
}
define <8 x i64> @f477(<8 x i64>, <8 x i64>, i32, <8 x i64>, i8) {
  %r = call <8 x i64> @llvm.x86.avx512.mask.valign.q.512(<8 x i64> %0, <8 x i64> %1, i32 27, <8 x i64> %3, i8 -1)
  ret <8 x i64> %r
}
define <8 x i64> @f478(<8 x i64>, <8 x i64>, i32, <8 x i64>, i8) {
  %r = call <8 x i64> @llvm.x86.avx512.mask.valign.q.512(<8 x i64> %0, <8 x i64> %1, i32 177, <8 x i64> %3, i8 %4)
  ret <8 x i64> %r
}
define <8 x i64> @f479(<8 x i64>, <8 x i64>, i32, <8 x i64>, i8) {
  %r = call <8 x i64> @llvm.x86.avx512.mask.valign.q.512(<8 x i64> %0, <8 x i64> %1, i32 177, <8 x i64> %3, i8 -1)
  ret <8 x i64> %r
}

declare <4 x float> @llvm.x86.avx512.mask.vextractf32x4.256(<8 x float>, i32, <4 x float>, i8)
define <4 x float> @f480(<8 x float>, i32, <4 x float>, i8) {
  %r = call <4 x float> @llvm.x86.avx512.mask.vextractf32x4.256(<8 x float> %0, i32 1, <4 x float> %2, i8 %3)
  ret <4 x float> %r
}
define <4 x float> @f481(<8 x float>, i32, <4 x float>, i8) {
  %r = call <4 x float> @llvm.x86.avx512.mask.vextractf32x4.256(<8 x float> %0, i32 1, <4 x float> %2, i8 -1)
  ret <4 x float> %r
}
define <4 x float> @f482(<8 x float>, i32, <4 x float>, i8) {
  %r = call <4 x float> @llvm.x86.avx512.mask.vextractf32x4.256(<8 x float> %0, i32 6, <4 x float> %2, i8 %3)
  ret <4 x float> %r
}
define <4 x float> @f483(<8 x float>, i32, <4 x float>, i8) {
  %r = call <4 x float> @llvm.x86.avx512.mask.vextractf32x4.256(<8 x float> %0, i32 6, <4 x float> %2, i8 -1)
  ret <4 x float> %r
}
define <4 x float> @f484(<8 x float>, i32, <4 x float>, i8) {
  %r = call <4 x float> @llvm.x86.avx512.mask.vextractf32x4.256(<8 x float> %0, i32 27, <4 x float> %2, i8 %3)
  ret <4 x float> %r
}
define <4 x float> @f485(<8 x float>, i32, <4 x float>, i8) {
  %r = call <4 x float> @llvm.x86.avx512.mask.vextractf32x4.256(<8 x float> %0, i32 27, <4 x float> %2, i8 -1)
  ret <4 x float> %r
}
define <4 x float> @f486(<8 x float>, i32, <4 x float>, i8) {
  %r = call <4 x float> @llvm.x86.avx512.mask.vextractf32x4.256(<8 x float> %0, i32 177, <4 x float> %2, i8 %3)
  ret <4 x float> %r
}
define <4 x float> @f487(<8 x float>, i32, <4 x float>, i8) {
  %r = call <4 x float> @llvm.x86.avx512.mask.vextractf32x4.256(<8 x float> %0, i32 177, <4 x float> %2, i8 -1)
  ret <4 x float> %r
}

declare <4 x float> @llvm.x86.avx512.mask.vextractf32x4.512(<16 x float>, i32, <4 x float>, i8)
define <4 x float> @f488(<16 x float>, i32, <4 x float>, i8) {
  %r = call <4 x float> @llvm.x86.avx512.mask.vextractf32x4.512(<16 x float> %0, i32 1, <4 x float> %2, i8 %3)
  ret <4 x float> %r
}
define <4 x float> @f489(<16 x float>, i32, <4 x float>, i8) {
  %r = call <4 x float> @llvm.x86.avx512.mask.vextractf32x4.512(<16 x float> %0, i32 1, <4 x float> %2, i8 -1)
  ret <4 x float> %r
}
define <4 x float> @f490(<16 x float>, i32, <4 x float>, i8) {
  %r = call <4 x float> @llvm.x86.avx512.mask.vextractf32x4.512(<16 x float> %0, i32 6, <4 x float> %2, i8 %3)
  ret <4 x float> %r
}
define <4 x float> @f491(<16 x float>, i32, <4 x float>, i8) {
  %r = call <4 x float> @llvm.x86.avx512.mask.vextractf32x4.512(<16 x float> %0, i32 6, <4 x float> %2, i8 -1)
  ret <4 x float> %r
}
define <4 x float> @f492(<16 x float>, i32, <4 x float>, i8) {
  %r = call <4 x float> @llvm.x86.avx512.mask.vextractf32x4.512(<16 x float> %0, i32 27, <4 x float> %2, i8 %3)
  ret <4 x float> %r
}
define <4 x float> @f493(<16 x float>, i32, <4 x float>, i8) {
  %r = call <4 x float> @llvm.x86.avx512.mask.vextractf32x4.512(<16 x float> %0, i32 27, <4 x float> %2, i8 -1)
  ret <4 x float> %r
}
define <4 x float> @f494(<16 x float>, i32, <4 x float>, i8) {
  %r = call <4 x float> @llvm.x86.avx512.mask.vextractf32x4.512(<16 x float> %0, i32 177, <4 x float> %2, i8 %3)
  ret <4 x float> %r
}
define <4 x float> @f495(<16 x float>, i32, <4 x float>, i8) {
  %r = call <4 x float> @llvm.x86.avx512.mask.vextractf32x4.512(<16 x float> %0, i32 177, <4 x float> %2, i8 -1)
  ret <4 x float> %r
}

declare <8 x float> @llvm.x86.avx512.mask.vextractf32x8.512(<16 x float>, i32, <8 x float>, i8)
define <8 x float> @f496(<16 x float>, i32, <8 x float>, i8) {
  %r = call <8 x float> @llvm.x86.avx512.mask.vextractf32x8.512(<16 x float> %0, i32 1, <8 x float> %2, i8 %3)
  ret <8 x float> %r
}
define <8 x float> @f497(<16 x float>, i32, <8 x float>, i8) {
  %r = call <8 x float> @llvm.x86.avx512.mask.vextractf32x8.512(<16 x float> %0, i32 1, <8 x float> %2, i8 -1)
  ret <8 x float> %r
}
define <8 x float> @f498(<16 x float>, i32, <8 x float>, i8) {
  %r = call <8 x float> @llvm.x86.avx512.mask.vextractf32x8.512(<16 x float> %0, i32 6, <8 x float> %2, i8 %3)
  ret <8 x float> %r
}
define <8 x float> @f499(<16 x float>, i32, <8 x float>, i8) {
  %r = call <8 x float> @llvm.x86.avx512.mask.vextractf32x8.512(<16 x float> %0, i32 6, <8 x float> %2, i8 -1)
  ret <8 x float> %r
}
define <8 x float> @f500(<16 x float>, i32, <8 x float>, i8) {
  %r = call <8 x float> @llvm.x86.avx512.mask.vextractf32x8.512(<16 x float> %0, i32 27, <8 x float> %2, i8 %3)
  ret <8 x float> %r
}
define <8 x float> @f501(<16 x float>, i32, <8 x float>, i8) {
  %r = call <8 x float> @llvm.x86.avx512.mask.vextractf32x8.512(<16 x float> %0, i32 27, <8 x float> %2, i8 -1)
  ret <8 x float> %r
}
define <8 x float> @f502(<16 x float>, i32, <8 x float>, i8) {
  %r = call <8 x float> @llvm.x86.avx512.mask.vextractf32x8.512(<16 x float> %0, i32 177, <8 x float> %2, i8 %3)
  ret <8 x float> %r
}
define <8 x float> @f503(<16 x float>, i32, <8 x float>, i8) {
  %r = call <8 x float> @llvm.x86.avx512.mask.vextractf32x8.512(<16 x float> %0, i32 177, <8 x float> %2, i8 -1)
  ret <8 x float> %r
}

declare <2 x double> @llvm.x86.avx512.mask.vextractf64x2.256(<4 x double>, i32, <2 x double>, i8)
define <2 x double> @f504(<4 x double>, i32, <2 x double>, i8) {
  %r = call <2 x double> @llvm.x86.avx512.mask.vextractf64x2.256(<4 x double> %0, i32 1, <2 x double> %2, i8 %3)
  ret <2 x double> %r
}
define <2 x double> @f505(<4 x double>, i32, <2 x double>, i8) {
  %r = call <2 x double> @llvm.x86.avx512.mask.vextractf64x2.256(<4 x double> %0, i32 1, <2 x double> %2, i8 -1)
  ret <2 x double> %r
}
define <2 x double> @f506(<4 x double>, i32, <2 x double>, i8) {
  %r = call <2 x double> @llvm.x86.avx512.mask.vextractf64x2.256(<4 x double> %0, i32 6, <2 x double> %2, i8 %3)
  ret <2 x double> %r
}
define <2 x double> @f507(<4 x double>, i32, <2 x double>, i8) {
  %r = call <2 x double> @llvm.x86.avx512.mask.vextractf64x2.256(<4 x double> %0, i32 6, <2 x double> %2, i8 -1)
  ret <2 x double> %r
}
define <2 x double> @f508(<4 x double>, i32, <2 x double>, i8) {
  %r = call <2 x double> @llvm.x86.avx512.mask.vextractf64x2.256(<4 x double> %0, i32 27, <2 x double> %2, i8 %3)
  ret <2 x double> %r
}
define <2 x double> @f509(<4 x double>, i32, <2 x double>, i8) {
  %r = call <2 x double> @llvm.x86.avx512.mask.vextractf64x2.256(<4 x double> %0, i32 27, <2 x double> %2, i8 -1)
  ret <2 x double> %r
}
define <2 x double> @f510(<4 x double>, i32, <2 x double>, i8) {
  %r = call <2 x double> @llvm.x86.avx512.mask.vextractf64x2.256(<4 x double> %0, i32 177, <2 x double> %2, i8 %3)
  ret <2 x double> %r
}
define <2 x double> @f511(<4 x double>, i32, <2 x double>, i8) {
  %r = call <2 x double> @llvm.x86.avx512.mask.vextractf64x2.256(<4 x double> %0, i32 177, <2 x double> %2, i8 -1)
  ret <2 x double> %r
}

declare <2 x double> @llvm.x86.avx512.mask.vextractf64x2.512(<8 x double>, i32, <2 x double>, i8)
define <2 x double> @f512(<8 x double>, i32, <2 x double>, i8) {
  %r = call <2 x double> @llvm.x86.avx512.mask.vextractf64x2.512(<8 x double> %0, i32 1, <2 x double> %2, i8 %3)
  ret <2 x double> %r
}
define <2 x double> @f513(<8 x double>, i32, <2 x double>, i8) {
  %r = call <2 x double> @llvm.x86.avx512.mask.vextractf64x2.512(<8 x double> %0, i32 1, <2 x double> %2, i8 -1)
  ret <2 x double> %r
}
define <2 x double> @f514(<8 x double>, i32, <2 x double>, i8) {
  %r = call <2 x double> @llvm.x86.avx512.mask.vextractf64x2.512(<8 x double> %0, i32 6, <2 x double> %2, i8 %3)
  ret <2 x double> %r
}
define <2 x double> @f515(<8 x double>, i32, <2 x double>, i8) {
  %r = call <2 x double> @llvm.x86.avx512.mask.vextractf64x2.512(<8 x double> %0, i32 6, <2 x double> %2, i8 -1)
  ret <2 x double> %r
}
define <2 x double> @f516(<8 x double>, i32, <2 x double>, i8) {
  %r = call <2 x double> @llvm.x86.avx512.mask.vextractf64x2.512(<8 x double> %0, i32 27, <2 x double> %2, i8 %3)
  ret <2 x double> %r
}
define <2 x double> @f517(<8 x double>, i32, <2 x double>, i8) {
  %r = call <2 x double> @llvm.x86.avx512.mask.vextractf64x2.512(<8 x double> %0, i32 27, <2 x double> %2, i8 -1)
  ret <2 x double> %r
}
define <2 x double> @f518(<8 x double>, i32, <2 x double>, i8) {
  %r = call <2 x double> @llvm.x86.avx512.mask.vextractf64x2.512(<8 x double> %0, i32 177, <2 x double> %2, i8 %3)
  ret <2 x double> %r
}
define <2 x double> @f519(<8 x double>, i32, <2 x double>, i8) {
  %r = call <2 x double> @llvm.x86.avx512.mask.vextractf64x2.512(<8 x double> %0, i32 177, <2 x double> %2, i8 -1)
  ret <2 x double> %r
}

declare <4 x double> @llvm.x86.avx512.mask.vextractf64x4.512(<8 x double>, i32, <4 x double>, i8)
define <4 x double> @f520(<8 x double>, i32, <4 x double>, i8) {
  %r = call <4 x double> @llvm.x86.avx512.mask.vextractf64x4.512(<8 x double> %0, i32 1, <4 x double> %2, i8 %3)
  ret <4 x double> %r
}
define <4 x double> @f521(<8 x double>, i32, <4 x double>, i8) {
  %r = call <4 x double> @llvm.x86.avx512.mask.vextractf64x4.512(<8 x double> %0, i32 1, <4 x double> %2, i8 -1)
  ret <4 x double> %r
}
define <4 x double> @f522(<8 x double>, i32, <4 x double>, i8) {
  %r = call <4 x double> @llvm.x86.avx512.mask.vextractf64x4.512(<8 x double> %0, i32 6, <4 x double> %2, i8 %3)
  ret <4 x double> %r
}
define <4 x double> @f523(<8 x double>, i32, <4 x double>, i8) {
  %r = call <4 x double> @llvm.x86.avx512.mask.vextractf64x4.512(<8 x double> %0, i32 6, <4 x double> %2, i8 -1)
  ret <4 x double> %r
}
define <4 x double> @f524(<8 x double>, i32, <4 x double>, i8) {
  %r = call <4 x double> @llvm.x86.avx512.mask.vextractf64x4.512(<8 x double> %0, i32 27, <4 x double> %2, i8 %3)
  ret <4 x double> %r
}
define <4 x double> @f525(<8 x double>, i32, <4 x double>, i8) {
  %r = call <4 x double> @llvm.x86.avx512.mask.vextractf64x4.512(<8 x double> %0, i32 27, <4 x double> %2, i8 -1)
  ret <4 x double> %r
}
define <4 x double> @f526(<8 x double>, i32, <4 x double>, i8) {
  %r = call <4 x double> @llvm.x86.avx512.mask.vextractf64x4.512(<8 x double> %0, i32 177, <4 x double> %2, i8 %3)
  ret <4 x double> %r
}
define <4 x double> @f527(<8 x double>, i32, <4 x double>, i8) {
  %r = call <4 x double> @llvm.x86.avx512.mask.vextractf64x4.512(<8 x double> %0, i32 177, <4 x double> %2, i8 -1)
  ret <4 x double> %r
}

declare <4 x i32> @llvm.x86.avx512.mask.vextracti32x4.512(<16 x i32>, i32, <4 x i32>, i8)
define <4 x i32> @f528(<16 x i32>, i32, <4 x i32>, i8) {
  %r = call <4 x i32> @llvm.x86.avx512.mask.vextracti32x4.512(<16 x i32> %0, i32 1, <4 x i32> %2, i8 %3)
  ret <4 x i32> %r
}
define <4 x i32> @f529(<16 x i32>, i32, <4 x i32>, i8) {
  %r = call <4 x i32> @llvm.x86.avx512.mask.vextracti32x4.512(<16 x i32> %0, i32 1, <4 x i32> %2, i8 -1)
  ret <4 x i32> %r
}
define <4 x i32> @f530(<16 x i32>, i32, <4 x i32>, i8) {
  %r = call <4 x i32> @llvm.x86.avx512.mask.vextracti32x4.512(<16 x i32> %0, i32 6, <4 x i32> %2, i8 %3)
  ret <4 x i32> %r
}
define <4 x i32> @f531(<16 x i32>, i32, <4 x i32>, i8) {
  %r = call <4 x i32> @llvm.x86.avx512.mask.vextracti32x4.512(<16 x i32> %0, i32 6, <4 x i32> %2, i8 -1)
  ret <4 x i32> %r
}
define <4 x i32> @f532(<16 x i32>, i32, <4 x i32>, i8) {
  %r = call <4 x i32> @llvm.x86.avx512.mask.vextracti32x4.512(<16 x i32> %0, i32 27, <4 x i32> %2, i8 %3)
  ret <4 x i32> %r
}
define <4 x i32> @f533(<16 x i32>, i32, <4 x i32>, i8) {
  %r = call <4 x i32> @llvm.x86.avx512.mask.vextracti32x4.512(<16 x i32> %0, i32 27, <4 x i32> %2, i8 -1)
  ret <4 x i32> %r
}
define <4 x i32> @f534(<16 x i32>, i32, <4 x i32>, i8) {
  %r = call <4 x i32> @llvm.x86.avx512.mask.vextracti32x4.512(<16 x i32> %0, i32 177, <4 x i32> %2, i8 %3)
  ret <4 x i32> %r
}
define <4 x i32> @f535(<16 x i32>, i32, <4 x i32>, i8) {
  %r = call <4 x i32> @llvm.x86.avx512.mask.vextracti32x4.512(<16 x i32> %0, i32 177, <4 x i32> %2, i8 -1)
  ret <4 x i32> %r
}

declare <4 x i64> @llvm.x86.avx512.mask.vextracti64x4.512(<8 x i64>, i32, <4 x i64>, i8)
define <4 x i64> @f536(<8 x i64>, i32, <4 x i64>, i8) {
  %r = call <4 x i64> @llvm.x86.avx512.mask.vextracti64x4.512(<8 x i64> %0, i32 1, <4 x i64> %2, i8 %3)
  ret <4 x i64> %r
}
define <4 x i64> @f537(<8 x i64>, i32, <4 x i64>, i8) {
  %r = call <4 x i64> @llvm.x86.avx512.mask.vextracti64x4.512(<8 x i64> %0, i32 1, <4 x i64> %2, i8 -1)
  ret <4 x i64> %r
}
define <4 x i64> @f538(<8 x i64>, i32, <4 x i64>, i8) {
  %r = call <4 x i64> @llvm.x86.avx512.mask.vextracti64x4.512(<8 x i64> %0, i32 6, <4 x i64> %2, i8 %3)
  ret <4 x i64> %r
}
define <4 x i64> @f539(<8 x i64>, i32, <4 x i64>, i8) {
  %r = call <4 x i64> @llvm.x86.avx512.mask.vextracti64x4.512(<8 x i64> %0, i32 6, <4 x i64> %2, i8 -1)
  ret <4 x i64> %r
}
define <4 x i64> @f540(<8 x i64>, i32, <4 x i64>, i8) {
  %r = call <4 x i64> @llvm.x86.avx512.mask.vextracti64x4.512(<8 x i64> %0, i32 27, <4 x i64> %2, i8 %3)
  ret <4 x i64> %r
}
define <4 x i64> @f541(<8 x i64>, i32, <4 x i64>, i8) {
  %r = call <4 x i64> @llvm.x86.avx512.mask.vextracti64x4.512(<8 x i64> %0, i32 27, <4 x i64> %2, i8 -1)
  ret <4 x i64> %r
}
define <4 x i64> @f542(<8 x i64>, i32, <4 x i64>, i8) {
  %r = call <4 x i64> @llvm.x86.avx512.mask.vextracti64x4.512(<8 x i64> %0, i32 177, <4 x i64> %2, i8 %3)
  ret <4 x i64> %r
}
define <4 x i64> @f543(<8 x i64>, i32, <4 x i64>, i8) {
  %r = call <4 x i64> @llvm.x86.avx512.mask.vextracti64x4.512(<8 x i64> %0, i32 177, <4 x i64> %2, i8 -1)
  ret <4 x i64> %r
}

declare <2 x double> @llvm.x86.avx512.mask.vpermil.pd.128(<2 x double>, i32, <2 x double>, i8)
define <2 x double> @f544(<2 x double>, i32, <2 x double>, i8) {
  %r = call <2 x double> @llvm.x86.avx512.mask.vpermil.pd.128(<2 x double> %0, i32 1, <2 x double> %2, i8 %3)
  ret <2 x double> %r
}
define <2 x double> @f545(<2 x double>, i32, <2 x double>, i8) {
  %r = call <2 x double> @llvm.x86.avx512.mask.vpermil.pd.128(<2 x double> %0, i32 1, <2 x double> %2, i8 -1)
  ret <2 x double> %r
}
define <2 x double> @f546(<2 x double>, i32, <2 x double>, i8) {
  %r = call <2 x double> @llvm.x86.avx512.mask.vpermil.pd.128(<2 x double> %0, i32 6, <2 x double> %2, i8 %3)
  ret <2 x double> %r
}
define <2 x double> @f547(<2 x double>, i32, <2 x double>, i8) {
  %r = call <2 x double> @llvm.x86.avx512.mask.vpermil.pd.128(<2 x double> %0, i32 6, <2 x double> %2, i8 -1)
  ret <2 x double> %r
}
define <2 x double> @f548(<2 x double>, i32, <2 x double>, i8) {
  %r = call <2 x double> @llvm.x86.avx512.mask.vpermil.pd.128(<2 x double> %0, i32 27, <2 x double> %2, i8 %3)
  ret <2 x double> %r
}
define <2 x double> @f549(<2 x double>, i32, <2 x double>, i8) {
  %r = call <2 x double> @llvm.x86.avx512.mask.vpermil.pd.128(<2 x double> %0, i32 27, <2 x double> %2, i8 -1)
  ret <2 x double> %r
}
define <2 x double> @f550(<2 x double>, i32, <2 x double>, i8) {
  %r = call <2 x double> @llvm.x86.avx512.mask.vpermil.pd.128(<2 x double> %0, i32 177, <2 x double> %2, i8 %3)
  ret <2 x double> %r
}
define <2 x double> @f551(<2 x double>, i32, <2 x double>, i8) {
  %r = call <2 x double> @llvm.x86.avx512.mask.vpermil.pd.128(<2 x double> %0, i32 177, <2 x double> %2, i8 -1)
  ret <2 x double> %r
}

declare <4 x double> @llvm.x86.avx512.mask.vpermil.pd.256(<4 x double>, i32, <4 x double>, i8)
define <4 x double> @f552(<4 x double>, i32, <4 x double>, i8) {
  %r = call <4 x double> @llvm.x86.avx512.mask.vpermil.pd.256(<4 x double> %0, i32 1, <4 x double> %2, i8 %3)
  ret <4 x double> %r
}
define <4 x double> @f553(<4 x double>, i32, <4 x double>, i8) {
  %r = call <4 x double> @llvm.x86.avx512.mask.vpermil.pd.256(<4 x double> %0, i32 1, <4 x double> %2, i8 -1)
  ret <4 x double> %r
}
define <4 x double> @f554(<4 x double>, i32, <4 x double>, i8) {
  %r = call <4 x double> @llvm.x86.avx512.mask.vpermil.pd.256(<4 x double> %0, i32 6, <4 x double> %2, i8 %3)
  ret <4 x double> %r
}
define <4 x double> @f555(<4 x double>, i32, <4 x double>, i8) {
  %r = call <4 x double> @llvm.x86.avx512.mask.vpermil.pd.256(<4 x double> %0, i32 6, <4 x double> %2, i8 -1)
  ret <4 x double> %r
}
define <4 x double> @f556(<4 x double>, i32, <4 x double>, i8) {
  %r = call <4 x double> @llvm.x86.avx512.mask.vpermil.pd.256(<4 x double> %0, i32 27, <4 x double> %2, i8 %3)
  ret <4 x double> %r
}
define <4 x double> @f557(<4 x double>, i32, <4 x double>, i8) {
  %r = call <4 x double> @llvm.x86.avx512.mask.vpermil.pd.256(<4 x double> %0, i32 27, <4 x double> %2, i8 -1)
  ret <4 x double> %r
}
define <4 x double> @f558(<4 x double>, i32, <4 x double>, i8) {
  %r = call <4 x double> @llvm.x86.avx512.mask.vpermil.pd.256(<4 x double> %0, i32 177, <4 x double> %2, i8 %3)
  ret <4 x double> %r
}
define <4 x double> @f559(<4 x double>, i32, <4 x double>, i8) {
  %r = call <4 x double> @llvm.x86.avx512.mask.vpermil.pd.256(<4 x double> %0, i32 177, <4 x double> %2, i8 -1)
  ret <4 x double> %r
}

declare <8 x double> @llvm.x86.avx512.mask.vpermil.pd.512(<8 x double>, i32, <8 x double>, i8)
define <8 x double> @f560(<8 x double>, i32, <8 x double>, i8) {
  %r = call <8 x double> @llvm.x86.avx512.mask.vpermil.pd.512(<8 x double> %0, i32 1, <8 x double> %2, i8 %3)
  ret <8 x double> %r
}
define <8 x double> @f561(<8 x double>, i32, <8 x double>, i8) {
  %r = call <8 x double> @llvm.x86.avx512.mask.vpermil.pd.512(<8 x double> %0, i32 1, <8 x double> %2, i8 -1)
  ret <8 x double> %r
}
define <8 x double> @f562(<8 x double>, i32, <8 x double>, i8) {
  %r = call <8 x double> @llvm.x86.avx512.mask.vpermil.pd.512(<8 x double> %0, i32 6, <8 x double> %2, i8 %3)
  ret <8 x double> %r
}
define <8 x double> @f563(<8 x double>, i32, <8 x double>, i8) {
  %r = call <8 x double> @llvm.x86.avx512.mask.vpermil.pd.512(<8 x double> %0, i32 6, <8 x double> %2, i8 -1)
  ret <8 x double> %r
}
define <8 x double> @f564(<8 x double>, i32, <8 x double>, i8) {
  %r = call <8 x double> @llvm.x86.avx512.mask.vpermil.pd.512(<8 x double> %0, i32 27, <8 x double> %2, i8 %3)
  ret <8 x double> %r
}
define <8 x double> @f565(<8 x double>, i32, <8 x double>, i8) {
  %r = call <8 x double> @llvm.x86.avx512.mask.vpermil.pd.512(<8 x double> %0, i32 27, <8 x double> %2, i8 -1)
  ret <8 x double> %r
}
define <8 x double> @f566(<8 x double>, i32, <8 x double>, i8) {
  %r = call <8 x double> @llvm.x86.avx512.mask.vpermil.pd.512(<8 x double> %0, i32 177, <8 x double> %2, i8 %3)
  ret <8 x double> %r
}
define <8 x double> @f567(<8 x double>, i32, <8 x double>, i8) {
  %r = call <8 x double> @llvm.x86.avx512.mask.vpermil.pd.512(<8 x double> %0, i32 177, <8 x double> %2, i8 -1)
  ret <8 x double> %r
}

declare <4 x float> @llvm.x86.avx512.mask.vpermil.ps.128(<4 x float>, i32, <4 x float>, i8)
define <4 x float> @f568(<4 x float>, i32, <4 x float>, i8) {
  %r = call <4 x float> @llvm.x86.avx512.mask.vpermil.ps.128(<4 x float> %0, i32 1, <4 x float> %2, i8 %3)
  ret <4 x float> %r
}
define <4 x float> @f569(<4 x float>, i32, <4 x float>, i8) {
  %r = call <4 x float> @llvm.x86.avx512.mask.vpermil.ps.128(<4 x float> %0, i32 1, <4 x float> %2, i8 -1)
  ret <4 x float> %r
}
define <4 x float> @f570(<4 x float>, i32, <4 x float>, i8) {
  %r = call <4 x float> @llvm.x86.avx512.mask.vpermil.ps.128(<4 x float> %0, i32 6, <4 x float> %2, i8 %3)
  ret <4 x float> %r
}
define <4 x float> @f571(<4 x float>, i32, <4 x float>, i8) {
  %r = call <4 x float> @llvm.x86.avx512.mask.vpermil.ps.128(<4 x float> %0, i32 6, <4 x float> %2, i8 -1)
  ret <4 x float> %r
}
define <4 x float> @f572(<4 x float>, i32, <4 x float>, i8) {
  %r = call <4 x float> @llvm.x86.avx512.mask.vpermil.ps.128(<4 x float> %0, i32 27, <4 x float> %2, i8 %3)
  ret <4 x float> %r
}
define <4 x float> @f573(<4 x float>, i32, <4 x float>, i8) {
  %r = call <4 x float> @llvm.x86.avx512.mask.vpermil.ps.128(<4 x float> %0, i32 27, <4 x float> %2, i8 -1)
  ret <4 x float> %r
}
define <4 x float> @f574(<4 x float>, i32, <4 x float>, i8) {
  %r = call <4 x float> @llvm.x86.avx512.mask.vpermil.ps.128(<4 x float> %0, i32 177, <4 x float> %2, i8 %3)
  ret <4 x float> %r
}
define <4 x float> @f575(<4 x float>, i32, <4 x float>, i8) {
  %r = call <4 x float> @llvm.x86.avx512.mask.vpermil.ps.128(<4 x float> %0, i32 177, <4 x float> %2, i8 -1)
  ret <4 x float> %r
}

declare <8 x float> @llvm.x86.avx512.mask.vpermil.ps.256(<8 x float>, i32, <8 x float>, i8)
define <8 x float> @f576(<8 x float>, i32, <8 x float>, i8) {
  %r = call <8 x float> @llvm.x86.avx512.mask.vpermil.ps.256(<8 x float> %0, i32 1, <8 x float> %2, i8 %3)
  ret <8 x float> %r
}
define <8 x float> @f577(<8 x float>, i32, <8 x float>, i8) {
  %r = call <8 x float> @llvm.x86.avx512.mask.vpermil.ps.256(<8 x float> %0, i32 1, <8 x float> %2, i8 -1)
  ret <8 x float> %r
}
define <8 x float> @f578(<8 x float>, i32, <8 x float>, i8) {
  %r = call <8 x float> @llvm.x86.avx512.mask.vpermil.ps.256(<8 x float> %0, i32 6, <8 x float> %2, i8 %3)
  ret <8 x float> %r
}
define <8 x float> @f579(<8 x float>, i32, <8 x float>, i8) {
  %r = call <8 x float> @llvm.x86.avx512.mask.vpermil.ps.256(<8 x float> %0, i32 6, <8 x float> %2, i8 -1)
  ret <8 x float> %r
}
define <8 x float> @f580(<8 x float>, i32, <8 x float>, i8) {
  %r = call <8 x float> @llvm.x86.avx512.mask.vpermil.ps.256(<8 x float> %0, i32 27, <8 x float> %2, i8 %3)
  ret <8 x float> %r
}
define <8 x float> @f581(<8 x float>, i32, <8 x float>, i8) {
  %r = call <8 x float> @llvm.x86.avx512.mask.vpermil.ps.256(<8 x float> %0, i32 27, <8 x float> %2, i8 -1)
  ret <8 x float> %r
}
define <8 x float> @f582(<8 x float>, i32, <8 x float>, i8) {
  %r = call <8 x float> @llvm.x86.avx512.mask.vpermil.ps.256(<8 x float> %0, i32 177, <8 x float> %2, i8 %3)
  ret <8 x float> %r
}
define <8 x float> @f583(<8 x float>, i32, <8 x float>, i8) {
  %r = call <8 x float> @llvm.x86.avx512.mask.vpermil.ps.256(<8 x float> %0, i32 177, <8 x float> %2, i8 -1)
  ret <8 x float> %r
}

declare <16 x float> @llvm.x86.avx512.mask.vpermil.ps.512(<16 x float>, i32, <16 x float>, i16)
define <16 x float> @f584(<16 x float>, i32, <16 x float>, i16) {
  %r = call <16 x float> @llvm.x86.avx512.mask.vpermil.ps.512(<16 x float> %0, i32 1, <16 x float> %2, i16 %3)
  ret <16 x float> %r
}
define <16 x float> @f585(<16 x float>, i32, <16 x float>, i16) {
  %r = call <16 x float> @llvm.x86.avx512.mask.vpermil.ps.512(<16 x float> %0, i32 1, <16 x float> %2, i16 -1)
  ret <16 x float> %r
}
define <16 x float> @f586(<16 x float>, i32, <16 x float>, i16) {
  %r = call <16 x float> @llvm.x86.avx512.mask.vpermil.ps.512(<16 x float> %0, i32 6, <16 x float> %2, i16 %3)
  ret <16 x float> %r
}
define <16 x float> @f587(<16 x float>, i32, <16 x float>, i16) {
  %r = call <16 x float> @llvm.x86.avx512.mask.vpermil.ps.512(<16 x float> %0, i32 6, <16 x float> %2, i16 -1)
  ret <16 x float> %r
}
define <16 x float> @f588(<16 x float>, i32, <16 x float>, i16) {
  %r = call <16 x float> @llvm.x86.avx512.mask.vpermil.ps.512(<16 x float> %0, i32 27, <16 x float> %2, i16 %3)
  ret <16 x float> %r
}
define <16 x float> @f589(<16 x float>, i32, <16 x float>, i16) {
  %r = call <16 x float> @llvm.x86.avx512.mask.vpermil.ps.512(<16 x float> %0, i32 27, <16 x float> %2, i16 -1)
  ret <16 x float> %r
}
define <16 x float> @f590(<16 x float>, i32, <16 x float>, i16) {
  %r = call <16 x float> @llvm.x86.avx512.mask.vpermil.ps.512(<16 x float> %0, i32 177, <16 x float> %2, i16 %3)
  ret <16 x float> %r
}
define <16 x float> @f591(<16 x float>, i32, <16 x float>, i16) {
  %r = call <16 x float> @llvm.x86.avx512.mask.vpermil.ps.512(<16 x float> %0, i32 177, <16 x float> %2, i16 -1)
  ret <16 x float> %r
}

declare <8 x i64> @llvm.x86.avx512.psll.dq.512(<8 x i64>, i32)
define <8 x i64> @f592(<8 x i64>, i32) {
  %r = call <8 x i64> @llvm.x86.avx512.psll.dq.512(<8 x i64> %0, i32 1)
  ret <8 x i64> %r
}
define <8 x i64> @f593(<8 x i64>, i32) {
  %r = call <8 x i64> @llvm.x86.avx512.psll.dq.512(<8 x i64> %0, i32 5)
  ret <8 x i64> %r
}
define <8 x i64> @f594(<8 x i64>, i32) {
  %r = call <8 x i64> @llvm.x86.avx512.psll.dq.512(<8 x i64> %0, i32 13)
  ret <8 x i64> %r
}

declare <8 x i64> @llvm.x86.avx512.psrl.dq.512(<8 x i64>, i32)
define <8 x i64> @f595(<8 x i64>, i32) {
  %r = call <8 x i64> @llvm.x86.avx512.psrl.dq.512(<8 x i64> %0, i32 1)
  ret <8 x i64> %r
}
define <8 x i64> @f596(<8 x i64>, i32) {
  %r = call <8 x i64> @llvm.x86.avx512.psrl.dq.512(<8 x i64> %0, i32 5)
  ret <8 x i64> %r
}
define <8 x i64> @f597(<8 x i64>, i32) {
  %r = call <8 x i64> @llvm.x86.avx512.psrl.dq.512(<8 x i64> %0, i32 13)
  ret <8 x i64> %r
}

declare <4 x i32> @llvm.x86.sse2.pshuf.d(<4 x i32>, i8)
define <4 x i32> @f598(<4 x i32>, i8) {
  %r = call <4 x i32> @llvm.x86.sse2.pshuf.d(<4 x i32> %0, i8 1)
  ret <4 x i32> %r
}
define <4 x i32> @f599(<4 x i32>, i8) {
  %r = call <4 x i32> @llvm.x86.sse2.pshuf.d(<4 x i32> %0, i8 6)
  ret <4 x i32> %r
}
define <4 x i32> @f600(<4 x i32>, i8) {
  %r = call <4 x i32> @llvm.x86.sse2.pshuf.d(<4 x i32> %0, i8 27)
  ret <4 x i32> %r
}
define <4 x i32> @f601(<4 x i32>, i8) {
  %r = call <4 x i32> @llvm.x86.sse2.pshuf.d(<4 x i32> %0, i8 -79)
  ret <4 x i32> %r
}

declare <8 x i16> @llvm.x86.sse2.pshufh.w(<8 x i16>, i8)
define <8 x i16> @f602(<8 x i16>, i8) {
  %r = call <8 x i16> @llvm.x86.sse2.pshufh.w(<8 x i16> %0, i8 1)
  ret <8 x i16> %r
}
define <8 x i16> @f603(<8 x i16>, i8) {
  %r = call <8 x i16> @llvm.x86.sse2.pshufh.w(<8 x i16> %0, i8 6)
  ret <8 x i16> %r
}
define <8 x i16> @f604(<8 x i16>, i8) {
  %r = call <8 x i16> @llvm.x86.sse2.pshufh.w(<8 x i16> %0, i8 27)
  ret <8 x i16> %r
}
define <8 x i16> @f605(<8 x i16>, i8) {
  %r = call <8 x i16> @llvm.x86.sse2.pshufh.w(<8 x i16> %0, i8 -79)
  ret <8 x i16> %r
}

declare <8 x i16> @llvm.x86.sse2.pshufl.w(<8 x i16>, i8)
define <8 x i16> @f606(<8 x i16>, i8) {
  %r = call <8 x i16> @llvm.x86.sse2.pshufl.w(<8 x i16> %0, i8 1)
  ret <8 x i16> %r
}
define <8 x i16> @f607(<8 x i16>, i8) {
  %r = call <8 x i16> @llvm.x86.sse2.pshufl.w(<8 x i16> %0, i8 6)
  ret <8 x i16> %r
}
define <8 x i16> @f608(<8 x i16>, i8) {
  %r = call <8 x i16> @llvm.x86.sse2.pshufl.w(<8 x i16> %0, i8 27)
  ret <8 x i16> %r
}
define <8 x i16> @f609(<8 x i16>, i8) {
  %r = call <8 x i16> @llvm.x86.sse2.pshufl.w(<8 x i16> %0, i8 -79)
  ret <8 x i16> %r
}

declare <2 x i64> @llvm.x86.sse2.psll.dq(<2 x i64>, i32)
define <2 x i64> @f610(<2 x i64>, i32) {
  %r = call <2 x i64> @llvm.x86.sse2.psll.dq(<2 x i64> %0, i32 8)
  ret <2 x i64> %r
}
define <2 x i64> @f611(<2 x i64>, i32) {
  %r = call <2 x i64> @llvm.x86.sse2.psll.dq(<2 x i64> %0, i32 40)
  ret <2 x i64> %r
}
define <2 x i64> @f612(<2 x i64>, i32) {
  %r = call <2 x i64> @llvm.x86.sse2.psll.dq(<2 x i64> %0, i32 104)
  ret <2 x i64> %r
}

declare <2 x i64> @llvm.x86.sse2.psll.dq.bs(<2 x i64>, i32)
define <2 x i64> @f613(<2 x i64>, i32) {
  %r = call <2 x i64> @llvm.x86.sse2.psll.dq.bs(<2 x i64> %0, i32 1)
  ret <2 x i64> %r
}
define <2 x i64> @f614(<2 x i64>, i32) {
  %r = call <2 x i64> @llvm.x86.sse2.psll.dq.bs(<2 x i64> %0, i32 5)
  ret <2 x i64> %r
}
define <2 x i64> @f615(<2 x i64>, i32) {
  %r = call <2 x i64> @llvm.x86.sse2.psll.dq.bs(<2 x i64> %0, i32 13)
  ret <2 x i64> %r
}

declare <2 x i64> @llvm.x86.sse2.psrl.dq(<2 x i64>, i32)
define <2 x i64> @f616(<2 x i64>, i32) {
  %r = call <2 x i64> @llvm.x86.sse2.psrl.dq(<2 x i64> %0, i32 8)
  ret <2 x i64> %r
}
define <2 x i64> @f617(<2 x i64>, i32) {
  %r = call <2 x i64> @llvm.x86.sse2.psrl.dq(<2 x i64> %0, i32 40)
  ret <2 x i64> %r
}
define <2 x i64> @f618(<2 x i64>, i32) {
  %r = call <2 x i64> @llvm.x86.sse2.psrl.dq(<2 x i64> %0, i32 104)
  ret <2 x i64> %r
}

declare <2 x i64> @llvm.x86.sse2.psrl.dq.bs(<2 x i64>, i32)
define <2 x i64> @f619(<2 x i64>, i32) {
  %r = call <2 x i64> @llvm.x86.sse2.psrl.dq.bs(<2 x i64> %0, i32 1)
  ret <2 x i64> %r
}
define <2 x i64> @f620(<2 x i64>, i32) {
  %r = call <2 x i64> @llvm.x86.sse2.psrl.dq.bs(<2 x i64> %0, i32 5)
  ret <2 x i64> %r
}
define <2 x i64> @f621(<2 x i64>, i32) {
  %r = call <2 x i64> @llvm.x86.sse2.psrl.dq.bs(<2 x i64> %0, i32 13)
  ret <2 x i64> %r
}

declare <2 x double> @llvm.x86.sse41.blendpd(<2 x double>, <2 x double>, i32)
define <2 x double> @f622(<2 x double>, <2 x double>, i32) {
  %r = call <2 x double> @llvm.x86.sse41.blendpd(<2 x double> %0, <2 x double> %1, i32 1)
  ret <2 x double> %r
}
define <2 x double> @f623(<2 x double>, <2 x double>, i32) {
  %r = call <2 x double> @llvm.x86.sse41.blendpd(<2 x double> %0, <2 x double> %1, i32 6)
  ret <2 x double> %r
}
define <2 x double> @f624(<2 x double>, <2 x double>, i32) {
  %r = call <2 x double> @llvm.x86.sse41.blendpd(<2 x double> %0, <2 x double> %1, i32 27)
  ret <2 x double> %r
}
define <2 x double> @f625(<2 x double>, <2 x double>, i32) {
  %r = call <2 x double> @llvm.x86.sse41.blendpd(<2 x double> %0, <2 x double> %1, i32 177)
  ret <2 x double> %r
}

declare <4 x float> @llvm.x86.sse41.blendps(<4 x float>, <4 x float>, i32)
define <4 x float> @f626(<4 x float>, <4 x float>, i32) {
  %r = call <4 x float> @llvm.x86.sse41.blendps(<4 x float> %0, <4 x float> %1, i32 1)
  ret <4 x float> %r
}
define <4 x float> @f627(<4 x float>, <4 x float>, i32) {
  %r = call <4 x float> @llvm.x86.sse41.blendps(<4 x float> %0, <4 x float> %1, i32 6)
  ret <4 x float> %r
}
define <4 x float> @f628(<4 x float>, <4 x float>, i32) {
  %r = call <4 x float> @llvm.x86.sse41.blendps(<4 x float> %0, <4 x float> %1, i32 27)
  ret <4 x float> %r
}
define <4 x float> @f629(<4 x float>, <4 x float>, i32) {
  %r = call <4 x float> @llvm.x86.sse41.blendps(<4 x float> %0, <4 x float> %1, i32 177)
  ret <4 x float> %r
}

declare <8 x i16> @llvm.x86.sse41.pblendw(<8 x i16>, <8 x i16>, i32)
define <8 x i16> @f630(<8 x i16>, <8 x i16>, i32) {
  %r = call <8 x i16> @llvm.x86.sse41.pblendw(<8 x i16> %0, <8 x i16> %1, i32 1)
  ret <8 x i16> %r
}
define <8 x i16> @f631(<8 x i16>, <8 x i16>, i32) {
  %r = call <8 x i16> @llvm.x86.sse41.pblendw(<8 x i16> %0, <8 x i16> %1, i32 6)
  ret <8 x i16> %r
}
define <8 x i16> @f632(<8 x i16>, <8 x i16>, i32) {
  %r = call <8 x i16> @llvm.x86.sse41.pblendw(<8 x i16> %0, <8 x i16> %1, i32 27)
  ret <8 x i16> %r
}
define <8 x i16> @f633(<8 x i16>, <8 x i16>, i32) {
  %r = call <8 x i16> @llvm.x86.sse41.pblendw(<8 x i16> %0, <8 x i16> %1, i32 177)
  ret <8 x i16> %r
}
