#pragma once
#include "CFactorKernels.h"

// Elements are processed in groups, whose inner products are summed in parallel.
enum { FINDIE_GROUP = 8 };

// A row's factors of at most this size stay in the L2 cache from one step to the next.
enum { FINDIE_CACHED_BYTES = 512 * 1024 };

typedef size_t findie_solve(const findie_factors *, const findie_observed *, size_t, size_t,
                            const float *, unsigned, size_t, float *, float *);
typedef void findie_halve(const float *, size_t, size_t, float, size_t, uint16_t *);
typedef void findie_gather(const float *, size_t, const uint32_t *, const float *, size_t, size_t,
                           const float *, float *);

findie_solve findie_solve_portable, findie_solve_avx2, findie_solve_avx512;
findie_halve findie_halve_portable, findie_halve_avx2, findie_halve_avx512;
findie_gather findie_gather_portable, findie_gather_avx2, findie_gather_avx512;
