package import FindieDomain
package import FindieHistory
package import FindieModels
import FindieTestSupport

/// The night of the tests: 2000-01-01, day 10957 since 1970.
package let night = Day(daysSinceEpoch: 10_957)

/// One action of a player in a test.
package struct Act {
  package var user: String
  package var game: String
  package var action: SwipeAction
  /// Days before the night: 1 is the day before it, 0 the night's own day, -1 the day after.
  package var age = 1
  package var hour = 12

  package init(user: String, game: String, action: SwipeAction, age: Int = 1, hour: Int = 12) {
    self.user = user
    self.game = game
    self.action = action
    self.age = age
    self.hour = hour
  }
}

extension Timestamp {
  /// An hour of the day that lies `days` before the night.
  package static func before(_ days: Int, hour: Int = 12) -> Timestamp {
    night.adding(days: -days).start.adding(milliseconds: Int64(hour) * 3_600_000)
  }
}

extension EventTable {
  /// A table of interactions in the order of their instants.
  package init(_ acts: [Act]) {
    self.init(.interactions)
    let positions = acts.indices.sorted { left, right in
      (-acts[left].age, acts[left].hour, left) < (-acts[right].age, acts[right].hour, right)
    }
    for act in positions.map({ acts[$0] }) {
      kinds.append(act.action.code)
      milliseconds.append(Timestamp.before(act.age, hour: act.hour).milliseconds)
      self[.userId].append(act.user.utf8.span)
      self[.gameId].append(act.game.utf8.span)
    }
  }
}

extension SparseRows {
  /// The nonzero elements of a dense matrix; `columns` for a matrix without rows.
  package init(dense: [[Float]], columns: Int? = nil) {
    var (offsets, indices, values): ([Int], [UInt32], [Float]) = ([0], [], [])
    for row in dense {
      for (column, value) in row.enumerated() where value != 0 {
        indices.append(UInt32(column))
        values.append(value)
      }
      offsets.append(indices.count)
    }
    self.init(
      rows: dense.count, columns: columns ?? dense.first?.count ?? 0, offsets: offsets,
      columnIndices: indices, values: values)
  }

  /// Random rows with `seed`: about a tenth of the elements are dislikes, twice as many are likes.
  package static func random(rows: Int, columns: Int, seed: UInt64) -> SparseRows {
    var generator = SeededGenerator(seed: seed)
    return SparseRows(
      dense: (0..<rows).map { _ in
        (0..<columns).map { _ in
          let weight = Float.random(in: 0.1...3, using: &generator)
          return switch Int.random(in: 0..<10, using: &generator) {
          case 0: -weight
          case 1, 2: weight
          default: 0
          }
        }
      }, columns: columns)
  }
}

extension SparseRows {
  /// A dense row.
  package func doubles(_ row: Int) -> [Double] {
    var elements = [Double](repeating: 0, count: columns)
    for index in range(ofRow: row) { elements[Int(columnIndices[index])] = Double(values[index]) }
    return elements
  }
}

extension InteractionMatrix {
  /// Players p000, p001 … and games g000, g001 …; observed games are also seen, as likes.
  package init(dense: [[Float]], columns: Int? = nil) {
    self.init(SparseRows(dense: dense, columns: columns))
  }

  package init(_ observed: SparseRows) {
    self.init(
      players: Identifiers((0..<observed.rows).map { numbered("p", $0) }),
      games: Identifiers((0..<observed.columns).map { numbered("g", $0) }), observed: observed,
      strongestActions: [UInt8](repeating: SwipeAction.like.code, count: observed.count),
      seen: observed, interactionsWithUnknownGames: 0)
  }
}

/// `g007`: ids whose byte order is that of their numbers, up to 999.
package func numbered(_ letter: String, _ number: Int) -> String {
  let digits = String(number)
  return letter + String(repeating: "0", count: 3 - digits.count) + digits
}

package func game(
  _ id: String, _ genres: [Genre] = [], tags: [String] = [], status: ReleaseStatus = .released
) -> Game {
  Game(
    id: id, title: "The \(id)", developerId: "d", genres: genres, tags: tags, releaseStatus: status,
    isFree: true)
}

extension Matrix {
  /// Elements uniform in -1...1.
  package static func random(_ rows: Int, _ columns: Int, seed: UInt64) -> Matrix {
    var generator = SeededGenerator(seed: seed)
    return Matrix(
      rows: rows, columns: columns,
      elements: (0..<rows * columns).map { _ in Float.random(in: -1...1, using: &generator) })
  }

  /// One row in Double.
  package func doubles(_ row: Int) -> [Double] { (0..<columns).map { Double(self[row, $0]) } }
}

package func dot(_ left: [Double], _ right: [Double]) -> Double {
  zip(left, right).reduce(0) { $0 + $1.0 * $1.1 }
}

/// Whether Float32 numbers equal the expected ones except for rounding.
package func isClose(_ found: [Float], _ expected: [Double], within tolerance: Double = 1e-5)
  -> Bool
{
  found.count == expected.count
    && zip(found, expected).allSatisfy { abs(Double($0) - $1) <= tolerance * max(1, abs($1)) }
}
