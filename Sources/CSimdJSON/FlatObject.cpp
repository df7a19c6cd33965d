// Reads the usual line, a flat object, from the positions of its tokens. That takes half the time of
// the DOM, which builds a document first.
//
// simdjson's first stage finds the tokens, and validates UTF-8 and the ends of strings. Everything
// else is checked here. A line with anything unusual is left to the DOM parser, which alone decides
// what is wrong with a line.
#include "Parser.h"

namespace {

bool is_space(char letter) noexcept {
  return letter == ' ' || letter == '\t' || letter == '\r' || letter == '\n';
}

bool is_digit(char letter) noexcept { return letter >= '0' && letter <= '9'; }

// The tokens of a line: each brace, bracket, colon and comma, and the start of each string and other
// scalar. Between the end of a scalar and the next token there is only white space.
struct Tokens {
  const char *line;
  const uint32_t *starts;
  size_t count;

  char letter(size_t token) const noexcept { return line[starts[token]]; }

  // A scalar that is not the last token.
  std::string_view text(size_t token) const noexcept {
    size_t end = starts[token + 1];
    while (is_space(line[end - 1])) --end;
    return {line + starts[token], end - starts[token]};
  }

  // A string without its quotes. Without escapes in the line, these are its bytes.
  bool string(size_t token, std::string_view &bytes) const noexcept {
    if (letter(token) != '"') return false;
    const std::string_view quoted = text(token);
    if (quoted.size() < 2 || quoted.back() != '"') return false;
    bytes = quoted.substr(1, quoted.size() - 2);
    return true;
  }
};

// Numbers that have one exact form: whole ones of 18 digits, and decimal ones without an exponent of
// 15 digits, whose quotient by a power of ten is rounded once.
bool number_of(std::string_view text, findie_json_value &number) noexcept {
  constexpr size_t whole_digits = 18, decimal_digits = 15;
  static constexpr double powers[] = {1e0, 1e1, 1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                      1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15};
  const bool is_negative = text.front() == '-';
  text.remove_prefix(is_negative);
  if (text.empty() || text.size() > whole_digits) return false;
  if (text[0] == '0' && text.size() > 1 && text[1] != '.') return false;
  int64_t digits = 0;
  size_t place = 0;
  for (; place < text.size() && is_digit(text[place]); ++place) {
    digits = digits * 10 + (text[place] - '0');
  }
  if (place == 0) return false;
  if (place == text.size()) {
    number = {nullptr, uint64_t(is_negative ? -digits : digits), FINDIE_JSON_INTEGER};
    return true;
  }
  const size_t decimals = text.size() - place - 1;
  if (text[place] != '.' || decimals == 0 || text.size() - 1 > decimal_digits) return false;
  for (++place; place < text.size(); ++place) {
    if (!is_digit(text[place])) return false;
    digits = digits * 10 + (text[place] - '0');
  }
  const double quotient = double(digits) / powers[decimals];
  const double value = is_negative ? -quotient : quotient;
  number = {nullptr, 0, FINDIE_JSON_DOUBLE};
  std::memcpy(&number.word, &value, sizeof value);
  return true;
}

// Copies a short text in one step. What it reads and writes behind the text is padding.
constexpr size_t step = 32;
static_assert(step <= simdjson::SIMDJSON_PADDING);

void copy_padded(char *target, std::string_view text) noexcept {
  if (text.size() > step) {
    std::memcpy(target, text.data(), text.size());
  } else {
    std::memcpy(target, text.data(), step);
  }
}

// Joins the strings of the array that begins at a token, and moves behind it.
bool join(const Tokens &tokens, size_t &token, Slot &joined, uint8_t separator,
          size_t limit) noexcept {
  char *const start = joined.bytes.data();
  char *end = start;
  ++token;
  if (tokens.letter(token) != ']') {
    for (;;) {
      std::string_view text;
      if (!tokens.string(token, text) || text.size() > limit) return false;
      if (!text.empty()) {
        if (end != start) *end++ = char(separator);
        copy_padded(end, text);
        end += text.size();
      }
      const char next = tokens.letter(++token);
      if (next == ']') break;
      if (next != ',') return false;
      ++token;
    }
  }
  ++token;
  joined.length = size_t(end - start);
  return true;
}

// Reads the value that begins at a token, and moves behind it.
bool read_value(findie_json_parser &parser, int place, const Tokens &tokens, size_t &token,
                findie_json_value &value, uint8_t separator, size_t limit) {
  switch (tokens.letter(token)) {
  case '"': {
    std::string_view text;
    if (!tokens.string(token++, text)) return false;
    value = {text.data(), text.size(), FINDIE_JSON_STRING};
    return true;
  }
  case '[': {
    const int column = place < 0 ? -1 : parser.list_columns[size_t(place)];
    Slot *joined = column < 0 ? nullptr : parser.slot(column);
    if (joined == nullptr) return false;
    joined->reserve(parser.line_length + step);
    value = {nullptr, 0, FINDIE_JSON_ARRAY};
    return join(tokens, token, *joined, separator, limit);
  }
  case 'n':
    value = {nullptr, 0, FINDIE_JSON_NULL};
    return tokens.text(token++) == "null";
  case 't':
    value = {nullptr, 1, FINDIE_JSON_BOOL};
    return tokens.text(token++) == "true";
  case 'f':
    value = {nullptr, 0, FINDIE_JSON_BOOL};
    return tokens.text(token++) == "false";
  case '-':
  case '0':
  case '1':
  case '2':
  case '3':
  case '4':
  case '5':
  case '6':
  case '7':
  case '8':
  case '9':
    return number_of(tokens.text(token++), value);
  default:
    return false;
  }
}

// Each step checks its token, and none accepts the last one, a brace, but the end: so no step goes
// beyond the last token.
bool read_object(findie_json_parser &parser, Table &keys, const Tokens &tokens, uint8_t separator,
                 size_t limit) {
  if (tokens.count < 2 || tokens.letter(0) != '{' || tokens.letter(tokens.count - 1) != '}') {
    return false;
  }
  size_t token = 1;
  for (size_t position = 0;; ++position) {
    std::string_view key;
    if (!tokens.string(token, key)) return false;
    if (tokens.letter(++token) != ':') return false;
    ++token;
    const int place = keys.find(key, position);
    findie_json_value value;
    if (!read_value(parser, place, tokens, token, value, separator, limit)) return false;
    int twice = -1;
    if (place >= 0) keys.put(place, value, twice);
    if (twice >= 0) return false;
    const char next = tokens.letter(token);
    if (next == '}') return token == tokens.count - 1;
    if (next != ',') return false;
    ++token;
  }
}

} // namespace

