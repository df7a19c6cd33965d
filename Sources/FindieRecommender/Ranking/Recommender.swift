package import FindieDomain
import FindieLinearAlgebra
package import FindieWorkers

package struct RecommendationParameters: Codable, Sendable, Equatable {
  /// How many games a player's list holds at most.
  package var listLength = 50
  /// The currency in which the players' price bounds are meant.
  package var currency = "USD"

  package init() {}
}

/// Makes every player's list: what the factors say for those who did something, favourite genres or
/// what is popular for the others; never what the filters forbid.
package struct Recommender: Sendable {
  private let matrix: InteractionMatrix
  private let model: FactorModel
  private let eligibility: Eligibility
  private let preferences: [Eligibility.Preferences]
  private let favoriteGenres: [[Genre]]
  private let popular: PopularGames
  private let parameters: RecommendationParameters

  /// - Parameters:
  ///   - games: the catalogue, in the order of the matrix' columns.
  ///   - users: the known users; a player who is not among them has no preferences.
  package init(
    matrix: InteractionMatrix, model: FactorModel, games: [Game], users: [User], on day: Day,
    parameters: RecommendationParameters
  ) {
    precondition(
      games.count == matrix.games.count && model.games.rows == games.count
        && model.players.rows == matrix.players.count, "a model of another matrix")
    self.matrix = matrix
    self.model = model
    self.parameters = parameters
    eligibility = Eligibility(games: games, on: day, currency: parameters.currency)
    var known = [User?](repeating: nil, count: matrix.players.count)
    for user in users {
      if let player = matrix.players.index(of: user.id) { known[player] = user }
    }
    preferences = known.map { Eligibility.Preferences($0) }
    favoriteGenres = known.map { $0?.favoriteGenres ?? [] }
    popular = PopularGames(games: games, positives: matrix.positives, isOut: eligibility.isOut)
  }

  /// The lists of all players, in the order of the matrix' rows.
  ///
  /// - Parameters:
  ///   - memoryInBytes: what ranking may take; no byte of a list depends on it.
  ///   - progress: called with the number of players done; throws to stop.
  package func lists(
    workers: Workers, memoryInBytes: Int = FactorTopGames.defaultMemoryInBytes,
    progress: @Sendable (Int) throws -> Void = { _ in }
  ) throws -> RecommendationTable {
    let gramian = model.weightedGamesGramian
    let top = try FactorTopGames(
      model.games, isListed: eligibility.isOut, count: parameters.listLength, workers: workers,
      memoryInBytes: memoryInBytes)
    let parts = top.parts(ofPlayers: matrix.players.count)
    let tables = try workers.map(
      parts.count, scratch: { Scratch(selection: FactorSelection(top), rank: model.games.columns) }
    ) { part, scratch in
      try progress(parts[part].count)
      return try lists(of: parts[part], gramian: gramian, scratch: &scratch)
    } finish: { _ in
    }
    return tables.reduce(into: RecommendationTable()) { $0.append($1) }
  }

  /// What a thread keeps from one part of the players to the next.
  private struct Scratch: ~Copyable {
    var selection: FactorSelection
    var equation: NormalEquation

    init(selection: consuming FactorSelection, rank: Int) {
      self.selection = selection
      equation = NormalEquation(rank: rank)
    }
  }

  private func lists(
    of players: Range<Int>, gramian: Matrix, scratch: inout Scratch
  ) throws -> RecommendationTable {
    let warm = players.filter { matrix.hasPositives(player: $0) }
    let best = try scratch.selection.lists(
      ofRows: warm[...], of: model.players, excluded: matrix.seen
    ) { player, game in eligibility.allows(game, for: preferences[player]) }
    var table = RecommendationTable()
    var nextWarm = 0
    for player in players {
      guard nextWarm < warm.count, warm[nextWarm] == player else {
        table.append(
          popular.list(
            genres: favoriteGenres[player], count: parameters.listLength
          ) { isAllowed(UInt32($0), player: player) })
        continue
      }
      let range = best.range(ofPlayer: nextWarm)
      nextWarm += 1
      table.append(
        try personalList(
          of: player, games: Array(best.games[range]), scores: best.scores[range],
          gramian: gramian, equation: &scratch.equation))
    }
    return table
  }

  private func isAllowed(_ game: UInt32, player: Int) -> Bool {
    eligibility.allows(Int(game), for: preferences[player])
      && !matrix.seen.contains(row: player, column: game)
  }

  private func personalList(
    of player: Int, games: [UInt32], scores: ArraySlice<Float>, gramian: Matrix,
    equation: inout NormalEquation
  ) throws -> PlayerList {
    let explanation = try Explanation(
      player: player, matrix: matrix, model: model, gramian: gramian, equation: &equation)
    let reasons = explanation.reasons(
      for: games, equation: equation, count: RecommendationTable.reasonsAnEntry)
    return PlayerList(
      source: .personal,
      entries: zip(zip(games, scores), reasons).map {
        PlayerList.Entry(game: $0.0, score: $0.1, reasons: $1)
      })
  }
}
