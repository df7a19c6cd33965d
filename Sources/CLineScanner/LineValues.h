// Numbers, instants and kinds of a line, the same for every variant of the scanner.
//
// All of them decline by returning false; `text` and `length` are within the scanned bytes, behind
// which FINDIE_SCAN_PADDING more may be read.
#pragma once
#include <string.h>

#include "LineTemplate.h"

#if __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "the scanner reads words with their first byte lowest"
#endif

#define FINDIE_INLINE static inline __attribute__((always_inline))

FINDIE_INLINE uint64_t load64(const uint8_t *bytes) {
  uint64_t word;
  memcpy(&word, bytes, sizeof word);
  return word;
}

FINDIE_INLINE uint32_t load32(const uint8_t *bytes) {
  uint32_t word;
  memcpy(&word, bytes, sizeof word);
  return word;
}

// Where a kind of this name would stand; eight bytes must be readable.
FINDIE_INLINE uint32_t kind_slot(const uint8_t *name, size_t length, uint64_t multiplier) {
  const uint64_t mask = length >= 8 ? ~UINT64_C(0) : (UINT64_C(1) << (8 * length)) - 1;
  return (uint32_t)((((load64(name) & mask) + length) * multiplier) >> 58);
}

// How many of the eight bytes of a word are digits before the first that is none. `digits` gets the
// bytes without '0' in them.
FINDIE_INLINE unsigned leading_digits(uint64_t word, uint64_t *digits) {
  const uint64_t values = word ^ UINT64_C(0x3030303030303030);
  // A carry leaves a byte only where that byte is no digit, so all below the first such are right.
  const uint64_t others =
      ((values + UINT64_C(0x7676767676767676)) | values) & UINT64_C(0x8080808080808080);
  *digits = values;
  return others == 0 ? 8 : (unsigned)__builtin_ctzll(others) / 8;
}

// The number of up to 7 digits, the first in the lowest byte.
FINDIE_INLINE uint64_t value_of_digits(uint64_t digits, unsigned count) {
  // In two shifts, since one of 64 bits is none.
  uint64_t value = (digits << 8) << (56 - 8 * (count & 7));
  value = value * 10 + (value >> 8);
  const uint64_t pairs = UINT64_C(0x000000FF000000FF);
  return ((value & pairs) * UINT64_C(0x000F424000000064) +
          ((value >> 16) & pairs) * UINT64_C(0x0000271000000001)) >>
         32;
}

// 10^22 is the largest power of ten that a double holds exactly.
static const double powers_of_ten[] = {
    1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
    1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
};

// A number as it is written, value = digits * 10^exponent.
typedef struct {
  uint64_t digits;
  int32_t exponent;
  bool is_negative;
  // Whether it has neither fraction nor exponent.
  bool is_integer;
} findie_decimal;

// Any number of JSON's grammar whose digits are below 2^53, without its sign. Returns the position
// behind it, or NULL.
static const uint8_t *read_long_decimal(const uint8_t *position, const uint8_t *end,
                                        findie_decimal *decimal) {
  uint64_t digits = 0;
  int32_t exponent = 0;
  const uint64_t bound = (UINT64_C(1) << 53) / 10 - 1;
  const uint8_t *first = position;
  for (; position < end && (uint8_t)(*position - '0') < 10; position += 1) {
    if (digits > bound) return NULL;
    digits = digits * 10 + (uint64_t)(*position - '0');
  }
  if (position == first || (*first == '0' && position - first > 1)) return NULL;
  decimal->is_integer = true;
  if (position < end && *position == '.') {
    decimal->is_integer = false;
    position += 1;
    first = position;
    for (; position < end && (uint8_t)(*position - '0') < 10; position += 1) {
      if (digits > bound) return NULL;
      digits = digits * 10 + (uint64_t)(*position - '0');
      exponent -= 1;
    }
    if (position == first) return NULL;
  }
  if (position < end && (*position | 0x20) == 'e') {
    decimal->is_integer = false;
    position += 1;
    bool is_below_zero = false;
    if (position < end && (*position == '+' || *position == '-')) {
      is_below_zero = *position == '-';
      position += 1;
    }
    first = position;
    int32_t written = 0;
    for (; position < end && (uint8_t)(*position - '0') < 10; position += 1) {
      if (written > 999) return NULL;
      written = written * 10 + (*position - '0');
    }
    if (position == first) return NULL;
    exponent += is_below_zero ? -written : written;
  }
  decimal->digits = digits;
  decimal->exponent = exponent;
  return position;
}

