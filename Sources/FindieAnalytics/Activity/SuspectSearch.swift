package import FindieDomain
package import FindieHistory

/// An account that is too active for a person.
package struct Suspect: Sendable, Equatable {
  /// The limits. Each is judged within a collection: ids of different collections are never joined.
  package enum Rule: String, Codable, CaseIterable, Sendable {
    /// The most events within a minute of one day, from `fastest` on.
    case minute
    /// The most events of a day, from `largest` on.
    case day
    /// The hours of the longest time without a pause of `pause` hours, from `longest` on.
    case withoutPause
  }

  /// One event every 0.6 seconds.
  package static let fastest = 100
  /// One event every three seconds for more than eight hours.
  package static let largest = 10_000
  /// An instant with as many events is that of an upload, or a date alone: it says nothing of pace.
  package static let upload = 20
  package static let pause = 3
  package static let longest = 36

  /// What was found by a rule: the largest value, and its day; of several the first.
  package struct Evidence: Codable, Sendable, Equatable {
    package let rule: Rule
    package let day: Day
    package let value: Int
  }

  package let source: EventSource
  package let id: String
  package fileprivate(set) var evidence: [Evidence] = []
  package let events: Int
  package let likes: Int
}

/// Finds suspects in the events of one record, day by day.
package struct SuspectSearch: Sendable {
  private struct Player: Sendable {
    var events = 0
    var likes = 0
    /// The first and the last event without a pause between them, in milliseconds since 1970.
    var start = Int64.min
    var last = Int64.min
    var found: [Suspect.Rule: (day: Day, value: Int)] = [:]

    mutating func find(_ rule: Suspect.Rule, _ value: Int, on day: Day, atLeast limit: Int) {
      guard value >= limit, value > found[rule]?.value ?? 0 else { return }
      found[rule] = (day, value)
    }

    /// - Parameter all: of a day, ascending.
    mutating func add(_ all: [Int64], on day: Day) {
      var instants = all
      if all.count >= Suspect.upload {
        let counts = Dictionary(all.map { ($0, 1) }, uniquingKeysWith: +)
        instants = all.filter { counts[$0, default: 0] < Suspect.upload }
      }
      var first = 0
      for next in instants.indices {
        while instants[next] - instants[first] >= 60_000 { first += 1 }
        find(.minute, next - first + 1, on: day, atLeast: Suspect.fastest)
        let instant = instants[next]
        if start == .min || instant - last >= Int64(Suspect.pause) * 3_600_000 { start = instant }
        last = instant
        find(
          .withoutPause, Int((last - start) / 3_600_000), on: Timestamp(milliseconds: start).day,
          atLeast: Suspect.longest)
      }
      find(.day, all.count, on: day, atLeast: Suspect.largest)
    }
  }

  private let source: EventSource
  private let likeKinds: Set<UInt8>
  private var players: [Player] = []

  package init(_ collection: EventCollection) {
    source = EventSource(collection)
    likeKinds =
      switch collection {
      case .interactions: [SwipeAction.like.code, SwipeAction.superLike.code]
      case .analytics: [EventType.gameLike.code]
      }
  }

  /// All events, and all likes.
  package var totals: (events: Int, likes: Int) {
    players.reduce(into: (0, 0)) {
      $0.0 += $1.events
      $0.1 += $1.likes
    }
  }

  /// Adds the events of the next days.
  package mutating func add(_ table: EventTable) {
    let codes = table[.userId].codes
    players += [Player](
      repeating: Player(), count: table[.userId].vocabulary.count - players.count)
    for (day, rows) in table.days {
      var instants: [UInt32: [Int64]] = [:]
      for row in rows { instants[codes[row], default: []].append(table.milliseconds[row]) }
      for (code, own) in instants {
        players[Int(code)].events += own.count
        players[Int(code)].add(own, on: day)
      }
      for row in rows where likeKinds.contains(table.kinds[row]) {
        players[Int(codes[row])].likes += 1
      }
    }
  }

  /// Those with evidence, the most events first, then by id.
  ///
  /// - Parameter names: a table with the vocabulary of all days.
  package func suspects(_ names: EventTable) -> [Suspect] {
    players.enumerated().filter { !$0.element.found.isEmpty }.map { code, player in
      var suspect = Suspect(
        source: source, id: names[.userId].vocabulary.text(UInt32(code)), events: player.events,
        likes: player.likes)
      suspect.evidence = Suspect.Rule.allCases.compactMap { rule in
        player.found[rule].map { Suspect.Evidence(rule: rule, day: $0.day, value: $0.value) }
      }
      return suspect
    }.sorted { ($1.events, ExactText($0.id)) < ($0.events, ExactText($1.id)) }
  }
}
