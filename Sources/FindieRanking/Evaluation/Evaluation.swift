import FindieAnalytics
package import FindieModels
package import FindieWorkers

/// The quality of models on held-out games, side by side.
package struct Evaluation: Codable, Sendable, Equatable {
  /// The metrics of the players' lists, each with its interval.
  package struct Quality: Codable, Sendable, Equatable {
    package let recall: Interval
    package let nDCG: Interval
    /// Mean average precision.
    package let map: Interval
    /// Mean reciprocal rank.
    package let mrr: Interval
    package let hitRate: Interval

    private enum CodingKeys: String, CodingKey {
      case recall, nDCG
      case map = "MAP"
      case mrr = "MRR"
      case hitRate
    }
  }

  /// One model's lists of the first k games.
  package struct Cut: Sendable, Equatable {
    package let k: Int
    package let quality: Quality
    package let shape: ListShape
  }

  package struct Row: Codable, Sendable, Equatable {
    package let model: String
    /// In the order of `ks`.
    package let cuts: [Cut]

    private enum CodingKeys: String, CodingKey {
      case model
      case cuts = "at"
    }
  }

  /// The paired difference of two models over players, for lists of the first k games.
  package struct Difference: Sendable, Equatable {
    package let model: String
    package let other: String
    package let k: Int
    package let quality: Quality
    /// The difference of nDCG as a share of the other's; nil if the other's is not significantly
    /// above 0, and in files of earlier versions.
    package let relative: Interval?
  }

  /// Which model the others are compared with.
  package enum Reference: Sendable {
    case last
    /// The one with the highest nDCG of the first k games, for the first k.
    case best
  }

  package let split: SplitDesign
  /// The lengths of the evaluated lists; verdicts use the first.
  package let ks: [Int]
  /// The number of tested players, and of their held-out games.
  package let players: Int
  package let heldOutGames: Int
  /// The number of games that may be listed.
  package let candidates: Int
  package let rows: [Row]
  /// The reference model against each of the others, for each k.
  package let differences: [Difference]
  /// The lists with several discounts of popularity; nil if they were not computed.
  package var discovery: [DiscoveryPoint]?

  private enum CodingKeys: String, CodingKey {
    case split
    case ks = "k"
    case players, heldOutGames, candidates
    case rows = "models"
    case differences, discovery
  }
}

extension Evaluation {
  /// Evaluates rankers that were trained on `split.train`.
  ///
  /// Each list holds candidates that the player has not seen; price and platform filters depend on
  /// the players, not on the models, and are left out.
  ///
  /// - Parameters:
  ///   - ks: in any order; all are read from one ranking.
  ///   - features: F[games, terms], each row of length one or empty; nil without features.
  ///   - progress: called after each part with its number of lists; may throw to stop.
  /// - Precondition: there is at least one ranker and one k.
  /// - Throws: `ModelFailure` where a ranker cannot score a profile.
  package init(
    of rankers: [any Ranker], split: Split, ks: [Int], features: SparseRows? = nil,
    against reference: Reference = .last, workers: Workers,
    progress: @Sendable (Int) throws -> Void = { _ in }
  ) throws {
    precondition(!rankers.isEmpty && !ks.isEmpty, "\(rankers.count) rankers, \(ks.count) lengths")
    let setting = ListSetting(split, features: features)
    let evaluated = try rankers.map { ranker in
      try EvaluatedLists(
        of: ranker, split: split, ks: ks, setting, workers: workers, progress: progress)
    }
    /// The values of a model's lists of one length, by player.
    func values(_ model: Int, cut: Int, _ metric: RankingMetrics.Metric) -> [Double] {
      evaluated[model].metrics[cut].map { $0[metric] }
    }
    let rows = rankers.indices.map { model in
      Row(
        model: rankers[model].name,
        cuts: ks.indices.map { cut in
          Cut(
            k: ks[cut],
            quality: Quality { Interval(ofPlayers: values(model, cut: cut, $0)) },
            shape: evaluated[model].shapes[cut])
        })
    }
    let subject =
      switch reference {
      case .last: rows.count - 1
      // Of several equal ones, the first.
      case .best: rows.indices.reduce(0) { rows[$1].nDCG > rows[$0].nDCG ? $1 : $0 }
      }
    let differences = rows.indices.filter { $0 != subject }.flatMap { other in
      ks.indices.map { cut in
        Difference(
          model: rows[subject].model, other: rows[other].model, k: ks[cut],
          quality: Quality {
            Interval(ofPlayers: values(subject, cut: cut, $0), minus: values(other, cut: cut, $0))
          },
          relative: split.players.count > 1
            ? Interval(
              of: values(subject, cut: cut, .nDCG), relativeTo: values(other, cut: cut, .nDCG))
            : nil)
      }
    }
    self.init(
      split: split.design, ks: ks, players: split.players.count,
      heldOutGames: split.players.indices.reduce(0) { $0 + split.relevant($1) },
      candidates: split.candidates.count { $0 }, rows: rows, differences: differences)
  }

