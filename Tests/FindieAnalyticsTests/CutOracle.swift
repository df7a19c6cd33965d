import FindieAnalytics
import FindieDomain

/// The published cells of a cut, by definition: for each game and each block of four weeks, for as
/// few weeks together as possible.
struct CutOracle {
  struct Event {
    let week: Int
    let player: String
    let values: Set<String>
    /// Impressions for a view, which verdicts may count for too.
    let measure: Measure
  }

  /// A game's cells that are published for some weeks together.
  struct Telling: Hashable {
    let game: Int
    let weeks: Set<Int>
    let values: Set<String>
  }

  static let k = 10
  static let weeksOf: [ReportPeriod.Kind: Int] = [.isoWeek: 1, .last4Weeks: 4, .last13Weeks: 13]

  /// By game.
  let events: [[Event]]
  let values: [String]
  private let addsUp: Bool

  init(_ world: StudioWorld, _ cut: Cut) {
    var events = [[Event]](repeating: [], count: world.games.count)
    func add(
      _ game: String, _ day: Day, _ player: String, _ values: Set<String>, _ measure: Measure
    ) {
      guard let game = Int(game.dropFirst()) else { return }
      events[game].append(
        Event(week: Self.week(of: day), player: player, values: values, measure: measure))
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
          log.game, log.day, log.user, [StudioNumbersTests.value(log, cut)],
          Self.measure(of: log.type))
      }
    }
    self.events = events
    addsUp = cut.addsUp
    values = Set(events.joined().flatMap(\.values)).sorted()
  }

  private static func measure(of action: SwipeAction) -> Measure {
    switch action {
    case .like: .likes
    case .dislike: .dislikes
    case .superLike: .superLikes
    case .skip: .skips
    case .wishlist: .wishlistAdds
    case .share: .shares
    case .viewDetails: .detailOpens
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
  static func week(of day: Day) -> Int {
    let days = day.days(since: Day(daysSinceEpoch: 4))
    return days >= 0 ? days / 7 : (days - 6) / 7
  }

  /// The weeks of a period's breakdowns on a night.
  static func window(_ kind: ReportPeriod.Kind, on night: Day) -> Set<Int> {
    let end = week(of: night)
    return Set(end - (weeksOf[kind] ?? 0)..<end)
  }

  /// The players with an event of some games in some weeks with any of some values; `without`: with
  /// none of them.
  func players(
    _ games: some Sequence<Int>, _ weeks: Set<Int>, _ values: Set<String>, without: Bool = false
  ) -> Set<String> {
    Set(
      games.flatMap { game in
        events[game].filter {
          weeks.contains($0.week) && $0.values.isDisjoint(with: values) == without
        }.map(\.player)
      })
  }

  private func mayPublish(_ players: Set<String>) -> Bool {
    players.isEmpty || players.count >= Self.k
  }

  func published(_ game: Int, _ weeks: Set<Int>) -> Set<String> {
    func count(_ value: String) -> Int { players([game], weeks, [value]).count }
    func fewest(_ published: Set<String>) -> String? {
      published.min { (count($0), index($0), $0) < (count($1), index($1), $1) }
    }
    let present = Set(values.filter { count($0) > 0 })
    var published = present.filter { count($0) >= Self.k }
    guard present.count > 1 else { return [] }
    guard addsUp else {
      published = published.filter { mayPublish(players([game], weeks, [$0], without: true)) }
      let several = events[game].filter { weeks.contains($0.week) && $0.values.count > 1 }
      if published == present, !mayPublish(Set(several.map(\.player))), let next = fewest(published)
      {
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
  func disclosures(_ game: Int, before night: Day) -> [Telling] {
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
