"""Kernels that check.py compiles, with what each is compiled for: its signature and its constants."""
import triton
import triton.language as tl


@triton.jit
def add(x, y, out, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    inside = at < n
    tl.store(out + at, tl.load(x + at, inside) + tl.load(y + at, inside), inside)


@triton.jit
def softmax(x, out, stride, columns, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    at = tl.arange(0, BLOCK)
    inside = at < columns
    values = tl.load(x + row * stride + at, inside, other=-float("inf"))
    powers = tl.exp(values - tl.max(values, 0))
    tl.store(out + row * stride + at, powers / tl.sum(powers, 0), inside)


@triton.jit
def layer_norm(x, weight, bias, out, columns, epsilon, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    total = tl.zeros([BLOCK], tl.float32)
    for start in range(0, columns, BLOCK):
        at = start + tl.arange(0, BLOCK)
        total += tl.load(x + row * columns + at, at < columns, other=0.0).to(tl.float32)
    mean = tl.sum(total, 0) / columns
    squares = tl.zeros([BLOCK], tl.float32)
    for start in range(0, columns, BLOCK):
        at = start + tl.arange(0, BLOCK)
        value = tl.load(x + row * columns + at, at < columns, other=0.0).to(tl.float32)
        squares += tl.where(at < columns, (value - mean) * (value - mean), 0.0)
    scale = tl.rsqrt(tl.sum(squares, 0) / columns + epsilon)
    for start in range(0, columns, BLOCK):
        at = start + tl.arange(0, BLOCK)
        inside = at < columns
        value = tl.load(x + row * columns + at, inside, other=0.0).to(tl.float32)
        factor = tl.load(weight + at, inside, other=0.0)
        tl.store(out + row * columns + at, (value - mean) * scale * factor + tl.load(bias + at, inside), inside)


@triton.jit
def matmul(a, b, c, m, n, k, stride_a, stride_b, stride_c, M: tl.constexpr, N: tl.constexpr, K: tl.constexpr):
    rows = tl.program_id(0) * M + tl.arange(0, M)
    columns = tl.program_id(1) * N + tl.arange(0, N)
    inner = tl.arange(0, K)
    total = tl.zeros([M, N], tl.float32)
    for start in range(0, k, K):
        left = tl.load(a + rows[:, None] * stride_a + (start + inner)[None, :], (start + inner)[None, :] < k, other=0.0)
        right = tl.load(b + (start + inner)[:, None] * stride_b + columns[None, :], (start + inner)[:, None] < k, other=0.0)
        total = tl.dot(left, right, total)
    inside = (rows[:, None] < m) & (columns[None, :] < n)
    tl.store(c + rows[:, None] * stride_c + columns[None, :], total.to(tl.float16), inside)


@triton.jit
def attention(q, k, v, out, length, scale, M: tl.constexpr, N: tl.constexpr, WIDTH: tl.constexpr):
    rows = tl.program_id(0) * M + tl.arange(0, M)
    at = tl.arange(0, WIDTH)
    query = tl.load(q + rows[:, None] * WIDTH + at[None, :])
    largest = tl.zeros([M], tl.float32) - float("inf")
    weights = tl.zeros([M], tl.float32)
    total = tl.zeros([M, WIDTH], tl.float32)
    for start in range(0, length, N):
        columns = start + tl.arange(0, N)
        key = tl.load(k + columns[None, :] * WIDTH + at[:, None])
        scores = tl.dot(query, key) * scale
        scores = tl.where(rows[:, None] >= columns[None, :], scores, -float("inf"))
        now = tl.maximum(largest, tl.max(scores, 1))
        powers = tl.exp2(scores - now[:, None])
        fade = tl.exp2(largest - now)
        weights = weights * fade + tl.sum(powers, 1)
        value = tl.load(v + columns[:, None] * WIDTH + at[None, :])
        total = tl.dot(powers.to(tl.float16), value, total * fade[:, None])
        largest = now
    tl.store(out + rows[:, None] * WIDTH + at[None, :], (total / weights[:, None]).to(tl.float16))


@triton.jit
def histogram(x, bins, lock, n, BLOCK: tl.constexpr, BINS: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    counts = tl.histogram(tl.load(x + at, at < n, other=0), BINS)
    while tl.atomic_cas(lock, 0, 1) == 1:
        pass
    tl.store(bins + tl.arange(0, BINS), tl.load(bins + tl.arange(0, BINS)) + counts)
    tl.debug_barrier()
    tl.atomic_xchg(lock, 0)


@triton.jit
def atomics(x, sums, extremes, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    value = tl.load(x + at, at < n, other=0.0)
    tl.atomic_add(sums + at % 32, value, at < n, sem="relaxed")
    tl.atomic_max(extremes, tl.max(value.to(tl.int32), 0), scope="sys")
    tl.atomic_and(extremes + 1, 255)


@triton.jit
def combine(a, b):
    return a * 0.5 + b


@triton.jit
def scan(x, out, places, BLOCK: tl.constexpr):
    at = tl.arange(0, BLOCK)
    value = tl.load(x + at)
    tl.store(out + at, tl.associative_scan(value, 0, combine))
    tl.store(out + BLOCK + at, tl.cumsum(value, 0, reverse=True))
    tl.store(places, tl.argmax(value, 0))
    tl.store(out + 2 * BLOCK + at, tl.sort(value))


@triton.jit
def small_floats(a, b, scales, out, M: tl.constexpr, N: tl.constexpr, K: tl.constexpr):
    rows = tl.arange(0, M)
    columns = tl.arange(0, N)
    inner = tl.arange(0, K)
    left = tl.load(a + rows[:, None] * K + inner[None, :])
    right = tl.load(b + inner[:, None] * N + columns[None, :])
    total = tl.dot(left, right) * tl.load(scales + columns)[None, :]
    tl.store(out + rows[:, None] * N + columns[None, :], total.to(tl.float8e5))


@triton.jit
def transpose(x, out, rows, columns, BLOCK: tl.constexpr):
    down = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    across = tl.program_id(1) * BLOCK + tl.arange(0, BLOCK)
    inside = (down[:, None] < rows) & (across[None, :] < columns)
    block = tl.load(x + down[:, None] * columns + across[None, :], inside, other=0)
    tl.store(out + across[:, None] * rows + down[None, :], tl.trans(block), tl.trans(inside))


@triton.jit
def numbers(x, out, seed, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    value = tl.load(x + at)
    noise = tl.rand(seed, at)
    value = tl.where(noise > 0.5, tl.math.erf(value), tl.sin(value) + tl.math.fma(value, noise, 1.0))
    tl.device_assert(value == value, "a number")
    tl.device_print("value", value)
    tl.store(out + at, tl.math.floor(value) + tl.sqrt_rn(tl.abs(value)) + tl.log2(tl.umulhi(at, at).to(tl.float32)))


@triton.jit
def integers(x, out, BLOCK: tl.constexpr):
    at = tl.arange(0, BLOCK)
    left = tl.load(x + at[:, None] * BLOCK + at[None, :])
    product = tl.dot(left, tl.trans(left))
    tl.store(out + at[:, None] * BLOCK + at[None, :], product // 3 + product % 7)


F16, F32, I32, F8 = "*fp16", "*fp32", "*i32", "*fp8e5"

# name, kernel, types of the arguments, constants, warps
KERNELS = [
    (add, {"x": F32, "y": F32, "out": F32, "n": "i32"}, {"BLOCK": 1024}, 4),
    (softmax, {"x": F32, "out": F32, "stride": "i32", "columns": "i32"}, {"BLOCK": 2048}, 8),
    (layer_norm, {"x": F16, "weight": F32, "bias": F32, "out": F16, "columns": "i32", "epsilon": "fp32"}, {"BLOCK": 1024}, 4),
    (matmul, {"a": F16, "b": F16, "c": F16, **dict.fromkeys(["m", "n", "k", "stride_a", "stride_b", "stride_c"], "i32")},
     {"M": 128, "N": 128, "K": 64}, 4),
    (attention, {"q": F16, "k": F16, "v": F16, "out": F16, "length": "i32", "scale": "fp32"}, {"M": 64, "N": 64, "WIDTH": 64}, 4),
    (histogram, {"x": I32, "bins": I32, "lock": I32, "n": "i32"}, {"BLOCK": 512, "BINS": 64}, 4),
    (atomics, {"x": F32, "sums": F32, "extremes": I32, "n": "i32"}, {"BLOCK": 256}, 4),
    (scan, {"x": F32, "out": F32, "places": I32}, {"BLOCK": 512}, 4),
    (small_floats, {"a": F8, "b": F8, "scales": F32, "out": F8}, {"M": 64, "N": 64, "K": 64}, 4),
    (transpose, {"x": "*i16", "out": "*i16", "rows": "i32", "columns": "i32"}, {"BLOCK": 64}, 4),
    (numbers, {"x": F32, "out": F32, "seed": "i32"}, {"BLOCK": 256}, 4),
    (integers, {"x": "*i8", "out": I32}, {"BLOCK": 64}, 4),
]
