import FindieBatch
import FindieFiles
package import Foundation

/// What a night that runs is at, `runs/running.json`; it goes with the night's end, so that one which
/// lies there while nobody holds the workspace tells of a night that was killed.
package struct RunningNight: Codable, Sendable, Equatable {
  package var process: Int32
  package var runId: String
  /// ISO 8601.
  package var startedAt: String
  /// Nil until it is known.
  package var day: String?
  /// Those that are being made, in the order in which they began.
  package var stages: [StageUnderWay] = []

  package struct StageUnderWay: Codable, Sendable, Equatable {
    package var stage: String
    package var startedAt: String
  }

  /// Nil where no such file can be read.
  package init?(file: URL) {
    do {
      self = try JSONDecoder().decode(Self.self, from: Data(DurableFile.read(file)))
    } catch {
      return nil
    }
  }

  init(process: Int32, runId: String, startedAt: String) {
    self.process = process
    self.runId = runId
    self.startedAt = startedAt
  }

  /// Whole or not at all for a reader, but not brought to the disk: after a crash of the machine the
  /// night is known to have ended.
  func write(to file: URL) throws(FileFailure) {
    let partial = file.deletingLastPathComponent().appending(path: ".running.partial")
    try DurableFile.createFolder(file.deletingLastPathComponent())
    try DurableFile.writePlainly(Array(canonicalLine(self).utf8), to: partial)
    try DurableFile.move(partial, to: file)
  }
}
