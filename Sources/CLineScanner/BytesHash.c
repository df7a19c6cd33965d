#include "LineValues.h"

// The two halves of a product, folded: each bit of the result hangs on all of both factors.
FINDIE_INLINE uint64_t folded(uint64_t left, uint64_t right) {
  const unsigned __int128 product = (unsigned __int128)left * right;
  return (uint64_t)product ^ (uint64_t)(product >> 64);
}

static const uint64_t secrets[4] = {
    UINT64_C(0xA0761D6478BD642F), UINT64_C(0xE7037ED1A0B428DB),
    UINT64_C(0x8EBC6AF09C88C6E3), UINT64_C(0x589965CC75374CC3),
};

// Source: Wang Yi, wyhash (2019): words are multiplied in pairs, two chains side by side.
uint64_t findie_bytes_hash(const uint8_t *bytes, size_t length) {
  uint64_t left = secrets[0] ^ length;
  uint64_t right = secrets[3];
  if (length < 16) {
    uint64_t words[2] = {0, 0};
    memcpy(words, bytes, length);
    return folded(folded(words[0] ^ secrets[1], words[1] ^ left), right);
  }
  const uint8_t *last = bytes + length - 16;
  for (; last - bytes > 16; bytes += 32) {
    left = folded(load64(bytes) ^ secrets[1], load64(bytes + 8) ^ left);
    right = folded(load64(bytes + 16) ^ secrets[2], load64(bytes + 24) ^ right);
  }
  if (bytes < last) left = folded(load64(bytes) ^ secrets[1], load64(bytes + 8) ^ left);
  // The last sixteen bytes, some of them perhaps again.
  right = folded(load64(last) ^ secrets[2], load64(last + 8) ^ right);
  return folded(left ^ secrets[0], right ^ length);
}
