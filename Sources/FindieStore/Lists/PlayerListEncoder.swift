package import FindieDomain
package import Foundation

/// The encoded recommendations of one player.
package struct EncodedPlayerList: Sendable {
  package let userId: String
  package let source: RecommendationList.Source
  package let entries: Data
}

/// Encodes the recommendations of players. It needs no store, so that all threads can encode: texts are
/// given by the numbers that `ListWriter.begin(texts:)` assigns.
///
/// After the format and the count of entries, each entry is the number of its game, its score as a
/// Float, its reasons, and 0. If the entry was drawn at random, 1 and the probability follow instead of
/// 0. The rank of an entry is its index plus one. A reason is the number of its kind plus two, the number
/// of its game or genre if it has one, and its weight in thousandths.
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

  /// - Parameter subject: the number of the reason's game or genre; nil if its kind names none.
  package mutating func add(reason kind: Int, subject: Int?, thousandths: Int) {
    encoder.add(kind + PlayerListEncoder.firstReason)
    if let subject { encoder.add(subject) }
    encoder.add(thousandths)
  }

  package mutating func endEntry(probability: Double?) {
    encoder.add(probability == nil ? PlayerListEncoder.end : PlayerListEncoder.endOfDrawn)
    if let probability { encoder.add(probability) }
  }

  /// The list of the entries that were added since `begin`.
  package func list(
    userId: String, source: RecommendationList.Source
  ) -> EncodedPlayerList {
    EncodedPlayerList(userId: userId, source: source, entries: Data(encoder.bytes))
  }
}
