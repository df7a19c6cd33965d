import FindieAnalytics
import FindieDomain
import FindieHistory
import FindieModels
package import FindieRanking
import FindieReports
import FindieText
import FindieWorkers
package import FindieWorkspace
import Foundation

extension Stage<GateFindings> {
  /// Checks the lists to be published: for errors, and for changes since the champion's night.
  package static func checkLists(
    from data: ModelData, _ lists: PublishableLists, _ eligible: Stage<NightEligibility>,
    _ champion: Stage<Champion>, _ comparison: Stage<Comparison>, _ night: Night
  ) -> Stage {
    let parameters = night.parameters
    return Stage(
      "gate", from: data, lists, eligible, champion, comparison,
      parameters: [
        "gate": parameters.gate, "recommendations": parameters.recommendations,
        "matrix": parameters.matrix, "minimumPlayers": parameters.reports.minimumPlayers,
      ] as NamedParameters
    ) { context, data, lists, eligible, champion, comparison in
      let (day, matrix, toPublish) = (data.history.day, data.matrix, lists.forPlayers)
      let games = data.catalogue.records.games
      let listable = ListableGames(
        games, on: day, currency: parameters.recommendations.currency,
        isEligible: eligible.isEligible, positives: matrix.positives,
        minimumPlayers: parameters.reports.minimumPlayers)
      let (eligibility, isListed) = (listable.eligibility, listable.isListed)
      let users = data.catalogue.records.users(of: matrix.players)
      let excluded = matrix.excluded
      let audit = ListAudit(
        of: toPublish.base, players: matrix.players, seen: excluded, eligibility: eligibility,
        isListed: isListed, users: users,
        listLength: toPublish.settings.recommendations.listLength, workers: night.workers)
      /// Whether the player has seen every game that the filters allow: an empty list is no loss.
      func hasSeenAll(player: Int) -> Bool {
        let preferences = Eligibility.Preferences(users[player])
        let allowed = games.indices.filter {
          isListed[$0] && eligibility.allows($0, for: preferences)
        }
        return !allowed.isEmpty
          && allowed.allSatisfy { excluded.contains(row: player, column: UInt32($0)) }
      }
      let volume = try NightVolume(data.history, matrix).checks(
        since: champion, night.workspace, parameters.matrix)
      let findings = GateFindings(
        day: day, champion: champion.day,
        checks: audit.checks(isListed: isListed, parameters.gate)
          + toPublish.arms.flatMap {
            $0.checks(of: data, users: users, parameters, workers: night.workers)
          }
          + [comparison.check(parameters, isOfTonight: toPublish.champion == nil)]
          + champion.changes(
            in: toPublish, matrix, parameters.gate, hasSeenAll: hasSeenAll)
          + volume
          + lists.similar.checks(isOut: eligibility.isOut)
          + GateCheck.ofLists(
            "trending", lists.trending.lists.map { $0.games.map(\.gameId) }, games: games,
            isOut: eligibility.isOut)
          + GateCheck.ofLists(
            "popular", lists.popular.lists.map { $0.games.map(\.gameId) }, games: games,
            isOut: eligibility.isOut),
        filters: FilterCounts(
          matrix, eligibility: eligibility, isListed: isListed, users: users,
          workers: night.workers),
        exposure: StudioExposure.bySize(
          in: toPublish.table.unpromoted, games: games, isListed: isListed))
      for check in findings.violations + findings.failed { context.warn(check.sentence) }
      let empty = audit.players - audit.listed
      if empty > 0, empty * 20 >= audit.players {
        context.warn(
          "\(empty.grouped) of \(audit.players.counted("list")) \(empty.verb("is")) "
            + "empty; games are excluded by: \(findings.filters.largest)")
      }
      return findings
    }
  }
}

