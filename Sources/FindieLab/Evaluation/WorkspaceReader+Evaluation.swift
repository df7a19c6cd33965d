import FindieCommands
import FindieDomain
import FindieRanking
import FindieHistory
import FindieModels
import FindieNight

extension WorkspaceReader {
  /// Evaluates models on a held-out part of the history.
  package func evaluation(
    _ splitting: EvaluationSetting.Splitting, _ setting: EvaluationSetting
  ) throws -> ModelEvaluation {
    let read = setting.step("read history", total: 1, unit: "histories")
    let events = try interactions()
    try read(1)
    let isOut = catalogue.games.map { $0.availability(on: day) == .out }
    let parameters = setting.parameters.evaluation
    let matrix = matrix(of: events, on: day, setting.parameters)
    let split =
      switch splitting {
      case .random: Split.random(matrix, parameters: parameters, isOut: isOut)
      case .players: Split.heldOutPlayers(matrix, parameters: parameters, isOut: isOut)
      case .last:
        Split.lastOut(
          matrix, interactions: events, wishlists: catalogue.wishlists, on: day,
          parameters: parameters, isOut: isOut)
      case .time: try splitByTime(events, matrix, isOut: isOut, setting)
      }
    return try setting.evaluate(
      of: split.limited(to: parameters.players, seed: parameters.seed),
      content: ContentModel(catalogue.games), defaultKs: [parameters.k])
  }

  private func splitByTime(
    _ events: EventTable, _ present: InteractionMatrix, isOut: [Bool], _ setting: EvaluationSetting
  ) throws -> Split {
    let share = setting.parameters.evaluation.heldOutShare
    guard let testDay = setting.testDay ?? events.firstDay(ofLast: share), testDay < day else {
      throw LabFailure.nothingToEvaluate(
        "There are no events from \(setting.testDay?.description ?? "the first day") to "
          + "\(day) (exclusive). Name an earlier --test-from or a later --date.")
    }
    return Split.byTime(
      matrix(of: events, on: testDay, setting.parameters), present, on: testDay, isOut: isOut)
  }

  private func matrix(
    of events: EventTable, on day: Day, _ parameters: NightParameters
  ) -> InteractionMatrix {
    InteractionMatrix(
      interactions: events, wishlists: catalogue.wishlists, users: catalogue.users,
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
