/// All values that can be derived from some sums by linear combinations.
///
/// Exact, in the integers modulo 2³¹ - 1. With a probability of one in two billion, vectors of
/// zeros and ones that are independent over the rationals are dependent there.
package struct RowSpace {
  private static let prime: UInt64 = 2_147_483_647
  private let width: Int
  /// In reduced form, each with the index of its first 1.
  private var rows: [(pivot: Int, values: [UInt64])] = []

  package init(width: Int) {
    self.width = width
  }

  private func reduced(_ row: [UInt64]) -> [UInt64] {
    var row = row
    for (pivot, values) in rows where row[pivot] != 0 {
      let factor = Self.prime - row[pivot]
      for index in pivot..<width where values[index] != 0 {
        row[index] = (row[index] + factor * values[index]) % Self.prime
      }
    }
    return row
  }

  /// Adds a sum, with 1 for each unknown that is part of it.
  package mutating func insert(_ row: [Int]) {
    var rest = reduced(row.map { UInt64($0) })
    guard let pivot = rest.firstIndex(where: { $0 != 0 }) else { return }
    let inverse = Self.power(rest[pivot], Self.prime - 2)
    for index in pivot..<width { rest[index] = rest[index] * inverse % Self.prime }
    // Rows are in the order of their pivots, so that one pass is enough.
    let index = rows.firstIndex { $0.pivot > pivot } ?? rows.count
    rows.insert((pivot, rest), at: index)
  }

  /// Whether a sum can be derived from those added.
  package func contains(_ row: [Int]) -> Bool {
    reduced(row.map { UInt64($0) }).allSatisfy { $0 == 0 }
  }

  private static func power(_ base: UInt64, _ exponent: UInt64) -> UInt64 {
    var (result, base, exponent) = (UInt64(1), base, exponent)
    while exponent > 0 {
      if exponent & 1 == 1 { result = result * base % prime }
      base = base * base % prime
      exponent >>= 1
    }
    return result
  }
}
