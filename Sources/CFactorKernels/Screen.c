#include "Screen.h"

#include "ScreenVariants.h"

bool findie_screen_pays(findie_select_variant variant) {
#if defined(__x86_64__)
  return variant == FINDIE_SELECT_AVX512 && __builtin_cpu_supports("avx512vnni");
#else
  return false;
#endif
}

// The smallest q . q' with which a score may reach the threshold. A part of the threshold, and 2, cover
// the rounding errors here. With infinite errors the result is the smallest integer.
static int32_t least_product(const findie_coarse_players *players, size_t player,
                             const findie_coarse_panel *panel) {
  const float threshold = players->thresholds[players->slots[player]];
  if (threshold == __builtin_inff()) return INT32_MAX;
  const float error =
      players->lengths[player] * panel->error + players->errors[player] * panel->length;
  const float margin = FINDIE_SCREEN_MARGIN * (__builtin_fabsf(threshold) + error);
  const float least =
      (threshold - error - margin) * (players->inverse_scales[player] * panel->inverse_scale) - 2;
  if (!(least > -FINDIE_SCREEN_MOST)) return INT32_MIN;
  return least < FINDIE_SCREEN_MOST ? (int32_t)__builtin_floorf(least) : INT32_MAX;
}

static size_t screen_portable(const findie_coarse_players *players,
                              const findie_coarse_panel *panel, uint32_t *slots) {
  size_t count = 0;
  for (size_t player = 0; player < players->group_count * FINDIE_GROUP_PLAYERS; player += 1) {
    const size_t group = player / FINDIE_GROUP_PLAYERS;
    const uint32_t *own = players->factors + group * players->words * FINDIE_GROUP_PLAYERS +
                          player % FINDIE_GROUP_PLAYERS;
    const int32_t least = least_product(players, player, panel);
    const uint32_t slot = players->slots[player];
    const uint32_t candidates = panel->present & ~players->excluded[slot];
    bool is_reached = false;
    for (size_t game = 0; game < FINDIE_PANEL_GAMES; game += 1) {
      int32_t product = panel->offsets[game];
      for (size_t word = 0; word < players->words; word += 1) {
        const uint32_t bytes = own[word * FINDIE_GROUP_PLAYERS];
        const int8_t *elements =
            panel->factors + (word * FINDIE_PANEL_GAMES + game) * FINDIE_WORD_ELEMENTS;
        for (int element = 0; element < FINDIE_WORD_ELEMENTS; element += 1) {
          product += (int32_t)(bytes >> (8 * element) & 0xFF) * elements[element];
        }
      }
      is_reached |= (candidates >> game & 1) != 0 && product >= least;
    }
    slots[count] = slot;
    count += is_reached;
  }
  return count;
}

size_t findie_screen(findie_select_variant variant, const findie_coarse_players *players,
                     const findie_coarse_panel *panel, uint32_t *slots) {
#if defined(__x86_64__)
  if (findie_screen_pays(variant)) return findie_screen_vnni(players, panel, slots);
#endif
  return screen_portable(players, panel, slots);
}
