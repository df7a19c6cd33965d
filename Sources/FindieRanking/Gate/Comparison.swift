package import FindieDomain

/// The run's models (challenger) against the published ones (champion), on held-out games.
///
/// All are evaluated for the same players, from the same profiles. The verdict is a test of
/// non-inferiority on the relative difference of nDCG, with Fieller's 95 % interval. Source: S.
/// Wellek, *Testing Statistical Hypotheses of Equivalence and Noninferiority* (2010), chapter 1;
/// ICH E9 (1998), 3.3.2.
package struct Comparison: Codable, Sendable, Equatable {
  package enum Verdict: String, Codable, Sendable {
    /// There is no champion, or too little data: the challenger is promoted.
    case notEvaluated
    /// The whole interval is above the bound.
    case notWorse
    /// There are too few players to say: the challenger is promoted.
    case inconclusive
    /// Significantly worse, and a loss larger than the bound is possible: the champion stays
    /// published. If the interval is at most as wide as the bound, each challenger that is not
    /// shown to lose at most the bound is worse.
    case worse

    package init(_ relative: Interval?, bound: Double) {
      self = .inconclusive
      guard let relative else { return }
      if relative.low >= -bound { self = .notWorse } else if relative.high < 0 { self = .worse }
    }
  }

  package enum NotEvaluated: Codable, Sendable, Equatable {
    /// There are no models to compare with; the reason in words.
    case noChampion(String)
    /// Only this many could be evaluated.
    case tooFewPlayers(Int, needed: Int)
  }

  /// Other models that the challenger is compared with.
  package struct Other: Codable, Sendable, Equatable {
    /// The night of the models, or the model's name.
    package let name: String
    package let nDCG: Double
    /// The difference, challenger minus other, as a share of the other's nDCG; nil if that is not
    /// significantly above 0, and in files of earlier versions.
    package let relative: Interval?
    /// Whether the challenger is better, as `Evaluation.verdicts` says.
    package let isBetter: Bool?

    /// - Parameters:
    ///   - index: of the other one's row.
    ///   - name: nil for that of the row.
    init(_ evaluation: Evaluation, _ index: Int, name: String? = nil) {
      self.name = name ?? evaluation.rows[index].model
      nDCG = evaluation.rows[index].nDCG
      relative = evaluation.differences[index].relative
      isBetter = evaluation.verdicts[index].isBetter
    }

    /// The share of the other's nDCG that is lost for certain, at 95 %; 0 if the challenger is not
    /// significantly worse.
    package var certainLoss: Double { isBetter == false ? max(0, -(relative?.high ?? 0)) : 0 }
  }

  package private(set) var verdict: Verdict
  /// Nil if evaluated.
  package private(set) var reason: NotEvaluated?
  /// The champion's night; nil if not evaluated.
  package private(set) var championDay: Day?
  package private(set) var players: Int
  /// The lists' length.
  package let k: Int
  /// Mean nDCG@k; nil if not evaluated.
  package private(set) var challenger: Double?
  package private(set) var champion: Double?
  /// nDCG@k of the challenger minus that of the champion, as a share of the latter; nil if not
  /// evaluated, if the latter is not significantly above 0, and in files of earlier versions.
  package private(set) var relative: Interval?
  /// The largest relative loss.
  package let bound: Double
  /// The older models that a published night must not be worse than, so that small losses do not
  /// add up night by night; they may be the champion's. Nil if not evaluated.
  package var reference: Other?
  /// The lists compared with the single model with the highest nDCG; nil if not evaluated.
  package var bestModel: Other?

  package init(notEvaluated reason: NotEvaluated, k: Int, bound: Double) {
    verdict = .notEvaluated
    self.reason = reason
    players = 0
    self.k = k
    (challenger, champion, relative, championDay) = (nil, nil, nil, nil)
    self.bound = bound
  }

  /// - Parameters:
  ///   - evaluation: of the champion, the reference if there is one, and the challenger.
  ///   - day: the champion's night.
  ///   - reference: the night of the reference.
  package init(
    _ evaluation: Evaluation, championOf day: Day, reference: Day? = nil,
    _ parameters: GateParameters
  ) {
    self.init(
      notEvaluated: .tooFewPlayers(evaluation.players, needed: parameters.minimumPlayers),
      k: evaluation.ks[0], bound: parameters.maximumLoss)
    guard evaluation.players >= parameters.minimumPlayers else { return }
    let champion = Other(evaluation, 0, name: "\(day)")
    let older = reference.map { Other(evaluation, 1, name: "\($0)") } ?? champion
    self.reference = older
    let own = Verdict(champion.relative, bound: parameters.maximumLoss)
    // The champion would serve instead, so that it must not be worse still.
    let isBelowReference =
      Verdict(older.relative, bound: parameters.maximumLoss) == .worse
      && evaluation.rows[evaluation.rows.count - 1].nDCG < champion.nDCG
    verdict = isBelowReference ? .worse : own
    reason = nil
    championDay = day
    players = evaluation.players
    challenger = evaluation.rows.last?.nDCG
    self.champion = champion.nDCG
    relative = champion.relative
  }

  /// The comparison with the best of several models.
  ///
  /// - Parameter evaluation: of the single models, followed by the lists.
  package static func best(of evaluation: Evaluation) -> Other? {
    evaluation.rows.indices.dropLast().max {
      evaluation.rows[$0].nDCG < evaluation.rows[$1].nDCG
    }.map { Other(evaluation, $0) }
  }
}
