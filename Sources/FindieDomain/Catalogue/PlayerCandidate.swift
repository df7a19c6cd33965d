package import Foundation

/// A game that a model of the operator's own proposes for a player.
package struct PlayerCandidate: Identifiable, Hashable, Sendable {
  package let id: String
  package var userId = ""
  package var gameId = ""
  /// In any unit; larger is better.
  package var score = Decimal()
}

extension PlayerCandidate: CatalogueRecord {
  package static let fields: [CatalogueField<PlayerCandidate>] = [
    .init("userId", { $0.userId }, { $0.userId = $1 }, as: .id, .present),
    .init("gameId", { $0.gameId }, { $0.gameId = $1 }, as: .id, .present),
    .init("score", { $0.score }, { $0.score = $1 }, .present),
  ]

  package init(defaultsOf id: String) { self.id = id }

  /// Of two scores of a player and a game, the later one counts.
  package var lastChanged: Timestamp? { nil }
}

extension PackedRecord<PlayerCandidate> {
  package var userId: String { fields.text(1) ?? "" }
  package var gameId: String { fields.text(2) ?? "" }
  package var score: Double { fields.text(3).flatMap { Double($0) } ?? 0 }
}
