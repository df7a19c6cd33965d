import FindieBatch
package import FindieDomain

/// What became of each night of a backfill.
package struct BackfillResult: Codable, Sendable {
  package enum Outcome: String, Codable, Sendable {
    /// It was published as it would be made now.
    case right
    case made
    case failed
    /// It would be made.
    case planned
    /// A failure or a stop came before it, or during it.
    case left
    /// There is nothing to make it from.
    case impossible
  }

  package struct Row: Codable, Sendable {
    package var day: Day
    package var outcome: Outcome
    package var seconds: Double?
    /// Why it was made, or what failed.
    package var reason: String?

    init(day: Day, outcome: Outcome, seconds: Double? = nil, reason: String? = nil) {
      self.day = day
      self.outcome = outcome
      self.seconds = seconds
      self.reason = reason
    }
  }

  /// New and changed files of events that would be read first.
  package let unreadFiles: Int
  package var rows: [Row]
  /// The night whose lists are served.
  package var servedDay: Day?
  /// Of the first night that failed, or that it was stopped.
  package var failure: FailureKind?

  init(unreadFiles: Int, rows: [Row], servedDay: Day?) {
    self.unreadFiles = unreadFiles
    self.rows = rows
    self.servedDay = servedDay
  }

  /// Whether there is something to do that was not done.
  package var isPlanned: Bool { unreadFiles > 0 || rows.contains { $0.outcome == .planned } }

  var isComplete: Bool {
    rows.allSatisfy { [.right, .made, .impossible].contains($0.outcome) }
  }

  private enum CodingKeys: String, CodingKey {
    case rows = "nights"
    case unreadFiles, servedDay, failure
  }

  package var answer: Answer {
    var table = TextTable(("night", .left), ("", .left), ("seconds", .right), ("why", .left))
    for row in rows {
      table.add(
        row.day.description, row.outcome.rawValue, row.seconds.map { tenths($0) } ?? "",
        row.reason ?? "")
    }
    let counts = Dictionary(grouping: rows, by: \.outcome).mapValues(\.count)
      .sorted { $0.key.rawValue < $1.key.rawValue }.map { "\($0.value) \($0.key.rawValue)" }
      .joined(separator: ", ")
    var lines = [table.text, "", "\(counts)."]
    if unreadFiles > 0 {
      lines.append(
        "\(unreadFiles) file\(unreadFiles == 1 ? " is" : "s are") to be read first: nights that their "
          + "events touch would be made again too.")
    }
    if let servedDay { lines.append("The night of \(servedDay) is served.") }
    if rows.contains(where: { $0.outcome == .left }) {
      lines.append("Run the same command again to go on; what was made is kept.")
    }
    return Answer(text: lines.joined(separator: "\n"), json: canonicalLine(self))
  }

  private func tenths(_ seconds: Double) -> String {
    let tenths = Int((seconds * 10).rounded())
    return "\(tenths / 10).\(tenths % 10)"
  }
}
