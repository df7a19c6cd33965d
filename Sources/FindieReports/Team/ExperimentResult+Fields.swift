import FindieAnalytics
import FindieDomain
import FindieText

extension Form<ExperimentResult> {
  static var experiment: Form {
    object(
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
        Field("metrics", Form<ExperimentResult.Metric>.metric.list(), \.metrics),
      ])
  }
}

extension ExperimentResult {
  /// Of the players with an interaction.
  fileprivate var seen: SampleRatio? { metrics.first { $0.metric == .wishes }?.sampleRatio }
}

extension Form<ExperimentResult.Metric> {
  fileprivate static var metric: Form {
    let number = Form<Double>.number(6).orNull
    let sums = Form<RatioSums>.object([
      Field("players", .count, \.players), Field("events", .count, \.numerator),
      Field("of", .count, \.denominator),
    ])
    return object(
      onLine: true, item: \.metric.rawValue,
      [
        Field("metric", .choice, \.metric), Field("arm", sums, \.arm),
        Field("control", sums, \.control),
        Field("difference", number, "Arm − control; null with too few players.") {
          $0.difference?.estimate
        },
        Field("lower", number) { $0.difference?.lower },
        Field("upper", number) { $0.difference?.upper },
        Field("relativeLower", number, "Relative to the control, by Fieller's theorem.") {
          $0.difference?.relativeLower
        },
        Field("relativeUpper", number, "Null also if the control may be 0.") {
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
  }
}
