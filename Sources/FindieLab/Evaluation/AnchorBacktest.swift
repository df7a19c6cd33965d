import FindieAnalytics
import FindieCommands
package import FindieDomain
import FindieModels
import FindieNight
package import FindieRanking
package import FindieText
import FindieWorkspace

/// The lists of consecutive nights that use the models of the first night of the week, and reuse
/// the lists of players without new events, against the lists of nights that train models and
/// compute all lists; tested on what players liked on the day of the night.
package struct AnchorBacktest: Encodable, Sendable {
  /// One night.
  package struct Night: Encodable, Sendable {
    package let day: Day
    /// The night whose models are used.
    package let anchor: Day
    package let players: Int
    /// nDCG@k of the lists by models that the night trained.
    package let trained: Interval
    /// nDCG@k of the lists by the anchor's models, each as of the night after the player's last
    /// event or as of the anchor, whichever is later.
    package let anchored: Interval
    /// The share of these lists that an earlier night computed.
    package let reused: Double
    /// Anchored minus trained, paired by player.
    package let difference: Interval
  }

  package let k: Int
  package let nights: [Night]
  /// Anchored minus trained, of each player's mean over the nights.
  package let difference: Interval

  package var answer: Answer { Answer(text: text, json: canonicalLine(self)) }

  private var text: String {
    func text(_ interval: Interval) -> String {
      "\(fourDecimals(interval.mean)) (\(fourDecimals(interval.low)) to "
        + "\(fourDecimals(interval.high)))"
    }
    var table = TextTable([
      ("night", .left), ("anchor", .left), ("players", .right), ("trained", .right),
      ("anchored", .right), ("reused", .right), ("anchored − trained", .right),
    ])
    for night in nights {
      table.add([
        "\(night.day)", "\(night.anchor)", night.players.grouped,
        fourDecimals(night.trained.mean), fourDecimals(night.anchored.mean),
        "\((100 * night.reused).fixed(0))%", text(night.difference),
      ])
    }
    return table.text + """


      nDCG@\(k) of what players liked on the day of the night, by lists whose models the night \
      trained and by lists whose models are those of the anchor, with 95% intervals over players. \
      Reused: the lists of an earlier night of the week, since the player had no event since.
      All nights, means of each player: anchored − trained \(text(difference)).
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
    // The nights since the anchor, with its models and their own counts.
    var week: [(day: Day, night: LearnedNight, matrix: InteractionMatrix)] = []
    var nights: [AnchorBacktest.Night] = []
    // By player: the sum over nights, and their number.
    var differences: [ExactText: (sum: Double, nights: Int)] = [:]
    for night in (1...count).reversed().map({ day.adding(days: -$0) }) {
      let present = matrix(of: events, on: night, setting.parameters)
      let next = matrix(of: events, on: night.adding(days: 1), setting.parameters)
      let split = Split.byTime(
        present, next, over: DayRange(first: night, last: night), isOut: isOut(on: night)
      ).limited(to: parameters.players, seed: parameters.seed)
      if anchor.map({ $0.day < night.monday }) ?? true {
        anchor = (
          night,
          try setting.learnedNight(
            events, catalogue, on: night.adding(days: -Anchor.graceInDays), activity: activity)
        )
        week = []
      }
      guard let anchor else { continue }
      week.append(
        (
          night,
          anchor.night.on(night, present, lifts: setting.lifts(activity, catalogue, on: night)),
          present
        ))
      guard !split.players.isEmpty else { continue }
      func nDCG(_ learned: LearnedNight, _ split: Split) throws -> [Double] {
        let lists = try learned.lists(of: split, hasVariety: true, workers: workers)
        return zip(lists.lists, split.heldOut).map { list, heldOut in
          RankingMetrics(ranked: Array(list), relevant: Set(heldOut), k: k).nDCG
        }
      }
      let trained = try nDCG(
        setting.learnedNight(events, catalogue, on: night, activity: activity), split)
      let nightsOfLists = split.players.map { player in
        week.lastIndex { $0.day <= present.lastDay(of: player).adding(days: 1) } ?? 0
      }
      var anchored = [Double](repeating: 0, count: split.players.count)
      for (index, own) in week.enumerated() {
        // A player has a list by then: the list is as of the night after the last event.
        let rows = anchored.indices.filter { nightsOfLists[$0] == index }
        guard !rows.isEmpty else { continue }
        let part = split.gathering(rows, split.design)
        let values = try nDCG(
          own.night,
          Split(
            part.design, train: own.matrix.observed, players: part.players,
            profiles: part.profiles, heldOut: part.heldOut, unreachable: part.unreachable,
            seen: part.seen, skips: part.skips, candidates: part.candidates))
        for (row, value) in zip(rows, values) { anchored[row] = value }
      }
      let difference = zip(anchored, trained).map { $0 - $1 }
      for (player, difference) in zip(split.players, difference) {
        differences[ExactText(player), default: (0, 0)].sum += difference
        differences[ExactText(player), default: (0, 0)].nights += 1
      }
      nights.append(
        AnchorBacktest.Night(
          day: night, anchor: anchor.day, players: split.players.count,
          trained: Interval(ofDifferences: trained), anchored: Interval(ofDifferences: anchored),
          reused: Double(nightsOfLists.count { $0 < week.count - 1 }) / Double(split.players.count),
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
    return AnchorBacktest(k: k, nights: nights, difference: Interval(ofDifferences: means))
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
