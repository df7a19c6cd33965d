import FindieAnalytics
import FindieAnalyticsTestSupport
import FindieDomain
import FindieHistory
import FindieTestSupport
import FindieWorkers
import Foundation
import Testing

/// A studio's numbers, counted event by event by their definitions.
@Suite struct StudioNumbersTests {
  private let world = StudioWorld(seed: 4, games: 3, players: 150, events: 9000)
  private var ids: [String] { world.games.map(\.id) }

  private func swipes(_ games: [String], _ range: DayRange) -> [Swipe] {
    world.swipes.filter { games.contains($0.game) && range.contains($0.day) }
  }

  private func logs(_ games: [String], _ range: DayRange) -> [Log] {
    world.logs.filter { games.contains($0.game) && range.contains($0.day) }
  }

  /// Each game alone, then the studio, each with its numbers.
  private func scopes(_ numbers: StudioNumbers) -> [([String], [PeriodNumbers])] {
    zip(ids, numbers.games).map { ([$0], $1.periods) } + [(ids, numbers.studio)]
  }

  @Test func `totals are those of the activity, now and before`() throws {
    let numbers = world.numbers
    let activity = Activity(
      interactions: EventTable(world.swipes), analytics: EventTable(world.logs),
      games: world.games, night: StudioWorld.night, workers: Workers(threads: 1))
    for (games, published) in scopes(numbers) {
      let indices = try games.map { try #require(activity.index(of: $0)) }
      func sum(_ range: DayRange) -> Tally {
        indices.reduce(into: Tally()) { $0 += activity.tally(of: $1, in: range) }
      }
      for (period, own) in zip(numbers.periods, published) {
        #expect(own.tally.counts == sum(period.range))
        let isRecorded = period.before.first >= activity.wholeRange.first
        #expect(own.before?.counts == (isRecorded ? sum(period.before) : nil), "\(period.name)")
      }
    }
  }

  @Test func `each record's own counts are published too`() {
    let numbers = world.numbers
    for (games, published) in scopes(numbers) {
      for (period, own) in zip(numbers.periods, published) {
        let swipes = swipes(games, period.range)
        let logs = logs(games, period.range)
        let interactions = own.records[.interactions]
        #expect(interactions?[.likes] == swipes.count { $0.action == .like })
        #expect(interactions?[.impressions] == swipes.count { $0.action.isVerdict })
        #expect(own.records[.analytics]?[.detailOpens] == logs.count { $0.type == .gameClick })
        #expect(own.records[.analytics]?[.likes] == logs.count { $0.type == .gameLike })
      }
    }
  }

  @Test func `numbers of players count distinct ones`() {
    let numbers = world.numbers
    var published = 0
    for (games, own) in scopes(numbers) {
      for (period, own) in zip(numbers.periods, own) {
        let swipes = swipes(games, period.range)
        let logs = logs(games, period.range)
        let isSwipes = Set(swipes.map(\.user)).count >= Set(logs.map(\.user)).count
        func first(_ user: String) -> Day? {
          isSwipes
            ? world.swipes.filter { $0.user == user }.map(\.day).min()
            : world.logs.filter { $0.user == user }.map(\.day).min()
        }
        func players(_ actions: Set<SwipeAction>, _ types: Set<EventType>) -> Set<String> {
          isSwipes
            ? Set(swipes.filter { actions.contains($0.action) }.map(\.user))
            : Set(logs.filter { types.contains($0.type) }.map(\.user))
        }
        let all = players(Set(SwipeAction.allCases), Set(EventType.allCases))
        let expected = [
          all.count,
          players([.viewDetails, .wishlist], [.gameClick, .gameWishlist, .externalLinkClick]).count,
          players([.wishlist], [.gameWishlist, .externalLinkClick]).count,
          players([], [.externalLinkClick]).count,
        ]
        guard period.kind != .day else {
          #expect(own.players == nil && own.playersBefore == nil && own.newPlayers == nil)
          #expect(own.returningPlayers == nil && own.funnel == [] && own.viewTime == nil)
          continue
        }
        for (count, players) in zip(expected, own.funnel) {
          let isShown = count == 0 || count >= 10
          #expect(players == (isShown ? .atLeast(count / 10 * 10) : .suppressed), "\(period.name)")
          published += isShown ? 1 : 0
        }
        #expect(own.players == own.funnel[0])
        #expect(own.funnel.count == (own.playersSource == .interactions ? 3 : 4))
        let new = all.filter { first($0).map { $0 >= period.range.first } ?? false }.count
        let areShown = all.isEmpty || min(new, all.count - new) >= 10
        #expect(own.newPlayers == (areShown ? .atLeast(new / 10 * 10) : .suppressed))
        let returning = all.count - new
        #expect(own.returningPlayers == (areShown ? .atLeast(returning / 10 * 10) : .suppressed))
      }
    }
    // Suppression leaves enough to be tested.
    #expect(published > 30)
  }

  @Test func `quartiles are NumPy's in whole seconds, for ten players or more`()
    throws
  {
    let numbers = world.numbers
    var compared = 0
    for (games, own) in scopes(numbers) {
      for (period, own) in zip(numbers.periods, own) {
        let views = swipes(games, period.range).filter {
          $0.viewSeconds > 0 && $0.viewSeconds <= 86_400 && $0.action.isVerdict
        }
        guard period.kind != .day, Set(views.map(\.user)).count >= 10 else {
          #expect(own.viewTime == nil)
          continue
        }
        let seconds = views.map { Double($0.viewSeconds) }.sorted()
        func quantile(_ share: Double) -> Double {
          let position = share * Double(seconds.count - 1)
          let low = seconds[Int(position.rounded(.down))]
          return low + (seconds[Int(position.rounded(.up))] - low)
            * (position - position.rounded(.down))
        }
        let published = try #require(own.viewTime)
        compared += 1
        #expect(published.views == seconds.count / 10 * 10)
        #expect(published.quartiles.lower == quantile(0.25).rounded())
        #expect(published.quartiles.median == quantile(0.5).rounded())
        #expect(published.quartiles.upper == quantile(0.75).rounded())
      }
    }
    #expect(compared > 0)
  }

  @Test func `cells and what is suppressed add up to the record's total, but for rounding`() {
    let numbers = world.numbers
    var cells = 0
    for (games, own) in scopes(numbers) {
      for own in own {
        for cut in own.breakdowns where cut.cut.addsUp {
          for measure in Measure.allCases where !cut.cut.isOfClicks || measure == .externalClicks {
            let published = cut.cells.reduce(0) { $0 + $1.tally[measure] }
            let rounded = cut.total[measure] - published - cut.suppressed[measure]
            #expect((0...9 * (cut.cells.count + 1)).contains(rounded))
            #expect(cut.cells.allSatisfy { $0.tally[measure].isMultiple(of: 10) })
            #expect(cut.suppressed[measure].isMultiple(of: 10))
          }
          let logs = logs(games, cut.range)
          let types: [(Measure, EventType)] = [
            (.externalClicks, .externalLinkClick), (.detailOpens, .gameClick), (.likes, .gameLike),
            (.dislikes, .gameDislike), (.wishlistAdds, .gameWishlist), (.shares, .gameShare),
          ]
          for (measure, type) in types where !cut.cut.isOfClicks || measure == .externalClicks {
            #expect(cut.total[measure] == logs.count { $0.type == type })
          }
          cells += cut.cells.count
        }
      }
    }
    #expect(cells > 50)
  }

  @Test func `a cell without a lower bound has all events of its value`() throws {
    let numbers = world.numbers
    var published = 0
    for (id, game) in zip(ids, numbers.games) {
      for own in game.periods {
        for cut in own.breakdowns where cut.cut != .genrePreference {
          let logs = logs([id], cut.range)
          for cell in cut.cells where !cell.isAtLeast {
            let events = logs.filter { $0.value(of: cut.cut) == cell.value }
            func count(_ type: EventType) -> Int { events.count { $0.type == type } / 10 * 10 }
            #expect(cell.tally[.externalClicks] == count(.externalLinkClick))
            published += 1
            guard !cut.cut.isOfClicks else { continue }
            #expect(cell.tally[.detailOpens] == count(.gameClick))
            #expect(cell.tally[.likes] == count(.gameLike))
            #expect(cell.tally[.impressions] >= count(.gameView))
          }
        }
      }
    }
    #expect(published > 10)
  }

  @Test func `genres are the event's, otherwise unknown`() {
    let numbers = world.numbers
    var (published, whole) = (0, 0)
    for (id, game) in zip(ids, numbers.games) {
      for own in game.periods {
        for cut in own.breakdowns where cut.cut == .genrePreference {
          for cell in cut.cells {
            let events = swipes([id], cut.range).filter {
              $0.genres.isEmpty ? cell.value == "unknown" : $0.genres.contains(cell.value)
            }
            let likes = events.count { $0.action == .like }
            let verdicts = events.count { $0.action.isVerdict }
            #expect(cell.tally[.likes] <= likes)
            #expect(cell.tally[.impressions] <= verdicts)
            if !cell.isAtLeast {
              #expect(cell.tally[.likes] == likes / 10 * 10)
              #expect(cell.tally[.impressions] == verdicts / 10 * 10)
              whole += 1
            }
            published += 1
          }
        }
      }
    }
    #expect(published > 5)
    #expect(whole > 1)
  }

  @Test func `breakdowns are published of whole weeks`() {
    let numbers = world.numbers
    let monday = StudioWorld.night.adding(days: 1 - StudioWorld.night.weekday.rawValue)
    for (period, own) in zip(numbers.periods, numbers.studio) {
      let weeks = CutOracle.weeksOf[period.kind]
      #expect(own.breakdowns.isEmpty == (weeks == nil))
      for cut in own.breakdowns {
        #expect(cut.range == DayRange(lastDays: 7 * (weeks ?? 0), before: monday))
      }
    }
  }

  @Test func `the days are those of the activity`() {
    let numbers = world.numbers
    // The night is a Tuesday: 13 weeks and Monday.
    #expect(numbers.days.count == 92)
    #expect(numbers.dayRange.last == StudioWorld.night.adding(days: -1))
    let last = DayRange(lastDays: 1, before: StudioWorld.night)
    #expect(
      numbers.days.last?[.externalClicks] == logs(ids, last).count { $0.type == .externalLinkClick }
    )
    #expect(numbers.days.prefix(91).reduce(into: Tally(), +=) == numbers.studio[3].tally.counts)
  }

