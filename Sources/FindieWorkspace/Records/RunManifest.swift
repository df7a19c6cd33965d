package import FindieFiles
package import Foundation

/// The record of one run, `runs/<day>/run.json`.
///
/// Its JSON Schema is `Reports/schema/run.schema.json`.
package struct RunManifest: Codable, Sendable {
  package enum Status: String, Codable, Sendable {
    case running, done, failed, stopped
  }

  /// What ended a run early.
  package struct Failure: Codable, Sendable, Equatable {
    /// Nil if the failure happened outside of a stage.
    package var stage: String?
    /// The kind of failure, which determines the exit status.
    package var kind: String
    package var cause: String

    package init(stage: String?, kind: String, cause: String) {
      self.stage = stage
      self.kind = kind
      self.cause = cause
    }
  }

  /// Raised whenever a key is removed or changes its meaning.
  package static let currentFormat = 1

  package var formatVersion = Self.currentFormat
  /// Identifies the run.
  package var runId: String
  package var pipeline: String
  /// The as-of day of the run, `YYYY-MM-DD`.
  package var day: String
  package var status = Status.running
  /// The error message that was printed.
  package var message: String?
  package var failure: Failure?
  /// The day whose lists were published when the run ended.
  package var publishedDay: String?
  /// ISO 8601.
  package var startedAt: String
  package var finishedAt: String?
  package var seconds = 0.0
  /// The processor time of all threads, from the start of the process.
  package var cpuSeconds = 0.0
  /// The peak resident memory of the process.
  package var peakMemoryInBytes = 0
  package var threads: Int
  /// Nil in records of earlier versions.
  package var settings: SettingsFiles?
  /// Each parameter's value as text, by its path in the parameter file.
  package var parameters: [String: String]
  package var versions: [String: String]
  package var stages: [StageRecord] = []
  /// Nil in records of earlier versions.
  package var serialStretch: RunTimeline.Stretch?
  package var warnings: [String] = []
  /// When the night became the current one again; nil if it never did.
  package var rollbacks: [Rollback]?

  package init(
    runId: String, pipeline: String, day: String, startedAt: String, threads: Int,
    settings: SettingsFiles? = nil, parameters: [String: String], versions: [String: String]
  ) {
    self.runId = runId
    self.pipeline = pipeline
    self.day = day
    self.startedAt = startedAt
    self.threads = threads
    self.settings = settings
    self.parameters = parameters
    self.versions = versions
  }

  /// Reads a record.
  ///
  /// - Throws: `FileFailure` or `WorkspaceFailure.unreadableRecord`.
  package init(file: URL) throws {
    let data = Data(try DurableFile.read(file))
    do {
      let format = try JSONDecoder().decode(Format.self, from: data).formatVersion
      guard format == Self.currentFormat else {
        throw WorkspaceFailure.unreadableRecord(
          path: file.path,
          why: "its format is \(format), and this version of findie reads format "
            + "\(Self.currentFormat)")
      }
      self = try JSONDecoder().decode(RunManifest.self, from: data)
    } catch let error as DecodingError {
      throw WorkspaceFailure.unreadableRecord(path: file.path, why: "it is damaged: \(error)")
    }
  }

  private struct Format: Decodable {
    let formatVersion: Int
  }

  package func write(to url: URL) throws(FileFailure) {
    try DurableFile.write(canonicalJSON(self, pretty: true) + "\n", to: url)
  }
}
