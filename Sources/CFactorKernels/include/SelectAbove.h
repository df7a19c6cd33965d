// Inner products of some players' factors with some games' factors, of which only those that reach a
// player's threshold are kept: scores are made and compared in registers and are never written.
//
// A score is the sum over the factor's elements from the first to the last, each added by one fused
// multiplication and addition, from zero. So it is the same number whatever is multiplied beside it,
// with each variant and on each processor.
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// A group of players and a panel of games: what is multiplied at once.
enum { FINDIE_GROUP_PLAYERS = 12, FINDIE_PANEL_GAMES = 32 };
// Keys that must be writable behind a player's last one.
enum { FINDIE_KEY_PADDING = 16 };

// A score and a game in one number: the larger is the better, of equal scores the smaller index. The
// upper half is the score's bits, made to ascend with it; the lower one the index, inverted. -0 is 0.
static inline uint64_t findie_ranked_key(float score, uint32_t game) {
  union {
    float number;
    uint32_t bits;
  } value = {score + 0.0f};
  const uint32_t sign = value.bits >> 31;
  return (uint64_t)(value.bits ^ ((0u - sign) | 0x80000000u)) << 32 | (uint32_t)~game;
}

static inline uint32_t findie_key_game(uint64_t key) { return ~(uint32_t)key; }

static inline float findie_key_score(uint64_t key) {
  const uint32_t ordered = (uint32_t)(key >> 32);
  union {
    uint32_t bits;
    float number;
  } value = {ordered ^ (((ordered >> 31) - 1u) | 0x80000000u)};
  return value.number;
}

// Players that are looked for, in groups. Each stands in a slot; the slot of a group's missing players
// has a factor of zeros and a threshold of infinity.
typedef struct {
  size_t rank;
  size_t group_count;
  // [slots, rank]
  const float *factors;
  // [group_count, FINDIE_GROUP_PLAYERS]: the players' slots
  const uint32_t *slots;
  // by slot: a score below it is not kept
  const float *thresholds;
  // by slot: the games of the panel that are not kept, the first the lowest bit
  const uint32_t *excluded;
} findie_players;

// The best keys of each player so far.
typedef struct {
  // by slot: `stride` keys each, of which `counts` are in use
  uint64_t *keys;
  size_t stride;
  uint32_t *counts;
  // a slot with more keys than this is full; stride is at least FINDIE_PANEL_GAMES and
  // FINDIE_KEY_PADDING more
  uint32_t limit;
} findie_kept;

typedef struct {
  // [rank, FINDIE_PANEL_GAMES]
  const float *factors;
  // [FINDIE_PANEL_GAMES]
  const uint32_t *games;
  // the games that there are, the first the lowest bit
  uint32_t present;
} findie_panel;

typedef enum {
  FINDIE_SELECT_PORTABLE = 0,
  FINDIE_SELECT_AVX2 = 1,
  FINDIE_SELECT_AVX512 = 2,
} findie_select_variant;

bool findie_select_has(findie_select_variant variant);
// The fastest that the processor has.
findie_select_variant findie_select_best(void);

// Appends the keys of the panel's games to each player's. Returns whether a slot is full now: it must
// be emptied (findie_keep_best) before the next panel.
bool findie_select_above(findie_select_variant variant, const findie_players *players,
                         const findie_panel *panel, const findie_kept *kept);

// Moves the `best` largest of `count` distinct keys to the front, the smallest of them to the first
// place; the others are lost. Up to FINDIE_KEY_PADDING keys behind the last are overwritten.
void findie_keep_best(findie_select_variant variant, uint64_t *keys, size_t count, size_t best);

// Sorts distinct keys, the largest first.
void findie_sort_keys(findie_select_variant variant, uint64_t *keys, size_t count);

#ifdef __cplusplus
}
#endif
