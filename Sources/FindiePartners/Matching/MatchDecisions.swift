package import FindieDomain
import FindieFiles
import FindieWorkspace
package import Foundation

/// A person's decision on whether a shop's record describes a game.
package struct MatchDecision: Hashable, Codable, Sendable {
  package let shop: Shop
  /// The record's id in the shop.
  package let shopId: String
  /// The id of Findie's game.
  package let gameId: String
  package let isAccepted: Bool
  package fileprivate(set) var decidedAt: Timestamp

  package init(
    shop: Shop, shopId: String, gameId: String, isAccepted: Bool, decidedAt: Timestamp
  ) {
    self.shop = shop
    self.shopId = shopId
    self.gameId = gameId
    self.isAccepted = isAccepted
    self.decidedAt = decidedAt
  }
}

/// The decisions about matches, in an NDJSON file: one `MatchDecision` per line.
///
/// Of two decisions about the same record and game, the later one counts; if the times are equal,
/// the one added last. If a record has two accepted games, the one accepted later counts.
package struct MatchDecisions: Hashable, Sendable {
  private struct Record: Hashable {
    let shop: Shop
    let id: ExactText
  }

  /// The decisions in force for a record: its accepted game and its rejected games.
  package struct Verdicts: Hashable, Sendable {
    package fileprivate(set) var accepted: ExactText?
    package fileprivate(set) var rejected: Set<ExactText> = []
  }

  /// All decisions, in the order in which they were added.
  package private(set) var all: [MatchDecision] = []
  private var verdicts: [Record: Verdicts] = [:]

  package init(_ decisions: [MatchDecision] = []) {
    all = decisions
    let records = Dictionary(grouping: decisions) {
      Record(shop: $0.shop, id: ExactText($0.shopId))
    }
    verdicts = records.mapValues { Self.verdicts($0) }
  }

  /// Reads a file; no decisions if there is none.
  ///
  /// - Throws: `LocalFailure` for a line that is not a decision, `FileFailure`.
  package init(file: URL) throws {
    self.init(try DurableFile.exists(file) ? Self.decisions(in: DurableFile.read(file), file) : [])
  }

  private static func decisions(
    in bytes: [UInt8], _ file: URL
  ) throws(LocalFailure) -> [MatchDecision] {
    try DurableFile.records(in: bytes, of: file, remedy: "Correct or remove the line.") {
      try JSONDecoder().decode(MatchDecision.self, from: $0)
    }
  }

  /// Adds a decision to the file, whose content another process may have changed.
  ///
  /// - Throws: `LocalFailure`, `FileFailure`.
  package static func add(_ decision: MatchDecision, to file: URL) throws {
    try DurableFile.update(file) { bytes in
      let known = try decisions(in: bytes ?? [], file)
      var decision = decision
      // The clock may have been ahead at an earlier decision, and this one is the later.
      decision.decidedAt = max(
        decision.decidedAt, known.map(\.decidedAt).max() ?? .init(milliseconds: 0))
      return Array((known + [decision]).map { canonicalLine($0) }.joined().utf8)
    }
  }

  package func verdicts(of shop: Shop, _ id: String) -> Verdicts {
    verdicts[Record(shop: shop, id: ExactText(id))] ?? Verdicts()
  }

  private static func verdicts(_ decisions: [MatchDecision]) -> Verdicts {
    let inOrder = decisions.enumerated().sorted {
      ($0.element.decidedAt, $0.offset) < ($1.element.decidedAt, $1.offset)
    }
    var verdicts = Verdicts()
    for (_, decision) in inOrder {
      let game = ExactText(decision.gameId)
      if decision.isAccepted {
        verdicts.accepted = game
        verdicts.rejected.remove(game)
      } else {
        verdicts.rejected.insert(game)
        if verdicts.accepted == game { verdicts.accepted = nil }
      }
    }
    return verdicts
  }
}
