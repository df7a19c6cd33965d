#include "SelectAboveVariants.h"

#include <string.h>

bool findie_select_has(findie_select_variant variant) {
  switch (variant) {
  case FINDIE_SELECT_PORTABLE:
    return true;
#if defined(__x86_64__)
  case FINDIE_SELECT_AVX2:
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
  case FINDIE_SELECT_AVX512:
    return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
           __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl");
#endif
  default:
    return false;
  }
}

findie_select_variant findie_select_best(void) {
  if (findie_select_has(FINDIE_SELECT_AVX512)) return FINDIE_SELECT_AVX512;
  return findie_select_has(FINDIE_SELECT_AVX2) ? FINDIE_SELECT_AVX2 : FINDIE_SELECT_PORTABLE;
}

bool findie_select_above(findie_select_variant variant, const findie_players *players,
                         const findie_panel *panel, const findie_selection *selection) {
#if defined(__x86_64__)
  if (variant == FINDIE_SELECT_AVX512) return findie_select_avx512(players, panel, selection);
  if (variant == FINDIE_SELECT_AVX2) return findie_select_avx2(players, panel, selection);
#endif
  return findie_select_portable(players, panel, selection);
}

static size_t partition(findie_select_variant variant, uint64_t *keys, size_t count,
                        uint64_t pivot) {
#if defined(__x86_64__)
  if (variant == FINDIE_SELECT_AVX512) return findie_partition_avx512(keys, count, pivot);
#endif
  return findie_partition_portable(keys, count, pivot);
}

static uint64_t middle(uint64_t a, uint64_t b, uint64_t c) {
  const uint64_t low = a < b ? a : b, high = a < b ? b : a;
  return c < low ? low : c > high ? high : c;
}

// The median of three keys at pseudorandom indices. They are derived from the count, so that the same keys
// are always processed in the same way.
static uint64_t pivot_of(const uint64_t *keys, size_t count, uint64_t *state) {
  uint64_t picks[3];
  for (int pick = 0; pick < 3; pick += 1) {
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    picks[pick] = keys[(*state >> 33) % count];
  }
  return middle(picks[0], picks[1], picks[2]);
}

static void smallest_first(uint64_t *keys, size_t count) {
  size_t index = 0;
  for (size_t i = 1; i < count; i += 1) index = keys[i] < keys[index] ? i : index;
  const uint64_t smallest = keys[index];
  keys[index] = keys[0];
  keys[0] = smallest;
}

void findie_keep_best(findie_select_variant variant, uint64_t *keys, size_t count, size_t best) {
  if (best == 0 || count == 0) return;
  uint64_t state = count;
  // All of keys[0 ..< begin] are larger than the keys after them, and belong to the best.
  size_t begin = 0, end = count;
  while (begin < best && best < end) {
    const uint64_t pivot = pivot_of(keys + begin, end - begin, &state);
    // Keys after `end` are dropped, so the padding may be overwritten there.
    const size_t larger = partition(variant, keys + begin, end - begin, pivot);
    if (begin + larger >= best) {
      end = begin + larger;
    } else {
      // The pivot is the largest of the rest. Moving it to the front guarantees termination.
      begin += larger;
      size_t index = begin;
      while (keys[index] != pivot) index += 1;
      keys[index] = keys[begin];
      keys[begin] = pivot;
      begin += 1;
    }
  }
  smallest_first(keys, best < count ? best : count);
}

enum { COUNTED = 128 };

// Moves each key to the index that is the number of larger keys.
static void sort_few(findie_select_variant variant, uint64_t *keys, size_t count) {
  uint8_t indices[COUNTED];
  uint64_t sorted[COUNTED];
#if defined(__x86_64__)
  if (variant == FINDIE_SELECT_AVX512) {
    findie_ranks_avx512(keys, count, indices);
  } else
#endif
    findie_ranks_portable(keys, count, indices);
  for (size_t i = 0; i < count; i += 1) sorted[indices[i]] = keys[i];
  memcpy(keys, sorted, count * sizeof *keys);
}

void findie_sort_keys(findie_select_variant variant, uint64_t *keys, size_t count) {
  uint64_t state = count;
  while (count > COUNTED) {
    const uint64_t pivot = pivot_of(keys, count, &state);
    // Not the variant's, which would overwrite the keys after these, which are sorted already.
    const size_t larger = findie_partition_portable(keys, count, pivot);
    // The shorter side by recursion, the longer one by this loop, to limit the depth of the stack.
    if (larger < count - larger) {
      findie_sort_keys(variant, keys, larger);
      keys += larger;
      count -= larger;
    } else {
      findie_sort_keys(variant, keys + larger, count - larger);
      count = larger;
    }
  }
  sort_few(variant, keys, count);
}
