import FindieDomain
import FindieEvaluation
import FindieHistory
import FindieLinearAlgebra
import FindieModels
import FindieNight
import FindieWorkers

/// The interactions of a search, from which matrices with any weights are built, and their split into
/// training, validation and test sets.
struct TuningEvidence: Sendable {
  let events: EventTable
  let wishlists: [Wishlist]
  let users: [User]
  let games: [String]
  let content: ContentModel?
  let isOut: [Bool]
  let day: Day
  /// These weights decide what a positive is, whatever weights the search tries.
  let weights: MatrixParameters
  let usesActionWeights: Bool
  let workers: Workers

  func matrix(on day: Day, _ parameters: MatrixParameters) -> InteractionMatrix {
    InteractionMatrix(
      interactions: events, wishlists: wishlists, users: users, games: games, on: day,
      parameters: parameters, workers: workers)
  }

  /// The test set is split off first, then the validation set from the rest in the same way.
  func tuning(
    _ splitting: EvaluationSetting.Splitting, testDay: Day?, _ setting: TuningSetting
  ) throws -> TuningReport {
    let present = matrix(on: day, weights)
    let parameters = setting.parameters.evaluation
    let past =
      try splitting == .time
      ? testDay ?? firstDay(ofLast: parameters.heldOutShare, before: day) : day
    let trained = past == day ? present : matrix(on: past, weights)
    let test = SplitPlan(
      cut(trained, present, on: past, splitting, parameters), of: trained,
      limit: parameters.players, seed: parameters.seed)
    let sealed = SealedTest(sentence: test.sentence) { test.split(of: matrix(on: past, $0)) }

    let training = test.training(trained)
    let before =
      try splitting == .time ? firstDay(ofLast: parameters.heldOutShare, before: past) : past
    let shown = before == past ? training : matrix(on: before, weights)
    let validation = SplitPlan(
      cut(shown, training, on: before, splitting, setting.validation), of: shown,
      limit: setting.search.players, seed: setting.search.seed)
    let data = TuningData(
      training: { weights in
        before == past ? test.training(matrix(on: past, weights)) : matrix(on: before, weights)
      }, plan: validation, content: content, occurrences: occurrences(before: before),
      usesActionWeights: usesActionWeights)
    return try Tuning(setting, data, fingerprint: present.fingerprint).report(sealed)
  }

  private func cut(
    _ past: InteractionMatrix, _ present: InteractionMatrix, on day: Day,
    _ splitting: EvaluationSetting.Splitting, _ parameters: EvaluationParameters
  ) -> Split {
    switch splitting {
    case .random: .random(past, parameters: parameters, isOut: isOut)
    case .players: .heldOutPlayers(past, parameters: parameters, isOut: isOut)
    case .last:
      .lastOut(
        past, interactions: events, wishlists: wishlists, on: day, parameters: parameters,
        isOut: isOut)
    case .time: .byTime(past, present, on: day, isOut: isOut)
    }
  }

  private func firstDay(ofLast share: Double, before day: Day) throws -> Day {
    let count = (0..<events.count).count { events.day($0) < day }
    // Events are sorted by timestamp.
    let index = min(count - 1, Int((Double(count) * (1 - share)).rounded(.up)))
    guard count > 0, events.day(index) > events.day(0) else {
      throw NothingToEvaluate(
        description:
          "There are too few days of events before \(day) for a split by time. Use more history, or another "
          + "--split.")
    }
    return events.day(index)
  }

  /// The number of events by action. The items of wishlists, wished for or owned, have the weight of
  /// wishlist actions and count as those.
  func occurrences(before day: Day) -> [SwipeAction: Int] {
    var counts: [SwipeAction: Int] = [:]
    for row in 0..<events.count where events.day(row) < day {
      counts[events.action(row), default: 0] += 1
    }
    counts[.wishlist, default: 0] += wishlists.reduce(0) { $0 + $1.items.count }
    return counts
  }
}
