import FindieDomain
package import FindieHistory

extension Activity {
  /// These counts with the events that forgotten players had, as reports show totals of events. Numbers of
  /// players and sessions are of the others.
  ///
  /// - Parameter events: before the same as-of day.
  package func adding(_ events: ForgottenEvents) -> Activity {
    guard !events.counts.isEmpty else { return self }
    var names = gameIds
    var indices = Dictionary(uniqueKeysWithValues: zip(names.map { ExactText($0) }, names.indices))
    var added: [Int: [Int32: SIMD16<UInt32>]] = [:]
    for count in events.counts {
      let id = ExactText(count.key.game)
      if indices[id] == nil {
        indices[id] = names.count
        names.append(id.text)
      }
      guard let game = indices[id] else { continue }
      added[game, default: [:]][count.key.day.daysSinceEpoch, default: SIMD16()][
        EventKind(count.key).rawValue] += UInt32(count.events)
    }
    let fragments = names.indices.map { game in
      var fragment = ActivityFragment()
      let rows = game < gameIds.count ? rowStarts[game]..<rowStarts[game + 1] : 0..<0
      fragment.appendGame(
        rows.map { row in
          let players = playerStarts[row]..<playerStarts[row + 1]
          return (days[row], counts[row], players.map { (self.players[$0], playerKinds[$0]) })
        }, adding: added[game] ?? [:])
      return fragment
    }
    return Activity(
      night: night, gameIds: names, catalogueCount: catalogueCount, fragments: fragments,
      presence: presence, sharedSessions: sharedSessions)
  }
}
