import FindieAnalytics
import FindieDomain
import FindieHistory
import FindieTestSupport
import FindieWorkers
import Foundation

/// Random events of 54 days, with releases during these days, a rising game, a weekend, shared sessions
/// and fresh accounts; and the definitions of trending, evaluated event by event.
struct TrendingTestWorld {
  var swipes: [Swipe]
  var logs: [Log]
  let users: [User]
  let games: [Game]
  let night = day(54)

  init(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    games = (0..<16).map { number in
      var game = Game(id: "g\(number)", title: "", developerId: "d")
      if number % 4 == 3 { game.releaseDate = day(10 + 3 * number).start }
      return game
    }
    users = (0..<120).compactMap { number in
      guard number % 6 > 0 else { return nil }
      return User(
        id: "u\(number)",
        joinedDate: day(Int.random(in: number < 100 ? -100..<54 : 48..<54, using: &random)).start)
    }
    // From day 43 on, g2 and g9 rise; g5 is pushed by five players, g6 in one session, g8 by players
    // who joined lately.
    let late = [2, 2, 2, 2, 9, 9, 9, 5, 5, 5, 5, 5, 6, 6, 8, 8, 8, 8, 8]
    var swipes: [Swipe] = []
    var logs: [Log] = []
    for on in 0..<54 {
      let count = day(on).weekday.rawValue > 5 ? 80 : 40
      for _ in 0..<(on > 42 ? 2 * count : count) {
        let user = Int.random(in: 0..<120, using: &random)
        let draw = Int.random(in: 0..<(on > 42 ? 16 + late.count : 16), using: &random)
        let game = draw < 16 ? draw : late[draw - 16]
        let isLate = draw > 15
        let swiper =
          isLate && game == 5 ? user % 5 : isLate && game == 8 ? 100 + user % 20 : user
        let session = isLate && game == 6 ? "shared" : "s\(swiper)-\(on)"
        if Bool.random(using: &random) || isLate {
          let kind = isLate ? SwipeAction.like : SwipeAction.allCases[user % 7]
          swipes.append(
            Swipe(
              user: "u\(swiper)", game: "g\(game)", action: kind, day: day(on), session: session))
        } else {
          logs.append(
            Log(
              user: "h\(user)", game: "g\(game)", type: EventType.allCases[user % 7],
              day: day(on), session: "l\(user)-\(on)"))
        }
      }
    }
    self.swipes = swipes.shuffled(using: &random)
    self.logs = logs.shuffled(using: &random)
  }

  func activity(before night: Day, threads: Int) -> Activity {
    Activity(
      interactions: EventTable(swipes), analytics: EventTable(logs), games: games, night: night,
      workers: Workers(threads: threads))
  }

  private struct Deed {
    let player: String
    let weight: Double
    let isFresh: Bool
    let session: String?
  }

  /// The actions of one game and day, one per player, from one record.
  private func deeds(_ game: Game, _ on: Day, _ parameters: TrendingParameters) -> [Deed] {
    let weights = parameters.weights
    let ofSwipe: [SwipeAction: Double] = [
      .like: weights.like, .superLike: weights.superLike, .wishlist: weights.wishlist,
      .share: weights.share, .viewDetails: weights.viewDetails,
    ]
    let ofLog: [EventType: Double] = [
      .gameLike: weights.like, .gameWishlist: weights.wishlist, .gameShare: weights.share,
      .gameClick: weights.viewDetails, .externalLinkClick: weights.externalClick,
    ]
    var strongest: [String: Double] = [:]
    for swipe in swipes where swipe.game == game.id && swipe.day == on {
      strongest[swipe.user] = max(strongest[swipe.user] ?? 0, ofSwipe[swipe.action] ?? 0)
    }
    strongest = strongest.filter { $0.value > 0 }
    if strongest.isEmpty {
      for log in logs where log.game == game.id && log.day == on {
        strongest[log.user] = max(strongest[log.user] ?? 0, ofLog[log.type] ?? 0)
      }
      strongest = strongest.filter { $0.value > 0 }
    }
    return strongest.map { player, weight in
      let age = users.first { $0.id == player }?.joinedDate.map { on.days(since: $0.day) }
      let shares = swipes.contains {
        $0.user == player && $0.game == game.id && $0.day == on && $0.session == "shared"
      }
      return Deed(
        player: player, weight: weight,
        isFresh: age.map { $0 < parameters.freshAccountDays } ?? false,
        session: shares ? "shared" : nil)
    }
  }

  private func isOut(_ game: Game, on day: Day) -> Bool {
    game.releaseDate.map { $0.day <= day } ?? true
  }

  private func sound(_ game: Game, _ on: Day, _ parameters: TrendingParameters) -> Double {
    isOut(game, on: on)
      ? deeds(game, on, parameters).filter { !$0.isFresh }.map(\.weight).reduce(0, +) : 0
  }

