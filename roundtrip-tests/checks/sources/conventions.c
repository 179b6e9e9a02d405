// OPTIONS:
// OPTIONS: --target=arm64-apple-macos
// OPTIONS: --target=aarch64-linux-gnu
#define SC __attribute__((swiftcall))
#define SA __attribute__((swiftasynccall))
#if __has_extension(swiftcc)
SC int f(__attribute__((swift_context)) void *c, __attribute__((swift_error_result)) void **e, int x) { *e = c; return x; }
int use(void) { void *err = 0; return ((SC int (*)(__attribute__((swift_context)) void *, __attribute__((swift_error_result)) void **, int))0)(0, &err, 1); }
struct R { float a, b, c; int d; }; SC struct R r(struct R x) { x.a++; return x; }
#endif
#if __has_extension(swiftasynccc)
SA void g(__attribute__((swift_async_context)) char *c); SA void h(__attribute__((swift_async_context)) char *c) { return g(c + 8); }
#endif
#ifdef __x86_64__
__attribute__((preserve_all)) void pa(void) {} __attribute__((preserve_none)) int pn(int x) { return x; } __attribute__((ms_abi)) int ms(int a, ...) { return a; } __attribute__((regcall)) int rc(int a, double b) { return a + b; } __attribute__((vectorcall)) float vc(float a) { return a; }

#endif
