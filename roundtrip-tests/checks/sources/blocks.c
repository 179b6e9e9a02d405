// OPTIONS: -fblocks
// OPTIONS: -fblocks --target=arm64e-apple-ios -fptrauth-calls -fptrauth-intrinsics
int call(int (^b)(int)); int f(int x) { __block int y = x; int r = call(^(int z) { y += z; return x + y; }); return r + y; }
int (^glob)(int) = ^(int x) { return x * 2; };
