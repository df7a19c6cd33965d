// What the files of Screen.h share.
#pragma once
#include "Screen.h"

// More than any rounding of the few steps to the least product.
#define FINDIE_SCREEN_MARGIN 1e-5f
// Products of bytes stay far below.
#define FINDIE_SCREEN_MOST 1e9f

#if defined(__x86_64__)
size_t findie_screen_vnni(const findie_coarse_players *players, const findie_coarse_panel *panel,
                          uint32_t *slots);
#endif
