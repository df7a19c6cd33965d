package import FindieBatch
import FindieDomain
import FindieEvaluation
import FindieHistory
import FindieLinearAlgebra
import FindieModels
import FindieRanking
import FindieStore
import FindieWorkspace
import Foundation

extension Stage<ExplorationEstimate> {
  /// Estimates the like rate of the new games that the published lists explored, and of another way to
  /// draw them, or says why the logs do not identify it. The estimate is written to `run.json` only: a
  /// reproduction, which has no previous nights, has to publish the same bytes.
  package static func estimateExploration(
    from history: Stage<HistorySnapshot>, _ interactions: Stage<Interactions>,
    _ champion: Stage<Champion>
  ) -> Stage {
    Stage(
      "exploration", from: history, interactions, champion,
      parameters: ["maximumPlayers": ExplorationLog.maximumPlayers] as NamedParameters
    ) { _, history, interactions, champion in
      guard let day = champion.day, let folder = champion.folder else {
        return ExplorationEstimate(notIdentifiable: champion.reason ?? "no night is published")
      }
      do {
        return try ExplorationLog(of: day, in: folder).estimate(
          interactions.table, until: history.day)
      } catch let failure as ServedModelFailure {
        return ExplorationEstimate(notIdentifiable: "\(failure)")
      } catch let failure as StoreFailure {
        return ExplorationEstimate(notIdentifiable: "\(failure)")
      }
    }
  }
}

/// The exploration slots of a published night, with the night's data.
private struct ExplorationLog {
  private let day: Day
  private let store: PublishedStore
  private let catalogue: Catalogue
  private let matrix: InteractionMatrix
  private let settings: ServedSettings
  private let eligibility: Eligibility
  private let newGames: [NewGame]
  private let likeRate: Double

  /// The maximum number of players whose slots are read; if more responded, a sample by hash.
  static let maximumPlayers = 20_000

  init(of day: Day, in folder: URL) throws {
    self.day = day
    let model = folder.appending(path: ServedModelFiles.folderName)
    let index = try ServedModelFiles.index(in: model)
    settings = index.settings
    matrix = try ServedModelFiles.part("matrix", in: model, index)
    store = try PublishedStore(at: folder.appending(path: Workspace.storeName))
    catalogue = try store.catalogue()
    guard catalogue.games.map({ ExactText($0.id) }) == matrix.games.ids.map({ ExactText($0) })
    else {
      throw ServedModelFailure.damaged(
        path: model.path, detail: "its games differ from those in findie.sqlite")
    }
    let games = catalogue.games
    eligibility = Eligibility(
      games: games, on: day, currency: settings.recommendations.currency,
      isEligible: settings.recommendations.eligible.isEligible(games))
    let signals = GameSignals(
      ofNight: day, catalogue: catalogue, matrix, eligibility: eligibility,
      minimumPlayers: settings.minimumPlayers, lifts: games.map { _ in nil },
      parameters: settings.candidates)
    newGames = signals.newGames(games, on: day, settings.recommendations.exploration)
    likeRate = signals.likeRate
  }

  /// - Parameter night: the responses are the events from the published day to before this day.
  func estimate(_ events: EventTable, until night: Day) throws -> ExplorationEstimate {
    let verdicts = verdicts(events, until: night)
    let answers = verdicts.flatMap { player, games in
      games.map { ExplorationReplay.Answer(player: player.text, game: $0, isLiked: $1) }
    }
    let users = Dictionary(
      catalogue.users.map { (ExactText($0.id), $0) }, uniquingKeysWith: { $1 })
    let sampled = verdicts.keys.map { (hash64(of: $0.text.utf8.span), $0) }.sorted { $0 < $1 }
      .prefix(ExplorationLog.maximumPlayers).map(\.1)
    let players = try sampled.compactMap { id in
      try player(id.text, users[id], verdicts[id] ?? [:])
    }
    return ExplorationReplay(
      newGames, games: catalogue.games.count, likeRate: likeRate, on: day,
      parameters: settings.recommendations.exploration
    ).estimate(players, answers: answers, isAllowed: eligibility.allows)
  }

  private struct Verdict {
    let instant: Int64
    let isLiked: Bool

    /// Of two verdicts in the same millisecond the negative one counts, whatever the order of the rows.
    func isAfter(_ other: Verdict) -> Bool {
      instant != other.instant ? instant > other.instant : !isLiked
    }
  }

  /// By player and new game, whether the player's last verdict was a like; only for players with a list,
  /// and for games that they had not seen.
  private func verdicts(_ events: EventTable, until night: Day) -> [ExactText: [UInt32: Bool]] {
    let isNew = Set(newGames.map(\.game))
    let (users, games) = (events[.userId], events[.gameId])
    var gameOfCode: [UInt32: UInt32?] = [:]
    var playerOfCode: [UInt32: Int?] = [:]
    var last: [UInt64: Verdict] = [:]
    let (from, to) = (day.start.milliseconds, night.start.milliseconds)
    for row in 0..<events.count {
      let instant = events.milliseconds[row]
      guard instant >= from, instant < to, events.action(row).isVerdict else { continue }
      let code = games.codes[row]
      let knownGame = gameOfCode[code] ?? matrix.games.index(of: games.text(row)).map { UInt32($0) }
      gameOfCode[code] = .some(knownGame)
      guard let game = knownGame, isNew.contains(game) else { continue }
      let userCode = users.codes[row]
      let knownPlayer = playerOfCode[userCode] ?? matrix.players.index(of: users.text(row))
      playerOfCode[userCode] = .some(knownPlayer)
      guard let player = knownPlayer, !matrix.seen.contains(row: player, column: game) else {
        continue
      }
      let key = UInt64(player) << 32 | UInt64(game)
      let isLiked = [.like, .superLike].contains(events.action(row))
      let verdict = Verdict(instant: instant, isLiked: isLiked)
      if last[key].map({ verdict.isAfter($0) }) ?? true { last[key] = verdict }
    }
    return last.reduce(into: [:]) { verdicts, entry in
      let (player, game) = (Int(entry.key >> 32), UInt32(truncatingIfNeeded: entry.key))
      verdicts[ExactText(matrix.players[player]), default: [:]][game] = entry.value.isLiked
    }
  }

  private func player(
    _ id: String, _ user: User?, _ verdicts: [UInt32: Bool]
  ) throws(StoreFailure) -> ExplorationReplay.Player? {
    guard let row = matrix.players.index(of: id),
      let list = try store.recommendationList(userId: id)
    else { return nil }
    return ExplorationReplay.Player(
      id: id, preferences: Eligibility.Preferences(user),
      seen: Array(matrix.seen.columns(ofRow: row)),
      slots: list.games.compactMap { entry in
        guard let probability = entry.probability,
          let game = matrix.games.index(of: entry.gameId).map({ UInt32($0) })
        else { return nil }
        return ExplorationReplay.Slot(
          game: game, probability: probability, isLiked: verdicts[game])
      })
  }
}
