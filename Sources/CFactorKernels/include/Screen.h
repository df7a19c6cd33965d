// For which players a panel of games is worth multiplying: a bound of every score from factors whose
// elements are bytes, at a quarter of the price.
//
// With u = s q + e, q of whole numbers from -127 to 127, and the same of y,
//
//     u . y  <=  s s' (q . q')  +  |s q| |e'|  +  |e| |y|
#pragma once
#include "SelectAbove.h"

#ifdef __cplusplus
extern "C" {
#endif

// Four elements of a factor.
enum { FINDIE_WORD_ELEMENTS = 4 };

// Players in groups, as those of findie_players; the others' places have a threshold of infinity.
typedef struct {
  // A factor's words: its elements by four, filled up with zeros.
  size_t words;
  size_t group_count;
  // [group_count, words, FINDIE_GROUP_PLAYERS] of four bytes, each 128 more than the element
  const uint32_t *factors;
  // [group_count, FINDIE_GROUP_PLAYERS]: 1 / s, |s q| and |e|, this with what rounding adds to a score
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
  // 1 / s', of all games the same, and the largest |y| and |e'|
  float inverse_scale;
  float length;
  float error;
  uint32_t present;
} findie_coarse_panel;

// Whether the processor multiplies bytes so fast that it pays.
bool findie_screen_pays(findie_select_variant variant);

// Writes the slots of the players for whom a game of the panel may reach the threshold and is neither
// excluded nor missing; returns how many.
size_t findie_screen(findie_select_variant variant, const findie_coarse_players *players,
                     const findie_coarse_panel *panel, uint32_t *slots);

#ifdef __cplusplus
}
#endif
