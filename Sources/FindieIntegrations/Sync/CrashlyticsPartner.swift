package import FindieDomain
import FindieFiles
package import Foundation

/// Crash-free users and sessions, from files of Firebase's export to BigQuery.
///
/// A folder has files of crashes, `events*.ndjson`, and of sessions, `sessions*.ndjson`, plain or compressed.
/// No id of an installation, a session or a user leaves this type.
package struct CrashlyticsPartner: Partner {
  /// Calls `body` with each line of a file; without bytes for a line longer than `maximumLineBytes`.
  package typealias Lines =
    @Sendable (_ file: URL, _ body: (_ number: Int, _ line: [UInt8]?) throws -> Void) throws -> Void

  /// A whole row of Crashlytics has the stacks of all threads.
  package static let maximumLineBytes = 16 << 20

  private let folder: URL
  private let now: Timestamp
  private let lines: Lines

  package init(_ folder: URL, now: Timestamp, lines: @escaping Lines) {
    (self.folder, self.now, self.lines) = (folder, now, lines)
  }

  /// The lines of one table, and those that are not rows of it.
  private struct Reading {
    var lines = 0
    var bad = 0
    /// Such as `line 7 of sessions-0.ndjson`.
    var firstBad = ""

    var isUsable: Bool { PartnerFacts.mayUse(lines: lines, bad: bad) }
  }

  /// - Throws: `FileFailure`. Bad lines and bad files are failures in the result.
  package func facts(
    for input: SyncInput, progress: @escaping @Sendable (_ done: Int, _ of: Int) -> Void
  ) throws -> PartnerFacts {
    var facts = PartnerFacts(.crashlytics)
    let names = try DurableFile.names(in: folder)
    let tables = ["events", "sessions"].map { table in
      names.filter { $0.hasPrefix(table) && $0.contains(/\.(?:ndjson|jsonl|json)(?:\.gz|\.zst)?$/) }
    }
    let others = names.filter { !tables.joined().contains($0) }
    if let first = others.first {
      facts.fail(
        folder, "\(others.count) files are not named events* or sessions*, such as \(first)")
    }
    guard !tables[0].isEmpty, !tables[1].isEmpty else {
      let name = tables[0].isEmpty ? "events*.ndjson" : "sessions*.ndjson"
      facts.fail(folder, "it has no file \(name). No number was changed")
      return facts
    }
    var counts = CrashCounts(now: now)
    var bad: [Reading] = []
    let metrics = try facts.add {
      let crashes = try read(tables[0], as: CrashRow.self) { counts.add($0) }
      let sessions = try read(tables[1], as: SessionRow.self) { counts.add($0) }
      bad = [crashes, sessions].filter { $0.bad > 0 }
      guard crashes.isUsable, sessions.isUsable else {
        throw PartnerFailure.file(
          folder.lastPathComponent, detail: "too many lines are invalid. No number was changed")
      }
      guard let newest = counts.newest, !counts.metrics.isEmpty else {
        throw PartnerFailure.file(
          folder.lastPathComponent,
          detail:
            "no complete day lies between the first and the last rows of both tables. Export more days"
        )
      }
      return Fetched(value: counts.metrics, receivedAt: newest, origin: .network)
    }
    facts.metrics = metrics?.value ?? []
    for reading in bad {
      facts.fail(folder, "\(reading.bad) lines are invalid, such as \(reading.firstBad)")
    }
    return facts
  }

  private func read<Row: Decodable>(
    _ files: [String], as type: Row.Type, _ add: (Row) -> Void
  ) throws -> Reading {
    var reading = Reading()
    let decoder = JSONDecoder()
    for file in files {
      try lines(folder.appending(path: file)) { number, line in
        reading.lines += 1
        do {
          guard let line else { throw InvalidRow() }
          add(try decoder.decode(Row.self, from: Data(line)))
        } catch {
          // The error may have a part of the row.
          if reading.bad == 0 { reading.firstBad = "line \(number) of \(file)" }
          reading.bad += 1
        }
      }
    }
    return reading
  }
}
