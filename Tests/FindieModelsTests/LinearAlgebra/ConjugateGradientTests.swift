import CFactorKernels
import FindieModels
import FindieTestSupport
import FindieWorkers
import Testing

struct ConjugateGradientTests {
  /// Results of BLAS depend on its number of threads, which is a setting of the process.
  init() { BLASLibrary.useOneThread() }

  private static let variants = [
    FINDIE_FACTORS_PORTABLE, FINDIE_FACTORS_AVX2, FINDIE_FACTORS_AVX512,
  ].filter { findie_factors_has($0) }
  private let workers = Workers(threads: 2)
  // Shorter and longer than a group of elements, at its limits, and with an empty row between.
  private static let lengths = [1, 2, 3, 4, 5, 7, 8, 0, 9, 16, 17, 40, 63, 300]

  private func improved(
    _ world: SharedWorld, from start: [Float], steps: Int,
    variant: findie_factors_variant = findie_factors_best(),
    bound: Float = 1
  ) -> (solutions: [Float], failed: Int?) {
    let systems = SharedSystems(world.factors, diagonal: world.diagonal)
    let gradient = ConjugateGradient(systems, bound: bound, workers: workers, variant: variant)
    var (solutions, scratch) = (start, gradient.scratch())
    var span = solutions.mutableSpan
    let failed = gradient.improve(
      0..<world.observed.rows, of: world.observed, regularizations: world.regularizations,
      steps: steps, solutions: &span, scratch: &scratch)
    return (solutions, failed)
  }

  // Ranks that are constants in the kernel and others, multiples of 16 and others.
  @Test(
    arguments: Self.variants, [1, 8, 16, 20, 32, 48, 64, 100, 128, 144])
  func `each variant takes the steps of the textbook algorithm`(
    variant: findie_factors_variant, order: Int
  ) {
    let world = SharedWorld(
      order: order, factors: 300, lengths: Self.lengths, seed: UInt64(order))
    // 2¹⁴: 1 is the bound.
    let rounded = SharedWorld(world, factors: world.factors.roundedToHalves(scale: 16_384))
    let start = Matrix.random(world.observed.rows, order, seed: 3).elements
    for steps in [1, 2, 3] {
      let found = improved(world, from: start, steps: steps, variant: variant)
      #expect(found.failed == nil)
      for (row, length) in Self.lengths.enumerated() {
        let own = row * order..<(row + 1) * order
        let expected =
          length == 0
          ? [Double](repeating: 0, count: order)
          : rounded.reference(row: row, from: start[own].map { Double($0) }, steps: steps)
        #expect(distance(Array(found.solutions[own]), expected) < 2e-4)
      }
    }
  }

  @Test(arguments: Self.variants)
  func `many steps solve the row`(variant: findie_factors_variant) {
    let world = SharedWorld(order: 12, factors: 60, lengths: [5, 12, 30])
    let rounded = SharedWorld(world, factors: world.factors.roundedToHalves(scale: 16_384))
    let start = [Float](repeating: 0, count: 36)
    let found = improved(world, from: start, steps: 30, variant: variant).solutions
    for row in 0..<3 {
      let (a, b) = rounded.equation(of: row)
      let x = found[row * 12..<row * 12 + 12].map { Double($0) }
      for (left, right) in zip(a, b) { #expect(abs(dot(left, x) - right) < 1e-3) }
    }
  }

  @Test func `one step of rank one gives the hand-computed solution`() {
    // z = 2, Λ = 0.5, λ = 1.5, c = 3: x = 3 · 2 / (2 + 3 · 4); with c = -3 a zero, x = 0.
    for (confidence, expected) in [(Float(3), 6.0 / 14), (-3, 0)] {
      let world = SharedWorld(
        factors: Matrix(rows: 1, columns: 1, elements: [2]), diagonal: [0.5],
        observed: SparseRows(
          rows: 1, columns: 1, offsets: [0, 1], columnIndices: [0], values: [confidence]),
        regularizations: [1.5])
      let found = improved(world, from: [7], steps: 1, bound: 2).solutions
      #expect(distance(found, [expected]) < 1e-6)
    }
  }

  @Test func `a solved row does not change`() {
    let world = SharedWorld(order: 4, factors: 9, lengths: [3])
    let solved = improved(world, from: [0, 0, 0, 0], steps: 40).solutions
    let again = improved(world, from: solved, steps: 40).solutions
    #expect(distance(again, solved.map { Double($0) }) < 1e-6)
  }

  @Test(arguments: [Float(1e-12), 1e-3, 1, 1e3, 1e12])
  func `the size of the factors does not matter`(size: Float) {
    // If factors and their Gramian are scaled, x is scaled by the inverse.
    let world = SharedWorld(order: 20, factors: 50, lengths: [4, 30])
    let scaled = SharedWorld(
      factors: Matrix(rows: 50, columns: 20, elements: world.factors.elements.map { $0 * size }),
      diagonal: world.diagonal.map { $0 * size * size }, observed: world.observed,
      regularizations: world.regularizations.map { $0 * size * size })
    let start = [Float](repeating: 0, count: 40)
    let expected = improved(world, from: start, steps: 2).solutions
    let found = improved(scaled, from: start, steps: 2, bound: size).solutions
    #expect(distance(found.map { $0 * size }, expected.map { Double($0) }) < 1e-3)
  }

  @Test(
    arguments: Self.variants,
    [Float.nan, .infinity, -.infinity])
  func `a NaN confidence names the first such row`(
    variant: findie_factors_variant, confidence: Float
  ) {
    let good = SharedWorld(order: 20, factors: 40, lengths: [9, 9, 9, 9])
    var values = good.observed.values
    values[12] = confidence
    values[30] = confidence
    let world = SharedWorld(
      factors: good.factors, diagonal: good.diagonal,
      observed: SparseRows(
        rows: 4, columns: 40, offsets: good.observed.offsets,
        columnIndices: good.observed.columnIndices, values: values),
      regularizations: good.regularizations)
    let start = [Float](repeating: 0, count: 80)
    #expect(improved(world, from: start, steps: 2, variant: variant).failed == 1)
  }

  @Test(arguments: Self.variants)
  func `halves are rounded like the processor's`(variant: findie_factors_variant) {
    // Magnitudes from below the smallest half to near the largest, ties among them.
    var generator = SeededGenerator(seed: 4)
    var numbers: [Float] = [0, -0.0, 65_504, 0x1p-24, 0x1p-25, 0x1.8p-24, 1 + 0x1p-11, 1 + 0x3p-11]
    for exponent in -27...15 {
      for _ in 0..<20 {
        let significand = Float.random(in: 1..<1.99, using: &generator)
        numbers.append(
          Float(
            sign: Bool.random(using: &generator) ? .plus : .minus, exponent: exponent,
            significand: significand))
      }
    }
    var halves = [UInt16](repeating: 9, count: (numbers.count + 15) / 16 * 16)
    let rank = halves.count
    // One row of the numbers, padded to `rank`.
    unsafe findie_make_halves(
      variant, numbers, 1, numbers.count, 1, rank, &halves)
    #expect(halves.prefix(numbers.count).elementsEqual(numbers.map { Float16($0).bitPattern }))
    #expect(halves.dropFirst(numbers.count).allSatisfy { $0 == 0 })
  }
}
