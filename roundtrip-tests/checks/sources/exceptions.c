// OPTIONS: -fms-extensions --target=x86_64-pc-windows-msvc
// OPTIONS: -fms-extensions --target=i686-pc-windows-msvc
// OPTIONS: -fms-extensions --target=aarch64-pc-windows-msvc
// OPTIONS: -fms-extensions --target=x86_64-pc-windows-msvc -Xclang -cfguard
int g(int); int filter(int); 
int f(int x) { __try { return g(x); } __except (filter(x)) { return 1; } }
int h(int x) { int r = 0; __try { r = g(x); } __finally { r += g(3); } return r; }
int n(int x) { __try { __try { g(x); } __finally { g(1); } } __except (1) { return _exception_code(); } return 0; }
__declspec(dllexport) int ex(void) { return 1; } __declspec(dllimport) int im(void); __declspec(thread) int tl; __declspec(selectany) int sa = 3; int use(void) { return im() + tl++; }
int __stdcall sc(int a) { return a; } int __fastcall fc(int a, int b) { return a + b; }
#pragma comment(lib, "x.lib")
#pragma comment(linker, "/include:foo")