  @Test func `weeks have the totals and the rounded new and returning players of each`() {
    let world = StudioWorld(seed: 8, games: 3, players: 500, events: 20_000, spread: 2)
    let numbers = world.numbers
    #expect(numbers.weeks.count == 13)
    #expect(numbers.weeks.last?.tally == numbers.studio[1].tally)
    #expect(numbers.weeks.last?.newPlayers == numbers.studio[1].newPlayers)
    #expect(numbers.weeks.last?.name == numbers.periods[1].name)
    var published = 0
    for (index, week) in numbers.weeks.enumerated() {
      let days = numbers.days[7 * index..<7 * index + 7]
      #expect(week.tally.counts == days.reduce(into: Tally(), +=))
      let swipes = world.swipes.filter { week.range.contains($0.day) }
      let logs = world.logs.filter { week.range.contains($0.day) }
      let isSwipes = Set(swipes.map(\.user)).count >= Set(logs.map(\.user)).count
      let players = isSwipes ? Set(swipes.map(\.user)) : Set(logs.map(\.user))
      let known =
        isSwipes
        ? Set(world.swipes.filter { $0.day < week.range.first }.map(\.user))
        : Set(world.logs.filter { $0.day < week.range.first }.map(\.user))
      let (new, returning) = (
        players.subtracting(known).count, players.intersection(known).count
      )
      let areShown = min(new, returning) >= 10
      #expect(week.newPlayers == (areShown ? .atLeast(new / 10 * 10) : .suppressed))
      #expect(week.returningPlayers == (areShown ? .atLeast(returning / 10 * 10) : .suppressed))
      published += areShown ? 1 : 0
    }
    #expect(published > 3)
  }

