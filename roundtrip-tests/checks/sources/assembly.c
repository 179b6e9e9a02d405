// OPTIONS:
// OPTIONS: -masm=intel
__asm__(".globl extra\nextra:\n\t.long 42 # \"quote\" \\ back\n");
__asm__("\t.section .note.x,\"\",@progbits");
int a(int x) { int r; __asm__("addl %1, %0" : "=r"(r) : "r"(x), "0"(x) : "cc"); return r; }
void b(void) { __asm__ volatile("nop" ::: "memory", "rax", "xmm0"); }
long c(long x) { long lo, hi; __asm__ volatile("mulq %2" : "=a"(lo), "=d"(hi) : "r"(x), "a"(x) : "flags"); return lo ^ hi; }
int d(int x) { __asm__ goto("jmp %l1" : : "r"(x) : : out); return 1; out: return 2; }
int e(int x) { int y; __asm__ goto("jmp %l2" : "=r"(y) : "r"(x) : : out, other); return y; out: return y + 1; other: return 3; }
int g(int x) { int f; __asm__("cmp %1, %1" : "=@ccz"(f) : "r"(x)); return f; }
void h(int *p) { __asm__("incl %0" : "+m"(*p)); }
typedef float v4 __attribute__((vector_size(16)));
v4 i(v4 a) { __asm__("addps %0, %0" : "+x"(a)); return a; }
register unsigned long rsp __asm__("rsp");
unsigned long sp(void) { return rsp; }
