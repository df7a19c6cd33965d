import FindieModels

/// How much each of a player's positives counts for what comes next: δʳ, where r is the number of
/// the player's positives that were last seen on a later day. Without dates, all count alike.
struct ProfileOrder {
  private static let decay: Float = 0.8

  /// For each positive of the profile, by game.
  let shares: [Float]

  init(ofPlayer player: Int, _ audience: Audience) {
    let days = Self.days(ofPlayer: player, audience)
    let order = days.indices.sorted { (days[$1], $0) < (days[$0], $1) }
    var shares = [Float](repeating: 1, count: days.count)
    var (first, share) = (0, Float(1))
    for (rank, index) in order.enumerated() {
      if days[index] != days[order[first]] {
        for _ in first..<rank { share *= Self.decay }
        first = rank
      }
      shares[index] = share
    }
    self.shares = shares
  }

  /// For each positive of the profile, by game: the day on which it was last seen. Evidence without
  /// a date counts as the oldest, also if there is dated evidence beside it.
  static func days(ofPlayer player: Int, _ audience: Audience) -> [Float] {
    let (profiles, seen) = (audience.profiles, audience.seen)
    var days: [Float] = []
    var position = seen.range(ofRow: player).lowerBound
    let end = seen.range(ofRow: player).upperBound
    for element in profiles.range(ofRow: player) where profiles.values[element] > 0 {
      let game = profiles.columnIndices[element]
      while position < end, seen.columnIndices[position] < game { position += 1 }
      let day = position < end && seen.columnIndices[position] == game ? seen.values[position] : 0
      days.append(day.isFinite ? day : 0)
    }
    return days
  }
}
