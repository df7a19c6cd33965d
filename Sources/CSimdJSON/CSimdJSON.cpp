#include "Values.h"

#include <array>
#include <cstring>
#include <new>
#include <string>
#include <string_view>
#include <vector>

namespace {

// The known keys of one kind of object, found by length and two letters, then compared.
struct Table {
  static constexpr size_t slot_count = 128;
  std::array<int16_t, slot_count> slots;
  std::vector<std::string> names;
  std::vector<findie_json_value> values;

  Table() { slots.fill(-1); }

  static size_t slot(std::string_view key) noexcept {
    if (key.empty()) return 0;
    return (key.size() * 29 + uint8_t(key.front()) * 5 + uint8_t(key.back())) % slot_count;
  }

  int find(std::string_view key) const noexcept {
    for (size_t place = slot(key); slots[place] >= 0; place = (place + 1) % slot_count) {
      if (names[size_t(slots[place])] == key) return slots[place];
    }
    return -1;
  }

  // Puts a value at its key's place, and notes the lowest place that gets a second one.
  void put(int place, findie_json_value value, int &twice) noexcept {
    findie_json_value &known = values[size_t(place)];
    if (known.kind != FINDIE_JSON_ABSENT && (twice < 0 || place < twice)) twice = place;
    known = value;
  }
};

// Whether sound JSON has more objects and arrays in each other than may be. simdjson sees to that but
// for empty ones, which it does not enter.
bool is_too_deep(const uint8_t *bytes, size_t length, size_t max_depth) noexcept {
  size_t count = 0;
  // '[' and '{' differ in one bit from each other, and in more from all other bytes.
  for (size_t place = 0; place < length; ++place) count += (bytes[place] | 0x20) == '{';
  if (count <= max_depth) return false;
  size_t depth = 0;
  bool is_text = false;
  for (size_t place = 0; place < length; ++place) {
    switch (bytes[place]) {
    case '\\':
      ++place;
      break;
    case '"':
      is_text = !is_text;
      break;
    case '[':
    case '{':
      if (!is_text && ++depth > max_depth) return true;
      break;
    case ']':
    case '}':
      if (!is_text) --depth;
      break;
    }
  }
  return false;
}

} // namespace

struct findie_json_parser {
  dom::parser parser;
  size_t max_depth = 0;
  std::vector<Table> tables;
  std::array<std::string, 16> joined;
  // The slots that were filled since the last parse: their bytes must not move.
  uint32_t filled_slots = 0;

  // An emptied slot, or null where it was filled since the last parse.
  std::string *slot(int place) noexcept {
    const uint32_t bit = uint32_t(1) << place;
    if ((filled_slots & bit) != 0) return nullptr;
    filled_slots |= bit;
    joined[size_t(place)].clear();
    return &joined[size_t(place)];
  }
};

size_t findie_json_padding(void) { return simdjson::SIMDJSON_PADDING; }

findie_json_parser *findie_json_create(size_t max_depth) {
  auto *parser = new (std::nothrow) findie_json_parser;
  if (parser == nullptr) return nullptr;
  parser->max_depth = max_depth;
  // The capacity grows with the longest line; the depth is kept when it does. simdjson counts the
  // document itself too.
  if (parser->parser.allocate(1 << 14, max_depth + 1) != simdjson::SUCCESS) {
    delete parser;
    return nullptr;
  }
  return parser;
}

void findie_json_destroy(findie_json_parser *parser) { delete parser; }

int findie_json_add_table(findie_json_parser *parser) {
  try {
    parser->tables.emplace_back();
    return int(parser->tables.size()) - 1;
  } catch (...) {
    return -1;
  }
}

bool findie_json_add_key(findie_json_parser *parser, int table, const char *name, size_t length) {
  try {
    Table &keys = parser->tables[size_t(table)];
    // Half full at most: a search always meets an empty slot.
    if (keys.names.size() * 2 >= Table::slot_count) return false;
    keys.names.emplace_back(name, length);
    keys.values.push_back({nullptr, 0, FINDIE_JSON_ABSENT});
    size_t place = Table::slot(keys.names.back());
    while (keys.slots[place] >= 0) place = (place + 1) % Table::slot_count;
    keys.slots[place] = int16_t(keys.names.size() - 1);
    return true;
  } catch (...) {
    return false;
  }
}

