package import FindieDomain
package import FindieHistory
import FindieLinearAlgebra
package import FindieWorkers

extension InteractionMatrix {
  /// The matrix of the run for `day`.
  ///
  /// An element's confidence is the sum of the latest verdict (like, superLike or dislike, so that
  /// a verdict replaces an earlier opposite one) and the newest wishlist, share and viewDetails,
  /// each multiplied by its action's weight and halved every half-life. After a dislike the element
  /// is an observed zero, whatever else happened. A skip only marks the game as seen, for a limited
  /// time. An item of the wishlist or the library counts as one wishlist action; without a date it does
  /// not decay.
  ///
  /// - Parameter interactions: ordered by time.
  package init(
    interactions: EventTable, wishlists: [Wishlist], users: [User], games gameIds: [String],
    on day: Day, parameters: MatrixParameters, workers: Workers
  ) {
    let games = Identifiers(gameIds)
    let actors = interactions[.userId]
    var hasActed = [Bool](repeating: false, count: actors.vocabulary.count)
    for (row, milliseconds) in interactions.milliseconds.enumerated()
    where milliseconds < day.start.milliseconds {
      hasActed[Int(actors.codes[row])] = true
    }
    let players = Identifiers(
      [
        users.map(\.id), wishlists.map(\.userId),
        hasActed.indices.filter { hasActed[$0] }.map { actors.vocabulary.text(UInt32($0)) },
      ].joined())
    let evidence = EvidenceSource(
      interactions: interactions, wishlists: wishlists, players: players, games: games, day: day,
      workers: workers)
    let weighting = ActionWeighting(parameters: parameters, day: day, isForMany: true)
    // Each part scans all rows for its own players: as many parts as threads.
    let parts = Workers.ranges(
      of: players.count, size: max(1, (players.count + workers.threads - 1) / workers.threads))
    let rows = workers.map(parts.count) { part in
      let own = Evidence(evidence, of: parts[part])
      let builder = own.players.reduce(into: RowBuilder()) { builder, player in
        builder.appendRow(of: own.items(of: player), weighting: weighting)
      }
      return (builder, own.unknownGames)
    }
    var all = RowBuilder()
    for (row, _) in rows { all.append(row) }
    self.init(
      players: players, games: games,
      observed: SparseRows(
        rows: players.count, columns: games.count, offsets: all.observedOffsets,
        columnIndices: all.observedGames, values: all.confidences),
      strongestActions: all.strongestActions,
      seen: SparseRows(
        rows: players.count, columns: games.count, offsets: all.seenOffsets,
        columnIndices: all.seenGames, values: all.seenDays),
      interactionsWithUnknownGames: rows.reduce(0) { $0 + $1.1 })
  }
}
