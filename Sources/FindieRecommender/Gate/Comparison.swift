/// Tonight's models against those of the night that is published, on what was held out tonight.
///
/// Both are asked for the same players' lists, from the same profiles; the difference of their nDCG is
/// taken player by player, and its interval by drawing players again.
package struct Comparison: Codable, Sendable, Equatable {
  package enum Verdict: String, Codable, Sendable {
    /// Nothing to compare with, or too little: tonight's models serve.
    case notJudged
    case notWorse
    /// Surely worse by more than is allowed: the models before serve on.
    case worse
  }

  package let verdict: Verdict
  package let players: Int
  /// The lists' length.
  package let k: Int
  /// Mean nDCG@k; nil where it was not judged.
  package let challenger: Double?
  package let champion: Double?
  /// nDCG@k of tonight's models less that of those before; nil where it was not judged.
  package let difference: Interval?
  package let bound: Double
  package let sentence: String

  package init(notJudged reason: String, k: Int, bound: Double) {
    verdict = .notJudged
    players = 0
    self.k = k
    (challenger, champion, difference) = (nil, nil, nil)
    self.bound = bound
    sentence = "Tonight's models were not compared with those before: \(reason)."
  }

  private init(
    _ verdict: Verdict, _ evaluation: Evaluation, difference: Interval, bound: Double,
    sentence: String
  ) {
    self.verdict = verdict
    players = evaluation.players
    k = evaluation.ks[0]
    champion = evaluation.rows[0].nDCG
    challenger = evaluation.rows[1].nDCG
    self.difference = difference
    self.bound = bound
    self.sentence = sentence
  }

  /// - Parameters:
  ///   - evaluation: of two rankers, first the champion, then the challenger.
  ///   - name: the champion's, for people, such as "the night of 2026-03-01".
  package init(_ evaluation: Evaluation, championOf name: String, _ parameters: GateParameters) {
    precondition(
      evaluation.rows.count == 2 && evaluation.differences.count == 1, "a comparison of two")
    let (k, bound) = (evaluation.ks[0], parameters.mostWorse)
    guard evaluation.players >= parameters.leastPlayers else {
      self.init(
        notJudged: "of \(parameters.leastPlayers) players that it takes, "
          + "\(evaluation.players) could be asked", k: k, bound: bound)
      return
    }
    let difference = evaluation.differences[0].quality.nDCG
    let isWorse = difference.high < -bound
    self.init(
      isWorse ? .worse : .notWorse, evaluation, difference: difference, bound: bound,
      sentence:
        "Tonight's models and numbers of lists are \(isWorse ? "" : "not ")surely worse than "
        + "those of \(name) by more than \(short(bound)): nDCG@\(k) \(short(evaluation.rows[1].nDCG)) against "
        + "\(short(evaluation.rows[0].nDCG)), difference \(short(difference.mean)) (95 % from "
        + "\(short(difference.low)) to \(short(difference.high)), \(evaluation.players) players).")
  }
}
