package import FindieDomain

/// How much a count varies from time to time.
package struct Dispersion: Hashable, Sendable {
  /// The variance relative to that of Poisson counts; at least 1.
  package let factor: Double
  /// The degrees of freedom of the estimate.
  package let degrees: Double
  /// The 97.5 % quantile of Student's t with these degrees.
  let quantile: Double
}

/// The windows of time from which the dispersion of a count is estimated: each is compared with the
/// window before it.
///
/// With N events and exposure E in a window, N₀ and E₀ in the one before, the dispersion is
///
///     Σ (N E₀ - N₀ E)² / (E E₀) / Σ (N + N₀)
///
/// whose terms are Pearson's X² of two counts. Windows overlap. A trend and a lasting step hardly
/// change it, while the usual variance around one mean grows with them. Source: the Allan variance
/// (D. W. Allan, *Statistics of atomic frequency standards*, Proc. IEEE 54 (1966),
/// DOI 10.1109/PROC.1966.4634).
///
/// Windows are two weeks: all weekdays are equal in them, and days that resemble the days before
/// them make long periods vary more, which single days and weeks do not show. Only a single day is
/// compared by days. Windows before the compared period are used, so that a change within it is
/// not taken for what is usual; if they are too few, also those within it. None is on both sides of
/// its start, since the difference of the periods is what is tested.
package struct DispersionWindows: Hashable, Sendable {
  private let exposures: [Double]
  private let width: Int
  private let distance: Int
  /// The first part of each window before.
  private let starts: [Int]
  private let degrees: Double
  private let quantile: Double

  /// The weeks whose counts tell how much a count varies: about a quarter of a year.
  package static let weeks = 13

  private static let minimumDegrees = 2.0

  /// Nil with fewer than two degrees of freedom: six to eight weeks.
  ///
  /// Degrees of freedom follow from the correlation of windows that share parts. Source: F. E.
  /// Satterthwaite, *An approximate distribution of estimates of variance components* (1946),
  /// DOI 10.2307/3002019.
  ///
  /// - Parameters:
  ///   - parts: successive recorded weeks or days.
  ///   - exposures: of the parts; nil if they are equal.
  ///   - width: the parts of a window.
  ///   - distance: from the window before to the window, in parts.
  ///   - start: the first day of the compared period.
  package init?(
    of parts: [DayRange], exposures: [Double]? = nil, width: Int = 2, distance: Int = 2, start: Day
  ) {
    let span = distance + width
    guard parts.count >= span else { return nil }
    var contrast = [Double](repeating: 0, count: span)
    for part in 0..<width {
      contrast[part] -= 1
      contrast[part + distance] += 1
    }
    let overlaps = (0..<span).map { shift in
      zip(contrast, contrast.dropFirst(shift)).reduce(0) { $0 + $1.0 * $1.1 } / Double(2 * width)
    }
    func freedom(of starts: [Int]) -> Double {
      var squares = 0.0
      for one in starts {
        for other in starts where abs(one - other) < span {
          squares += overlaps[abs(one - other)] * overlaps[abs(one - other)]
        }
      }
      return starts.isEmpty ? 0 : Double(starts.count * starts.count) / squares
    }
    let all = Array(0...parts.count - span)
    let before = all.filter { parts[$0 + span - 1].last < start }
    starts =
      freedom(of: before) >= Self.minimumDegrees
      ? before : before + all.filter { parts[$0].first >= start }
    degrees = freedom(of: starts)
    guard degrees >= Self.minimumDegrees else { return nil }
    self.exposures = exposures ?? parts.map { _ in 1 }
    (self.width, self.distance) = (width, distance)
    quantile = StudentT.value(exceededWith: 0.025, degrees: degrees)
  }

  /// Nil without events, and with fewer counts than parts, as of games whose numbers are of an
  /// earlier night.
  ///
  /// - Parameters:
  ///   - counts: of the parts, and of any number of parts before them.
  ///   - others: the same of others, whose counts are the exposures; nil for the windows' own.
  package func dispersion(of counts: [Int], exposures others: [Int]? = nil) -> Dispersion? {
    guard counts.count >= exposures.count else { return nil }
    let counts = counts.suffix(exposures.count).map { Double($0) }
    let exposures =
      others.map { $0.suffix(counts.count).map { Double($0) } } ?? self.exposures
    guard exposures.count == counts.count, exposures.allSatisfy({ $0 > 0 }) else { return nil }
    var (squares, total) = (0.0, 0.0)
    for start in starts {
      func sum(_ values: [Double], _ first: Int) -> Double {
        values[first..<first + width].reduce(0, +)
      }
      let (before, now) = (sum(counts, start), sum(counts, start + distance))
      let (earlier, later) = (sum(exposures, start), sum(exposures, start + distance))
      let difference = now * earlier - before * later
      squares += difference * difference / (earlier * later)
      total += now + before
    }
    return total > 0
      ? Dispersion(factor: max(1, squares / total), degrees: degrees, quantile: quantile) : nil
  }
}
