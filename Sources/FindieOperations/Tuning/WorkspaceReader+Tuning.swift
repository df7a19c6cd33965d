package import FindieDomain
import FindieHistory
import FindieModels
import FindieNight

extension WorkspaceReader {
  /// Searches for better parameters on the history.
  package func tuning(
    _ splitting: EvaluationSetting.Splitting, testDay: Day?, _ setting: TuningSetting
  ) throws -> TuningReport {
    let read = setting.step("read history", total: 1, unit: "histories")
    let events = try interactions()
    try read(1)
    let evidence = TuningEvidence(
      events: events, wishlists: catalogue.wishlists, users: catalogue.users,
      games: catalogue.games.map(\.id), content: ContentModel(catalogue.games),
      isOut: catalogue.games.map { $0.availability(on: day) == .out }, day: day,
      weights: setting.parameters.matrix, usesActionWeights: true, workers: workers)
    return try evidence.tuning(splitting, testDay: testDay, setting)
  }
}
