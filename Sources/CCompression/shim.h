// zlib1g-dev: .gz, also of several members. inflateInit2 is a macro and invisible to Swift; its
// function inflateInit2_ is called instead.
#include <zlib.h>
// libzstd-dev: .zst, also of several frames.
#include <zstd.h>
