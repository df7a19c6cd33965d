package import FindieDomain
import FindieHistory
import FindieModels
package import FindieWorkers

/// The lists of a night, and for each the night that computed it.
///
/// A list is computed again if anything of its player changed, if one of its games or of the
/// player's games changed in the catalogue or may no longer be listed, or if the models or
/// parameters changed. Otherwise the list of the earlier night is
/// reused: the one that a computation for that night gives. Only top positions, which depend on all
/// lists, are distributed again each night (`TopPositions`).
///
/// Grain: one row per player; players by id.
package struct ComputedLists: Sendable, Equatable {
  package let table: RecommendationTable
  /// The run's day.
  package let night: Day
  /// Identifies the models and parameters. Lists of other rules are not reused.
  package let rules: String
  /// By player: the night that computed the list, in days since 1970.
  package let nights: [Int32]
  /// By player: the rank, from 0, of the ranked entry that was moved to the top.
  package let tops: [UInt16]
  /// By player: the hash of the id.
  package let players: [UInt64]
  /// By player: the hash of everything of the player that the list depends on; 0 for a list that
  /// later nights compute again.
  package let inputs: [UInt64]
  /// By game: the hash of the id.
  package let games: [UInt64]
  /// By game: the hash of the id and of what lists depend on in its record.
  package let gameRecords: [UInt64]

  /// - Returns: nil if the columns have different lengths.
  package init?(
    table: RecommendationTable, night: Day, rules: String, nights: [Int32], tops: [UInt16],
    players: [UInt64], inputs: [UInt64], games: [UInt64], gameRecords: [UInt64]
  ) {
    guard games.count == gameRecords.count,
      [nights.count, tops.count, players.count, inputs.count].allSatisfy({ $0 == table.count })
    else { return nil }
    self.table = table
    self.night = night
    self.rules = rules
    self.nights = nights
    self.tops = tops
    self.players = players
    self.inputs = inputs
    self.games = games
    self.gameRecords = gameRecords
  }

  /// The number of lists that an earlier night computed.
  package var reused: Int { nights.count { $0 != night.daysSinceEpoch } }

  /// By the hash of the player's id, the night that computed the list, if it is an earlier one.
  package var earlierNights: [UInt64: Day] {
    Dictionary(
      zip(players, nights).filter { $1 != night.daysSinceEpoch }
        .map { ($0, Day(daysSinceEpoch: $1)) }, uniquingKeysWith: { first, _ in first })
  }
}

/// The lists of an earlier night, by the players and games of a later one.
private struct EarlierLists: Sendable {
  let lists: ComputedLists
  /// By game of the earlier night: its index in the later night; −1 for none, and for a game that
  /// changed.
  let columns: [Int32]
  private let rows: [UInt64: Int]

