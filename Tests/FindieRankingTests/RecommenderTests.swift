import FindieDomain
import FindieModels
import FindieModelsTestSupport
import FindieRanking
import FindieWorkers
import Synchronization
import Testing

struct RecommenderTests {
  private func lists(
    _ matrix: InteractionMatrix, players: [Float], games factors: [Float], _ games: [Game],
    users: [User] = []
  ) throws -> RecommendationTable {
    let model = FactorModel(
      players: Matrix(rows: matrix.players.count, columns: 1, elements: players),
      games: Matrix(rows: matrix.games.count, columns: 1, elements: factors),
      parameters: ALSParameters(rank: 1))
    return try Recommender.ofFactors(matrix, model, games: games, users: users).lists(
      workers: Workers(threads: 2))
  }

  private let games = (0..<4).map { game(numbered("g", $0), [Genre.allCases[$0 % 2]]) }

  @Test func `equal scores are in the order of the ids`() throws {
    let table = try lists(
      InteractionMatrix(dense: [[1, 0, 0, 0]]), players: [1], games: [1, 0.5, 0.75, 0.5], games)
    #expect(table.games == [2, 1, 3])
    #expect(table.scores[0] > table.scores[1] && table.scores[1] == table.scores[2])
  }

  @Test func `a personal list has negative scores before it is short`() throws {
    let table = try lists(
      InteractionMatrix(dense: [[1, 0, 0, 0]]), players: [1], games: [1, -2, 0, -1], games)
    #expect(table.games == [2, 3, 1])
  }

