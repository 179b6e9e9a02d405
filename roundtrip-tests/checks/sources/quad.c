// OPTIONS:
// OPTIONS: --target=powerpc64le-linux-gnu -mcpu=power9 -mfloat128
// OPTIONS: -ffp-model=strict
__float128 q(__float128 a, __float128 b) { return a * b + 1.25Q; }
__float128 qs[3] = {1.0Q, -0.0Q, 3.14159265358979323846264338327950288Q};
int cmp(__float128 a, __float128 b) { return a < b; }
double d(__float128 a) { return a; }
__float128 i(__int128 a) { return a; }
_Complex __float128 c(_Complex __float128 a, _Complex __float128 b) { return a * b; }
