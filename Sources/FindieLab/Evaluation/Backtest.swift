import FindieCommands
import FindieDomain
import FindieHistory
import FindieModels
import FindieNight
import FindieRanking
import FindieReports
import FindieText
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
    // The window of the recent popularity may differ from week to week.
    let models = weeks.compactMap(\.evaluation).flatMap(\.rows).map(\.model)
      .reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
    var table = TextTable(
      [("week", .left), ("players", .right)] + models.map { ($0, TextTable.Alignment.right) }
        + [("lists − best", .right)])
    for week in weeks {
      let name = "\(week.night) to \(week.lastDay)"
      guard let evaluation = week.evaluation else {
        table.add([name, "0"] + models.map { _ in "–" } + ["–"])
        continue
      }
      table.add(
        [name, evaluation.players.grouped]
          + models.map { model in
            evaluation.rows.first { $0.model == model }.map { Self.text(of: $0) } ?? "–"
          } + [evaluation.listsAgainstBest])
    }
    let k = weeks.compactMap(\.evaluation).first?.ks[0] ?? 0
    return table.text + """


      nDCG@\(k) of what players liked in the week, by models and lists that knew nothing of it, with \
      95% intervals over players. The last column is the difference between Findie's lists and the \
      best of the single models in that week, paired by player.
      """
  }

  private static func text(of row: Evaluation.Row) -> String {
    let interval = row.cuts[0].quality.nDCG
    return "\(fourDecimals(interval.mean)) "
      + "(\(fourDecimals(interval.low))–\(fourDecimals(interval.high)))"
  }
}

extension Evaluation {
  /// The lists, which are the last row, compared with the best of the others.
  fileprivate var listsAgainstBest: String {
    let singles = rows.dropLast().filter { !$0.model.hasPrefix("Findie's lists") }
    guard let best = singles.max(by: { $0.nDCG < $1.nDCG }),
      let difference = differences.first(where: { $0.other == best.model })?.quality.nDCG
    else { return "–" }
    return "\(fourDecimals(difference.mean)) (\(fourDecimals(difference.low)) to "
      + "\(fourDecimals(difference.high))) \(best.model)"
  }
}

extension WorkspaceReader {
  /// - Parameter count: the number of weeks before the reader's day.
  func backtest(weeks count: Int, _ setting: EvaluationSetting) throws -> Backtest {
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
      let past = matrix(of: events, on: night, setting.parameters)
      let split = Split.byTime(
        past, matrix(of: events, on: end, setting.parameters),
        over: DayRange(first: night, last: end.adding(days: -1)), isOut: isOut(on: night)
      ).limited(to: parameters.players, seed: parameters.seed)
      var evaluation: Evaluation?
      if !split.players.isEmpty {
        let learned = try setting.learnedNight(events, catalogue, on: night, activity: activity)
        evaluation = try Evaluation(
          of: learned.singleModels(workers: workers)
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
