import FindieEvaluation
import FindieNight
import FindieText
import FindieWorkspace

/// The result of a parameter search: its trials, the learned weights, and the test set's scores.
package struct TuningReport: Sendable {
  let given: NightParameters
  let tuned: NightParameters
  let test: String
  let validation: String
  /// The number of players in the validation set.
  let players: Int
  let games: Int
  /// The best first; those that were stopped early last.
  let trials: [TuningTrial]
  let weights: [LearnedWeight]
  /// The number of trials and weights of an earlier, interrupted search.
  let resumed: Int
  /// Whether the search is complete.
  let isComplete: Bool
  /// Whether it was stopped on request.
  package var isStopped: Bool
  let output: String
  let trialsFile: String
  var blend: BlendWeights?
  /// On the test set; nil if it was not scored.
  var evaluation: Evaluation?
  /// The number of times the test set was scored, according to the file of trials.
  var testEvaluations = 0

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
    // Of equal trials, the earlier one first.
    trials = search.trials.enumerated().sorted { left, right in
      (left.element.isCut ? 1 : 0, -left.element.nDCG.mean, left.offset)
        < (right.element.isCut ? 1 : 0, -right.element.nDCG.mean, right.offset)
    }.map(\.element)
    weights = search.weights
    resumed = search.resumed
    isComplete = search.isComplete && !isStopped
  }

  /// The parameter file, with the search's results in a comment above.
  var yaml: String {
    var lines = [
      "Found by `findie tune` in \(trials.count.grouped) trials on "
        + "\(players.grouped) players:", validation,
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
  /// "The weight of like is 2 (1 to 4 or more)."
  var sentence: String { "The weight of \(action) is \(number(weight)) (\(interval))." }

  var interval: String {
    "\(number(low))\(isOpenBelow && low > 0 ? " or less" : "") to "
      + "\(number(high))\(isOpenAbove ? " or more" : "")"
  }
}

/// At most four decimals, without trailing zeros.
func number(_ number: Double) -> String {
  number.magnitude < 0.001 && number != 0
    ? "\(number)" : SettingsText.shortest((number * 10_000).rounded() / 10_000)
}
