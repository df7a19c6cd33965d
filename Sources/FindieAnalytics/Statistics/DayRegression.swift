package import FindieDomain
import Foundation

/// The number that a day is expected to have after the eight weeks before it, and how unusual its
/// own number is.
///
/// A log-linear regression with a trend and an effect of each weekday: quasi-Poisson for a count,
/// quasi-binomial (logit) for successes of trials. The dispersion Σr² / ΣV · n / (n − parameters),
/// at least 1, multiplies the variance: unlike in Pearson's X², a day counts by its variance, so
/// that days of few events do not hide how much days of many vary. Days with a residual s beyond
/// 2.58 get the weight (2.58 / s)², so that past outliers change little; s is in units of the
/// normal median absolute deviation, at least 1. Effects of weekdays have a prior with a standard
/// deviation of 1, the trend one of 10 in eight weeks, so that few events give no extreme
/// estimates.
///
/// The deviation of a day is its signed root deviance, with a continuity correction of half an
/// event, over the standard deviation of a new day: dispersion and the error of estimation. It is
/// measured from the regression and from the median level of the seven days before, and the smaller
/// one counts, 0 if they differ in sign. A level that stays is therefore unusual for four days and
/// not for weeks, and slow changes, which the regression does not have, are not unusual.
///
/// Sources: C. P. Farrington et al., *A Statistical Algorithm for the Early Detection of Outbreaks
/// of Infectious Disease*, JRSS A 159 (1996), DOI 10.2307/2983331; A. Noufaily et al., *An Improved
/// Algorithm for Outbreak Detection in Multiple Surveillance Systems*, Statistics in Medicine 32
/// (2013), DOI 10.1002/sim.5595.
package struct DayRegression: Sendable {
  package struct Point: Hashable, Sendable {
    package let day: Day
    package let count: Double
    /// Nil for a count; `count` is at most this.
    package let trials: Double?
    /// A known part of the linear predictor.
    package let offset: Double

    package init(_ day: Day, _ count: Double, of trials: Double? = nil, offset: Double = 0) {
      (self.day, self.count, self.trials, self.offset) = (day, count, trials, offset)
    }
  }

  /// The number of days before a day that it is compared with.
  package static let days = 56

  /// The day's expected count.
  package let expected: Double
  package let today: Point
  /// φ.
  private let dispersion: Double
  private let degrees: Double
  /// The variance of `expected` and of the level before, relative to a Poisson or binomial one.
  private let errors: (expected: Double, level: Double)
  /// The root deviance of the level before.
  private let level: Double

  /// Nil if the history has no event, only events, or less than two days more than parameters.
  package init?(_ history: [Point], today: Point) {
    let parameters = Double(Set(history.map(\.day.weekday)).count + 1)
    let events = history.reduce(0) { $0 + $1.count }
    let trials = history.reduce(0) { $0 + ($1.trials ?? .infinity) }
    guard Double(history.count) >= parameters + 2, events > 0, events < trials else { return nil }
    let rows = history.map { Row($0, today: today.day) }
    var weights = history.map { _ in 1.0 }
    var fit = Fit(rows, events: events, trials: trials)
    var (spread, degrees) = (1.0, 2.0)
    var roots: [Double] = []
    var moments: [(mean: Double, variance: Double)] = []
    for round in 0..<4 {
      fit.improve(rows, weights)
      moments = rows.map { fit.moments($0) }
      // Σwr², ΣwV and Σ(wV)².
      var (squares, sum, ofSquares) = (0.0, 0.0, 0.0)
      for (row, (weight, moment)) in zip(rows, zip(weights, moments)) {
        let difference = row.point.count - moment.mean
        squares += weight * difference * difference
        sum += weight * moment.variance
        ofSquares += weight * weight * moment.variance * moment.variance
      }
      let total = weights.reduce(0, +)
      spread = max(1, squares / sum * total / max(1, total - parameters))
      degrees = max(2, min(Double(rows.count), sum * sum / ofSquares) - parameters)
      roots = zip(rows, moments).map { Self.root($0.point.count, $1.mean, $0.point.trials) }
      guard round < 3 else { break }
      let residuals = rows.indices.map { index in
        let leverage = weights[index] * moments[index].variance * fit.error(of: rows[index])
        return abs(roots[index]) / max(0.05, 1 - leverage).squareRoot()
      }
      let outlier = 2.58 * max(1, 1.4826 * median(residuals))
      weights = residuals.map { $0 > outlier ? (outlier / $0) * (outlier / $0) : 1 }
    }
    let row = Row(today, today: today.day)
    let (mean, variance) = fit.moments(row)
    let last = history.indices.suffix(7)
    self.today = today
    self.degrees = degrees
    expected = mean
    dispersion = spread
    // A median of k days has π/2 times the variance of a mean.
    let ratios = last.reduce(0) { $0 + variance / moments[$1].variance }
    let count = Double(last.count)
    errors = (variance * fit.error(of: row), Double.pi / 2 * ratios / (count * count))
    level =
      variance.squareRoot() * median(last.map { roots[$0] / moments[$0].variance.squareRoot() })
  }

  /// A t statistic; above 0 for a day that is higher than expected.
  package var deviation: Double { deviation(of: today.count) }

  /// The probability of a deviation of this size or more in either direction.
  package var probability: Double { 2 * StudentT.tail(above: abs(deviation), degrees: degrees) }

  /// The counts that are not unusual: their probability is at least `probability`.
  package func usual(_ probability: Double) -> ClosedRange<Double> {
    let bound = StudentT.value(exceededWith: probability / 2, degrees: degrees)
    func end(from inside: Double, to outside: Double) -> Double {
      guard abs(deviation(of: outside)) > bound else { return outside }
      var (inside, outside) = (inside, outside)
      for _ in 0..<60 {
        let middle = (inside + outside) / 2
        if abs(deviation(of: middle)) > bound { outside = middle } else { inside = middle }
      }
      return inside
    }
    var most = today.trials ?? max(1, 2 * expected)
    while today.trials == nil, deviation(of: most) <= bound, most < 1e15 { most *= 2 }
    return end(from: expected, to: 0)...end(from: expected, to: most)
  }

  private func deviation(of count: Double) -> Double {
    let corrected =
      count > expected ? max(expected, count - 0.5) : min(expected, count + 0.5)
    let root = Self.root(corrected, expected, today.trials)
    let own = root / (dispersion * (1 + errors.expected)).squareRoot()
    let fromLevel =
      (root - level) / (dispersion * (1 + errors.expected + errors.level)).squareRoot()
    guard own * fromLevel > 0 else { return 0 }
    return own < 0 ? max(own, fromLevel) : min(own, fromLevel)
  }

  /// The signed root of the deviance of a count from its mean: Poisson's, or the binomial one.
  static func root(_ count: Double, _ mean: Double, _ trials: Double?) -> Double {
    func part(_ count: Double, _ mean: Double) -> Double {
      count > 0 ? count * log(count / mean) : 0
    }
    let other = trials.map { part($0 - count, $0 - mean) } ?? mean - count
    let size = (2 * max(0, part(count, mean) + other)).squareRoot()
    return count < mean ? -size : size
  }
}

