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
  package var grain: String
  package var fingerprint: Fingerprint?
  package var counts: [String: Int]
  package var measures: [String: Double]
  package var conclusion: String?
  package var seconds: Double
  package var cpuSeconds: Double
  /// The highest resident memory of the process up to the stage's end.
  package var peakMemoryInBytes: Int
}

/// The record of one run, `runs/<day>/run.json`: for whoever is woken, and for programs.
package struct RunManifest: Codable, Sendable {
  package enum Status: String, Codable, Sendable {
    case running, done, failed, stopped
  }

  package var formatVersion = 1
  package var pipeline: String
  /// The night's as-of day, `YYYY-MM-DD`.
  package var day: String
  package var status: Status
  /// What failed, in the sentence that was printed.
  package var message: String?
  /// ISO 8601, from the one reading of the clock.
  package var startedAt: String
  package var seconds: Double
  package var threads: Int
  /// Each parameter's value as text, by its place in the parameter file.
  package var parameters: [String: String]
  package var versions: [String: String]
  package var stages: [StageRecord]
  package var warnings: [String]

  package init(
    pipeline: String, day: String, startedAt: String, threads: Int, parameters: [String: String],
    versions: [String: String]
  ) {
    self.pipeline = pipeline
    self.day = day
    status = .running
    self.startedAt = startedAt
    seconds = 0
    self.threads = threads
    self.parameters = parameters
    self.versions = versions
    stages = []
    warnings = []
  }

  package func write(to url: URL) throws(FileFailure) {
    try DurableFile.write(canonicalJSON(self, pretty: true) + "\n", to: url)
  }
}
