package import FindieFiles
package import Foundation

/// Each stage's duration and counts from the last run that built it: `runs/last.json`. A run that
/// skips a stage leaves its entry unchanged.
package struct StageTimes: Codable, Sendable, Equatable {
  package struct Time: Codable, Sendable, Equatable {
    /// The day of the run, `YYYY-MM-DD`.
    package var day: String
    package var seconds: Double
    package var cpuSeconds: Double
    package var counts: [String: Int]
  }

  /// A run that succeeded.
  package struct Success: Codable, Sendable, Equatable {
    package var day: String
    /// Seconds since 1970.
    package var finishedAt: Double

    package init(day: String, finishedAt: Double) {
      self.day = day
      self.finishedAt = finishedAt
    }
  }

  package var stages: [String: Time] = [:]
  package var lastSuccess: Success?

  package init() {}

  /// Reads a file. A missing or damaged file gives no times: they are estimates, and no result
  /// depends on them.
  package init(file: URL) {
    do {
      self = try JSONDecoder().decode(Self.self, from: Data(DurableFile.read(file)))
    } catch {
      self.init()
    }
  }

  /// Adds the stages that a run built.
  package mutating func add(_ records: [StageRecord], of day: String) {
    for record in records where record.outcome == .built {
      stages[record.stage] = Time(
        day: day, seconds: record.seconds, cpuSeconds: record.cpuSeconds, counts: record.counts)
    }
  }

  package func write(to file: URL) throws(FileFailure) {
    try DurableFile.write(canonicalJSON(self, pretty: true) + "\n", to: file)
  }
}

/// The result of one stage in a run.
package struct StageRecord: Codable, Sendable, Equatable {
  package enum Outcome: String, Codable, Sendable {
    case built, skipped, failed
    /// The stage failed or was left out, and its previous artifact was used.
    case reused
    /// The stage did not run because an input failed.
    case blocked
  }

  package var stage: String
  package var outcome: Outcome
  /// Why the stage was built or skipped, or the error.
  package var reason: String
  /// The stages that it reads.
  package var inputs: [String]
  package var grain: String
  /// What identifies its artifact for the stages that read it.
  package var fingerprint: Fingerprint?
  /// The number of elements of the grain, if a count states it.
  package var rows: Int?
  /// The size of its artifact's file; nil if the artifact is not stored.
  package var bytes: Int?
  package var counts: [String: Int]
  package var measures: [String: Double]
  package var conclusion: String?
  /// Seconds from the start of the run.
  package var startedAfterSeconds: Double
  package var seconds: Double
  /// The processor time of all threads. Stages that run at the same time share the process's time
  /// evenly.
  package var cpuSeconds: Double
  /// The peak resident memory of the process when the stage ended.
  package var peakMemoryInBytes: Int
}
