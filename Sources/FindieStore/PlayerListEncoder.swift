package import FindieDomain
package import Foundation

/// One player's list as the store keeps it, made by a `PlayerListEncoder`.
package struct EncodedPlayerList: Sendable {
  package let userId: String
  package let source: RecommendationList.Source
  package let entries: Data
}

/// Encodes players' lists apart from the store, so that all threads can: texts are given by the numbers
/// that `ListWriter.begin(texts:)` gives them.
///
/// After the format and the count of entries, each entry is its game's number, its score as the four
/// bytes of a Float, each reason's number plus two, and 0; or, where it was drawn, 1 and its probability.
/// Its rank is its place.
package struct PlayerListEncoder: Sendable {
  private var encoder = ListEncoder()

  static let end = 0
  static let endOfDrawn = 1
  static let firstReason = 2

  package init() {}

  package mutating func begin(count: Int) {
    encoder.begin(.ranked, count: count)
  }

  package mutating func add(game: Int, score: Float) {
    encoder.add(game)
    encoder.add(score)
  }

  package mutating func add(reason: Int) {
    encoder.add(reason + PlayerListEncoder.firstReason)
  }

  package mutating func endEntry(probability: Double?) {
    encoder.add(probability == nil ? PlayerListEncoder.end : PlayerListEncoder.endOfDrawn)
    if let probability { encoder.add(probability) }
  }

  /// What was added since `begin`.
  package func list(
    userId: String, source: RecommendationList.Source
  ) -> EncodedPlayerList {
    EncodedPlayerList(userId: userId, source: source, entries: Data(encoder.bytes))
  }
}
