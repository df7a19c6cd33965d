import FindieDomain
import FindieModels
import FindieNight
import FindieTestSupport
import Testing

/// The popular games of a matrix of 12 games and given numbers of players.
struct PopularGamesTests {
  private let night = Day(daysSinceEpoch: 20_000)

  /// Games `g00` to `g11`, each of another studio; the first six are horror games.
  private var games: [Game] {
    (0..<12).map { number in
      Game(
        id: "g\(number / 10)\(number % 10)", title: "Title \(number)", developerId: "d\(number)",
        genres: number < 6 ? [.horror] : [.puzzle])
    }
  }

  /// A matrix of games with `players` positives, and with the same in all windows of at least
  /// `days` days, none in shorter ones.
  private func matrix(_ players: [Int], days: Int = 1) -> InteractionMatrix {
    let most = players.max() ?? 0
    var (offsets, columns): ([Int], [UInt32]) = ([0], [])
    for player in 0..<most {
      columns += players.indices.filter { players[$0] > player }.map { UInt32($0) }
      offsets.append(columns.count)
    }
    let observed = SparseRows(
      rows: most, columns: players.count, offsets: offsets, columnIndices: columns,
      values: [Float](repeating: 1, count: columns.count))
    return InteractionMatrix(
      players: Identifiers((0..<most).map { "p\($0)" }),
      games: Identifiers(games.prefix(players.count).map(\.id)), observed: observed,
      strongestActions: [UInt8](repeating: SwipeAction.like.code, count: columns.count),
      seen: observed,
      recent: RecentPositives(
        counts: players.flatMap { count in
          RecentPositives.windows.map { $0 >= days ? UInt32(count) : 0 }
        }),
      interactionsWithUnknownGames: 0)
  }

  private func lists(
    _ players: [Int], games given: [Game]? = nil, isListed: [Bool]? = nil, days: Int = 1,
    recentDays: Int? = nil, length: Int = 50
  ) -> [PopularGames] {
    let games = Array((given ?? games).prefix(players.count))
    return PopularGames.lists(
      from: matrix(players, days: days), games: games,
      isListed: isListed ?? games.map { _ in true }, recentDays: recentDays,
      rounded: { players, _ in DisclosureBound(10).rounded(players) }, listLength: length,
      on: night)
  }

  private func ids(_ list: PopularGames) -> [String] { list.games.map(\.gameId) }

  @Test func `the games of most players are first, in multiples of k, those below k are left out`()
  {
    let list = lists([9, 10, 35, 0, 20, 19])[0]
    #expect(ids(list) == ["g02", "g04", "g01", "g05"])
    #expect(list.games.map(\.players) == [30, 20, 10, 10])
    #expect(list.games.map(\.rank) == [1, 2, 3, 4])
    #expect(list.genre == nil && list.date == night)
  }

  @Test func `equal numbers are ordered by the later release, then by id`() {
    var games = games
    games[1].releaseDate = night.adding(days: -9).start
    games[2].releaseDate = night.adding(days: -3).start
    games[4].releaseDate = night.adding(days: -3).start
    // g00 and g03 have no date. The exact numbers say the opposite.
    #expect(
      ids(lists([19, 10, 11, 18, 12], games: games)[0]) == ["g02", "g04", "g01", "g00", "g03"])
  }

  @Test func `each genre has a list, after that of all genres`() {
    let lists = lists([10, 20, 30, 40, 50, 60, 70, 80, 90])
    #expect(lists.map(\.genre) == [nil] + Genre.allCases)
    for (genre, expected) in [
      (Genre.horror, ["g05", "g04", "g03", "g02", "g01", "g00"]), (.puzzle, ["g08", "g07", "g06"]),
      (.rpg, []),
    ] {
      #expect(lists.first { $0.genre == genre }.map(ids) == expected)
    }
  }

  @Test func `a list ends at its length and has games that may be listed`() {
    let players = [10, 20, 30, 40, 50, 60]
    #expect(ids(lists(players, length: 2)[0]) == ["g05", "g04"])
    let isListed = [true, false, true, true, true, false]
    #expect(ids(lists(players, isListed: isListed)[0]) == ["g04", "g03", "g02", "g00"])
  }

  @Test func `one edition of a game is listed, the full game before a demo`() {
    var games = games
    for (game, title) in ["Hades", "Hades Demo", "Celeste", "Celeste: Definitive Edition"]
      .enumerated()
    {
      games[game].title = title
      games[game].developerId = "d\(game / 2)"
    }
    #expect(ids(lists([10, 90, 30, 20], games: games)[0]) == ["g02", "g00"])
    // Without enough players, the full game does not hide its demo.
    #expect(ids(lists([9, 90, 20, 30], games: games)[0]) == ["g01", "g03"])
    // The edition does not depend on the exact numbers.
    #expect(ids(lists([9, 9, 20, 29], games: games)[0]) == ["g02"])
  }

  @Test func `the window is the one of the validation, or 28 days`() {
    let players = [Int](repeating: 20, count: 12)
    #expect(lists(players)[0].days == 28)
    for days in RecentPositives.windows {
      #expect(lists(players, recentDays: days)[0].days == days)
    }
  }

  @Test(arguments: [(3, 3), (7, 7), (28, 28), (90, 90), (91, nil)] as [(Int, Int?)])
  func `a window in which too little happened gives way to the next longer one`(
    first: Int, chosen: Int?
  ) {
    let list = lists([Int](repeating: 20, count: 12), days: first, recentDays: 1)[0]
    #expect(list.days == chosen)
    #expect(list.games.count == 12)
  }

  @Test func `each list has its own window, and a list of few games is of all days`() {
    // Ten games are known; six are horror games.
    let lists = lists([Int](repeating: 20, count: 10), recentDays: 7)
    #expect(lists[0].days == 7)
    let horror = lists.first { $0.genre == .horror }
    #expect(horror?.days == nil && horror?.games.count == 6)
    // Nine games are too few, unless the list is to be that short.
    let players = [Int](repeating: 20, count: 9)
    #expect(self.lists(players, recentDays: 7)[0].days == nil)
    #expect(self.lists(players, recentDays: 7, length: 9)[0].days == 7)
  }

  @Test func `one player's action shows only where a number reaches a multiple of k`() {
    var random = SeededGenerator(seed: 5)
    var changed = 0
    for _ in 0..<60 {
      let players = (0..<12).map { _ in Int.random(in: 0..<45, using: &random) }
      let before = lists(players, recentDays: 7)
      for game in players.indices {
        var other = players
        other[game] += 1
        let isSame = lists(other, recentDays: 7) == before
        #expect(isSame || other[game].isMultiple(of: 10), "\(players), game \(game)")
        changed += isSame ? 0 : 1
      }
    }
    #expect(changed > 20)
  }

  @Test func `no games, or no players, give empty lists`() {
    for list in lists([]) + lists([9, 0, 3]) {
      #expect(list.games.isEmpty && list.days == nil)
    }
  }
}
