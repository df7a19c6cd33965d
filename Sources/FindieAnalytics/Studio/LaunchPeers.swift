package import FindieDomain

/// The launches of all studios in the last 13 complete weeks, to compare a launch with. Counted
/// once for all studios; a few numbers for each game that was released in these weeks.
package struct LaunchPeers: Codable, Sendable, Equatable {
  /// The windows from a release that are compared, in days.
  package static let windows = [7, 28]

  private struct Peer: Codable, Equatable {
    let developerId: String
    /// By window; fewer while windows are not complete.
    let tallies: [Tally]
  }

  private let peers: [Peer]
  /// k: the minimum number of games to compare with.
  private let minimumGames: Int
  private let sorted: [SortedLaunches]

  private enum CodingKeys: CodingKey { case peers, minimumGames }

  /// How many launches of other studios a launch exceeds at the same age.
  package struct Standing: Sendable, Equatable {
    package let games: Int
    /// Those with fewer impressions.
    package let fewerImpressions: Int
    /// Those with a lower like rate; nil if fewer than the minimum have one.
    package let lowerLikeRate: (games: Int, of: Int)?

    package static func == (left: Standing, right: Standing) -> Bool {
      (left.games, left.fewerImpressions) == (right.games, right.fewerImpressions)
        && left.lowerLikeRate?.games == right.lowerLikeRate?.games
        && left.lowerLikeRate?.of == right.lowerLikeRate?.of
    }
  }

  /// - Parameters:
  ///   - weeks: the last 13 complete weeks.
  ///   - first: the first recorded day.
  ///   - days: a game's totals of the days from the first of these weeks on.
  package init(
    _ games: [Game], weeks: DayRange, since first: Day, minimumGames: Int,
    days: (_ game: Int) -> [Tally]
  ) {
    self.init(
      games.indices.compactMap { game in
        Launch.tallies(of: games[game], weeks: weeks, since: first) { days(game) }.map {
          Peer(developerId: games[game].developerId, tallies: $0.tallies)
        }
      }, minimumGames: minimumGames)
  }

  package init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      try values.decode([Peer].self, forKey: .peers),
      minimumGames: try values.decode(Int.self, forKey: .minimumGames))
  }

  private init(_ peers: [Peer], minimumGames: Int) {
    self.peers = peers
    self.minimumGames = minimumGames
    sorted = Self.windows.indices.map { window in
      SortedLaunches(
        peers.filter { $0.tallies.count > window }
          .map { (studio: ExactText($0.developerId), tally: $0.tallies[window]) })
    }
  }

  /// Nil below k games of other studios with a complete window, and below three studios with one,
  /// this one too.
  func standing(of own: Tally, _ developerId: String, window: Int) -> Standing? {
    let (all, studio) = (sorted[window], sorted[window].byStudio[ExactText(developerId)] ?? [])
    let games = all.impressions.count - studio.count
    let studios = all.byStudio.count - (studio.isEmpty ? 0 : 1)
    guard games >= minimumGames, studios + 1 >= AppNumbers.minimumStudios else { return nil }
    let rates = studio.compactMap { $0.likeRate?.estimate }
    let others = all.rates.count - rates.count
    return Standing(
      games: games,
      fewerImpressions: all.impressions.count(below: own[.impressions])
        - studio.count { $0[.impressions] < own[.impressions] },
      lowerLikeRate: others < minimumGames
        ? nil
        : own.likeRate.map { rate in
          (
            all.rates.count(below: rate.estimate) - rates.count { $0 < rate.estimate }, others
          )
        })
  }
}

/// The launches with a complete window, in order.
private struct SortedLaunches: Equatable {
  let impressions: [Int]
  let rates: [Double]
  let byStudio: [ExactText: [Tally]]

  init(_ launches: [(studio: ExactText, tally: Tally)]) {
    let tallies = launches.map(\.tally)
    impressions = tallies.map { $0[.impressions] }.sorted()
    rates = tallies.compactMap { $0.likeRate?.estimate }.sorted()
    byStudio = Dictionary(grouping: launches, by: \.studio).mapValues { $0.map(\.tally) }
  }
}

extension Array where Element: Comparable {
  /// The number of elements below a value; the array is in ascending order.
  fileprivate func count(below value: Element) -> Int {
    indices.partitionPoint { self[$0] < value }
  }
}
