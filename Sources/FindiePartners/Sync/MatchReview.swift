package import FindieDomain
import FindieFiles
package import FindieWorkspace
import Foundation

/// The matches between app games and shop games that a person has to decide.
package struct MatchReview: Sendable {
  /// An app game, and a shop game that may be the same.
  package struct Entry: Codable, Hashable, Sendable {
    package let gameId: String
    package let title: String
    package let shop: Shop
    package let shopId: String
    package let shopTitle: String
    package let url: String?
    package let score: Double
    /// Whether it is clearly better than all other candidates.
    package let isGuess: Bool
  }

  /// The undecided matches, guesses first, then by score.
  package let entries: [Entry]
  private let file: URL

  /// Reads what the last `findie sync` found.
  ///
  /// - Throws: `FileFailure`, `LocalFailure`.
  package init(_ workspace: Workspace) throws {
    let folder = SyncFolder(workspace)
    file = folder.decisions
    let decisions = try MatchDecisions(file: file)
    entries = try DurableFile.records(
      of: folder.review, remedy: "Delete the file: the next findie sync writes it anew."
    )
    .filter { entry in
      let verdicts = decisions.verdicts(of: entry.shop, entry.shopId)
      return verdicts.accepted == nil && !verdicts.rejected.contains(ExactText(entry.gameId))
    }
  }

  /// Stores a decision. The next `findie sync` uses it.
  ///
  /// - Throws: `FileFailure`, `LocalFailure`.
  package func decide(
    _ gameId: String, _ shop: Shop, _ shopId: String, isAccepted: Bool, at time: Timestamp
  ) throws {
    try MatchDecisions.add(
      MatchDecision(
        shop: shop, shopId: shopId, gameId: gameId, isAccepted: isAccepted, decidedAt: time),
      to: file)
  }
}

extension MatchReview.Entry {
  /// The match of a search result with the game searched for; nil unless a person has to decide.
  init?(_ game: Game, _ candidate: ShopGame, _ match: GameMatch) {
    let (found, isGuess): ([GameMatch.Candidate], Bool) =
      switch match {
      case .guess(let best): ([best], true)
      case .doubtful(let all): (all, false)
      case .certain, .none: ([], false)
      }
    guard let score = found.first(where: { $0.gameId.hasSameBytes(as: game.id) })?.score else {
      return nil
    }
    self.init(
      gameId: game.id, title: game.title, shop: candidate.shop, shopId: candidate.id,
      shopTitle: candidate.title, url: candidate.url,
      score: (score.value * 1000).rounded() / 1000, isGuess: isGuess)
  }

  func isAboutSamePair(as other: Self) -> Bool {
    gameId.hasSameBytes(as: other.gameId) && shop == other.shop
      && shopId.hasSameBytes(as: other.shopId)
  }

  /// Guesses first, then by score.
  static func isBefore(_ left: Self, _ right: Self) -> Bool {
    (right.isGuess ? 1 : 0, right.score, ExactText(left.gameId), ExactText(left.shopId))
      < (left.isGuess ? 1 : 0, left.score, ExactText(right.gameId), ExactText(right.shopId))
  }
}
