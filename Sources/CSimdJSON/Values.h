// The conversion between simdjson's elements and plain C values.
#pragma once
#include "CSimdJSON.h"

#include <simdjson.h>

#include <cstring>
#include <type_traits>

namespace dom = simdjson::dom;

// Elements and iterators are two words that may be copied as bytes.
static_assert(std::is_trivially_copyable_v<dom::element> && sizeof(dom::element) == 16);
static_assert(std::is_trivially_copyable_v<dom::array::iterator> &&
              sizeof(dom::array::iterator) == 16);
static_assert(std::is_trivially_copyable_v<dom::object::iterator> &&
              sizeof(dom::object::iterator) == 16);

static_assert(offsetof(findie_json_value, pointer) == 0 && offsetof(findie_json_value, word) == 8);

inline findie_json_value value_of(dom::element element) noexcept {
  findie_json_value value{nullptr, 0, FINDIE_JSON_NULL};
  // Most values are strings.
  if (std::string_view text; element.get(text) == simdjson::SUCCESS) {
    return {text.data(), text.size(), FINDIE_JSON_STRING};
  }
  switch (element.type()) {
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
  case dom::element_type::STRING:
  case dom::element_type::NULL_VALUE:
    break;
  }
  return value;
}

inline dom::element element_of(findie_json_value value) noexcept {
  dom::element element;
  std::memcpy(static_cast<void *>(&element), &value, sizeof element);
  return element;
}

// The value of an object of Firestore's REST form, whose key is its type.
findie_json_value rest_value_of(dom::element element) noexcept;

// The value of one parameter of a GA4 event: the first of its members that is not null.
findie_json_value parameter_value_of(dom::element element) noexcept;
