import FindieDomain
import FindieFiles
import FindieHistory
import FindieIngest
import FindieModels
import FindieNight
import FindieRanking
import FindieStore
import FindieText
import FindieWorkers
import FindieWorkspace
import Foundation

/// All that a workspace holds about one player: what `findie forget` removes.
struct PlayerData {
  /// What one file has.
  struct Record {
    /// The path in the workspace.
    let file: String
    let line: JSONLine

    init(_ file: String, _ write: (inout JSONLine) -> Void) {
      var line = JSONLine()
      line.add("file", file)
      write(&line)
      (self.file, self.line) = (file, line)
    }
  }

  private let player: String
  /// The player's ids in analytics events.
  private let codes: [String]
  private let workspace: Workspace
  private let workers: Workers

  init(of player: String, codes: [String], in workspace: Workspace, _ workers: Workers) {
    (self.player, self.codes) = (player, codes)
    (self.workspace, self.workers) = (workspace, workers)
  }

  /// The records, without those of the model, which may have another format.
  func records() throws -> [Record] {
    try events(.interactions, of: [player]) + events(.analytics, of: codes + [player]) + storeRows()
      + publishedLines() + suggestions() + quarantine() + synchronized() + warnings()
  }

  private func path(_ url: URL) -> String {
    let folder = workspace.folder.standardizedFileURL.path + "/"
    return String(url.standardizedFileURL.path.trimmingPrefix(folder))
  }

  private func events(_ collection: EventCollection, of ids: [String]) throws -> [Record] {
    let days = try workspace.history.ledger().days.filter { $0.collection == collection }
    return try days.flatMap { day -> [Record] in
      let table = try workspace.history.events(collection, on: [day.day], workers: workers)
      let players = table[.userId]
      let own = Set(ids.compactMap { players.vocabulary.existingCode(of: $0) })
      guard !own.isEmpty else { return [] }
      return (0..<table.count).filter { own.contains(players.codes[$0]) }.map { row in
        Record("history/\(collection.rawValue)/\(day.day)") { line in
          line.add("timestamp", Timestamp(milliseconds: table.milliseconds[row]).description)
          line.add("kind", collection.word(table.kinds[row]))
          for column in collection.textColumns {
            let text = table[column].text(row)
            let list = text.split(separator: Character(Unicode.Scalar(TextColumn.separator)))
            if list.count > 1 {
              line.add(column.rawValue, list.map { String($0) })
            } else if !text.isEmpty {
              line.add(column.rawValue, text)
            }
          }
          for column in collection.numberColumns where !table[column][row].isNaN {
            line.add(column.rawValue, sixDigits: Double(table[column][row]))
          }
        }
      }
    }
  }

  private func storeRows() throws -> [Record] {
    let nights = try workspace.publishedDays().flatMap { day in
      [
        workspace.publishedStore(day),
        workspace.published(day).appending(path: OwnFiles.anchorName),
      ]
    }
    return try ([workspace.store] + nights + [workspace.refreshedLists])
      .filter { DurableFile.exists($0) }.flatMap { file in
        // An account that does not count may be named by its code.
        let store = try PublishedStore(at: file)
        return try ([player] + codes).flatMap { try store.rows(about: $0) }.map { table, row in
          Record(path(file)) { line in
            line.add("table", table)
            line.addValue("row") { $0 += row.bytes }
          }
        }
      }
  }

  /// What the operator's own model said about the player. Nights share files.
  private func suggestions() throws -> [Record] {
    var known: Set<[UInt64]> = []
    let received = [workspace.artifacts, workspace.backfillArtifacts]
      .map { $0.appending(path: Workspace.suggestionsName) }.filter { DurableFile.exists($0) }
    let files =
      try received
      + workspace.publishedDays().flatMap { try workspace.suggestionFiles($0) }
    return try files.flatMap { file -> [Record] in
      guard FileStatus(file).map({ known.insert($0.identity).inserted }) ?? true,
        let found = try Suggestions(stored: file), let row = found.players.index(of: player)
      else { return [] }
      let candidates = found.candidates.range(ofRow: row).map { element in
        Record(path(file)) { line in
          line.add("gameId", found.games[Int(found.candidates.columnIndices[element])])
          line.add("candidate", sixDigits: Double(found.candidates.values[element]))
        }
      }
      let vector = found.vectors.row(row)
      let numbers = vector.indices.map { "\(vector[$0])" }
      guard numbers.contains(where: { $0 != "0.0" }) else { return candidates }
      return candidates + [
        Record(path(file)) { line in
          line.addValue("vector") { $0 += "[\(numbers.joined(separator: ","))]".utf8 }
        }
      ]
    }
  }

