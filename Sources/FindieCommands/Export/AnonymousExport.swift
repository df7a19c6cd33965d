import FindieDomain
import FindieHistory
import FindieText
import FindieWorkers
import FindieWorkspace
import Foundation

/// Writes events day by day, with `anonymousUserId`: the HMAC-SHA-256 of the player's id.
///
/// Session ids are hashed too, since an app may derive them from the player's id. Event ids, ids of
/// lists (a published list names its player) and players' preferences are left out, since they
/// could identify a player. Players who asked to be forgotten are left out immediately. The ids of
/// analytics events are hashed again, so that they match no id outside and the two collections
/// cannot be joined.
struct AnonymousExport {
  private let history: History
  private let key: PlayerKey
  private let forgotten: ForgottenPlayers?
  private let days: [Ledger.Day]

  /// - Throws: `WorkspaceFailure.missingKey`; `NotFound`.
  ///
  /// - Parameter end: events on this day and later are left out; nil for all.
  init(workspace: Workspace, key text: String?, before end: Day?) throws {
    key = try PlayerKey(text, for: "An anonymous export", mayBeNew: true)
    forgotten = try ForgottenPlayers(workspace: workspace, key: text, today: nil)
    history = workspace.history
    let all = try history.ledger().days
    guard let first = all.map(\.day).min() else { throw workspace.noHistory }
    days = all.filter { day in end.map { day.day < $0 } ?? true }
    if let end, days.isEmpty {
      throw NotFound("The history has no events before \(end); its first day is \(first).")
    }
  }

  /// The day after the last exported one.
  var end: Day { days.map(\.day).max()?.adding(days: 1) ?? Day(daysSinceEpoch: 0) }

  private static let columns: [TextColumn] = [.deviceType, .appVersion, .shop, .surface]

  func write(
    _ collection: EventCollection, _ format: ExportCommand.Format, to file: inout ExportFile
  ) throws {
    let texts = Self.columns.filter { collection.textColumns.contains($0) }
    let names =
      ["anonymousUserId", "anonymousSessionId", "gameId", "kind", "timestamp"]
      + texts.map(\.rawValue) + collection.numberColumns.map(\.rawValue)
    var table = CSVTable(header: names)
    if format == .csv { try file.write(table.takeRows()) }
    var players: [ExactText: String] = [:]
    for day in days where day.collection == collection {
      let events = try history.events(collection, on: [day.day], workers: Workers(threads: 1))
      var sessions: [UInt64: String] = [:]
      for row in 0..<events.count {
        func text(_ column: TextColumn) -> String {
          events[column].text(row)
        }
        let player = text(.userId)
        if forgotten?.contains(player) ?? false { continue }
        let anonymous = players[ExactText(player)] ?? key.anonymousId(of: player)
        players[ExactText(player)] = anonymous
        let pair =
          UInt64(events[.sessionId].codes[row]) << 32 | UInt64(events[.userId].codes[row])
        let session = sessions[pair] ?? self.session(text(.sessionId), of: player)
        sessions[pair] = session
        let words =
          [anonymous, session, text(.gameId), collection.word(events.kinds[row])]
          + [Timestamp(milliseconds: events.milliseconds[row]).description] + texts.map { text($0) }
        let numbers = collection.numberColumns.map { events[$0][row] }
        switch format {
        case .csv:
          table.append(
            words.map { $0.isEmpty ? .empty : .text($0) }
              + numbers.map { $0.isNaN ? .empty : .digits(sixDigits(Double($0))) })
        case .ndjson:
          var line = JSONLine()
          for (name, word) in zip(names, words) where !word.isEmpty { line.add(name, word) }
          for (name, number) in zip(names.dropFirst(words.count), numbers) where !number.isNaN {
            line.add(name, sixDigits: Double(number))
          }
          try file.write(line.bytes + [UInt8(ascii: "\n")])
        }
      }
      if format == .csv { try file.write(table.takeRows()) }
    }
  }

  /// The keyed hash of a player's session, distinct from those of players; empty if there is no
  /// session.
  private func session(_ id: String, of player: String) -> String {
    id.isEmpty ? "" : key.anonymousId(of: "session\u{0}" + player + "\u{0}" + id)
  }
}

extension EventCollection {
  /// The word for a kind of event, as the app writes it.
  func word(_ code: UInt8) -> String {
    switch self {
    case .interactions: SwipeAction.allCases.first { $0.code == code }?.rawValue ?? ""
    case .analytics: EventType.allCases.first { $0.code == code }?.rawValue ?? ""
    }
  }
}
