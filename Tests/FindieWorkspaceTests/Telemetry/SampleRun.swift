import FindieWorkspace
import Foundation

/// A run of three stages: one built, one failed, one blocked.
enum SampleRun {
  static let id = "189dc9068eb835ada9b185be34553752"

  static func manifest() throws -> RunManifest {
    var manifest = RunManifest(
      runId: id, pipeline: "nightly", day: "2026-03-01", startedAt: "2026-03-01T03:00:00Z",
      threads: 2, parameters: ["als.rank": "8"], versions: ["findie": "0.1.0", "swift": "6.3"])
    manifest.status = .failed
    manifest.message = "Stage squares failed: out of paper"
    manifest.failure = .init(stage: "squares", kind: "failed", cause: "out of paper")
    manifest.seconds = 3.5
    manifest.cpuSeconds = 5
    manifest.peakMemoryInBytes = 1 << 20
    manifest.stages = [
      try record("multiples", .built, after: 0.25, seconds: 1.5, counts: ["numbers": 3], bytes: 96),
      try record("squares", .failed, after: 1.75, seconds: 1.25),
      try record("report", .blocked, after: 3, seconds: 0),
    ]
    manifest.warnings = ["report: a \"quoted\" warning"]
    return manifest
  }

  static func record(
    _ name: String, _ outcome: StageRecord.Outcome, after start: Double, seconds: Double,
    counts: [String: Int] = [:], bytes: Int? = nil
  ) throws -> StageRecord {
    var record: [String: Any] = [
      "stage": name, "outcome": outcome.rawValue, "reason": "why\n\"so\"", "inputs": ["source"],
      "grain": "one row per number", "counts": counts, "measures": [String: Double](),
      "startedAfterSeconds": start, "seconds": seconds, "cpuSeconds": 0.5,
      "peakMemoryInBytes": 1024,
    ]
    record["fingerprint"] = outcome == .built ? Fingerprint(of: name).hexadecimal : nil
    record["rows"] = counts["numbers"]
    record["bytes"] = bytes
    return try JSONDecoder().decode(
      StageRecord.self, from: JSONSerialization.data(withJSONObject: record))
  }
}