  /// Levels by game, and the weekdays' factors, as of a night.
  private func past(
    _ parameters: TrendingParameters, of games: [Game], before night: Day
  ) -> (games: [Game], before: [Double], levels: [Double], factor: (Day) -> Double) {
    let window = DayRange(lastDays: parameters.windowInDays, before: night)
    let first = max(window.first.adding(days: -parameters.baselineInDays), day(0))
    let baseline = DayRange(first: first, last: window.first.adding(days: -1)).days
    let out = games.filter { isOut($0, on: night.adding(days: -1)) }
    let given = out.map { game in baseline.map { sound(game, $0, parameters) } }
    let totals = baseline.indices.map { index in given.map { $0[index] }.reduce(0, +) }
    let mean = totals.reduce(0, +) / Double(baseline.count)
    func factor(_ on: Day) -> Double {
      let positions = baseline.indices.filter { baseline[$0].weekday == on.weekday }
      let sum = positions.map { totals[$0] }.reduce(0, +)
      return (sum + parameters.rhythmPriorEvents)
        / (Double(positions.count) * mean + parameters.rhythmPriorEvents)
    }
    let whole = baseline.map(factor).reduce(0, +)
    let exposures = out.map { game in
      baseline.filter { isOut(game, on: $0) }.map(factor).reduce(0, +)
    }
    let typical = totals.reduce(0, +) / exposures.reduce(0, +)
    let levels = zip(given, exposures).map { sums, exposure in
      (sums.reduce(0, +) + typical * (whole - exposure)) / whole
    }
    return (out, given.map { $0.reduce(0, +) }, levels, factor)
  }

  func entries(_ parameters: TrendingParameters, before night: Day) -> [TrendingGames.Entry] {
    let (out, before, levels, factor) = past(parameters, of: games, before: night)
    let window = DayRange(lastDays: parameters.windowInDays, before: night).days
    func decay(_ on: Day) -> Double {
      pow(2, -Double(night.days(since: on) - 1) / parameters.halfLifeInDays)
    }
    let found = out.map { game in
      window.map { decay($0) * sound(game, $0, parameters) }.reduce(0, +)
    }
    let expected = zip(out, levels).map { game, level in
      window.filter { isOut(game, on: $0) }.map { decay($0) * factor($0) * level }.reduce(0, +)
    }
    let a = parameters.priorEvents
    let change = (found.reduce(0, +) + a) / (expected.reduce(0, +) + a)
    let entries = out.indices.compactMap { index -> TrendingGames.Entry? in
      let game = out[index]
      let all = window.filter { isOut(game, on: $0) }.flatMap { on in
        deeds(game, on, parameters).map { (deed: $0, weight: decay(on) * $0.weight) }
      }
      let established = all.filter { !$0.deed.isFresh }
      func number(_ key: (Deed) -> String) -> Double {
        let sums = Dictionary(grouping: established) { key($0.deed) }.mapValues {
          $0.map(\.weight).reduce(0, +)
        }.values
        let sum = sums.reduce(0, +)
        return sum > 0 ? sum * sum / sums.map { $0 * $0 }.reduce(0, +) : 0
      }
      let players = number(\.player)
      let circles = number { $0.session ?? $0.player }
      guard min(players, circles) >= Double(parameters.independentPlayers) else { return nil }
      let published = all.map(\.weight).reduce(0, +)
      var flags: [TrendingGames.Flag] = []
      let together = all.filter { $0.deed.session != nil }.map(\.weight).reduce(0, +)
      if together > parameters.flaggedShare * published { flags.append(.oneSession) }
      if published - found[index] > parameters.flaggedShare * published {
        flags.append(.freshAccounts)
      }
      let posterior = GammaDistribution(
        shape: a + found[index], rate: a + change * expected[index])
      let variance = 1 / posterior.shape + 1 / (a + before[index])
      let bound = GammaDistribution(shape: 1 / variance, rate: 1 / variance / posterior.mean)
      let lowerBound = bound.quantile(z: -1.6448536269514722)
      guard lowerBound > 1 else { return nil }
      return TrendingGames.Entry(
        gameId: game.id, rank: 0, lift: posterior.mean, lowerBound: lowerBound, events: all.count,
        flags: flags)
    }
    return entries.sorted { $0.lowerBound > $1.lowerBound }
  }

  func events(of game: Game, before night: Day, _ parameters: TrendingParameters) -> Int {
    guard isOut(game, on: night.adding(days: -1)) else { return 0 }
    return DayRange(lastDays: parameters.windowInDays, before: night).days
      .filter { isOut(game, on: $0) }.map { deeds(game, $0, parameters).count }.reduce(0, +)
  }

  /// The games with more engagement on the `count` days from `night` on than expected from the level of
  /// the baseline before the baseline.
  func rising(
    _ parameters: TrendingParameters, among games: [Game], on night: Day, for count: Int
  ) -> Set<String> {
    let (out, _, levels, factor) = past(
      parameters, of: games, before: night.adding(days: -parameters.baselineInDays))
    let days = (0..<count).map { night.adding(days: $0) }
    let found = out.map { game in days.map { sound(game, $0, parameters) }.reduce(0, +) }
    let expected = levels.map { level in days.map { level * factor($0) }.reduce(0, +) }
    let a = parameters.priorEvents
    let change = (found.reduce(0, +) + a) / (expected.reduce(0, +) + a)
    return Set(out.indices.filter { found[$0] > change * expected[$0] }.map { out[$0].id })
  }
}
