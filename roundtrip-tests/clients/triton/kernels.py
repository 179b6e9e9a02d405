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


@triton.jit
def described(a, b, c, m, n, k, M: tl.constexpr, N: tl.constexpr, K: tl.constexpr):
    """Blocks by descriptors of tensors, in a loop over tiles."""
    left = tl.make_tensor_descriptor(a, shape=[m, k], strides=[k, 1], block_shape=[M, K])
    right = tl.make_tensor_descriptor(b, shape=[n, k], strides=[k, 1], block_shape=[N, K])
    out = tl.make_tensor_descriptor(c, shape=[m, n], strides=[n, 1], block_shape=[M, N])
    across = tl.cdiv(n, N)
    for tile in tl.range(tl.program_id(0), tl.cdiv(m, M) * across, tl.num_programs(0), flatten=True):
        row, column = tile // across * M, tile % across * N
        total = tl.zeros([M, N], tl.float32)
        for start in range(tl.cdiv(k, K)):
            total = tl.dot(left.load([row, start * K]), right.load([column, start * K]).T, total)
        out.store([row, column], total.to(tl.float16))


@triton.jit
def specialized(a, b, c, m, n, k, M: tl.constexpr, N: tl.constexpr, K: tl.constexpr):
    """Warps that load, and warps that compute."""
    left = tl.make_tensor_descriptor(a, shape=[m, k], strides=[k, 1], block_shape=[M, K])
    right = tl.make_tensor_descriptor(b, shape=[n, k], strides=[k, 1], block_shape=[N, K])
    out = tl.make_tensor_descriptor(c, shape=[m, n], strides=[n, 1], block_shape=[M, N])
    row, column = tl.program_id(0) * M, tl.program_id(1) * N
    total = tl.zeros([M, N], tl.float32)
    for start in tl.range(tl.cdiv(k, K), warp_specialize=True, num_stages=3):
        total = tl.dot(left.load([row, start * K]), right.load([column, start * K]).T, total)
    out.store([row, column], total.to(tl.float16))


