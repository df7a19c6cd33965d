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
  /// Identifies the run in traces.
  package var runId: String
  package var pipeline: String
  /// The as-of day of the run, `YYYY-MM-DD`.
  package var day: String
  package var status: Status
  /// The error message that was printed.
  package var message: String?
  package var failure: Failure?
  /// The day whose lists were published when the run ended.
  package var publishedDay: String?
  /// ISO 8601.
  package var startedAt: String
  package var finishedAt: String?
  package var seconds: Double
  /// The processor time of all threads, from the start of the process.
  package var cpuSeconds: Double
  /// The peak resident memory of the process.
  package var peakMemoryInBytes: Int
  package var threads: Int
  /// Nil in records of earlier versions.
  package var settings: SettingsFiles?
  /// Each parameter's value as text, by its path in the parameter file.
  package var parameters: [String: String]
  package var versions: [String: String]
  package var stages: [StageRecord]
  package var warnings: [String]

  package init(
    runId: String, pipeline: String, day: String, startedAt: String, threads: Int,
    settings: SettingsFiles? = nil, parameters: [String: String], versions: [String: String]
  ) {
    self.runId = runId
    self.pipeline = pipeline
    self.day = day
    status = .running
    self.startedAt = startedAt
    seconds = 0
    cpuSeconds = 0
    peakMemoryInBytes = 0
    self.threads = threads
    self.settings = settings
    self.parameters = parameters
    self.versions = versions
    stages = []
    warnings = []
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

/// The absolute paths of the settings files that a run read. Without a file, the built-in settings
/// hold.
package struct SettingsFiles: Codable, Sendable, Equatable {
  /// Where files were looked up that no option named.
  package let folder: String
  package let parameters: String?
  package let contract: String?
  package let experiments: String?

  package init(folder: String, parameters: String?, contract: String?, experiments: String?) {
    self.folder = folder
    self.parameters = parameters
    self.contract = contract
    self.experiments = experiments
  }

  /// The files, by what they set.
  package var all: [(subject: String, file: String?)] {
    [("parameters", parameters), ("contract", contract), ("experiments", experiments)]
  }

  /// Sentences about the files that an earlier run read and this one lacks.
  ///
  /// - Parameter run: the earlier run, in words.
  package func missing(since earlier: SettingsFiles, of run: String) -> [String] {
    zip(earlier.all, all).compactMap { before, now in
      guard let file = before.file, now.file == nil else { return nil }
      return "\(run) read its \(before.subject) from \(file). This run found no such file in "
        + "\(folder) and uses the defaults: see FINDIE_SETTINGS"
    }
  }
}

/// Something that happened in a run.
package enum RunEvent: Sendable {
  case started(stage: String)
  case advanced(stage: String, done: Int, total: Int, unit: String)
  case finished(StageRecord)
  case warned(stage: String, message: String)
  /// The day of the run, `YYYY-MM-DD`, became known.
  case dayKnown(String)
  /// A message for people.
  case message(String)
}

/// Receives the events of a run, from any thread.
package protocol RunObserver: Sendable {
  func report(_ event: RunEvent)
}
