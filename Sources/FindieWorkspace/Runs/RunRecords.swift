package import FindieDomain
import FindieFiles
import FindieIngest
import Foundation

/// The records of a workspace's runs.
package struct RunRecords {
  /// The subject of a record, for a sentence.
  package static func subject(_ name: String) -> String {
    name == RunFolder.undated
      ? "a run that failed before its day was known" : "the run of \(name)"
  }

  private let workspace: Workspace

  package init(_ workspace: Workspace) {
    self.workspace = workspace
  }

  /// The days that have a record, in order; `undated` last.
  package func names() throws -> [String] {
    guard DurableFile.exists(workspace.runs) else { return [] }
    return try DurableFile.names(in: workspace.runs).filter {
      (Day($0) != nil || $0 == RunFolder.undated) && DurableFile.exists(file($0))
    }
  }

  /// The record of a day's last run.
  ///
  /// - Throws: `NotFound` if there is none, `WorkspaceFailure.unreadableRecord`, or `FileFailure`.
  package func record(_ name: String) throws -> RunManifest {
    guard DurableFile.exists(file(name)) else {
      let newest = try names().suffix(5).joined(separator: ", ")
      throw NotFound(
        "There is no record of a run of \(name). "
          + (newest.isEmpty
            ? "Run a night, or name another --workspace."
            : "The newest records: \(newest)."))
    }
    return try RunManifest(file: file(name))
  }

  /// The newest record and its name; nil if there is none.
  package func last() throws -> (name: String, record: RunManifest)? {
    let newest = try names().max { try changed($0) < changed($1) }
    return try newest.map { ($0, try RunManifest(file: file($0))) }
  }

  /// The warnings that name a player, and their runs.
  package func warnings(
    naming isPlayer: @escaping @Sendable (String) -> Bool
  ) throws -> [(run: String, warning: String)] {
    var named = ForgottenLines(isPlayer)
    var found: [(run: String, warning: String)] = []
    for name in try names() {
      do {
        found += try record(name).warnings.filter { named.isNamed(in: Array($0.utf8)[...]) }
          .map { (name, $0) }
      } catch is WorkspaceFailure {
        continue
      }
    }
    return found
  }

  /// Removes warnings that name a player who is to be forgotten. A damaged record stays.
  func forget(_ isForgotten: @escaping @Sendable (String) -> Bool) throws {
    var forgotten = ForgottenLines(isForgotten)
    for name in try names() {
      do {
        try change(name) { $0.warnings.removeAll { forgotten.isNamed(in: Array($0.utf8)[...]) } }
      } catch is WorkspaceFailure {
        continue
      }
    }
  }

  /// Records that a night became the current one again. A night without a record gets none.
  package func add(_ rollback: Rollback, to day: Day) throws {
    guard DurableFile.exists(file(day.description)) else { return }
    try change(day.description) { $0.rollbacks = ($0.rollbacks ?? []) + [rollback] }
  }

  /// Changes a record, but not its time of change: the newest one is that of the last run.
  private func change(_ name: String, _ change: (inout RunManifest) -> Void) throws {
    let before = try record(name)
    var after = before
    change(&after)
    guard after.warnings.count < before.warnings.count || after.rollbacks != before.rollbacks
    else { return }
    let changed = try changed(name)
    try after.write(to: file(name))
    try FileManager.default.setAttributes(
      [.modificationDate: changed], ofItemAtPath: file(name).path)
  }

  /// The state of the current run, or of the last run if it crashed.
  package var running: RunningNight? { RunningNight(file: workspace.runningFile) }

  private func file(_ name: String) -> URL {
    workspace.run(name).record
  }

  private func changed(_ name: String) throws -> Date {
    let attributes = try FileManager.default.attributesOfItem(atPath: file(name).path)
    return attributes[.modificationDate] as? Date ?? .distantPast
  }
}
