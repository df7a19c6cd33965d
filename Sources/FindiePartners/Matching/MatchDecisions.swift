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
  package let decidedAt: Timestamp

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

extension MatchDecision {
  fileprivate func decided(at time: Timestamp) -> MatchDecision {
    MatchDecision(
      shop: shop, shopId: shopId, gameId: gameId, isAccepted: isAccepted, decidedAt: time)
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
    try self.init(DurableFile.exists(file) ? DurableFile.read(file) : [], of: file)
  }

  private init(_ bytes: [UInt8], of file: URL) throws(LocalFailure) {
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    var decisions: [MatchDecision] = []
    for (index, line) in lines.enumerated() where !line.isEmpty {
      do {
        decisions.append(try JSONDecoder().decode(MatchDecision.self, from: Data(line)))
      } catch {
        throw LocalFailure(
          .badData,
          "\(file.path), line \(index + 1), is not a decision about a match. Correct or remove the "
            + "line.")
      }
    }
    self.init(decisions)
  }

  /// Adds a decision to the file, whose content another process may have changed.
  ///
  /// - Returns: all decisions in the file.
  /// - Throws: `LocalFailure`, `FileFailure`.
  package static func add(_ decision: MatchDecision, to file: URL) throws -> MatchDecisions {
    var decisions = MatchDecisions()
    try DurableFile.update(file) { bytes in
      let known = try MatchDecisions(bytes ?? [], of: file).all
      // The clock may have been ahead at an earlier decision, and this one is the later.
      let last = known.map(\.decidedAt).max() ?? decision.decidedAt
      decisions = MatchDecisions(known + [decision.decided(at: max(decision.decidedAt, last))])
      return Array(decisions.all.map { canonicalJSON($0) + "\n" }.joined().utf8)
    }
    return decisions
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