  init(_ lists: ComputedLists, games: GameKeys) {
    self.lists = lists
    let indices = Dictionary(
      games.ids.enumerated().map { ($1, Int32($0)) }, uniquingKeysWith: { first, _ in first })
    columns = zip(lists.games, lists.gameRecords).map { id, record in
      indices[id].map { games.records[Int($0)] == record ? $0 : -1 } ?? -1
    }
    rows = Dictionary(
      lists.players.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// The row of a player whose inputs have not changed; nil for others.
  func row(ofPlayer player: UInt64, inputs: UInt64) -> Int? {
    guard inputs != 0, let row = rows[player], lists.inputs[row] == inputs else { return nil }
    return row
  }
}

/// Which lists of an earlier night are reused, and which players need new ones.
package struct ReusedLists: Sendable {
  fileprivate let earlier: EarlierLists?
  /// By player, the row of the reused list; nil for a new one.
  fileprivate let rows: [Int?]
  fileprivate let rules: String
  fileprivate let players: [UInt64]
  fileprivate let inputs: [UInt64]
  fileprivate let games: GameKeys

  /// The players who need a new list, ascending.
  package var computed: [Int] { rows.indices.filter { rows[$0] == nil } }
}

extension Recommender {
  /// Computes the lists of `reused.computed`.
  ///
  /// - Parameter progress: called with the number of players done; throws to stop.
  package func newLists(
    besides reused: ReusedLists, workers: Workers,
    progress: @Sendable (Int) throws -> Void = { _ in }
  ) throws -> PendingLists {
    let computed = reused.computed
    let players = search.audience.count
    try progress(players - computed.count)
    if computed.count == players {
      return try pendingLists(workers: workers, progress: progress)
    }
    return computed.isEmpty
      ? noLists : try ofPlayers(computed).pendingLists(workers: workers, progress: progress)
  }

  /// Chooses the lists of an earlier night that are reused.
  ///
  /// - Parameters:
  ///   - earlier: nil to compute all lists.
  ///   - rules: identifies the models and parameters; lists of other rules are not reused.
  ///   - games: in the order of their indices.
  package func reused(
    _ earlier: ComputedLists?, rules: String, games: [Game], workers: Workers
  ) -> ReusedLists {
    let audience = search.audience
    let keys = GameKeys(games)
    let players = audience.ids.map { hash64(of: $0.utf8.span) }
    let inputs = inputs(keys.records, workers)
    let earlier = earlier.flatMap { $0.rules == rules ? EarlierLists($0, games: keys) : nil }
    let rows = audience.ids.indices.map { player in
      earlier.flatMap { earlier in
        earlier.row(ofPlayer: players[player], inputs: inputs[player]).flatMap {
          isStillValid($0, of: earlier, for: player) ? $0 : nil
        }
      }
    }
    return ReusedLists(
      earlier: earlier, rows: rows, rules: rules, players: players, inputs: inputs, games: keys)
  }

  /// The reused lists, and new ones of the other players.
  ///
  /// - Parameter new: of `reused.computed`.
  package func lists(
    _ new: PendingLists, _ reused: ReusedLists, on night: Day
  ) -> ComputedLists {
    let computed = reused.computed
    let nights = reused.rows.map { row in
      row.flatMap { reused.earlier?.lists.nights[$0] } ?? night.daysSinceEpoch
    }
    let promoted = Set(new.promotedLists.map { computed[$0] })
    let (table, tops) = placed(merged(new, reused.rows, reused.earlier))
    guard
      let lists = ComputedLists(
        table: table, night: night, rules: reused.rules, nights: nights, tops: tops,
        players: reused.players,
        inputs: reused.inputs.indices.map { promoted.contains($0) ? 0 : reused.inputs[$0] },
        games: reused.games.ids, gameRecords: reused.games.records)
    else { preconditionFailure("\(table.count) lists of \(reused.players.count) players") }
    return lists
  }

  /// The new lists, and the reused ones in their places.
  ///
  /// - Parameter rows: by player, the row of the reused list; nil for a new one.
  private func merged(
    _ new: PendingLists, _ rows: [Int?], _ earlier: EarlierLists?
  ) -> PendingLists {
    guard let earlier, rows.contains(where: { $0 != nil }) else { return new }
    var lists = noLists
    lists.reserve([new], besides: earlier.lists.table)
    var next = 0
    for row in rows {
      if let row {
        lists.append(listOf: row, from: earlier.lists, columns: earlier.columns)
      } else {
        lists.append(listOf: next, from: new)
        next += 1
      }
    }
    return lists
  }

  /// Whether a list of an earlier night has only games that may be listed tonight, and as many as
  /// fit, and no game is promoted to the player.
  private func isStillValid(_ row: Int, of earlier: EarlierLists, for player: Int) -> Bool {
    let table = earlier.lists.table
    guard table.games(ofPlayer: row).count == listLength, promotions(for: player).isEmpty else {
      return false
    }
    let preferences = search.audience.preferences[player]
    return table.allGames(ofPlayer: row) { game, isEntry in
      let column = Int(earlier.columns[Int(game)])
      guard column >= 0 else { return false }
      return !isEntry
        || search.signals.isListed[column] && eligibility?.allows(column, for: preferences) ?? true
    }
  }

  /// By player: a hash of all evidence, of what the catalogue says of the games with evidence, of
  /// the limits and favourite genres, and of what friends like.
  ///
  /// Weights are not part of it: they fall each day by the same factor.
  ///
  /// - Parameter games: by game, the hash of its record.
  private func inputs(_ games: [UInt64], _ workers: Workers) -> [UInt64] {
    let audience = search.audience
    let likes = audience.hashesOfFriends(games, workers)
    let ranges = Workers.ranges(of: audience.count, size: 1024)
    return workers.map(ranges.count) { range in
      ranges[range].map { player in
        var hash = audience.preferences[player].hash(
          adding: UInt64(audience.favorites[player].rawValue))
        hash = hash64(hash, adding: audience.evidence[player])
        audience.profiles.hash(player, audience.strongestActions, games, into: &hash)
        audience.seen.hash(player, games, into: &hash)
        audience.skips.hash(player, games, into: &hash)
        for friend in audience.friends[player] { hash = hash64(hash, adding: likes[friend]) }
        return max(1, hash)
      }
    }.flatMap(\.self)
  }
}

/// What identifies games in another night.
private struct GameKeys: Sendable {
  /// By game: the hash of the id.
  let ids: [UInt64]
  /// By game: the hash of the id and of what scores, variety and reasons depend on. Whether the
  /// game may be listed and is within a player's limits is checked each night.
  let records: [UInt64]

  init(_ games: [Game]) {
    ids = games.map { hash64(of: $0.id.utf8.span) }
    records = games.map { game in
      let release = game.releaseDate.map { "\($0)" } ?? ""
      let record =
        [game.id, game.developerId, release] + game.genres.map(\.rawValue) + [""] + game.tags
      return hash64(of: record.joined(separator: "\u{1}").utf8.span)
    }
  }
}

extension Audience {
  /// By row of `friendProfiles`: a hash of the positives; empty if nobody has friends.
  fileprivate func hashesOfFriends(_ games: [UInt64], _ workers: Workers) -> [UInt64] {
    guard friends.contains(where: { !$0.isEmpty }) else { return [] }
    return workers.map(friendProfiles.rows) { row in
      var hash: UInt64 = 0
      friendProfiles.hash(row, friendActions, games, into: &hash)
      return hash
    }
  }
}

extension SparseRows {
  /// Mixes in the games of a row, each with its code and the sign of its value.
  ///
  /// - Parameter codes: by element; empty if unknown.
  fileprivate func hash(
    _ row: Int, _ codes: [UInt8], _ games: [UInt64], into hash: inout UInt64
  ) {
    let elements = range(ofRow: row)
    hash = hash64(hash, adding: UInt64(elements.count))
    for element in elements {
      let code = UInt64(codes.isEmpty ? 0 : codes[element]) << 1
      hash = hash64(
        hash, adding: games[Int(columnIndices[element])] ^ (code | (values[element] > 0 ? 1 : 0)))
    }
  }

  /// Mixes in the games of a row with their values.
  fileprivate func hash(_ row: Int, _ games: [UInt64], into hash: inout UInt64) {
    let elements = range(ofRow: row)
    hash = hash64(hash, adding: UInt64(elements.count))
    for element in elements {
      hash = hash64(
        hash, adding: games[Int(columnIndices[element])] ^ UInt64(values[element].bitPattern))
    }
  }
}
