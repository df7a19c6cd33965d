import FindieAnalytics
package import FindieDomain
import FindieHistory
import FindieTestSupport
import FindieWorkers

/// Sixty consecutive nights of a generated world whose players like tags, with late events,
/// corrected events and forgotten players, and every suggestion of a tag. Each game has a studio of
/// its own, so that its best tag is published whatever other games have.
package struct TagNights {
  package static let k = 10
  private static let nights = 60
  /// A Wednesday.
  private static let first = day(280)
  private static let tags = (0..<6).map { "t\($0)" }

  /// A suggestion of a tag, with the counted players.
  package struct Published {
    package let game: Int
    package let night: Int
    /// The 13 weeks.
    package let window: DayRange
    package let tag: String
    package let likers: Int
    /// At least this share of them also likes a game with the tag.
    package let share: Double
    package let usual: Double
    /// The players of the game.
    package let players: Int
    /// The number of the game's likes, which is published too.
    package let totalLikes: Int
    package let truth: Truth
  }

  /// The sets of a suggestion by definition.
  package struct Truth {
    package let players: Set<Int32>
    package let likers: Set<Int32>
    package let alsoLike: Set<Int32>
    /// The usual share.
    package let usual: Double
  }

  package private(set) var published: [Published] = []
  package private(set) var forgotten = 0

  package let games = (0..<18).map { number in
    Game(
      id: "g\(number)", title: "", developerId: "d\(number)", tags: [TagNights.tags[number % 6]])
  }

  private struct Event {
    var player: Int32
    var game: Int
    var day: Day
    var isLike: Bool
    /// The night that reads it first, and the one that reads a correction or a removal.
    var arrives: Int
    var leaves = Int.max
  }

  package init(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let players = 900
    let stays = (0..<players).map { _ in Int.random(in: 150..<340, using: &random) }
    var events: [Event] = []
    for _ in 0..<14_000 {
      let player = Int.random(in: 0..<players, using: &random)
      let on = stays[player] + Int.random(in: 0..<45, using: &random)
      guard on < 340 else { continue }
      // Players like two games with a tag, and a third one that lacks it.
      let taste = player % 6
      let isOwn = Int.random(in: 0..<8, using: &random) > 0
      let own = 6 * Int.random(in: 0..<2, using: &random) + taste
      let next = 12 + (taste + 1) % 6
      let other = Int.random(in: 0..<games.count, using: &random)
      let game = isOwn ? (Bool.random(using: &random) ? own : next) : other
      var event = Event(
        player: Int32(player), game: game, day: day(on),
        isLike: Int.random(in: 0..<10, using: &random) < (isOwn ? 8 : 2),
        arrives: max(0, on - 279))
      // One in thirty is late by up to three weeks.
      if Int.random(in: 0..<30, using: &random) == 0 {
        event.arrives = max(0, on - 279 + Int.random(in: 1..<22, using: &random))
      }
      // One in fifty is corrected: another game.
      if Int.random(in: 0..<50, using: &random) == 0 {
        var changed = event
        changed.arrives = max(event.arrives, Int.random(in: 1..<Self.nights, using: &random))
        changed.game = other
        event.leaves = changed.arrives
        events.append(changed)
      }
      events.append(event)
    }
    for night in 1..<Self.nights where night % 3 > 0 {
      let player = Int32(Int.random(in: 0..<players, using: &random))
      for index in events.indices where events[index].player == player {
        events[index].leaves = min(events[index].leaves, night)
      }
      forgotten += 1
    }
    for night in 0..<Self.nights {
      add(night, events.filter { $0.arrives <= night && night < $0.leaves })
    }
  }

  private mutating func add(_ night: Int, _ events: [Event]) {
    let tonight = Self.first.adding(days: night)
    let own = events.filter { $0.day < tonight }
    let counting = StudioCounting(
      EventsByGame([
        EventTable(
          own.map {
            Swipe(
              user: "u\($0.player)", game: "g\($0.game)", action: $0.isLike ? .like : .dislike,
              day: $0.day)
          }), EventTable([Log]()),
      ]), games: games, night: tonight,
      workers: Workers(threads: 1))
    let window = ReportPeriod(.last13Weeks, before: tonight).range
    let seen = own.filter { window.contains($0.day) }
    for game in games.indices {
      let numbers = counting.numbers(ofGames: [game], followers: nil)
      for (period, suggestions) in zip(numbers.periods, numbers.suggestions)
      where period.kind == .last13Weeks {
        for suggestion in suggestions {
          guard case .tag(let tag, let likers, let share, let usual) = suggestion.basis else {
            continue
          }
          let whole = numbers.studio[numbers.periods.firstIndex(of: period) ?? 0]
          published.append(
            Published(
              game: game, night: night, window: window, tag: tag, likers: likers,
              share: share, usual: usual, players: whole.players?.count ?? 0,
              totalLikes: whole.tally[.likes], truth: truth(of: game, tag, seen)))
        }
      }
    }
  }

  private func truth(of game: Int, _ tag: String, _ seen: [Event]) -> Truth {
    func likers(_ isMember: (Game) -> Bool) -> Set<Int32> {
      Set(seen.filter { $0.isLike && isMember(games[$0.game]) }.map(\.player))
    }
    let own = Set(seen.filter { $0.isLike && $0.game == game }.map(\.player))
    let lacking = Self.tags.filter { !games[game].tags.contains($0) }
    let byTag = Dictionary(
      uniqueKeysWithValues: lacking.map { tag in (tag, likers { $0.tags.contains(tag) }) })
    let ownTags = byTag.values.reduce(0) { $0 + $1.intersection(own).count }
    let allTags = byTag.values.reduce(0) { $0 + $1.count }
    let liked = byTag[tag] ?? []
    return Truth(
      players: Set(seen.filter { $0.game == game }.map(\.player)), likers: own,
      alsoLike: liked.intersection(own),
      usual: Double(ownTags) / Double(allTags) * Double(liked.count) / Double(own.count))
  }
}