int findie_json_parse(findie_json_parser *parser, const uint8_t *bytes, size_t length,
                      findie_json_value *root) {
  parser->filled_slots = 0;
  dom::element element;
  const auto outcome = parser->parser.parse(bytes, length, false).get(element);
  // Whatever else is wrong with bytes that are no text: that they are none says it best.
  if (outcome != simdjson::SUCCESS &&
      !simdjson::validate_utf8(reinterpret_cast<const char *>(bytes), length)) {
    return FINDIE_JSON_NOT_UTF8;
  }
  switch (outcome) {
  case simdjson::SUCCESS:
    if (is_too_deep(bytes, length, parser->max_depth)) return FINDIE_JSON_TOO_DEEP;
    *root = value_of(element);
    return FINDIE_JSON_SOUND;
  case simdjson::UTF8_ERROR:
    return FINDIE_JSON_NOT_UTF8;
  case simdjson::DEPTH_ERROR:
    return FINDIE_JSON_TOO_DEEP;
  case simdjson::NUMBER_ERROR:
  case simdjson::NUMBER_OUT_OF_RANGE:
    return FINDIE_JSON_BAD_NUMBER;
  case simdjson::MEMALLOC:
  case simdjson::CAPACITY:
    return FINDIE_JSON_NO_MEMORY;
  default:
    return FINDIE_JSON_BROKEN;
  }
}

void findie_json_clear(findie_json_parser *parser, int table) {
  for (auto &field : parser->tables[size_t(table)].values) field.kind = FINDIE_JSON_ABSENT;
}

void findie_json_set(findie_json_parser *parser, int table, size_t place, findie_json_value value) {
  parser->tables[size_t(table)].values[place] = value;
}

int findie_json_read(findie_json_parser *parser, int table, findie_json_value value) {
  Table &keys = parser->tables[size_t(table)];
  findie_json_clear(parser, table);
  const bool is_typed = value.kind == FINDIE_JSON_REST_MAP;
  if (value.kind != FINDIE_JSON_OBJECT && !is_typed) return -1;
  dom::object object;
  if (element_of(value).get(object) != simdjson::SUCCESS) return -1;
  int twice = -1;
  for (auto field : object) {
    const int place = keys.find(field.key);
    if (place < 0) continue;
    keys.put(place, is_typed ? rest_value_of(field.value) : value_of(field.value), twice);
  }
  return twice;
}

int findie_json_read_parameters(findie_json_parser *parser, int table, findie_json_value value) {
  Table &keys = parser->tables[size_t(table)];
  findie_json_clear(parser, table);
  dom::array array;
  if (value.kind != FINDIE_JSON_ARRAY) return -1;
  if (element_of(value).get(array) != simdjson::SUCCESS) return -1;
  int twice = -1;
  for (dom::element parameter : array) {
    std::string_view key;
    dom::element held;
    if (parameter["key"].get(key) != simdjson::SUCCESS) continue;
    const int place = keys.find(key);
    if (place < 0 || parameter["value"].get(held) != simdjson::SUCCESS) continue;
    keys.put(place, parameter_value_of(held), twice);
  }
  return twice;
}

const findie_json_value *findie_json_values(const findie_json_parser *parser, int table) {
  return parser->tables[size_t(table)].values.data();
}

findie_json_value findie_json_first(findie_json_value value) {
  findie_json_value first{nullptr, 0, FINDIE_JSON_ABSENT};
  findie_json_cursor cursor = findie_json_elements(value);
  (void)findie_json_next(&cursor, &first);
  return first;
}

