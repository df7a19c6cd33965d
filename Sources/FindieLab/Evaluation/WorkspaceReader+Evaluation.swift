import FindieCommands
import FindieDomain
import FindieHistory
import FindieModels
import FindieNight
import FindieRanking

extension WorkspaceReader {
  /// Evaluates models on a held-out part of the history.
  func evaluation(
    _ splitting: EvaluationSetting.Splitting, _ setting: EvaluationSetting
  ) throws -> ModelEvaluation {
    let read = setting.step("read history", total: 1, unit: "histories")
    let events = try interactions()
    try read(1)
    let isOut = isOut(on: day)
    let parameters = setting.parameters.evaluation
    let matrix = matrix(of: events, on: day, setting.parameters)
    var others: (Split) throws -> [any Ranker] = { _ in [] }
    let split: Split
    switch splitting {
    case .random: split = Split.random(matrix, parameters: parameters, isOut: isOut)
    case .time:
      let testDay = try testDay(events, setting)
      split = Split.byTime(
        self.matrix(of: events, on: testDay, setting.parameters), matrix,
        over: DayRange(first: testDay, last: day.adding(days: -1)), isOut: isOut)
      if !setting.models.ofNight.isEmpty {
        let night = try setting.learnedNight(
          events, catalogue, on: testDay, activity: try activity())
        others = { try setting.rankers(of: night, $0) }
      }
    }
    let tested = split.limited(to: parameters.players, seed: parameters.seed)
    return try setting.evaluate(
      of: tested, content: ContentModel(catalogue), others: others(tested),
      defaultKs: [parameters.k])
  }

  private func testDay(_ events: EventTable, _ setting: EvaluationSetting) throws -> Day {
    let share = setting.parameters.evaluation.heldOutShare
    guard let testDay = setting.testDay ?? events.firstDay(ofLast: share), testDay < day else {
      throw LabFailure.nothingToEvaluate(
        "There are no events from \(setting.testDay?.description ?? "the first day") to "
          + "\(day) (exclusive). Name an earlier --test-from or a later --date.")
    }
    return testDay
  }

  /// Whether each game could be listed on a day.
  func isOut(on day: Day) -> [Bool] { catalogue.games.map { $0.availability(on: day) == .out } }

  func matrix(
    of events: EventTable, on day: Day, _ parameters: NightParameters
  ) -> InteractionMatrix {
    InteractionMatrix(
      interactions: events, wishlists: catalogue.packedWishlists, users: catalogue.packedUsers,
      games: catalogue.games.map(\.id), on: day, parameters: parameters.matrix, workers: workers)
  }
}

extension EventTable {
  /// The first day such that at most `share` of the events are on it or later; the last day if it
  /// alone has more. Nil without events.
  fileprivate func firstDay(ofLast share: Double) -> Day? {
    guard count > 0 else { return nil }
    // Events are sorted by time.
    let row = min(count - 1, Int((Double(count) * (1 - share)).rounded(.up)))
    return day(row)
  }
}
