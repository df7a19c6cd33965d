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
  /// The processor time of the process when the stage started and when it ended. Nil if nothing was
  /// computed, and in records of earlier versions.
  package var cpuSecondsOfProcess: ClosedRange<Double>?
  /// The peak resident memory of the process when the stage ended.
  package var peakMemoryInBytes: Int
}
