import FindieDomain
import FindieModels
import FindieModelsTestSupport
import FindieRanking
import FindieWorkers
import Foundation
import Testing

/// Candidates, their features and the parts of their scores, compared with a brute-force
/// computation.
struct RankerTests {
  private let weights: RankerWeights = {
    var weights = RankerWeights(
      [
        .factors: 3, .neighborhood: 0.7, .ease: 2, .latestNeighborhood: 0.9, .latestEASE: 1.7,
        .content: 1.3, .vectors: 1.15, .candidates: 1.45, .genres: 0.6, .friends: 0.5,
        .skips: -0.8, .recentSkips: -1.1, .popularity: 0.2, .likeRate: 1.9, .recent1: 0.3,
        .recent3: -0.2, .recent7: 0.75, .recent28: 0.45, .recent90: -0.35, .trending: 0.4,
        .freshness: 0.95, .youth: -0.65,
      ], intercept: -1.5)
    weights.suggestions = .all
    return weights
  }()

  @Test func `every feature has a weight here`() {
    #expect(weights.groups[0].weights.allSatisfy { $0 != 0 })
    #expect(Set(weights.groups[0].weights).count == RankerFeature.count)
  }

  @Test(arguments: [1, 2, 3] as [UInt64])
  func `the parts of every candidate and entry add up to its score`(seed: UInt64) throws {
    let world = try RandomWorld(seed: seed)
    let recommender = try world.recommender(
      length: 9, weights: weights, hints: world.hints)
    let table = try recommender.lists(workers: Workers(threads: 2))
    for player in 0..<table.count {
      let candidates = try recommender.candidates(of: player)
      for candidate in candidates {
        let sum = candidate.parts.reduce(0.0) { $0 + $1.value }
        #expect(abs(sum - candidate.score) < 1e-9)
      }
      let scores = Dictionary(uniqueKeysWithValues: candidates.map { ($0.game, $0.score) })
      for position in table.offsets[player]..<table.offsets[player + 1] {
        #expect(
          abs(Double(table.scores[position]) - (scores[table.games[position]] ?? .nan)) < 1e-5)
      }
      #expect(
        zip(candidates, candidates.dropFirst()).allSatisfy {
          ($1.score, $0.game) < ($0.score, $1.game)
        })
    }
  }

  @Test(arguments: [1, 2, 3] as [UInt64])
  func `a score equals the weighted sum of its features`(seed: UInt64) throws {
    let world = try RandomWorld(seed: seed)
    let recommender = try world.recommender(
      length: 9, weights: weights, hints: world.hints)
    let models = try RankingModels(
      world.model, observed: world.matrix.observed, games: world.games)
    let past = Dictionary(grouping: world.acts.filter { $0.age >= 1 }, by: \.game)
    let (positives, shown) = (world.matrix.positives, world.matrix.seen.columnCounts)
    let facts = world.games.indices.map {
      Facts(acts: past[world.games[$0].id] ?? [], positives: positives[$0], shown: shown[$0])
    }
    let hints = world.hints
    var met = Set<RankerFeature>()
    for player in 0..<world.matrix.players.count {
      let user = world.users.first { $0.id == world.matrix.players[player] }
      let own = world.matrix.observed.doubles(player)
      let factor =
        world.matrix.observed.hasPositives(row: player)
        ? world.model.players.doubles(player) : world.taste(user?.favoriteGenres ?? [])
      for candidate in try recommender.candidates(of: player) {
        var features = features(
          Int(candidate.game), player: player, own: own, factor, user: user, world, models,
          facts[Int(candidate.game)])
        if player % 2 == 0 {
          features[.candidates] = hints.candidates.doubles(player)[Int(candidate.game)]
        }
        if player % 3 == 0, let vectors = models.content.embeddings?.vectors {
          features[.vectors] = dot(
            hints.directions.doubles(player), vectors.doubles(Int(candidate.game)))
        }
        met.formUnion(features.filter { $0.value != 0 }.keys)
        let group = weights.groups[0]
        let expected = features.reduce(group.intercept) {
          $0 + group.weights[$1.key.rawValue] * $1.value
        }
        #expect(abs(candidate.score - expected) < 1e-4 * max(1, abs(expected)))
      }
    }
    if seed == 1 { #expect(met == Set(RankerFeature.allCases)) }
  }

  private struct Facts {
    /// What players did with the game before the night.
    let acts: [Act]
    let positives: Int
    /// The number of players who have seen it.
    let shown: Int
  }

  /// By the definitions of the features, in Double.
  private func features(
    _ game: Int, player: Int, own: [Double], _ factor: [Double], user: User?,
    _ world: RandomWorld, _ models: RankingModels, _ facts: Facts
  ) -> [RankerFeature: Double] {
    let liked = own.indices.filter { own[$0] > 0 }
    let favorites = user?.favoriteGenres ?? []
    let shares = shares(of: liked, player: player, world)
    func said(
      _ model: ItemItemModel?, _ weigh: (_ game: Int) -> Double
    ) -> Double {
      guard let model else { return 0 }
      return liked.reduce(0) {
        $0 + weigh($1) * Double(model.weights.value(row: $1, column: UInt32(game)) ?? 0)
      }
    }
    /// By the weights that lead to the game or, if there are none, by genres and tags.
    func ease(_ weigh: (_ game: Int) -> Double) -> Double {
      guard let newGames = models.newGames, newGames.isNew[game] else {
        return said(models.itemItem.ease, weigh)
      }
      return liked.reduce(0) { $0 + weigh($1) * Double(newGames.weight(from: $1, to: game)) }
    }
    let content = models.content.vectors
    func cosine(_ other: Int) -> Double { dot(content.doubles(other), content.doubles(game)) }
    let total = liked.reduce(0) { $0 + own[$1] }
    let genreCosine = favorites.reduce(0.0) { sum, genre in
      // A vector of one genre is the term's unit vector, so its inner product with a game is the
      // term's weight in the game.
      let term = Genre.allCases.firstIndex(of: genre).flatMap { models.content.genreTerms[$0] }
      return sum + (term.map { content.doubles(game)[$0] } ?? 0)
        / Double(Set(favorites).count).squareRoot()
    }
    // Both name each other, and the friend's actions may count.
    let friends = world.users.count { friend in
      guard let user, friend.id != user.id, user.friendIds.contains(friend.id),
        friend.friendIds.contains(user.id), friend.sharesActivityWithFriends != false,
        let row = world.matrix.players.index(of: friend.id)
      else { return false }
      return world.matrix.observed.value(row: row, column: UInt32(game)) ?? 0 > 0
    }
    let genres = Set(world.games[game].genres)
    let age = world.games[game].releaseDate.map { night.days(since: $0.day) }
    // Players with a wishlist have no events.
    let skips = facts.acts.filter { $0.user == world.matrix.players[player] }
    let isSkipped = !skips.isEmpty && skips.allSatisfy { $0.action == .skip }
    let ignored = isSkipped ? log(1 + Double(skips.count)) : 0
    func recent(_ days: Int) -> Double {
      let players = Set(
        facts.acts.filter { $0.age <= days && ![.dislike, .skip].contains($0.action) }.map(\.user))
      return log(1 + Double(players.count))
    }
    let positives = Double(facts.positives)
    return [
      .factors: dot(factor, world.model.games.doubles(game)),
      .neighborhood: said(models.itemItem.neighborhood) { own[$0] },
      .ease: ease { _ in 1 },
      .latestNeighborhood: said(models.itemItem.neighborhood) { own[$0] * (shares[$0] ?? .nan) },
      .latestEASE: ease { shares[$0] ?? .nan },
      .content: liked.isEmpty
        ? genreCosine : liked.reduce(0) { $0 + own[$1] * cosine($1) } / total,
      .vectors: vectorCosine(liked, own, game, models),
      .skips: ignored,
      .recentSkips: ignored * pow(0.5, Double(skips.map(\.age).min() ?? 0) / 30),
      .popularity: log(1 + positives),
      .likeRate: wilson(positives, of: Double(facts.shown)),
      .recent1: recent(1), .recent3: recent(3), .recent7: recent(7), .recent28: recent(28),
      .recent90: recent(90),
      .genres: Double(genres.intersection(favorites).count) / Double(max(1, genres.count)),
      .friends: friends > 1 ? log(1 + Double(friends)) : 0,
      .trending: game % 7 == 3 ? log(1.5) : 0,
      .freshness: age.map { $0 > 0 ? max(0, 1 - Double($0) / 60) : 0 } ?? 0,
      .youth: age.map { $0 > 0 ? 1 / (1 + Double($0) / 365) : 0 } ?? 0,
    ]
  }

  /// The cosine of a game's vector with the weighted sum of those of the player's games.
  private func vectorCosine(
    _ liked: [Int], _ own: [Double], _ game: Int, _ models: RankingModels
  ) -> Double {
    guard let vectors = models.content.embeddings?.vectors else { return .nan }
    let sum = (0..<vectors.columns).map { column in
      liked.reduce(0) { $0 + own[$1] * vectors.doubles($1)[column] }
    }
    let length = dot(sum, sum).squareRoot()
    return length > 0 ? dot(sum, vectors.doubles(game)) / length : 0
  }

  /// By game: .8 for each positive that the player saw on a later day; those without a date are the
  /// oldest.
  private func shares(of liked: [Int], player: Int, _ world: RandomWorld) -> [Int: Double] {
    let seen = world.matrix.seen
    let days = Dictionary(
      uniqueKeysWithValues: liked.map { game in
        let day = seen.value(row: player, column: UInt32(game)) ?? .nan
        return (game, day == .infinity ? -.infinity : day)
      })
    return days.mapValues { day in pow(0.8, Double(days.values.count { $0 > day })) }
  }

  /// The lower end of Wilson's interval, as the smaller root of (p − x)² = z² x (1 − x) / n.
  private func wilson(_ part: Double, of all: Double) -> Double {
    guard all > 0 else { return 0 }
    let (p, z) = (part / all, 1.959963984540054)
    let (a, b) = (1 + z * z / all, 2 * p + z * z / all)
    return (b - (b * b - 4 * a * p * p).squareRoot()) / (2 * a)
  }

  @Test func `a candidate has its sources`() throws {
    let world = try RandomWorld(seed: 5)
    // Models without weight propose no candidates.
    let recommender = try world.recommender(
      length: 9, weights: RankerWeights([.factors: 1, .neighborhood: 1, .ease: 1, .vectors: 1]))
    var met = CandidateSource()
    for player in 0..<world.matrix.players.count {
      for candidate in try recommender.candidates(of: player) {
        #expect(!candidate.sources.isEmpty)
        met.formUnion(candidate.sources)
        if candidate.sources.contains(.trending) { #expect(candidate.game % 7 == 3) }
        if candidate.sources.contains(.newReleases) {
          let release = try #require(world.games[Int(candidate.game)].releaseDate)
          #expect((1...60).contains(night.days(since: release.day)))
        }
      }
    }
    #expect(
      met.names == [
        "factors", "neighborhood", "EASE", "genres and tags", "trending", "new releases", "friends",
        "recently popular", "vectors",
      ])
  }

  @Test func `the best games by vectors are candidates, unless vectors have no weight`() throws {
    let world = try RandomWorld(seed: 5)
    let vectors = Embeddings.random(games: world.games.count).vectors
    let recommender = try world.recommender(length: 9, weights: RankerWeights([.vectors: 1]))
    var compared = 0
    for (player, id) in world.matrix.players.ids.enumerated() {
      let own = world.matrix.observed.doubles(player).map { max(0, $0) }
      let taste = (0..<vectors.columns).map { column in
        own.indices.reduce(0) { $0 + own[$1] * vectors.doubles($1)[column] }
      }
      // There are fewer games than candidates by vectors.
      let expected = world.candidates(of: id).filter { dot(taste, vectors.doubles($0)) > 1e-6 }
      let found = try recommender.candidates(of: player)
      #expect(
        found.filter { $0.sources.contains(.vectors) }.map(\.game).sorted()
          == expected.map { UInt32($0) })
      compared += expected.count
    }
    #expect(compared > 400)
    let without = try world.recommender(length: 9).candidates(of: 1)
    #expect(without.allSatisfy { !$0.sources.contains(.vectors) })
  }

  @Test
  func `all candidates of another model that the player may get are candidates, if they count`()
    throws
  {
    let world = try RandomWorld(seed: 5)
    let hints = world.hints
    let counting = try world.recommender(
      length: 9, weights: RankerWeights([.candidates: 1]), hints: hints)
    let ignoring = try world.recommender(length: 9, hints: hints)
    var compared = 0
    for (player, id) in world.matrix.players.ids.enumerated() {
      let own = hints.candidates.columns(ofRow: player)
      let expected = world.candidates(of: id).map { UInt32($0) }.filter { own.contains($0) }
      let found = try counting.candidates(of: player)
      #expect(
        found.filter { $0.sources.contains(.candidates) }.map(\.game).sorted() == expected)
      compared += expected.count
      let others = try ignoring.candidates(of: player)
      #expect(others == (try world.recommender(length: 9).candidates(of: player)))
    }
    #expect(compared > 200)
  }

  @Test func `players' vectors do not count unless the weights were learned with them`() throws {
    let world = try RandomWorld(seed: 5)
    let weights = RankerWeights([.vectors: 1])
    let with = try world.recommender(length: 9, weights: weights, hints: world.hints)
    let without = try world.recommender(length: 9, weights: weights)
    for player in world.matrix.players.ids.indices {
      #expect(try with.candidates(of: player) == without.candidates(of: player))
    }
  }

  @Test func `lists by vectors are the same with any number of threads`() throws {
    let world = try RandomWorld(seed: 6)
    let recommender = try world.recommender(length: 20, weights: weights, hints: world.hints)
    #expect(
      try recommender.lists(workers: Workers(threads: 1))
        == recommender.lists(workers: Workers(threads: 3)))
  }
}
