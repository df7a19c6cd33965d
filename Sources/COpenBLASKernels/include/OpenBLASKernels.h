// Debian's OpenBLAS 0.3.21 does not recognize newer processors, and uses the kernels of the Prescott of
// 2004 for them. These lack AVX, and have a bug: `spotri` of order 133 crashes (strsm reads a packed block
// as if it were aligned). Before `main`, this module selects the kernels of the newest processor whose
// instructions this one supports, unless OPENBLAS_CORETYPE is set.
#pragma once
#include <stdbool.h>

// Whether other kernels than OpenBLAS's own choice were selected.
bool findie_replaced_openblas_kernels(void);

// Ends OpenBLAS's own threads; it starts new ones when a call is next divided. An idle one spins for
// 0.13 s after its start and after each divided call, which was a quarter of the processor time of a small
// night on two cores. Does nothing under a limit of the address space, since OpenBLAS ends the process if it
// cannot start a thread.
void findie_end_blas_threads(void);

// Makes OpenBLAS map the buffers for this number of concurrent calls, 128 MB each, which it retains. If a
// later mapping failed, OpenBLAS would retry forever and never return.
void findie_map_openblas_buffers(int calls);