// A control character comes from an escape, or begins with 7F (U+007F) or C2 (U+0080 to U+009F).
// Blocks of fixed size are fast; the last one may include bytes behind the line.
#if defined(__x86_64__)
// The loader chooses one by the processor.
__attribute__((target_clones("avx2", "default")))
#endif
bool findie_json_has_escape_or_control(const uint8_t *bytes, size_t length) noexcept {
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

bool findie_json_take_flat(findie_json_parser *parser, int table, const uint8_t *bytes,
                           size_t length, uint8_t separator, size_t limit) {
  auto &stages = *parser->parser.implementation;
  if (parser->max_depth < 2 || length > stages.capacity()) return false;
  if (findie_json_has_escape_or_control(bytes, length)) return false;
  if (stages.stage1(bytes, length, simdjson::stage1_mode::regular) != simdjson::SUCCESS) return false;
  parser->filled_slots = 0;
  parser->line_length = length;
  parser->may_hold_control = false;
  findie_json_clear(parser, table);
  try {
    Table &keys = parser->tables[size_t(table)];
    const Tokens tokens{reinterpret_cast<const char *>(bytes), stages.structural_indexes.get(),
                        stages.n_structural_indexes};
    return read_object(*parser, keys, tokens, separator, limit) &&
           findie_json_take_texts(parser, table, separator, limit);
  } catch (...) {
    // Without memory for a list, the DOM parser reports it.
    return false;
  }
}
