package import FindieAnalytics
package import FindieDomain
import FindieHistory
import FindieTestSupport
import FindieWorkers

/// Consecutive nights of a generated world with late events, corrected events and forgotten
/// players, and every number of players that its reports publish.
package struct ManyNights {
  package static let k = 10
  package static let nights = Tier.isCampaign ? 60 : 20
  /// A Wednesday. The nights go over two ends of months, and one of a quarter.
  package static let first = day(280)
  /// The games of each studio.
  package static let studios = [[0], [1, 2], [3, 4, 5], [6, 7, 8, 9, 10]]

  package enum Group: Hashable {
    case all, new, returning, details, wishlist, shop
    /// Players who first wished for one of the games in a week, and those who then went to its
    /// shop, by the end of some week after it.
    case wished
    case clicked(weeksLater: Int)

    package var isOfCohort: Bool {
      switch self {
      case .wished, .clicked: true
      case .all, .new, .returning, .details, .wishlist, .shop: false
      }
    }
  }

  /// A number that is published of the same set in every run: of some games, days and players.
  package struct Key: Hashable {
    package let games: [Int]
    package let range: DayRange
    package let group: Group
    package let source: EventSource?
  }

  /// One published number.
  package struct Number {
    package let key: Key
    package let night: Int
    /// The number of the games' events of each kind on these days, which are published too.
    package let totals: [Int]
    package let published: PlayerCount
    /// The counted players, by sets.
    package let truth: Set<Int32>
  }

  /// One count of a cell of a breakdown.
  package struct CellKey: Hashable {
    package let games: [Int]
    package let range: DayRange
    package let cut: Cut
    package let measure: Measure
    /// Nil for the rest.
    package let value: String?
  }

  package struct Cell {
    package let key: CellKey
    package let night: Int
    package let total: Int
    package let published: Int
    /// Whether the total is the sum of all cells and the rest.
    package let addsUp: Bool
  }

  /// By studio.
  package private(set) var numbers: [[Number]]
  package private(set) var cells: [[Cell]]
  package private(set) var late = 0
  package private(set) var corrected = 0
  package private(set) var forgotten = 0

  private struct Event {
    var player: Int32
    var game: Int
    var day: Day
    /// Of all kinds: first those of swipes.
    var kind: Int
    var value: Int
    /// The night that reads it first, and the one that reads a correction or a removal.
    var arrives: Int
    var leaves = Int.max

    var source: EventSource { kind < ManyNights.actions.count ? .interactions : .analytics }

    /// How far down the funnel.
    var step: Int {
      switch source {
      case .interactions:
        switch ManyNights.actions[kind] {
        case .viewDetails: 1
        case .wishlist: 2
        case .like, .dislike, .superLike, .skip, .share, .neutral: 0
        }
      case .analytics:
        switch EventType.allCases[kind - ManyNights.actions.count] {
        case .gameClick: 1
        case .gameWishlist: 2
        case .externalLinkClick: 3
        case .gameView, .gameLike, .gameDislike, .gameShare: 0
        }
      }
    }
  }

  package init(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let players = 700
    // Games differ by a factor of ten, players stay for a while.
    let weights = [40, 30, 12, 40, 15, 8, 25, 15, 10, 8, 5]
    let urn = weights.enumerated().flatMap { [Int](repeating: $0, count: $1) }
    let stays = (0..<players).map { _ -> ClosedRange<Int> in
      let start = Int.random(in: -20..<330, using: &random)
      return max(0, start)...min(339, max(0, start) + Int.random(in: 0..<60, using: &random))
    }
    var events: [Event] = []
    for _ in 0..<48_000 {
      let player = Int.random(in: 0..<players, using: &random)
      let on = Int.random(in: stays[player], using: &random)
      var event = Event(
        player: Int32(player), game: urn.randomElement(using: &random) ?? 0, day: day(on),
        kind: Int.random(in: 0..<Self.kinds, using: &random),
        value: player % 5, arrives: max(0, on - 279))
      // One in thirty is late by up to three weeks.
      if Int.random(in: 0..<30, using: &random) == 0 {
        event.arrives = max(0, on - 279 + Int.random(in: 1..<22, using: &random))
        if event.arrives > 0 { late += 1 }
      }
      // One in a hundred is corrected: another day or game.
      if Int.random(in: 0..<100, using: &random) == 0 {
        var other = event
        other.arrives = max(event.arrives, Int.random(in: 1..<Self.nights, using: &random))
        other.day = event.day.adding(days: -Int.random(in: 0..<3, using: &random))
        if Bool.random(using: &random) { other.game = urn.randomElement(using: &random) ?? 0 }
        event.leaves = other.arrives
        events.append(other)
        corrected += 1
      }
      events.append(event)
    }
    events += Self.wishesAndClicks(players: players, &random)
    // Two players are forgotten in three nights.
    for night in 1..<Self.nights where night % 3 > 0 {
      let player = Int32(Int.random(in: 0..<players, using: &random))
      for index in events.indices where events[index].player == player {
        events[index].leaves = min(events[index].leaves, night)
      }
      forgotten += 1
    }
    numbers = Self.studios.map { _ in [] }
    cells = numbers.map { _ in [] }
    for night in 0..<Self.nights {
      add(night, events.filter { $0.arrives <= night && night < $0.leaves })
    }
  }

  /// Wishes for the games of the last two studios and clicks to their shops in the three weeks
  /// after, so many that cohorts of a week are published. One in ten is late.
  private static func wishesAndClicks(
    players: Int, _ random: inout some RandomNumberGenerator
  ) -> [Event] {
    let (wish, click) = (
      ManyNights.actions.count + (EventType.allCases.firstIndex(of: .gameWishlist) ?? 0),
      ManyNights.actions.count + (EventType.allCases.firstIndex(of: .externalLinkClick) ?? 0)
    )
    var events: [Event] = []
    for _ in 0..<4_000 {
      let player = Int.random(in: 0..<players, using: &random)
      let game = Int.random(in: 3..<11, using: &random)
      let on = Int.random(in: 180..<339, using: &random)
      func add(_ kind: Int, on day: Int) {
        let delay = Int.random(in: 0..<10, using: &random) == 0 ? 1 + day % 21 : 0
        events.append(
          Event(
            player: Int32(player), game: game, day: FindieAnalyticsTestSupport.day(day), kind: kind,
            value: player % 5, arrives: max(0, day - 279 + delay)))
      }
      add(wish, on: on)
      if Bool.random(using: &random) {
        add(click, on: min(339, on + Int.random(in: 0..<21, using: &random)))
      }
    }
    return events
  }

  /// The totals of one record's kinds of events.
  package static func totals(_ totals: [Int], of source: EventSource) -> [Int] {
    let swipes = ManyNights.actions.count
    return Array(source == .interactions ? totals[..<swipes] : totals[swipes...])
  }

  private static let actions = SwipeAction.allCases
  private static let kinds = ManyNights.actions.count + EventType.allCases.count

  private mutating func add(_ night: Int, _ events: [Event]) {
    let tonight = Self.first.adding(days: night)
    let own = events.filter { $0.day < tonight }
    let swipes = own.filter { $0.source == .interactions }.map { event in
      Swipe(
        user: "u\(event.player)", game: "g\(event.game)", action: ManyNights.actions[event.kind],
        day: event.day)
    }
    let logs = own.filter { $0.source == .analytics }.map { event in
      Log(
        user: "h\(event.player)", game: "g\(event.game)",
        type: EventType.allCases[event.kind - ManyNights.actions.count], day: event.day,
        device: ["iPhone", "iPhone", "iPad", "Android", ""][event.value],
        shop: event.kind == Self.kinds - 1 ? ["steam", "itchio"][event.value % 2] : "")
    }
    let counting = StudioCounting(
      EventsByGame([EventTable(swipes), EventTable(logs)]),
      games: (0..<11).map { Game(id: "g\($0)", title: "", developerId: "d") }, night: tonight,
      workers: Workers(threads: 1))
    let truth = Truth(own)
    for (studio, games) in Self.studios.enumerated() {
      let numbers = counting.numbers(ofGames: games, followers: nil)
      let scopes =
        [(games, numbers.studio)]
        + (games.count > 1 ? zip(games, numbers.games).map { ([$0], $1.periods) } : [])
      for (games, periods) in scopes {
        for (period, own) in zip(numbers.periods, periods) {
          add(own, period, of: games, studio, night, truth)
        }
      }
      for week in numbers.weeks {
        for (group, count) in [(Group.new, week.newPlayers), (.returning, week.returningPlayers)] {
          add(count, group, week.range, games, studio, night, truth)
        }
      }
      for cohort in numbers.wishCohorts { add(cohort, games, studio, night, truth) }
    }
  }

  private mutating func add(
    _ own: PeriodNumbers, _ period: ReportPeriod, of games: [Int], _ studio: Int, _ night: Int,
    _ truth: Truth
  ) {
    let groups: [(Group, PlayerCount?)] =
      [(.new, own.newPlayers), (.returning, own.returningPlayers)]
      + zip([.all, .details, .wishlist, .shop], own.funnel).map { ($0, $1) }
    for (group, count) in groups { add(count, group, period.range, games, studio, night, truth) }
    add(
      own.playersBefore, .all, period.before, games, studio, night, truth,
      of: own.playersSourceBefore)
    for breakdown in own.breakdowns where !breakdown.cells.isEmpty {
      let measure: Measure = breakdown.cut.isOfClicks ? .externalClicks : .impressions
      func add(_ value: String?, _ count: Int) {
        cells[studio].append(
          Cell(
            key: CellKey(
              games: games, range: period.range, cut: breakdown.cut, measure: measure,
              value: value),
            night: night, total: breakdown.total[measure], published: count,
            addsUp: breakdown.cut.addsUp))
      }
      for cell in breakdown.cells { add(cell.value, cell.tally[measure]) }
      if breakdown.isSuppressed { add(nil, breakdown.suppressed[measure]) }
    }
  }

  private mutating func add(
    _ cohort: WishCohort, _ games: [Int], _ studio: Int, _ night: Int, _ truth: Truth
  ) {
    let players = truth.wishers(games, cohort.range)
    let groups =
      [(Group.wished, cohort.wished, Int.max)]
      + cohort.clicked.enumerated().map { (Group.clicked(weeksLater: $0), $1, $0) }
    for (group, count, weeks) in groups {
      numbers[studio].append(
        Number(
          key: Key(games: games, range: cohort.range, group: group, source: .analytics),
          night: night, totals: truth.totals(games, group.days(of: cohort.range)),
          published: count, truth: Set(players.filter { $0.value <= weeks }.keys)))
    }
  }

  private mutating func add(
    _ count: PlayerCount?, _ group: Group, _ range: DayRange, _ games: [Int], _ studio: Int,
    _ night: Int, _ truth: Truth, of source: EventSource? = nil
  ) {
    guard let count else { return }
    let (source, players) = truth.players(games, range, group, of: source)
    numbers[studio].append(
      Number(
        key: Key(games: games, range: range, group: group, source: source), night: night,
        totals: truth.totals(games, range), published: count,
        truth: players))
  }

  /// The events of a night by definition: sets of players, and totals.
  private struct Truth {
    /// By game and record.
    private let events: [[[Event]]]
    /// By record: the first day of each player.
    private let first: [[Int32: Day]]
    /// By game: the number of events of each kind by day.
    private let totals: [[Day: [Int]]]

    init(_ own: [Event]) {
      var events = [[[Event]]](
        repeating: [[Event]](repeating: [], count: 2), count: 11)
      var totals = [[Day: [Int]]](repeating: [:], count: 11)
      var first = [[Int32: Day]](repeating: [:], count: 2)
      for event in own {
        let record = event.source == .interactions ? 0 : 1
        events[event.game][record].append(event)
        totals[event.game][event.day, default: [Int](repeating: 0, count: ManyNights.kinds)][
          event.kind] += 1
        first[record][event.player] = min(first[record][event.player] ?? event.day, event.day)
      }
      self.events = events
      self.first = first
      self.totals = totals
    }

    func players(
      _ games: [Int], _ range: DayRange, _ group: Group, of source: EventSource?
    ) -> (EventSource?, Set<Int32>) {
      var all = [Set<Int32>(), []]
      var own = [Set<Int32>(), []]
      for game in games {
        for record in 0..<2 {
          for event in events[game][record] where range.contains(event.day) {
            all[record].insert(event.player)
            let isMember =
              switch group {
              case .all: true
              case .new: (first[record][event.player] ?? event.day) >= range.first
              case .returning: (first[record][event.player] ?? event.day) < range.first
              case .details: event.step >= 1
              case .wishlist: event.step >= 2
              case .shop: event.step >= 3
              case .wished, .clicked: false
              }
            if isMember { own[record].insert(event.player) }
          }
        }
      }
      let record =
        source.flatMap { EventSource.allCases.firstIndex(of: $0) }
        ?? (all[1].count > all[0].count ? 1 : 0)
      return (all[record].isEmpty ? nil : EventSource.allCases[record], own[record])
    }

    /// The players of a cohort, and the number of weeks to the first click.
    func wishers(_ games: [Int], _ week: DayRange) -> [Int32: Int] {
      let known = Group.wished.days(of: week)
      var found: [Int32: Int] = [:]
      for game in games {
        let wishes = events[game][1].filter { $0.step == 2 && known.contains($0.day) }
        for (player, wishes) in Dictionary(grouping: wishes, by: \.player) {
          guard let first = wishes.map(\.day).filter({ $0 >= week.first }).min(),
            wishes.allSatisfy({ $0.day >= week.first })
          else { continue }
          let clicks = events[game][1].filter {
            $0.player == player && $0.step == 3 && $0.day >= first
          }.map { $0.day.days(since: week.first) / 7 }
          found[player] = min(found[player] ?? .max, clicks.min() ?? .max)
        }
      }
      return found
    }

    func totals(_ games: [Int], _ range: DayRange) -> [Int] {
      var counts = [Int](repeating: 0, count: ManyNights.kinds)
      for game in games {
        for day in range.days {
          guard let own = totals[game][day] else { continue }
          for kind in own.indices { counts[kind] += own[kind] }
        }
      }
      return counts
    }
  }
}

extension ManyNights.Group {
  /// The days whose events a number of a range depends on.
  package func days(of range: DayRange) -> DayRange {
    switch self {
    case .wished: DayRange(first: range.first.adding(days: -91), last: range.last)
    case .clicked(let weeks):
      DayRange(
        first: range.first.adding(days: -91), last: range.last.adding(days: 7 * weeks))
    case .all, .new, .returning, .details, .wishlist, .shop: range
    }
  }
}
