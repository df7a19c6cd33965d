// What a template is inside. Literals stand in blocks of 32 bytes, filled up with zeros, so that
// they are compared with wide loads that never leave their memory.
#pragma once
#include "CLineScanner.h"

enum {
  FINDIE_LITERAL_BLOCK = 32,
  FINDIE_LITERAL_LIMIT = 1 << 16,
  FINDIE_VALUE_LIMIT = 256,
  FINDIE_KIND_LIMIT = 32,
  FINDIE_KIND_NAME_LIMIT = 32,
  FINDIE_KIND_SLOTS = 64,
};

// A literal and the value behind it; the last step of a template has no value.
typedef struct {
  const uint8_t *literal;
  uint32_t literal_length;
  // of `literal` within the template's bytes, until it is finished
  uint32_t literal_offset;
  findie_value value;
} findie_step;

// The name of a kind, filled up with zeros to a wide load.
typedef struct {
  uint8_t name[FINDIE_LITERAL_BLOCK * 2];
  uint32_t length;
  uint8_t code;
} findie_kind;

struct findie_line_template {
  findie_step *steps;
  uint32_t step_count, step_capacity;
  uint8_t *literals;
  uint32_t literal_bytes, literal_capacity;
  uint8_t tag;
  // bit i: column i is read
  uint32_t text_columns, number_columns;
  // by role
  uint32_t role_counts[FINDIE_VALUE_NUMBER + 1];

  findie_kind kinds[FINDIE_KIND_LIMIT];
  uint32_t kind_count;
  // A kind's place by a product of its first bytes that is different for each: found when finished.
  uint64_t kind_multiplier;
  uint8_t kind_slots[FINDIE_KIND_SLOTS];
};

// The scan of one variant; the caller has checked that the processor has it.
typedef size_t findie_scan(const findie_line_template *template_, const uint8_t *bytes,
                           size_t start, size_t end, const findie_scan_limits *limits,
                           findie_rows *rows);
findie_scan findie_scan_portable;
findie_scan findie_scan_avx2;

// Whether bytes are UTF-8 without a control character of U+0080 to U+009F.
#ifdef __cplusplus
extern "C"
#endif
bool findie_is_plain_utf8(const uint8_t *bytes, size_t length);
