/// How long cards were looked at: the quartiles of the timed looks (`Quartiles`), in seconds.
package struct ViewTime: Sendable, Equatable {
  package let quartiles: Quartiles
  /// The timed looks of the period.
  package let looks: Int

  /// The longest look that is counted: of a longer one the app forgot the end.
  private static let longestSeconds: Float = 86_400

  /// Whether a look's seconds say how long it took.
  static func isTimed(_ seconds: Float) -> Bool { seconds >= 0 && seconds <= longestSeconds }

  /// - Parameter ascending: nil without any.
  private init?(_ ascending: [Float]) {
    guard let quartiles = Quartiles(ofSorted: ascending.map { Double($0) }) else { return nil }
    self.quartiles = quartiles
    looks = ascending.count
  }

  /// The view times of some games by range; nil where fewer than k players gave any.
  ///
  /// - Parameter players: those who gave any, by range.
  /// - Complexity: O(n log n) in the looks.
  static func all(
    of games: [Int], in studio: StudioRows, players: [Int], _ segments: PeriodSegments,
    _ withholding: Withholding
  ) -> [ViewTime?] {
    // Of the periods before nothing is told.
    let periods = segments.masks.count / 2
    let told = (0..<segments.masks.count).map {
      $0 < periods && players[$0] >= withholding.playersToTell
    }
    guard told.contains(true), !studio.rows.viewSeconds.isEmpty else {
      return [ViewTime?](repeating: nil, count: segments.masks.count)
    }
    // Bits of floats from 0 on ascend as the floats do.
    var looks: [UInt64] = []
    for game in games {
      for row in studio.rows.games[game] where studio.segments[row] >= 0 {
        let seconds = Float(bitPattern: studio.rows.viewSeconds[row]) + 0
        guard isTimed(seconds) else { continue }
        looks.append(UInt64(seconds.bitPattern) << 8 | UInt64(studio.segments[row]))
      }
    }
    looks.sortByDigits(from: 8)
    var own: [Float] = []
    return segments.masks.enumerated().map { range, mask in
      guard told[range] else { return nil }
      own.removeAll(keepingCapacity: true)
      for look in looks where mask & 1 << UInt32(look & 31) != 0 {
        own.append(Float(bitPattern: UInt32(look >> 8)))
      }
      return ViewTime(own)
    }
  }
}

extension [UInt64] {
  /// Sorts by 32 bits from one on: by digits of eleven bits where there are many, from the last.
  fileprivate mutating func sortByDigits(from bit: UInt64) {
    guard count > 2000 else { return sort() }
    var other = self
    for digit in 0..<UInt64(3) {
      let shift = bit + 11 * digit
      var places = [Int](repeating: 0, count: 2049)
      for value in self { places[Int((value >> shift) & 2047) + 1] += 1 }
      for place in 0..<2048 { places[place + 1] += places[place] }
      for value in self {
        let place = Int((value >> shift) & 2047)
        other[places[place]] = value
        places[place] += 1
      }
      swap(&self, &other)
    }
  }
}
