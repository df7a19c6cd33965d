#include "FactorVariants.h"

#if defined(__x86_64__)
#include <immintrin.h>

#define FINDIE_OUTSIDE __attribute__((target("avx512f,avx512vl,avx2,fma,f16c")))
#define FINDIE_KERNEL FINDIE_OUTSIDE static inline __attribute__((always_inline))
#define FINDIE_NAME(part) findie_##part##_avx512
#define FINDIE_AHEAD 32
#define LANES 16
#define RESIDENT 16

typedef __m512 vec;

FINDIE_KERNEL vec load(const float *a) { return _mm512_loadu_ps(a); }
FINDIE_KERNEL void store(float *a, vec b) { _mm512_storeu_ps(a, b); }
FINDIE_KERNEL vec splat(float a) { return _mm512_set1_ps(a); }
FINDIE_KERNEL vec add(vec a, vec b) { return _mm512_add_ps(a, b); }
FINDIE_KERNEL vec multiply(vec a, vec b) { return _mm512_mul_ps(a, b); }
FINDIE_KERNEL vec divide(vec a, vec b) { return _mm512_div_ps(a, b); }
FINDIE_KERNEL vec fused(vec a, vec b, vec c) { return _mm512_fmadd_ps(a, b, c); }
FINDIE_KERNEL vec negated_product(vec a, vec b) {
  return _mm512_fnmadd_ps(a, b, _mm512_setzero_ps());
}

FINDIE_KERNEL vec load_half(const uint16_t *a) {
  return _mm512_cvtph_ps(_mm256_loadu_si256((const __m256i *)a));
}

FINDIE_KERNEL void store_half(uint16_t *a, vec b) {
  _mm256_storeu_si256((__m256i *)a, _mm512_cvtps_ph(b, _MM_FROUND_TO_NEAREST_INT));
}

// Adds the halves of a and of b: the sum of a's in the lower half, of b's in the upper one.
FINDIE_KERNEL vec folded(vec a, vec b) {
  return add(_mm512_shuffle_f32x4(a, b, 0x44), _mm512_shuffle_f32x4(a, b, 0xEE));
}

// Partial sums of two vectors: each quarter has a's in its first and third element, b's in the others.
FINDIE_KERNEL vec paired(vec a, vec b) {
  return add(_mm512_unpacklo_ps(a, b), _mm512_unpackhi_ps(a, b));
}

FINDIE_KERNEL vec neighbours_added(vec a) {
  return add(a, _mm512_shuffle_f32x4(a, a, 0xB1));
}

FINDIE_KERNEL void sums(const vec *a, int rows, float *totals) {
  if (rows == 8) {
    const vec left = paired(folded(a[0], a[4]), folded(a[1], a[5]));
    const vec right = paired(folded(a[2], a[6]), folded(a[3], a[7]));
    // Four sums in each quarter.
    const vec quarters =
        add(_mm512_shuffle_ps(left, right, 0x44), _mm512_shuffle_ps(left, right, 0xEE));
    const vec both = neighbours_added(quarters);
    _mm256_storeu_ps(totals, _mm512_castps512_ps256(_mm512_shuffle_f32x4(both, both, 0x08)));
  } else if (rows == 4) {
    const vec pairs = neighbours_added(paired(folded(a[0], a[2]), folded(a[1], a[3])));
    const __m128 low = _mm512_castps512_ps128(pairs), high = _mm512_extractf32x4_ps(pairs, 2);
    _mm_storeu_ps(totals, _mm_add_ps(_mm_movelh_ps(low, high), _mm_movehl_ps(high, low)));
  } else {
    const vec both = neighbours_added(folded(a[0], a[1]));
    const __m128 low = _mm512_castps512_ps128(both), high = _mm512_extractf32x4_ps(both, 2);
    const __m128 pair = _mm_add_ps(_mm_unpacklo_ps(low, high), _mm_unpackhi_ps(low, high));
    _mm_storel_pi((__m64 *)totals, _mm_add_ps(pair, _mm_movehl_ps(pair, pair)));
  }
}

#include "FactorKernel.inc"

#endif
