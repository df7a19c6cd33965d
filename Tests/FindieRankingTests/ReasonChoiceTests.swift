import FindieDomain
import FindieModels
import FindieModelsTestSupport
import FindieRanking
import FindieWorkers
import Testing

/// The reasons of all entries, compared with the parts of their scores.
struct ReasonChoiceTests {
  /// Weights under which different parts are the largest.
  private static let weights: [RankerWeights] = {
    var ofModel = RankerWeights([.candidates: 9, .vectors: 3, .popularity: 0.1])
    ofModel.suggestions = .all
    return plainWeights + [ofModel]
  }()

  private static let plainWeights: [RankerWeights] = [
    RankerWeights([.factors: 3, .ease: 1, .content: 1, .popularity: 0.2]),
    RankerWeights([.factors: 0.2, .popularity: 5], intercept: 40),
    RankerWeights([.factors: 1, .genres: 3, .friends: 4, .trending: 6, .freshness: 3]),
    RankerWeights([.factors: 1, .popularity: -2, .genres: -1], intercept: -3),
    RankerWeights([
      .factors: 1, .latestEASE: 1, .recent7: 1, .recent90: 2, .likeRate: 1, .youth: 1, .skips: -1,
    ]),
  ]

  /// The part that a reason stands for, and its share of the positive parts.
  private struct Expected {
    let kinds: [ReasonKind]
    let game: UInt32?
    let value: Double
  }

  private static let actions: [ReasonKind] = [
    .liked, .superLiked, .wishlisted, .owned, .shared, .viewed,
  ]
  private static let friends: [ReasonKind] = [.friendsLike, .friendsViewed]

  /// The positive parts of a candidate that have a reason of their own, the largest first.
  ///
  /// - Parameters:
  ///   - isKnown: whether a game has enough players.
  ///   - ofContent: what the content alone adds to the part of a game of the player.
  private func expected(
    _ candidate: ScoredCandidate, hasGenres: Bool, isKnown: (UInt32) -> Bool,
    isRecentlyKnown: Bool, ofContent: (UInt32) -> Double
  ) -> [Expected] {
    var merged = [Expected]()
    let isPublic = isKnown(candidate.game)
    var (popular, genres) = (0.0, 0.0)
    for part in candidate.parts {
      switch part.kind {
      case .fact(.base), .fact(.skips): break
      case .game(let game):
        let value = isPublic && isKnown(game) ? part.value : ofContent(game)
        merged.append(Expected(kinds: Self.actions, game: game, value: value))
      case .fact(.taste) where isPublic:
        if hasGenres { genres += part.value } else { popular += part.value }
      case .fact(.popularity) where isPublic: popular += part.value
      case .fact(.recent) where isRecentlyKnown:
        merged.append(Expected(kinds: [.recentlyPopular], game: nil, value: part.value))
      case .fact(.model) where isPublic:
        merged.append(Expected(kinds: [.model], game: nil, value: part.value))
      case .fact(.taste), .fact(.popularity), .fact(.recent), .fact(.model): break
      case .fact(.genres): genres += part.value
      case .fact(.friends):
        merged.append(Expected(kinds: Self.friends, game: nil, value: part.value))
      case .fact(.trending):
        merged.append(Expected(kinds: [.trending], game: nil, value: part.value))
      case .fact(.freshness):
        merged.append(Expected(kinds: [.new], game: nil, value: part.value))
      }
    }
    merged.append(Expected(kinds: [.popular], game: nil, value: popular))
    merged.append(Expected(kinds: [.favoriteGenre, .genrePlayers], game: nil, value: genres))
    return merged.filter { $0.value > 0 }.sorted { $0.value > $1.value }
  }

