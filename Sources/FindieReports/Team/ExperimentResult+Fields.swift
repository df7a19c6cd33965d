import FindieAnalytics
import FindieDomain
import FindieText

let experimentForm = Form<ExperimentResult>.object(
  item: \.experiment.name,
  [
    Field("name", .text, \.experiment.name),
    Field("share", .number(6, from: 0, to: 1), \.experiment.share),
    Field("from", .day, \.experiment.from), Field("to", orNull: .day, \.experiment.to),
    Field("parameters", Form<String>.text.map, "Values as YAML, by path.") { result in
      result.experiment.parameters.sorted { $0.key < $1.key }
    },
    Field("days", .count, "The number of days that count.", \.days),
    Field("playersSeen", .count, "With an interaction.") { $0.seen?.players ?? 0 },
    Field("playersSeenInArm", .count) { $0.seen?.arm ?? 0 },
    Field(
      "logEvidenceAgainstShare", .number(3),
      "The logarithm of the Bayes factor against the share; 8.0064 or more is an alarm."
    ) { $0.seen?.logEvidence ?? 0 },
    Field("verdict", .choice, \.verdict),
    Field("nightsToGo", orNull: .count, \.nightsToGo),
    Field("sentence", .text, \.sentence),
    Field("metrics", metricForm.list(), \.metrics),
  ])

extension ExperimentResult {
  /// Of the players with an interaction.
  fileprivate var seen: SampleRatio? { metrics.first { $0.metric == .wishes }?.sampleRatio }
}

private let sumsForm = Form<RatioSums>.object([
  Field("players", .count, \.players), Field("events", .count, \.numerator),
  Field("of", .count, \.denominator),
])

private let metricForm = Form<ExperimentResult.Metric>.object(
  onLine: true, item: \.metric.rawValue,
  [
    Field("metric", .choice, \.metric), Field("arm", sumsForm, \.arm),
    Field("control", sumsForm, \.control),
    Field("difference", orNull: .number(6), "Arm − control; null with too few players.") {
      $0.difference?.estimate
    },
    Field("lower", orNull: .number(6)) { $0.difference?.lower },
    Field("upper", orNull: .number(6)) { $0.difference?.upper },
    Field("relativeLower", orNull: .number(6), "Relative to the control, by Fieller's theorem.") {
      $0.difference?.relativeLower
    },
    Field("relativeUpper", orNull: .number(6), "Null also if the control may be 0.") {
      $0.difference?.relativeUpper
    },
    Field("playersSeen", .count, \.sampleRatio.players),
    Field("logEvidenceAgainstShare", .number(3), \.sampleRatio.logEvidence),
    Field(
      "isComparable", .flag,
      "Whether as many of these players are in the arm as its share says; else there is no "
        + "difference."
    ) { !$0.sampleRatio.isWrong },
  ])
