#include "SelectAboveVariants.h"

#if defined(__x86_64__)
#include <immintrin.h>

#define FINDIE_TARGET __attribute__((target("avx2,fma")))
#define FINDIE_KERNEL FINDIE_TARGET static inline __attribute__((always_inline))

// Sixteen registers: 6 players × 16 games are 12 of them.
enum { PLAYERS = 6, GAMES = 16 };

FINDIE_KERNEL void append(const findie_players *players, uint32_t slot, const findie_panel *panel,
                          int first, __m256 scores, uint32_t hits) {
  float numbers[8];
  _mm256_storeu_ps(numbers, scores);
  uint64_t *keys = players->keys + slot * players->stride;
  uint32_t count = players->counts[slot];
  for (; hits != 0; hits &= hits - 1) {
    const int place = __builtin_ctz(hits);
    keys[count] = findie_ranked_key(numbers[place], panel->games[first + place]);
    count += 1;
  }
  players->counts[slot] = count;
}

FINDIE_KERNEL bool select_block(const findie_players *players, size_t group, size_t first_player,
                                const findie_panel *panel, size_t first_game) {
  const float *own =
      players->factors + group * players->rank * FINDIE_GROUP_PLAYERS + first_player;
  const float *games = panel->factors + first_game;
  __m256 sums[PLAYERS][2];
  for (int player = 0; player < PLAYERS; player += 1) {
    sums[player][0] = _mm256_setzero_ps();
    sums[player][1] = _mm256_setzero_ps();
  }
  for (size_t place = 0; place < players->rank; place += 1) {
    const __m256 left = _mm256_loadu_ps(games), right = _mm256_loadu_ps(games + 8);
#pragma clang loop unroll(full)
    for (int player = 0; player < PLAYERS; player += 1) {
      const __m256 factor = _mm256_broadcast_ss(own + player);
      sums[player][0] = _mm256_fmadd_ps(factor, left, sums[player][0]);
      sums[player][1] = _mm256_fmadd_ps(factor, right, sums[player][1]);
    }
    own += FINDIE_GROUP_PLAYERS;
    games += FINDIE_PANEL_GAMES;
  }
  bool is_full = false;
  const uint32_t *slots = players->slots + group * FINDIE_GROUP_PLAYERS + first_player;
#pragma clang loop unroll(full)
  for (int player = 0; player < PLAYERS; player += 1) {
    const __m256 threshold = _mm256_broadcast_ss(players->thresholds + slots[player]);
    const __m256 left = _mm256_cmp_ps(sums[player][0], threshold, _CMP_GE_OQ);
    const __m256 right = _mm256_cmp_ps(sums[player][1], threshold, _CMP_GE_OQ);
    if (_mm256_testz_ps(left, left) && _mm256_testz_ps(right, right)) continue;
    const uint32_t wanted = (panel->present & ~players->excluded[slots[player]]) >> first_game;
    const uint32_t hits =
        wanted & ((uint32_t)_mm256_movemask_ps(left) | (uint32_t)_mm256_movemask_ps(right) << 8);
    append(players, slots[player], panel, (int)first_game, sums[player][0], hits & 0xFF);
    append(players, slots[player], panel, (int)first_game + 8, sums[player][1], hits >> 8);
    is_full |= players->counts[slots[player]] > players->limit;
  }
  return is_full;
}

FINDIE_TARGET bool findie_select_avx2(const findie_players *players, const findie_panel *panel) {
  bool is_full = false;
  for (size_t group = 0; group < players->group_count; group += 1) {
    for (size_t player = 0; player < FINDIE_GROUP_PLAYERS; player += PLAYERS) {
      for (size_t game = 0; game < FINDIE_PANEL_GAMES; game += GAMES) {
        is_full |= select_block(players, group, player, panel, game);
      }
    }
  }
  return is_full;
}

#endif
