package import FindieFiles
package import Foundation

/// How long each stage took and what it counted when it was made last: `runs/last.json`. A night that
/// skips a stage does not forget it.
package struct StageTimes: Codable, Sendable, Equatable {
  package struct Time: Codable, Sendable, Equatable {
    /// The night, `YYYY-MM-DD`.
    package var day: String
    package var seconds: Double
    package var cpuSeconds: Double
    package var counts: [String: Int]
  }

  /// A run that came to its end.
  package struct Done: Codable, Sendable, Equatable {
    package var day: String
    /// Seconds since 1970.
    package var finishedAt: Double

    package init(day: String, finishedAt: Double) {
      self.day = day
      self.finishedAt = finishedAt
    }
  }

  package var stages: [String: Time] = [:]
  package var lastDone: Done?

  package init() {}

  /// Those of a file; none where there is no such file: it is for people's planning and no more.
  package init(file: URL) {
    do {
      self = try JSONDecoder().decode(Self.self, from: Data(DurableFile.read(file)))
    } catch {
      self.init()
    }
  }

  /// Adds the stages that a run has made.
  package mutating func add(_ records: [StageRecord], of day: String) {
    for record in records where record.outcome == .made {
      stages[record.stage] = Time(
        day: day, seconds: record.seconds, cpuSeconds: record.cpuSeconds, counts: record.counts)
    }
  }

  package func write(to file: URL) throws(FileFailure) {
    try DurableFile.write(canonicalJSON(self, pretty: true) + "\n", to: file)
  }
}
