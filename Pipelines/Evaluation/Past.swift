import FindieDomain
import FindieHistory
import FindieModels
import FindieRanking
import FindieWorkers

/// A history before and after an earlier day.
struct Past {
  let cut: Day
  let train: InteractionMatrix
  /// All players who can be tested from the cut on.
  let split: Split
  /// The first days of the periods.
  let days: [Day]
  private let night: Day

  private static let maximumPeriods = 4

  /// Nil if too few players can be tested.
  init?(
    _ interactions: EventTable, _ catalogue: Catalogue, _ matrix: InteractionMatrix,
    on night: Day, minimum: Int, _ parameters: NightParameters, _ workers: Workers
  ) {
    let undated = catalogue.wishlists.lazy.filter { wishlist in
      wishlist.items.contains { $0.addedDate == nil }
    }.map(\.userId)
    let cut = TimeCut.day(
      interactions, known: undated, before: night, wanted: 2 * parameters.ranker.players,
      minimum: minimum)
    guard let cut else { return nil }
    self.cut = cut
    self.night = night
    train = InteractionMatrix(
      interactions: interactions, wishlists: catalogue.wishlists, users: catalogue.users,
      games: catalogue.games.map(\.id), on: cut, parameters: parameters.matrix, workers: workers)
    split = Split.byTime(
      train, matrix, over: DayRange(first: cut, last: night.adding(days: -1)),
      isOut: catalogue.games.map { $0.availability(on: cut) == .out })
    guard split.players.count >= minimum else { return nil }
    let length = night.days(since: cut)
    let periods = min(Self.maximumPeriods, length)
    days = (0..<periods).map { cut.adding(days: $0 * length / periods) }
  }

  /// The matrices of some tested players as of the first day of each period but the first.
  func later(
    _ tested: [Split], _ interactions: EventTable, _ catalogue: Catalogue,
    _ matrix: InteractionMatrix, parameters: NightParameters, workers: Workers
  ) -> [InteractionMatrix] {
    let players = Identifiers(tested.flatMap(\.players))
    let wishlists = catalogue.wishlists.filter { players.index(of: $0.userId) != nil }
    return days.dropFirst().map { day in
      InteractionMatrix(
        of: players, interactions: interactions, wishlists: wishlists, games: matrix.games,
        on: day, parameters: parameters.matrix, workers: workers)
    }
  }

  /// Assigns each player of a split, by a seeded hash, to one of the periods in which the player
  /// can be tested.
  ///
  /// - Parameters:
  ///   - later: as of the first days of the periods but the first.
  ///   - matrix: of the night.
  func divided(
    _ split: Split, by later: [InteractionMatrix], _ matrix: InteractionMatrix, seed: UInt64
  ) -> HeldOut.Half {
    let present = matrix.gathering(
      split.players.compactMap { matrix.players.index(of: $0) }.sorted())
    let candidates =
      [split]
      + zip(days.dropFirst(), later).map { day, past in
        Split.byTime(
          past, present, over: DayRange(first: day, last: night.adding(days: -1)),
          isOut: split.candidates)
      }
    var found: [ExactText: [Int]] = [:]
    for (period, split) in candidates.enumerated() {
      for player in split.players { found[ExactText(player), default: []].append(period) }
    }
    let parts = candidates.enumerated().map { period, candidates in
      let rows = candidates.players.indices.filter { row in
        let id = candidates.players[row]
        guard let own = found[ExactText(id)] else { return false }
        let draw = hash64(of: id.utf8.span, seed: seed)
        return own[Int(draw % UInt64(own.count))] == period
      }
      return candidates.gathering(rows, split.design)
    }
    return HeldOut.Half(
      split: Split(joining: parts, train: train.observed, split.design),
      periods: parts.indices.flatMap { period in parts[period].players.map { _ in period } })
  }
}
