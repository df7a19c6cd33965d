#include "ScreenVariants.h"

#if defined(__x86_64__)
#include <immintrin.h>

#define FINDIE_TARGET __attribute__((target("avx512f,avx512dq,avx512bw,avx512vl,avx512vnni")))
#define FINDIE_KERNEL FINDIE_TARGET static inline __attribute__((always_inline))

enum { PLAYERS = FINDIE_GROUP_PLAYERS };

// As least_product, for a group. NaN, and numbers below all products, become the smallest integer.
FINDIE_KERNEL void least_products(const findie_coarse_players *players, size_t group,
                                  const findie_coarse_panel *panel, int32_t least[16]) {
  const __mmask16 all = (1 << PLAYERS) - 1;
  const size_t first = group * PLAYERS;
  const __m512i slots = _mm512_maskz_loadu_epi32(all, players->slots + first);
  const __m512 thresholds = _mm512_mask_i32gather_ps(
      _mm512_set1_ps(__builtin_inff()), all, slots, players->thresholds, sizeof(float));
  const __m512 errors = _mm512_fmadd_ps(
      _mm512_maskz_loadu_ps(all, players->lengths + first), _mm512_set1_ps(panel->error),
      _mm512_mul_ps(_mm512_maskz_loadu_ps(all, players->errors + first),
                    _mm512_set1_ps(panel->length)));
  const __m512 margins = _mm512_mul_ps(
      _mm512_set1_ps(FINDIE_SCREEN_MARGIN), _mm512_add_ps(_mm512_abs_ps(thresholds), errors));
  const __m512 inverse = _mm512_mul_ps(
      _mm512_maskz_loadu_ps(all, players->inverse_scales + first),
      _mm512_set1_ps(panel->inverse_scale));
  const __m512 products = _mm512_fmsub_ps(
      _mm512_sub_ps(_mm512_sub_ps(thresholds, errors), margins), inverse, _mm512_set1_ps(2));
  // If one operand is NaN, min returns the second.
  const __m512 bounded = _mm512_min_ps(_mm512_set1_ps(FINDIE_SCREEN_MOST), products);
  const __m512i floors = _mm512_cvt_roundps_epi32(
      bounded, _MM_FROUND_TO_NEG_INF | _MM_FROUND_NO_EXC);
  const __mmask16 nobody =
      _mm512_cmp_ps_mask(thresholds, _mm512_set1_ps(__builtin_inff()), _CMP_EQ_OQ);
  _mm512_storeu_si512(
      least, _mm512_mask_mov_epi32(floors, nobody, _mm512_set1_epi32(INT32_MAX)));
}

FINDIE_TARGET size_t findie_screen_vnni(const findie_coarse_players *players,
                                        const findie_coarse_panel *panel, uint32_t *slots) {
  size_t count = 0;
  for (size_t group = 0; group < players->group_count; group += 1) {
    const uint32_t *own = players->factors + group * players->words * PLAYERS;
    const int8_t *games = panel->factors;
    __m512i sums[PLAYERS][2];
#pragma clang loop unroll(full)
    for (int player = 0; player < PLAYERS; player += 1) {
      sums[player][0] = _mm512_loadu_si512(panel->offsets);
      sums[player][1] = _mm512_loadu_si512(panel->offsets + 16);
    }
    for (size_t word = 0; word < players->words; word += 1) {
      const __m512i left = _mm512_loadu_si512(games), right = _mm512_loadu_si512(games + 64);
#pragma clang loop unroll(full)
      for (int player = 0; player < PLAYERS; player += 1) {
        const __m512i factor = _mm512_set1_epi32((int)own[player]);
        sums[player][0] = _mm512_dpbusd_epi32(sums[player][0], factor, left);
        sums[player][1] = _mm512_dpbusd_epi32(sums[player][1], factor, right);
      }
      own += PLAYERS;
      games += FINDIE_PANEL_GAMES * FINDIE_WORD_ELEMENTS;
    }
    int32_t least[16];
    least_products(players, group, panel, least);
#pragma clang loop unroll(full)
    for (int player = 0; player < PLAYERS; player += 1) {
      const uint32_t slot = players->slots[group * PLAYERS + player];
      const __m512i bound = _mm512_set1_epi32(least[player]);
      const uint32_t reached =
          (uint32_t)_mm512_cmpge_epi32_mask(sums[player][0], bound) |
          (uint32_t)_mm512_cmpge_epi32_mask(sums[player][1], bound) << 16;
      slots[count] = slot;
      count += (reached & panel->present & ~players->excluded[slot]) != 0;
    }
  }
  return count;
}

#endif
