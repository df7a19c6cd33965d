// The memory of a parser: its tables of keys and the texts that it builds.
#pragma once
#include "Values.h"

#include <array>
#include <cstring>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

template <typename Word> inline Word load(const char *bytes) noexcept {
  Word word;
  std::memcpy(&word, bytes, sizeof word);
  return word;
}

// Short texts are compared as two words that may overlap, which is faster than a call.
template <typename Word>
inline bool ends_are_equal(const char *left, const char *right, size_t length) {
  const size_t last = length - sizeof(Word);
  return load<Word>(left) == load<Word>(right) &&
         load<Word>(left + last) == load<Word>(right + last);
}

inline bool are_equal(const char *left, const char *right, size_t length) noexcept {
  if (length > 16) return std::memcmp(left, right, length) == 0;
  if (length >= 8) return ends_are_equal<uint64_t>(left, right, length);
  if (length >= 4) return ends_are_equal<uint32_t>(left, right, length);
  for (size_t place = 0; place < length; ++place) {
    if (left[place] != right[place]) return false;
  }
  return true;
}

// The known keys of one kind of object, found by length and two letters, then compared.
struct Table {
  static constexpr size_t slot_count = 128;
  std::array<int16_t, slot_count> slots;
  std::vector<std::string> names;
  std::vector<findie_json_value> values;
  // The indexes of the last object's keys, in their order.
  std::vector<int16_t> order;

  Table() : order(64, -1) { slots.fill(-1); }

  static size_t slot(std::string_view key) noexcept {
    if (key.empty()) return 0;
    return (key.size() * 29 + uint8_t(key.front()) * 5 + uint8_t(key.back())) % slot_count;
  }

  int find(std::string_view key) const noexcept {
    for (size_t place = slot(key); slots[place] >= 0; place = (place + 1) % slot_count) {
      if (is_name(size_t(slots[place]), key)) return slots[place];
    }
    return -1;
  }

  bool is_name(size_t place, std::string_view key) const noexcept {
    const std::string &name = names[place];
    return name.size() == key.size() && are_equal(name.data(), key.data(), key.size());
  }

  // The same for the key at a position of its object. Most objects have the same keys in one order.
  __attribute__((always_inline)) int find(std::string_view key, size_t position) noexcept {
    if (position >= order.size()) return find(key);
    int16_t &guess = order[position];
    if (guess < 0 || !is_name(size_t(guess), key)) guess = int16_t(find(key));
    return guess;
  }

  // Sets the value of a key, and notes the lowest index that gets a second one.
  void put(int place, findie_json_value value, int &twice) noexcept {
    findie_json_value &known = values[size_t(place)];
    if (known.kind != FINDIE_JSON_ABSENT && (twice < 0 || place < twice)) twice = place;
    known = value;
  }
};

// A text that is built for a line, in memory that only grows.
struct Slot {
  std::vector<char> bytes;
  size_t length = 0;

  void reserve(size_t count) {
    if (bytes.size() < count) bytes.resize(count);
  }
};

struct findie_json_parser {
  dom::parser parser;
  size_t max_depth = 0;
  std::vector<Table> tables;
  // Of the line parsed last.
  size_t line_length = 0;
  bool may_hold_control = false;
  std::array<Slot, 16> slots;
  std::vector<findie_json_column> columns;
  std::vector<findie_json_value> texts;
  // The column of the list at each index of a table, or -1.
  std::array<int8_t, 64> list_columns;
  // The slots that were used since the last parse: their bytes must not move.
  uint32_t filled_slots = 0;
  // The rest of the array that findie_json_begin named.
  findie_json_cursor elements{{0, 0}, {0, 0}};

  bool is_filled(int place) const noexcept { return (filled_slots >> place & 1) != 0; }

  // An empty slot, or null if it was used since the last parse.
  Slot *slot(int place) noexcept {
    if (is_filled(place)) return nullptr;
    filled_slots |= uint32_t(1) << place;
    slots[size_t(place)].length = 0;
    return &slots[size_t(place)];
  }
};

// Whether a text of a line may hold an escape or a control character. Up to SIMDJSON_PADDING bytes
// behind the line may be read, and may be found.
bool findie_json_has_escape_or_control(const uint8_t *bytes, size_t length) noexcept;
