// The inner loops of implicit factorization: many small systems that share the factors of the other
// side, each row of them gathered by its columns.
//
// In the eigenbasis of the shared Gramian, row r's system is
//
//     (D + ZᵣᵀWZᵣ) x = ZᵣᵀWp,  D = Λ + λᵣI
//
// over its observed elements, with confidences W, and preference p 1, or 0 if the confidence is given as a
// negative number. Factors are stored row by row, `rank` elements each, a multiple of FINDIE_FACTOR_LANES;
// rows are padded with zeros.
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "Screen.h"
#include "SelectAbove.h"

enum { FINDIE_FACTOR_LANES = 16 };

// Sparse rows in compressed form: row i's elements are at offsets[i]..<offsets[i + 1].
typedef struct {
  const intptr_t *offsets;
  const uint32_t *columns;
  const float *confidences;
} findie_observed;

// Z in half precision, scaled by `scale`, a power of two, so that it uses their range.
typedef struct {
  size_t rank;
  const uint16_t *halves;
  // Λ · scale², [rank]; 1 for padding
  const float *spectrum;
  float scale;
} findie_factors;

// The variants that the processor supports; a test compares their results.
typedef enum {
  FINDIE_FACTORS_PORTABLE = 0,
  FINDIE_FACTORS_AVX2 = 1,
  FINDIE_FACTORS_AVX512 = 2,
} findie_factors_variant;

bool findie_factors_has(findie_factors_variant variant);
findie_factors_variant findie_factors_best(void);

// The number of floats of scratch memory that findie_solve_rows needs for a rank.
size_t findie_solve_scratch(size_t rank);

// Improves the factors of rows first..<last, [last - first, width], width <= rank, by `steps` steps of
// conjugate gradient from their current values. Row i's λ is regularizations[i]; a row without elements
// becomes zero. Returns the first row whose numbers are not finite, or `last`.
size_t findie_solve_rows(findie_factors_variant variant, const findie_factors *factors,
                         const findie_observed *observed, size_t first, size_t last,
                         const float *regularizations, unsigned steps, size_t width,
                         float *solutions, float *scratch);

// Converts `count` rows [count, width], times `scale`, to halves [count, rank], padded with zeros.
void findie_make_halves(findie_factors_variant variant, const float *rows, size_t count,
                        size_t width, float scale, size_t rank, uint16_t *halves);

// target[i] = √|confidence i| · weights ∘ row columns[i] of rows[·, width]; weights [width].
void findie_gather_scaled(findie_factors_variant variant, const float *rows, size_t width,
                          const uint32_t *columns, const float *confidences, size_t count,
                          size_t total, const float *weights, float *target);

// products[i] = rows[indices[i]] . factor of rows[., width]: sixteen parallel sums without fused operations,
// which are then added in order, so that every processor gives the same bytes.
void findie_row_products(const float *rows, size_t width, const uint32_t *indices, size_t count,
                         const float *factor, float *products);
