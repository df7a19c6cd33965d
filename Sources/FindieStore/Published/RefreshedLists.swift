package import FindieDomain
import FindieText
package import Foundation
import GRDB

/// Players' lists that were computed after a night, for the app to read before the night's.
///
/// The file has the tables and views of a published store. Only the night and the lists have rows.
package enum RefreshedLists {
  /// Writes a new file at `url`, without a journal, and syncs it.
  ///
  /// - Throws: `StoreFailure`. The file is then incomplete.
  package static func write(
    _ lists: [RecommendationList], ofNight night: Day, to url: URL
  ) throws {
    let connection = try StoreConnection(path: url.path, configuration: .unjournaled)
    try connection.outsideTransaction { try $0.execute(sql: "PRAGMA synchronous = FULL") }
    try connection.writeRethrowing { database in
      try Schema.create(in: database)
      var writer = try ListWriter(night: night, database: database)
      try writer.addReasonOfModel()
      for list in lists { try writer.add(list) }
      try writer.finish()
    }
    try connection.close()
  }
}

extension ListWriter {
  /// Adds a player's recommendations.
  ///
  /// - Precondition: it is an identified list of this night, and its entries are ranked from 1.
  fileprivate mutating func add(_ list: RecommendationList) throws {
    var encoder = PlayerListEncoder()
    encoder.begin()
    for entry in list.games {
      encoder.add(game: try number(of: entry.gameId), score: SixDigitText(entry.score))
      for reason in entry.reasons {
        encoder.add(
          reason: reason.kind,
          subject: try (reason.gameId ?? reason.genre?.rawValue).map { try number(of: $0) },
          thousandths: Int((reason.weight * 1000).rounded()))
      }
      encoder.endEntry(probability: entry.probability, isPromoted: entry.promoted == true)
    }
    for row in list.rows {
      encoder.addRow(
        key: try number(of: row.key.rawValue), subject: try row.subject.map { try number(of: $0) },
        games: try row.gameIds.map { try number(of: $0) })
    }
    guard let listId = list.listId else { preconditionFailure("a list without an id") }
    try add(encoder.list(userId: list.userId, listId: listId, source: list.source))
  }
}
