#include "LineTemplate.h"

#if defined(__x86_64__)
#include <immintrin.h>

#define FINDIE_TARGET __attribute__((target("avx2,bmi,bmi2")))
#define FINDIE_KERNEL FINDIE_TARGET static inline __attribute__((always_inline))
#define FINDIE_SCAN FINDIE_TARGET findie_scan_avx2
#define BLOCK 32

typedef uint32_t findie_mask;

FINDIE_KERNEL findie_mask low_mask(uint32_t count) { return _bzhi_u32(~0u, count); }
FINDIE_KERNEL unsigned first_place(findie_mask mask) { return _tzcnt_u32(mask); }

FINDIE_KERNEL __m256i block(const uint8_t *bytes) {
  return _mm256_loadu_si256((const __m256i *)bytes);
}

FINDIE_KERNEL findie_mask differing(const uint8_t *left, const uint8_t *right) {
  return ~(uint32_t)_mm256_movemask_epi8(_mm256_cmpeq_epi8(block(left), block(right)));
}

FINDIE_KERNEL void classify_string(const uint8_t *bytes, findie_mask *ends, findie_mask *special,
                                   findie_mask *high) {
  const __m256i text = block(bytes);
  const __m256i quotes = _mm256_cmpeq_epi8(text, _mm256_set1_epi8('"'));
  // Bytes from 0x80 on are below 0x20 too, as signed numbers.
  const __m256i low = _mm256_cmpgt_epi8(_mm256_set1_epi8(0x20), text);
  const __m256i slashes = _mm256_cmpeq_epi8(text, _mm256_set1_epi8('\\'));
  const __m256i deletes = _mm256_cmpeq_epi8(text, _mm256_set1_epi8(0x7F));
  *ends = (uint32_t)_mm256_movemask_epi8(quotes);
  *special =
      (uint32_t)_mm256_movemask_epi8(_mm256_or_si256(low, _mm256_or_si256(slashes, deletes)));
  *high = (uint32_t)_mm256_movemask_epi8(text);
}

FINDIE_KERNEL void classify_list(const uint8_t *bytes, findie_mask *ends, findie_mask *special,
                                 findie_mask *high) {
  const __m256i text = block(bytes);
  *ends = (uint32_t)_mm256_movemask_epi8(_mm256_cmpeq_epi8(text, _mm256_set1_epi8(']')));
  *special = (uint32_t)_mm256_movemask_epi8(_mm256_cmpgt_epi8(_mm256_set1_epi8(0x20), text));
  *high = (uint32_t)_mm256_movemask_epi8(text);
}

#include "LineKernel.inc"

#endif
