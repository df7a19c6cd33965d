package import FindieDomain
package import FindieModels
package import FindieWorkers

/// The effect of the filters: how many of all pairs of a player and a game each filter excludes. A
/// pair is counted once, for its first filter.
package struct FilterCounts: Sendable, Equatable, Codable {
  private var counts: [ListFilter: Int] = [:]
  /// The number of pairs that no filter excludes.
  package private(set) var remaining = 0

  package init() {}

  /// The number of pairs that a filter excludes.
  package subscript(filter: ListFilter) -> Int { counts[filter] ?? 0 }

  /// - Parameters:
  ///   - isListed: by game, whether it may be on any list; only one of several editions may.
  ///   - users: by player; nil if unknown.
  /// - Complexity: O(games) per distinct set of players' limits, and O(elements of `matrix.seen`).
  package init(
    _ matrix: InteractionMatrix, eligibility: Eligibility, isListed: [Bool],
    users: [PackedRecord<User>?],
    workers: Workers
  ) {
    precondition(
      matrix.players.count == users.count && matrix.games.count == isListed.count,
      "a matrix of other players or games")
    let preferences = users.map { Eligibility.Preferences($0) }
    var players: [Eligibility.Preferences: Int] = [:]
    for own in preferences { players[own, default: 0] += 1 }
    let distinct = Array(players)
    let allowed = workers.map(distinct.count) { position in
      var counts = FilterCounts()
      for game in isListed.indices {
        counts.add(
          eligibility.filter(of: game, isListed: isListed[game], for: distinct[position].key),
          times: distinct[position].value)
      }
      return counts
    }
    let parts = Workers.ranges(of: users.count, size: 4096)
    let excluded = matrix.excluded
    let known = workers.map(parts.count) { part in
      var counts = FilterCounts()
      for player in parts[part] {
        matrix.each(excluded, ofPlayer: player) { game, filter in
          guard
            eligibility.filter(of: game, isListed: isListed[game], for: preferences[player]) == nil
          else { return }
          counts.add(filter, times: 1)
          counts.remaining -= 1
        }
      }
      return counts
    }
    for part in allowed + known {
      remaining += part.remaining
      counts.merge(part.counts, uniquingKeysWith: +)
    }
  }

  private mutating func add(_ filter: ListFilter?, times count: Int) {
    if let filter { counts[filter, default: 0] += count } else { remaining += count }
  }
}

extension InteractionMatrix {
  /// Calls `body` for each game that must not be listed again, with the filter that excludes it.
  fileprivate func each(
    _ excluded: SparseRows, ofPlayer player: Int, _ body: (_ game: Int, ListFilter) -> Void
  ) {
    var evidence = observed.range(ofRow: player)
    for position in excluded.range(ofRow: player) {
      let game = excluded.columnIndices[position]
      while let first = evidence.first, observed.columnIndices[first] < game {
        evidence.removeFirst()
      }
      let strongest = evidence.first.flatMap {
        observed.columnIndices[$0] == game ? strongestAction($0) : nil
      }
      body(Int(game), ListFilter(seenOn: excluded.values[position], by: strongest))
    }
  }
}
