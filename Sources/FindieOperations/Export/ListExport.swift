import FindieDomain
import FindieNight
import FindieText
import FindieStore

/// Writes the lists of a night: as they are published, or one row per entry.
struct ListExport {
  let store: PublishedStore

  func write(_ what: ExportSubject, _ format: ExportFormat, to file: inout ExportFile) throws {
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
        "userId", "date", "source", "rank", "gameId", "score", "reason1", "subject1", "weight1",
        "reason2", "subject2", "weight2", "probability",
      ])
    for id in try store.playersWithLists() {
      guard let list = try store.recommendationList(userId: id) else { continue }
      try add(list, format, to: &file) {
        $0.append(list)
      } rows: {
        for entry in list.games {
          table.append(
            [
              .text(list.userId), .text(list.date.description), .text(list.source.rawValue),
              .integer(entry.rank), .text(entry.gameId), .digits(sixDigits(entry.score)),
            ] + cells(of: entry.reasons.first) + cells(of: entry.reasons.dropFirst().first)
              + [entry.probability.map { .digits(sixDigits($0)) } ?? .empty])
        }
        return table.takeRows()
      }
    }
    try end(table, format, to: &file)
  }

  /// The kind, the game or genre, and the weight of a reason.
  private func cells(of reason: Reason?) -> [CSVTable.Cell] {
    guard let reason else { return [.empty, .empty, .empty] }
    return [
      .text(reason.kind.rawValue),
      (reason.gameId ?? reason.genre?.rawValue).map { .text($0) } ?? .empty,
      .digits(sixDigits(reason.weight)),
    ]
  }

  private func writeSimilar(_ format: ExportFormat, to file: inout ExportFile) throws {
    var table = CSVTable(header: ["gameId", "date", "rank", "similarGameId", "score", "carriedBy"])
    for id in try store.gamesWithSimilarGames() {
      guard let list = try store.similarGames(gameId: id) else { continue }
      try add(list, format, to: &file) {
        $0.append(list)
      } rows: {
        for entry in list.games {
          table.append([
            .text(list.gameId), .text(list.date.description), .integer(entry.rank),
            .text(entry.gameId), .digits(sixDigits(entry.score)), .text(entry.carriedBy.rawValue),
          ])
        }
        return table.takeRows()
      }
    }
    try end(table, format, to: &file)
  }

  private func writeTrending(_ format: ExportFormat, to file: inout ExportFile) throws {
    try write(
      store.trendingLists(),
      under: ["genre", "date", "rank", "gameId", "lift", "lowerBound", "events", "flags"],
      format, to: &file
    ) {
      $0.append($1)
    } rows: { list in
      list.games.map { entry in
        [
          list.genre.map { .text($0.rawValue) } ?? .empty, .text(list.date.description),
          .integer(entry.rank), .text(entry.gameId), .digits(sixDigits(entry.lift)),
          .digits(sixDigits(entry.lowerBound)), .integer(entry.events),
          .text(entry.flags.map(\.rawValue).joined(separator: " ")),
        ]
      }
    }
  }

  private func writeReleases(_ format: ExportFormat, to file: inout ExportFile) throws {
    try write(
      store.newReleases(), under: ["gameId", "date", "rank", "releaseDate", "status", "score"],
      format, to: &file
    ) {
      $0.append($1)
    } rows: { release in
      [
        [
          .text(release.gameId), .text(release.date.description), .integer(release.rank),
          .text(release.releaseDate.description), .text(release.status.rawValue),
          .digits(sixDigits(release.score)),
        ]
      ]
    }
  }

  private func writeAnnounced(_ format: ExportFormat, to file: inout ExportFile) throws {
    try write(
      store.announcedGames(), under: ["gameId", "date", "rank", "releaseDate", "status"], format,
      to: &file
    ) {
      $0.append($1)
    } rows: { game in
      [
        [
          .text(game.gameId), .text(game.date.description), .integer(game.rank),
          game.releaseDate.map { .text($0.description) } ?? .empty, .text(game.status.rawValue),
        ]
      ]
    }
  }

  /// Writes lists that fit into memory together.
  private func write<List>(
    _ lists: [List], under header: [String], _ format: ExportFormat, to file: inout ExportFile,
    line: (inout PublishedLine, List) -> Void, rows: (List) -> [[CSVTable.Cell]]
  ) throws {
    var table = CSVTable(header: header)
    for list in lists {
      try add(list, format, to: &file) {
        line(&$0, list)
      } rows: {
        for row in rows(list) { table.append(row) }
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

  /// Writes the header of a table without rows.
  private func end(
    _ table: CSVTable, _ format: ExportFormat, to file: inout ExportFile
  ) throws {
    if format == .csv { try file.write(table.document) }
  }
}
