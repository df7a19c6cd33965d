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
  /// - Parameter progress: called with the number of players done; throws to stop.
  package func lists(
    workers: Workers, progress: @Sendable (Int) throws -> Void = { _ in }
  ) throws -> RecommendationTable {
    let gramian = model.weightedGamesGramian
    let parts = Workers.ranges(of: matrix.players.count, size: 64)
    let tables = try workers.map(parts.count) { part in
      try progress(parts[part].count)
      return try lists(of: Array(parts[part]), gramian: gramian)
    }
    return tables.reduce(into: RecommendationTable()) { $0.append($1) }
  }

  private func lists(of players: [Int], gramian: Matrix) throws -> RecommendationTable {
    let warm = players.filter { matrix.hasPositives(player: $0) }
    let games = matrix.games.count
    var scores = [Float](repeating: 0, count: warm.count * games)
    var span = scores.mutableSpan
    BLAS.products(
      ofRows: model.players.gathering(warm).elements.span, warm.count,
      withRows: model.games.elements.span, games, columns: model.games.columns, into: &span)
    var equation = NormalEquation(rank: model.games.columns)
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
      let own = scores.span.extracting(nextWarm * games..<(nextWarm + 1) * games)
      nextWarm += 1
      table.append(
        try personalList(of: player, scores: own, gramian: gramian, equation: &equation))
    }
    return table
  }

  private func isAllowed(_ game: UInt32, player: Int) -> Bool {
    eligibility.allows(Int(game), for: preferences[player])
      && !matrix.seen.contains(row: player, column: game)
  }

  private func personalList(
    of player: Int, scores: Span<Float>, gramian: Matrix, equation: inout NormalEquation
  ) throws -> PlayerList {
    var best = BestGames(count: parameters.listLength)
    for game in 0..<scores.count where scores[game] >= best.threshold {
      if isAllowed(UInt32(game), player: player) {
        best.offer(game: UInt32(game), score: scores[game])
      }
    }
    let explanation = try Explanation(
      player: player, matrix: matrix, model: model, gramian: gramian, equation: &equation)
    let reasons = explanation.reasons(
      for: best.ranked.map(\.game), equation: equation,
      count: RecommendationTable.reasonsAnEntry)
    return PlayerList(
      source: .personal,
      entries: zip(best.ranked, reasons).map {
        PlayerList.Entry(game: $0.game, score: $0.score, reasons: $1)
      })
  }
}
