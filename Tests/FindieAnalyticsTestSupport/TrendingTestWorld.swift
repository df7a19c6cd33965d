package import FindieAnalytics
package import FindieDomain
import FindieHistory
import FindieTestSupport
import FindieWorkers
import Foundation

/// Random events of 54 days, with releases during these days, a rising game, a weekend, shared
/// sessions and fresh accounts; and the definitions of trending, evaluated event by event.
package struct TrendingTestWorld {
  package var swipes: [Swipe]
  package var logs: [Log]
  package let users: [User]
  package let games: [Game]
  package let night = day(54)

  package init(seed: UInt64) {
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
    // From day 43 on, g2 and g9 rise; g5 is pushed by five players, g6 in one session, g8 by
    // players who joined lately.
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

  package func activity(before night: Day, threads: Int) -> Activity {
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

  /// The weight of each player's strongest action by record, game and day.
  private struct Strengths {
    var ofSwipes: [String: [Day: [String: Double]]] = [:]
    var ofLogs: [String: [Day: [String: Double]]] = [:]
  }

  private func strengths(_ weights: EngagementWeights) -> Strengths {
    let ofSwipe: [SwipeAction: Double] = [
      .like: weights.like, .superLike: weights.superLike, .wishlist: weights.wishlist,
      .share: weights.share, .viewDetails: weights.viewDetails, .neutral: weights.viewDetails,
    ]
    let ofLog: [EventType: Double] = [
      .gameLike: weights.like, .gameWishlist: weights.wishlist, .gameShare: weights.share,
      .gameClick: weights.viewDetails, .externalLinkClick: weights.externalClick,
    ]
    var strengths = Strengths()
    for swipe in swipes {
      guard let weight = ofSwipe[swipe.action] else { continue }
      strengths.ofSwipes[swipe.game, default: [:]][swipe.day, default: [:]][
        swipe.user, default: 0] = max(
          strengths.ofSwipes[swipe.game]?[swipe.day]?[swipe.user] ?? 0, weight)
    }
    for log in logs {
      guard let weight = ofLog[log.type] else { continue }
      strengths.ofLogs[log.game, default: [:]][log.day, default: [:]][log.user, default: 0] = max(
        strengths.ofLogs[log.game]?[log.day]?[log.user] ?? 0, weight)
    }
    return strengths
  }

  /// What players add to one game on one day, in the record with the larger sum of established
  /// accounts.
  private func deeds(
    _ game: Game, _ on: Day, _ strengths: Strengths, _ parameters: TrendingParameters
  ) -> [Deed] {
    let records = [strengths.ofSwipes, strengths.ofLogs].map { record -> [Deed] in
      let days = record[game.id] ?? [:]
      return (days[on] ?? [:]).map { player, weight in
        let before = (1..<parameters.windowInDays).map {
          days[on.adding(days: -$0)]?[player] ?? 0
        }
        let age = users.first { $0.id == player }?.joinedDate.map { on.days(since: $0.day) }
        let shares = swipes.contains {
          $0.user == player && $0.game == game.id && $0.day == on && $0.session == "shared"
        }
        return Deed(
          player: player, weight: max(0, weight - (before.max() ?? 0)),
          isFresh: age.map { $0 < parameters.freshAccountDays } ?? false,
          session: shares ? "shared" : nil)
      }
    }
    func sum(_ deeds: [Deed]) -> Double {
      deeds.filter { !$0.isFresh }.map(\.weight).reduce(0, +)
    }
    return sum(records[1]) > sum(records[0]) ? records[1] : records[0]
  }

  /// What established accounts add to each game on each day, in all and without the most active
  /// players before a night.
  private struct Sums {
    var all: [String: [Day: Double]] = [:]
    var common: [String: [Day: Double]] = [:]
  }

  private func sums(
    _ strengths: Strengths, _ parameters: TrendingParameters, before night: Day
  ) -> Sums {
    let recent = DayRange(
      lastDays: parameters.windowInDays + parameters.baselineInDays, before: night)
    var activity: [String: Double] = [:]
    for record in [strengths.ofSwipes, strengths.ofLogs] {
      for (day, players) in record.values.joined() where recent.contains(day) {
        for (player, weight) in players { activity[player, default: 0] += weight }
      }
    }
    let ordered = activity.values.sorted(by: >)
    let most = parameters.unflaggedWithout
    let threshold = ordered.count > most ? ordered[most] : .infinity
    var sums = Sums()
    for game in games {
      for on in (0..<54).map({ day($0) }) {
        let sound = deeds(game, on, strengths, parameters).filter { !$0.isFresh }
        sums.all[game.id, default: [:]][on] = sound.map(\.weight).reduce(0, +)
        sums.common[game.id, default: [:]][on] =
          sound.filter { activity[$0.player] ?? 0 <= threshold }.map(\.weight).reduce(0, +)
      }
    }
    return sums
  }

  private func isOut(_ game: Game, on day: Day) -> Bool {
    game.releaseDate.map { $0.day <= day } ?? true
  }

  /// Levels by game, in all and without the most active players, and the weekdays' factors, as of a
  /// night.
  private func past(
    _ parameters: TrendingParameters, _ sums: Sums, of games: [Game], before night: Day
  ) -> (
    games: [Game], before: [Double], spreads: [Double], levels: [Double], common: [Double],
    factor: (Day) -> Double
  ) {
    let window = DayRange(lastDays: parameters.windowInDays, before: night)
    let first = max(window.first.adding(days: -parameters.baselineInDays), day(0))
    let baseline = DayRange(first: first, last: window.first.adding(days: -1)).days
    let out = games.filter { isOut($0, on: night.adding(days: -1)) }
    func given(_ sums: [String: [Day: Double]]) -> [[Double]] {
      out.map { game in baseline.map { isOut(game, on: $0) ? sums[game.id]?[$0] ?? 0 : 0 } }
    }
    let (all, common) = (given(sums.all), given(sums.common))
    let totals = baseline.indices.map { index in common.map { $0[index] }.reduce(0, +) }
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
    func levels(_ given: [[Double]]) -> [Double] {
      let typical = given.joined().reduce(0, +) / exposures.reduce(0, +)
      return zip(given, exposures).map { sums, exposure in
        (sums.reduce(0, +) + typical * (whole - exposure)) / whole
      }
    }
    let spreads = out.indices.map { game -> Double in
      let released = baseline.indices.filter { isOut(out[game], on: baseline[$0]) }
      let level = all[game].reduce(0, +) / exposures[game]
      guard level > 0, released.count > 1 else { return 1 }
      let chi = released.map { day in
        let mean = level * factor(baseline[day])
        return pow(all[game][day] - mean, 2) / mean
      }
      return max(1, chi.reduce(0, +) / Double(released.count - 1))
    }
    return (out, all.map { $0.reduce(0, +) }, spreads, levels(all), levels(common), factor)
  }

  package func entries(_ parameters: TrendingParameters, before night: Day) -> [TrendingGames.Entry]
  {
    let strengths = strengths(parameters.weights)
    let sums = sums(strengths, parameters, before: night)
    let (out, before, spreads, levels, common, factor) = past(
      parameters, sums, of: games, before: night)
    let window = DayRange(lastDays: parameters.windowInDays, before: night).days
    func decay(_ on: Day) -> Double {
      pow(2, -Double(night.days(since: on) - 1) / parameters.halfLifeInDays)
    }
    func found(_ sums: [String: [Day: Double]]) -> [Double] {
      out.map { game in
        window.map { isOut(game, on: $0) ? decay($0) * (sums[game.id]?[$0] ?? 0) : 0 }
          .reduce(0, +)
      }
    }
    func expected(_ levels: [Double]) -> [Double] {
      zip(out, levels).map { game, level in
        window.filter { isOut(game, on: $0) }.map { decay($0) * factor($0) * level }.reduce(0, +)
      }
    }
    let (observed, predicted) = (found(sums.all), expected(levels))
    let a = parameters.priorEvents
    let change =
      (found(sums.common).reduce(0, +) + a) / (expected(common).reduce(0, +) + a)
    let entries = out.indices.compactMap { index -> TrendingGames.Entry? in
      let game = out[index]
      let all = window.filter { isOut(game, on: $0) }.flatMap { on in
        deeds(game, on, strengths, parameters).map { (deed: $0, weight: decay(on) * $0.weight) }
      }
      let established = all.filter { !$0.deed.isFresh }
      /// The engagement without the `count` strongest of each record; players of analytics are
      /// "h…".
      func rest(_ count: Int, _ key: (Deed) -> String) -> Double {
        let sums = Dictionary(grouping: established) { key($0.deed) }.mapValues {
          $0.map(\.weight).reduce(0, +)
        }
        return [true, false].map { isLog in
          sums.filter { $0.key.hasPrefix("h") == isLog }.map(\.value).sorted(by: >)
            .dropFirst(count).reduce(0, +)
        }.reduce(0, +)
      }
      func bound(without count: Int) -> Double {
        let kept = min(rest(count, \.player), rest(count) { $0.session ?? $0.player })
        let mean = (a + kept) / (a + change * predicted[index])
        let days = window.filter { isOut(game, on: $0) }
        let squares = days.map { decay($0) * decay($0) * factor($0) }.reduce(0, +)
        let weights = days.map { decay($0) * factor($0) }.reduce(0, +)
        let variance =
          1 / (a + kept / (spreads[index] * squares / weights))
          + 1 / (a + before[index] / spreads[index])
        return GammaDistribution(shape: 1 / variance, rate: 1 / variance / mean)
          .quantile(z: -1.6448536269514722)
      }
      let lowerBound = bound(without: parameters.listedWithout)
      guard lowerBound > 1 else { return nil }
      let published = all.map(\.weight).reduce(0, +)
      var flags: [TrendingGames.Flag] = []
      let together = all.filter { $0.deed.session != nil }.map(\.weight).reduce(0, +)
      if together > parameters.flaggedShare * published { flags.append(.oneSession) }
      if published - observed[index] > parameters.flaggedShare * published {
        flags.append(.freshAccounts)
      }
      if bound(without: parameters.unflaggedWithout) <= 1 { flags.append(.fewPlayers) }
      return TrendingGames.Entry(
        gameId: game.id, rank: 0, lift: (a + observed[index]) / (a + change * predicted[index]),
        lowerBound: lowerBound, events: events(of: game, before: night, parameters), flags: flags)
    }
    return entries.filter(\.flags.isEmpty).sorted { $0.lowerBound > $1.lowerBound }
      + entries.filter { !$0.flags.isEmpty }.sorted { $0.lowerBound > $1.lowerBound }
  }

  /// The player-days in the window, each day in the record with more of them.
  package func events(of game: Game, before night: Day, _ parameters: TrendingParameters) -> Int {
    guard isOut(game, on: night.adding(days: -1)) else { return 0 }
    let strengths = strengths(parameters.weights)
    return DayRange(lastDays: parameters.windowInDays, before: night).days
      .filter { isOut(game, on: $0) }
      .map { on in
        max(
          strengths.ofSwipes[game.id]?[on]?.count ?? 0, strengths.ofLogs[game.id]?[on]?.count ?? 0)
      }.reduce(0, +)
  }

  /// The games with more engagement on the `count` days from `night` on than expected from the
  /// level of the baseline before the baseline.
  package func rising(
    _ parameters: TrendingParameters, among games: [Game], on night: Day, for count: Int
  ) -> Set<String> {
    let sums = sums(strengths(parameters.weights), parameters, before: self.night)
    let (out, _, _, levels, common, factor) = past(
      parameters, sums, of: games, before: night.adding(days: -parameters.baselineInDays))
    let days = (0..<count).map { night.adding(days: $0) }
    func found(_ sums: [String: [Day: Double]]) -> [Double] {
      out.map { game in days.map { sums[game.id]?[$0] ?? 0 }.reduce(0, +) }
    }
    func expected(_ levels: [Double]) -> [Double] {
      levels.map { level in days.map { level * factor($0) }.reduce(0, +) }
    }
    let (observed, predicted) = (found(sums.all), expected(levels))
    let a = parameters.priorEvents
    let change =
      (found(sums.common).reduce(0, +) + a) / (expected(common).reduce(0, +) + a)
    return Set(out.indices.filter { observed[$0] > change * predicted[$0] }.map { out[$0].id })
  }
}
