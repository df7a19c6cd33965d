import FindieAnalytics
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
        #expect(own.tally == sum(period.range))
        #expect(own.before == sum(period.before))
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
        for (count, players) in zip(expected, own.funnel) {
          guard let number = players.count else { continue }
          #expect(number == count, "\(period.name)")
          published += 1
        }
        #expect(own.players == own.funnel[0])
        #expect(own.funnel.count == (own.playersSource == .interactions ? 3 : 4))
        let new = all.filter { first($0).map { $0 >= period.range.first } ?? false }.count
        if let number = own.newPlayers.count { #expect(number == new) }
        if let number = own.returningPlayers.count { #expect(number == all.count - new) }
      }
    }
    // Suppression leaves enough to be tested.
    #expect(published > 30)
  }

  @Test func `quartiles are NumPy's, for ten players or more, without views longer than a day`()
    throws
  {
    let numbers = world.numbers
    var compared = 0
    for (games, own) in scopes(numbers) {
      for (period, own) in zip(numbers.periods, own) {
        let views = swipes(games, period.range).filter { (0...86_400).contains($0.viewSeconds) }
        guard Set(views.map(\.user)).count >= 10 else {
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
        // It may be suppressed, since another could be derived from it.
        guard let published = own.viewTime else { continue }
        compared += 1
        #expect(published.views == seconds.count)
        #expect(abs(published.quartiles.lower - quantile(0.25)) < 1e-9)
        #expect(abs(published.quartiles.median - quantile(0.5)) < 1e-9)
        #expect(abs(published.quartiles.upper - quantile(0.75)) < 1e-9)
      }
    }
    #expect(compared > 0)
  }

  @Test func `cells and what is suppressed add up to the record's total`() {
    let numbers = world.numbers
    var cells = 0
    for (games, own) in scopes(numbers) {
      for own in own {
        for cut in own.breakdowns where cut.cut.addsUp {
          for measure in Measure.allCases where cut.cut != .shop || measure == .externalClicks {
            let published = cut.cells.reduce(0) { $0 + $1.tally[measure] }
            #expect(published + cut.suppressed[measure] == cut.total[measure])
          }
          let logs = logs(games, cut.range)
          let types: [(Measure, EventType)] = [
            (.externalClicks, .externalLinkClick), (.detailOpens, .gameClick), (.likes, .gameLike),
            (.dislikes, .gameDislike), (.wishlistAdds, .gameWishlist), (.shares, .gameShare),
          ]
          for (measure, type) in types where cut.cut != .shop || measure == .externalClicks {
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
            let events = logs.filter { Self.value($0, cut.cut) == cell.value }
            #expect(cell.tally[.externalClicks] == events.count { $0.type == .externalLinkClick })
            published += 1
            guard cut.cut != .shop else { continue }
            #expect(cell.tally[.detailOpens] == events.count { $0.type == .gameClick })
            #expect(cell.tally[.likes] == events.count { $0.type == .gameLike })
            #expect(cell.tally[.impressions] >= events.count { $0.type == .gameView })
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
              #expect(cell.tally[.likes] == likes)
              #expect(cell.tally[.impressions] == verdicts)
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
    #expect(numbers.days.count == 90)
    let last = DayRange(lastDays: 1, before: StudioWorld.night)
    #expect(
      numbers.days.last?[.externalClicks] == logs(ids, last).count { $0.type == .externalLinkClick }
    )
    let period = numbers.studio[5].tally
    #expect(numbers.days.reduce(into: Tally(), +=) == period)
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
      let reach = findings[0].numbers.first
      #expect(reach?.measure == "impressions")
      #expect(reach?.value == Double(studio.tally[.impressions]))
    }
  }

  static func value(_ log: Log, _ cut: Cut) -> String {
    let text =
      switch cut {
      case .deviceType: log.device
      case .appVersion: log.version
      case .shop: log.shop
      case .surface: Cut.surfaces.contains(log.surface) ? log.surface : ""
      case .genrePreference: ""
      }
    return text.isEmpty ? "unknown" : text
  }
}