extension ArmLists {
  /// The checks of the arm's lists. The night's other checks do not depend on the arm.
  fileprivate func checks(
    of data: StageValues<ModelData>, users: [PackedRecord<User>?], _ parameters: NightParameters,
    workers: Workers
  ) -> [GateCheck] {
    let (matrix, games) = (data.matrix, data.catalogue.records.games)
    let listable = ListableGames(
      games, on: data.history.day, currency: parameters.recommendations.currency,
      isEligible: isEligible, positives: matrix.positives,
      minimumPlayers: parameters.reports.minimumPlayers)
    return ListAudit(
      of: table, players: Identifiers(players.map { matrix.players[$0] }),
      seen: matrix.excluded.gathering(players), eligibility: listable.eligibility,
      isListed: listable.isListed, users: players.map { users[$0] },
      listLength: settings.recommendations.listLength, workers: workers
    ).checks(ofArm: experiment.name, parameters.gate)
  }
}

extension Catalogue {
  /// The users of a matrix's rows; nil for a player whom the catalogue does not have.
  fileprivate func users(of players: Identifiers) -> [PackedRecord<User>?] {
    let users = Dictionary(
      packedUsers.map { (ExactText($0.id), $0) }, uniquingKeysWith: { $1 })
    return players.ids.map { users[ExactText($0)] }
  }
}

extension GateCheck {
  /// Checks that no list has a game twice, or a game that is not out.
  ///
  /// - Parameter lists: the ids of each list's games.
  fileprivate static func ofLists(
    _ name: String, _ lists: [[String]], games: [Game], isOut: [Bool]
  ) -> [GateCheck] {
    let out = Set(games.indices.filter { isOut[$0] }.map { ExactText(games[$0].id) })
    var (repeats, filtered) = (0, 0)
    for list in lists {
      let ids = list.map { ExactText($0) }
      repeats += ids.count - Set(ids).count
      filtered += ids.count { !out.contains($0) }
    }
    return [
      GateCheck("repeated \(name) games", Double(repeats), .atMost(0), isInvariant: true),
      GateCheck("filtered \(name) games", Double(filtered), .atMost(0), isInvariant: true),
    ]
  }
}

extension Comparison {
  /// Checks that the lists do not lose a large share of the nDCG of the best single model for
  /// certain. With `discovery`, they are expected to.
  fileprivate func check(_ parameters: NightParameters, isOfTonight: Bool) -> GateCheck {
    let name = "share of nDCG lost against the best single model"
    // Variety costs nDCG on purpose.
    let bound = GateCheck.Bound.atMost(
      min(1, parameters.gate.maximumLoss + parameters.recommendations.variety.maximumLoss))
    guard isOfTonight else {
      return GateCheck(name, bound, notEvaluated: .words("the champion's lists are published"))
    }
    guard parameters.recommendations.discovery == 0 else {
      return GateCheck(name, bound, notEvaluated: .words("discovery is above 0"))
    }
    guard let bestModel else {
      return GateCheck(name, bound, notEvaluated: .words("there is too little history"))
    }
    return GateCheck(
      name, bestModel.certainLoss, bound, note: .words("with 95% confidence; \(bestModel.name)"))
  }
}

extension Champion {
  /// Compares the lists with the published ones for a sample of players: the share of players whose
  /// list is now empty, and the share of the other players' entries that are new.
  fileprivate func changes(
    in lists: ListsToPublish, _ matrix: InteractionMatrix, _ parameters: GateParameters,
    hasSeenAll: (_ player: Int) -> Bool
  ) -> [GateCheck] {
    let emptied = ("emptied lists", GateCheck.Bound.atMost(parameters.maximumEmptied))
    let changed = ("changed entries", GateCheck.Bound.atMost(parameters.maximumChanged))
    func notEvaluated(_ reason: String) -> [GateCheck] {
      [emptied, changed].map { GateCheck($0.0, $0.1, notEvaluated: .words(reason)) }
    }
    let (table, arms) = (lists.table.unpromoted, lists.arms.names)
    let published: [PublishedSample]
    do throws(Unusable) {
      published = try sample(ofPlayers: parameters.players)
    } catch {
      return notEvaluated(error.description)
    }
    let players = published.count
    guard players >= parameters.minimumPlayers else {
      return notEvaluated(
        "\(players.counted("player")) had a list, and at least \(parameters.minimumPlayers) are needed"
      )
    }
    var (lost, entries, new) = (0, 0, 0)
    for sample in published {
      guard let player = matrix.players.index(of: sample.player) else {
        lost += 1
        continue
      }
      // A list of another arm is another list.
      guard sample.arm == arms[player] else { continue }
      let list = table.games(ofPlayer: player)
      if list.isEmpty, !hasSeenAll(player) { lost += 1 }
      let games = Set(sample.gameIds.compactMap { matrix.games.index(of: $0) })
      entries += list.count
      new += list.count { !games.contains(Int($0)) }
    }
    let note = GateCheck.Note.words(
      "\(players) players, compared with the night of \(day?.description ?? "")")
    return [
      GateCheck(emptied.0, Double(lost) / Double(players), emptied.1, note: note),
      entries == 0
        ? GateCheck(
          changed.0, changed.1, notEvaluated: .words("none of these players has a list tonight"))
        : GateCheck(changed.0, Double(new) / Double(entries), changed.1, note: note),
    ]
  }
}

