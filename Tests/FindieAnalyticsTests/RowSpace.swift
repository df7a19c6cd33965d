/// All values that follow from some sums by adding and subtracting multiples of them.
///
/// Exact: in the integers modulo 2³¹ - 1, where sums of zeros and ones are as independent as they are
/// in the rationals but for chances of one in two billion.
struct RowSpace {
  private static let prime: UInt64 = 2_147_483_647
  private let width: Int
  /// In reduced form, each with the place of its first 1.
  private var rows: [(pivot: Int, values: [UInt64])] = []

  init(width: Int) {
    self.width = width
  }

  private func reduced(_ row: [UInt64]) -> [UInt64] {
    var row = row
    for (pivot, values) in rows where row[pivot] != 0 {
      let factor = Self.prime - row[pivot]
      for place in pivot..<width where values[place] != 0 {
        row[place] = (row[place] + factor * values[place]) % Self.prime
      }
    }
    return row
  }

  /// Adds a sum: 1 where an unknown is in it.
  mutating func insert(_ row: [Int]) {
    var rest = reduced(row.map { UInt64($0) })
    guard let pivot = rest.firstIndex(where: { $0 != 0 }) else { return }
    let inverse = Self.power(rest[pivot], Self.prime - 2)
    for place in pivot..<width { rest[place] = rest[place] * inverse % Self.prime }
    // Rows stand by pivot, so that one pass reduces.
    let place = rows.firstIndex { $0.pivot > pivot } ?? rows.count
    rows.insert((pivot, rest), at: place)
  }

  /// Whether a sum follows from those inserted.
  func contains(_ row: [Int]) -> Bool {
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
