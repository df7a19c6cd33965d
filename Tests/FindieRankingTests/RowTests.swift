import FindieDomain
import FindieModels
import FindieModelsTestSupport
import FindieRanking
import FindieWorkers
import Foundation
import Testing

/// Rows of games, compared with the rules of docs/DATA.md in plain code.
struct RowTests {
  private typealias Row = RecommendationList.Row

  private static let tags = ["co-op", "\u{301}\"odd\\", "a\0b", ":", "émigré 🎮"]

  /// With tags, several studios, new games and games that few players know and all of them like.
  private func world(_ seed: UInt64) throws -> RandomWorld {
    let world = try RandomWorld(seed: seed, .manyStudios)
    let games = world.games.enumerated().map { index, game in
      var game = game
      game.tags = [Self.tags[index / 5 % 5], Self.tags[index / 3 % 4]]
      game.developerId = "d\(index % 20)"
      if index % 4 == 1 { game.releaseDate = .before(index) }
      return game
    }
    let gems = Set(games.enumerated().filter { $0.offset % 3 == 0 }.map(\.element.id))
    let acts = world.acts.enumerated().compactMap { index, act in
      guard gems.contains(act.game) else { return act }
      return index % 2 == 0
        ? Act(user: act.user, game: act.game, action: .like, age: act.age) : nil
    }
    return try RandomWorld(copying: world, acts: acts, games: games)
  }

  private func parameters(rows: Int, slots: Int = 0) -> RecommendationParameters {
    var parameters = RecommendationParameters.plain()
    parameters.exploration.slots = slots
    parameters.rows.maximum = rows
    return parameters
  }

  private func table(
    _ world: RandomWorld, k: Int = 1, _ parameters: RecommendationParameters, threads: Int = 1
  ) throws -> RecommendationTable {
    try recommender(world, k: k, parameters).lists(workers: Workers(threads: threads))
  }

  private func recommender(
    _ world: RandomWorld, k: Int, _ parameters: RecommendationParameters
  ) throws -> Recommender {
    try world.recommender(
      length: 100, minimumPlayers: k, parameters: parameters, models: models(of: world))
  }

  private func models(of world: RandomWorld) throws -> RankingModels {
    try RankingModels(world.model, observed: world.matrix.observed, games: world.games)
  }