extension NightVolume {
  init(_ history: HistorySnapshot, _ matrix: InteractionMatrix) {
    self.init(
      events: history.rows, players: matrix.players.count,
      positives: matrix.observed.values.count { $0 > 0 },
      uncounted: history.events.uncounted.identity(before: history.day))
  }

  /// The maximum share of players or positives that may be missing without explanation: when games
  /// leave the catalogue, their events leave the matrix.
  private static let maximumLoss = 0.1
  private static let checkNames = ["lost events", "lost players", "lost positives"]
  private static let bounds = [0, maximumLoss, maximumLoss]

  /// Checks that tonight's data did not shrink since the champion's night.
  ///
  /// Events leave the history only through corrected files and forgotten players, which the ledger
  /// records, so no other event may be missing. A removed event takes away at most one player and
  /// one positive, and a new event can turn at most one positive into a dislike. So these counts
  /// can explain a fall of any size, on any data.
  func checks(
    since champion: Champion, _ workspace: Workspace, _ parameters: MatrixParameters
  ) throws -> [GateCheck] {
    let (names, bounds) = (Self.checkNames, Self.bounds)
    func notEvaluated(_ reason: String) -> [GateCheck] {
      zip(names, bounds).map { GateCheck($0, .atMost($1), notEvaluated: .words(reason)) }
    }
    guard let day = champion.day else {
      return notEvaluated(champion.reason ?? "no night is published")
    }
    guard let recipe = workspace.recipe(of: day) else {
      return notEvaluated("the recipe of the night of \(day) cannot be read")
    }
    guard recipe.parameters.matrix == parameters else {
      return notEvaluated("the parameters of the matrix changed since the night of \(day)")
    }
    let ledger = try workspace.history.ledger()
    let lost = ledger.losses(since: recipe.ledger).reduce(0) { $0 + $1.events }
    let removed = ledger.removedEvents(since: recipe.ledger)
    let checks = checks(
      since: recipe.volume, lost: lost, removed: removed, note: "compared with the night of \(day)")
    guard recipe.volume.uncounted == uncounted else {
      return [checks[0]] + notEvaluated("other accounts count than on \(day)").dropFirst()
    }
    return checks
  }

  /// As `checks(since:_:_:)`, given the counts of lost and removed events.
  package func checks(
    since before: NightVolume, lost: Int, removed: Int, note: String
  ) -> [GateCheck] {
    let (names, bounds) = (Self.checkNames, Self.bounds)
    let added = max(0, events - before.events + removed)
    func share(_ now: Int, of before: Int, explained: Int) -> Double {
      before > 0 ? Double(max(0, before - explained - now)) / Double(before) : 0
    }
    return [
      GateCheck(names[0], Double(lost), .atMost(bounds[0]), note: .words(note)),
      GateCheck(
        names[1], share(players, of: before.players, explained: removed), .atMost(bounds[1]),
        note: .words(note)),
      GateCheck(
        names[2], share(positives, of: before.positives, explained: removed + added),
        .atMost(bounds[2]), note: .words(note)),
    ]
  }
}
