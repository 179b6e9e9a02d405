// OPTIONS: -fdebug-macro -gdwarf-5
// OPTIONS: -gdwarf-2
// OPTIONS: -gdwarf-4 -gsplit-dwarf
// OPTIONS: -fdebug-info-for-profiling -fpseudo-probe-for-profiling
// OPTIONS: -gline-tables-only
// OPTIONS: -gline-directives-only
// OPTIONS: -gembed-source -gdwarf-5
// OPTIONS: -ggdb3
// OPTIONS: -gcodeview
// OPTIONS: -finstrument-functions
// OPTIONS: -fxray-instrument
// OPTIONS: -mfentry -pg
// OPTIONS: -fstack-protector-all
// OPTIONS: -fsplit-stack
// OPTIONS: -fcf-protection=full
// OPTIONS: -fsanitize-coverage=trace-pc-guard,trace-cmp
// OPTIONS: -fsanitize=safe-stack
// OPTIONS: -fsanitize=type
// OPTIONS: -fsanitize=integer,nullability -fsanitize-trap=all
// OPTIONS: -ftest-coverage -fprofile-arcs
// OPTIONS: -fcs-profile-generate
// OPTIONS: -fpatchable-function-entry=3,1
// OPTIONS: -mspeculative-load-hardening
// OPTIONS: -fsemantic-interposition -fPIC
// OPTIONS: -fextend-variable-liveness
// OPTIONS: -Xclang -fexperimental-assignment-tracking=forced
#include <stdio.h>
#include <errno.h>
#include <string.h>
#define SQ(x) ((x) * (x))
#define STR "a \"quoted\" string\\"
#undef EOF
enum color { RED, GREEN = 7, BLUE }; typedef enum color color_t; typedef int (*cmp)(const void *, const void *);
struct anon { union { int a; struct { short b, d; }; }; enum { X, Y } e; color_t c; struct anon *next; int flex[]; };
static inline int helper(struct anon *p, cmp f) { int r = SQ(p->a); { int shadow = r; if (shadow > 3) { static int counter; counter++; r += counter; } } return r + f(p, p->next); }
int use(struct anon *p, cmp f, int n) { int total = 0; for (int i = 0; i < n; i++) { volatile int v = i; total += helper(p, f) + v; switch (p->c) { case RED: total++; break; case BLUE: total--; default: break; } } goto end; end: return total + strlen(STR); }
int main(int argc, char *argv[]) { char buf[argc]; snprintf(buf, argc, "%d", SQ(argc)); if (errno) perror(buf); return _Generic(argc, int: 1, default: 2); }
