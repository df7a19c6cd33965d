#include "LineTemplate.h"

#include <string.h>

bool findie_scan_has(findie_scan_variant variant) {
  switch (variant) {
  case FINDIE_SCAN_PORTABLE:
    return true;
#if defined(__x86_64__)
  case FINDIE_SCAN_AVX2:
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") &&
           __builtin_cpu_supports("bmi2");
#endif
  default:
    return false;
  }
}

// The columns that the template does not name are absent in the rows from `first` on.
static void fill_absent(const findie_line_template *template_, findie_rows *rows, uint32_t first) {
  const uint32_t count = rows->count - first;
  memset(rows->tags + first, template_->tag, count);
  for (uint32_t column = 0; column < FINDIE_SCAN_TEXT_COLUMNS; column += 1) {
    const findie_texts texts = rows->texts[column];
    if ((template_->text_columns >> column & 1) != 0 || texts.lengths == NULL) continue;
    memcpy(texts.pointers + first, rows->lines.pointers + first, count * sizeof *texts.pointers);
    memset(texts.lengths + first, 0, count * sizeof *texts.lengths);
  }
  for (uint32_t column = 0; column < FINDIE_SCAN_NUMBER_COLUMNS; column += 1) {
    float *numbers = rows->numbers[column];
    if ((template_->number_columns >> column & 1) != 0 || numbers == NULL) continue;
    for (uint32_t row = first; row < rows->count; row += 1) numbers[row] = __builtin_nanf("");
  }
}

size_t findie_scan_lines_with(findie_scan_variant variant, const findie_line_template *template_,
                              const uint8_t *bytes, size_t start, size_t end,
                              const findie_scan_limits *limits, findie_rows *rows) {
  const uint32_t first = rows->count;
  findie_scan *scan = findie_scan_portable;
#if defined(__x86_64__)
  if (variant == FINDIE_SCAN_AVX2) scan = findie_scan_avx2;
#endif
  const size_t position = scan(template_, bytes, start, end, limits, rows);
  if (rows->count > first) fill_absent(template_, rows, first);
  return position;
}

size_t findie_scan_lines(const findie_line_template *template_, const uint8_t *bytes, size_t start,
                         size_t end, const findie_scan_limits *limits, findie_rows *rows) {
  // The compiler's runtime asks the processor once, when the program starts.
  const findie_scan_variant variant =
      findie_scan_has(FINDIE_SCAN_AVX2) ? FINDIE_SCAN_AVX2 : FINDIE_SCAN_PORTABLE;
  return findie_scan_lines_with(variant, template_, bytes, start, end, limits, rows);
}
