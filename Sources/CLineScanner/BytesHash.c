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

// The history's hash64, for texts of any length, by the way that short ones take; its Swift says why.
FINDIE_INLINE uint64_t hash64(const uint8_t *bytes, size_t count) {
  uint64_t state = secrets[0];
  if (count == 0) return folded(state ^ secrets[2], secrets[3]);
  size_t offset = 0;
  if (count >= 64) {
    uint64_t second = state ^ secrets[1], third = state ^ secrets[2], fourth = state ^ secrets[3];
    for (; count - offset >= 64; offset += 64) {
      const uint8_t *block = bytes + offset;
      state = folded(load64(block) ^ secrets[1], load64(block + 8) ^ state);
      second = folded(load64(block + 16) ^ secrets[2], load64(block + 24) ^ second);
      third = folded(load64(block + 32) ^ secrets[3], load64(block + 40) ^ third);
      fourth = folded(load64(block + 48) ^ secrets[0], load64(block + 56) ^ fourth);
    }
    state = folded(state, second ^ secrets[2]) ^ folded(third, fourth ^ secrets[1]);
  }
  for (; count - offset >= 16; offset += 16) {
    state = folded(load64(bytes + offset) ^ secrets[1], load64(bytes + offset + 8) ^ state);
  }
  const size_t left = count - offset;
  if (left > 0) {
    uint64_t first, last = 0;
    if (count >= 16) {
      first = load64(bytes + count - 16);
      last = load64(bytes + count - 8);
    } else if (left >= 8) {
      first = load64(bytes);
      last = load64(bytes + count - 8);
    } else if (left >= 4) {
      first = load32(bytes);
      last = load32(bytes + count - 4);
    } else {
      first = bytes[0] | (uint64_t)bytes[count / 2] << 8 | (uint64_t)bytes[count - 1] << 16;
    }
    state = folded(first ^ secrets[1], last ^ state);
  }
  return folded(state ^ secrets[2], count ^ secrets[3]);
}

FINDIE_INLINE bool are_equal(const uint8_t *left, const uint8_t *right, size_t length) {
  if (left == right) return true;
  if (length < 8) return memcmp(left, right, length) == 0;
  // Words up to the last whole one, then the last eight bytes, which may overlap.
  for (size_t offset = 0; offset + 8 < length; offset += 8) {
    if (load64(left + offset) != load64(right + offset)) return false;
  }
  return load64(left + length - 8) == load64(right + length - 8);
}

void findie_find_repeats(const uint8_t *const *texts, const uint32_t *lengths, size_t count,
                         bool *repeats) {
  for (size_t row = 0; row < count; row++) {
    repeats[row] = row > 0 && lengths[row] == lengths[row - 1]
        && are_equal(texts[row], texts[row - 1], lengths[row]);
  }
}

void findie_hash_texts(const uint8_t *const *texts, const uint32_t *lengths, size_t count,
                       bool *repeats, uint64_t *hashes) {
  findie_find_repeats(texts, lengths, count, repeats);
  for (size_t row = 0; row < count; row++) {
    hashes[row] = repeats[row] ? hashes[row - 1] : hash64(texts[row], lengths[row]);
  }
}
