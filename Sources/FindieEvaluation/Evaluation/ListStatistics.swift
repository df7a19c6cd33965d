import FindieLinearAlgebra

/// Statistics of one player's list of the first k games; NaN where undefined.
struct ListStatistics: Sendable {
  /// The mean of the games' bits.
  var bits = Double.nan
  /// The mean popularity of the listed games, and of the profile's positives.
  var popularity = Double.nan
  var profilePopularity = Double.nan
  /// 1 − the mean cosine of two listed games.
  var distance = Double.nan
}

/// Computes the statistics of lists, for several k at once. One per thread, reused for all players.
struct ListStatisticsBuilder {
  private let setting: ListSetting
  /// The sum of the features of the games so far, [terms].
  private var sum: [Double]

  init(_ setting: ListSetting) {
    self.setting = setting
    sum = [Double](repeating: 0, count: setting.features?.columns ?? 0)
  }

  /// The statistics of a ranking's first games, for each k.
  mutating func statistics(
    of ranked: [UInt32], ks: [Int], profilePopularity: Double
  ) -> [ListStatistics] {
    var statistics = [ListStatistics](repeating: ListStatistics(), count: ks.count)
    var (bits, popularity, cosines) = (0.0, 0.0, 0.0)
    for (index, game) in ranked.enumerated() {
      bits += setting.bits[Int(game)]
      popularity += Double(setting.positives[Int(game)])
      cosines += addCosines(of: Int(game))
      let count = index + 1
      for cut in ks.indices where min(ks[cut], ranked.count) == count {
        statistics[cut].bits = bits / Double(count)
        statistics[cut].popularity = popularity / Double(count)
        statistics[cut].profilePopularity = profilePopularity
        if count > 1, setting.features != nil {
          statistics[cut].distance = 1 - cosines / Double(count * (count - 1) / 2)
        }
      }
    }
    forget(ranked)
    return statistics
  }

  /// The sum of a game's cosines with all games before it; the game joins them.
  private mutating func addCosines(of game: Int) -> Double {
    guard let features = setting.features else { return 0 }
    var cosines = 0.0
    for position in features.range(ofRow: game) {
      let value = Double(features.values[position])
      cosines += value * sum[Int(features.columnIndices[position])]
      sum[Int(features.columnIndices[position])] += value
    }
    return cosines
  }

  private mutating func forget(_ ranked: [UInt32]) {
    guard let features = setting.features else { return }
    for game in ranked {
      for column in features.columns(ofRow: Int(game)) { sum[Int(column)] = 0 }
    }
  }
}

extension ListShape {
  /// - Parameters:
  ///   - statistics: one per player.
  ///   - rankings: each player's list, of which the first k games are used.
  init(_ statistics: [ListStatistics], rankings: [[UInt32]], k: Int, _ setting: ListSetting) {
    var exposures = [Int](repeating: 0, count: setting.isCandidate.count)
    for ranked in rankings {
      for game in ranked.prefix(k) { exposures[Int(game)] += 1 }
    }
    let own = exposures.indices.filter { setting.isCandidate[$0] }.map { exposures[$0] }
    let both = statistics.filter { !$0.popularity.isNaN && !$0.profilePopularity.isNaN }
    let profiles = ListShape.mean(both.map(\.profilePopularity))
    self.init(
      coverage: Double(own.count { $0 > 0 }) / Double(max(1, own.count)),
      gini: ListShape.gini(of: own), novelty: ListShape.mean(statistics.map(\.bits)),
      intraListDistance: setting.features == nil ? nil : ListShape.mean(statistics.map(\.distance)),
      popularityShift: profiles > 0 ? ListShape.mean(both.map(\.popularity)) / profiles - 1 : 0)
  }

  /// The mean of the numbers among the values; 0 if there are none.
  private static func mean(_ values: [Double]) -> Double {
    let known = values.filter { !$0.isNaN }
    return known.reduce(0, +) / Double(max(1, known.count))
  }
}
