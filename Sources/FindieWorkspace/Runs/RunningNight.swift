package import FindieFiles
package import Foundation

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
