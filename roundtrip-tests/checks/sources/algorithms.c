typedef unsigned u; typedef unsigned long ul;
struct node { struct node *l, *r; int k; };
static struct node pool[100]; static int used;
struct node *ins(struct node *t, int k) { if (!t) { if (used == 100) return 0; t = &pool[used++]; t->k = k; t->l = t->r = 0; return t; } if (k < t->k) t->l = ins(t->l, k); else if (k > t->k) t->r = ins(t->r, k); return t; }
int depth(struct node *t) { if (!t) return 0; int a = depth(t->l), b = depth(t->r); return (a > b ? a : b) + 1; }
u crc(const unsigned char *p, ul n) { u c = ~0u; while (n--) { c ^= *p++; for (int i = 0; i < 8; i++) c = c & 1 ? c >> 1 ^ 0xedb88320u : c >> 1; } return ~c; }
int state(int s, const char *p) { for (; *p; p++) switch (s) { case 0: if (*p == 'a') s = 1; else if (*p == 'b') s = 2; break; case 1: s = *p == 'c' ? 3 : 0; break; case 2: if (*p != 'd') return -1; s = 4; break; case 3: case 4: s = 0; break; default: return s; } return s; }
void sieve(char *a, int n) { for (int i = 2; i < n; i++) a[i] = 1; for (int i = 2; i * i < n; i++) if (a[i]) for (int j = i * i; j < n; j += i) a[j] = 0; }
float dotf(const float *restrict a, const float *restrict b, int n) { float s = 0; for (int i = 0; i < n; i++) s += a[i] * b[i]; return s; }
int fact(int n) { return n < 2 ? 1 : n * fact(n - 1); }
int gcd(int a, int b) { while (b) { int t = a % b; a = b; b = t; } return a; }
int (*fp)(int) = fact; volatile int vol; int use(int x) { vol = x; return fp(vol) + gcd(x, 12); }
struct big { int a[20]; }; struct big ret(struct big b) { b.a[3]++; return b; }
