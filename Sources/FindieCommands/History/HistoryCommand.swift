import ArgumentParser
import FindieDomain
import FindieFiles
import FindieHistory
import FindieText
import FindieWorkspace
import Foundation

struct HistoryCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "history",
    abstract: "List the days of the history and their numbers of events.",
    discussion: """
      `findie verify` compares the history with its checksums.

      Examples:
        findie history
        findie history --workspace /srv/findie --json
        findie history suspects
      """, subcommands: [SuspectsCommand.self])

  @OptionGroup var workspace: WorkspaceOption
  @OptionGroup var json: JSONFlag

  func run() throws {
    try reportingErrors {
      try Console.print(workspace.value.historyDays(), asJSON: json.json)
    }
  }
}

extension Workspace {
  /// The days with their events and the number of their input files.
  ///
  /// - Throws: `NotFound` if there is no history.
  fileprivate func historyDays() throws -> Answer {
    struct Entry: Encodable {
      let day: Day
      let collection: String
      let events: Int
      let files: Int
    }
    guard DurableFile.exists(history.folder), try !DurableFile.names(in: history.folder).isEmpty
    else { throw noHistory }
    let entries = try history.ledger().days.map {
      Entry(
        day: $0.day, collection: $0.collection.rawValue, events: $0.rows, files: $0.origins.count)
    }.sorted { ($0.day, $0.collection) < ($1.day, $1.collection) }
    var table = TextTable(
      ("day", .left), ("collection", .left), ("events", .right), ("files", .right))
    for entry in entries {
      table.add("\(entry.day)", entry.collection, entry.events.grouped, "\(entry.files)")
    }
    let events = entries.reduce(0) { $0 + $1.events }
    let days = Set(entries.map(\.day)).count
    return Answer(
      text: "\(table.text)\n\n\(events.grouped) events of \(days) days",
      json: canonicalLine(entries))
  }
}