  @Test func `followers are rounded, and suppressed below ten`() {
    let counting = world.counting()
    for (followers, published) in [
      (nil, nil), (0, .suppressed), (9, .suppressed), (19, .atLeast(10)), (1000, .atLeast(1000)),
    ] as [(Int?, PlayerCount?)] {
      #expect(counting.numbers(ofGames: [0], followers: followers).followers == published)
    }
  }

  @Test func `one thread and three count the same, in any order of events`() {
    let one = world.counting(threads: 1).numbers(ofGames: [0, 1, 2], followers: nil)
    let three = world.counting(threads: 3).numbers(ofGames: [0, 1, 2], followers: nil)
    #expect(one.studio == three.studio)
    #expect(one.games.map(\.periods) == three.games.map(\.periods))
  }

  @Test func `a studio of one game has the numbers of its game`() {
    let world = StudioWorld(seed: 9, games: 1, players: 80, events: 3000)
    let numbers = world.numbers
    for (game, studio) in zip(numbers.games[0].periods, numbers.studio) {
      #expect(game.players == studio.players)
      #expect(game.breakdowns == studio.breakdowns)
      #expect(game.tally == studio.tally)
    }
  }

  @Test func `findings have the numbers of their sentences`() {
    let numbers = world.numbers
    for (studio, findings) in zip(numbers.studio, numbers.findings) {
      #expect(findings.count == 3)
      guard case .reach(let impressions, _, _, _) = findings[0] else {
        Issue.record("no reach: \(findings[0])")
        return
      }
      #expect(impressions == studio.tally[.impressions])
    }
  }
}
