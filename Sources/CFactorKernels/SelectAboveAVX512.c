#include "SelectAboveVariants.h"

#if defined(__x86_64__)
#include <immintrin.h>

#define FINDIE_TARGET __attribute__((target("avx512f,avx512dq,avx512bw,avx512vl,bmi,popcnt")))
#define FINDIE_KERNEL FINDIE_TARGET static inline __attribute__((always_inline))

enum { PLAYERS = FINDIE_GROUP_PLAYERS };

// Writes the keys of the scores in `hits` to the front of `keys`; always writes 16 keys.
FINDIE_KERNEL uint32_t append(uint64_t *keys, __m512 scores, const uint32_t *games,
                              __mmask16 hits) {
  // -0 becomes 0.
  const __m512i bits =
      _mm512_castps_si512(_mm512_add_ps(scores, _mm512_setzero_ps()));
  const __m512i flips =
      _mm512_or_si512(_mm512_srai_epi32(bits, 31), _mm512_set1_epi32((int)0x80000000u));
  const __m512i ordered = _mm512_maskz_compress_epi32(hits, _mm512_xor_si512(bits, flips));
  const __m512i indices = _mm512_maskz_compress_epi32(
      hits, _mm512_xor_si512(_mm512_loadu_si512(games), _mm512_set1_epi32(-1)));
  const __m512i low = _mm512_or_si512(
      _mm512_slli_epi64(_mm512_cvtepu32_epi64(_mm512_castsi512_si256(ordered)), 32),
      _mm512_cvtepu32_epi64(_mm512_castsi512_si256(indices)));
  _mm512_storeu_si512(keys, low);
  const __m512i high = _mm512_or_si512(
      _mm512_slli_epi64(_mm512_cvtepu32_epi64(_mm512_extracti64x4_epi64(ordered, 1)), 32),
      _mm512_cvtepu32_epi64(_mm512_extracti64x4_epi64(indices, 1)));
  _mm512_storeu_si512(keys + 8, high);
  return (uint32_t)_mm_popcnt_u32(hits);
}

// Scores of a group and a panel.
FINDIE_KERNEL void multiply(const float *const own[PLAYERS], size_t rank,
                            const float *games, __m512 sums[PLAYERS][2]) {
#pragma clang loop unroll(full)
  for (int player = 0; player < PLAYERS; player += 1) {
    sums[player][0] = _mm512_setzero_ps();
    sums[player][1] = _mm512_setzero_ps();
  }
  for (size_t index = 0; index < rank; index += 1) {
    const __m512 left = _mm512_loadu_ps(games), right = _mm512_loadu_ps(games + 16);
#pragma clang loop unroll(full)
    for (int player = 0; player < PLAYERS; player += 1) {
      const __m512 factor = _mm512_set1_ps(own[player][index]);
      sums[player][0] = _mm512_fmadd_ps(factor, left, sums[player][0]);
      sums[player][1] = _mm512_fmadd_ps(factor, right, sums[player][1]);
    }
    games += FINDIE_PANEL_GAMES;
  }
}

FINDIE_KERNEL uint32_t reached(const __m512 sums[2], float least) {
  const __m512 threshold = _mm512_set1_ps(least);
  return (uint32_t)_mm512_cmp_ps_mask(sums[0], threshold, _CMP_GE_OQ) |
         (uint32_t)_mm512_cmp_ps_mask(sums[1], threshold, _CMP_GE_OQ) << 16;
}

FINDIE_TARGET bool findie_select_avx512(const findie_players *players, const findie_panel *panel,
                                        const findie_selection *selection) {
  bool is_full = false;
  for (size_t group = 0; group < players->group_count; group += 1) {
    const uint32_t *slots = players->slots + group * PLAYERS;
    const float *own[PLAYERS];
#pragma clang loop unroll(full)
    for (int player = 0; player < PLAYERS; player += 1) {
      own[player] = players->factors + slots[player] * players->rank;
    }
    __m512 sums[PLAYERS][2];
    multiply(own, players->rank, panel->factors, sums);
#pragma clang loop unroll(full)
    for (int player = 0; player < PLAYERS; player += 1) {
      const uint32_t slot = slots[player];
      uint32_t hits = reached(sums[player], players->thresholds[slot]);
      if (__builtin_expect(hits == 0, 1)) continue;
      hits &= panel->present & ~players->excluded[slot];
      uint32_t count = selection->counts[slot];
      uint64_t *keys = selection->keys + slot * selection->stride;
      count += append(keys + count, sums[player][0], panel->games, (__mmask16)hits);
      count += append(keys + count, sums[player][1], panel->games + 16, (__mmask16)(hits >> 16));
      selection->counts[slot] = count;
      is_full |= count > selection->limit;
    }
  }
  return is_full;
}

FINDIE_TARGET size_t findie_partition_avx512(uint64_t *keys, size_t count, uint64_t pivot) {
  // A buffer for the smaller keys; longer runs are divided by the portable code.
  enum { ROOM = 1024 };
  if (count > ROOM) return findie_partition_portable(keys, count, pivot);
  uint64_t others[ROOM + FINDIE_KEY_PADDING];
  const __m512i pivots = _mm512_set1_epi64((long long)pivot);
  size_t larger = 0, rest = 0;
  for (size_t i = 0; i < count; i += 8) {
    const __mmask8 present = count - i < 8 ? (__mmask8)((1u << (count - i)) - 1) : 0xFF;
    const __m512i block = _mm512_maskz_loadu_epi64(present, keys + i);
    const __mmask8 above = _mm512_mask_cmpgt_epu64_mask(present, block, pivots);
    const __mmask8 below = (__mmask8)(present & ~above);
    // Never overwrites unread keys: larger ≤ i, and this block is in a register.
    _mm512_storeu_si512(keys + larger, _mm512_maskz_compress_epi64(above, block));
    _mm512_storeu_si512(others + rest, _mm512_maskz_compress_epi64(below, block));
    larger += (size_t)_mm_popcnt_u32(above);
    rest += (size_t)_mm_popcnt_u32(below);
  }
  for (size_t i = 0; i < rest; i += 8) {
    _mm512_storeu_si512(keys + larger + i, _mm512_loadu_si512(others + i));
  }
  return larger;
}

FINDIE_TARGET void findie_ranks_avx512(const uint64_t *keys, size_t count, uint8_t *indices) {
  for (size_t i = 0; i < count; i += 1) {
    const __m512i own = _mm512_set1_epi64((long long)keys[i]);
    uint32_t larger = 0;
    size_t other = 0;
    for (; other + 8 <= count; other += 8) {
      larger += (uint32_t)_mm_popcnt_u32(
          _mm512_cmpgt_epu64_mask(_mm512_loadu_si512(keys + other), own));
    }
    if (other < count) {
      const __mmask8 present = (__mmask8)((1u << (count - other)) - 1);
      larger += (uint32_t)_mm_popcnt_u32(_mm512_mask_cmpgt_epu64_mask(
          present, _mm512_maskz_loadu_epi64(present, keys + other), own));
    }
    indices[i] = (uint8_t)larger;
  }
}

#endif