findie_json_cursor findie_json_elements(findie_json_value value) {
  findie_json_cursor cursor{{0, 0}, {0, 0}};
  dom::array array;
  if (value.kind != FINDIE_JSON_ARRAY) return cursor;
  if (element_of(value).get(array) != simdjson::SUCCESS) return cursor;
  dom::array::iterator next = array.begin();
  dom::array::iterator end = array.end();
  std::memcpy(cursor.next, &next, sizeof next);
  std::memcpy(cursor.end, &end, sizeof end);
  return cursor;
}

bool findie_json_next(findie_json_cursor *cursor, findie_json_value *element) {
  if (std::memcmp(cursor->next, cursor->end, sizeof cursor->next) == 0) return false;
  dom::array::iterator next;
  std::memcpy(static_cast<void *>(&next), cursor->next, sizeof next);
  *element = value_of(*next);
  ++next;
  std::memcpy(cursor->next, &next, sizeof next);
  return true;
}

int findie_json_text_fault(findie_json_value value, size_t limit) {
  if (value.kind != FINDIE_JSON_STRING) return FINDIE_JSON_TEXT_WRONG_TYPE;
  const size_t count = size_t(value.word);
  if (count > limit) return FINDIE_JSON_TEXT_TOO_LONG;
  const auto *bytes = static_cast<const uint8_t *>(value.pointer);
  // No early exit, so that the compiler looks at many bytes at once: texts are short and sound.
  unsigned found = 0;
  for (size_t place = 0; place < count; ++place) {
    found |= unsigned(bytes[place] < 0x20) | unsigned(bytes[place] == 0x7F);
  }
  // U+0080 to U+009F are C2 80 to C2 9F.
  for (size_t place = 1; place < count; ++place) {
    found |= unsigned(bytes[place - 1] == 0xC2) & unsigned(bytes[place] < 0xA0);
  }
  return found != 0 ? FINDIE_JSON_TEXT_CONTROL : FINDIE_JSON_TEXT_SOUND;
}

int findie_json_join(findie_json_parser *parser, int slot, findie_json_value value,
                     uint8_t separator, size_t limit) {
  std::string *joined = parser->slot(slot);
  if (joined == nullptr) return FINDIE_JSON_TEXT_SLOT_TAKEN;
  const bool is_typed = value.kind == FINDIE_JSON_REST_ARRAY;
  if (value.kind == FINDIE_JSON_ABSENT || value.kind == FINDIE_JSON_NULL ||
      (is_typed && value.pointer == nullptr)) {
    return FINDIE_JSON_TEXT_SOUND;
  }
  dom::array array;
  if ((value.kind != FINDIE_JSON_ARRAY && !is_typed) ||
      element_of(value).get(array) != simdjson::SUCCESS) {
    return FINDIE_JSON_TEXT_WRONG_TYPE;
  }
  try {
    for (dom::element element : array) {
      const findie_json_value text = is_typed ? rest_value_of(element) : value_of(element);
      const int fault = findie_json_text_fault(text, limit);
      if (fault != FINDIE_JSON_TEXT_SOUND) {
        joined->clear();
        return fault;
      }
      if (text.word == 0) continue;
      if (!joined->empty()) joined->push_back(char(separator));
      joined->append(static_cast<const char *>(text.pointer), size_t(text.word));
    }
  } catch (...) {
    joined->clear();
    return FINDIE_JSON_TEXT_NO_MEMORY;
  }
  return FINDIE_JSON_TEXT_SOUND;
}

int findie_json_keep(findie_json_parser *parser, int slot, const uint8_t *bytes, size_t length) {
  std::string *kept = parser->slot(slot);
  if (kept == nullptr) return FINDIE_JSON_TEXT_SLOT_TAKEN;
  try {
    if (length > 0) kept->assign(reinterpret_cast<const char *>(bytes), length);
  } catch (...) {
    return FINDIE_JSON_TEXT_NO_MEMORY;
  }
  return FINDIE_JSON_TEXT_SOUND;
}

findie_json_value findie_json_joined(const findie_json_parser *parser, int slot) {
  const std::string &joined = parser->joined[size_t(slot)];
  return {joined.data(), joined.size(), FINDIE_JSON_STRING};
}
