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
    var (tuned, others) = (setting, [any Ranker]())
    let (train, tested): (InteractionMatrix, Split)
    switch splitting {
    case .random:
      let holdOut = HoldOut(
        matrix, share: parameters.heldOutShare, seed: parameters.seed, isOut: isOut)
      train = holdOut.train
      tested = Split(holdOut, parameters: parameters, isOut: isOut)
        .limited(to: parameters.players, seed: parameters.seed)
      tuned = try setting.tuned {
        let ranker = setting.parameters.ranker
        let inner = HoldOut(
          holdOut.train, share: parameters.heldOutShare, seed: parameters.seed, isOut: isOut)
        let validation = Split(inner, parameters: parameters, isOut: isOut)
          .limited(to: ranker.players, seed: ranker.seed)
        return (validation, inner.train.days)
      }
    case .time:
      let testDay = try testDay(events, setting)
      train = self.matrix(of: events, on: testDay, setting.parameters)
      tested = Split.byTime(
        train, matrix, over: DayRange(first: testDay, last: day.adding(days: -1)), isOut: isOut
      ).limited(to: parameters.players, seed: parameters.seed)
      if setting.models.ofNight.isEmpty {
        tuned = try setting.tuned(events, catalogue, train, on: testDay)
      } else {
        let night = try setting.learnedNight(
          events, catalogue, on: testDay, activity: try activity())
        others = try setting.rankers(of: night, tested)
        tuned = setting.with(night.learned)
      }
    }
    return try tuned.evaluate(
      of: tested, days: train.days, content: ContentModel(catalogue), others: others,
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
