import FindieAnalytics
import FindieDomain
import FindieTestSupport
import FindieWorkspace
import Foundation
import Testing

/// A studio compares its reports of many nights to learn what forgotten players did.
@Suite struct ForgettingAttackTests {
  private static let world = Result { try ForgettingWorld() }
  private static let zone = TimeZone(identifier: ForgettingWorld.zone)

  private func name(_ line: ForgettingWorld.Line) throws -> String {
    let zone = try #require(Self.zone)
    let measure = try #require(line.measure)
    return "g\(line.game)|day \(line.day(zone))|\(measure.rawValue)"
  }

  /// The swipes of forgotten players (game, day, action) that the difference of two nights shows,
  /// of those on days that both nights list. The attacker knows what the corrections changed.
  private func recovered(
    _ published: (ForgettingWorld.Night) -> [String: Double]
  ) throws -> (swipes: Int, of: Int) {
    let nights = try Self.world.get().nightsSeen
    var (found, all) = (0, 0)
    for (before, night) in zip(nights, nights.dropFirst()) {
      var missing: [String: Double] = [:]
      for line in night.removed where line.action != nil {
        missing[try name(line), default: 0] -= 1
      }
      for line in night.added where line.action != nil { missing[try name(line), default: 0] += 1 }
      var sought: [String: Int] = [:]
      for line in night.forgotten { sought[try name(line), default: 0] += 1 }
      let (old, new) = (published(before), published(night))
      let listed = Set(new.keys.compactMap { $0.split(separator: "|").dropFirst().first })
      for (name, count) in sought {
        // The list of days begins later each week.
        guard let was = old[name],
          name.split(separator: "|").dropFirst().first.map(listed.contains) ?? false
        else { continue }
        all += count
        let fewer = was + (missing[name] ?? 0) - (new[name] ?? 0)
        found += min(count, max(0, Int(fewer)))
      }
    }
    return (found, all)
  }

  @Test func `no swipe of forgotten players is the difference of two nights`() throws {
    let world = try Self.world.get()
    #expect(world.requests == (Tier.isCampaign ? 200 : 67))
    #expect(world.corrections >= ForgettingWorld.nights / 4 - 1)
    let kept = try recovered { $0.published }
    let dropped = try recovered { $0.withoutTotals }
    print(
      "\(world.requests) forget requests over \(ForgettingWorld.nights) nights with corrections: "
        + "swipes recovered by differencing everything published: \(kept.swipes) of \(kept.of); "
        + "without the totals of forgotten players: \(dropped.swipes) of \(dropped.of)")
    #expect(kept.swipes == 0 && kept.of > 500 * ForgettingWorld.nights / 60)
    #expect(dropped.swipes > dropped.of * 95 / 100)
  }

  /// Numbers of players are rounded, so few change. They are of weeks, months and quarters, not of
  /// days.
  @Test func `nothing else of a closed period changes on a night without corrections`() throws {
    let ofPlayers = [
      "players", "funnel", "breakdowns", "viewSeconds", "newPlayers", "returningPlayers",
      // Its weekday factors are those of the last 13 weeks.
      "impressionsChange",
    ]
    // Intervals of rates depend on how alike a player's cards are.
    let intervals = ["lower", "upper"]
    let rates = ["likeRate", "clickRate", "approval", "adjustedLikeRate", "likeRateChange"]
    let nights = try Self.world.get().nightsSeen
    var (compared, players) = (0, 0)
    for (before, night) in zip(nights, nights.dropFirst()) where !night.isCorrected {
      for (name, was) in before.published where !name.contains("|ever|") {
        guard let now = night.published[name] else { continue }
        compared += 1
        guard now != was else { continue }
        let part = name.split(separator: "|").map(String.init)
        let isInterval =
          part.last.map(intervals.contains) ?? false && rates.contains(where: part.contains)
        if isInterval || ofPlayers.contains(where: { part.contains($0) }) {
          players += 1
        } else {
          Issue.record("\(name) was \(was) and is \(now)")
        }
      }
    }
    print("\(compared) numbers compared, \(players) numbers of players changed")
    #expect(compared > 100_000 * ForgettingWorld.nights / 60)
  }

  /// The total over all days grows by the new days only.
  @Test func `totals over all days do not shrink when players are forgotten`() throws {
    let nights = try Self.world.get().nightsSeen
    for (before, night) in zip(nights, nights.dropFirst()) where !night.isCorrected {
      for game in 0..<6 {
        for measure in Measure.allCases {
          let name = "g\(game)|ever|\(measure.rawValue)"
          let new = night.published.filter { day in
            day.key.hasPrefix("g\(game)|day ") && day.key.hasSuffix("|\(measure.rawValue)")
              && before.published[day.key] == nil
          }
          #expect(
            (night.published[name] ?? 0)
              == (before.published[name] ?? 0) + new.values.reduce(0, +), "\(name)")
        }
      }
    }
  }

  @Test func `no file of the workspace has the id of a forgotten player`() throws {
    let world = try Self.world.get()
    let ids = Set(world.nightsSeen.flatMap { $0.forgotten.map { "player\($0.player)" } })
    try #require(ids.count > 150 * ForgettingWorld.nights / 60)
    var files = 0
    for path in try FileManager.default.subpathsOfDirectory(atPath: world.workspace.folder.path) {
      let url = world.workspace.folder.appending(path: path)
      let kind = try FileManager.default.attributesOfItem(atPath: url.path)[.type]
      guard kind as? FileAttributeType == .typeRegular else { continue }
      files += 1
      let words = Set(
        String(decoding: try Data(contentsOf: url), as: UTF8.self)
          .split { !$0.isASCII || !($0.isLetter || $0.isNumber) }.map(String.init))
      #expect(words.isDisjoint(with: ids), "\(path)")
    }
    #expect(files > 100)
  }
}
