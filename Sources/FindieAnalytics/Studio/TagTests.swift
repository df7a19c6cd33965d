import FindieDomain
import FindieWorkers

/// Whether the players who like a game like games with a tag that the game lacks more often than
/// usual.
///
/// Players who like many games like more tags. So the usual share of a tag is that of all players
/// who like a game, times the ratio of both groups' mean numbers of such tags. The ratio is the
/// same for all tags, though it is smaller for those that almost all players like.
/// `PeerRates.minimumRatio` leaves room for that.
///
/// The tests are of exact numbers of players, in the last 13 complete weeks; what is published of
/// them is a bound.
package struct TagTests: Codable, Sendable {
  /// A tag that may be a finding.
  struct Test: Codable, Sendable {
    let tag: String
    /// The players who like the game; a multiple of k.
    let likers: Int
    /// At least this share of them also likes a game with the tag; a multiple of 5 %, at most 90 %.
    let share: Double
    /// The usual share, to a hundredth.
    let usual: Double
    /// How many times the share is above the usual one, at least.
    let effect: Double
    /// The probability of such a share, of a tag that is liked at most `PeerRates.minimumRatio`
    /// times as often as usual.
    let probability: Double
  }

  /// Those with a probability that may be a finding.
  let tests: [Test]
  /// The number of the other tests.
  let others: Int

  static let none = TagTests(tests: [], others: 0)

  /// A probability above it is no finding, whatever else is tested.
  private static let mostProbability = 0.05
  private static let minimumLikers = 30
  private static let steps = 20.0
  private static let mostShare = 0.9
}

extension TagTests {
  /// The tests of each game.
  ///
  /// - Parameter likers: by game: the players of the interactions who like it.
  static func all(
    likers: [[UInt32]], games: [Game], _ suppression: Suppression, _ workers: Workers
  ) -> [TagTests] {
    let likes = LikedTags(of: likers, games: games)
    guard !likes.tags.isEmpty else { return games.map { _ in .none } }
    let chunks = Workers.ranges(of: games.count, size: 256)
    return workers.map(chunks.count) { chunk in
      chunks[chunk].map { TagTests(likes, $0, players: likers[$0], suppression) }
    }.flatMap(\.self)
  }

  /// - Parameter players: those who like the game.
  private init(_ likes: LikedTags, _ game: Int, players: [UInt32], _ suppression: Suppression) {
    guard players.count >= Self.minimumLikers else {
      self = .none
      return
    }
    var counts = [Int](repeating: 0, count: likes.tags.count)
    for player in players { LikedTags.add(likes.liked[Int(player)], to: &counts) }
    let lacking = likes.tags.indices.filter {
      likes.masks[game] & 1 << UInt64($0) == 0 && likes.playersByTag[$0] > 0
    }
    let (own, all) = lacking.reduce(into: (0.0, 0.0)) { sums, tag in
      sums.0 += Double(counts[tag])
      sums.1 += Double(likes.playersByTag[tag])
    }
    let bound = suppression.bound
    let found = lacking.compactMap { tag -> Test? in
      // (own / likers) / (all / players) · (players with the tag / players).
      let usual = own / all * Double(likes.playersByTag[tag]) / Double(players.count)
      guard bound.allows(counts[tag]), let share = Proportion(counts[tag], of: players.count)
      else { return nil }
      let probability = share.probability(ifAtMost: PeerRates.minimumRatio * usual)
      let least = min(Self.mostShare, (share.estimate * Self.steps).rounded(.down) / Self.steps)
      guard probability <= Self.mostProbability, least > usual else { return nil }
      return Test(
        tag: likes.tags[tag], likers: bound.rounded(players.count), share: least,
        usual: (usual * 100).rounded() / 100,
        effect: (share.lower / usual * 10).rounded(.down) / 10, probability: probability)
    }
    self.init(tests: found, others: lacking.count - found.count)
  }
}

/// The tags of the games that players liked in the last 13 complete weeks, by player.
///
/// Only the 64 tags that most games have.
private struct LikedTags: Sendable {
  /// The tags of most games, at most 64; ties by bytes.
  let tags: [String]
  /// By game of the catalogue: one bit per tag.
  let masks: [UInt64]
  /// By player of the interactions: the tags of liked games, one bit per tag.
  let liked: [UInt64]
  /// By tag, the players who liked a game with it.
  let playersByTag: [Int]

  private static let most = 64

  /// - Parameter likers: by game: the players who like it.
  init(of likers: [[UInt32]], games: [Game]) {
    (tags, masks) = Self.tags(of: games)
    let last = likers.lazy.compactMap { $0.max() }.max()
    var liked = [UInt64](repeating: 0, count: last.map { Int($0) + 1 } ?? 0)
    for (game, players) in likers.enumerated() {
      for player in players { liked[Int(player)] |= masks[game] }
    }
    self.liked = liked
    var byTag = [Int](repeating: 0, count: tags.count)
    for mask in liked { Self.add(mask, to: &byTag) }
    playersByTag = byTag
  }

  /// The tags that most games have, and by game one bit for each of them.
  private static func tags(of games: [Game]) -> (tags: [String], masks: [UInt64]) {
    var counts: [ExactText: Int] = [:]
    for game in games {
      for tag in Set(game.tags.map { ExactText($0) }) { counts[tag, default: 0] += 1 }
    }
    let ranked = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(most)
    let bits = Dictionary(
      uniqueKeysWithValues: ranked.enumerated().map { ($1.key, UInt64(1) << UInt64($0)) })
    return (
      ranked.map(\.key.text),
      games.map { game in game.tags.reduce(UInt64(0)) { $0 | (bits[ExactText($1)] ?? 0) } }
    )
  }

  static func add(_ mask: UInt64, to counts: inout [Int]) {
    var rest = mask
    while rest != 0 {
      counts[rest.trailingZeroBitCount] += 1
      rest &= rest - 1
    }
  }
}

extension Proportion {
  /// The probability of at least as many successes, if each trial has one with the probability
  /// `share`: of the binomial distribution, 8.17.5 of the *NIST Digital Library of Mathematical
  /// Functions*, https://dlmf.nist.gov/8.17.
  func probability(ifAtMost share: Double) -> Double {
    successes == 0
      ? 1 : regularizedBeta(Double(successes), Double(trials - successes + 1), at: share)
  }
}

extension GameRows {
  /// The players of interactions with a like in some segments (one bit per segment), each once.
  func likers(in window: UInt32, _ days: ReportDays) -> [UInt32] {
    let likes = (UInt32(SwipeAction.like.code), UInt32(SwipeAction.superLike.code))
    var players: [UInt32] = []
    for row in 0..<count where kinds[row] == likes.0 || kinds[row] == likes.1 {
      let segment = days.segments[Int(self.days[row])]
      if segment >= 0, window & 1 << UInt32(segment) != 0 { players.append(self.players[row]) }
    }
    players.sort()
    var distinct: [UInt32] = []
    for player in players where distinct.last != player { distinct.append(player) }
    return distinct
  }
}
