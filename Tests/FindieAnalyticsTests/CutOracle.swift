import FindieAnalytics
import FindieDomain

/// What may be told of a cut, by its definition: of each game, of each block of four weeks, as few weeks
/// together as tell anything; of a studio, also the games together that a block tells nothing of.
struct CutOracle {
  struct Event {
    let week: Int
    let player: String
    let values: Set<String>
    /// Of these only impressions are told, which verdicts may be, too.
    let isView: Bool
  }

  /// Some games' cells that are told of some weeks together.
  struct Telling: Hashable {
    let games: Set<Int>
    let weeks: Set<Int>
    let values: Set<String>
  }

  static let k = 10
  static let weeksOf: [ReportPeriod.Kind: Int] = [.isoWeek: 1, .last28Days: 4, .last90Days: 13]

  /// By game.
  let events: [[Event]]
  let values: [String]
  private let addsUp: Bool

  init(_ world: StudioWorld, _ cut: Cut) {
    var events = [[Event]](repeating: [], count: world.games.count)
    func add(
      _ game: String, _ day: Day, _ player: String, _ values: Set<String>, isView: Bool = false
    ) {
      guard let game = Int(game.dropFirst()) else { return }
      events[game].append(
        Event(week: Self.week(of: day), player: player, values: values, isView: isView))
    }
    if cut == .genrePreference {
      let accounts = Dictionary(
        uniqueKeysWithValues: world.users.map { ($0.id, $0.favoriteGenres.map(\.rawValue)) })
      for swipe in world.swipes {
        let genres = swipe.genres.isEmpty ? accounts[swipe.user] ?? [] : swipe.genres
        add(swipe.game, swipe.day, swipe.user, Set(genres.isEmpty ? ["unknown"] : genres))
      }
    } else {
      for log in world.logs where cut != .shop || log.type == .externalLinkClick {
        add(
          log.game, log.day, log.user, [StudioNumbersTests.value(log, cut)],
          isView: log.type == .gameView)
      }
    }
    self.events = events
    addsUp = cut.addsUp
    values = Set(events.joined().flatMap(\.values)).sorted()
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

  /// Who did something of some games in some weeks with any of some values; without: with none of them.
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

  private func mayTell(_ players: Set<String>) -> Bool {
    players.isEmpty || players.count >= Self.k
  }

  func told(_ games: Set<Int>, _ weeks: Set<Int>) -> Set<String> {
    func count(_ value: String) -> Int { players(games, weeks, [value]).count }
    var told = Set(values.filter { count($0) >= Self.k })
    guard addsUp else {
      return told.filter { mayTell(players(games, weeks, [$0], without: true)) }
    }
    while !mayTell(players(games, weeks, Set(values).subtracting(told))),
      let next = told.min(by: { (count($0), $0) < (count($1), $1) })
    {
      told.remove(next)
    }
    return told
  }

  /// What is told of one game in the blocks of weeks before a night.
  func tellings(_ game: Int, before night: Day) -> [Telling] {
    let end = Self.week(of: night)
    return stride(from: (end - 13) / 4 * 4, to: end, by: 4).flatMap { block in
      var waiting: Set<Int> = []
      return (block..<min(block + 4, end)).compactMap { week -> Telling? in
        waiting.insert(week)
        let told = told([game], waiting)
        guard !told.isEmpty else { return nil }
        defer { waiting = [] }
        return Telling(games: [game], weeks: waiting, values: told)
      }
    }
  }

  /// What is told of the games together of which a block that is over tells nothing.
  func pools(before night: Day) -> [Telling] {
    let end = Self.week(of: night)
    let alone = events.indices.map { tellings($0, before: night) }
    return stride(from: (end - 13) / 4 * 4, through: end - 4, by: 4).compactMap { block in
      let weeks = Set(block..<block + 4)
      let silent = events.indices.filter { game in
        events[game].contains { weeks.contains($0.week) }
          && !alone[game].contains { !$0.weeks.isDisjoint(with: weeks) }
      }
      guard silent.count > 1 else { return nil }
      let told = told(Set(silent), weeks)
      return told.isEmpty ? nil : Telling(games: Set(silent), weeks: weeks, values: told)
    }
  }
}
