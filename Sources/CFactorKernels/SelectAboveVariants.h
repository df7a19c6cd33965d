// The variants of SelectAbove.h, one file each.
#pragma once
#include "SelectAbove.h"

typedef bool findie_select(const findie_players *players, const findie_panel *panel,
                           const findie_kept *kept);
// Moves the keys that are larger than `pivot` to the front and all others behind them; returns how
// many are larger. Up to FINDIE_KEY_PADDING keys behind the last are overwritten.
typedef size_t findie_partition(uint64_t *keys, size_t count, uint64_t pivot);
// places[i] becomes how many keys are larger than keys[i].
typedef void findie_places(const uint64_t *keys, size_t count, uint8_t *places);

findie_select findie_select_portable;
findie_partition findie_partition_portable;
findie_places findie_places_portable;
#if defined(__x86_64__)
findie_select findie_select_avx2;
findie_select findie_select_avx512;
findie_partition findie_partition_avx512;
findie_places findie_places_avx512;
#endif
