#include <coroutine>
#include <exception>
#include <utility>
template <class T> struct generator { struct promise_type { T v; generator get_return_object() { return {std::coroutine_handle<promise_type>::from_promise(*this)}; }
 std::suspend_always initial_suspend() noexcept { return {}; } std::suspend_always final_suspend() noexcept { return {}; } std::suspend_always yield_value(T x) { v = x; return {}; } void return_void() {} void unhandled_exception() { std::terminate(); } };
 std::coroutine_handle<promise_type> h; generator(std::coroutine_handle<promise_type> h) : h(h) {} generator(generator &&o) : h(std::exchange(o.h, {})) {} ~generator() { if (h) h.destroy(); }
 bool next() { h.resume(); return !h.done(); } T value() { return h.promise().v; } };
generator<int> fib(int n) { int a = 0, b = 1; for (int i = 0; i < n; i++) { co_yield a; a = std::exchange(b, a + b); } }
int sum(int n) { int s = 0; auto g = fib(n); while (g.next()) s += g.value(); return s; }
