/// How long cards were looked at: the quartiles of the timed looks.
///
/// The q-quantile of n ascending values x₀…xₙ₋₁ is the straight line between its neighbours at
/// h = (n - 1)q: the seventh definition of R. J. Hyndman and Y. Fan, *Sample quantiles in statistical
/// packages* (1996), DOI 10.1080/00031305.1996.10473566. In seconds.
package struct ViewTime: Sendable, Equatable {
  package let lowerQuartile: Double
  package let median: Double
  package let upperQuartile: Double
  /// The timed looks of the period.
  package let looks: Int

  /// - Parameter ascending: not empty.
  private init(_ ascending: [Float]) {
    func quantile(_ share: Double) -> Double {
      let place = Double(ascending.count - 1) * share
      let low = Int(place)
      let value = Double(ascending[low])
      guard low + 1 < ascending.count else { return value }
      return value + (Double(ascending[low + 1]) - value) * (place - Double(low))
    }
    (lowerQuartile, median, upperQuartile) = (quantile(0.25), quantile(0.5), quantile(0.75))
    looks = ascending.count
  }

  /// The view times of some games by range; nil where fewer than k players gave any.
  static func all(
    of games: [Int], in events: ReportEvents, _ segments: PeriodSegments,
    _ withholding: Withholding
  ) -> [ViewTime?] {
    var looks: [(seconds: Float, player: UInt32, segment: Int)] = []
    for game in games {
      events.each(of: game) { row, offset in
        let seconds = events.viewSeconds[row]
        guard seconds >= 0, let segment = segments.segment(offset) else { return }
        looks.append((seconds, events.players[row], segment))
      }
    }
    guard looks.count >= withholding.playersToTell else {
      return [ViewTime?](repeating: nil, count: segments.ranges.count)
    }
    looks.sort { $0.seconds < $1.seconds }
    // Of the periods before nothing is told.
    let periods = segments.masks.count / 2
    return segments.masks.enumerated().map { range, mask in
      guard range < periods else { return nil }
      let own = looks.filter { mask & 1 << UInt32($0.segment) != 0 }
      guard own.count >= withholding.playersToTell,
        Set(own.map(\.player)).count >= withholding.playersToTell
      else { return nil }
      return ViewTime(own.map(\.seconds))
    }
  }
}
