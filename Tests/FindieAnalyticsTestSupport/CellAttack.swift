package import FindieAnalytics
package import FindieDomain

/// The events of a cut's cells as unknowns, one per game, week and value; the reports of some
/// nights publish sums of them.
package struct CellAttack {
  private let oracle: CutOracle
  private let weeks: [Int]
  private let nights: [Day]
  private let games: Int
  /// The published cells of each game, by night.
  private let disclosures: [[[CutOracle.Telling]]]

  /// - Parameter nights: whose reports the attacker has.
  package init(_ world: StudioWorld, _ cut: Cut, nights: [Day]) {
    let oracle = CutOracle(world, cut)
    self.oracle = oracle
    self.nights = nights
    disclosures = nights.map { night in
      world.games.indices.map { oracle.disclosures($0, before: night) }
    }
    games = world.games.count
    weeks = Set(nights.flatMap { CutOracle.window(.last13Weeks, on: $0) }).sorted()
  }

  private var values: [String] { oracle.values }

  private func row(_ games: some Sequence<Int>, _ weeks: Set<Int>, _ values: Set<String>) -> [Int] {
    var row = [Int](repeating: 0, count: self.games * self.weeks.count * self.values.count)
    add(games, weeks, values, to: &row)
    return row
  }

  private func add(
    _ games: some Sequence<Int>, _ weeks: Set<Int>, _ values: Set<String>, to row: inout [Int]
  ) {
    for game in games {
      for (week, number) in self.weeks.enumerated() where weeks.contains(number) {
        for (value, name) in self.values.enumerated() where values.contains(name) {
          row[(game * self.weeks.count + week) * self.values.count + value] = 1
        }
      }
    }
  }

  /// Totals of each game and week: a game's own events are published by day.
  private var totals: [[Int]] {
    (0..<games).flatMap { game in weeks.map { row([game], [$0], Set(values)) } }
  }

  /// Cells that are known to be empty: of values that are not published if nothing is suppressed.
  private var emptyRows: [[Int]] {
    Set(disclosures.joined().joined())
      .flatMap { disclosure in
        let rest = Set(values).subtracting(disclosure.values)
        guard oracle.players([disclosure.game], disclosure.weeks, rest).isEmpty else {
          return [[Int]]()
        }
        return rest.flatMap { value in
          disclosure.weeks.map { row([disclosure.game], [$0], [value]) }
        }
      }
  }

  /// The published numbers of each game and of the studio, in each period of each night.
  package var publishedRows: [[Int]] {
    totals + emptyRows
      + zip(nights, disclosures).flatMap { night, alone in
        let scopes = alone + [Array(alone.joined())]
        return CutOracle.weeksOf.keys.flatMap { kind in
          let window = CutOracle.window(kind, on: night)
          return scopes.flatMap { scope in
            values.map { value in
              var sum = row([], [], [])
              for disclosure in scope
              where disclosure.weeks.isSubset(of: window) && disclosure.values.contains(value) {
                add([disclosure.game], disclosure.weeks, [value], to: &sum)
              }
              return sum
            }
          }
        }
      }
  }

  /// Each cell of k players or more in a period of a night is published, independent of all others.
  package func naiveRows(k: Int) -> [[Int]] {
    totals
      + nights.flatMap { night in
        CutOracle.weeksOf.keys.flatMap { kind in
          let window = CutOracle.window(kind, on: night)
          return values.flatMap { value in
            ((0..<games).map { [$0] } + [Array(0..<games)])
              .filter { oracle.players($0, window, [value]).count >= k }
              .map { row($0, window, [value]) }
          }
        }
      }
  }

  /// The cells of 1 to k - 1 players that can be derived: for each game and all games, in each
  /// week, each run of a few weeks and each period, for each value, each pair of values, and all
  /// values but one.
  package func found(_ rows: [[Int]], k: Int) -> [String] {
    guard values.count > 1 else { return [] }
    var space = RowSpace(width: games * weeks.count * values.count)
    for row in Set(rows) { space.insert(row) }
    var times: Set<Set<Int>> = []
    for first in weeks {
      for length in 1...4 { times.insert(Set(first..<first + length).intersection(weeks)) }
    }
    for night in nights { times.insert(CutOracle.window(.last13Weeks, on: night)) }
    var members = Set(values.map { Set([$0]) })
    for left in values {
      members.insert(Set(values).subtracting([left]))
      for right in values where left < right { members.insert([left, right]) }
    }
    var found: [String] = []
    for scope in (0..<games).map({ [$0] }) + [Array(0..<games)] {
      for time in times {
        for member in members {
          let few = oracle.players(scope, time, member).count
          guard few > 0, few < k else { continue }
          // All values that occur are the total of the events, which is published.
          let others = Set(values).subtracting(member)
          guard !oracle.players(scope, time, others).isEmpty else { continue }
          if space.contains(row(scope, time, member)) {
            found.append("\(scope) \(time.sorted()) \(member): \(few) players")
          }
        }
      }
    }
    return found
  }
}