  /// The lines of lists that `findie.sqlite` does not have.
  private func publishedLines() throws -> [Record] {
    try workspace.publishedDays().flatMap { day -> [Record] in
      let folder = workspace.published(day)
      let audiences = folder.appending(path: "audiences.ndjson")
      let places = try DurableFile.exists(audiences) ? DurableFile.read(audiences) : []
      return try lines(of: folder.appending(path: "price-drops.ndjson"))
        + places.split(separator: UInt8(ascii: "\n")).flatMap { line in
          let audience = try JSONDecoder().decode(GameAudience.self, from: Data(line))
          return audience.players.filter { $0.userId.hasSameBytes(as: player) }.map { place in
            Record(path(audiences)) { line in
              line.add("gameId", audience.gameId)
              line.add("rank", place.rank)
              line.add("score", sixDigits: place.score)
            }
          }
        }
    }
  }

  private struct Owned: Decodable {
    let userId: String
  }

  /// The lines of a file that are the player's.
  private func lines(of file: URL) throws -> [Record] {
    guard DurableFile.exists(file) else { return [] }
    let id = Data(player.utf8)
    return try DurableFile.read(file).split(separator: UInt8(ascii: "\n")).compactMap { line in
      do {
        let owner = try JSONDecoder().decode(Owned.self, from: Data(line)).userId
        guard owner.hasSameBytes(as: player) else { return nil }
        return Record(path(file)) { $0.addValue("record") { $0 += line } }
      } catch {
        // A killed run may have left a part of a line.
        guard Data(line).range(of: id) != nil else { return nil }
        return Record(path(file)) { $0.add("text", String(decoding: line, as: UTF8.self)) }
      }
    }
  }

  private func synchronized() throws -> [Record] {
    try workspace.filesAboutPlayers.flatMap { try lines(of: $0) }
  }

  private func quarantine() throws -> [Record] {
    let player = player
    return try workspace.quarantine.lines(naming: { $0.hasSameBytes(as: player) }).map {
      url, line in
      Record(path(url)) { $0.addValue("record") { $0 += line } }
    }
  }

  private func warnings() throws -> [Record] {
    let (player, runs) = (player, RunRecords(workspace))
    return try runs.warnings(naming: { $0.hasSameBytes(as: player) }).map { run, warning in
      Record("runs/\(run)/run.json") { $0.add("warning", warning) }
    }
  }

  /// The player's row of the matrix that the published lists were computed from, and its factors.
  ///
  /// - Throws: `ServedModelFailure`, also for models of another version.
  func model() throws -> [Record] {
    guard DurableFile.exists(workspace.current) else { return [] }
    let model = try ServedFolder.read(workspace: workspace) { try $0.model() }
    guard let row = model.matrix.players.index(of: player) else { return [] }
    let (matrix, folder) = (model.matrix, "published/\(model.night)/model")
    let games = matrix.seen.range(ofRow: row).map { element in
      let game = matrix.seen.columnIndices[element]
      return Record("\(folder)/matrix.artifact") { line in
        line.add("gameId", matrix.games[Int(game)])
        line.add(
          "confidence", sixDigits: Double(matrix.observed.value(row: row, column: game) ?? 0))
      }
    }
    let factors = Record("\(folder)/factors.artifact") { line in
      line.addValue("factors") { bytes in
        let factors = model.factors.players
        let numbers = (0..<factors.columns).map { "\(factors[row, $0])" }
        bytes += "[\(numbers.joined(separator: ","))]".utf8
      }
    }
    return games + [factors]
  }
}
