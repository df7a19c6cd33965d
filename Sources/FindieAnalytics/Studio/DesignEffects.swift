import FindieDomain
import FindieWorkers

/// The design effects of the like rates of games and studios, in quarters: recorded with the
/// catalogue's totals, so that no interval of closed weeks changes when a player is forgotten.
struct DesignEffects: Sendable {
  /// By game, then by range.
  private(set) var games: [UInt16]
  /// The same of the studios of several games, in the order of `studios(of:)`.
  private(set) var studios: [UInt16] = []

  init(
    of games: [Game], in events: [ReportEvents], forgotten: ForgottenRows, times: ReportTimes,
    _ suppression: Suppression, _ workers: Workers
  ) {
    let width = times.segments.ranges.count
    let studios = Self.studios(of: games.map(\.developerId))
    let chunks = Workers.ranges(of: studios.count, size: 64)
    let parts = workers.map(chunks.count) { chunk in
      chunks[chunk].map { studio in
        let people = StudioPeople.all(
          of: studios[studio], in: events, forgotten: forgotten, times: times)
        func effects(_ rows: (StudioPeople) -> RowsByPlayer) -> [UInt16] {
          Self.quarters(
            of: people.map {
              PlayerCounts(rows($0), in: $0.studio, isNew: $0.isNew, times.segments).cards
            }, times.segments, suppression)
        }
        return (
          games: studios[studio].indices.map { game in effects { $0.games[game] } },
          all: studios[studio].count > 1 ? effects { $0.all } : []
        )
      }
    }.flatMap(\.self)
    self.games = [UInt16](repeating: Self.independent, count: games.count * width)
    for (studio, own) in zip(studios, parts) {
      for (game, effects) in zip(studio, own.games) {
        self.games.replaceSubrange(game * width..<(game + 1) * width, with: effects)
      }
      self.studios += own.all
    }
  }

  /// The games of each studio, by its first game.
  static func studios(of developers: [String]) -> [[Int]] {
    var indices: [ExactText: Int] = [:]
    return developers.enumerated().reduce(into: []) { studios, game in
      let index = indices[ExactText(game.element)] ?? studios.count
      indices[ExactText(game.element)] = index
      if index == studios.count { studios.append([]) }
      studios[index].append(game.offset)
    }
  }

  /// Of ranges in which fewer than k players have cards, and of a day, of which only totals are
  /// published.
  private static let independent: UInt16 = 4

  /// By range.
  ///
  /// - Parameter cards: by record and range. The record with more cards counts.
  static func quarters(
    of cards: [[RatioSums]], _ segments: PeriodSegments, _ suppression: Suppression
  ) -> [UInt16] {
    segments.ranges.indices.map { range in
      let own = cards.map { $0[range] }.max { $0.denominator < $1.denominator }
      guard segments.ranges[range].count > 1, let own, suppression.bound.allows(own.players)
      else { return independent }
      return UInt16(min(own.designEffect * 4, Double(UInt16.max)).rounded())
    }
  }
}

extension StudioPeople {
  /// The players of a studio's games by record, with the kinds of their events only.
  fileprivate static func all(
    of games: [Int], in events: [ReportEvents], forgotten: ForgottenRows, times: ReportTimes
  ) -> [StudioPeople] {
    var rows = events.map { GameRows($0.source, cuts: 0) }
    var kinds = KindCounts(days: times.days.days.count)
    for (position, game) in games.enumerated() {
      for (record, own) in events.enumerated() {
        own.appendPlayers(game, to: &rows[record])
        own.count(game, in: &kinds)
        rows[record].endGame()
      }
      forgotten.add(game, to: &kinds)
      for record in events.indices where events[record].source == .analytics {
        rows[record].markViews(position) { kinds.hasMoreViews(on: Int($0)) }
      }
      kinds.take { _, _ in }
    }
    return zip(rows, events).map { StudioPeople($0, firstDays: $1.firstDays, in: times) }
  }
}
