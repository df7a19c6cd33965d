package import FindieDomain
import Foundation
import GRDB

extension ListWriter {
  /// Adds the games that a search finds: all but withdrawn ones.
  ///
  /// - Parameter players: by game, a public number of players, which decides the popularity.
  package mutating func addSearch(of games: [Game], developers: [Developer], players: [Int]) throws
  {
    let studios = Dictionary(
      developers.map { (ExactText($0.id), $0.studioName) }, uniquingKeysWith: { first, _ in first })
    let releases = games.map { $0.releaseDate?.day.daysSinceEpoch ?? .min }
    let found = games.indices.filter { !games[$0].isWithdrawn }
      .sorted { (players[$1], releases[$1], $0) < (players[$0], releases[$0], $1) }
    let most = log(1 + Double(found.first.map { players[$0] } ?? 0))
    for (index, position) in found.enumerated() {
      let game = games[position]
      let popularity = most > 0 ? log(1 + Double(players[position])) / most : 0
      let names = [
        studios[ExactText(game.developerId)] ?? nil, game.studioName, game.developerName,
      ]
      let texts: [[String?]] = [
        [game.title], names, game.tags + game.genres.map(\.rawValue),
        [game.subtitle, game.shortDescription, game.description],
      ]
      try insert(
        into: "searched_games",
        [
          (index + 1).databaseValue, DatabaseValue(exactly: game.id),
          ((1000 * popularity).rounded() / 1000).databaseValue,
        ])
      try insert(
        into: "game_search (rowid, title, studio, tags, description)",
        [(index + 1).databaseValue]
          + texts.map { texts in
            // SQLite's text functions end at a NUL.
            texts.compactMap(\.self).joined(separator: "\n").replacing("\0", with: "\u{FFFD}")
              .databaseValue
          })
    }
  }
}
