// Scans lines of NDJSON that have the form of a line seen before.
//
// A template is a line cut into literal bytes (keys, colons, blanks) and values. A line is taken
// where its literals are the template's, byte for byte, and its values are plain: then it is known
// to be sound JSON without being parsed. The scanner only ever accepts: whatever it doubts it
// leaves to the parser.
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// Bytes that must be readable behind `end` in findie_scan_lines.
enum { FINDIE_SCAN_PADDING = 64 };

enum { FINDIE_SCAN_TEXT_COLUMNS = 16, FINDIE_SCAN_NUMBER_COLUMNS = 2 };

// What a value of a line is to the row.
typedef enum {
  // Any value without an escape; a list is one of strings.
  FINDIE_VALUE_SKIP = 0,
  // A string, not empty.
  FINDIE_VALUE_ID = 1,
  // A string or null; not empty where the value is required.
  FINDIE_VALUE_TEXT = 2,
  // An array or null, handed out raw from '[' to the first ']'.
  FINDIE_VALUE_LIST = 3,
  // One of the template's names.
  FINDIE_VALUE_KIND = 4,
  // ISO 8601 text or a whole epoch number.
  FINDIE_VALUE_INSTANT = 5,
  // The two parts of a Firestore timestamp.
  FINDIE_VALUE_SECONDS = 6,
  FINDIE_VALUE_NANOSECONDS = 7,
  // A number or null.
  FINDIE_VALUE_NUMBER = 8,
} findie_value_role;

typedef struct {
  findie_value_role role;
  // text, list: the column of texts; number: the column of numbers
  uint32_t column;
  // text: neither null nor empty
  bool is_required;
  // number
  bool is_whole;
  double lowest, highest;
} findie_value;

typedef struct findie_line_template findie_line_template;

// An empty template, NULL where there is no memory. Its tag is copied to every row that it takes.
findie_line_template *findie_template_create(uint8_t tag);
void findie_template_destroy(findie_line_template *template_);

// The names of kinds, in the order of their codes, 1 to 32 bytes each; before
// findie_template_finish.
bool findie_template_add_kind(findie_line_template *template_, const uint8_t *name, size_t length);
// The next literal (also of no bytes, in front of the first value only) and the value behind it.
bool findie_template_add_value(findie_line_template *template_, const uint8_t *literal,
                               size_t length, findie_value value);
// The literal behind the last value. False where the template has not exactly one id, kind and
// instant, or reads a column twice, or where its kinds cannot be told apart: then it must not be
// used.
bool findie_template_finish(findie_line_template *template_, const uint8_t *literal,
                            size_t length);

// Texts by row, as they stand in the scanned bytes.
typedef struct {
  const uint8_t **pointers;
  uint32_t *lengths;
} findie_texts;

// Rows as columns; the memory is the caller's, `capacity` elements each. A column of texts or
// numbers that no template names may be NULL.
typedef struct {
  uint32_t capacity, count;
  // without its line end
  findie_texts lines;
  findie_texts ids;
  // by column; absent: length 0
  findie_texts texts[FINDIE_SCAN_TEXT_COLUMNS];
  int64_t *milliseconds;
  uint8_t *kinds;
  uint8_t *tags;
  // NaN where absent, never -0
  float *numbers[FINDIE_SCAN_NUMBER_COLUMNS];
} findie_rows;

typedef struct {
  // the longest id or text
  uint32_t id_bytes;
  // the longest line, its '\r' counted and its '\n' not
  uint32_t line_bytes;
  // the latest instant
  int64_t latest_milliseconds;
} findie_scan_limits;

// What the processor offers; a test compares them. With blocks of 64 bytes (AVX-512) lines took 15
// % longer than with blocks of 32: most texts are short, so there is no such variant.
typedef enum {
  FINDIE_SCAN_PORTABLE = 0,
  FINDIE_SCAN_AVX2 = 1,
} findie_scan_variant;

bool findie_scan_has(findie_scan_variant variant);

// Takes lines from `start` on and appends them to `rows`, until one is not of the template's form,
// the rows are full, or no whole line is left before `end`. Returns the position behind the last
// line taken. `end` + FINDIE_SCAN_PADDING bytes must be readable.
size_t findie_scan_lines(const findie_line_template *template_, const uint8_t *bytes, size_t start,
                         size_t end, const findie_scan_limits *limits, findie_rows *rows);
// The same with a variant that the processor has.
size_t findie_scan_lines_with(findie_scan_variant variant, const findie_line_template *template_,
                              const uint8_t *bytes, size_t start, size_t end,
                              const findie_scan_limits *limits, findie_rows *rows);

// Has the processor fetch what stands at an address that will be read soon; any address is fine.
static inline void findie_prefetch(const void *address) { __builtin_prefetch(address); }

// A hash of bytes for a table in memory; not the same on every machine, not to be stored.
uint64_t findie_bytes_hash(const uint8_t *bytes, size_t length);

// Notes which of some texts say what the one before them says.
void findie_find_repeats(const uint8_t *const *texts, const uint32_t *lengths, size_t count,
                         bool *repeats);

// The same, and the hash64 of each text, as the history has it.
void findie_hash_texts(const uint8_t *const *texts, const uint32_t *lengths, size_t count,
                       bool *repeats, uint64_t *hashes);

#ifdef __cplusplus
}
#endif
