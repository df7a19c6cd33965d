// Inner products of some players' factors with some games' factors, of which only those that reach a
// player's threshold are selected. Scores are computed and compared in registers and never written.
//
// A score is the sum over the factor's elements from the first to the last, each added by one fused
// multiplication and addition, from zero. So it does not depend on the other players and games, the
// variant or the processor.
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// The numbers of players and games that are multiplied at once: a group and a panel.
enum { FINDIE_GROUP_PLAYERS = 12, FINDIE_PANEL_GAMES = 32 };
// The number of keys that must be writable after a player's last one.
enum { FINDIE_KEY_PADDING = 16 };

// A score and a game in one number. A larger number is better; with equal scores the smaller index. The
// upper half is the score's bits in ascending order, the lower half the inverted index. -0 becomes 0.
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

// Unfinished players, in groups. Each player has a slot; the slot for padding has a factor of zeros and a
// threshold of infinity.
typedef struct {
  size_t rank;
  size_t group_count;
  // [slots, rank]
  const float *factors;
  // [group_count, FINDIE_GROUP_PLAYERS]: the players' slots
  const uint32_t *slots;
  // by slot: scores below it are not selected
  const float *thresholds;
  // by slot: the games of the panel that must not be selected; the lowest bit is the first game
  const uint32_t *excluded;
} findie_players;

// The best keys of each player so far.
typedef struct {
  // by slot: `stride` keys, of which `counts` are used
  uint64_t *keys;
  size_t stride;
  uint32_t *counts;
  // a slot with more keys than this is full; stride is at least FINDIE_PANEL_GAMES and
  // FINDIE_KEY_PADDING more
  uint32_t limit;
} findie_selection;

typedef struct {
  // [rank, FINDIE_PANEL_GAMES]
  const float *factors;
  // [FINDIE_PANEL_GAMES]
  const uint32_t *games;
  // the games that are not padding; the lowest bit is the first game
  uint32_t present;
} findie_panel;

typedef enum {
  FINDIE_SELECT_PORTABLE = 0,
  FINDIE_SELECT_AVX2 = 1,
  FINDIE_SELECT_AVX512 = 2,
} findie_select_variant;

bool findie_select_has(findie_select_variant variant);
// The fastest variant that the processor supports.
findie_select_variant findie_select_best(void);

// Appends the keys of the panel's games to those of each player. Returns whether a slot is full, which must
// then be reduced (findie_keep_best) before the next panel.
bool findie_select_above(findie_select_variant variant, const findie_players *players,
                         const findie_panel *panel, const findie_selection *selection);

// Moves the `best` largest of `count` distinct keys to the front, the smallest of them first; the others are
// dropped. Up to FINDIE_KEY_PADDING keys after the last are overwritten.
void findie_keep_best(findie_select_variant variant, uint64_t *keys, size_t count, size_t best);

// Sorts distinct keys, the largest first.
void findie_sort_keys(findie_select_variant variant, uint64_t *keys, size_t count);

#ifdef __cplusplus
}
#endif
