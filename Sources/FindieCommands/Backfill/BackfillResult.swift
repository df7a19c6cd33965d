import FindieWorkspace
import FindieDomain
import FindieText

/// The outcome of a backfill, by night.
struct BackfillResult: Codable, Sendable {
  enum Outcome: String, Codable, Sendable {
    case upToDate
    case built
    case failed
    /// In a dry run: it would be built.
    case planned
    /// The backfill ended before it was built.
    case notReached
    /// There are no events to build it from.
    case impossible
  }

  struct Row: Codable, Sendable {
    let day: Day
    let outcome: Outcome
    var seconds: Double?
    /// Why it is built, or what failed.
    var reason: String?
  }

  /// New and changed files of events that would be read first.
  var unreadFiles = 0
  var rows: [Row] = []
  /// The night that is published now.
  var publishedDay: Day?
  /// The kind of the first failure, or `stopped`.
  var failure: FailureKind?

  /// Whether a dry run found something to do.
  var isPlanned: Bool { unreadFiles > 0 || rows.contains { $0.outcome == .planned } }

  var isComplete: Bool {
    rows.allSatisfy { [.upToDate, .built, .impossible].contains($0.outcome) }
  }

  private enum CodingKeys: String, CodingKey {
    case rows = "nights"
    case unreadFiles, publishedDay, failure
  }

  var answer: Answer {
    var table = TextTable(("night", .left), ("state", .left), ("seconds", .right), ("why", .left))
    for row in rows {
      table.add(
        row.day.description, row.outcome.text, row.seconds.map { $0.fixed(1) } ?? "",
        row.reason ?? "")
    }
    let counts = Dictionary(grouping: rows, by: \.outcome).mapValues(\.count)
      .sorted { $0.key.rawValue < $1.key.rawValue }.map { "\($0.value) \($0.key.text)" }
      .joined(separator: ", ")
    var lines = [table.text, "", "\(counts)."]
    if unreadFiles > 0 {
      lines.append(
        "\(unreadFiles.counted("file")) will be read first. Their events may make more nights out "
          + "of date."
      )
    }
    if let publishedDay { lines.append("Published night: \(publishedDay).") }
    if rows.contains(where: { $0.outcome == .notReached }) {
      lines.append("To continue, run the same command again. Nights that were built are skipped.")
    }
    return Answer(text: lines.joined(separator: "\n"), json: canonicalLine(self))
  }
}

extension BackfillResult.Outcome {
  fileprivate var text: String {
    switch self {
    case .upToDate: "up to date"
    case .notReached: "not reached"
    default: rawValue
    }
  }
}
