#include "CSimdJSON.h"

#include <simdjson.h>

#include <array>
#include <cstring>
#include <new>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace dom = simdjson::dom;

// Elements and iterators are two words that may be copied as bytes: that is what lets them cross.
static_assert(std::is_trivially_copyable_v<dom::element> && sizeof(dom::element) == 16);
static_assert(std::is_trivially_copyable_v<dom::array::iterator> &&
              sizeof(dom::array::iterator) == 16);

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
};

findie_json_value value_of(dom::element element) noexcept {
  findie_json_value value{nullptr, 0, FINDIE_JSON_NULL};
  switch (element.type()) {
  case dom::element_type::STRING: {
    std::string_view text;
    if (element.get(text) == simdjson::SUCCESS) {
      value.pointer = text.data();
      value.word = text.size();
      value.kind = FINDIE_JSON_STRING;
    }
    break;
  }
  case dom::element_type::INT64: {
    int64_t number = 0;
    (void)element.get(number);
    value.word = uint64_t(number);
    value.kind = FINDIE_JSON_INTEGER;
    break;
  }
  case dom::element_type::UINT64: {
    (void)element.get(value.word);
    value.kind = FINDIE_JSON_LARGE_INTEGER;
    break;
  }
  case dom::element_type::DOUBLE: {
    double number = 0;
    (void)element.get(number);
    std::memcpy(&value.word, &number, sizeof number);
    value.kind = FINDIE_JSON_DOUBLE;
    break;
  }
  case dom::element_type::BOOL: {
    bool truth = false;
    (void)element.get(truth);
    value.word = truth;
    value.kind = FINDIE_JSON_BOOL;
    break;
  }
  case dom::element_type::ARRAY:
  case dom::element_type::OBJECT:
    std::memcpy(&value, &element, sizeof element);
    value.kind = element.type() == dom::element_type::ARRAY ? FINDIE_JSON_ARRAY
                                                            : FINDIE_JSON_OBJECT;
    break;
  case dom::element_type::NULL_VALUE:
    break;
  }
  return value;
}

dom::element element_of(findie_json_value value) noexcept {
  dom::element element;
  std::memcpy(static_cast<void *>(&element), &value, sizeof element);
  return element;
}

} // namespace

static_assert(offsetof(findie_json_value, pointer) == 0 && offsetof(findie_json_value, word) == 8);

struct findie_json_parser {
  dom::parser parser;
  std::vector<Table> tables;
  std::array<std::string, 16> joined;
  // The slots that were filled since the last parse: their bytes must not move.
  uint32_t filled_slots = 0;
};

size_t findie_json_padding(void) { return simdjson::SIMDJSON_PADDING; }

findie_json_parser *findie_json_create(size_t max_depth) {
  auto *parser = new (std::nothrow) findie_json_parser;
  if (parser == nullptr) return nullptr;
  // The capacity grows with the longest line; the depth is kept when it does.
  if (parser->parser.allocate(1 << 14, max_depth) != simdjson::SUCCESS) {
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
  switch (parser->parser.parse(bytes, length, false).get(element)) {
  case simdjson::SUCCESS:
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

int findie_json_read(findie_json_parser *parser, int table, findie_json_value value) {
  Table &keys = parser->tables[size_t(table)];
  for (auto &field : keys.values) field.kind = FINDIE_JSON_ABSENT;
  dom::object object;
  if (element_of(value).get(object) != simdjson::SUCCESS) return -1;
  int twice = -1;
  for (auto field : object) {
    int place = keys.find(field.key);
    if (place < 0) continue;
    findie_json_value &known = keys.values[size_t(place)];
    if (known.kind != FINDIE_JSON_ABSENT && twice < 0) twice = place;
    known = value_of(field.value);
  }
  return twice;
}

findie_json_value findie_json_field(const findie_json_parser *parser, int table, size_t place) {
  return parser->tables[size_t(table)].values[place];
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
  const uint32_t bit = uint32_t(1) << slot;
  if ((parser->filled_slots & bit) != 0) return FINDIE_JSON_TEXT_SLOT_TAKEN;
  parser->filled_slots |= bit;
  std::string &joined = parser->joined[size_t(slot)];
  joined.clear();
  if (value.kind == FINDIE_JSON_ABSENT || value.kind == FINDIE_JSON_NULL) {
    return FINDIE_JSON_TEXT_SOUND;
  }
  dom::array array;
  if (value.kind != FINDIE_JSON_ARRAY || element_of(value).get(array) != simdjson::SUCCESS) {
    return FINDIE_JSON_TEXT_WRONG_TYPE;
  }
  try {
    for (dom::element element : array) {
      const findie_json_value text = value_of(element);
      const int fault = findie_json_text_fault(text, limit);
      if (fault != FINDIE_JSON_TEXT_SOUND) {
        joined.clear();
        return fault;
      }
      if (text.word == 0) continue;
      if (!joined.empty()) joined.push_back(char(separator));
      joined.append(static_cast<const char *>(text.pointer), size_t(text.word));
    }
  } catch (...) {
    joined.clear();
    return FINDIE_JSON_TEXT_NO_MEMORY;
  }
  return FINDIE_JSON_TEXT_SOUND;
}

findie_json_value findie_json_joined(const findie_json_parser *parser, int slot) {
  const std::string &joined = parser->joined[size_t(slot)];
  return {joined.data(), joined.size(), FINDIE_JSON_STRING};
}
