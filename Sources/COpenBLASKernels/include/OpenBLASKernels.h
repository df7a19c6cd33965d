// Debian's OpenBLAS 0.3.21 does not recognize newer processors, and uses the kernels of the Prescott of
// 2004 for them. These lack AVX, and have a bug: `spotri` of order 133 crashes (strsm reads a packed block
// as if it were aligned). Before `main`, this module selects the kernels of the newest processor whose
// instructions this one supports, unless OPENBLAS_CORETYPE is set.
#pragma once
#include <stdbool.h>

// Whether other kernels than OpenBLAS's own choice were selected.
bool findie_replaced_openblas_kernels(void);

// Makes OpenBLAS map the buffers for this number of concurrent calls, 128 MB each, which it retains. If a
// later mapping failed, OpenBLAS would retry forever and never return.
void findie_map_openblas_buffers(int calls);
