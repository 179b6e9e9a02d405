#include <memory>
#include <string>
#include <vector>
#include <algorithm>
#include <functional>
#include <unordered_map>
#include <iostream>
struct Shape { virtual ~Shape() = default; virtual double area() const = 0; virtual std::string name() const { return "shape"; } static int count; };
int Shape::count = 0;
struct Circle final : Shape { double r; Circle(double r) : r(r) { ++count; } double area() const override { return 3.14159 * r * r; } std::string name() const override { return "circle"; } };
struct Rect : virtual Shape { double w, h; Rect(double w, double h) : w(w), h(h) {} double area() const override { return w * h; } };
struct Sq : Rect { Sq(double s) : Rect(s, s) {} };
template <class T> T mx(const std::vector<T> &v) { T m{}; for (auto &x : v) if (m < x) m = x; return m; }
double total(const std::vector<std::unique_ptr<Shape>> &v) { double t = 0; for (auto &s : v) t += s->area(); return t; }
int run(int n) { std::vector<std::unique_ptr<Shape>> v; for (int i = 0; i < n; i++) if (i % 2) v.push_back(std::make_unique<Circle>(i)); else v.push_back(std::make_unique<Sq>(i));
 std::sort(v.begin(), v.end(), [](auto &a, auto &b) { return a->area() < b->area(); });
 std::unordered_map<std::string, int> m; for (auto &s : v) m[s->name()]++;
 std::function<int(int)> f = [&](int x) { return x + m["circle"]; };
 try { if (n > 100) throw std::string("big"); return f(mx(std::vector<int>{1,2,n})); } catch (const std::string &s) { std::cerr << s; return -1; } catch (...) { throw; } }
thread_local int tls = run(3);
namespace { struct Init { Init() { Shape::count = 4; } } init; }
union U { int i; float f; struct { char a, b; } s; };
enum class E : unsigned char { A, B = 7 };
enum class Narrow : signed char { A, B = 7 };
enum class Wide : long { A, B = 7 };
Wide widened(Narrow n) { return n == Narrow::A ? Wide::A : Wide::B; }
E e(U u) { return u.s.a ? E::A : E::B; }
int (Shape::*pm)() const; 