// The number at `position`. Returns the position behind it, or NULL.
FINDIE_INLINE const uint8_t *read_decimal(const uint8_t *position, const uint8_t *end,
                                          findie_decimal *decimal) {
  static const uint32_t scales[] = {1, 10, 100, 1000, 10000, 100000, 1000000, 10000000, 0};
  const bool is_negative = *position == '-';
  position += is_negative;
  uint64_t whole, fraction;
  const unsigned whole_count = leading_digits(load64(position), &whole);
  const uint8_t *next = position + whole_count;
  // Without a branch, since whole numbers stand among the others at random.
  const unsigned has_point = *next == '.';
  const unsigned fraction_count = leading_digits(load64(next + 1), &fraction) & (0 - has_point);
  next += has_point + fraction_count;
  // Up to seven digits, a point and up to seven digits are nearly all numbers of events; fourteen
  // digits stay far below 2^53.
  const bool is_short = whole_count - 1 < 7 && (*position != '0' || whole_count == 1) &&
                        fraction_count >= has_point && fraction_count < 8;
  decimal->digits = value_of_digits(whole, whole_count) * scales[fraction_count] +
                    value_of_digits(fraction, fraction_count);
  if (__builtin_expect(!is_short || (*next | 0x20) == 'e', 0)) {
    // A copy of its own, since what a call fills does not stay in registers.
    findie_decimal long_decimal;
    next = read_long_decimal(position, end, &long_decimal);
    if (next == NULL) return NULL;
    long_decimal.is_negative = is_negative;
    *decimal = long_decimal;
    return next;
  }
  decimal->exponent = -(int32_t)fraction_count;
  decimal->is_integer = has_point == 0;
  decimal->is_negative = is_negative;
  return next;
}

// The double that a decimal names exactly rounded; false where that takes more than one rounding.
//
// Source: William Clinger, How to Read Floating Point Numbers Accurately (1990),
// DOI 10.1145/93548.93557.
FINDIE_INLINE bool exact_double(findie_decimal decimal, double *number) {
  if (decimal.exponent < -22 || decimal.exponent > 22) return false;
  const double digits = (double)(int64_t)decimal.digits;
  const double magnitude = decimal.exponent <= 0 ? digits / powers_of_ten[-decimal.exponent]
                                                : digits * powers_of_ten[decimal.exponent];
  *number = decimal.is_negative ? -magnitude : magnitude;
  return true;
}

// The number of a field as it is kept.
FINDIE_INLINE bool kept_number(findie_decimal decimal, const findie_value *value, float *kept) {
  double number;
  if (!exact_double(decimal, &number)) return false;
  if (!(number >= value->lowest && number <= value->highest)) return false;
  if (value->is_whole && (double)(int64_t)number != number) return false;
  // Adding zero makes -0 the 0 that it equals.
  *kept = (float)number + 0.0f;
  return true;
}

// 0001-01-01T00:00:00.000Z to 9999-12-31T23:59:59.999Z.
static const int64_t first_millisecond = -INT64_C(62135596800000);
static const int64_t last_millisecond = INT64_C(253402300799999);

// An epoch number: below 10^11 (either sign) seconds, others milliseconds.
FINDIE_INLINE bool epoch_instant(findie_decimal decimal, int64_t *milliseconds) {
  if (!decimal.is_integer) return false;
  const int64_t number = decimal.is_negative ? -(int64_t)decimal.digits : (int64_t)decimal.digits;
  const bool is_seconds = decimal.digits < UINT64_C(100000000000);
  *milliseconds = is_seconds ? number * 1000 : number;
  return *milliseconds >= first_millisecond && *milliseconds <= last_millisecond;
}

