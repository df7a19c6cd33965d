import FindieDomain
import FindieLab
import Foundation
import Testing

/// The planted effects are visible in the lines. Bounds are wide, the seed is fixed.
struct PlantedTruthTests {
  @Test func `weekends are busier than the middle of the week`() throws {
    let sessions = try Dictionary(grouping: MemoryWorld.commonEvents.get()) { $0.timestamp.day }
      .mapValues { Set($0.map(\.sessionId)).count }
    func mean(_ weekdays: Set<Day.Weekday>) -> Double {
      let chosen = sessions.filter { weekdays.contains($0.key.weekday) }.values
      return Double(chosen.reduce(0, +)) / Double(chosen.count)
    }
    // The rhythm's own ratio is (1.26 + 1.18) / (0.84 + 0.86) = 1.44.
    let ratio = mean([.saturday, .sunday]) / mean([.tuesday, .wednesday])
    #expect((1.2...1.75).contains(ratio))
  }

  @Test func `cards further down are liked less`() throws {
    let world = try MemoryWorld.common.get()
    let burst = try #require(world.truth.burst).gameId
    let verdicts = try MemoryWorld.commonInteractions.get().filter {
      $0.action.isVerdict && $0.gameId != burst
    }
    func likeRate(_ positions: ClosedRange<Int>) -> Double {
      let cards = verdicts.filter { positions.contains($0.cardPosition ?? -1) }
      return Double(cards.count { $0.action == .like || $0.action == .superLike })
        / Double(cards.count)
    }
    // The curve says 1 at the top and 0.5 + 0.5·e^(-2) = 0.57 at 12.
    let ratio = likeRate(9...18) / likeRate(0...0)
    #expect((0.45...0.75).contains(ratio))
    #expect(world.truth.positionBias[0] == 1)
    #expect(world.truth.positionBias[12] == 0.5677)
  }

  @Test func `twins are liked by the same players, and other pairs are not`() throws {
    let world = try MemoryWorld.common.get()
    var likers: [String: Set<String>] = [:]
    for interaction in try MemoryWorld.commonInteractions.get()
    where interaction.action == .like || interaction.action == .superLike {
      likers[interaction.gameId, default: []].insert(interaction.userId)
    }
    func cosine(_ left: String, _ right: String) -> Double {
      let a = likers[left] ?? []
      let b = likers[right] ?? []
      guard !a.isEmpty, !b.isEmpty else { return 0 }
      return Double(a.intersection(b).count) / Double(a.count * b.count).squareRoot()
    }
    let twins = world.truth.twins
    #expect(twins.count == 8)
    let same = twins.map { cosine($0.firstGameId, $0.secondGameId) }
    let crossed = twins.indices.flatMap { index in
      twins.indices.filter { $0 != index }
        .map { cosine(twins[index].firstGameId, twins[$0].secondGameId) }
    }
    #expect(same.allSatisfy { $0 > 0.4 })
    #expect(crossed.allSatisfy { $0 < 0.3 })
  }

  @Test func `the trending game rises on its days by many players`() throws {
    let world = try MemoryWorld.common.get()
    let trend = try #require(world.truth.trending)
    let mine = try MemoryWorld.commonInteractions.get().filter { $0.gameId == trend.gameId }
    let range = DayRange(first: trend.firstDay, last: trend.lastDay)
    #expect(range.count == 5)
    let during = mine.filter { range.contains($0.timestamp.day) }
    let perDayBefore = Double(mine.count - during.count) / 37
    #expect(Double(during.count) / 5 > 5 * perDayBefore)
    #expect(Set(during.map(\.userId)).count > 40)
  }

  @Test func `the burst is by few accounts that joined on its day and do nothing else`() throws {
    let world = try MemoryWorld.common.get()
    let burst = try #require(world.truth.burst)
    let accounts = Set(burst.userIds)
    #expect(accounts.count == 12)
    for user in try world.users() where accounts.contains(user.id) {
      #expect(user.joinedDate?.day == burst.day)
    }
    let theirs = try MemoryWorld.commonInteractions.get().filter { accounts.contains($0.userId) }
    #expect(theirs.allSatisfy { $0.gameId == burst.gameId && $0.timestamp.day == burst.day })
    #expect(theirs.count { $0.action.isVerdict } == 12 * 20)
  }

  @Test func `few games have most of the cards and few players most of the sessions`() throws {
    let verdicts = try MemoryWorld.commonInteractions.get().filter(\.action.isVerdict)
    func topTenth(_ groups: [Int], of all: Int) -> Double {
      let sorted = groups.sorted(by: >)
      return Double(sorted.prefix(all / 10).reduce(0, +)) / Double(verdicts.count)
    }
    let games = Dictionary(grouping: verdicts, by: \.gameId).values.map(\.count)
    let players = Dictionary(grouping: verdicts, by: \.userId).values.map(\.count)
    #expect(topTenth(games, of: 150) > 0.2)
    #expect(topTenth(players, of: 1200) > 0.2)
  }
}