  @Test(arguments: [1, 2, 3] as [UInt64], [1, 3])
  func `rows are those of the rules`(seed: UInt64, k: Int) throws {
    let world = try world(seed)
    let rules = try RowRules(world, models(of: world), minimumPlayers: k)
    var keys: Set<Row.Key> = []
    for maximum in [2, 6] {
      let table = try table(world, k: k, parameters(rows: maximum))
      for player in 0..<table.count {
        let list = table.list(ofPlayer: player, id: "p", date: night, games: world.games)
        // Without variety, a list has all candidates by score.
        let expected = rules.rows(of: player, ranked: list.games.map(\.gameId))
        #expect(list.rows == Array(expected.prefix(maximum)), "player \(player)")
        keys.formUnion(list.rows.map(\.key))
      }
    }
    #expect(
      keys.isSuperset(of: [
        .becauseYouLiked, .becauseYouWished, .moreOfTag, .moreOfGenre, .newFromStudios,
        .hiddenGems,
      ]), "\(keys)")
  }

  @Test(arguments: [4, 5] as [UInt64])
  func `a game is in one row, may be shown, and was not drawn`(seed: UInt64) throws {
    let world = try world(seed)
    let table = try table(world, parameters(rows: 6, slots: 5))
    #expect(table.rows.players > 0)
    for player in 0..<table.count {
      let list = table.list(
        ofPlayer: player, id: world.matrix.players[player], date: night, games: world.games)
      let games = list.rows.flatMap(\.gameIds)
      #expect(Set(games).count == games.count)
      let allowed = Set(world.candidates(of: list.userId).map { world.games[$0].id })
      #expect(allowed.isSuperset(of: games))
      let drawn = list.games.filter { $0.probability != nil }.map(\.gameId)
      #expect(Set(drawn).isDisjoint(with: games))
      #expect(list.rows.allSatisfy { (4...10).contains($0.gameIds.count) })
      if !world.matrix.observed.hasPositives(row: player) { #expect(list.rows.isEmpty) }
    }
  }

  @Test(arguments: [6, 7] as [UInt64])
  func `lists do not depend on rows, nor rows on threads or on other players`(
    seed: UInt64
  ) throws {
    let world = try world(seed)
    let table = try table(world, parameters(rows: 6, slots: 2))
    #expect(try self.table(world, parameters(rows: 6, slots: 2), threads: 8) == table)
    let without = try self.table(world, parameters(rows: 0, slots: 2))
    #expect(without.games == table.games && without.scores == table.scores)
    #expect(without.reasonSubjects == table.reasonSubjects)
    #expect(without.rows.players == 0 && without.rows.offsets.count == table.rows.offsets.count)
    let some = [3, 11, 12, 50]
    let few = try recommender(world, k: 1, parameters(rows: 6, slots: 2)).ofPlayers(some)
      .lists(workers: Workers(threads: 1))
    func rows(_ table: RecommendationTable, _ player: Int) -> [Row] {
      table.rows.rows(ofPlayer: player, games: world.games)
    }
    for (index, player) in some.enumerated() {
      #expect(rows(few, index) == rows(table, player))
    }
    let replaced = without.replacing(some, with: few)
    for player in 0..<table.count {
      #expect(
        rows(replaced, player) == (some.contains(player) ? rows(table, player) : []))
    }
  }

  @Test func `a player with one like, and catalogues of few games`() throws {
    let world = try world(1)
    for count in [0, 5, 20] {
      let games = Array(world.games.prefix(count))
      let acts = world.acts.filter { act in games.contains { $0.id == act.game } }
      // Of each player the first like.
      var seen: Set<String> = []
      let likes = acts.filter { $0.action == .like && $0.age > 0 && seen.insert($0.user).inserted }
      let small = try RandomWorld(copying: world, acts: world.acts, games: games)
      let table = try table(small, parameters(rows: 6))
      #expect(count > 5 || table.rows.players == 0)
      guard count > 0, !likes.isEmpty else { continue }
      for player in 0..<table.count {
        let rows = table.rows.rows(ofPlayer: player, games: games)
        #expect(rows.flatMap(\.gameIds).allSatisfy { id in games.contains { $0.id == id } })
      }
    }
  }
}

/// The rows of a player, directly by the rules.
private struct RowRules {
  private typealias Row = RecommendationList.Row

  private let world: RandomWorld
  private let similar: SparseRows
  private let k: Int
  private let gems: Set<Int>
  private let indices: [String: Int]

  init(_ world: RandomWorld, _ models: RankingModels, minimumPlayers k: Int) {
    self.world = world
    self.k = k
    similar = models.itemItem.neighborhood.weights
    indices = Dictionary(uniqueKeysWithValues: world.games.enumerated().map { ($1.id, $0) })
    let matrix = world.matrix
    let isOut = Eligibility(games: world.games, on: night, currency: "USD").isOut
    let signals = GameSignals(
      games: world.games, GameCounts(matrix), isListed: isOut, minimumPlayers: k,
      lifts: world.games.map { _ in nil }, on: night, parameters: CandidateParameters())
    let positives = matrix.positives
    let known = world.games.indices.filter { isOut[$0] && (k == 1 || positives[$0] >= k) }
    let half = known.map { positives[$0] }.sorted()
    let (likes, shown) = (matrix.likes, matrix.seen.columnCounts)
    gems = Set(
      known.filter { game in
        guard positives[game] <= half[half.count / 2], shown[game] > 0 else { return false }
        let (n, p) = (Double(shown[game]), Double(likes[game]) / Double(shown[game]))
        let z = 1.959_963_984_540_054
        let center = p + z * z / (2 * n)
        let width = z * (p * (1 - p) / n + z * z / (4 * n * n)).squareRoot()
        return (center - width) / (1 + z * z / n) > signals.likeRate
      })
  }

  private func terms(of game: Int) -> Set<String> {
    Set(world.games[game].genres.map { "genre:\($0.rawValue)" })
      .union(world.games[game].tags.map { "tag:" + $0 })
  }

