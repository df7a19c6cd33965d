// simdjson's DOM parser at arm's length: C++ stays behind these functions, and so do its exceptions.
//
// DOM and not On-Demand: On-Demand validates only what is asked for, and a line with a broken field
// that nobody reads would count as sound.
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// What a line's bytes are.
enum {
  FINDIE_JSON_SOUND = 0,
  FINDIE_JSON_BROKEN = 1,
  FINDIE_JSON_NOT_UTF8 = 2,
  FINDIE_JSON_TOO_DEEP = 3,
  FINDIE_JSON_BAD_NUMBER = 4,
  FINDIE_JSON_NO_MEMORY = 5,
};

// What a value is. Absent: the object has no such key.
enum {
  FINDIE_JSON_ABSENT = 0,
  FINDIE_JSON_NULL = 1,
  FINDIE_JSON_BOOL = 2,
  FINDIE_JSON_INTEGER = 3,
  FINDIE_JSON_LARGE_INTEGER = 4,
  FINDIE_JSON_DOUBLE = 5,
  FINDIE_JSON_STRING = 6,
  FINDIE_JSON_ARRAY = 7,
  FINDIE_JSON_OBJECT = 8,
  // An array and a map of Firestore's REST form, whose elements name their types; no pointer: empty.
  FINDIE_JSON_REST_ARRAY = 9,
  FINDIE_JSON_REST_MAP = 10,
  // A text that should be a number and is none, or one that no 64 bits hold.
  FINDIE_JSON_NO_NUMBER = 11,
  // A typed value that is none of those that are read.
  FINDIE_JSON_OTHER = 12,
};

// What is wrong with a text that is to be kept.
enum {
  FINDIE_JSON_TEXT_SOUND = 0,
  FINDIE_JSON_TEXT_WRONG_TYPE = 1,
  FINDIE_JSON_TEXT_TOO_LONG = 2,
  // U+0000 to U+001F, U+007F to U+009F
  FINDIE_JSON_TEXT_CONTROL = 3,
  FINDIE_JSON_TEXT_NO_MEMORY = 4,
  FINDIE_JSON_TEXT_SLOT_TAKEN = 5,
};

// A value of the document parsed last; a copy may be made freely and is void after the next parse.
typedef struct {
  // string: its first byte (UTF-8, unescaped); array, object: the document
  const void *pointer;
  // string: its length; array, object: its place; bool 0 or 1; numbers: their bits
  uint64_t word;
  uint8_t kind;
} findie_json_value;

// What is left of an array.
typedef struct {
  uint64_t next[2];
  uint64_t end[2];
} findie_json_cursor;

typedef struct findie_json_parser findie_json_parser;

// Bytes that must be readable behind every line.
size_t findie_json_padding(void);

// NULL where there is no memory.
findie_json_parser *findie_json_create(size_t max_depth);
void findie_json_destroy(findie_json_parser *parser);

// Adds an empty table of keys and returns its number, or -1 where there is no memory.
int findie_json_add_table(findie_json_parser *parser);
// Adds a key to a table, at the next place. False where there is no memory.
bool findie_json_add_key(findie_json_parser *parser, int table, const char *name, size_t length);

// Parses one line. What earlier lines gave is void.
int findie_json_parse(findie_json_parser *parser, const uint8_t *bytes, size_t length,
                      findie_json_value *root);

// Fills a table with the values of an object in one pass over its keys. Returns -1, or the lowest
// place of a key that stands twice. The values of a REST map are unwrapped: {"stringValue":"a"} is "a".
int findie_json_read(findie_json_parser *parser, int table, findie_json_value object);
// Fills a table with the parameters of a GA4 event, [{"key":…,"value":{"string_value":…}}]: of each
// the first value that is not null. Returns as findie_json_read.
int findie_json_read_parameters(findie_json_parser *parser, int table, findie_json_value array);
// Empties a table, and puts a value at a place of it.
void findie_json_clear(findie_json_parser *parser, int table);
void findie_json_set(findie_json_parser *parser, int table, size_t place, findie_json_value value);
// The values of a table by place, as the last read left them. They stand where they are once all tables
// have their keys.
const findie_json_value *findie_json_values(const findie_json_parser *parser, int table);

// Walks through an array.
findie_json_cursor findie_json_elements(findie_json_value array);
bool findie_json_next(findie_json_cursor *cursor, findie_json_value *element);

// The number that a text spells as JSON would: an integer where it is whole and 64 bits hold it, else
// a double, also for "Infinity" and "-Infinity". Other texts are FINDIE_JSON_NO_NUMBER, other
// values stay.
findie_json_value findie_json_number(findie_json_value value);
// The first element of an array, absent where there is none.
findie_json_value findie_json_first(findie_json_value array);

// What is wrong with a value as a text of at most `limit` bytes.
int findie_json_text_fault(findie_json_value value, size_t limit);

// Joins the texts of an array by a separator, empty ones left out, into one of 16 slots, each once a
// line; an array that is absent or null gives an empty text. The slot is left empty where a text is
// not sound.
int findie_json_join(findie_json_parser *parser, int slot, findie_json_value array,
                     uint8_t separator, size_t limit);
// Copies bytes into a slot, each once a line. Returns as findie_json_join.
int findie_json_keep(findie_json_parser *parser, int slot, const uint8_t *bytes, size_t length);
// What was joined or kept in a slot last.
findie_json_value findie_json_joined(const findie_json_parser *parser, int slot);

#ifdef __cplusplus
}
#endif
