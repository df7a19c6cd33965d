#include "SelectAboveVariants.h"

// A player's scores of a panel. On processors without fused multiply-add, libm's function gives the same
// numbers, slowly.
static void score(const float *factor, size_t rank, const findie_panel *panel,
                  float scores[FINDIE_PANEL_GAMES]) {
  for (size_t game = 0; game < FINDIE_PANEL_GAMES; game += 1) scores[game] = 0;
  for (size_t index = 0; index < rank; index += 1) {
    const float own = factor[index];
    const float *games = panel->factors + index * FINDIE_PANEL_GAMES;
    for (size_t game = 0; game < FINDIE_PANEL_GAMES; game += 1) {
      scores[game] = __builtin_fmaf(own, games[game], scores[game]);
    }
  }
}

bool findie_select_portable(const findie_players *players, const findie_panel *panel,
                            const findie_selection *selection) {
  bool is_full = false;
  for (size_t player = 0; player < players->group_count * FINDIE_GROUP_PLAYERS; player += 1) {
    const uint32_t slot = players->slots[player];
    const float threshold = players->thresholds[slot];
    const uint32_t candidates = panel->present & ~players->excluded[slot];
    uint64_t *keys = selection->keys + slot * selection->stride;
    uint32_t count = selection->counts[slot];
    float scores[FINDIE_PANEL_GAMES];
    score(players->factors + slot * players->rank, players->rank, panel, scores);
    for (size_t game = 0; game < FINDIE_PANEL_GAMES; game += 1) {
      // Always written, but counted only if it is selected.
      keys[count] = findie_ranked_key(scores[game], panel->games[game]);
      count += (candidates >> game & 1) != 0 && scores[game] >= threshold;
    }
    selection->counts[slot] = count;
    is_full |= count > selection->limit;
  }
  return is_full;
}

size_t findie_partition_portable(uint64_t *keys, size_t count, uint64_t pivot) {
  size_t larger = 0;
  for (size_t i = 0; i < count; i += 1) {
    const uint64_t key = keys[i];
    keys[i] = keys[larger];
    keys[larger] = key;
    larger += key > pivot;
  }
  return larger;
}

void findie_ranks_portable(const uint64_t *keys, size_t count, uint8_t *indices) {
  for (size_t i = 0; i < count; i += 1) {
    uint64_t larger = 0;
    for (size_t other = 0; other < count; other += 1) larger += keys[other] > keys[i];
    indices[i] = (uint8_t)larger;
  }
}
