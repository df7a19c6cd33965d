import FindieAnalytics
package import FindieBatch
import FindieDomain
import FindieHistory
import FindieLinearAlgebra
package import FindieRecommender
import FindieStore
import FindieWorkers
import Foundation

extension Stage<GateFindings> {
  /// Checks the lists that are to be published: by themselves, and against those that are.
  package static func checkLists(
    from past: Stage<Past>, _ catalogue: Stage<NightCatalogue>,
    _ matrix: Stage<InteractionMatrix>, _ served: Stage<ServedLists>,
    _ similar: Stage<NeighborTable>, _ trending: Stage<TrendingLists>,
    _ champion: Stage<Champion>, _ parameters: NightParameters, _ night: Night
  ) -> Stage {
    Stage(
      "gate", from: past, catalogue, matrix, served, similar, trending, champion,
      parameters: ["gate": parameters.gate, "recommendations": parameters.recommendations]
        as NamedParameters
    ) { context, past, catalogue, matrix, served, similar, trending, champion in
      let games = catalogue.catalogue.games
      let eligibility = Eligibility(
        games: games, on: past.day, currency: parameters.recommendations.currency)
      let isListed = Editions(games).best(of: eligibility.isOut, evidence: matrix.positives)
      let users = Dictionary(
        catalogue.catalogue.users.map { (ExactText($0.id), $0) }, uniquingKeysWith: { $1 })
      let players = matrix.players.ids.map { users[ExactText($0)] }
      let audit = ListAudit(
        of: served.table, players: matrix.players, seen: matrix.seen, eligibility: eligibility,
        isListed: isListed, users: players,
        listLength: served.settings.recommendations.listLength, workers: night.workers)
      let findings = GateFindings(
        day: past.day, champion: champion.day,
        checks: audit.checks(isListed: isListed, parameters.gate)
          + champion.changes(in: served.table, matrix, parameters.gate) { player in
            let preferences = Eligibility.Preferences(players[player])
            let allowed = games.indices.filter {
              isListed[$0] && eligibility.allows($0, for: preferences)
            }
            return !allowed.isEmpty
              && allowed.allSatisfy { matrix.seen.contains(row: player, column: UInt32($0)) }
          }
          + (served.similarOfChampion ?? similar).checks(isOut: eligibility.isOut)
          + trending.checks(games: games, isOut: eligibility.isOut),
        filters: FilterCounts(
          matrix, eligibility: eligibility, isListed: isListed, users: players,
          workers: night.workers),
        exposure: StudioExposure.bySize(in: served.table, games: games, isListed: isListed))
      for check in findings.bugs + findings.broken { context.warn(check.sentence) }
      return findings
    }
  }
}

extension TrendingLists {
  /// That none holds a game twice, or one that is not out.
  fileprivate func checks(games: [Game], isOut: [Bool]) -> [GateCheck] {
    let out = Set(games.indices.filter { isOut[$0] }.map { ExactText(games[$0].id) })
    var (repeats, filtered) = (0, 0)
    for list in lists {
      let ids = list.games.map { ExactText($0.gameId) }
      repeats += ids.count - Set(ids).count
      filtered += ids.count { !out.contains($0) }
    }
    return [
      GateCheck("repeated trending games", Double(repeats), .atMost(0), isContract: true),
      GateCheck("filtered trending games", Double(filtered), .atMost(0), isContract: true),
    ]
  }
}

extension Champion {
  /// The share of players who lost their published list, and of the others' entries that did not stand
  /// on theirs.
  ///
  /// - Parameter hasSeenAll: whether a player may be shown some games and has seen all of them.
  fileprivate func changes(
    in table: RecommendationTable, _ matrix: InteractionMatrix, _ parameters: GateParameters,
    hasSeenAll: (_ player: Int) -> Bool
  ) -> [GateCheck] {
    let emptied = ("emptied lists", GateCheck.Bound.atMost(parameters.mostEmptied))
    let changed = ("changed entries", GateCheck.Bound.atMost(parameters.mostChanged))
    func notJudged(_ why: String) -> [GateCheck] {
      [emptied, changed].map { GateCheck($0.0, $0.1, notJudged: why) }
    }
    guard let folder else { return notJudged(reason ?? "there is none") }
    var (players, lost, entries, new) = (0, 0, 0, 0)
    do throws(StoreFailure) {
      let store = try PublishedStore(at: folder.appending(path: "findie.sqlite"))
      let drawn = try store.playersWithLists().map { (hash64(of: $0.utf8.span), $0) }
        .sorted { $0 < $1 }.prefix(parameters.players)
      for (_, id) in drawn {
        let before = try store.recommendationList(userId: id)?.games ?? []
        guard !before.isEmpty else { continue }
        players += 1
        guard let player = matrix.players.index(of: id) else {
          lost += 1
          continue
        }
        let list = table.games(ofPlayer: player)
        // Who has seen all games that are left for them has lost nothing.
        if list.isEmpty, !hasSeenAll(player) { lost += 1 }
        let games = Set(before.compactMap { matrix.games.index(of: $0.gameId) })
        entries += list.count
        new += list.count { !games.contains(Int($0)) }
      }
    } catch {
      return notJudged("the published lists cannot be read: \(error)")
    }
    guard players >= parameters.leastPlayers else {
      return notJudged("of \(parameters.leastPlayers) players that it takes, \(players) had a list")
    }
    let note = "\(players) players, against the night of \(day?.description ?? "")"
    return [
      GateCheck(emptied.0, Double(lost) / Double(players), emptied.1, note: note),
      entries == 0
        ? GateCheck(changed.0, changed.1, notJudged: "none of them has a list tonight")
        : GateCheck(changed.0, Double(new) / Double(entries), changed.1, note: note),
    ]
  }
}
