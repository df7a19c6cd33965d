package import FindieDomain

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

  package enum NotEvaluated: Codable, Sendable, Equatable {
    /// There are no models to compare with; the reason in words.
    case noChampion(String)
    /// Only this many could be evaluated.
    case tooFewPlayers(Int, needed: Int)
  }

  package let verdict: Verdict
  /// Nil if evaluated.
  package let reason: NotEvaluated?
  /// The champion's night; nil if not evaluated.
  package let championDay: Day?
  package let players: Int
  /// The lists' length.
  package let k: Int
  /// Mean nDCG@k; nil if not evaluated.
  package let challenger: Double?
  package let champion: Double?
  /// nDCG@k of the challenger minus that of the champion; nil if not evaluated.
  package let difference: Interval?
  package let bound: Double
  /// The lists compared with the best single model; nil if not evaluated.
  package var bestModel: BestModel?

  /// The run's lists compared with the single model with the highest nDCG.
  package struct BestModel: Codable, Sendable, Equatable {
    package let name: String
    package let nDCG: Double
    /// nDCG@k of the lists minus that of the model, paired by player.
    package let difference: Interval

    /// - Parameter evaluation: the single models', followed by the lists'.
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

  package init(notEvaluated reason: NotEvaluated, k: Int, bound: Double) {
    verdict = .notEvaluated
    self.reason = reason
    players = 0
    self.k = k
    (challenger, champion, difference, championDay) = (nil, nil, nil, nil)
    self.bound = bound
  }

  /// - Parameters:
  ///   - evaluation: of two rankers, the champion first, then the challenger.
  ///   - day: the champion's night.
  package init(_ evaluation: Evaluation, championOf day: Day, _ parameters: GateParameters) {
    precondition(
      evaluation.rows.count == 2 && evaluation.differences.count == 1, "a comparison of two")
    let isEvaluated = evaluation.players >= parameters.minimumPlayers
    let difference = isEvaluated ? evaluation.differences[0].quality.nDCG : nil
    let isWorse = difference.map { $0.high < -parameters.maximumLoss }
    verdict = isWorse.map { $0 ? .worse : .notWorse } ?? .notEvaluated
    reason =
      isEvaluated ? nil : .tooFewPlayers(evaluation.players, needed: parameters.minimumPlayers)
    championDay = isEvaluated ? day : nil
    players = isEvaluated ? evaluation.players : 0
    k = evaluation.ks[0]
    champion = isEvaluated ? evaluation.rows[0].nDCG : nil
    challenger = isEvaluated ? evaluation.rows[1].nDCG : nil
    self.difference = difference
    bound = parameters.maximumLoss
  }
}
