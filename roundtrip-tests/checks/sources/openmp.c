#include <stddef.h>
double dot(const double *a, const double *b, size_t n) { double s = 0;
#pragma omp parallel for reduction(+:s) schedule(dynamic, 16)
  for (size_t i = 0; i < n; i++) s += a[i]*b[i];
  return s; }
int tasks(int n) { int x, y; if (n < 2) return n;
#pragma omp task shared(x)
  x = tasks(n-1);
#pragma omp task shared(y)
  y = tasks(n-2);
#pragma omp taskwait
  return x + y; }
void simd(float *a, float *b, int n) {
#pragma omp simd
  for (int i = 0; i < n; i++) a[i] = a[i] * 2 + b[i];
#pragma omp parallel sections
  {
#pragma omp section
   a[0] = 1;
#pragma omp section
   b[0] = 1;
  }
#pragma omp critical
  a[1]++;
}
