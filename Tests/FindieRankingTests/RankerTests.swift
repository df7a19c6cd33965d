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
  private let weights = RankerWeights(
    [
      .factors: 3, .neighborhood: 0.7, .ease: 2, .content: 1.3, .popularity: 0.2, .genres: 0.6,
      .friends: 0.5, .trending: 0.4, .freshness: 0.9,
    ], intercept: -1.5)

  @Test(arguments: [1, 2, 3] as [UInt64])
  func `the parts of every candidate and entry add up to its score`(seed: UInt64) throws {
    let world = try RandomWorld(seed: seed)
    let recommender = try world.recommender(length: 9, weights: weights)
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
    let recommender = try world.recommender(length: 9, weights: weights)
    let models = try RankingModels(
      world.model, observed: world.matrix.observed, games: world.games)
    for player in 0..<world.matrix.players.count {
      let user = world.users.first { $0.id == world.matrix.players[player] }
      let own = world.matrix.observed.doubles(player)
      for candidate in try recommender.candidates(of: player) {
        let expected = score(
          Int(candidate.game), player: player, own: own, user: user, world, models)
        #expect(abs(candidate.score - expected) < 1e-4 * max(1, abs(expected)))
      }
    }
  }

  /// By the definitions of the features, in Double.
  private func score(
    _ game: Int, player: Int, own: [Double], user: User?, _ world: RandomWorld,
    _ models: RankingModels
  ) -> Double {
    let liked = own.indices.filter { own[$0] > 0 }
    let favorites = user?.favoriteGenres ?? []
    let factor =
      liked.isEmpty ? world.taste(favorites) : world.model.players.doubles(player)
    func said(_ model: ItemItemModel?, _ weigh: (Double) -> Double) -> Double {
      guard let model else { return 0 }
      return liked.reduce(0) { $0 + weigh(own[$1]) * model.weights.doubles($1)[game] }
    }
    let content = models.content.vectors
    func cosine(_ other: Int) -> Double { dot(content.doubles(other), content.doubles(game)) }
    let total = liked.reduce(0) { $0 + own[$1] }
    let genreCosine = favorites.reduce(0.0) { sum, genre in
      // A vector of one genre is the term's unit vector, so its inner product with a game is the
      // term's weight in the game.
      let term = models.content.term(of: genre)
      return sum + (term.map { content.doubles(game)[$0] } ?? 0)
        / Double(Set(favorites).count).squareRoot()
    }
    // Both name each other, and the friend's actions may count.
    let friends = world.users.count { friend in
      guard let user, friend.id != user.id, user.friendIds.contains(friend.id),
        friend.friendIds.contains(user.id), friend.sharesActivityWithFriends != false,
        let row = world.matrix.players.index(of: friend.id)
      else { return false }
      return world.matrix.observed.doubles(row)[game] > 0
    }
    let genres = Set(world.games[game].genres)
    let age = world.games[game].releaseDate.map { night.days(since: $0.day) }
    let features: [RankerFeature: Double] = [
      .factors: dot(factor, world.model.games.doubles(game)),
      .neighborhood: said(models.itemItem.neighborhood) { $0 },
      .ease: said(models.itemItem.ease) { _ in 1 },
      .content: liked.isEmpty
        ? genreCosine : liked.reduce(0) { $0 + own[$1] * cosine($1) } / total,
      .popularity: log(1 + Double(world.matrix.positives[game])),
      .genres: Double(genres.intersection(favorites).count) / Double(max(1, genres.count)),
      .friends: friends > 1 ? log(1 + Double(friends)) : 0,
      .trending: game % 7 == 3 ? log(1.5) : 0,
      .freshness: age.map { $0 > 0 ? max(0, 1 - Double($0) / 60) : 0 } ?? 0,
    ]
    let group = weights.groups[0]
    return features.reduce(group.intercept) { $0 + group.weights[$1.key.rawValue] * $1.value }
  }

  @Test func `a candidate has its sources`() throws {
    let world = try RandomWorld(seed: 5)
    let recommender = try world.recommender(length: 9)
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
      ])
  }
}
