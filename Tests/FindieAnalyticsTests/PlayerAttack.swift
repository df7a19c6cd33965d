import FindieAnalytics
import FindieDomain
import FindieTestSupport

/// What can be derived from numbers of unique players: sets of players as sums of the classes into
/// which all published sets divide them.
struct PlayerAttack {
  struct Published {
    let name: String
    let players: Set<String>
    /// Whether a player with these visits is in the set; the attacker knows this for all players.
    let holds: (Visits) -> Bool
  }

  /// A player's visits: game, day, and how far down the funnel.
  typealias Visits = [(game: Int, day: Day, step: Int)]

  /// All numbers that might be published.
  let all: [Published]
  /// The published numbers.
  let published: [Published]
  private let people: [String: Visits]
  private let games: Range<Int>

  init(_ world: StudioWorld) {
    let numbers = world.numbers
    var people: [EventSource: [String: Visits]] = [:]
    for swipe in world.swipes {
      let step = swipe.action == .viewDetails ? 1 : swipe.action == .wishlist ? 2 : 0
      people[.interactions, default: [:]][swipe.user, default: []].append(
        (Int(swipe.game.dropFirst()) ?? 0, swipe.day, step))
    }
    for log in world.logs {
      let step =
        log.type == .gameClick
        ? 1 : log.type == .gameWishlist ? 2 : log.type == .externalLinkClick ? 3 : 0
      people[.analytics, default: [:]][log.user, default: []].append(
        (Int(log.game.dropFirst()) ?? 0, log.day, step))
    }
    var all: [Published] = []
    var published: [Published] = []
    func add(_ games: Set<Int>, _ range: DayRange, _ count: PlayerCount, _ group: Int) {
      let holds: (Visits) -> Bool = { visits in
        let own = visits.filter { games.contains($0.game) && range.contains($0.day) }
        guard let first = visits.map(\.day).min(), !own.isEmpty else { return false }
        return switch group {
        case 4: first >= range.first
        case 5: first < range.first
        default: own.contains { $0.step >= group }
        }
      }
      // Of the two records, the one with more players.
      let source = EventSource.allCases.max { left, right in
        func seen(_ source: EventSource) -> Int {
          people[source, default: [:]].values.count { visits in
            visits.contains { games.contains($0.game) && range.contains($0.day) }
          }
        }
        return seen(left) < seen(right)
      }
      let players = people[source ?? .interactions, default: [:]].filter { holds($0.value) }
      let own = Published(
        name: "\(games.sorted()) \(range.first)–\(range.last) group \(group)",
        players: Set(players.keys), holds: holds)
      all.append(own)
      if count.count != nil { published.append(own) }
    }
    let scopes =
      [(Set(world.games.indices), numbers.studio)]
      + zip(world.games.indices, numbers.games).map { ([$0], $1.periods) }
    for (games, published) in scopes {
      for (period, own) in zip(numbers.periods, published) {
        for (step, count) in own.funnel.enumerated() { add(games, period.range, count, step) }
        add(games, period.range, own.newPlayers, 4)
        add(games, period.range, own.returningPlayers, 5)
        add(games, period.before, own.playersBefore, 0)
      }
    }
    games = world.games.indices
    self.all = all
    self.published = published
    self.people = people.values.reduce(into: [:]) { $0.merge($1) { first, _ in first } }
  }

  /// Players with one visit, to any game, on any day, to any step, new or not; and some with several
  /// visits.
  private var ghosts: [Visits] {
    let days = (1...200).map { StudioWorld.night.adding(days: -$0) }
    let once = games.flatMap { game in
      days.flatMap { day in (0...3).map { [(game: game, day: day, step: $0)] } }
    }
    // A game of another studio.
    let earlier = (game: -1, day: StudioWorld.night.adding(days: -1000), step: 0)
    var random = SeededGenerator(seed: 99)
    // Periods are finest in the last fifteen days.
    let often = (0..<4000).map { number in
      (0..<Int.random(in: 2...5, using: &random)).map { _ in
        (
          game: Int.random(in: games, using: &random),
          day: StudioWorld.night.adding(
            days: -Int.random(in: 1...(number.isMultiple(of: 2) ? 15 : 200), using: &random)),
          step: Int.random(in: 0...3, using: &random)
        )
      }
    }
    return (once + often).flatMap { [$0, [earlier] + $0] }
  }

  /// Differences and intersections of any two sets that can be derived, and have 1 to k - 1 players.
  func found(_ published: [Published], k: Int) -> [String] {
    // Classes without players count too, since otherwise sets would contain each other by chance.
    var classes = Set(people.values.map { visits in published.map { $0.holds(visits) } })
    for ghost in ghosts { classes.insert(published.map { $0.holds(ghost) }) }
    let patterns = classes.sorted {
      $0.map { $0 ? "1" : "0" }.joined() < $1.map { $0 ? "1" : "0" }.joined()
    }
    var space = RowSpace(width: patterns.count)
    for index in published.indices { space.insert(patterns.map { $0[index] ? 1 : 0 }) }
    var found: [String] = []
    for (index, own) in published.enumerated() where !own.players.isEmpty && own.players.count < k {
      found.append("\(index) \(own.name): \(own.players.count) players")
    }
    for left in published.indices {
      for right in published.indices where left != right {
        let rest = published[left].players.subtracting(published[right].players).count
        if rest > 0, rest < k {
          let row = patterns.map { $0[left] && !$0[right] ? 1 : 0 }
          if row.contains(1), space.contains(row) {
            found.append("\(published[left].name) less \(published[right].name): \(rest) players")
          }
        }
        let common = published[left].players.intersection(published[right].players).count
        if left < right, common > 0, common < k {
          let row = patterns.map { $0[left] && $0[right] ? 1 : 0 }
          if row.contains(1), space.contains(row) {
            found.append("\(published[left].name) and \(published[right].name): \(common) players")
          }
        }
      }
    }
    return found
  }
}
