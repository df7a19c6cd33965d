import FindieDomain

/// The quartiles of timed views of a card, in whole seconds: the time to the verdict. Seconds of
/// opened details and other actions are no views of the card.
package struct ViewTime: Sendable, Equatable {
  package let quartiles: Quartiles
  /// The number of timed views in the period, rounded down to a multiple of k.
  package let views: Int

  /// The maximum length of a view: in longer ones the app missed the end.
  private static let longestSeconds: Float = 86_400

  /// Whether the seconds of a view are a duration. An app that does not time views writes 0.
  static func isTimed(_ seconds: Float) -> Bool { seconds > 0 && seconds <= longestSeconds }

  /// By kind of interaction.
  static let isVerdict = SwipeAction.allCases.map(\.isVerdict)

  /// Nil without views, and if their median is less than half a second.
  private init?(_ ascending: [Float], _ suppression: Suppression) {
    guard let quartiles = Quartiles(ofSorted: ascending.map { Double($0) })?.rounded,
      quartiles.median > 0
    else { return nil }
    self.quartiles = quartiles
    views = suppression.bound.rounded(ascending.count)
  }

  /// The view times of some games by range; nil for fewer than k players with a timed view.
  ///
  /// - Parameter players: the number of players with a timed view, by range.
  /// - Complexity: O(n log n) in the views.
  static func all(
    of games: [Int], in studio: StudioRows, players: [Int], _ segments: PeriodSegments,
    _ suppression: Suppression
  ) -> [ViewTime?] {
    // Only those of the periods themselves are published.
    let published = (0..<segments.masks.count).map {
      $0 < ReportPeriod.Kind.allCases.count && suppression.bound.allows(players[$0])
    }
    guard published.contains(true), !studio.rows.viewSeconds.isEmpty else {
      return [ViewTime?](repeating: nil, count: segments.masks.count)
    }
    // The bits of non-negative floats are in the floats' order.
    var views: [UInt64] = []
    for game in games {
      for row in studio.rows.games[game] where studio.segments[row] >= 0 {
        let seconds = Float(bitPattern: studio.rows.viewSeconds[row]) + 0
        guard isTimed(seconds), isVerdict[Int(studio.rows.kinds[row])] else { continue }
        views.append(UInt64(seconds.bitPattern) << 8 | UInt64(studio.segments[row]))
      }
    }
    views.sortByDigits(from: 8)
    var own: [Float] = []
    return segments.masks.enumerated().map { range, mask in
      guard published[range] else { return nil }
      own.removeAll(keepingCapacity: true)
      for view in views where mask & 1 << UInt32(view & 31) != 0 {
        own.append(Float(bitPattern: UInt32(view >> 8)))
      }
      return ViewTime(own, suppression)
    }
  }
}

extension [UInt64] {
  /// Radix sort by the 32 bits from `bit` on, in three digits of eleven bits; a comparison sort for
  /// few values.
  fileprivate mutating func sortByDigits(from bit: UInt64) {
    guard count > 2000 else { return sort() }
    var other = self
    for digit in 0..<UInt64(3) {
      let shift = bit + 11 * digit
      var indices = [Int](repeating: 0, count: 2049)
      for value in self { indices[Int((value >> shift) & 2047) + 1] += 1 }
      for index in 0..<2048 { indices[index + 1] += indices[index] }
      for value in self {
        let index = Int((value >> shift) & 2047)
        other[indices[index]] = value
        indices[index] += 1
      }
      swap(&self, &other)
    }
  }
}
