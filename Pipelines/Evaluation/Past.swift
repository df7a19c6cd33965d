import FindieDomain
import FindieHistory
import FindieModels
import FindieRanking
import FindieWorkers

/// A history before and after an earlier day.
struct Past {
  let cut: Day
  let train: InteractionMatrix
  /// The players who can be tested: from the cut on, or, if their positives mostly have no date, on
  /// a share of these.
  let split: Split
  /// The players who are tested on positives without a date.
  let undated: Set<ExactText>
  /// The first days of the periods.
  let days: [Day]
  private let interactions: EventTable
  private let wishlists: PackedRecords<Wishlist>
  /// Of the night.
  private let matrix: InteractionMatrix
  private let night: Day
  private let parameters: NightParameters
  private let workers: Workers

  private static let maximumPeriods = 4

  /// Nil if too few players can be tested.
  ///
  /// - Parameters:
  ///   - matrix: of the night.
  ///   - minimum: the number of players.
  init?(
    of interactions: EventTable, catalogue: Catalogue, matrix: InteractionMatrix, on night: Day,
    minimum: Int, parameters: NightParameters, workers: Workers
  ) {
    let owners = catalogue.packedWishlists.lazy.filter { wishlist in
      wishlist.parts.contains { $0.addedDate == nil }
    }.map(\.userId)
    let cut = TimeCut.day(
      interactions, known: owners, before: night, wanted: 2 * parameters.ranker.players,
      minimum: minimum)
    guard let cut else { return nil }
    self.cut = cut
    self.interactions = interactions
    wishlists = catalogue.packedWishlists
    self.matrix = matrix
    self.night = night
    self.parameters = parameters
    self.workers = workers
    let train = InteractionMatrix(
      interactions: interactions, wishlists: catalogue.packedWishlists,
      users: catalogue.packedUsers,
      games: catalogue.games.map(\.id), on: cut, parameters: parameters.matrix, workers: workers)
    let inTime = Split.byTime(
      train, matrix, over: DayRange(first: cut, last: night.adding(days: -1)),
      isOut: catalogue.games.map { $0.availability(on: cut) == .out })
    guard inTime.players.count >= minimum else { return nil }
    if let (undated, own) = Self.undated(train, besides: inTime, parameters) {
      self.train = own
      split = Split(joining: [inTime, undated], train: own.observed, undated.design)
      self.undated = Set(undated.players.lazy.map { ExactText($0) })
    } else {
      (self.train, split, self.undated) = (train, inTime, [])
    }
    let length = night.days(since: cut)
    let periods = min(Self.maximumPeriods, length)
    days = (0..<periods).map { cut.adding(days: $0 * length / periods) }
  }

  /// Some of the players whose positives mostly have no date, with a share of these held out, and
  /// the training without it; nil if there are too few such players.
  private static func undated(
    _ train: InteractionMatrix, besides inTime: Split, _ parameters: NightParameters
  ) -> (Split, InteractionMatrix)? {
    let tested = Set(inTime.players.lazy.map { ExactText($0) })
    let rows = (0..<train.players.count).filter { row in
      let positives = train.observed.positives(ofRow: row)
      let undated = positives.count { train.seen.value(row: row, column: $0) == .infinity }
      return undated >= 2 && 2 * undated > positives.count
        && !tested.contains(ExactText(train.players[row]))
    }
    guard rows.count >= minimumUndated else { return nil }
    let evaluation = parameters.evaluation
    let keys = rows.map { row in
      (key: hash64(of: train.players[row].utf8.span, seed: evaluation.seed), row: row)
    }
    let chosen = keys.sorted { $0 < $1 }.prefix(2 * parameters.ranker.players).map(\.row)
    let holdOut = HoldOut(
      train, share: evaluation.heldOutShare, seed: evaluation.seed, isOut: inTime.candidates,
      players: Set(chosen), onlyUndated: true)
    let found = chosen.sorted().filter { !holdOut.heldOut[$0].isEmpty }
    var design = inTime.design
    design.notes.append(.undated(players: found.count, share: evaluation.heldOutShare))
    // Skips are left out, as in a split at random.
    let split = Split(
      design, train: holdOut.train.observed, players: found.map { train.players[$0] },
      profiles: holdOut.train.observed.gathering(found),
      heldOut: found.map { holdOut.heldOut[$0] }, seen: holdOut.train.seen.gathering(found),
      candidates: inTime.candidates)
    return (split, holdOut.train)
  }

  /// Fewer players get no weights of their own.
  private static let minimumUndated = 200

  /// Assigns each player of some splits, by a seeded hash, to one of the periods in which the
  /// player can be tested.
  ///
  /// - Returns: the splits, and the popularity of the last days as of the first day of each period
  ///   but the first.
  func divided(_ tested: [Split]) -> (halves: [HeldOut.Half], recent: [RecentPositives]) {
    let players = Identifiers(tested.flatMap(\.players))
    let wishlists = wishlists.selecting { players.index(of: $0.userId) != nil }
    let later = days.dropFirst().map { day in
      InteractionMatrix(
        of: players, interactions: interactions, wishlists: wishlists, games: matrix.games,
        on: day, parameters: parameters.matrix, workers: workers)
    }
    return (tested.map { divided($0, by: later) }, later.map(\.recent))
  }

  /// - Parameter later: as of the first days of the periods but the first.
  private func divided(_ split: Split, by later: [InteractionMatrix]) -> HeldOut.Half {
    let isUndated = split.players.map { undated.contains(ExactText($0)) }
    let inTime = split.gathering(split.players.indices.filter { !isUndated[$0] }, split.design)
    let present = matrix.gathering(
      inTime.players.compactMap { matrix.players.index(of: $0) }.sorted())
    let candidates =
      [inTime]
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
        let draw = hash64(of: id.utf8.span, seed: parameters.evaluation.seed)
        return own[Int(draw % UInt64(own.count))] == period
      }
      return candidates.gathering(rows, split.design)
    }
    let all =
      parts
      + [split.gathering(split.players.indices.filter { isUndated[$0] }, split.design)]
    return HeldOut.Half(
      split: Split(joining: all, train: train.observed, split.design),
      periods: all.indices.flatMap { period in all[period].players.map { _ in period } })
  }
}