  /// - Parameter minimumPlayers: with 9, about half of the games have fewer players.
  @Test(arguments: 0..<6, [(seed: 1, minimumPlayers: 1), (2, 1), (2, 9), (3, 9)])
  func `reasons are the largest positive parts with their shares`(
    weights: Int, world given: (seed: UInt64, minimumPlayers: Int)
  ) throws {
    let world = try RandomWorld(seed: given.seed)
    let recommender = try world.recommender(
      length: 70, weights: Self.weights[weights], minimumPlayers: given.minimumPlayers,
      hints: world.hints)
    let positives = world.matrix.positives
    let isKnown = { (game: UInt32) in
      given.minimumPlayers == 1 || positives[Int(game)] >= given.minimumPlayers
    }
    if given.minimumPlayers > 1 {
      #expect((15...55).contains(positives.count { $0 < given.minimumPlayers }))
    }
    let content = ContentModel(world.games).vectors
    let group = recommender.weights(of: PlayerKind(positives: 1, isUndated: false))
    let ofContent = group.weights[RankerFeature.content.rawValue]
    let table = try recommender.lists(workers: Workers(threads: 2))
    var met = Set<ReasonKind>()
    for (player, id) in world.matrix.players.ids.enumerated() {
      let hasGenres = world.users.contains { $0.id == id && !$0.favoriteGenres.isEmpty }
      let candidates = Dictionary(
        uniqueKeysWithValues: try recommender.candidates(of: player).map { ($0.game, $0) })
      for entry in table.offsets[player]..<table.offsets[player + 1] {
        let candidate = try #require(candidates[table.games[entry]])
        let own = world.matrix.observed.doubles(player).map { max(0, $0) }
        let recent = world.matrix.recent.count(
          ofGame: Int(candidate.game), window: RecentPositives.windows.count - 1)
        let parts = expected(
          candidate, hasGenres: hasGenres, isKnown: isKnown,
          isRecentlyKnown: recent >= given.minimumPlayers
        ) { game in
          ofContent * own[Int(game)] / own.reduce(0, +)
            * dot(content.doubles(Int(game)), content.doubles(Int(candidate.game)))
        }
        let sum = parts.reduce(0) { $0 + $1.value }
        let reasons = table.reasons(ofEntry: entry, games: world.games)
        met.formUnion(reasons.map(\.kind))
        guard !parts.isEmpty else {
          #expect(reasons == [Reason(kind: .unseen, weight: 0)])
          continue
        }
        #expect(reasons.count == min(2, parts.count))
        for (reason, part) in zip(reasons, parts) {
          // Kernels may sum in another order: of almost equal parts any may be named.
          let equal = parts.filter { abs($0.value - part.value) < 1e-5 * sum }
          #expect(abs(reason.weight - part.value / sum) < 0.00051)
          #expect(
            equal.contains {
              $0.kinds.contains(reason.kind)
                && reason.gameId == $0.game.map { world.games[Int($0)].id }
            }, "\(reason) of \(candidate)")
          if recent < given.minimumPlayers { #expect(reason.kind != .recentlyPopular) }
          if !isKnown(candidate.game) {
            #expect(![.popular, .genrePlayers, .model].contains(reason.kind))
          }
        }
      }
    }
    let needed: [ReasonKind] = [
      .popular, .popular, .favoriteGenre, .unseen, .recentlyPopular, .model,
    ]
    // No game has so many players in the last days.
    if weights != 4 || given.minimumPlayers == 1 { #expect(met.contains(needed[weights])) }
  }

  @Test func `popularity is the reason where it is larger than the part of a liked game`() throws {
    let games = (0..<3).map { game(numbered("g", $0), [.rpg]) }
    // Player 0 likes game 0; three players like game 2.
    let matrix = InteractionMatrix(dense: [[1, 0, 0], [0, 0, 1], [0, 0, 1], [0, 0, 1]])
    let model = FactorModel(
      players: Matrix(rows: 4, columns: 1, elements: [1, 0, 0, 0]),
      games: Matrix(rows: 3, columns: 1, elements: [1, 0.5, 0.5]),
      parameters: ALSParameters(rank: 1))
    func reasons(popularity: Double) throws -> [Reason] {
      let table = try Recommender.ofFactors(
        matrix, model, games: games,
        weights: RankerWeights([.factors: 1, .popularity: popularity], intercept: 100)
      ).lists(workers: Workers(threads: 1))
      let entry = try #require(table.games(ofPlayer: 0).firstIndex(of: 2))
      return table.reasons(ofEntry: entry, games: games)
    }
    #expect(try reasons(popularity: 5).map(\.kind) == [.popular, .liked])
    #expect(try reasons(popularity: 0.001).map(\.kind) == [.liked, .popular])
    #expect(try reasons(popularity: 0).map(\.kind) == [.liked])
    #expect(try reasons(popularity: 0).map(\.weight) == [1])
  }
}
