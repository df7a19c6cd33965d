// Values that name their types: Firestore's REST form and the parameters of a GA4 event.
#include "Values.h"

#include <charconv>
#include <limits>
#include <string_view>

namespace {

bool is_digit(char letter) noexcept { return letter >= '0' && letter <= '9'; }

// Whether a text is a number as JSON writes it, and whether it is a whole one.
bool is_json_number(std::string_view text, bool &is_whole) noexcept {
  size_t place = 0;
  auto digits = [&] {
    const size_t first = place;
    while (place < text.size() && is_digit(text[place])) ++place;
    return place - first;
  };
  if (place < text.size() && text[place] == '-') ++place;
  const bool leads_with_zero = place < text.size() && text[place] == '0';
  const size_t count = digits();
  if (count == 0 || (leads_with_zero && count > 1)) return false;
  is_whole = place == text.size();
  if (place < text.size() && text[place] == '.') {
    ++place;
    if (digits() == 0) return false;
  }
  if (place < text.size() && (text[place] == 'e' || text[place] == 'E')) {
    ++place;
    if (place < text.size() && (text[place] == '+' || text[place] == '-')) ++place;
    if (digits() == 0) return false;
  }
  return place == text.size();
}

findie_json_value double_value(double number) noexcept {
  findie_json_value value{nullptr, 0, FINDIE_JSON_DOUBLE};
  std::memcpy(&value.word, &number, sizeof number);
  return value;
}

findie_json_value number_value(std::string_view text) noexcept {
  constexpr findie_json_value none{nullptr, 0, FINDIE_JSON_NO_NUMBER};
  if (text == "Infinity") return double_value(std::numeric_limits<double>::infinity());
  if (text == "-Infinity") return double_value(-std::numeric_limits<double>::infinity());
  bool is_whole = false;
  if (!is_json_number(text, is_whole)) return none;
  const char *first = text.data();
  const char *end = first + text.size();
  if (is_whole) {
    int64_t integer = 0;
    if (std::from_chars(first, end, integer).ec != std::errc()) return none;
    return {nullptr, uint64_t(integer), FINDIE_JSON_INTEGER};
  }
  double number = 0;
  if (std::from_chars(first, end, number).ec != std::errc()) return none;
  return double_value(number);
}

} // namespace

findie_json_value findie_json_number(findie_json_value value) {
  if (value.kind != FINDIE_JSON_STRING) return value;
  return number_value({static_cast<const char *>(value.pointer), size_t(value.word)});
}

findie_json_value rest_value_of(dom::element element) noexcept {
  constexpr findie_json_value other{nullptr, 0, FINDIE_JSON_OTHER};
  dom::object object;
  if (element.get(object) != simdjson::SUCCESS || object.begin() == object.end()) return other;
  const auto typed = *object.begin();
  if (++object.begin() != object.end()) return other;
  const std::string_view type = typed.key;
  const findie_json_value value = value_of(typed.value);
  const auto only = [&](bool is_sound) { return is_sound ? value : other; };
  if (type == "stringValue" || type == "timestampValue") {
    return only(value.kind == FINDIE_JSON_STRING);
  }
  if (type == "integerValue" || type == "doubleValue") {
    findie_json_value number = findie_json_number(value);
    const bool is_double = number.kind == FINDIE_JSON_DOUBLE;
    if (is_double && type == "integerValue") number.kind = FINDIE_JSON_NO_NUMBER;
    const bool is_integer =
        number.kind == FINDIE_JSON_INTEGER || number.kind == FINDIE_JSON_LARGE_INTEGER;
    return is_integer || is_double || number.kind == FINDIE_JSON_NO_NUMBER ? number : other;
  }
  if (type == "booleanValue") return only(value.kind == FINDIE_JSON_BOOL);
  if (type == "nullValue") return {nullptr, 0, FINDIE_JSON_NULL};
  const bool is_array = type == "arrayValue";
  if (!is_array && type != "mapValue") return other;
  dom::object holder;
  if (typed.value.get(holder) != simdjson::SUCCESS) return other;
  dom::element held;
  // Firestore leaves `values` and `fields` out where they are empty.
  if (holder.at_key(is_array ? "values" : "fields").get(held) != simdjson::SUCCESS) {
    return {nullptr, 0, uint8_t(is_array ? FINDIE_JSON_REST_ARRAY : FINDIE_JSON_OTHER)};
  }
  findie_json_value inside = value_of(held);
  if (inside.kind != (is_array ? FINDIE_JSON_ARRAY : FINDIE_JSON_OBJECT)) return other;
  inside.kind = is_array ? FINDIE_JSON_REST_ARRAY : FINDIE_JSON_REST_MAP;
  return inside;
}

findie_json_value parameter_value_of(dom::element element) noexcept {
  dom::object object;
  if (element.get(object) != simdjson::SUCCESS) return {nullptr, 0, FINDIE_JSON_OTHER};
  for (auto member : object) {
    if (!member.value.is_null()) return value_of(member.value);
  }
  return {nullptr, 0, FINDIE_JSON_NULL};
}
