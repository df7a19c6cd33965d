// Shared by the implementations of Screen.h.
#pragma once
#include "Screen.h"

// More than the rounding error in computing the smallest product.
#define FINDIE_SCREEN_MARGIN 1e-5f
// Larger than any product of bytes.
#define FINDIE_SCREEN_MOST 1e9f

#if defined(__x86_64__)
size_t findie_screen_vnni(const findie_coarse_players *players, const findie_coarse_panel *panel,
                          uint32_t *slots);
#endif
