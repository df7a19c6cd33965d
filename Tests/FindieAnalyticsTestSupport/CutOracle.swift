package import FindieAnalytics
package import FindieDomain

/// The published cells of a cut, by definition: for each game and each block of four weeks, for as
/// few weeks together as possible.
package struct CutOracle {
  package struct Event {
    package let week: Int
    /// In the order of first events.
    package let player: Int
    /// A bit for each value.
    package let values: UInt64
    /// Impressions for a view, which verdicts may count for too; nil for a neutral rating.
    package let measure: Measure?
  }

  /// A set of players, with a bit for each.
  package struct Players {
    fileprivate(set) var bits: [UInt64] = []

    package var count: Int { bits.reduce(0) { $0 + $1.nonzeroBitCount } }
    package var isEmpty: Bool { bits.allSatisfy { $0 == 0 } }

    package mutating func insert(_ player: Int) {
      while bits.count <= player / 64 { bits.append(0) }
      bits[player / 64] |= 1 << UInt64(player % 64)
    }

    package mutating func formUnion(_ other: Players) {
      while bits.count < other.bits.count { bits.append(0) }
      for index in other.bits.indices { bits[index] |= other.bits[index] }
    }
  }

  /// A game's cells that are published for some weeks together.
  package struct Telling: Hashable {
    package let game: Int
    package let weeks: Set<Int>
    package let values: Set<String>
  }

  package static let k = 10
  package static let weeksOf: [ReportPeriod.Kind: Int] = [
    .isoWeek: 1, .last4Weeks: 4, .last13Weeks: 13,
  ]

  /// By game.
  package let events: [[Event]]
  package let values: [String]
  private let addsUp: Bool
  /// By game and week: the players of events with the same values.
  private let players: [[Int: [(values: UInt64, players: Players)]]]

  package init(_ world: StudioWorld, _ cut: Cut) {
    var found: [(game: Int, day: Day, player: String, values: Set<String>, measure: Measure?)] = []
    func add(
      _ game: String, _ day: Day, _ player: String, _ values: Set<String>, _ measure: Measure?
    ) {
      guard let game = Int(game.dropFirst()) else { return }
      found.append((game, day, player, values, measure))
    }
    if cut == .genrePreference {
      for swipe in world.swipes {
        add(
          swipe.game, swipe.day, swipe.user, Set(swipe.genres.isEmpty ? ["unknown"] : swipe.genres),
          Self.measure(of: swipe.action))
      }
    } else {
      for log in world.logs where !cut.isOfClicks || log.type == .externalLinkClick {
        add(
          log.game, log.day, log.user, [log.value(of: cut)],
          Self.measure(of: log.type))
      }
    }
    addsUp = cut.addsUp
    values = Set(found.flatMap(\.values)).sorted()
    precondition(values.count <= 64)
    var numbers: [String: Int] = [:]
    var events = [[Event]](repeating: [], count: world.games.count)
    var players = [[Int: [UInt64: Players]]](repeating: [:], count: world.games.count)
    for one in found {
      let event = Event(
        week: Self.week(of: one.day), player: numbers[one.player] ?? numbers.count,
        values: Self.bits(of: one.values, in: values), measure: one.measure)
      numbers[one.player] = event.player
      events[one.game].append(event)
      players[one.game][event.week, default: [:]][event.values, default: Players()]
        .insert(event.player)
    }
    self.events = events
    self.players = players.map { $0.mapValues { $0.map { ($0.key, $0.value) } } }
  }

  private static func bits(of values: Set<String>, in all: [String]) -> UInt64 {
    all.enumerated().reduce(0) { values.contains($1.element) ? $0 | 1 << UInt64($1.offset) : $0 }
  }

  private static func measure(of action: SwipeAction) -> Measure? {
    switch action {
    case .like: .likes
    case .dislike: .dislikes
    case .superLike: .superLikes
    case .skip: .skips
    case .wishlist: .wishlistAdds
    case .share: .shares
    case .viewDetails: .detailOpens
    case .neutral: nil
    }
  }

  private static func measure(of type: EventType) -> Measure {
    switch type {
    case .gameView: .impressions
    case .gameClick: .detailOpens
    case .gameLike: .likes
    case .gameDislike: .dislikes
    case .gameWishlist: .wishlistAdds
    case .gameShare: .shares
    case .externalLinkClick: .externalClicks
    }
  }

  /// Weeks are numbered since that of the first Monday of 1970.
  package static func week(of day: Day) -> Int {
    let days = day.days(since: Day(daysSinceEpoch: 4))
    return days >= 0 ? days / 7 : (days - 6) / 7
  }

  /// The weeks of a period's breakdowns on a night.
  package static func window(_ kind: ReportPeriod.Kind, on night: Day) -> Set<Int> {
    let end = week(of: night)
    return Set(end - (weeksOf[kind] ?? 0)..<end)
  }

  /// The players with an event of some games in some weeks with any of some values; `without`: with
  /// none of them.
  package func players(
    _ games: some Sequence<Int>, _ weeks: Set<Int>, _ values: Set<String>, without: Bool = false
  ) -> Players {
    let wanted = Self.bits(of: values, in: self.values)
    var found = Players()
    for game in games {
      for week in weeks {
        for own in players[game][week] ?? [] where (own.values & wanted == 0) == without {
          found.formUnion(own.players)
        }
      }
    }
    return found
  }

  /// The number of a game's events of a measure with a value.
  package func count(_ measure: Measure, of game: Int, _ weeks: Set<Int>, _ value: String) -> Int {
    let wanted = Self.bits(of: [value], in: values)
    return events[game].count {
      $0.measure == measure && weeks.contains($0.week) && $0.values & wanted != 0
    }
  }

  private func mayPublish(_ players: Players) -> Bool {
    players.isEmpty || players.count >= Self.k
  }

  package func published(_ game: Int, _ weeks: Set<Int>) -> Set<String> {
    func count(_ value: String) -> Int { players([game], weeks, [value]).count }
    func fewest(_ published: Set<String>) -> String? {
      published.min { (count($0), index($0), $0) < (count($1), index($1), $1) }
    }
    let present = Set(values.filter { count($0) > 0 })
    var published = present.filter { count($0) >= Self.k }
    guard present.count > 1 else { return [] }
    guard addsUp else {
      published = published.filter { mayPublish(players([game], weeks, [$0], without: true)) }
      var several = Players()
      for event in events[game] where weeks.contains(event.week) {
        if event.values.nonzeroBitCount > 1 { several.insert(event.player) }
      }
      if published == present, !mayPublish(several), let next = fewest(published) {
        published.remove(next)
      }
      return published
    }
    while !mayPublish(players([game], weeks, Set(values).subtracting(published))),
      let next = fewest(published)
    {
      published.remove(next)
    }
    return published
  }

  /// Genres are numbered in their declared order; other values are all equal.
  private func index(_ value: String) -> Int {
    addsUp ? 0 : Genre.allCases.firstIndex { $0.rawValue == value } ?? Genre.allCases.count
  }

  /// The published cells of one game in the blocks of weeks before a night.
  package func disclosures(_ game: Int, before night: Day) -> [Telling] {
    let end = Self.week(of: night)
    return stride(from: (end - 13) / 4 * 4, to: end, by: 4).flatMap { block in
      var waiting: Set<Int> = []
      return (block..<min(block + 4, end)).compactMap { week -> Telling? in
        waiting.insert(week)
        let published = published(game, waiting)
        guard !published.isEmpty else { return nil }
        defer { waiting = [] }
        return Telling(game: game, weeks: waiting, values: published)
      }
    }
  }
}
