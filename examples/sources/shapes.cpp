#include <cstdio>
#include <stdexcept>
// Virtual calls, exceptions, a static with a guard.
struct Shape { virtual ~Shape() = default; virtual double area() const = 0; };
struct Square : Shape { double side; explicit Square(double s) : side(s) { if (s < 0) throw std::invalid_argument("side"); } double area() const override { return side * side; } };
double total(const Shape *const *shapes, int count) {
  double sum = 0;
  for (int i = 0; i < count; i++) sum += shapes[i]->area();
  return sum;
}
int main() {
  try { Square square(-1); const Shape *shapes[] = {&square}; std::printf("%f\n", total(shapes, 1)); }
  catch (const std::exception &error) { std::printf("%s\n", error.what()); return 1; }
}
