// libblas-dev: the BLAS in C (row-major allowed); Debian's libblas.so.3 carries these symbols, so
// whichever BLAS the alternatives select (reference or OpenBLAS) is called.
#include <cblas.h>
// liblapacke-dev: LAPACK in C. It wraps the Fortran of whichever liblapack.so.3 is chosen.
#include <lapacke.h>