extension DayRegression {
  /// A day in the design: the intercept, the trend and the weekday.
  private struct Row {
    let point: Point
    let trend: Double
    /// From 0, Monday.
    let weekday: Int

    init(_ point: Point, today: Day) {
      self.point = point
      trend = Double(point.day.days(since: today)) / Double(DayRegression.days)
      weekday = point.day.weekday.rawValue - 1
    }
  }

  /// The coefficients, and what their errors are computed from.
  ///
  /// Each row has one weekday, so the information of weekdays is a diagonal: only the Schur
  /// complement of the intercept and the trend is inverted.
  private struct Fit {
    /// The precisions of the priors of the trend and of a weekday.
    static let priors = (trend: 0.01, weekday: 1.0)

    private var intercept: Double
    private var trend = 0.0
    private var weekdays = [Double](repeating: 0, count: 7)
    /// Σ wV and Σ wV · trend of each weekday.
    private var sums = [SIMD2<Double>](repeating: .zero, count: 7)
    /// The inverse of the complement: the diagonal, and the other element.
    private var inverse = (SIMD2<Double>.zero, 0.0)

    init(_ rows: [Row], events: Double, trials: Double) {
      let share = trials < .infinity ? events / (trials - events) : events / Double(rows.count)
      let offset = rows.reduce(0) { $0 + $1.point.offset } / Double(rows.count)
      intercept = log(share) - offset
    }

    func moments(_ row: Row) -> (mean: Double, variance: Double) {
      let predictor =
        row.point.offset + intercept + trend * row.trend + weekdays[row.weekday]
      let odds = exp(min(30, max(-30, predictor)))
      guard let trials = row.point.trials else { return (odds, odds) }
      let mean = trials * odds / (1 + odds)
      return (mean, max(1e-12, mean / (1 + odds)))
    }

    private func precision(_ weekday: Int) -> Double { Self.priors.weekday + sums[weekday].x }

    private func solved(_ right: SIMD2<Double>) -> SIMD2<Double> {
      inverse.0 * right + inverse.1 * SIMD2(right.y, right.x)
    }

    /// The variance of the linear predictor of a day, without dispersion.
    func error(of row: Row) -> Double {
      let precision = precision(row.weekday)
      let rest = SIMD2(1, row.trend) - sums[row.weekday] / precision
      return 1 / precision + (rest * solved(rest)).sum()
    }

    /// Newton's method.
    mutating func improve(_ rows: [Row], _ weights: [Double]) {
      for _ in 0..<20 {
        var gradient = SIMD2(0, -Self.priors.trend * trend)
        var weekdayGradient = weekdays.map { -Self.priors.weekday * $0 }
        var squares = Self.priors.trend
        sums = weekdays.map { _ in .zero }
        for (row, weight) in zip(rows, weights) {
          let (mean, variance) = moments(row)
          let terms = SIMD2(1, row.trend)
          let difference = weight * (row.point.count - mean)
          gradient += difference * terms
          weekdayGradient[row.weekday] += difference
          sums[row.weekday] += weight * variance * terms
          squares += weight * variance * row.trend * row.trend
        }
        var (diagonal, other) = (SIMD2(0, squares), 0.0)
        for (weekday, sum) in sums.enumerated() {
          let precision = precision(weekday)
          diagonal += SIMD2(sum.x - sum.x * sum.x / precision, -sum.y * sum.y / precision)
          other += sum.y - sum.x * sum.y / precision
          gradient -= sum * weekdayGradient[weekday] / precision
        }
        let determinant = diagonal.x * diagonal.y - other * other
        inverse = (SIMD2(diagonal.y, diagonal.x) / determinant, -other / determinant)
        let step = solved(gradient)
        let steps = weekdays.indices.map {
          (weekdayGradient[$0] - (sums[$0] * step).sum()) / precision($0)
        }
        let largest = max(abs(step.x), abs(step.y), steps.reduce(0) { max($0, abs($1)) })
        guard largest > 1e-9 else { return }
        let length = min(1, 2 / largest)
        intercept += length * step.x
        trend += length * step.y
        for weekday in steps.indices { weekdays[weekday] += length * steps[weekday] }
      }
    }
  }
}
