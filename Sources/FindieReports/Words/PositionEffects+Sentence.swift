package import FindieRanking
import FindieText

extension PositionEffects {
  package var sentence: String {
    if let reason = notIdentifiableInWords {
      return "The effect of a card's position on its like rate is not identifiable: \(reason)."
    }
    let most = buckets.map(\.shown).max() ?? 0
    let reference = buckets.first { $0.shown == most }?.name ?? ""
    let effects = buckets.filter { $0.name != reference }.compactMap { bucket in
      bucket.effect.map { "\($0.mean.fixed(2)) times at position \(bucket.name)" }
    }
    return
      "How often a game is liked at a position in the feed (from 0), relative to position "
      + "\(reference), which has the most cards: \(effects.joined(separator: ", ")). From "
      + "\(games) games shown at several positions."
  }

  /// Nil if the effects are identifiable.
  package var notIdentifiableInWords: String? {
    switch notIdentifiable {
    case nil: nil
    case .noPosition(let without): "no card with a verdict has a position (\(without) have none)"
    case .onePosition(let position):
      "cardPosition is \(position) in all \(cards) cards that have one, so no game has two "
        + "positions"
    case .oneBucketPerGame: "no liked game has two positions in \(cards) cards"
    }
  }
}
