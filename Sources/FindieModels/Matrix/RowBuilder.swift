import FindieDomain
import FindieHistory
import Foundation

/// The weight of evidence: that of its kind, halved after each half-life.
struct ActionWeighting: Sendable {
  let parameters: MatrixParameters
  let day: Day
  /// The decay factor after each whole number of days.
  private let decay: [Double]

  init(parameters: MatrixParameters, day: Day) {
    self.parameters = parameters
    self.day = day
    decay = (0..<4096).map { pow(0.5, Double($0) / parameters.halfLifeInDays) }
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

  /// The age of a day in days.
  func age(of lastDay: Float) -> Double {
    max(0, Double(day.daysSinceEpoch) - Double(lastDay))
  }
}

/// Appends the rows of the matrix, player by player.
struct RowBuilder: Sendable {
  var observedOffsets = [0]
  var observedGames: [UInt32] = []
  var confidences: [Float] = []
  var strongestActions: [UInt8] = []
  var seenOffsets = [0]
  var seenGames: [UInt32] = []
  var seenDays: [Float] = []
  var skippedOffsets = [0]
  var skippedGames: [UInt32] = []
  /// How often each of them was skipped.
  var skipCounts: [Float] = []
  /// The newest day of each kind in the current element; minus infinity for none.
  private var newest = [Float](repeating: -.infinity, count: Self.kinds.count)

  private static let kinds = Array(EvidenceKind.allCases)
  private static let skip = EvidenceKind.skip.rawValue
  /// Whether each kind, by code, replaces earlier ones in the matrix. A skip is a verdict too, but
  /// says nothing about taste.
  private static let isOpinion = kinds.map { [.like, .superLike, .dislike].contains($0) }

  mutating func appendRow(of items: [EvidenceItem], weighting: ActionWeighting) {
    var start = 0
    while start < items.count {
      var end = start + 1
      while end < items.count, items[end].game == items[start].game { end += 1 }
      appendElement(of: items[start..<end], weighting: weighting)
      start = end
    }
    observedOffsets.append(observedGames.count)
    seenOffsets.append(seenGames.count)
    skippedOffsets.append(skippedGames.count)
  }

  private mutating func appendElement(
    of items: ArraySlice<EvidenceItem>, weighting: ActionWeighting
  ) {
    guard let game = items.first?.game else { return }
    for kind in newest.indices { newest[kind] = -.infinity }
    var verdict: EvidenceKind?
    var lastDay = -Float.infinity
    var isSkippedOnly = true
    for item in items {
      newest[Int(item.kind)] = max(newest[Int(item.kind)], item.day)
      lastDay = max(lastDay, item.day)
      if item.kind != Self.skip { isSkippedOnly = false }
      if Self.isOpinion[Int(item.kind)] { verdict = Self.kinds[Int(item.kind)] }
    }
    seenGames.append(game)
    seenDays.append(lastDay)
    if isSkippedOnly {
      skippedGames.append(game)
      skipCounts.append(Float(items.count))
    }

    var confidence = 0.0
    var strongest: (kind: EvidenceKind, weight: Double)?
    func count(_ kind: EvidenceKind, on day: Float? = nil) {
      let day = day ?? newest[Int(kind.rawValue)]
      guard day > -.infinity else { return }
      let weight = weighting.weight(of: kind, on: day)
      confidence += weight
      if weight > strongest?.weight ?? 0 { strongest = (kind, weight) }
    }
    if let verdict { count(verdict) }
    if verdict != .dislike {
      // A game that is both owned and on the wishlist counts once, as owned.
      let owned = newest[Int(EvidenceKind.owned.rawValue)]
      let wished = newest[Int(EvidenceKind.wishlist.rawValue)]
      count(owned > -.infinity ? .owned : .wishlist, on: max(owned, wished))
      count(.share)
      count(.viewDetails)
    }
    guard let strongest, Float(confidence) > 0 else { return }
    observedGames.append(game)
    confidences.append(Float(verdict == .dislike ? -confidence : confidence))
    strongestActions.append(strongest.kind.rawValue)
  }

  mutating func append(_ other: RowBuilder) {
    let (observed, seen, skipped) = (observedGames.count, seenGames.count, skippedGames.count)
    observedOffsets += other.observedOffsets.dropFirst().map { $0 + observed }
    seenOffsets += other.seenOffsets.dropFirst().map { $0 + seen }
    skippedOffsets += other.skippedOffsets.dropFirst().map { $0 + skipped }
    observedGames += other.observedGames
    confidences += other.confidences
    strongestActions += other.strongestActions
    seenGames += other.seenGames
    seenDays += other.seenDays
    skippedGames += other.skippedGames
    skipCounts += other.skipCounts
  }
}

/// What a player did with a game. The raw values are the codes of the matrix; those of actions are
/// `SwipeAction.code`.
package enum EvidenceKind: UInt8, CaseIterable, Sendable {
  case like, dislike, superLike, skip, wishlist, share, viewDetails
  /// The player owns it: a wishlist item says so. It has the weight of a wishlist item.
  case owned
}

/// The confidence that an action adds on the day of the run. A wishlist item has weight 1:
/// something owned or saved is weaker evidence than a verdict.
package struct ActionWeights: Codable, Sendable, Equatable {
  package var like = 2.0
  package var superLike = 3.0
  package var wishlist = 1.0
  package var share = 1.0
  package var viewDetails = 0.3
  /// The confidence of an observed zero.
  package var dislike = 0.3

  package init() {}
}

package struct MatrixParameters: Codable, Sendable, Equatable {
  package var weights = ActionWeights()
  /// The number of days after which an action's weight is halved.
  package var halfLifeInDays = 365.0

  package init() {}
}
