package import FindieFiles
package import Foundation

/// What became of one stage.
package struct StageRecord: Codable, Sendable, Equatable {
  package enum Outcome: String, Codable, Sendable {
    case made, skipped, failed
    /// It failed or was left out, and the artifact of before was used.
    case kept
    /// It was not made, since what it reads was not.
    case dropped
  }

  package var stage: String
  package var outcome: Outcome
  /// Why it was made or skipped, or what failed.
  package var reason: String
  /// The stages that it reads.
  package var inputs: [String]
  package var grain: String
  package var fingerprint: Fingerprint?
  /// How many of its grain there are, where one count says it.
  package var rows: Int?
  /// How long its artifact's file is; nil where it is not kept.
  package var bytes: Int?
  package var counts: [String: Int]
  package var measures: [String: Double]
  package var conclusion: String?
  /// When it began, counted from the run's beginning.
  package var startedAfterSeconds: Double
  package var seconds: Double
  /// Of all threads; while several stages are made side by side, they share it evenly.
  package var cpuSeconds: Double
  /// The highest resident memory of the process up to the stage's end.
  package var peakMemoryInBytes: Int
}

/// The record of one run, `runs/<day>/run.json`: for whoever is woken, and for programs.
///
/// Its JSON Schema is `Reports/schema/run.schema.json`.
package struct RunManifest: Codable, Sendable {
  package enum Status: String, Codable, Sendable {
    case running, done, failed, stopped
  }

  /// What ended a run before its end.
  package struct Failure: Codable, Sendable, Equatable {
    /// Nil where it was no stage's.
    package var stage: String?
    /// What whoever runs the night has to do about it, in a word.
    package var kind: String
    package var cause: String

    package init(stage: String?, kind: String, cause: String) {
      self.stage = stage
      self.kind = kind
      self.cause = cause
    }
  }

  /// Raised whenever what a key means changes, or one goes.
  package static let currentFormat = 2

  package var formatVersion = RunManifest.currentFormat
  /// By which lineage events and traces name the run.
  package var runId: String
  package var pipeline: String
  /// The night's as-of day, `YYYY-MM-DD`.
  package var day: String
  package var status: Status
  /// What failed, in the sentence that was printed.
  package var message: String?
  package var failure: Failure?
  /// The night whose lists were served when the run ended.
  package var servedDay: String?
  /// ISO 8601, from the one reading of the clock.
  package var startedAt: String
  package var finishedAt: String?
  package var seconds: Double
  /// Of all threads, from the process's beginning.
  package var cpuSeconds: Double
  /// The highest resident memory of the process.
  package var peakMemoryInBytes: Int
  package var threads: Int
  /// Each parameter's value as text, by its place in the parameter file.
  package var parameters: [String: String]
  package var versions: [String: String]
  package var stages: [StageRecord]
  package var warnings: [String]

  package init(
    runId: String, pipeline: String, day: String, startedAt: String, threads: Int,
    parameters: [String: String], versions: [String: String]
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
    self.parameters = parameters
    self.versions = versions
    stages = []
    warnings = []
  }

  /// The record that a file holds.
  ///
  /// - Throws: `FileFailure` or `UnreadableRecord`.
  package init(file: URL) throws {
    let data = Data(try DurableFile.read(file))
    do {
      let format = try JSONDecoder().decode(Format.self, from: data).formatVersion
      guard format == RunManifest.currentFormat else {
        throw UnreadableRecord(
          file: file.path,
          why: "it is of format \(format), and this version of findie reads "
            + "\(RunManifest.currentFormat)")
      }
      self = try JSONDecoder().decode(RunManifest.self, from: data)
    } catch let error as DecodingError {
      throw UnreadableRecord(file: file.path, why: "it is damaged: \(error)")
    }
  }

  private struct Format: Decodable {
    let formatVersion: Int
  }

  package func write(to url: URL) throws(FileFailure) {
    try DurableFile.write(canonicalJSON(self, pretty: true) + "\n", to: url)
  }
}

/// A run's record that says nothing to this version.
package struct UnreadableRecord: Error, CustomStringConvertible {
  package let file: String
  package let why: String

  package var description: String { "the record \(file) cannot be read: \(why)" }
}
