package import FindieDomain
package import FindieHistory
package import FindieWorkers

/// The confidence of every player in every game: players × games.
///
/// Grain: one element per player and game with evidence.
package struct InteractionMatrix: Sendable, Equatable {
  package let players: Identifiers
  package let games: Identifiers

  /// Confidence [players, games]: above zero for a positive (preference 1), below zero for a
  /// negative (an observed zero whose confidence is the absolute value).
  package let observed: SparseRows
  /// For each element of `observed`, the code of the action with the largest weight.
  package let strongestActions: [UInt8]

  /// Every game that a player has seen [players, games]: the day (days since 1970) it was last
  /// seen, infinity for a wishlist or library item without a date.
  package let seen: SparseRows

  /// The games that a player has only skipped [players, games]: how often. They may be listed
  /// again, and are in `seen` too.
  package let skips: SparseRows

  /// The positives of the last days before the matrix's day.
  package let recent: RecentPositives

  /// Interactions with games that are missing from the catalogue: in the history, not used here.
  package let interactionsWithUnknownGames: Int

  package init(
    players: Identifiers, games: Identifiers, observed: SparseRows, strongestActions: [UInt8],
    seen: SparseRows, skips: SparseRows? = nil, recent: RecentPositives? = nil,
    interactionsWithUnknownGames: Int
  ) {
    let skips = skips ?? SparseRows(emptyRows: players.count, columns: games.count)
    let recent = recent ?? RecentPositives(games: games.count)
    precondition(
      observed.rows == players.count && observed.columns == games.count
        && seen.rows == players.count && seen.columns == games.count
        && skips.rows == players.count && skips.columns == games.count
        && recent.games == games.count
        && strongestActions.count == observed.count, "a matrix of other shapes than its ids")
    self.players = players
    self.games = games
    self.observed = observed
    self.strongestActions = strongestActions
    self.seen = seen
    self.skips = skips
    self.recent = recent
    self.interactionsWithUnknownGames = interactionsWithUnknownGames
  }

  private init(
    players: Identifiers, games: Identifiers, rows: PlayerRows, recent: RecentPositives,
    interactionsWithUnknownGames: Int
  ) {
    self.init(
      players: players, games: games, observed: rows.observed,
      strongestActions: rows.strongestActions, seen: rows.seen, skips: rows.skips, recent: recent,
      interactionsWithUnknownGames: interactionsWithUnknownGames)
  }

  /// The rows of all players.
  package var rows: PlayerRows {
    PlayerRows(observed: observed, strongestActions: strongestActions, seen: seen, skips: skips)
  }

  package func strongestAction(_ position: Int) -> EvidenceKind {
    EvidenceKind.allCases[Int(strongestActions[position])]
  }

  /// For each element of `observed`, the day in `seen`.
  package var days: [Float] {
    var days: [Float] = []
    days.reserveCapacity(observed.count)
    for row in 0..<observed.rows {
      var own = seen.range(ofRow: row)
      for game in observed.columns(ofRow: row) {
        own = own.drop { seen.columnIndices[$0] < game }
        let isSeen = own.first.map { seen.columnIndices[$0] } == game
        days.append(isSeen ? seen.values[own.lowerBound] : .infinity)
      }
    }
    return days
  }

  /// The games that must not be listed again [players, games]: those seen, but not only skipped.
  package var excluded: SparseRows { seen.subtracting(skips) }

  /// For each game, its number of positives.
  package var positives: [Int] { observed.positives }

  /// For each game, the number of players whose strongest evidence is a like or a superLike.
  package var likes: [Int] {
    var counts = [Int](repeating: 0, count: games.count)
    for (column, kind) in zip(observed.columnIndices, strongestActions)
    where kind == EvidenceKind.like.rawValue || kind == EvidenceKind.superLike.rawValue {
      counts[Int(column)] += 1
    }
    return counts
  }
}

