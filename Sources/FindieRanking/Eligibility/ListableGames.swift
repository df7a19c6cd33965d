package import FindieDomain
import FindieModels

/// The games that lists may show on a day: they are out and eligible, and of several editions of a
/// game only one is listed.
package struct ListableGames: Sendable {
  /// The filters of single players, too.
  package let eligibility: Eligibility
  /// By game, whether it may be on any list.
  package let isListed: [Bool]

  /// - Parameters:
  ///   - currency: of players' price limits.
  ///   - isEligible: by game, whether lists may show it (`EligibleGames`).
  ///   - positives: by game, their number.
  ///   - minimumPlayers: k.
  package init(
    _ games: [Game], on day: Day, currency: String, isEligible: [Bool], positives: [Int],
    minimumPlayers: Int
  ) {
    eligibility = Eligibility(games: games, on: day, currency: currency, isEligible: isEligible)
    isListed = Self.isListed(
      games, isOut: eligibility.isOut, positives: positives, minimumPlayers: minimumPlayers)
  }

  /// By game, whether it is the listed edition of those that are out: the one with the most
  /// positives. Fewer than k players must not decide that.
  package static func isListed(
    _ games: [Game], isOut: [Bool], positives: [Int], minimumPlayers: Int
  ) -> [Bool] {
    Editions(games).best(of: isOut, evidence: positives.map { $0 < minimumPlayers ? 0 : $0 })
  }
}