@triton.jit
def scaled(a, scales_a, b, scales_b, out, M: tl.constexpr, N: tl.constexpr, K: tl.constexpr):
    rows = tl.arange(0, M)
    columns = tl.arange(0, N)
    inner = tl.arange(0, K)
    groups = tl.arange(0, K // 32)
    left = tl.load(a + rows[:, None] * K + inner[None, :])
    right = tl.load(b + inner[:, None] * N + columns[None, :])
    left_scales = tl.load(scales_a + rows[:, None] * (K // 32) + groups[None, :])
    right_scales = tl.load(scales_b + columns[:, None] * (K // 32) + groups[None, :])
    total = tl.dot_scaled(left, left_scales, "e5m2", right, right_scales, "e5m2")
    tl.store(out + rows[:, None] * N + columns[None, :], total)


@triton.jit
def gather(x, places, out, BLOCK: tl.constexpr):
    at = tl.arange(0, BLOCK)
    value = tl.load(x + at)
    gathered = tl.gather(value, tl.load(places + at), 0)
    first, second = tl.split(tl.reshape(tl.join(gathered, value), (BLOCK, 2)))
    tl.store(out + tl.arange(0, 2 * BLOCK), tl.interleave(first, second))


@triton.jit
def assembly(x, out, BLOCK: tl.constexpr):
    at = tl.arange(0, BLOCK)
    value = tl.load(x + at)
    moved = tl.inline_asm_elementwise("prmt.b32 $0, $1, 0, 0x0123;", "=r,r", [value], dtype=tl.int32, is_pure=True, pack=1)
    tl.store(out + at, moved)


@triton.jit(noinline=True)
def product(x, y):
    return x * y + 1.0


@triton.jit
def calls(x, out, n, BLOCK: tl.constexpr):
    for step in range(n):
        value = tl.load(x + step)
        tl.store(out + step, product(value, value))
    at = tl.arange(0, BLOCK)
    tl.store(out + at, tl.load(x + at).to(tl.bfloat16).to(tl.float32))


@triton.jit
def merge(mean_a, square_a, weight_a, mean_b, square_b, weight_b):
    step = mean_b - mean_a
    weight = weight_a + weight_b
    part = tl.where(weight == 0, 0.0, weight_b / weight)
    return mean_a + step * part, square_a + square_b + step * step * weight_a * part, weight


@triton.jit
def reductions(x, out, M: tl.constexpr, N: tl.constexpr):
    rows = tl.arange(0, M)
    columns = tl.arange(0, N)
    value = tl.load(x + rows[:, None] * N + columns[None, :])
    mean, square, weight = tl.reduce((value, tl.zeros_like(value), tl.full([M, N], 1.0, tl.float32)), 1, merge)
    tl.store(out + rows, mean + square / weight)
    tl.store(out + M + columns, tl.xor_sum(value.to(tl.int32), 0).to(tl.float32))
    tl.store(out + M + N + rows, tl.max(value, 1, return_indices=True)[1].to(tl.float32))


@triton.jit
def short_floats(x, y, out, BLOCK: tl.constexpr):
    at = tl.arange(0, BLOCK)
    left = tl.load(x + at, cache_modifier=".cg", eviction_policy="evict_first")
    tl.atomic_add(out + at, left + tl.load(y + at, volatile=True))
    tl.store(x + at, tl.exp(left.to(tl.float32)).to(tl.bfloat16), cache_modifier=".cs")


@triton.jit
def doubles(a, b, out, BLOCK: tl.constexpr):
    at = tl.arange(0, BLOCK)
    places = at[:, None] * BLOCK + at[None, :]
    left = tl.load(a + places)
    total = tl.dot(left, tl.load(b + places), out_dtype=tl.float64)
    tl.store(out + places, tl.exp(total) + tl.sqrt(total) / left)
    tl.atomic_add(out, 1.0)


@triton.jit
def branches(x, out, n, BLOCK: tl.constexpr):
    at = tl.arange(0, BLOCK)
    value = tl.load(x + at)
    if tl.sum(value, 0) > 0:
        value = value * 2
    else:
        value = value - 1
    step = 0
    while step < n:
        value = tl.where(value > step, value, step)
        step += 1
    tl.store(out + at, value // 3 + (value >> 2) + tl.cdiv(value, 5))
    tl.store(out + tl.num_programs(0) + at, tl.clamp(value.to(tl.float32), 0.0, 1.0).to(tl.int32))


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
    (described, {"a": F16, "b": F16, "c": F16, "m": "i32", "n": "i32", "k": "i32"}, {"M": 128, "N": 128, "K": 64}, 8),
    (specialized, {"a": F16, "b": F16, "c": F16, "m": "i32", "n": "i32", "k": "i32"}, {"M": 128, "N": 128, "K": 64}, 4),
    (scaled, {"a": F8, "scales_a": "*u8", "b": F8, "scales_b": "*u8", "out": F32}, {"M": 128, "N": 128, "K": 128}, 4),
    (gather, {"x": F32, "places": I32, "out": F32}, {"BLOCK": 256}, 4),
    (assembly, {"x": I32, "out": I32}, {"BLOCK": 256}, 4),
    (calls, {"x": F32, "out": F32, "n": "i32"}, {"BLOCK": 256}, 4),
    (reductions, {"x": F32, "out": F32}, {"M": 64, "N": 64}, 4),
    (short_floats, dict.fromkeys(["x", "y", "out"], "*bf16"), {"BLOCK": 512}, 4),
    (doubles, dict.fromkeys(["a", "b", "out"], "*fp64"), {"BLOCK": 32}, 4),
    (branches, {"x": I32, "out": I32, "n": "i32"}, {"BLOCK": 128}, 4),
]

# Those with assembly of NVIDIA's.
CUDA_ONLY = [assembly]
