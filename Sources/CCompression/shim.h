// zlib1g-dev: .gz, also with several members. inflateInit2 is a macro, which Swift cannot call; it calls
// the function inflateInit2_ instead.
#include <zlib.h>
// libzstd-dev: .zst, also with several frames.
#include <zstd.h>