  func rows(of player: Int, ranked: [String]) -> [RecommendationList.Row] {
    let matrix = world.matrix
    let own = matrix.observed.positives(ofRow: player).map { Int($0) }
    guard !own.isEmpty else { return [] }
    let ranked = ranked.map { indices[$0]! }
    func isKnown(_ game: Int) -> Bool { k == 1 || matrix.positives[game] >= k }
    func day(_ game: Int) -> Float {
      let day = matrix.seen.value(row: player, column: UInt32(game)) ?? 0
      return day.isFinite ? day : 0
    }
    func confidence(_ game: Int) -> Float {
      matrix.observed.value(row: player, column: UInt32(game)) ?? 0
    }
    var rows: [RecommendationList.Row] = []
    var taken: Set<Int> = []
    func row(_ key: Row.Key, _ subject: String?, _ isIn: (Int) -> Bool) -> [Int] {
      let games = Array(ranked.filter { !taken.contains($0) && isIn($0) }.prefix(10))
      guard games.count >= 4 else { return [] }
      taken.formUnion(games)
      rows.append(Row(key: key, subject: subject, gameIds: games.map { world.games[$0].id }))
      return games
    }

    var subjects: [(Row.Key, Int, Set<Int>)] = []
    let latest = own.sorted { (-day($0), -confidence($0), $0) < (-day($1), -confidence($1), $1) }
    let user = world.users.first { $0.id == matrix.players[player] }
    func mayBeNamed(_ game: Int) -> Bool {
      let game = world.games[game]
      return !game.isWithdrawn
        && Set(game.genres).isDisjoint(with: user?.mutedGenres ?? [])
        && Set(game.tags).isDisjoint(with: user?.mutedTags ?? [])
        && (game.isMature != true || user?.showsMatureGames == true)
    }
    for game in latest.prefix(10)
    where subjects.count < 2 && isKnown(game) && mayBeNamed(game) {
      let element = matrix.observed.index(row: player, column: UInt32(game))!
      let key: Row.Key
      switch matrix.strongestAction(element) {
      case .like, .superLike: key = .becauseYouLiked
      case .wishlist: key = .becauseYouWished
      case .owned: key = .becauseYouOwn
      default: continue
      }
      let others = ranked.filter {
        isKnown($0) && similar.contains(row: game, column: UInt32($0))
      }
      if others.count >= 4 { subjects.append((key, game, Set(others))) }
    }

    let all = Double(max(1, matrix.positives.reduce(0, +)))
    var excesses: [(excess: Double, term: String)] = []
    for term in Set(own.flatMap { terms(of: $0) }) {
      let count = own.count { terms(of: $0).contains(term) }
      let usual = world.games.indices.filter { terms(of: $0).contains(term) }
        .reduce(0) { $0 + matrix.positives[$1] }
      let excess = Double(count) / Double(own.count) - Double(usual) / all
      if count > 1, excess > 0 { excesses.append((excess, term)) }
    }
    excesses.sort {
      $0.excess != $1.excess
        ? $0.excess > $1.excess : Array($0.term.utf8).lexicographicallyPrecedes($1.term.utf8)
    }
    var standing = Array(excesses.prefix(6).map(\.term))
    var ofTerm: [Int] = []

    for turn in 0..<2 {
      if turn < subjects.count {
        let (key, game, others) = subjects[turn]
        _ = row(key, world.games[game].id) { others.contains($0) }
      }
      while !standing.isEmpty {
        let term = standing.removeFirst()
        let isOften = 2 * ofTerm.count { terms(of: $0).contains(term) } >= ofTerm.count
        if !ofTerm.isEmpty, isOften { continue }
        let isGenre = term.hasPrefix("genre:")
        let name = String(decoding: term.utf8.dropFirst(isGenre ? 6 : 4), as: UTF8.self)
        let games = row(isGenre ? .moreOfGenre : .moreOfTag, name) {
          terms(of: $0).contains(term)
        }
        if !games.isEmpty {
          ofTerm = games
          break
        }
      }
      guard turn == 0 else { continue }
      let studios = Set(own.map { world.games[$0].developerId })
      _ = row(.newFromStudios, nil) { game in
        guard let date = world.games[game].releaseDate?.day else { return false }
        return night.days(since: date) <= 365 && studios.contains(world.games[game].developerId)
      }
      _ = row(.hiddenGems, nil) { gems.contains($0) }
    }
    return rows
  }
}
