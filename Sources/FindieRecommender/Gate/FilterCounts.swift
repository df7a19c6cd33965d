package import FindieDomain
import FindieLinearAlgebra
package import FindieWorkers

/// What keeps games off players' lists: of all pairs of a player and a game, how many each filter takes,
/// counted once, by the first that does.
package struct FilterCounts: Sendable, Equatable, Codable {
  private var counts: [ListFilter: Int] = [:]
  /// What no filter takes.
  package private(set) var left = 0

  package init() {}

  /// How many pairs a filter takes.
  package subscript(filter: ListFilter) -> Int { counts[filter] ?? 0 }

  /// - Parameters:
  ///   - isListed: by game, whether lists may hold it at all, as of several editions one.
  ///   - users: by player; nil where nothing is known of one.
  /// - Complexity: games for each distinct set of players' own bounds, and the elements of
  ///   `matrix.seen`.
  package init(
    _ matrix: InteractionMatrix, eligibility: Eligibility, isListed: [Bool], users: [User?],
    workers: Workers
  ) {
    precondition(
      matrix.players.count == users.count && matrix.games.count == isListed.count,
      "a matrix of others")
    let preferences = users.map { Eligibility.Preferences($0) }
    var players: [Eligibility.Preferences: Int] = [:]
    for own in preferences { players[own, default: 0] += 1 }
    let distinct = Array(players)
    let allowed = workers.map(distinct.count) { place in
      var counts = FilterCounts()
      for game in isListed.indices {
        counts.add(
          eligibility.filter(of: game, isListed: isListed[game], for: distinct[place].key),
          times: distinct[place].value)
      }
      return counts
    }
    let parts = Workers.ranges(of: users.count, size: 4096)
    let known = workers.map(parts.count) { part in
      var counts = FilterCounts()
      for player in parts[part] {
        matrix.eachSeen(ofPlayer: player) { game, filter in
          guard
            eligibility.filter(of: game, isListed: isListed[game], for: preferences[player]) == nil
          else { return }
          counts.add(filter, times: 1)
          counts.left -= 1
        }
      }
      return counts
    }
    for part in allowed + known {
      left += part.left
      counts.merge(part.counts, uniquingKeysWith: +)
    }
  }

  private mutating func add(_ filter: ListFilter?, times count: Int) {
    if let filter { counts[filter, default: 0] += count } else { left += count }
  }
}

extension InteractionMatrix {
  /// Tells of each game that a player has come across what it is known by.
  fileprivate func eachSeen(
    ofPlayer player: Int, _ body: (_ game: Int, ListFilter) -> Void
  ) {
    var evidence = observed.range(ofRow: player)
    for place in seen.range(ofRow: player) {
      let game = seen.columnIndices[place]
      while let first = evidence.first, observed.columnIndices[first] < game {
        evidence.removeFirst()
      }
      let strongest = evidence.first.flatMap {
        observed.columnIndices[$0] == game ? strongestAction($0) : nil
      }
      body(Int(game), ListFilter(seenOn: seen.values[place], by: strongest))
    }
  }
}
