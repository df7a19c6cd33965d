// The variants of SelectAbove.h, one file each.
#pragma once
#include "SelectAbove.h"

typedef bool findie_select(const findie_players *players, const findie_panel *panel,
                           const findie_selection *selection);
// Moves the keys that are larger than `pivot` to the front, followed by all others; returns the number of
// larger ones. Up to FINDIE_KEY_PADDING keys after the last are overwritten.
typedef size_t findie_partition(uint64_t *keys, size_t count, uint64_t pivot);
// Sets indices[i] to the number of keys that are larger than keys[i].
typedef void findie_ranks(const uint64_t *keys, size_t count, uint8_t *indices);

findie_select findie_select_portable;
findie_partition findie_partition_portable;
findie_ranks findie_ranks_portable;
#if defined(__x86_64__)
findie_select findie_select_avx2;
findie_select findie_select_avx512;
findie_partition findie_partition_avx512;
findie_ranks findie_ranks_avx512;
#endif
