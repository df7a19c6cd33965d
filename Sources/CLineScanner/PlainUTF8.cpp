#include <simdjson.h>

#include "LineTemplate.h"

bool findie_is_plain_utf8(const uint8_t *bytes, size_t length) {
  // U+0080 to U+009F are C2 80 to C2 9F.
  for (size_t place = 1; place < length; place += 1) {
    if (bytes[place - 1] == 0xC2 && bytes[place] < 0xA0) return false;
  }
  return simdjson::validate_utf8(reinterpret_cast<const char *>(bytes), length);
}
