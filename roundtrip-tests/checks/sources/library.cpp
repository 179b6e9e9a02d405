// OPTIONS:
// OPTIONS: -fdebug-types-section
#include <algorithm>
#include <map>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>
#include <functional>
#include <optional>
#include <variant>
#include <iostream>
#include <sstream>
#include <thread>
#include <mutex>
#include <regex>
struct Shape { virtual ~Shape() = default; virtual double area() const = 0; };
struct Circle : Shape { double r; Circle(double r) : r(r) {} double area() const override { return 3.14 * r * r; } };
struct Sq : virtual Shape { double s; Sq(double s) : s(s) {} double area() const override { return s * s; } };
struct Multi : Circle, Sq { Multi() : Circle(1), Sq(2) {} double area() const override { return Circle::area() + Sq::area(); } };
using V = std::variant<int, std::string, std::vector<double>>;
std::string show(const V &v) { return std::visit([](auto &x) -> std::string { if constexpr (std::is_same_v<std::decay_t<decltype(x)>, int>) return std::to_string(x); else if constexpr (std::is_same_v<std::decay_t<decltype(x)>, std::string>) return x; else return std::to_string(x.size()); }, v); }
std::map<std::string, std::vector<int>> group(const std::vector<std::string> &in) { std::map<std::string, std::vector<int>> m; for (size_t i = 0; i < in.size(); i++) m[in[i].substr(0, 2)].push_back(i); return m; }
int main(int argc, char **argv) try {
  std::vector<std::unique_ptr<Shape>> shapes; shapes.push_back(std::make_unique<Circle>(2)); shapes.push_back(std::make_unique<Sq>(3));
  double total = 0; for (auto &s : shapes) { total += s->area(); if (auto *m = dynamic_cast<Multi *>(s.get())) total += m->s; }
  std::unordered_map<int, std::function<int(int)>> fs; fs[1] = [total](int x) { return x + (int)total; }; fs[2] = [&](int x) { return x * argc; };
  std::mutex mu; std::thread t([&] { std::lock_guard<std::mutex> g(mu); total += 1; }); t.join();
  std::ostringstream os; os << total << show(V{std::string("x")}) << fs[argc](3); std::cout << os.str() << typeid(*shapes[0]).name() << std::endl;
  std::sort(argv, argv + argc, [](char *a, char *b) { return std::string_view(a) < std::string_view(b); });
  std::string str = os.str(); if (std::regex_match(str, std::regex("a+b"))) throw std::runtime_error("x");
  return std::optional<int>(argc).value_or(3);
} catch (const std::exception &e) { std::cerr << e.what(); return 1; } catch (...) { throw; }
