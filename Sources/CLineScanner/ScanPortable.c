// Eight bytes at a time in one word, for any processor.
#include "LineValues.h"

#define FINDIE_KERNEL static inline
#define FINDIE_SCAN findie_scan_portable
#define BLOCK 8

// The highest bit of each byte tells.
typedef uint64_t findie_mask;

static const uint64_t ones = UINT64_C(0x0101010101010101);
static const uint64_t tops = UINT64_C(0x8080808080808080);

FINDIE_KERNEL findie_mask low_mask(uint32_t count) { return (UINT64_C(1) << (8 * count)) - 1; }
FINDIE_KERNEL unsigned first_place(findie_mask mask) {
  return (unsigned)__builtin_ctzll(mask) / 8;
}

FINDIE_KERNEL findie_mask differing(const uint8_t *left, const uint8_t *right) {
  return load64(left) ^ load64(right);
}

// The bytes of `word` below `bound` <= 0x80. Above the first such byte there may be false ones,
// which changes nothing: only what stands before the first end counts, and one byte is as bad as
// two.
FINDIE_KERNEL findie_mask below(uint64_t word, uint8_t bound) {
  return (word - ones * bound) & ~word & tops;
}

FINDIE_KERNEL findie_mask equal(uint64_t word, uint8_t byte) {
  return below(word ^ (ones * byte), 1);
}

FINDIE_KERNEL void classify_string(const uint8_t *bytes, findie_mask *ends, findie_mask *special,
                                   findie_mask *high) {
  const uint64_t text = load64(bytes);
  *high = text & tops;
  *ends = equal(text, '"');
  *special = below(text, 0x20) | equal(text, '\\') | equal(text, 0x7F) | *high;
}

FINDIE_KERNEL void classify_list(const uint8_t *bytes, findie_mask *ends, findie_mask *special,
                                 findie_mask *high) {
  const uint64_t text = load64(bytes);
  *high = text & tops;
  *ends = equal(text, ']');
  *special = below(text, 0x20) | *high;
}

#include "LineKernel.inc"