  /// Whether the nDCG of the first k games of the reference model is higher (true) or lower (false)
  /// than that of each other one; nil if no difference is shown. All sentences and warnings use
  /// this verdict.
  ///
  /// By the t of paired differences, and `FalseDiscoveries` over the models: if all are alike, a
  /// difference is found in at most 5 % of evaluations.
  package var verdicts: [(other: String, isBetter: Bool?)] {
    let compared = differences.filter { $0.k == ks[0] }
    let findings = FalseDiscoveries.findings(
      in: compared.map { difference in
        let (mean, error) = (difference.quality.nDCG.mean, difference.quality.nDCG.standardError)
        // Equal differences of all players are of very few players.
        guard error > 0 else { return 1 }
        return 2 * StudentT.tail(above: abs(mean) / error, degrees: Double(max(1, players - 1)))
      }, rate: 0.05)
    return compared.indices.map {
      (compared[$0].other, findings.contains($0) ? compared[$0].quality.nDCG.mean > 0 : nil)
    }
  }
}

extension Interval {
  /// Without players it is the range of a share.
  fileprivate init(ofPlayers shares: [Double]) {
    self =
      shares.isEmpty ? Interval(mean: 0, low: 0, high: 1) : Interval(ofShares: shares)
  }

  /// With fewer than two players it is the range of a difference of shares.
  fileprivate init(ofPlayers shares: [Double], minus others: [Double]) {
    let differences = zip(shares, others).map { $0 - $1 }
    self =
      differences.count > 1
      ? Interval(ofDifferences: differences)
      : Interval(mean: differences.first ?? 0, low: -1, high: 1)
  }
}

extension Evaluation.Row {
  /// The means for the first k.
  package var recall: Double { cuts[0].quality.recall.mean }
  package var nDCG: Double { cuts[0].quality.nDCG.mean }
  package var coverage: Double { cuts[0].shape.coverage }
}

extension Evaluation.Quality {
  init(_ interval: (RankingMetrics.Metric) -> Interval) {
    self.init(
      recall: interval(.recall), nDCG: interval(.nDCG), map: interval(.averagePrecision),
      mrr: interval(.reciprocalRank), hitRate: interval(.hit))
  }

  /// The interval of one metric.
  package subscript(metric: RankingMetrics.Metric) -> Interval {
    switch metric {
    case .recall: recall
    case .nDCG: nDCG
    case .averagePrecision: map
    case .reciprocalRank: mrr
    case .hit: hitRate
    }
  }
}

// The values for one list length are flat in one object: {"k": 20, "recall": {…}, …}.

extension Evaluation.Cut: Codable {
  private enum CodingKeys: CodingKey { case k }

  package init(from decoder: any Decoder) throws {
    self.init(
      k: try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .k),
      quality: try Evaluation.Quality(from: decoder), shape: try ListShape(from: decoder))
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(k, forKey: .k)
    try quality.encode(to: encoder)
    try shape.encode(to: encoder)
  }
}

extension Evaluation.Difference: Codable {
  private enum CodingKeys: CodingKey { case model, other, k, relative }

  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      model: try container.decode(String.self, forKey: .model),
      other: try container.decode(String.self, forKey: .other),
      k: try container.decode(Int.self, forKey: .k),
      quality: try Evaluation.Quality(from: decoder),
      relative: try container.decodeIfPresent(Interval.self, forKey: .relative))
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(model, forKey: .model)
    try container.encode(other, forKey: .other)
    try container.encode(k, forKey: .k)
    try container.encodeIfPresent(relative, forKey: .relative)
    try quality.encode(to: encoder)
  }
}
