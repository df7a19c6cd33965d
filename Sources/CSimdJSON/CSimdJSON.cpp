#include "Parser.h"

#include <algorithm>
#include <new>

namespace {

// Whether valid JSON has too many nested objects and arrays. simdjson checks the depth except for
// empty ones.
bool is_too_deep(const uint8_t *bytes, size_t length, size_t max_depth) noexcept {
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

// An upper bound of the number of objects and arrays: brackets in texts are counted too.
#if defined(__x86_64__)
// The loader chooses one by the processor.
__attribute__((target_clones("avx2", "default")))
#endif
size_t bracket_count(const uint8_t *bytes, size_t length) noexcept {
  size_t brackets = 0;
  // Blocks whose counts fit a byte: the compiler counts many bytes at once.
  for (size_t start = 0; start < length; start += 255) {
    const size_t end = std::min(length, start + 255);
    uint8_t count = 0;
    // '[' and '{' differ in one bit from each other, and in more from all other bytes.
    for (size_t place = start; place < end; ++place) {
      count = uint8_t(count + ((bytes[place] | 0x20) == '{'));
    }
    brackets += count;
  }
  return brackets;
}

} // namespace

size_t findie_json_padding(void) { return simdjson::SIMDJSON_PADDING; }

findie_json_parser *findie_json_create(size_t max_depth) {
  auto *parser = new (std::nothrow) findie_json_parser;
  if (parser == nullptr) return nullptr;
  parser->max_depth = max_depth;
  // The capacity grows with the longest line; the depth stays. simdjson also counts the document
  // itself.
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
    // At most half full: a search always finds an empty slot.
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
  parser->elements = {{0, 0}, {0, 0}};
  dom::element element;
  const auto outcome = parser->parser.parse(bytes, length, false).get(element);
  // Invalid UTF-8 takes precedence over other faults.
  if (outcome != simdjson::SUCCESS &&
      !simdjson::validate_utf8(reinterpret_cast<const char *>(bytes), length)) {
    return FINDIE_JSON_NOT_UTF8;
  }
  switch (outcome) {
  case simdjson::SUCCESS: {
    if (bracket_count(bytes, length) > parser->max_depth &&
        is_too_deep(bytes, length, parser->max_depth)) {
      return FINDIE_JSON_TOO_DEEP;
    }
    parser->line_length = length;
    parser->may_hold_control = findie_json_has_escape_or_control(bytes, length);
    *root = value_of(element);
    return FINDIE_JSON_SOUND;
  }
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
  size_t position = 0;
  for (auto field : object) {
    const int place = keys.find(field.key, position++);
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

void findie_json_begin(findie_json_parser *parser, findie_json_value array) {
  parser->elements = findie_json_elements(array);
}

bool findie_json_advance(findie_json_parser *parser, findie_json_value *element) {
  return findie_json_next(&parser->elements, element);
}

bool findie_json_is_at_end(const findie_json_parser *parser) {
  const findie_json_cursor &rest = parser->elements;
  return std::memcmp(rest.next, rest.end, sizeof rest.next) == 0;
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

findie_json_cursor findie_json_members(findie_json_value value) {
  findie_json_cursor cursor{{0, 0}, {0, 0}};
  dom::object object;
  if (value.kind != FINDIE_JSON_OBJECT && value.kind != FINDIE_JSON_REST_MAP) return cursor;
  if (element_of(value).get(object) != simdjson::SUCCESS) return cursor;
  dom::object::iterator next = object.begin();
  dom::object::iterator end = object.end();
  std::memcpy(cursor.next, &next, sizeof next);
  std::memcpy(cursor.end, &end, sizeof end);
  return cursor;
}

bool findie_json_next_member(findie_json_cursor *cursor, findie_json_value *key,
                             findie_json_value *value) {
  if (std::memcmp(cursor->next, cursor->end, sizeof cursor->next) == 0) return false;
  dom::object::iterator next;
  std::memcpy(static_cast<void *>(&next), cursor->next, sizeof next);
  const std::string_view text = next.key();
  *key = {text.data(), text.size(), FINDIE_JSON_STRING};
  *value = value_of(next.value());
  ++next;
  std::memcpy(cursor->next, &next, sizeof next);
  return true;
}

int findie_json_text_fault(const findie_json_parser *parser, findie_json_value value,
                           size_t limit) {
  if (value.kind != FINDIE_JSON_STRING) return FINDIE_JSON_TEXT_WRONG_TYPE;
  const size_t count = size_t(value.word);
  if (count > limit) return FINDIE_JSON_TEXT_TOO_LONG;
  if (!parser->may_hold_control) return FINDIE_JSON_TEXT_SOUND;
  const auto *bytes = static_cast<const uint8_t *>(value.pointer);
  // No early exit, so that the compiler checks many bytes at once: texts are short and usually
  // valid.
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
  Slot *joined = parser->slot(slot);
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
    // The texts without their quotes and escapes are shorter than the line.
    joined->reserve(parser->line_length);
  } catch (...) {
    return FINDIE_JSON_TEXT_NO_MEMORY;
  }
  char *end = joined->bytes.data();
  for (dom::element element : array) {
    std::string_view text;
    if (is_typed || parser->may_hold_control || element.get(text) != simdjson::SUCCESS ||
        text.size() > limit) {
      const findie_json_value value = is_typed ? rest_value_of(element) : value_of(element);
      const int fault = findie_json_text_fault(parser, value, limit);
      if (fault != FINDIE_JSON_TEXT_SOUND) return fault;
      text = {static_cast<const char *>(value.pointer), size_t(value.word)};
    }
    if (text.empty()) continue;
    if (end != joined->bytes.data()) *end++ = char(separator);
    std::memcpy(end, text.data(), text.size());
    end += text.size();
  }
  joined->length = size_t(end - joined->bytes.data());
  return FINDIE_JSON_TEXT_SOUND;
}

bool findie_json_set_columns(findie_json_parser *parser, const findie_json_column *columns,
                             size_t count) {
  try {
    parser->columns.assign(columns, columns + count);
    parser->texts.assign(count, {nullptr, 0, FINDIE_JSON_STRING});
    if (count > parser->slots.size()) return false;
    parser->list_columns.fill(-1);
    for (size_t column = 0; column < count; ++column) {
      if (columns[column].is_list) parser->list_columns[columns[column].place] = int8_t(column);
    }
    return true;
  } catch (...) {
    return false;
  }
}

bool findie_json_take_texts(findie_json_parser *parser, int table, uint8_t separator,
                            size_t limit) {
  const uint32_t filled_slots = parser->filled_slots;
  const auto &values = parser->tables[size_t(table)].values;
  for (size_t column = 0; column < parser->columns.size(); ++column) {
    const findie_json_column rule = parser->columns[column];
    const findie_json_value value = values[rule.place];
    findie_json_value &text = parser->texts[column];
    bool is_sound = false;
    if (value.kind == FINDIE_JSON_ABSENT || value.kind == FINDIE_JSON_NULL) {
      is_sound = rule.may_be_absent;
      text = {nullptr, 0, FINDIE_JSON_STRING};
    } else if (rule.is_list) {
      is_sound = parser->is_filled(int(column)) ||
                 findie_json_join(parser, int(column), value, separator, limit) ==
                     FINDIE_JSON_TEXT_SOUND;
      text = findie_json_joined(parser, int(column));
    } else {
      is_sound = findie_json_text_fault(parser, value, limit) == FINDIE_JSON_TEXT_SOUND &&
                 (value.word > 0 || rule.may_be_empty);
      text = value;
    }
    if (!is_sound) {
      parser->filled_slots = filled_slots;
      return false;
    }
  }
  return true;
}

const findie_json_value *findie_json_texts(const findie_json_parser *parser) {
  return parser->texts.data();
}

int findie_json_store(findie_json_parser *parser, int slot, const uint8_t *bytes, size_t length) {
  Slot *copy = parser->slot(slot);
  if (copy == nullptr) return FINDIE_JSON_TEXT_SLOT_TAKEN;
  try {
    copy->reserve(length);
  } catch (...) {
    return FINDIE_JSON_TEXT_NO_MEMORY;
  }
  if (length > 0) std::memcpy(copy->bytes.data(), bytes, length);
  copy->length = length;
  return FINDIE_JSON_TEXT_SOUND;
}

findie_json_value findie_json_joined(const findie_json_parser *parser, int slot) {
  const Slot &joined = parser->slots[size_t(slot)];
  return {joined.bytes.data(), joined.length, FINDIE_JSON_STRING};
}
