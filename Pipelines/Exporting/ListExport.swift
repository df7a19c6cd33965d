import FindieDomain
import FindieReports
import FindieStore

/// Writes the lists of a night: as they are published, or a row an entry.
struct ListExport {
  let store: PublishedStore

  func write(_ what: ExportWhat, _ format: ExportFormat, to file: inout ExportFile) throws {
    switch what {
    case .recommendations: try writeRecommendations(format, to: &file)
    case .similar: try writeSimilar(format, to: &file)
    case .trending: try writeTrending(format, to: &file)
    case .announced: try writeAnnounced(format, to: &file)
    default: try writeReleases(format, to: &file)
    }
  }

  private func writeRecommendations(_ format: ExportFormat, to file: inout ExportFile) throws {
    var table = CSVTable(
      header: [
        "userId", "date", "source", "rank", "gameId", "score", "reason1", "reason2", "probability",
      ])
    for id in try store.playersWithLists() {
      guard let list = try store.recommendationList(userId: id) else { continue }
      try add(list, format, to: &file) {
        $0.append(list)
      } rows: {
        for entry in list.games {
          table.append([
            .text(list.userId), .text(list.date.description), .text(list.source.rawValue),
            .count(entry.rank), .text(entry.gameId), .digits(sixDigits(entry.score)),
            entry.reasons.first.map { .text($0) } ?? .empty,
            entry.reasons.dropFirst().first.map { .text($0) } ?? .empty,
            entry.probability.map { .digits(sixDigits($0)) } ?? .empty,
          ])
        }
        return table.takeRows()
      }
    }
    try end(table, format, to: &file)
  }

  private func writeSimilar(_ format: ExportFormat, to file: inout ExportFile) throws {
    var table = CSVTable(header: ["gameId", "date", "rank", "similarGameId", "score", "carriedBy"])
    for id in try store.gamesWithSimilarOnes() {
      guard let list = try store.similarGames(gameId: id) else { continue }
      try add(list, format, to: &file) {
        $0.append(list)
      } rows: {
        for entry in list.games {
          table.append([
            .text(list.gameId), .text(list.date.description), .count(entry.rank),
            .text(entry.gameId), .digits(sixDigits(entry.score)), .text(entry.carriedBy.rawValue),
          ])
        }
        return table.takeRows()
      }
    }
    try end(table, format, to: &file)
  }

  private func writeTrending(_ format: ExportFormat, to file: inout ExportFile) throws {
    var table = CSVTable(
      header: ["genre", "date", "rank", "gameId", "lift", "lowerBound", "events", "flags"])
    for list in try store.trendingLists() {
      try add(list, format, to: &file) {
        $0.append(list)
      } rows: {
        for entry in list.games {
          table.append([
            list.genre.map { .text($0.rawValue) } ?? .empty, .text(list.date.description),
            .count(entry.rank), .text(entry.gameId), .digits(sixDigits(entry.lift)),
            .digits(sixDigits(entry.lowerBound)), .count(entry.events),
            .text(entry.flags.map(\.rawValue).joined(separator: " ")),
          ])
        }
        return table.takeRows()
      }
    }
    try end(table, format, to: &file)
  }

  private func writeReleases(_ format: ExportFormat, to file: inout ExportFile) throws {
    var table = CSVTable(header: ["gameId", "date", "rank", "releaseDate", "status", "score"])
    for release in try store.newReleases() {
      try add(release, format, to: &file) {
        $0.append(release)
      } rows: {
        table.append([
          .text(release.gameId), .text(release.date.description), .count(release.rank),
          .text(release.releaseDate.description), .text(release.status.rawValue),
          .digits(sixDigits(release.score)),
        ])
        return table.takeRows()
      }
    }
    try end(table, format, to: &file)
  }

  private func writeAnnounced(_ format: ExportFormat, to file: inout ExportFile) throws {
    var table = CSVTable(header: ["gameId", "date", "rank", "releaseDate", "status"])
    for game in try store.announcedGames() {
      try add(game, format, to: &file) {
        $0.append(game)
      } rows: {
        table.append([
          .text(game.gameId), .text(game.date.description), .count(game.rank),
          game.releaseDate.map { .text($0.description) } ?? .empty, .text(game.status.rawValue),
        ])
        return table.takeRows()
      }
    }
    try end(table, format, to: &file)
  }

  private func add<List>(
    _ list: List, _ format: ExportFormat, to file: inout ExportFile,
    line: (inout PublishedLine) -> Void, rows: () -> [UInt8]
  ) throws {
    guard format == .ndjson else { return try file.write(rows()) }
    var published = PublishedLine()
    line(&published)
    try file.write(published.bytes)
  }

  /// The header of a table to which no row came.
  private func end(
    _ table: CSVTable, _ format: ExportFormat, to file: inout ExportFile
  ) throws {
    if format == .csv { try file.write(table.document) }
  }
}
