import FindieBatch
import FindieNight
import FindieWorkspace

/// The stages of a night that are not done, with the seconds that each took when it was last built.
struct RemainingStages {
  private let count: Int
  private let startedAt: Double
  private let seconds: [String: Double]
  /// The estimates of the stages that were built, in seconds.
  private var builtSeconds = 0.0
  private var left: Set<String>
  /// When the running stages started.
  private var starts: [String: Double] = [:]

  init(of night: Night, at now: Double) {
    left = Set(Nightly.stages(of: night).map(\.name))
    count = left.count
    startedAt = now
    seconds = StageTimes(file: night.workspace.stageTimes).stages.mapValues(\.seconds)
  }

  mutating func start(_ stage: String, at now: Double) {
    starts[stage] = now
  }

  mutating func finish(_ record: StageRecord) {
    left.remove(record.stage)
    starts[record.stage] = nil
    if record.outcome == .built { builtSeconds += seconds[record.stage] ?? 0 }
  }

  /// Such as `12/29 ranker 45 %, about 8 s left`.
  func text(of stage: String, percent: Int?, at now: Double) -> String {
    "\(count - left.count)/\(count) \(stage)" + (percent.map { " \($0) %" } ?? "")
      + (secondsLeft(at: now).map { ", about \(Int($0.rounded(.up))) s left" } ?? "")
  }

  /// The durations of the remaining stages, scaled by how long the others took tonight: stages run at the
  /// same time, and tonight's data may be larger. Nil in a first run.
  private func secondsLeft(at now: Double) -> Double? {
    guard !seconds.isEmpty else { return nil }
    let total = left.reduce(0) { sum, stage in
      let elapsed = starts[stage].map { now - $0 } ?? 0
      return sum + max(0, (seconds[stage] ?? 0) - elapsed)
    }
    // At the beginning the scale is not known.
    return builtSeconds > 0.2 * total ? total * (now - startedAt) / builtSeconds : total
  }
}
