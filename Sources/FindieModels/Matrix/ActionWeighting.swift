import FindieDomain
import Foundation

/// The weight of evidence: that of its kind, halved after each half-life.
struct ActionWeighting: Sendable {
  let parameters: MatrixParameters
  let day: Day
  /// The decay factor after each whole number of days, if precomputed.
  private let decay: [Double]

  /// - Parameter isForMany: whether to precompute decay factors for many rows.
  init(parameters: MatrixParameters, day: Day, isForMany: Bool = false) {
    self.parameters = parameters
    self.day = day
    decay = (0..<(isForMany ? 4096 : 0)).map {
      pow(0.5, Double($0) / parameters.halfLifeInDays)
    }
  }

  /// The weight of the newest evidence of a kind on the day of the run.
  func weight(of kind: EvidenceKind, on lastDay: Float) -> Double {
    let weights = parameters.weights
    let weight =
      switch kind {
      case .like: weights.like
      case .superLike: weights.superLike
      case .dislike: weights.dislike
      case .wishlist, .owned: weights.wishlist
      case .share: weights.share
      case .viewDetails: weights.viewDetails
      case .skip: 0.0
      }
    guard lastDay.isFinite else { return weight }
    let age = age(of: lastDay)
    if age < Double(decay.count), age == age.rounded() { return weight * decay[Int(age)] }
    return weight * pow(0.5, age / parameters.halfLifeInDays)
  }

  /// The age of a day in days. A run includes only events before its day; newer events, which are
  /// folded in, have age 0.
  func age(of lastDay: Float) -> Double {
    max(0, Double(day.daysSinceEpoch) - Double(lastDay))
  }
}
