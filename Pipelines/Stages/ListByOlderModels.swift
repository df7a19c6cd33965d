import FindieAnalytics
import FindieDomain
import FindieHistory
import FindieModels
import FindieRanking
import FindieStore
import FindieText
import FindieWorkspace
import Foundation

extension Stage<OlderLists> {
  /// Computes lists by the models of the first night of the week before, updated as a night that
  /// trains no models does: on the first night of a week, if the schedule allows older models.
  static func listByOlderModels(
    from intake: Stage<Intake>, _ anchor: Stage<Anchor>, _ champion: Stage<Champion>,
    _ data: ModelData, _ choice: ListChoice, _ activity: Stage<Activity>, _ night: Night
  ) -> Stage {
    Stage(
      OlderLists.name, from: intake, anchor, champion, data, choice, activity,
      parameters: night.parameters, isLarge: true
    ) { context, intake, anchor, champion, data, choice, activity in
      let (day, parameters) = (data.history.day, night.parameters)
      guard anchor.isTonight, night.recipe == nil, let newest = champion.day, newest < day.monday,
        parameters.models.allowsOlderModels(events: intake.events(before: day)),
        let older = try night.workspace.publishedDays().first(where: { $0 >= newest.monday })
      else { return .none }
      do {
        let heldOut = try HeldOut(data, activity, choice.suggestions, night)
        let models = try ListModels(of: older, heldOut, data, night).withoutRows
        let rows = OlderLists.sample(of: data.matrix, on: day, parameters.evaluation)
        let table = try models.recommender(data, choice).ofPlayers(rows)
          .lists(workers: night.workers)
        let games = data.catalogue.records.games
        return OlderLists(
          models: older,
          lists: rows.enumerated().map { list, row in
            OlderLists.List(
              player: data.matrix.players[row],
              games: table.chosenGames(ofPlayer: list).prefix(parameters.evaluation.k)
                .map { games[Int($0)].id })
          })
      } catch  where error is Champion.Unusable || error is ServedModelFailure {
        context.warn("the models of \(older) are not tested: \(error)")
        return .none
      }
    }
  }
}

extension OlderLists {
  /// The players tested per player that an evaluation tests: only those who like a new game on the
  /// next day count.
  private static let factor = 4
  /// Players without an action in as many days seldom like a game on the next one.
  private static let activeDays = 7

  /// The rows of players who were active in the last days, by a seeded hash, ascending.
  fileprivate static func sample(
    of matrix: InteractionMatrix, on day: Day, _ parameters: EvaluationParameters
  ) -> [Int] {
    let first = Float(day.adding(days: -activeDays).daysSinceEpoch)
    let active = matrix.players.ids.indices.filter { row in
      matrix.seen.values[matrix.seen.range(ofRow: row)].contains { $0 >= first && $0.isFinite }
    }
    return active.map { (hash64(of: matrix.players[$0].utf8.span, seed: parameters.seed), $0) }
      .sorted { $0 < $1 }.prefix(factor * parameters.players).map(\.1).sorted()
  }
}

extension RecommendationTable {
  /// The games of a player's list without promoted ones.
  fileprivate func chosenGames(ofPlayer player: Int) -> [UInt32] {
    (offsets[player]..<offsets[player + 1]).filter { !isPromoted($0) }.map { games[$0] }
  }
}
