#include "SelectAboveVariants.h"

#if defined(__x86_64__)
#include <immintrin.h>

#define FINDIE_TARGET __attribute__((target("avx2,fma")))
#define FINDIE_KERNEL FINDIE_TARGET static inline __attribute__((always_inline))

// Of the sixteen registers, 6 players × 16 games take 12.
enum { PLAYERS = 6, GAMES = 16 };

FINDIE_KERNEL uint32_t append(uint64_t *keys, uint32_t count, const uint32_t *games,
                              __m256 scores, uint32_t hits) {
  float numbers[8];
  _mm256_storeu_ps(numbers, scores);
  for (; hits != 0; hits &= hits - 1) {
    const int index = __builtin_ctz(hits);
    keys[count] = findie_ranked_key(numbers[index], games[index]);
    count += 1;
  }
  return count;
}

// Scores of some players and half a panel.
FINDIE_KERNEL void multiply(const float *const own[PLAYERS], size_t rank,
                            const float *games, __m256 sums[PLAYERS][2]) {
#pragma clang loop unroll(full)
  for (int player = 0; player < PLAYERS; player += 1) {
    sums[player][0] = _mm256_setzero_ps();
    sums[player][1] = _mm256_setzero_ps();
  }
  for (size_t index = 0; index < rank; index += 1) {
    const __m256 left = _mm256_loadu_ps(games), right = _mm256_loadu_ps(games + 8);
#pragma clang loop unroll(full)
    for (int player = 0; player < PLAYERS; player += 1) {
      const __m256 factor = _mm256_broadcast_ss(own[player] + index);
      sums[player][0] = _mm256_fmadd_ps(factor, left, sums[player][0]);
      sums[player][1] = _mm256_fmadd_ps(factor, right, sums[player][1]);
    }
    games += FINDIE_PANEL_GAMES;
  }
}

FINDIE_KERNEL uint32_t reached(const __m256 sums[2], float least) {
  const __m256 threshold = _mm256_set1_ps(least);
  return (uint32_t)_mm256_movemask_ps(_mm256_cmp_ps(sums[0], threshold, _CMP_GE_OQ)) |
         (uint32_t)_mm256_movemask_ps(_mm256_cmp_ps(sums[1], threshold, _CMP_GE_OQ)) << 8;
}

FINDIE_TARGET bool findie_select_avx2(const findie_players *players, const findie_panel *panel,
                                      const findie_selection *selection) {
  bool is_full = false;
  for (size_t first = 0; first < players->group_count * FINDIE_GROUP_PLAYERS; first += PLAYERS) {
    const uint32_t *slots = players->slots + first;
    const float *own[PLAYERS];
    for (int player = 0; player < PLAYERS; player += 1) {
      own[player] = players->factors + slots[player] * players->rank;
    }
    for (size_t game = 0; game < FINDIE_PANEL_GAMES; game += GAMES) {
      __m256 sums[PLAYERS][2];
      multiply(own, players->rank, panel->factors + game, sums);
#pragma clang loop unroll(full)
      for (int player = 0; player < PLAYERS; player += 1) {
        const uint32_t slot = slots[player];
        const uint32_t candidates = (panel->present & ~players->excluded[slot]) >> game;
        const uint32_t hits = candidates & reached(sums[player], players->thresholds[slot]);
        if (hits == 0) continue;
        uint64_t *keys = selection->keys + slot * selection->stride;
        const uint32_t *games = panel->games + game;
        uint32_t count = selection->counts[slot];
        count = append(keys, count, games, sums[player][0], hits & 0xFF);
        count = append(keys, count, games + 8, sums[player][1], hits >> 8);
        selection->counts[slot] = count;
        is_full |= count > selection->limit;
      }
    }
  }
  return is_full;
}

#endif
