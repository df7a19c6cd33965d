/// Which cells of a cut are told, and in which periods.
struct CutTelling: Sendable, Equatable {
  /// By value; the others are one rest.
  let isTold: [Bool]
  /// The ranges in which they are told, a bit a range; in others the whole cut is withheld.
  let ranges: UInt32

  func tells(in range: Int) -> Bool { ranges & 1 << UInt32(range) != 0 }

  var tellsNothing: Bool { !isTold.contains(true) }

  static func nothing(of cut: CutCounts) -> CutTelling {
    CutTelling(isTold: [Bool](repeating: false, count: cut.values.count), ranges: 0)
  }
}

extension Withholding {
  /// What is told of a cut: the cells that 28 days allow (or else 90), in every further period that
  /// costs none of them.
  ///
  /// - Complexity: O(values × pieces of time + players with several), for each period at most twice.
  func telling(_ cut: CutCounts, _ segments: PeriodSegments) -> CutTelling {
    let order = Self.order(of: segments.ranges.count / 2)
    func told(_ ranges: [Int]) -> [Bool] { partition(cut, segments.pieces(of: ranges)) }
    for first in order.prefix(2) {
      var isTold = told([first])
      guard isTold.contains(true) else { continue }
      if told(order) == isTold {
        return CutTelling(isTold: isTold, ranges: 1 << UInt32(order.count) - 1)
      }
      var ranges = [first]
      for range in order where range != first {
        let all = told(ranges + [range])
        guard all.count(where: { $0 }) >= isTold.count(where: { $0 }) else { continue }
        isTold = all
        ranges.append(range)
      }
      return CutTelling(isTold: isTold, ranges: ranges.reduce(0) { $0 | 1 << UInt32($1) })
    }
    return .nothing(of: cut)
  }

  /// The values that may be told where some pieces of time may be had by subtraction.
  ///
  /// A value with 1 to k - 1 players in any piece goes into the rest; then those with the fewest
  /// players join it until the rest too has 0 or at least k in every piece. Where values do not add
  /// up there is no rest, and a value is told if it and all else are enough players.
  func partition(_ cut: CutCounts, _ sets: [UInt32]) -> [Bool] {
    let pieces = PieceSets(sets, segments: cut.segments)
    let players = cut.players(in: pieces)
    func row(_ value: Int) -> ArraySlice<Int> {
      players[value * pieces.count..<(value + 1) * pieces.count]
    }
    var isTold = cut.values.indices.map { row($0).allSatisfy(mayTell) }
    guard cut.cut.addsUp else {
      let others = cut.players(in: pieces, without: true)
      for value in isTold.indices where isTold[value] {
        isTold[value] = others[value * pieces.count..<(value + 1) * pieces.count]
          .allSatisfy(mayTell)
      }
      return isTold.indices.map { isTold[$0] && row($0).contains { $0 > 0 } }
    }
    // Whom nobody met says nothing, wherever it stands.
    isTold = isTold.indices.map { isTold[$0] && row($0).contains { $0 > 0 } }
    while !cut.players(ofAny: isTold.map { !$0 }, in: pieces).allSatisfy(mayTell) {
      let next = isTold.indices.filter { isTold[$0] }.min { left, right in
        (row(left).reduce(0, +), left) < (row(right).reduce(0, +), right)
      }
      guard let next else { break }
      isTold[next] = false
    }
    return isTold
  }
}
