import FindieDomain
import FindieHistory
import Foundation

/// Appends the rows of the matrix, player by player.
struct RowBuilder: Sendable {
  private var observed = SparseRows.Builder()
  private var strongestActions: [UInt8] = []
  private var seen = SparseRows.Builder()
  private var skips = SparseRows.Builder()
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
    observed.endRow()
    seen.endRow()
    skips.endRow()
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
    seen.append(lastDay, at: game)
    if isSkippedOnly { skips.append(Float(items.count), at: game) }

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
    observed.append(Float(verdict == .dislike ? -confidence : confidence), at: game)
    strongestActions.append(strongest.kind.rawValue)
  }

  /// Reserves room for the rows of players with a number of items, so that no array is copied.
  mutating func reserve(players: Int, items: Int) {
    observed.reserve(rows: players, elements: items)
    strongestActions.reserveCapacity(items)
    seen.reserve(rows: players, elements: items)
  }

  mutating func append(_ other: RowBuilder) {
    observed.append(other.observed)
    strongestActions += other.strongestActions
    seen.append(other.seen)
    skips.append(other.skips)
  }

  /// The rows of a matrix of this number of games.
  func rows(games: Int) -> PlayerRows {
    PlayerRows(
      observed: observed.matrix(columns: games), strongestActions: strongestActions,
      seen: seen.matrix(columns: games), skips: skips.matrix(columns: games))
  }
}
