// Selects the players for whom a panel of games must be multiplied, by an upper bound of each score from
// factors that are quantized to bytes, at a quarter of the cost.
//
// With u = s q + e, where q has integers from -127 to 127, and the same for y,
//
//     u . y  <=  s s' (q . q')  +  |s q| |e'|  +  |e| |y|
#pragma once
#include "SelectAbove.h"

#ifdef __cplusplus
extern "C" {
#endif

// Four elements of a factor.
enum { FINDIE_WORD_ELEMENTS = 4 };

// Players in groups, as in findie_players; padding has a threshold of infinity.
typedef struct {
  // The words of a factor: four elements each, padded with zeros.
  size_t words;
  size_t group_count;
  // [group_count, words, FINDIE_GROUP_PLAYERS] of four bytes, each offset by 128
  const uint32_t *factors;
  // [group_count, FINDIE_GROUP_PLAYERS]: 1 / s, |s q| and |e|, which includes a score's rounding error
  // in units of |y|
  const float *inverse_scales;
  const float *lengths;
  const float *errors;
  const uint32_t *slots;
  // by slot
  const float *thresholds;
  const uint32_t *excluded;
} findie_coarse_players;

typedef struct {
  // [words, FINDIE_PANEL_GAMES] of four elements
  const int8_t *factors;
  // [FINDIE_PANEL_GAMES]: -128 times the sum of the elements
  const int32_t *offsets;
  // 1 / s', the same for all games, and the largest |y| and |e'|
  float inverse_scale;
  float length;
  float error;
  uint32_t present;
} findie_coarse_panel;

// Whether the processor multiplies bytes fast enough for this to save time.
bool findie_screen_pays(findie_select_variant variant);

// Writes the slots of the players for whom a game of the panel may reach the threshold and is neither
// excluded nor padding; returns their number.
size_t findie_screen(findie_select_variant variant, const findie_coarse_players *players,
                     const findie_coarse_panel *panel, uint32_t *slots);

#ifdef __cplusplus
}
#endif
