import FindieDomain
import Foundation

/// What changed from the day of an occasion (a release, a price drop, an annotation): the events of
/// the first seven days, against the 28 days before and the events of other studios' games.
///
/// Other occasions that concern a common game would be compared too. So the seven days end before
/// the next one, after at least 3 days; the seven days from each earlier one are left out of the 28
/// days, of which at least 14 must remain; and an occasion within the six days after another one
/// has no impact of its own. Occasions of one day have the same numbers.
///
/// With n events of the game (or of all games of the studio) and a of the others in the days from
/// the occasion, and N and A in the days before, the ratio is (n / a) / (N / A). Its logarithm also
/// varies without any occasion, as what is popular drifts. How much is measured with placebos: the
/// same ratio of the same weekdays 1, 2, … weeks earlier. The variance is 1/n + 1/N, of Poisson
/// counts, plus what the mean square of the m placebos' logarithms exceeds their mean variance of
/// Poisson counts by. The interval is Student's with m degrees. The mean square is around no
/// change, so that a steady rise or decline is no effect either. Source of placebos: A. Abadie,
/// A. Diamond and J. Hainmueller, *Synthetic Control Methods for Comparative Case Studies*, JASA
/// 105 (2010), DOI 10.1198/jasa.2009.ap08746.
///
/// Of many ratios, some differ from 1 by chance. So all intervals of a studio have the level that
/// `FalseDiscoveries.level` gives for those that exclude 1, which are `FalseDiscoveries.findings`:
/// on average, at most 5 % of the clear changes are false, and as many of their intervals miss.
package struct Impact: Sendable, Equatable {
  /// A measure's change.
  package struct Effect: Sendable, Equatable {
    package let measure: Measure
    package let count: Int
    /// The count of the days before.
    package let before: Int
    package let change: Change
  }

  package let occasion: Occasion
  /// The number of days from the occasion: 3 to 7.
  package let days: Int
  /// The number of days before: 14 to 28.
  package let daysBefore: Int
  /// At least one.
  package let effects: [Effect]

  /// Whether the interval of an effect excludes no change.
  package var isClear: Bool { effects.contains { $0.change.isSignificant } }

  private static let measures: [Measure] = [.impressions, .wishlistAdds, .externalClicks]
  private static let falseRate = 0.05

  /// The impacts of the occasions of a studio that have one.
  ///
  /// - Parameters:
  ///   - games: by game: its counts on each day of `listed`.
  ///   - all: those of all games of the studio.
  ///   - others: those of all other games of the app.
  ///   - first: the first recorded day.
  static func all(
    of occasions: [Occasion], _ games: [[Tally]], together all: [Tally], others: [Tally],
    listed: DayRange, since first: Day
  ) -> [Impact] {
    func index(_ day: Day) -> Int { day.days(since: listed.first) }
    let occasions = occasions.filter { (-6..<listed.count).contains(index($0.day)) }
    let ratios = occasions.map { occasion in
      let taken = occasions.filter { $0.day != occasion.day && $0.concerns(gamesOf: occasion) }
      return measures.compactMap { measure in
        MeasuredRatio(
          of: measure, occasion.game.map { games[$0] } ?? all, others, at: index(occasion.day),
          among: Set(taken.map { index($0.day) }), recorded: max(0, index(first)))
      }
    }
    let tests = ratios.flatMap { $0.map(\.probability) }
    let level = FalseDiscoveries.level(
      ofSelected: max(1, FalseDiscoveries.findings(in: tests, rate: falseRate).count),
      of: tests.count, rate: falseRate)
    return zip(occasions, ratios).compactMap { occasion, ratios in
      ratios.first.map {
        Impact(
          occasion: occasion, days: $0.days, daysBefore: $0.daysBefore,
          effects: ratios.map { $0.effect(level: level) })
      }
    }
  }
}

/// The ratio of a measure from a day on to the days before, and how much it varies in earlier
/// weeks.
private struct MeasuredRatio {
  let measure: Measure
  let days: Int
  private(set) var daysBefore = 0
  private var (count, before) = (0, 0)
  private var (log, error) = (0.0, 0.0)
  private var placebos = 0.0

  /// Nil without enough days, counts or placebos.
  ///
  /// - Parameters:
  ///   - start: an index of `own` and `others`, as all days are.
  ///   - occasions: the days of other occasions.
  ///   - recorded: the first recorded day.
  init?(
    of measure: Measure, _ own: [Tally], _ others: [Tally], at start: Int,
    among occasions: Set<Int>, recorded: Int
  ) {
    self.measure = measure
    let length = (1..<7).first { occasions.contains(start + $0) } ?? 7
    days = length
    guard length >= 3, start + length <= own.count else { return nil }
    func isTaken(_ day: Int) -> Bool { (day - 6...day).contains(where: occasions.contains) }
    /// The days before, the counts, and the logarithm of their ratio with its variance for Poisson
    /// counts. A placebo's count may be 0, so half an event is added to both of its counts.
    func ratio(
      from start: Int, adding more: Double
    ) -> (daysBefore: Int, count: Int, before: Int, log: Double, variance: Double)? {
      let after = start..<start + length
      let before = (start - 28..<start).filter { $0 >= recorded && !isTaken($0) }
      guard before.count >= 14, !after.contains(where: isTaken) else { return nil }
      func sum(_ days: some Sequence<Int>, _ tallies: [Tally]) -> Int {
        days.reduce(0) { $0 + tallies[$1][measure] }
      }
      let (count, countBefore) = (sum(after, own), sum(before, own))
      let (all, allBefore) = (sum(after, others), sum(before, others))
      guard min(countBefore, all, allBefore) >= Change.minimumCount else { return nil }
      let (n, n0) = (Double(count) + more, Double(countBefore) + more)
      return (
        before.count, count, countBefore,
        Foundation.log(n / Double(all)) - Foundation.log(n0 / Double(allBefore)), 1 / n + 1 / n0
      )
    }
    let earlier = stride(from: start - 7, to: recorded, by: -7).compactMap {
      ratio(from: $0, adding: 0.5)
    }
    guard earlier.count >= 3, let ratio = ratio(from: start, adding: 0),
      ratio.count >= Change.minimumCount
    else { return nil }
    placebos = Double(earlier.count)
    let excess = earlier.reduce(0) { $0 + $1.log * $1.log - $1.variance } / placebos
    error = (ratio.variance + max(0, excess)).squareRoot()
    (daysBefore, count, before, log) = (ratio.daysBefore, ratio.count, ratio.before, ratio.log)
  }

  /// The probability of a ratio as far from 1 if nothing changed.
  var probability: Double { 2 * StudentT.tail(above: abs(log) / error, degrees: placebos) }

  /// - Parameter level: the probability that the interval misses the true ratio.
  func effect(level: Double) -> Impact.Effect {
    Impact.Effect(
      measure: measure, count: count, before: before,
      change: Change(
        log: log, variance: error * error,
        quantile: StudentT.value(exceededWith: level / 2, degrees: placebos)))
  }
}
