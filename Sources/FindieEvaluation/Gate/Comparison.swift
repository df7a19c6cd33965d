import FindieText

/// The run's models (challenger) against the published ones (champion), on held-out games.
///
/// Both are evaluated for the same players, from the same profiles; the difference of their nDCG is
/// paired, and its interval is from the bootstrap over players.
package struct Comparison: Codable, Sendable, Equatable {
  package enum Verdict: String, Codable, Sendable {
    /// There is no champion, or too little data: the challenger is promoted.
    case notEvaluated
    case notWorse
    /// Significantly worse by more than the bound: the champion stays published.
    case worse
  }

  package let verdict: Verdict
  package let players: Int
  /// The lists' length.
  package let k: Int
  /// Mean nDCG@k; nil if not evaluated.
  package let challenger: Double?
  package let champion: Double?
  /// nDCG@k of the challenger minus that of the champion; nil if not evaluated.
  package let difference: Interval?
  package let bound: Double
  package let sentence: String
  /// The lists against the best single model; nil if not evaluated.
  package var bestModel: BestModel?

  /// The run's lists against the single model with the highest nDCG.
  package struct BestModel: Codable, Sendable, Equatable {
    package let name: String
    package let nDCG: Double
    /// nDCG@k of the lists minus that of the model, paired by player.
    package let difference: Interval

    /// - Parameter evaluation: of single models, then of the lists.
    package init?(_ evaluation: Evaluation) {
      guard let best = evaluation.rows.dropLast().max(by: { $0.nDCG < $1.nDCG }),
        let difference = evaluation.differences.first(where: { $0.other == best.model })
      else { return nil }
      name = best.model
      nDCG = best.nDCG
      self.difference = difference.quality.nDCG
    }

    /// The loss of the lists that is certain at 95 %; 0 if they are not significantly worse.
    package var certainLoss: Double { max(0, -difference.high) }
  }

  package init(notEvaluated reason: String, k: Int, bound: Double) {
    verdict = .notEvaluated
    players = 0
    self.k = k
    (challenger, champion, difference) = (nil, nil, nil)
    self.bound = bound
    sentence = "The new models were not compared with the published ones: \(reason)."
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
  ///   - evaluation: of two rankers: the champion, then the challenger.
  ///   - name: the champion's, such as "the run of 2026-03-01".
  package init(_ evaluation: Evaluation, championOf name: String, _ parameters: GateParameters) {
    precondition(
      evaluation.rows.count == 2 && evaluation.differences.count == 1, "a comparison of two")
    let (k, bound) = (evaluation.ks[0], parameters.maximumLoss)
    guard evaluation.players >= parameters.minimumPlayers else {
      self.init(
        notEvaluated: "\(evaluation.players) players could be evaluated, and at least "
          + "\(parameters.minimumPlayers) are needed", k: k, bound: bound)
      return
    }
    let difference = evaluation.differences[0].quality.nDCG
    let isWorse = difference.high < -bound
    self.init(
      isWorse ? .worse : .notWorse, evaluation, difference: difference, bound: bound,
      sentence:
        "The new models are \(isWorse ? "" : "not ")significantly worse than those of \(name) by "
        + "more than \(bound.decimal(4)): nDCG@\(k) \(evaluation.rows[1].nDCG.decimal(4)) against "
        + "\(evaluation.rows[0].nDCG.decimal(4)), difference \(difference.mean.decimal(4)) (95 % "
        + "interval \(difference.low.decimal(4)) to \(difference.high.decimal(4)), "
        + "\(evaluation.players) players)."
    )
  }
}
