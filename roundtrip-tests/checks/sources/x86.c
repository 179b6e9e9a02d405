// OPTIONS: -march=sapphirerapids -maes -mpclmul -mrdrnd
#include <x86intrin.h>
__m256 a(__m256 x, __m256 y) { return _mm256_fmadd_ps(x, y, _mm256_shuffle_ps(x, y, 0x1b)); }
__m256i b(__m256i x, __m256i y) { return _mm256_adds_epi16(_mm256_permute2x128_si256(x, y, 0x21), _mm256_sll_epi32(y, _mm_setzero_si128())); }
__m512i c(__m512i x, __mmask16 k, __m512i y) { return _mm512_mask_add_epi32(x, k, x, _mm512_permutexvar_epi32(y, x)); }
__m512d d(__m512d x) { return _mm512_roundscale_pd(_mm512_sqrt_round_pd(x, _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC), 3); }
void e(int *p, __m512i i, __m512i v) { _mm512_i32scatter_epi32(p, i, v, 4); }
__m512i f(int *p, __m512i i) { return _mm512_i32gather_epi32(i, p, 4); }
int g(__m128i x) { return _mm_movemask_epi8(_mm_cmpeq_epi8(x, _mm_set1_epi8(3))) + _mm_extract_epi16(x, 2) + _mm_crc32_u32(3, 4); }
__m128i aes(__m128i a, __m128i b) { return _mm_aesenc_si128(a, _mm_aeskeygenassist_si128(b, 1)); }
__m128i clmul(__m128i a, __m128i b) { return _mm_clmulepi64_si128(a, b, 1); }
void st(float *p, __m256 x, __m256i m) { _mm256_maskstore_ps(p, m, x); _mm256_stream_ps(p, x); _mm_sfence(); _mm_pause(); }
unsigned long long ts(void) { unsigned x; return __rdtscp(&x) + _rdrand32_step(&x) + x; }
__mmask16 ks(__m512i a, __m512i b) { return _mm512_cmplt_epi32_mask(a, b) & _mm512_test_epi32_mask(a, b); }
__m512i vn(__m512i a, __m512i b, __m512i c) { return _mm512_dpbusd_epi32(a, b, c); }
__m512h fh(__m512h a, __m512h b) { return _mm512_fmadd_ph(a, b, _mm512_mul_ph(a, b)); }