// Two digits as a number; what is no digit sets a bit of `wrong`.
FINDIE_INLINE unsigned two_digits(const uint8_t *text, unsigned *wrong) {
  const unsigned tens = (unsigned)text[0] - '0';
  const unsigned ones = (unsigned)text[1] - '0';
  *wrong |= (unsigned)(tens > 9) | (unsigned)(ones > 9);
  return tens * 10 + ones;
}

// The days from 1970-01-01 to a day of the Gregorian calendar, and whether there is such a day.
FINDIE_INLINE bool days_since_epoch(unsigned year, unsigned month, unsigned day, int64_t *days) {
  static const uint16_t before[16] = {0,   0,   31,  59,  90,  120, 151, 181,
                                      212, 243, 273, 304, 334, 0,   0,   0};
  static const uint8_t lengths[16] = {0, 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31, 0, 0, 0};
  if (year - 1 > 9998 || month - 1 > 11) return false;
  const bool is_leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
  if (day - 1 >= (unsigned)lengths[month] + (month == 2 && is_leap)) return false;
  const unsigned past = year - 1;
  *days = (int64_t)(past * 365 + past / 4 - past / 100 + past / 400 + before[month] +
                    (month > 2 && is_leap) + day - 1) -
          719162;
  return true;
}

// The offset of ISO 8601 text at `text`: nothing, Z, +HH, +HHMM or +HH:MM, in minutes.
static bool offset_in_minutes(const uint8_t *text, size_t length, int *minutes) {
  *minutes = 0;
  if (length == 0 || (length == 1 && *text == 'Z')) return true;
  if ((*text != '+' && *text != '-') || (length != 3 && length != 5 && length != 6)) return false;
  if (length == 6 && text[3] != ':') return false;
  unsigned wrong = 0;
  const unsigned hours = two_digits(text + 1, &wrong);
  const unsigned rest = length == 3 ? 0 : two_digits(text + length - 2, &wrong);
  if (wrong != 0 || hours > 23 || rest > 59) return false;
  *minutes = (*text == '-' ? -1 : 1) * (int)(hours * 60 + rest);
  return true;
}

// The instant of YYYY-MM-DDTHH:MM:SS, a fraction or none (cut to milliseconds), and an offset or
// none (then UTC); a blank may stand for the T.
FINDIE_INLINE bool text_instant(const uint8_t *text, size_t length, int64_t *milliseconds) {
  if (length < 19) return false;
  unsigned wrong = 0;
  const unsigned year = two_digits(text, &wrong) * 100 + two_digits(text + 2, &wrong);
  const unsigned month = two_digits(text + 5, &wrong);
  const unsigned day = two_digits(text + 8, &wrong);
  const unsigned hour = two_digits(text + 11, &wrong);
  const unsigned minute = two_digits(text + 14, &wrong);
  const unsigned second = two_digits(text + 17, &wrong);
  wrong |= (unsigned)(text[4] ^ '-') | (unsigned)(text[7] ^ '-') | (unsigned)(text[13] ^ ':') |
           (unsigned)(text[16] ^ ':') | (unsigned)(hour > 23) | (unsigned)(minute > 59) |
           (unsigned)(second > 59);
  int64_t days;
  if (wrong != 0 || (text[10] != 'T' && text[10] != ' ')) return false;
  if (!days_since_epoch(year, month, day, &days)) return false;

  size_t place = 19;
  unsigned thousandths = 0;
  if (length > 19 && text[19] == '.') {
    uint64_t digits;
    const unsigned count = leading_digits(load64(text + 20), &digits);
    if (count == 0) return false;
    if (count < 3) digits &= (1u << 8 * count) - 1;
    thousandths = (unsigned)value_of_digits(digits, 3);
    place = 20 + count;
    while (place < length && (uint8_t)(text[place] - '0') < 10) place += 1;
  }
  // The text is followed by a quote, so that no digit was read behind it.
  int offset = 0;
  if (length != place + 1 || text[place] != 'Z') {
    if (!offset_in_minutes(text + place, length - place, &offset)) return false;
  }
  const int64_t seconds =
      days * 86400 + (int64_t)(hour * 3600 + minute * 60 + second) - (int64_t)offset * 60;
  *milliseconds = seconds * 1000 + thousandths;
  return *milliseconds >= first_millisecond && *milliseconds <= last_millisecond;
}
