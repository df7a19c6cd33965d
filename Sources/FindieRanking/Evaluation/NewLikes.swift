package import FindieDomain
package import FindieHistory
import FindieModels

/// What players liked on a day, of games with which they had done nothing before.
package struct NewLikes: Sendable {
  /// The ids of the games of each player; players by a seeded hash, so that the first are a sample.
  package let games: [(player: String, games: [String])]

  /// Likes, super-likes, wishes and shares.
  ///
  /// - Parameters:
  ///   - interactions: ordered by time.
  ///   - seed: of the order of the players.
  /// - Complexity: O(interactions).
  package init(_ interactions: EventTable, on day: Day, seed: UInt64) {
    let (users, named) = (interactions[.userId], interactions[.gameId])
    let first = interactions.firstRow(notBefore: day)
    let end = interactions.firstRow(notBefore: day.adding(days: 1))
    let likes = (first..<end).filter { interactions.action($0).isTested }
    func pair(_ row: Int) -> UInt64 { UInt64(users.codes[row]) << 32 | UInt64(named.codes[row]) }
    var new = Set(likes.map(pair))
    var isActive = [Bool](repeating: false, count: users.vocabulary.count)
    for row in likes { isActive[Int(users.codes[row])] = true }
    for row in 0..<first where isActive[Int(users.codes[row])] { new.remove(pair(row)) }
    var gamesOfPlayer: [UInt32: [String]] = [:]
    for pair in new.sorted() {
      let game = named.vocabulary.text(UInt32(truncatingIfNeeded: pair))
      gamesOfPlayer[UInt32(pair >> 32), default: []].append(game)
    }
    games = gamesOfPlayer.map { code, games in
      let player = users.vocabulary.text(code)
      return (hash: hash64(of: player.utf8.span, seed: seed), player: player, games: games)
    }
    .sorted { ($0.hash, ExactText($0.player)) < ($1.hash, ExactText($1.player)) }
    .map { ($0.player, $0.games) }
  }
}
