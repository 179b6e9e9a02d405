// OPTIONS:
// OPTIONS: -fsanitize=address,undefined
// OPTIONS: -fprofile-generate
// OPTIONS: -flto=thin
// OPTIONS: -fno-jump-tables
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <setjmp.h>
typedef enum { TNIL, TNUM, TSTR, TTAB, TFUN } Type; typedef struct Value Value; typedef struct Table Table; typedef struct State State; typedef Value (*CFun)(State *, Value *, int);
struct Value { Type t; union { double n; char *s; Table *h; CFun f; } u; }; typedef struct Node { Value k, v; struct Node *next; } Node; struct Table { Node **b; int n, cap; Table *meta; }; struct State { Value stack[256]; int top; jmp_buf err; const char *msg; Table *g; unsigned char *code; Value *k; int pc; };
static unsigned hash(Value v) { unsigned h = 5381; switch (v.t) { case TSTR: for (char *p = v.u.s; *p; p++) h = h * 33 ^ (unsigned char)*p; break; case TNUM: { unsigned long long b; memcpy(&b, &v.u.n, 8); h = (unsigned)(b ^ b >> 32); break; } default: h = (unsigned)(size_t)v.u.h; } return h; }
static int eq(Value a, Value b) { if (a.t != b.t) return 0; switch (a.t) { case TNIL: return 1; case TNUM: return a.u.n == b.u.n; case TSTR: return !strcmp(a.u.s, b.u.s); default: return a.u.h == b.u.h; } }
static void rehash(Table *t) { int cap = t->cap ? t->cap * 2 : 4; Node **b = calloc(cap, sizeof *b); for (int i = 0; i < t->cap; i++) for (Node *n = t->b[i], *x; n; n = x) { x = n->next; unsigned h = hash(n->k) % cap; n->next = b[h]; b[h] = n; } free(t->b); t->b = b; t->cap = cap; }
void set(Table *t, Value k, Value v) { if (t->n >= t->cap) rehash(t); unsigned h = hash(k) % t->cap; for (Node *n = t->b[h]; n; n = n->next) if (eq(n->k, k)) { n->v = v; return; } Node *n = malloc(sizeof *n); *n = (Node){k, v, t->b[h]}; t->b[h] = n; t->n++; }
Value get(Table *t, Value k) { for (; t; t = t->meta) if (t->cap) for (Node *n = t->b[hash(k) % t->cap]; n; n = n->next) if (eq(n->k, k)) return n->v; return (Value){TNIL, {0}}; }
_Noreturn void error(State *s, const char *m) { s->msg = m; longjmp(s->err, 1); }
static Value arith(State *s, int op, Value a, Value b) { if (a.t != TNUM || b.t != TNUM) error(s, "number expected"); Value r = {TNUM, {0}}; switch (op) { case 0: r.u.n = a.u.n + b.u.n; break; case 1: r.u.n = a.u.n - b.u.n; break; case 2: r.u.n = a.u.n * b.u.n; break; case 3: r.u.n = a.u.n / b.u.n; break; case 4: { double q = a.u.n / b.u.n; r.u.n = a.u.n - (long)q * b.u.n; break; } default: error(s, "op"); } return r; }
int run(State *s) { static const void *disp[] = {&&op_push, &&op_add, &&op_get, &&op_set, &&op_jmp, &&op_jz, &&op_call, &&op_ret}; if (setjmp(s->err)) return -1;
#define NEXT goto *disp[s->code[s->pc++] & 7]
 NEXT; op_push: s->stack[s->top++] = s->k[s->code[s->pc++]]; NEXT; op_add: { int op = s->code[s->pc++]; s->top--; s->stack[s->top - 1] = arith(s, op, s->stack[s->top - 1], s->stack[s->top]); NEXT; } op_get: s->stack[s->top - 1] = get(s->g, s->stack[s->top - 1]); NEXT; op_set: s->top -= 2; set(s->g, s->stack[s->top], s->stack[s->top + 1]); NEXT; op_jmp: s->pc += (signed char)s->code[s->pc]; NEXT; op_jz: { Value v = s->stack[--s->top]; if (v.t == TNIL || (v.t == TNUM && v.u.n == 0)) s->pc += (signed char)s->code[s->pc]; else s->pc++; NEXT; } op_call: { int n = s->code[s->pc++]; Value f = s->stack[s->top - n - 1]; if (f.t != TFUN) error(s, "call"); Value r = f.u.f(s, &s->stack[s->top - n], n); s->top -= n; s->stack[s->top - 1] = r; NEXT; } op_ret: return s->top; }
static Value print(State *s, Value *a, int n) { for (int i = 0; i < n; i++) switch (a[i].t) { case TNUM: printf("%g\t", a[i].u.n); break; case TSTR: fputs(a[i].u.s, stdout); break; default: printf("%p", (void *)a[i].u.h); } putchar('\n'); return (Value){TNIL, {0}}; }
int main(int argc, char **argv) { State *s = calloc(1, sizeof *s); Table g = {0}; s->g = &g; set(&g, (Value){TSTR, {.s = "print"}}, (Value){TFUN, {.f = print}}); Value k[] = {{TNUM, {.n = 3}}, {TSTR, {.s = "print"}}, {TNUM, {.n = argc}}}; unsigned char code[] = {0, 1, 2, 0, 0, 0, 2, 1, 2, 6, 1, 7}; s->k = k; s->code = code; if (run(s) < 0) fprintf(stderr, "%s\n", s->msg); return 0; }
