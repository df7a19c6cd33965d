import FindieLinearAlgebra

/// What one player's list of the first k games looks like; NaN where there is nothing to look at.
struct ListLook: Sendable {
  /// The mean of the games' bits.
  var bits = Double.nan
  /// The mean popularity of the listed games, and of those that the profile is for.
  var popularity = Double.nan
  var profilePopularity = Double.nan
  /// 1 − the mean cosine of two listed games.
  var distance = Double.nan
}

/// Looks at lists, for several k at once. Kept from player to player, so that nothing is allocated.
struct ListViewer {
  private let setting: ListSetting
  /// The sum of the features of the games so far, [terms].
  private var sum: [Double]

  init(_ setting: ListSetting) {
    self.setting = setting
    sum = [Double](repeating: 0, count: setting.features?.columns ?? 0)
  }

  /// The looks of a ranking's first games, for each k.
  mutating func looks(
    at ranked: [UInt32], ks: [Int], profilePopularity: Double
  ) -> [ListLook] {
    var looks = [ListLook](repeating: ListLook(), count: ks.count)
    var (bits, popularity, cosines) = (0.0, 0.0, 0.0)
    for (index, game) in ranked.enumerated() {
      bits += setting.bits[Int(game)]
      popularity += Double(setting.positives[Int(game)])
      cosines += addCosines(of: Int(game))
      let count = index + 1
      for cut in ks.indices where min(ks[cut], ranked.count) == count {
        looks[cut].bits = bits / Double(count)
        looks[cut].popularity = popularity / Double(count)
        looks[cut].profilePopularity = profilePopularity
        if count > 1, setting.features != nil {
          looks[cut].distance = 1 - cosines / Double(count * (count - 1) / 2)
        }
      }
    }
    forget(ranked)
    return looks
  }

  /// The sum of a game's cosines with all games before it; the game joins them.
  private mutating func addCosines(of game: Int) -> Double {
    guard let features = setting.features else { return 0 }
    var cosines = 0.0
    for place in features.range(ofRow: game) {
      let value = Double(features.values[place])
      cosines += value * sum[Int(features.columnIndices[place])]
      sum[Int(features.columnIndices[place])] += value
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
  ///   - looks: one a player.
  ///   - rankings: each player's list, of which the first k games count.
  init(_ looks: [ListLook], rankings: [[UInt32]], k: Int, _ setting: ListSetting) {
    var exposures = [Int](repeating: 0, count: setting.isCandidate.count)
    for ranked in rankings {
      for game in ranked.prefix(k) { exposures[Int(game)] += 1 }
    }
    let own = exposures.indices.filter { setting.isCandidate[$0] }.map { exposures[$0] }
    let both = looks.filter { !$0.popularity.isNaN && !$0.profilePopularity.isNaN }
    let profiles = ListShape.mean(both.map(\.profilePopularity))
    self.init(
      coverage: Double(own.count { $0 > 0 }) / Double(max(1, own.count)),
      gini: ListShape.gini(of: own), novelty: ListShape.mean(looks.map(\.bits)),
      intraListDistance: setting.features == nil ? nil : ListShape.mean(looks.map(\.distance)),
      popularityShift: profiles > 0 ? ListShape.mean(both.map(\.popularity)) / profiles - 1 : 0)
  }

  /// The mean of what is a number; 0 of nothing.
  private static func mean(_ values: [Double]) -> Double {
    let known = values.filter { !$0.isNaN }
    return known.reduce(0, +) / Double(max(1, known.count))
  }
}
