import FindieCommands
import FindieDomain
import FindieHistory
import FindieModels
import FindieNight
import FindieRanking
import FindieReports
import FindieText
import FindieWorkers
import FindieWorkspace

/// A walk forward through the last weeks of a history: on the first day of each week everything is
/// learned as a night of that day would have, and tested on what players liked in the week.
struct Backtest: Encodable, Sendable {
  /// One week.
  struct Week: Encodable, Sendable {
    /// The night, which is the first day of the week.
    let night: Day
    let lastDay: Day
    /// Nil if nobody could be tested.
    let evaluation: Evaluation?
  }

  let weeks: [Week]

  var answer: Answer { Answer(text: text, json: canonicalLine(self)) }

  private var text: String {
    weeks.map { week in
      let title = "\(week.night) to \(week.lastDay), "
      guard let evaluation = week.evaluation else { return title + "no player can be tested" }
      return title + "\(evaluation.players.counted("player"))\n\n" + evaluation.listsAgainstOthers
    }.joined(separator: "\n\n") + """


      nDCG of what players liked in the week, by models and lists that knew nothing of it, with 95% \
      intervals over players. The last column is the difference between the lists in the last line \
      and those of the line, paired by player.
      """
  }
}

extension Evaluation {
  /// One line per model, with the difference of the last one.
  fileprivate var listsAgainstOthers: String {
    var table = TextTable(
      ("model", .left), ("nDCG@\(ks[0])", .right), ("difference", .right))
    for row in rows {
      let (quality, difference) = (
        row.cuts[0].quality.nDCG,
        differences.first { $0.other == row.model && $0.k == ks[0] }?.quality.nDCG
      )
      table.add(
        row.model,
        "\(fourDecimals(quality.mean)) "
          + "(\(fourDecimals(quality.low))–\(fourDecimals(quality.high)))",
        difference.map {
          "\(fourDecimals($0.mean)) (\(fourDecimals($0.low)) to \(fourDecimals($0.high)))"
        } ?? "")
    }
    return table.text
  }
}

extension WorkspaceReader {
  /// - Parameters:
  ///   - count: the number of weeks before the reader's day.
  ///   - rivals: other lists that are tested on the same players.
  func backtest(
    weeks count: Int, _ setting: EvaluationSetting, _ rivals: BacktestRivals
  ) throws -> Backtest {
    let read = setting.step("read history", total: 1, unit: "histories")
    let events = try interactions()
    let activity = try activity()
    try read(1)
    let parameters = setting.parameters.evaluation
    var weeks: [Backtest.Week] = []
    for index in (0..<count).reversed() {
      let end = day.adding(days: -7 * index)
      let night = end.adding(days: -7)
      guard events.count > 0, events.day(0) < night else { continue }
      let split = split(events, from: night, to: end, setting.parameters)
        .limited(to: parameters.players, seed: parameters.seed)
      var evaluation: Evaluation?
      if !split.players.isEmpty {
        let learned = try setting.learnedNight(events, catalogue, on: night, activity: activity)
        let games = Identifiers(catalogue.games.lazy.map(\.id))
        let others = try rivals.rankers(for: split, games: games) { other in
          var theirs = setting
          theirs.parameters = other
          // Their weights of actions may give the same players other profiles.
          return try theirs.learnedNight(events, catalogue, on: night, activity: activity)
            .lists(
              of: self.split(events, from: night, to: end, other), for: split.players,
              workers: workers)
        }
        evaluation = try Evaluation(
          of: learned.singleModels(workers: workers) + others
            + [false, true].map { try learned.lists(of: split, hasVariety: $0, workers: workers) },
          split: split, ks: [parameters.k], workers: workers)
      }
      weeks.append(
        Backtest.Week(night: night, lastDay: end.adding(days: -1), evaluation: evaluation))
    }
    guard weeks.contains(where: { $0.evaluation != nil }) else {
      throw LabFailure.nothingToEvaluate(
        "No player can be tested in the weeks before \(day): the history must begin earlier. Name "
          + "fewer --weeks or a later --date.")
    }
    return Backtest(weeks: weeks)
  }
}

extension WorkspaceReader {
  private func split(
    _ events: EventTable, from night: Day, to end: Day, _ parameters: NightParameters
  ) -> Split {
    Split.byTime(
      matrix(of: events, on: night, parameters), matrix(of: events, on: end, parameters),
      over: DayRange(first: night, last: end.adding(days: -1)), isOut: isOut(on: night))
  }
}

extension LearnedNight {
  /// The lists of some players, empty for those who are not in the split.
  ///
  /// - Parameter players: in the order of the split's.
  fileprivate func lists(
    of split: Split, for players: [String], workers: Workers
  ) throws -> [[UInt32]] {
    let rows = Dictionary(
      uniqueKeysWithValues: split.players.enumerated().map { (ExactText($1), $0) })
    let found = players.compactMap { rows[ExactText($0)] }
    let lists = try lists(
      of: split.gathering(found, split.design), hasVariety: true, workers: workers
    ).lists
    let positions = Dictionary(uniqueKeysWithValues: zip(found, lists.indices))
    return players.map { rows[ExactText($0)].flatMap { positions[$0] }.map { lists[$0] } ?? [] }
  }
}

/// What else a backtest compares its lists with.
struct BacktestRivals {
  /// Lists of another program.
  let lists: [ListsFile]
  /// Another parameter file, and what is in it.
  let parameters: (file: String, values: NightParameters)?

  func rankers(
    for split: Split, games: Identifiers, learned: (NightParameters) throws -> [[UInt32]]
  ) throws -> [any Ranker] {
    var rankers = try lists.map { try $0.ranker(for: split, games: games) }
    if let parameters {
      rankers.append(
        ListedRanker("lists by \(parameters.file)", lists: try learned(parameters.values)))
    }
    return rankers
  }
}
