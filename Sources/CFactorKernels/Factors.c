#include "FactorVariants.h"

bool findie_factors_has(findie_factors_variant variant) {
  switch (variant) {
  case FINDIE_FACTORS_PORTABLE:
    return true;
#if defined(__x86_64__)
  case FINDIE_FACTORS_AVX2:
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
           __builtin_cpu_supports("f16c");
  case FINDIE_FACTORS_AVX512:
    return findie_factors_has(FINDIE_FACTORS_AVX2) && __builtin_cpu_supports("avx512f") &&
           __builtin_cpu_supports("avx512vl");
#endif
  default:
    return false;
  }
}

findie_factors_variant findie_factors_best(void) {
  if (findie_factors_has(FINDIE_FACTORS_AVX512)) return FINDIE_FACTORS_AVX512;
  if (findie_factors_has(FINDIE_FACTORS_AVX2)) return FINDIE_FACTORS_AVX2;
  return FINDIE_FACTORS_PORTABLE;
}

size_t findie_solve_scratch(size_t rank) {
  // x, r, p, q, D and 1 / D.
  return 6 * rank;
}

size_t findie_solve_rows(findie_factors_variant variant, const findie_factors *factors,
                         const findie_observed *observed, size_t first, size_t last,
                         const float *regularizations, unsigned steps, size_t width,
                         float *solutions, float *scratch) {
  findie_solve *solve = findie_solve_portable;
#if defined(__x86_64__)
  if (variant == FINDIE_FACTORS_AVX512) solve = findie_solve_avx512;
  if (variant == FINDIE_FACTORS_AVX2) solve = findie_solve_avx2;
#endif
  return solve(factors, observed, first, last, regularizations, steps, width, solutions, scratch);
}

void findie_make_halves(findie_factors_variant variant, const float *rows, size_t count,
                        size_t width, float scale, size_t rank, uint16_t *halves) {
  findie_halve *halve = findie_halve_portable;
#if defined(__x86_64__)
  if (variant == FINDIE_FACTORS_AVX512) halve = findie_halve_avx512;
  if (variant == FINDIE_FACTORS_AVX2) halve = findie_halve_avx2;
#endif
  halve(rows, count, width, scale, rank, halves);
}

void findie_gather_scaled(findie_factors_variant variant, const float *rows, size_t width,
                          const uint32_t *columns, const float *confidences, size_t count,
                          size_t total, const float *weights, float *target) {
  findie_gather *gather = findie_gather_portable;
#if defined(__x86_64__)
  if (variant == FINDIE_FACTORS_AVX512) gather = findie_gather_avx512;
  if (variant == FINDIE_FACTORS_AVX2) gather = findie_gather_avx2;
#endif
  gather(rows, width, columns, confidences, count, total, weights, target);
}

// The number of rows to prefetch, since they are in no order in memory.
enum { ROWS_AHEAD = 8, LINE_FLOATS = 16 };

void findie_row_products(const float *rows, size_t width, const uint32_t *indices, size_t count,
                         const float *factor, float *products) {
#pragma clang fp contract(off)
  typedef float lanes __attribute__((vector_size(64), aligned(4), may_alias));
  for (size_t i = 0; i < count; i++) {
    if (i + ROWS_AHEAD < count) {
      const float *ahead = rows + indices[i + ROWS_AHEAD] * width;
      for (size_t j = 0; j < width; j += LINE_FLOATS) __builtin_prefetch(ahead + j);
    }
    const float *row = rows + indices[i] * width;
    lanes sums = {0};
    size_t j = 0;
    for (; j + 16 <= width; j += 16) sums += *(const lanes *)(row + j) * *(const lanes *)(factor + j);
    float sum = 0;
    for (size_t lane = 0; lane < 16; lane++) sum += sums[lane];
    for (; j < width; j++) sum += row[j] * factor[j];
    products[i] = sum;
  }
}
