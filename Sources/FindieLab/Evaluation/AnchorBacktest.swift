import FindieAnalytics
import FindieCommands
package import FindieDomain
import FindieModels
import FindieNight
package import FindieRanking
import FindieReports
package import FindieText
import FindieWorkspace

/// The lists of consecutive nights that update the models of the first night of the week, against
/// the lists of nights that train models; tested on what players liked on the day of the night.
package struct AnchorBacktest: Encodable, Sendable {
  /// One night.
  package struct Night: Encodable, Sendable {
    package let day: Day
    /// The night whose models are used.
    package let anchor: Day
    package let players: Int
    /// nDCG@k of the lists by models that the night trained.
    package let trained: Interval
    /// nDCG@k of the lists by the anchor's models, updated for the night.
    package let anchored: Interval
    /// The share of the lists that differ between the two.
    package let changed: Double
    /// Anchored minus trained, paired by player.
    package let difference: Interval
  }

  package let k: Int
  package let nights: [Night]
  /// Anchored minus trained, of each player's mean over the nights.
  package let difference: Interval
  /// The same of nights that are no anchor, each player of a night alike.
  package let loss: ModelAgeLoss

  package var answer: Answer { Answer(text: text, json: canonicalLine(self)) }

  private var text: String {
    func text(_ interval: Interval) -> String {
      "\(fourDecimals(interval.mean)) (\(fourDecimals(interval.low)) to "
        + "\(fourDecimals(interval.high)))"
    }
    var table = TextTable([
      ("night", .left), ("anchor", .left), ("players", .right), ("trained", .right),
      ("anchored", .right), ("changed", .right), ("anchored − trained", .right),
    ])
    for night in nights {
      table.add([
        "\(night.day)", "\(night.anchor)", night.players.grouped,
        fourDecimals(night.trained.mean), fourDecimals(night.anchored.mean),
        "\((100 * night.changed).fixed(0))%", text(night.difference),
      ])
    }
    return table.text + """


      nDCG@\(k) of what players liked on the day of the night, by lists whose models the night \
      trained and by lists whose models are those of the anchor, updated for the night, with 95% \
      intervals over players. Changed: the share of the lists that differ between the two.
      All nights, means of each player: anchored − trained \(text(difference)).
      Nights that are no anchor: \(loss.sentence)
      """
  }
}

extension WorkspaceReader {
  /// - Parameter count: the number of nights, the last of which is the day before the reader's.
  package func anchorBacktest(
    nights count: Int, _ setting: EvaluationSetting
  ) throws -> AnchorBacktest {
    let read = setting.step("read history", total: 1, unit: "histories")
    let events = try interactions()
    let activity = try activity()
    try read(1)
    let parameters = setting.parameters.evaluation
    let k = parameters.k
    var anchor: (day: Day, night: LearnedNight)?
    var nights: [AnchorBacktest.Night] = []
    // By player: the sum over nights, and their number.
    var differences: [ExactText: (sum: Double, nights: Int)] = [:]
    var losses: [ModelAgeLoss] = []
    for night in (1...count).reversed().map({ day.adding(days: -$0) }) {
      let present = matrix(of: events, on: night, setting.parameters)
      let next = matrix(of: events, on: night.adding(days: 1), setting.parameters)
      let split = Split.byTime(
        present, next, over: DayRange(first: night, last: night), isOut: isOut(on: night)
      ).limited(to: parameters.players, seed: parameters.seed)
      let own = try setting.learnedNight(events, catalogue, on: night, activity: activity)
      let isAnchor = anchor.map { $0.day < night.monday } ?? true
      if isAnchor { anchor = (night, own) }
      guard let anchor, !split.players.isEmpty else { continue }
      func values(_ learned: LearnedNight) throws -> (lists: [[UInt32]], nDCG: [Double]) {
        let lists = try learned.lists(of: split, hasVariety: true, workers: workers).lists
        return (
          lists,
          zip(lists, split.heldOut).map { list, heldOut in
            RankingMetrics(ranked: list, relevant: Set(heldOut), k: k).nDCG
          }
        )
      }
      let trained = try values(own)
      let anchored =
        isAnchor
        ? trained
        : try values(
          anchor.night.updated(on: night, events, workers: workers) {
            setting.lifts(activity, catalogue, on: $0)
          })
      let difference = zip(anchored.nDCG, trained.nDCG).map { $0 - $1 }
      for (player, difference) in zip(split.players, difference) {
        differences[ExactText(player), default: (0, 0)].sum += difference
        differences[ExactText(player), default: (0, 0)].nights += 1
      }
      if !isAnchor {
        losses.append(ModelAgeLoss())
        losses[losses.count - 1].add(difference, of: trained.nDCG)
      }
      nights.append(
        AnchorBacktest.Night(
          day: night, anchor: anchor.day, players: split.players.count,
          trained: Interval(ofShares: trained.nDCG), anchored: Interval(ofShares: anchored.nDCG),
          changed: Double(zip(anchored.lists, trained.lists).count { $0 != $1 })
            / Double(split.players.count),
          difference: Interval(ofDifferences: difference)))
    }
    guard !nights.isEmpty else {
      throw LabFailure.nothingToEvaluate(
        "No player can be tested on the \(count) days before \(day): the history must have likes "
          + "on these days and begin earlier. Name fewer --nights or a later --date.")
    }
    let means = differences.sorted { $0.key < $1.key }.map {
      $0.value.sum / Double($0.value.nights)
    }
    return AnchorBacktest(
      k: k, nights: nights, difference: Interval(ofDifferences: means),
      loss: ModelAgeLoss(of: losses))
  }
}

extension InteractionMatrix {
  /// The last day on which a player has an event; 1970-01-01 for none.
  fileprivate func lastDay(of id: String) -> Day {
    guard let player = players.index(of: id) else { return Day(daysSinceEpoch: 0) }
    let days = seen.values[seen.range(ofRow: player)].filter(\.isFinite)
    return Day(daysSinceEpoch: Int32(days.max() ?? 0))
  }
}
