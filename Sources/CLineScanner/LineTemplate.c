#include "LineTemplate.h"

#include <stdlib.h>
#include <string.h>

#include "LineValues.h"

findie_line_template *findie_template_create(uint8_t tag) {
  findie_line_template *template_ = calloc(1, sizeof *template_);
  if (template_ != NULL) template_->tag = tag;
  return template_;
}

void findie_template_destroy(findie_line_template *template_) {
  if (template_ == NULL) return;
  free(template_->steps);
  free(template_->literals);
  free(template_);
}

bool findie_template_add_kind(findie_line_template *template_, const uint8_t *name, size_t length) {
  if (template_->kind_count == FINDIE_KIND_LIMIT) return false;
  if (length == 0 || length > FINDIE_KIND_NAME_LIMIT) return false;
  findie_kind *kind = &template_->kinds[template_->kind_count];
  memcpy(kind->name, name, length);
  kind->length = (uint32_t)length;
  kind->code = (uint8_t)template_->kind_count;
  template_->kind_count += 1;
  return true;
}

// Appends a literal in whole blocks, the rest zeros, at least one: a block is loaded behind the
// last byte in any case.
static bool append_literal(findie_line_template *template_, const uint8_t *literal, size_t length) {
  if (length > FINDIE_LITERAL_LIMIT) return false;
  const size_t padded = (length / FINDIE_LITERAL_BLOCK + 1) * FINDIE_LITERAL_BLOCK;
  const size_t needed = template_->literal_bytes + padded;
  if (needed > template_->literal_capacity) {
    const size_t capacity = needed * 2;
    uint8_t *grown = realloc(template_->literals, capacity);
    if (grown == NULL) return false;
    template_->literals = grown;
    template_->literal_capacity = (uint32_t)capacity;
  }
  memset(template_->literals + template_->literal_bytes, 0, padded);
  memcpy(template_->literals + template_->literal_bytes, literal, length);
  template_->literal_bytes += (uint32_t)padded;
  return true;
}

static bool append_step(findie_line_template *template_, const uint8_t *literal, size_t length,
                        findie_value value) {
  if (template_->step_count == template_->step_capacity) {
    const uint32_t capacity = template_->step_capacity == 0 ? 16 : template_->step_capacity * 2;
    findie_step *grown = realloc(template_->steps, capacity * sizeof *grown);
    if (grown == NULL) return false;
    template_->steps = grown;
    template_->step_capacity = capacity;
  }
  const uint32_t offset = template_->literal_bytes;
  // Half of it may be filling.
  if (offset > 2 * FINDIE_LITERAL_LIMIT) return false;
  if (!append_literal(template_, literal, length)) return false;
  template_->steps[template_->step_count] = (findie_step){
      .literal = NULL,
      .literal_length = (uint32_t)length,
      .literal_offset = offset,
      .value = value,
  };
  template_->step_count += 1;
  return true;
}

bool findie_template_add_value(findie_line_template *template_, const uint8_t *literal,
                               size_t length, findie_value value) {
  if (template_->step_count == FINDIE_VALUE_LIMIT) return false;
  switch (value.role) {
  case FINDIE_VALUE_TEXT:
  case FINDIE_VALUE_LIST:
    if (value.column >= FINDIE_SCAN_TEXT_COLUMNS) return false;
    if (template_->text_columns >> value.column & 1) return false;
    template_->text_columns |= 1u << value.column;
    break;
  case FINDIE_VALUE_NUMBER:
    if (value.column >= FINDIE_SCAN_NUMBER_COLUMNS) return false;
    if (template_->number_columns >> value.column & 1) return false;
    template_->number_columns |= 1u << value.column;
    break;
  case FINDIE_VALUE_SKIP:
  case FINDIE_VALUE_ID:
  case FINDIE_VALUE_KIND:
  case FINDIE_VALUE_INSTANT:
  case FINDIE_VALUE_SECONDS:
  case FINDIE_VALUE_NANOSECONDS:
    break;
  default:
    return false;
  }
  template_->role_counts[value.role] += 1;
  return append_step(template_, literal, length, value);
}

// Looks for a multiplier that gives each kind a slot of its own.
static bool spread_kinds(findie_line_template *template_) {
  uint64_t multiplier = 0x9E3779B97F4A7C15u;
  for (int attempt = 0; attempt < 4096; attempt += 1) {
    // An empty slot leads to the first kind, whose name is compared anyway.
    memset(template_->kind_slots, 0, sizeof template_->kind_slots);
    uint64_t taken = 0;
    bool is_spread = true;
    for (uint32_t place = 0; place < template_->kind_count && is_spread; place += 1) {
      const findie_kind *kind = &template_->kinds[place];
      const uint32_t slot = kind_slot(kind->name, kind->length, multiplier);
      is_spread = (taken >> slot & 1) == 0;
      taken |= UINT64_C(1) << slot;
      template_->kind_slots[slot] = (uint8_t)place;
    }
    if (is_spread) {
      template_->kind_multiplier = multiplier;
      return true;
    }
    multiplier = multiplier * 6364136223846793005u + 1442695040888963407u;
  }
  return false;
}

bool findie_template_finish(findie_line_template *template_, const uint8_t *literal,
                            size_t length) {
  const uint32_t *counts = template_->role_counts;
  const bool has_one_instant =
      counts[FINDIE_VALUE_INSTANT] + counts[FINDIE_VALUE_SECONDS] == 1 &&
      counts[FINDIE_VALUE_NANOSECONDS] <= counts[FINDIE_VALUE_SECONDS];
  if (counts[FINDIE_VALUE_ID] != 1 || counts[FINDIE_VALUE_KIND] != 1 || !has_one_instant) {
    return false;
  }
  if (template_->kind_count == 0 || !spread_kinds(template_)) return false;
  const findie_value none = {.role = FINDIE_VALUE_SKIP};
  if (!append_step(template_, literal, length, none)) return false;
  for (uint32_t place = 0; place < template_->step_count; place += 1) {
    findie_step *step = &template_->steps[place];
    step->literal = template_->literals + step->literal_offset;
  }
  return true;
}