  @Test func `the largest positive part is the reason, or else that the game is new to the player`()
    throws
  {
    let table = try lists(
      InteractionMatrix(dense: [[1, 0, 0, 0], [0, 0, 0, 1]]), players: [1, 0],
      games: [1, 0.5, -1, 0], games)
    // Rank one: a part has the sign of y₀ · y.
    #expect(table.games[..<3] == [1, 3, 2])
    let reasons = (0..<3).map { table.reasons(ofEntry: $0, games: games) }
    #expect(
      reasons == [
        [Reason(kind: .liked, gameId: "g000", weight: 1)], [Reason(kind: .unseen, weight: 0)],
        [Reason(kind: .unseen, weight: 0)],
      ])
  }

  @Test func `little-known games are candidates by tags for a player without weights of EASE`()
    throws
  {
    // Game 0 has one positive, so no weights. Games 3 and 4 have no players.
    let genres: [Genre] = [.puzzle, .rpg, .rpg, .puzzle, .rpg]
    let games = genres.indices.map { game(numbered("g", $0), [genres[$0]]) }
    let matrix = InteractionMatrix(
      dense: [[1, 0, 0, 0, 0], [0, 1, 1, 0, 0], [0, 1, 1, 0, 0], [0, 1, 0, 0, 0]])
    let model = FactorModel(
      players: Matrix(rows: 4, columns: 1, elements: [1, 0, 0, 0]),
      games: Matrix(rows: 5, columns: 1, elements: [1, 0.5, 0.75, 0.5, 0.25]),
      parameters: ALSParameters(rank: 1))
    let models = try RankingModels(model, observed: matrix.observed, games: games)
    #expect(models.newGames?.isNew == [true, false, false, true, true])
    let found = try Recommender.ofFactors(matrix, model, games: games, models: models)
      .candidates(of: 0)
    #expect(found.filter { $0.sources.contains(.content) }.map(\.game) == [3])
  }

  @Test func `a favourite genre is one reason, with the taste of its players`() throws {
    let users = [User(id: "cold", favoriteGenres: [Genre.allCases[0]])]
    let observed: [[Float]] = [[0, 0, 0, 0], [1, 0, 0, 1], [0, 0, 0, 1], [1, 0, 0, 1]]
    let matrix = InteractionMatrix(
      players: Identifiers(["cold", "x", "y", "z"]), games: Identifiers(games.map(\.id)),
      observed: SparseRows(dense: observed),
      strongestActions: Array(repeating: SwipeAction.like.code, count: 5),
      seen: SparseRows(dense: observed), interactionsWithUnknownGames: 0)
    let model = FactorModel(
      players: Matrix(rows: 4, columns: 1, elements: [1, 1, 1, 1]),
      games: Matrix(rows: 4, columns: 1, elements: [1, 0.5, 0.75, 0.25]),
      parameters: ALSParameters(rank: 1))
    let table = try Recommender.ofFactors(
      matrix, model, games: games, users: users,
      weights: RankerWeights([.factors: 1, .genres: 1])
    ).lists(workers: Workers(threads: 1))
    // Games 0 and 2 have the genre.
    let entries = table.offsets[0]..<table.offsets[1]
    for position in entries {
      let isOfGenre = games[Int(table.games[position])].genres == [Genre.allCases[0]]
      #expect(
        table.reasons(ofEntry: position, games: games) == [
          isOfGenre
            ? Reason(kind: .favoriteGenre, genre: Genre.allCases[0], weight: 1)
            : Reason(kind: .genrePlayers, weight: 1)
        ])
    }
    #expect(Set(table.games[entries]).isSuperset(of: [0, 2]))
  }

  @Test func `likes of new games are counted as likes and not as detail views`() throws {
    let observed: [[Float]] = [[1, 1, 1, 1], [1, 1, 0, 0], [1, 0, 0, -1]]
    let actions: [SwipeAction] = [
      .viewDetails, .like, .superLike, .wishlist, .viewDetails, .share, .like, .dislike,
    ]
    let matrix = InteractionMatrix(
      players: Identifiers(["a", "b", "c"]), games: Identifiers(games.map(\.id)),
      observed: SparseRows(dense: observed), strongestActions: actions.map(\.code),
      seen: SparseRows(dense: observed.map { $0.map(abs) }), interactionsWithUnknownGames: 0)
    #expect(matrix.positives == [3, 2, 1, 1])
    #expect(matrix.likes == [1, 1, 1, 0])
    let new = (0..<4).map { index in
      var game = games[index]
      game.releaseDate = night.adding(days: -3).start
      return game
    }
    let signals = GameSignals(
      games: new, GameCounts(matrix), isListed: [true, true, true, true], minimumPlayers: 1,
      lifts: [nil, nil, nil, nil], on: night, parameters: CandidateParameters())
    #expect(
      signals.newGames(new, on: night, ExplorationParameters()) == [
        NewGame(game: 0, shown: 3, likes: 1), NewGame(game: 1, shown: 2, likes: 1),
        NewGame(game: 2, shown: 1, likes: 1), NewGame(game: 3, shown: 2, likes: 0),
      ])
    // (3 + 1) / (8 + 2)
    #expect(signals.likeRate == 0.4)
  }

  @Test func `the odds of new games depend on multiples of k, and on games that k players saw`() {
    let new = ["a", "b", "c"].map { id in
      var game = game(id)
      game.releaseDate = night.adding(days: -3).start
      return game
    }
    let signals = GameSignals(
      games: new,
      GameCounts(
        positives: [9, 4, 9], likes: [9, 4, 9], shown: [9, 14, 16],
        recent: RecentPositives(games: 3)),
      isListed: [true, true, true], minimumPlayers: 10, lifts: [nil, nil, nil], on: night,
      parameters: CandidateParameters())
    #expect(
      signals.newGames(new, on: night, ExplorationParameters()) == [
        NewGame(game: 0, shown: 0, likes: 0), NewGame(game: 1, shown: 10, likes: 0),
        NewGame(game: 2, shown: 20, likes: 10),
      ])
    // (10 + 1) / (30 + 2)
    #expect(signals.likeRate == 0.34375)
  }

  @Test(arguments: [
    (EvidenceKind.wishlist, ReasonKind.wishlisted), (.owned, .owned), (.like, .liked),
    (.superLike, .superLiked), (.share, .shared), (.viewDetails, .viewed),
  ])
  func `a reason names what the player did with the game`(
    evidence: EvidenceKind, reason: ReasonKind
  ) throws {
    let observed: [[Float]] = [[1, 0, 0, 0], [0, 0, 1, 1]]
    let like = EvidenceKind.like.rawValue
    let matrix = InteractionMatrix(
      players: Identifiers(["a", "b"]), games: Identifiers(games.map(\.id)),
      observed: SparseRows(dense: observed), strongestActions: [evidence.rawValue, like, like],
      seen: SparseRows(dense: observed), interactionsWithUnknownGames: 0)
    let table = try lists(matrix, players: [1, 0], games: [1, 0.5, 0.5, 0.5], games)
    #expect(
      table.reasons(ofEntry: 0, games: games)
        == [Reason(kind: reason, gameId: games[0].id, weight: 1)])
  }

  /// Adam's entries with the kinds of their reasons. Three friends have a positive for game 2, two
  /// for game 1, one for each of the others.
  private func ofFriends(_ users: [User]) throws -> [(game: UInt32, kinds: [ReasonKind])] {
    let observed: [[Float]] = [[0, 0, 0, 0], [1, 1, 1, 0], [0, 1, 1, 0], [0, -1, 1, 1]]
    let actions: [SwipeAction] = [
      .viewDetails, .like, .viewDetails, .share, .viewDetails, .dislike, .viewDetails, .superLike,
    ]
    let matrix = InteractionMatrix(
      players: Identifiers(["adam", "ann", "bob", "cat"]), games: Identifiers(games.map(\.id)),
      observed: SparseRows(dense: observed), strongestActions: actions.map(\.code),
      seen: SparseRows(dense: observed.map { $0.map(abs) }),
      interactionsWithUnknownGames: 0)
    let model = FactorModel(
      players: Matrix(rows: 4, columns: 1, elements: [0, 0, 0, 0]),
      games: Matrix(rows: 4, columns: 1, elements: [0, 0, 0, 0]),
      parameters: ALSParameters(rank: 1))
    let lists = try Recommender.ofFactors(
      matrix, model, games: games, users: users,
      weights: RankerWeights([.friends: 1])
    ).lists(workers: Workers(threads: 1))
    return (lists.offsets[0]..<lists.offsets[1]).map { entry in
      (lists.games[entry], lists.reasons(ofEntry: entry, games: games).map(\.kind))
    }
  }

  private let friends = ["ann", "bob", "cat"]

  @Test func `a reason names the actions of two friends or more`() throws {
    let users = friends.map { User(id: $0, friendIds: ["adam"]) }
    let entries = try ofFriends([User(id: "adam", friendIds: friends)] + users)
    #expect(entries.map(\.game) == [2, 1, 0, 3])
    #expect(entries.map(\.kinds) == [[.friendsViewed], [.friendsLike], [.unseen], [.unseen]])
  }

  @Test func `friends count if both say so, and if they share what they do`() throws {
    let adam = User(id: "adam", friendIds: friends + ["adam"])
    func kinds(_ change: (inout [User]) -> Void) throws -> [[ReasonKind]] {
      var users = friends.map { User(id: $0, friendIds: ["adam"]) }
      change(&users)
      return try ofFriends([adam] + users).map(\.kinds)
    }
    let nothing = [[ReasonKind]](repeating: [.unseen], count: 4)
    #expect(try kinds { $0[2].sharesActivityWithFriends = true }[0] == [.friendsViewed])
    #expect(
      try kinds { $0[0].sharesActivityWithFriends = false }
        == [[.friendsViewed], [.unseen], [.unseen], [.unseen]])
    #expect(
      try kinds { $0[0].friendIds = [] } == [[.friendsViewed], [.unseen], [.unseen], [.unseen]])
    #expect(try kinds { $0.removeFirst(2) } == nothing)
    #expect(try kinds { $0.removeFirst(3) } == nothing)
  }

  @Test func `a player with dislikes only has no personal list`() throws {
    let table = try lists(
      InteractionMatrix(dense: [[-1, 0, 0, 0], [1, 1, 0, 0]]), players: [0, 1],
      games: [1, 1, 1, 1], games)
    #expect(table.source(ofPlayer: 0) == .popular)
    #expect(Array(table.games.prefix(3)) == [1, 2, 3])
  }

  @Test func `a list without history uses the mean factor of all players with positives`() throws {
    let table = try lists(
      InteractionMatrix(dense: [[0, 0, 0, 0], [1, 0, 0, 0], [1, 1, 0, 0]]), players: [0, 1, 2],
      games: [1, 4, 2, 3], games)
    #expect(table.source(ofPlayer: 0) == .popular)
    #expect(Array(table.games.prefix(4)) == [1, 3, 2, 0])
    #expect(Array(table.scores.prefix(4)) == [6, 4.5, 3, 1.5])
  }

  @Test func `two spellings of a player's id have their own preferences`() throws {
    let (first, second) = ("e\u{301}", "\u{E9}")
    let matrix = InteractionMatrix(
      players: Identifiers([first, second]), games: Identifiers(["a", "b"]),
      observed: SparseRows(dense: [[0, 0], [0, 0]]), strongestActions: [],
      seen: SparseRows(dense: [[0, 0], [0, 0]]), interactionsWithUnknownGames: 0)
    var onMac = game("a")
    onMac.platforms = [.mac]
    var onLinux = game("b")
    onLinux.platforms = [.linux]
    let table = try lists(
      matrix, players: [0, 0], games: [0, 0], [onMac, onLinux],
      users: [
        User(id: second, preferredPlatforms: [.linux]), User(id: first, preferredPlatforms: [.mac]),
      ])
    #expect(table.games == [0, 1])
  }

  @Test func `no players make an empty table and no games make empty lists`() throws {
    #expect(
      try lists(InteractionMatrix(dense: [], columns: 4), players: [], games: [1, 1, 1, 1], games)
        .count == 0)
    let table = try lists(InteractionMatrix(dense: [[]], columns: 0), players: [1], games: [], [])
    #expect(table.offsets == [0, 0])
  }

  @Test func `progress counts every player once, and its error stops the computation`() throws {
    struct Stopped: Error {}
    let world = try RandomWorld(seed: 5)
    let done = Mutex(0)
    _ = try world.recommender(length: 3).lists(workers: Workers(threads: 2)) { players in
      done.withLock { $0 += players }
    }
    #expect(done.withLock { $0 } == world.matrix.players.count)
    #expect(throws: Stopped.self) {
      try world.recommender(length: 3).lists(workers: Workers(threads: 2)) { _ in throw Stopped() }
    }
  }
}
