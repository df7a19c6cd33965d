import FindieDomain

/// Player-days of engagement with one game: a player counts once a day.
struct Engagement: Hashable, Sendable {
  /// Player-days with an action of a weight above 0.
  var events = 0
  /// The sum of their strongest actions' weights.
  var weight = 0.0
}

extension Activity {
  /// The engagement with one game in a range of days; each day from one record alone, interactions
  /// where they show any.
  ///
  /// - Parameter weights: the weight of each kind of event, by its number.
  func engagement(of game: Int, in range: DayRange, weights: [Double]) -> Engagement {
    var engagement = Engagement()
    let swipes = EventKind.bits(of: .interactions)
    for row in rows(of: game, in: range) {
      var swiped = Engagement()
      var logged = Engagement()
      for place in playerStarts[row]..<playerStarts[row + 1] {
        let weight = strongest(of: playerKinds[place], weights)
        guard weight > 0 else { continue }
        if playerKinds[place] & swipes != 0 {
          swiped.events += 1
          swiped.weight += weight
        } else {
          logged.events += 1
          logged.weight += weight
        }
      }
      let day = swiped.events > 0 ? swiped : logged
      engagement.events += day.events
      engagement.weight += day.weight
    }
    return engagement
  }
}

/// The weight of the strongest action of a set of kinds.
private func strongest(of kinds: UInt16, _ weights: [Double]) -> Double {
  var strongest = 0.0
  var left = kinds
  while left != 0 {
    strongest = max(strongest, weights[left.trailingZeroBitCount])
    left &= left - 1
  }
  return strongest
}
