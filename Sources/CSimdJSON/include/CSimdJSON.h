// A C interface to simdjson, without C++ types and exceptions.
//
// The DOM parser reads any line. findie_json_take_flat reads usual lines in half the time.
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// The result of parsing a line.
enum {
  FINDIE_JSON_SOUND = 0,
  FINDIE_JSON_BROKEN = 1,
  FINDIE_JSON_NOT_UTF8 = 2,
  FINDIE_JSON_TOO_DEEP = 3,
  FINDIE_JSON_BAD_NUMBER = 4,
  FINDIE_JSON_NO_MEMORY = 5,
};

// The kind of a value. Absent: the object has no such key.
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
  // An array and a map of Firestore's REST form, whose elements name their types; no pointer:
  // empty.
  FINDIE_JSON_REST_ARRAY = 9,
  FINDIE_JSON_REST_MAP = 10,
  // A text that should be a number and is not, or that 64 bits cannot represent.
  FINDIE_JSON_NO_NUMBER = 11,
  // A typed value of an unknown type.
  FINDIE_JSON_OTHER = 12,
};

// The fault of a text.
enum {
  FINDIE_JSON_TEXT_SOUND = 0,
  FINDIE_JSON_TEXT_WRONG_TYPE = 1,
  FINDIE_JSON_TEXT_TOO_LONG = 2,
  // U+0000 to U+001F, U+007F to U+009F
  FINDIE_JSON_TEXT_CONTROL = 3,
  FINDIE_JSON_TEXT_NO_MEMORY = 4,
  FINDIE_JSON_TEXT_SLOT_TAKEN = 5,
};

// A value of the document parsed last. It may be copied, and is invalid after the next parse.
typedef struct {
  // string: its first byte (UTF-8, unescaped); array, object: the document
  const void *pointer;
  // string: its length; array, object: its index; bool: 0 or 1; numbers: their bits
  uint64_t word;
  uint8_t kind;
} findie_json_value;

// The rest of an array.
typedef struct {
  uint64_t next[2];
  uint64_t end[2];
} findie_json_cursor;

typedef struct findie_json_parser findie_json_parser;

// The number of bytes that must be readable after every line.
size_t findie_json_padding(void);

// NULL if there is no memory.
findie_json_parser *findie_json_create(size_t max_depth);
void findie_json_destroy(findie_json_parser *parser);

// Adds an empty table of keys and returns its number, or -1 if there is no memory.
int findie_json_add_table(findie_json_parser *parser);
// Adds a key to a table, at the next index. False if there is no memory.
bool findie_json_add_key(findie_json_parser *parser, int table, const char *name, size_t length);

// Parses one line. What earlier lines gave is void.
int findie_json_parse(findie_json_parser *parser, const uint8_t *bytes, size_t length,
                      findie_json_value *root);

// Fills a table with the values of an object in one pass over its keys. Returns -1, or the lowest
// index of a key that occurs twice. The values of a REST map are unwrapped: {"stringValue":"a"} is
// "a".
int findie_json_read(findie_json_parser *parser, int table, findie_json_value object);
// Fills a table with the parameters of a GA4 event, [{"key":…,"value":{"string_value":…}}]: for
// each the first value that is not null. Returns as findie_json_read.
int findie_json_read_parameters(findie_json_parser *parser, int table, findie_json_value array);
// Empties a table; sets a value at an index of it.
void findie_json_clear(findie_json_parser *parser, int table);
void findie_json_set(findie_json_parser *parser, int table, size_t place, findie_json_value value);
// The values of a table by index, from the last read. Their memory does not move once all tables
// have their keys.
const findie_json_value *findie_json_values(const findie_json_parser *parser, int table);

// Iterates over the elements of one array of the line parsed last; the next line has none.
void findie_json_begin(findie_json_parser *parser, findie_json_value array);
bool findie_json_advance(findie_json_parser *parser, findie_json_value *element);
bool findie_json_is_at_end(const findie_json_parser *parser);

// Iterates over an array.
findie_json_cursor findie_json_elements(findie_json_value array);
bool findie_json_next(findie_json_cursor *cursor, findie_json_value *element);
// Iterates over the keys and values of an object, in their order. Values of a REST map are not unwrapped.
findie_json_cursor findie_json_members(findie_json_value object);
bool findie_json_next_member(findie_json_cursor *cursor, findie_json_value *key,
                             findie_json_value *value);

// The number in a text, in JSON's syntax: an integer if it is whole and in the range of 64 bits,
// else a double, also for "Infinity" and "-Infinity". Other texts are FINDIE_JSON_NO_NUMBER; other
// values are unchanged.
findie_json_value findie_json_number(findie_json_value value);

// The fault of a value of the line parsed last as a text of at most `limit` bytes.
int findie_json_text_fault(const findie_json_parser *parser, findie_json_value value, size_t limit);

// Joins the texts of an array by a separator, without empty ones, into one of 16 slots, each once a
// line. An array that is absent or null gives an empty text. The slot is empty if a text is not
// valid.
int findie_json_join(findie_json_parser *parser, int slot, findie_json_value array,
                     uint8_t separator, size_t limit);
// Copies bytes into a slot, each once a line. Returns as findie_json_join.
int findie_json_store(findie_json_parser *parser, int slot, const uint8_t *bytes, size_t length);

// How a field of a table becomes a text of a row.
typedef struct {
  // the field's index in its table; its list is joined into the slot with the column's index
  uint8_t place;
  bool is_list;
  // whether the field may be absent or null, and whether its text may be empty
  bool may_be_absent, may_be_empty;
} findie_json_column;

// Sets the columns that findie_json_take_texts reads. False if there is no memory.
bool findie_json_set_columns(findie_json_parser *parser, const findie_json_column *columns,
                             size_t count);
// Checks the fields of all columns at once and joins their lists; an absent text is empty. False if
// one of them is not valid: then no slot is used, and the fields have to be checked one by one.
bool findie_json_take_texts(findie_json_parser *parser, int table, uint8_t separator,
                            size_t limit);
// Parses a line and takes its texts in one pass, if it is the usual one: an object in a table's keys
// whose values are texts, numbers, booleans, null, and lists of texts for columns that are lists,
// without escapes and control characters, and all columns are valid. False for all other lines,
// valid or not: they have to be parsed with findie_json_parse.
bool findie_json_take_flat(findie_json_parser *parser, int table, const uint8_t *bytes,
                           size_t length, uint8_t separator, size_t limit);
// The texts by column, from one of the last two. Their memory does not move once the columns are
// set.
const findie_json_value *findie_json_texts(const findie_json_parser *parser);

// The text that was joined or copied into a slot last.
findie_json_value findie_json_joined(const findie_json_parser *parser, int slot);

#ifdef __cplusplus
}
#endif
