// Reads the usual line, a flat object, with simdjson's On-Demand parser: it is about twice as fast as
// the DOM, which builds a document first.
//
// On-Demand validates only what is read. So every key and value is read here, and a line with
// anything unusual is left to the DOM parser, which alone decides what is wrong with a line.
#include "Parser.h"

namespace {

// Whether there may be an escape or a control character: one begins with 7F (U+007F) or C2 (U+0080
// to U+009F). Blocks of fixed size are fast; the last one may include bytes behind the line.
#if defined(__x86_64__)
// The loader chooses one by the processor.
__attribute__((target_clones("avx2", "default")))
#endif
bool has_escape_or_control(const uint8_t *bytes, size_t length) noexcept {
  constexpr size_t block = 64;
  static_assert(block <= simdjson::SIMDJSON_PADDING);
  // By place in the block, so that blocks do not wait for each other.
  std::array<uint8_t, block> found{};
  for (size_t start = 0; start < length; start += block) {
    for (size_t place = 0; place < block; ++place) {
      const uint8_t byte = bytes[start + place];
      found[place] |= uint8_t((byte == '\\') | (byte == 0x7F) | (byte == 0xC2));
    }
  }
  uint8_t any = 0;
  for (const uint8_t one : found) any |= one;
  return any != 0;
}

bool is_space(char letter) noexcept {
  return letter == ' ' || letter == '\t' || letter == '\r' || letter == '\n';
}

// A string without escapes: its text stands between its quotes.
bool text_of(ondemand::value value, std::string_view &text) noexcept {
  std::string_view token = value.raw_json_token();
  while (!token.empty() && is_space(token.back())) token.remove_suffix(1);
  if (token.size() < 2 || token.back() != '"') return false;
  text = token.substr(1, token.size() - 2);
  // Consumes the value, so that a separator has to follow.
  ondemand::raw_json_string raw;
  return value.get_raw_json_string().get(raw) == simdjson::SUCCESS;
}

bool number_of(ondemand::value value, size_t length, findie_json_value &number) noexcept {
  // On-Demand of simdjson 3.0 rounds some numbers of more than 19 digits differently than the DOM.
  if (length > 19) return false;
  ondemand::number read;
  if (value.get_number().get(read) != simdjson::SUCCESS) return false;
  switch (read.get_number_type()) {
  case ondemand::number_type::signed_integer:
    number = {nullptr, uint64_t(read.get_int64()), FINDIE_JSON_INTEGER};
    return true;
  case ondemand::number_type::unsigned_integer:
    number = {nullptr, read.get_uint64(), FINDIE_JSON_LARGE_INTEGER};
    return true;
  case ondemand::number_type::floating_point_number: {
    const double fraction = read.get_double();
    number = {nullptr, 0, FINDIE_JSON_DOUBLE};
    std::memcpy(&number.word, &fraction, sizeof fraction);
    return true;
  }
  }
  return false;
}

// Joins the strings of an array.
bool join(ondemand::value value, Slot &joined, uint8_t separator, size_t limit) noexcept {
  ondemand::array array;
  if (value.get_array().get(array) != simdjson::SUCCESS) return false;
  char *const start = joined.bytes.data();
  char *end = start;
  for (auto element : array) {
    ondemand::value held;
    std::string_view text;
    if (element.get(held) != simdjson::SUCCESS) return false;
    if (!text_of(held, text) || text.size() > limit) return false;
    if (text.empty()) continue;
    if (end != start) *end++ = char(separator);
    copy(end, text.data(), text.size());
    end += text.size();
  }
  joined.length = size_t(end - start);
  return true;
}

// The index of a key, which begins behind its quote.
int index_of(Table &keys, const char *key, const char *line_end, size_t position) noexcept {
  if (position < keys.order.size() && keys.order[position] >= 0) {
    const std::string &name = keys.names[size_t(keys.order[position])];
    // What is compared behind the line is padding.
    if (name.size() < simdjson::SIMDJSON_PADDING && key[name.size()] == '"' &&
        are_equal(name.data(), key, name.size())) {
      return keys.order[position];
    }
  }
  const void *quote = std::memchr(key, '"', size_t(line_end - key));
  if (quote == nullptr) return -1;
  const size_t length = size_t(static_cast<const char *>(quote) - key);
  return keys.find({key, length}, position);
}

// The column of the list at an index of the table, or -1.
int list_column(const findie_json_parser &parser, int place) noexcept {
  for (size_t column = 0; column < parser.columns.size(); ++column) {
    const findie_json_column &rule = parser.columns[column];
    if (rule.is_list && rule.place == place) return int(column);
  }
  return -1;
}

bool read_field(findie_json_parser &parser, int place, ondemand::value value,
                findie_json_value &read, uint8_t separator, size_t limit) noexcept {
  const std::string_view token = value.raw_json_token();
  switch (token.front()) {
  case '"': {
    std::string_view text;
    if (!text_of(value, text)) return false;
    read = {text.data(), text.size(), FINDIE_JSON_STRING};
    return true;
  }
  case '[': {
    const int column = list_column(parser, place);
    Slot *joined = column < 0 ? nullptr : parser.slot(column);
    if (joined == nullptr) return false;
    joined->reserve(parser.line_length);
    read = {nullptr, 0, FINDIE_JSON_ARRAY};
    return join(value, *joined, separator, limit);
  }
  case 'n': {
    read = {nullptr, 0, FINDIE_JSON_NULL};
    bool is_null = false;
    return value.is_null().get(is_null) == simdjson::SUCCESS && is_null;
  }
  case 't':
  case 'f': {
    bool truth = false;
    if (value.get_bool().get(truth) != simdjson::SUCCESS) return false;
    read = {nullptr, truth, FINDIE_JSON_BOOL};
    return true;
  }
  case '{':
    return false;
  default:
    return number_of(value, token.size(), read);
  }
}

bool read_object(findie_json_parser &parser, Table &keys, const uint8_t *bytes, size_t length,
                 uint8_t separator, size_t limit) {
  const char *const line = reinterpret_cast<const char *>(bytes);
  ondemand::document document;
  ondemand::object object;
  const simdjson::padded_string_view padded(line, length, length + simdjson::SIMDJSON_PADDING);
  if (parser.flat_parser.iterate(padded).get(document) != simdjson::SUCCESS) return false;
  if (document.get_object().get(object) != simdjson::SUCCESS) return false;
  size_t position = 0;
  for (auto result : object) {
    ondemand::field field;
    if (std::move(result).get(field) != simdjson::SUCCESS) return false;
    const int place = index_of(keys, field.key().raw(), line + length, position++);
    findie_json_value read;
    if (!read_field(parser, place, field.value(), read, separator, limit)) return false;
    int twice = -1;
    if (place >= 0) keys.put(place, read, twice);
    if (twice >= 0) return false;
  }
  // There is nothing behind the object.
  const char *location = nullptr;
  return document.current_location().get(location) == simdjson::OUT_OF_BOUNDS;
}

} // namespace

bool findie_json_take_flat(findie_json_parser *parser, int table, const uint8_t *bytes,
                           size_t length, uint8_t separator, size_t limit) {
  if (parser->max_depth < 2 || has_escape_or_control(bytes, length)) return false;
  parser->filled_slots = 0;
  parser->line_length = length;
  parser->may_hold_control = false;
  findie_json_clear(parser, table);
  try {
    Table &keys = parser->tables[size_t(table)];
    return read_object(*parser, keys, bytes, length, separator, limit) &&
           findie_json_take_texts(parser, table, separator, limit);
  } catch (...) {
    // Without memory for a list, the DOM parser reports it.
    return false;
  }
}
