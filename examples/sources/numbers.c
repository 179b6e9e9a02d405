// Recursion, loops, a switch, structs of floats: a program that is run before and after its trip.
#include <stdio.h>
static unsigned gcd(unsigned a, unsigned b) { return b ? gcd(b, a % b) : a; }
struct point { double x, y; };
static double area(const struct point *p, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++) sum += p[i].x * p[(i + 1) % n].y - p[(i + 1) % n].x * p[i].y;
  return sum / 2;
}
const char *day(int n) {
  switch (n) { case 0: return "mon"; case 1: return "tue"; case 5: case 6: return "weekend"; default: return "day"; }
}
int collatz(unsigned n) { int steps = 0; while (n > 1 && steps < 1000) { n = n & 1 ? 3 * n + 1 : n / 2; steps++; } return steps; }
int divide(int a, int b) { return a / b; }
double mean(float a, double b) { return (a + b) / 2; }
int main(void) {
  struct point square[] = {{0, 0}, {2, 0}, {2, 2}, {0, 2}};
  printf("%u %g %d\n", gcd(48, 18), area(square, 4), collatz(27));
  for (int i = 0; i < 7; i++) printf("%s ", day(i));
  puts("");
  return 7;
}
