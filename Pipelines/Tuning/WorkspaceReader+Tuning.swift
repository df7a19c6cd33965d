package import FindieDomain
import FindieHistory
import FindieRecommender

extension WorkspaceReader {
  /// Searches for better numbers on the history.
  package func tuning(
    _ splitting: EvaluationSetting.Splitting, testDay: Day?, _ setting: TuningSetting
  ) throws -> TuningReport {
    let read = setting.step("read history", total: 1, unit: "histories")
    try NoAddresses.check(for: workers, events: history.ledger().days.reduce(0) { $0 + $1.rows })
    let events = try history.events(
      .interactions, before: day, texts: [.userId, .gameId], numbers: [], workers: workers)
    try read(1)
    let evidence = TuningEvidence(
      events: events, wishlists: catalogue.wishlists, users: catalogue.users,
      games: catalogue.games.map(\.id), content: ContentModel(catalogue.games),
      isOut: catalogue.games.map { $0.availability(on: day) == .out }, day: day,
      weights: setting.parameters.matrix, weighsActions: true, workers: workers)
    return try evidence.tuning(splitting, testDay: testDay, setting)
  }
}
