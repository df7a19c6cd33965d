// Four floats at a time in plain C, for any processor.
#include "FactorVariants.h"

#include <string.h>

#define FINDIE_OUTSIDE
#define FINDIE_KERNEL static inline
#define FINDIE_NAME(part) findie_##part##_portable
#define FINDIE_AHEAD 32
#define LANES 4
#define RESIDENT 0

typedef struct {
  float lanes[LANES];
} vec;

#define FINDIE_EACH_LANE for (int lane = 0; lane < LANES; lane += 1)

FINDIE_KERNEL vec load(const float *a) {
  vec b;
  memcpy(&b, a, sizeof b);
  return b;
}

FINDIE_KERNEL void store(float *a, vec b) { memcpy(a, &b, sizeof b); }

FINDIE_KERNEL vec splat(float a) {
  vec b;
  FINDIE_EACH_LANE b.lanes[lane] = a;
  return b;
}

FINDIE_KERNEL vec add(vec a, vec b) {
  FINDIE_EACH_LANE a.lanes[lane] += b.lanes[lane];
  return a;
}

FINDIE_KERNEL vec multiply(vec a, vec b) {
  FINDIE_EACH_LANE a.lanes[lane] *= b.lanes[lane];
  return a;
}

FINDIE_KERNEL vec divide(vec a, vec b) {
  FINDIE_EACH_LANE a.lanes[lane] /= b.lanes[lane];
  return a;
}

// Rounded twice, since the fused operation is slow on processors without it.
FINDIE_KERNEL vec fused(vec a, vec b, vec c) { return add(multiply(a, b), c); }

FINDIE_KERNEL vec negated_product(vec a, vec b) {
  FINDIE_EACH_LANE a.lanes[lane] = -(a.lanes[lane] * b.lanes[lane]);
  return a;
}

// A product changes the exponent's bias from 15 to 127, which also converts subnormal halves correctly.
FINDIE_KERNEL float from_half(uint16_t half) {
  const uint32_t bits = (uint32_t)(half & 0x7FFF) << 13;
  float magnitude;
  memcpy(&magnitude, &bits, sizeof magnitude);
  magnitude *= 0x1p112f;
  return (half & 0x8000) != 0 ? -magnitude : magnitude;
}

// To the nearest, ties to even; |a| < 65520.
FINDIE_KERNEL uint16_t to_half(float a) {
  uint32_t bits;
  memcpy(&bits, &a, sizeof bits);
  const uint32_t sign = bits >> 16 & 0x8000;
  float magnitude = a < 0 ? -a : a;
  if (magnitude < 0x1p-14f) {
    // A subnormal half is a multiple of 2⁻²⁴; adding 2⁻¹ rounds to it.
    const float shifted = magnitude + 0.5f;
    memcpy(&bits, &shifted, sizeof bits);
    return (uint16_t)(sign | (bits - 0x3F000000));
  }
  memcpy(&bits, &magnitude, sizeof bits);
  bits += 0xFFF + (bits >> 13 & 1);
  return (uint16_t)(sign | ((bits >> 13) - (112 << 10)));
}

FINDIE_KERNEL vec load_half(const uint16_t *a) {
  vec b;
  FINDIE_EACH_LANE b.lanes[lane] = from_half(a[lane]);
  return b;
}

FINDIE_KERNEL void store_half(uint16_t *a, vec b) {
  FINDIE_EACH_LANE a[lane] = to_half(b.lanes[lane]);
}

FINDIE_KERNEL void sums(const vec *a, int rows, float *totals) {
  for (int row = 0; row < rows; row += 1) {
    totals[row] = 0;
    FINDIE_EACH_LANE totals[row] += a[row].lanes[lane];
  }
}

#include "FactorKernel.inc"
