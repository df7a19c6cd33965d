import FindieDomain
package import FindieFiles
import FindieIngest
package import Foundation

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
    let files = FileManager.default
    let newest = try names().max { left, right in
      try Self.changed(file(left), files) < Self.changed(file(right), files)
    }
    return try newest.map { ($0, try RunManifest(file: file($0))) }
  }

  /// Removes warnings that name a player who is to be forgotten. A record's time of change stays:
  /// the newest one is that of the last run. A damaged record stays.
  func forget(_ isForgotten: @escaping @Sendable (String) -> Bool) throws {
    var forgotten = ForgottenLines(isForgotten)
    for name in try names() {
      var record: RunManifest
      do { record = try self.record(name) } catch is WorkspaceFailure { continue }
      let before = record.warnings.count
      record.warnings.removeAll { forgotten.isNamed(in: Array($0.utf8)[...]) }
      guard record.warnings.count < before else { continue }
      let files = FileManager.default
      let changed = try Self.changed(file(name), files)
      try record.write(to: file(name))
      try files.setAttributes([.modificationDate: changed], ofItemAtPath: file(name).path)
    }
  }

  /// The state of the current run, or of the last run if it crashed.
  package var running: RunningNight? { RunningNight(file: workspace.runningFile) }

  private func file(_ name: String) -> URL {
    workspace.run(name).record
  }

  private static func changed(_ file: URL, _ files: FileManager) throws -> Date {
    try files.attributesOfItem(atPath: file.path)[.modificationDate] as? Date ?? .distantPast
  }
}

/// The state of the current run, `runs/running.json`.
///
/// A run removes the file at its end. A leftover file means that the last run crashed.
package struct RunningNight: Codable, Sendable, Equatable {
  package var process: Int32
  package var runId: String
  /// ISO 8601.
  package var startedAt: String
  /// Nil until it is known.
  package var day: String?
  /// The stages that are running, in the order of their start.
  package var stages: [StageUnderWay] = []

  package struct StageUnderWay: Codable, Sendable, Equatable {
    package var stage: String
    package var startedAt: String

    package init(stage: String, startedAt: String) {
      self.stage = stage
      self.startedAt = startedAt
    }
  }

  /// Nil if the file is missing or cannot be read.
  package init?(file: URL) {
    do {
      self = try JSONDecoder().decode(Self.self, from: Data(DurableFile.read(file)))
    } catch {
      return nil
    }
  }

  package init(process: Int32, runId: String, startedAt: String) {
    self.process = process
    self.runId = runId
    self.startedAt = startedAt
  }

  /// Replaces the file in one step, without waiting for the disk: after a crash of the machine no
  /// run is in progress.
  package func write(to file: URL) throws(FileFailure) {
    try DurableFile.createFolder(file.deletingLastPathComponent())
    var writer = try FileWriter(replacing: file)
    try writer.write(Array(canonicalLine(self).utf8))
    try writer.replace()
  }
}