extension InteractionMatrix {
  /// The matrix of the run for `day`.
  ///
  /// An element's confidence is the sum of the latest verdict (like, superLike or dislike, so that
  /// a verdict replaces an earlier opposite one) and the newest wishlist, share and viewDetails,
  /// each multiplied by its action's weight and halved every half-life. After a dislike the element
  /// is an observed zero, whatever else happened. A skip only marks the game as seen. An item of
  /// the wishlist or the library counts as one wishlist action; without a date it does not decay.
  ///
  /// Players whose records switch personalization off have empty rows.
  ///
  /// - Parameter interactions: ordered by time.
  package init(
    interactions: EventTable, wishlists: PackedRecords<Wishlist>, users: PackedRecords<User>,
    games: [String],
    on day: Day, parameters: MatrixParameters, workers: Workers
  ) {
    let actors = interactions[.userId]
    var hasActed = [Bool](repeating: false, count: actors.vocabulary.count)
    for (own, rows) in interactions.days where own < day {
      for row in rows { hasActed[Int(actors.codes[row])] = true }
    }
    let players = Identifiers(
      [
        users.map(\.id), wishlists.map(\.userId),
        hasActed.indices.filter { hasActed[$0] }.map { actors.vocabulary.text(UInt32($0)) },
      ].joined())
    self.init(
      of: players, interactions: interactions, wishlists: wishlists,
      without: Set(users.lazy.filter { !$0.hasProfile }.map { ExactText($0.id) }),
      games: Identifiers(games), on: day, parameters: parameters, workers: workers)
  }

  /// The same for some players; those of `hidden` have empty rows.
  package init(
    of players: Identifiers, interactions: EventTable, wishlists: PackedRecords<Wishlist>,
    without hidden: Set<ExactText> = [], games: Identifiers,
    on day: Day, parameters: MatrixParameters, workers: Workers
  ) {
    let evidence = EvidenceSource(
      interactions: interactions, wishlists: wishlists, players: players, without: hidden,
      games: games, day: day, workers: workers)
    let weighting = ActionWeighting(parameters: parameters, day: day, isForMany: true)
    // Each part scans all rows for its own players: as many parts as threads.
    let parts = Workers.ranges(
      of: players.count, size: max(1, (players.count + workers.threads - 1) / workers.threads))
    let grouped = workers.map(parts.count) { Evidence(evidence, of: parts[$0]) }
    var all = RowBuilder()
    all.reserve(players: players.count, items: grouped.reduce(0) { $0 + $1.count })
    for own in grouped {
      let ranges = Workers.ranges(of: own.players.count, size: 1024)
      // Some at a time, so that few rows are in memory twice.
      for batch in Workers.ranges(of: ranges.count, size: 4 * workers.threads) {
        let rows = workers.map(batch.count) { part in
          var rows = RowBuilder()
          for player in ranges[batch.lowerBound + part] {
            rows.appendRow(
              of: own.items(of: own.players.lowerBound + player), weighting: weighting)
          }
          return rows
        }
        for row in rows { all.append(row) }
      }
    }
    self.init(
      players: players, games: games, rows: all.rows(games: games.count),
      recent: RecentPositives(interactions, games: games, before: day),
      interactionsWithUnknownGames: grouped.reduce(0) { $0 + $1.unknownGames })
  }
}

extension InteractionMatrix {
  /// The matrix without some elements of each row.
  ///
  /// - Parameter areUndated: whether no removed element has a date. Otherwise recent positives are
  ///   not known without them, and are 0, and skips are left out: a game that was only skipped
  ///   cannot be held out, so it must not compete with those that can.
  package func without(_ removed: [[UInt32]], areUndated: Bool = false) -> InteractionMatrix {
    let (keptObserved, observed) = observed.without(removed)
    return InteractionMatrix(
      players: players, games: games, observed: observed,
      strongestActions: strongestActions.elements(in: keptObserved),
      seen: seen.without(removed).rows, skips: areUndated ? skips : nil,
      recent: areUndated ? recent : nil,
      interactionsWithUnknownGames: interactionsWithUnknownGames)
  }

  /// The matrix of some of the players.
  ///
  /// - Parameter rows: ascending.
  package func gathering(_ rows: [Int]) -> InteractionMatrix {
    InteractionMatrix(
      players: Identifiers(rows.map { players[$0] }), games: games, rows: self.rows.gathering(rows),
      recent: recent, interactionsWithUnknownGames: interactionsWithUnknownGames)
  }
}
