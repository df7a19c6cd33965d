#include "FactorVariants.h"

#if defined(__x86_64__)
#include <immintrin.h>

#define FINDIE_OUTSIDE __attribute__((target("avx2,fma,f16c")))
#define FINDIE_KERNEL FINDIE_OUTSIDE static inline __attribute__((always_inline))
#define FINDIE_NAME(part) findie_##part##_avx2
#define FINDIE_AHEAD 32
#define LANES 8
// Sixteen registers are not enough.
#define RESIDENT 0

typedef __m256 vec;

FINDIE_KERNEL vec load(const float *a) { return _mm256_loadu_ps(a); }
FINDIE_KERNEL void store(float *a, vec b) { _mm256_storeu_ps(a, b); }
FINDIE_KERNEL vec splat(float a) { return _mm256_set1_ps(a); }
FINDIE_KERNEL vec add(vec a, vec b) { return _mm256_add_ps(a, b); }
FINDIE_KERNEL vec multiply(vec a, vec b) { return _mm256_mul_ps(a, b); }
FINDIE_KERNEL vec divide(vec a, vec b) { return _mm256_div_ps(a, b); }
FINDIE_KERNEL vec fused(vec a, vec b, vec c) { return _mm256_fmadd_ps(a, b, c); }
FINDIE_KERNEL vec negated_product(vec a, vec b) {
  return _mm256_fnmadd_ps(a, b, _mm256_setzero_ps());
}

FINDIE_KERNEL vec load_half(const uint16_t *a) {
  return _mm256_cvtph_ps(_mm_loadu_si128((const __m128i *)a));
}

FINDIE_KERNEL void store_half(uint16_t *a, vec b) {
  _mm_storeu_si128((__m128i *)a, _mm256_cvtps_ph(b, _MM_FROUND_TO_NEAREST_INT));
}

// Four sums in each half.
FINDIE_KERNEL vec quarters(vec a, vec b, vec c, vec d) {
  const vec ab = add(_mm256_unpacklo_ps(a, b), _mm256_unpackhi_ps(a, b));
  const vec cd = add(_mm256_unpacklo_ps(c, d), _mm256_unpackhi_ps(c, d));
  return add(_mm256_shuffle_ps(ab, cd, 0x44), _mm256_shuffle_ps(ab, cd, 0xEE));
}

FINDIE_KERNEL void sums(const vec *a, int rows, float *totals) {
  (void)rows;
  const vec low = quarters(a[0], a[1], a[2], a[3]), high = quarters(a[4], a[5], a[6], a[7]);
  store(totals,
        add(_mm256_permute2f128_ps(low, high, 0x20), _mm256_permute2f128_ps(low, high, 0x31)));
}

#include "FactorKernel.inc"

#endif
