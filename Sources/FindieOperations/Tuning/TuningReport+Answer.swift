import FindieDomain
import FindieEvaluation
import FindieModels
import FindieText
import FindieWorkspace

extension TuningReport {
  package var answer: Answer { Answer(text: text, json: canonicalLine(self)) }

  /// The maximum number of trials in the text.
  private static let shownTrials = 40

  private var text: String {
    let cut = trials.count { $0.isCut }
    let seconds = trials.reduce(0.0) { $0 + $1.seconds }
    var tried =
      "\(trials.count.grouped) trials in \((Int(seconds.rounded())).grouped) s"
    if cut > 0 { tried += ", \(cut) of them stopped early" }
    if resumed > 0 { tried += "; \(resumed) results continued from \(trialsFile)" }
    var paragraphs = [
      "Validation set, \(players.grouped) players of the training set: \(validation)",
      trialTable.text,
    ]
    if trials.count > TuningReport.shownTrials {
      paragraphs.append(
        "… and \(trials.count - TuningReport.shownTrials) more in \(trialsFile).")
    }
    paragraphs.append(tried + ".")
    if !weights.isEmpty {
      paragraphs += [
        "Weights of the actions (at the search's rank, other parameters fixed):", weightTable.text,
        "Weights within the interval are not significantly different from the best (95 % bootstrap over "
          + "players).",
      ]
    }
    if let blend { paragraphs.append(blend.sentence) }
    if let evaluation {
      paragraphs.append("Test set, scored after all choices:")
      if testEvaluations > 1 {
        paragraphs.append(
          "This test set was scored \(testEvaluations) times, so its scores are optimistic. Only "
            + "data that arrives later gives an unbiased score.")
      }
      paragraphs.append(evaluation.text)
    }
    paragraphs.append("\(ending) To use them: findie run nightly --parameters \(output)")
    return paragraphs.joined(separator: "\n\n")
  }

  private var ending: String {
    let wrote = "The parameters are in \(output)."
    if isStopped {
      return
        "Stopped: these are the best parameters so far. To continue, run the command again. \(wrote)"
    }
    if isComplete { return "The search is complete. \(wrote)" }
    return "The time is up. To continue, run again with more --minutes. \(wrote)"
  }

  private var trialTable: TextTable {
    var table = TextTable(
      ("nDCG@\(trials.first?.k ?? 0)", .right), ("recall", .right), ("model", .left),
      ("rank", .right), ("k or λ", .right), ("C", .right), ("ν", .right), ("half-life", .right),
      (weights.isEmpty ? "weights" : weights.map(\.action).joined(separator: " "), .left),
      ("seconds", .right), ("change", .left))
    for trial in trials.prefix(TuningReport.shownTrials) {
      let isALS = trial.model == "als"
      let als = trial.point.als
      let regularization =
        isALS
        ? als.regularizationScale : trial.model == "ease" ? trial.point.ease.regularization : nil
      table.add(
        "\(fourDecimals(trial.nDCG.mean)) "
          + "(\(fourDecimals(trial.nDCG.low))–\(fourDecimals(trial.nDCG.high)))",
        fourDecimals(trial.recall.mean), trial.model, isALS ? "\(als.rank)" : "",
        regularization.map { number(TuningPoint.threeDigits($0)) } ?? "",
        isALS ? number(als.unobservedScale) : "", isALS ? number(als.frequencyExponent) : "",
        isALS && trial.point.matrix != .plain ? number(trial.point.matrix.halfLifeInDays) : "",
        isALS && trial.point.matrix != .plain
          ? trial.point.matrix.weights.summary(of: weights) : "",
        trial.seconds.fixed(1),
        trial.change + (trial.isCut ? ", stopped after \(trial.iterations) iterations" : ""))
    }
    return table
  }

  private var weightTable: TextTable {
    var table = TextTable(
      ("action", .left), ("weight", .right), ("interval", .left), ("events", .right),
      ("nDCG by weight", .left))
    for weight in weights {
      table.add(
        weight.action, number(weight.weight), weight.interval,
        weight.occurrences.grouped,
        zip(weight.tried, weight.nDCG).map { "\(number($0)): \(fourDecimals($1))" }
          .joined(separator: "  "))
    }
    return table
  }
}

extension TuningReport: Encodable {
  private enum CodingKeys: CodingKey {
    case validation, test, players, games, trials, weights, resumed, isComplete, isStopped
    case parameters, output, blend, evaluation, testEvaluations
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(validation, forKey: .validation)
    try container.encode(test, forKey: .test)
    try container.encode(players, forKey: .players)
    try container.encode(games, forKey: .games)
    try container.encode(trials, forKey: .trials)
    try container.encode(weights, forKey: .weights)
    try container.encode(resumed, forKey: .resumed)
    try container.encode(isComplete, forKey: .isComplete)
    try container.encode(isStopped, forKey: .isStopped)
    try container.encode(tuned, forKey: .parameters)
    try container.encode(output, forKey: .output)
    try container.encodeIfPresent(blend, forKey: .blend)
    try container.encodeIfPresent(evaluation, forKey: .evaluation)
    try container.encode(testEvaluations, forKey: .testEvaluations)
  }
}

extension ActionWeights {
  /// The weights that were learned, in that order.
  fileprivate func summary(of learned: [LearnedWeight]) -> String {
    learned.compactMap { learned in
      SwipeAction(rawValue: learned.action).flatMap { ActionWeights.keyPath(of: $0) }
        .map { number(self[keyPath: $0]) }
    }.joined(separator: " ")
  }
}
