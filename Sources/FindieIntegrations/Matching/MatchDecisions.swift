import FindieBatch
package import FindieDomain
import FindieFiles
package import Foundation

/// The decisions about matches, in an NDJSON file: one `MatchDecision` a line.
///
/// Of two decisions about the same record and game, the later one counts; at the same time, the one that
/// was added last. Of two accepted games of a record, the one accepted later counts.
package struct MatchDecisions: Hashable, Sendable {
  private struct Record: Hashable {
    let shop: Shop
    let id: ExactText
  }

  /// Those that count about a record: its accepted game, and the games that it is not.
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
    verdicts = records.mapValues { MatchDecisions.verdicts($0) }
  }

  /// Reads a file; no decisions if there is none.
  ///
  /// - Throws: `MatchDecisionsFailure` for a line that is no decision, `FileFailure`.
  package init(file: URL) throws {
    try self.init(DurableFile.exists(file) ? DurableFile.read(file) : [], of: file)
  }

  private init(_ bytes: [UInt8], of file: URL) throws(MatchDecisionsFailure) {
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    var decisions: [MatchDecision] = []
    for (index, line) in lines.enumerated() where !line.isEmpty {
      do {
        decisions.append(try JSONDecoder().decode(MatchDecision.self, from: Data(line)))
      } catch {
        throw MatchDecisionsFailure(path: file.path, line: index + 1)
      }
    }
    self.init(decisions)
  }

  /// Adds a decision to the file, of which another process may have changed the content.
  ///
  /// - Returns: all decisions in the file.
  /// - Throws: `MatchDecisionsFailure`, `FileFailure`.
  package static func add(_ decision: MatchDecision, to file: URL) throws -> MatchDecisions {
    var decisions = MatchDecisions()
    try DurableFile.update(file) { bytes in
      let known = try MatchDecisions(bytes ?? [], of: file).all
      decisions = MatchDecisions(known + [decision])
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

/// A line that is no decision.
package struct MatchDecisionsFailure: Error, Hashable, CustomStringConvertible {
  package let path: String
  package let line: Int

  package init(path: String, line: Int) {
    self.path = path
    self.line = line
  }

  package var description: String {
    "\(path), line \(line), is not a decision about a match. Correct or remove the line."
  }
}
