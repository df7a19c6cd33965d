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
