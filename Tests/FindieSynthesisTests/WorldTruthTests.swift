import FindieDomain
import FindieSynthesis
import Foundation
import Testing

/// The truth against a recount of the lines, to the last unit.
struct WorldTruthTests {
  @Test func `lines by file`() throws {
    let world = try MemoryWorld.common.get()
    var counts = world.files.mapValues { $0.count { $0 == UInt8(ascii: "\n") } }
    counts["truth.json"] = nil
    #expect(world.truth.lines == counts)
  }

  @Test func `interactions by day and action`() throws {
    let world = try MemoryWorld.common.get()
    let all = try MemoryWorld.commonInteractions.get()
    let byDay = Dictionary(grouping: all) { $0.timestamp.day }
    for day in world.truth.days {
      #expect(day.actions == count((byDay[day.day] ?? []).map(\.action)))
    }
    #expect(world.truth.totals.actions == count(all.map(\.action)))
    #expect(world.truth.totals.interactions == all.count)
  }

  @Test func `analytics events by day and type`() throws {
    let world = try MemoryWorld.common.get()
    let all = try MemoryWorld.commonEvents.get()
    let byDay = Dictionary(grouping: all) { $0.timestamp.day }
    for day in world.truth.days {
      #expect(day.events == count((byDay[day.day] ?? []).map(\.eventType)))
    }
    #expect(world.truth.totals.eventTypes == count(all.map(\.eventType)))
    #expect(world.truth.totals.events == all.count)
  }

  @Test func `active players by day, week, month and in all`() throws {
    let world = try MemoryWorld.common.get()
    let players = try Dictionary(grouping: MemoryWorld.commonInteractions.get()) {
      $0.timestamp.day
    }
    .mapValues { Set($0.map(\.userId)) }
    for day in world.truth.days {
      #expect(day.activePlayers == players[day.day]?.count ?? 0)
    }
    func actives(_ count: Int) -> Int {
      let last = world.truth.parameters.lastDay
      let range = DayRange(lastDays: count, before: last.adding(days: 1))
      return Set(players.filter { range.contains($0.key) }.flatMap(\.value)).count
    }
    #expect(world.truth.weeklyActives == actives(7))
    #expect(world.truth.monthlyActives == actives(30))
    #expect(world.truth.totals.activePlayers == actives(world.truth.parameters.days))
  }

  @Test func `sessions by day`() throws {
    let world = try MemoryWorld.common.get()
    let sessions = try Dictionary(grouping: MemoryWorld.commonEvents.get()) { $0.timestamp.day }
      .mapValues { Set($0.map(\.sessionId)).count }
    for day in world.truth.days { #expect(day.sessions == sessions[day.day] ?? 0) }
  }

  @Test func `sign-ups by day, and who came back after 1, 7 and 30 days`() throws {
    let world = try MemoryWorld.common.get()
    let active = try Dictionary(grouping: MemoryWorld.commonInteractions.get()) { $0.timestamp.day }
      .mapValues { Set($0.map(\.userId)) }
    let joined = try Dictionary(grouping: world.users()) { try #require($0.joinedDate).day }
      .mapValues { Set($0.map(\.id)) }
    let last = world.truth.parameters.lastDay
    for day in world.truth.days {
      let cohort = joined[day.day] ?? []
      #expect(day.signUps == cohort.count)
      func retained(_ age: Int) -> Int? {
        let later = day.day.adding(days: age)
        return later <= last ? cohort.intersection(active[later] ?? []).count : nil
      }
      #expect(day.retainedDay1 == retained(1))
      #expect(day.retainedDay7 == retained(7))
      #expect(day.retainedDay30 == retained(30))
    }
  }

  @Test func `totals of every game`() throws {
    let world = try MemoryWorld.common.get()
    let interactions = try Dictionary(grouping: MemoryWorld.commonInteractions.get(), by: \.gameId)
    let events = try Dictionary(grouping: MemoryWorld.commonEvents.get(), by: \.gameId)
    #expect(world.truth.games.count == 150)
    for game in world.truth.games {
      let mine = interactions[game.gameId] ?? []
      let views = events[game.gameId] ?? []
      #expect(game.actions == count(mine.map(\.action)))
      #expect(game.verdicts == mine.count { $0.action.isVerdict })
      #expect(game.players == Set(mine.map(\.userId)).count)
      #expect(game.views == views.count { $0.eventType == .gameView })
      #expect(game.steamClicks == views.count { $0.shop == "steam" })
      #expect(game.itchioClicks == views.count { $0.shop == "itchio" })
    }
  }

  @Test func `wishlist items`() throws {
    let world = try MemoryWorld.common.get()
    let items = try world.records(Wishlist.self, "wishlists.ndjson").flatMap(\.items)
    #expect(world.truth.totals.wishlistItems == items.count)
    let dated = items.count { $0.addedDate != nil }
    #expect(dated > 0)
    #expect(dated < items.count)
  }

  private func count<Kind: RawRepresentable<String> & CaseIterable>(
    _ kinds: [Kind]
  ) -> [String: Int] {
    var counts = Dictionary(uniqueKeysWithValues: Kind.allCases.map { ($0.rawValue, 0) })
    for kind in kinds { counts[kind.rawValue, default: 0] += 1 }
    return counts
  }
}
