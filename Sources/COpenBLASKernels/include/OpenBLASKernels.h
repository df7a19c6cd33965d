// Debian's OpenBLAS 0.3.21 does not know processors that are younger than it, and takes the kernels
// of the Prescott of 2004 for them: without AVX, and with a fault, since its `spotri` of order 133
// ends the process (strsm reads a packed block as if it were aligned). Before `main`, those of the
// youngest processor are taken that this one can run, unless OPENBLAS_CORETYPE says which.
#pragma once
#include <stdbool.h>

// Whether OpenBLAS was told to use other kernels than it had taken.
bool findie_replaced_openblas_kernels(void);

// Has OpenBLAS map the buffers of so many calls at a time, 128 MB each, which it keeps. Where a process may
// map no more, OpenBLAS asks for a buffer again and again and never returns.
void findie_map_openblas_buffers(int calls);
