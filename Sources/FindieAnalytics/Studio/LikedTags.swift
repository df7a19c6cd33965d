import FindieDomain
import FindieWorkers

/// The tags of the games that players liked in the last 13 complete weeks, by player.
///
/// Only the 64 tags that most games have. Numbers of players are published like all others.
struct LikedTags: Sendable {
  /// The tags of most games, at most 64; ties by bytes.
  let tags: [String]
  /// By game of the catalogue: one bit per tag.
  private let masks: [UInt64]
  /// By player of the interactions: the tags of liked games, one bit per tag.
  private let liked: [UInt64]
  /// The players who liked a game, and by tag those who liked a game with it; rounded down.
  private let players: Int
  private let playersByTag: [Int]
  /// The segments of the weeks, one bit per segment.
  private let window: UInt32
  private let bound: DisclosureBound

  /// What the players who like a game also like.
  struct Test: Sendable {
    let tag: String
    /// Of the players who like the game, those who like a game with the tag; multiples of k.
    let share: Proportion
    /// The share that would be usual among players who like as many games.
    let usual: Double
    /// The probability of such a share, of a tag that is liked at most `PeerRates.minimumRatio`
    /// times as often as usual.
    let probability: Double
  }

  private static let most = 64

  /// - Parameters:
  ///   - liked: as `likes` counts them; empty without interactions.
  ///   - likers: the players who liked a game.
  init(
    _ liked: [UInt64], likers: Int, games: [Game], window: UInt32, _ suppression: Suppression
  ) {
    self.liked = liked
    self.window = window
    bound = suppression.bound
    (tags, masks) = Self.tags(of: games)
    players = bound.rounded(likers)
    var byTag = [Int](repeating: 0, count: tags.count)
    for mask in liked { Self.add(mask, to: &byTag) }
    let bound = bound
    playersByTag = byTag.map { bound.rounded($0) }
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

  /// By player of the interactions: the tags of the games liked in the weeks, one bit per tag;
  /// and the number of players who liked a game.
  static func likes(
    in events: ReportEvents?, games: [Game], times: ReportTimes, _ workers: Workers
  ) -> (tags: [UInt64], players: Int) {
    let (tags, masks) = tags(of: games)
    guard let events, !tags.isEmpty else { return ([], 0) }
    let (days, window) = (times.days, times.last13Weeks)
    // The union does not depend on the number of parts.
    let parts = workers.map(workers.threads) { part in
      var liked = [UInt64](repeating: 0, count: events.firstDays.count)
      var isLiker = [Bool](repeating: false, count: events.firstDays.count)
      var rows = GameRows(events.source, cuts: 0)
      for game in stride(from: part, to: games.count, by: workers.threads) {
        rows.removeAll()
        events.appendPlayers(game, to: &rows)
        for row in 0..<rows.count where rows.isLike(row) {
          let segment = days.segments[Int(rows.days[row])]
          guard segment >= 0, window & 1 << UInt32(segment) != 0 else { continue }
          liked[Int(rows.players[row])] |= masks[game]
          isLiker[Int(rows.players[row])] = true
        }
      }
      return (liked, isLiker)
    }
    var (liked, isLiker) = parts[0]
    for part in parts.dropFirst() {
      for player in liked.indices {
        liked[player] |= part.0[player]
        isLiker[player] = isLiker[player] || part.1[player]
      }
    }
    return (liked, isLiker.count { $0 })
  }

  private static func add(_ mask: UInt64, to counts: inout [Int]) {
    var rest = mask
    while rest != 0 {
      counts[rest.trailingZeroBitCount] += 1
      rest &= rest - 1
    }
  }

  /// The tags that a game lacks, each tested for whether the players who like the game like it more
  /// often than usual; empty for too few players.
  ///
  /// Players who like many games like more tags. So the usual share of a tag is that of all players
  /// who like a game, times the ratio of both groups' mean numbers of such tags. A rounded number
  /// of the group counts as the middle of its range, since small groups would lose most tags.
  ///
  /// The ratio is the same for all tags, though it is smaller for those that almost all players
  /// like. `PeerRates.minimumRatio` leaves room for that.
  ///
  /// - Parameter people: the game's players in the interactions.
  func tests(ofGame game: Int, _ people: RowsByPlayer, in studio: StudioRows) -> [Test] {
    guard !liked.isEmpty else { return [] }
    var (likers, counts) = (0, [Int](repeating: 0, count: tags.count))
    for player in people.slots.indices {
      let likes = people.rows[people.starts[player]..<people.starts[player + 1]].contains { row in
        let segment = studio.segments[Int(row)]
        return studio.rows.isLike(Int(row)) && window & 1 << UInt32(segment) != 0
      }
      guard likes else { continue }
      likers += 1
      Self.add(liked[Int(studio.players[Int(people.slots[player])])], to: &counts)
    }
    likers = bound.rounded(likers)
    guard likers >= Self.minimumLikers else { return [] }
    let lacking = tags.indices.filter {
      masks[game] & 1 << UInt64($0) == 0 && playersByTag[$0] > 0
    }
    let (own, all) = lacking.reduce(into: (0.0, 0.0)) { sums, tag in
      sums.0 += Double(bound.rounded(counts[tag])) + Double(bound.minimumPlayers - 1) / 2
      sums.1 += Double(playersByTag[tag])
    }
    return lacking.compactMap { tag in
      // (own / likers) / (all / players) · (players with the tag / players).
      let usual = own / all * Double(playersByTag[tag]) / Double(likers)
      return Proportion(bound.rounded(counts[tag]), of: likers).map { share in
        Test(
          tag: tags[tag], share: share, usual: usual,
          probability: share.probability(ifAtMost: PeerRates.minimumRatio * usual))
      }
    }
  }

  private static let minimumLikers = 30
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
  fileprivate func isLike(_ row: Int) -> Bool {
    kinds[row] == UInt32(SwipeAction.like.code) || kinds[row] == UInt32(SwipeAction.superLike.code)
  }
}
