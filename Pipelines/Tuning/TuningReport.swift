import FindieRecommender

/// What a search came to: what it tried, what it learned, and what the test says of it.
package struct TuningReport: Sendable {
  let given: NightParameters
  let tuned: NightParameters
  let test: String
  let validation: String
  /// How many players were asked in the validation.
  let players: Int
  let games: Int
  /// Best first, those that were stopped early last.
  let trials: [TuningTrial]
  let weights: [LearnedWeight]
  /// How many trials and weights were taken over from an earlier search.
  let resumed: Int
  /// Whether all was tried that there is to try.
  let isComplete: Bool
  /// Whether someone stopped it on the way.
  package var isStopped: Bool
  let output: String
  let trialsFile: String
  var blend: BlendWeights?
  /// The look at the test; nil where there was none.
  var evaluation: Evaluation?
  /// How many looks at the test the file of trials knows of.
  var looks = 0

  init(
    _ search: TuningSearch, tuned: NightParameters, given: NightParameters, test: String,
    validation: String, players: Int, games: Int, isStopped: Bool, output: String,
    trialsFile: String
  ) {
    self.given = given
    self.tuned = tuned
    self.test = test
    self.validation = validation
    self.players = players
    self.games = games
    self.isStopped = isStopped
    self.output = output
    self.trialsFile = trialsFile
    // Of equals the first that was tried.
    trials = search.trials.enumerated().sorted { left, right in
      (left.element.isCut ? 1 : 0, -left.element.nDCG.mean, left.offset)
        < (right.element.isCut ? 1 : 0, -right.element.nDCG.mean, right.offset)
    }.map(\.element)
    weights = search.weights
    resumed = search.resumed
    isComplete = search.isComplete && !isStopped
  }

  /// The parameter file: all numbers, and above them where they come from.
  var yaml: String {
    var lines = [
      "Found by `findie tune` in \(NightSummary.grouped(trials.count)) trials on "
        + "\(NightSummary.grouped(players)) players:", validation,
    ]
    if let best = trials.first(where: { $0.model == "als" && !$0.isCut }) {
      lines.append("ALS reaches nDCG@\(best.k) \(fourDecimals(best.nDCG.mean)) there.")
    }
    lines += weights.map(\.sentence)
    if let blend { lines.append(blend.sentence) }
    return lines.map { "# \($0)\n" }.joined() + "\n" + tuned.yaml
  }
}

extension LearnedWeight {
  /// "like 2 (1 to 4 or more)".
  var sentence: String { "\(action) weighs \(number(weight)) (\(interval))" }

  var interval: String {
    "\(number(low))\(isOpenBelow && low > 0 ? " or less" : "") to "
      + "\(number(high))\(isOpenAbove ? " or more" : "")"
  }
}

/// At most four decimals, and no zeros at their end.
func number(_ number: Double) -> String {
  number.magnitude < 0.001 && number != 0
    ? "\(number)" : SettingsText.shortest((number * 10_000).rounded() / 10_000)
}
