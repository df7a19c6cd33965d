import FindieAnalytics
import FindieDomain

/// The events of a cut's cells as unknowns, one a game, piece of time and value; what is published as
/// sums of them.
struct CellAttack {
  private let world: StudioWorld
  private let numbers: StudioNumbers
  private let cut: Cut
  /// Sets of days that are in the same of the periods and those before them.
  private let pieces: [Set<Day>]
  private let values: [String]
  /// The players of each cell, a bit a player.
  private let people: [[UInt64]]

  init(_ world: StudioWorld, _ cut: Cut) {
    self.world = world
    self.cut = cut
    let numbers = world.numbers
    self.numbers = numbers
    let ranges = numbers.periods.flatMap { [$0.range, $0.before] }
    var sets: [[Bool]: Set<Day>] = [:]
    for offset in 1...200 {
      let day = StudioWorld.night.adding(days: -offset)
      sets[ranges.map { $0.contains(day) }, default: []].insert(day)
    }
    pieces = sets.filter { $0.key.contains(true) }.map(\.value)
      .sorted { ($0.min() ?? StudioWorld.night) < ($1.min() ?? StudioWorld.night) }
    let events = world.logs.filter { cut != .shop || $0.type == .externalLinkClick }
    values = Set(events.map { StudioNumbersTests.value($0, cut) }).sorted()
    var people = [[UInt64]](
      repeating: [UInt64](repeating: 0, count: world.users.count / 64 + 1),
      count: world.games.count * pieces.count * values.count)
    for event in events {
      guard let piece = pieces.firstIndex(where: { $0.contains(event.day) }),
        let value = values.firstIndex(of: StudioNumbersTests.value(event, cut)),
        let game = Int(event.game.dropFirst()), let player = Int(event.user.dropFirst())
      else { continue }
      people[(game * pieces.count + piece) * values.count + value][player / 64] |=
        1 << UInt64(player % 64)
    }
    self.people = people
  }

  private var games: Int { world.games.count }

  private func row(
    _ games: some Sequence<Int>, _ isPiece: (Set<Day>) -> Bool, _ isValue: (String) -> Bool
  ) -> [Int] {
    var row = [Int](repeating: 0, count: self.games * pieces.count * values.count)
    for game in games {
      for (piece, days) in pieces.enumerated() where isPiece(days) {
        for (value, name) in values.enumerated() where isValue(name) {
          row[(game * pieces.count + piece) * values.count + value] = 1
        }
      }
    }
    return row
  }

  private func isIn(_ range: DayRange) -> (Set<Day>) -> Bool {
    { $0.first.map { range.contains($0) } ?? false }
  }

  /// Totals of each game and piece of time: a game's own events are told by day.
  private var totals: [[Int]] {
    (0..<games).flatMap { game in
      pieces.map { piece in row([game], { $0 == piece }, { _ in true }) }
    }
  }

  /// What the reports say, read from what they say.
  var publishedRows: [[Int]] {
    var rows = totals
    // A game whose cut tells nothing in any period is told with the others of its kind.
    let isSilent = numbers.games.map { game in
      !game.periods.contains { $0.breakdowns.contains { $0.cut == cut && !$0.cells.isEmpty } }
    }
    for (place, period) in numbers.periods.enumerated() {
      var tellers: [String: [Int]] = [:]
      for (game, own) in numbers.games.enumerated() {
        for cell in own.periods[place].breakdowns.first(where: { $0.cut == cut })?.cells ?? [] {
          rows.append(row([game], isIn(period.range)) { $0 == cell.value })
          tellers[cell.value, default: []].append(game)
        }
      }
      for cell in numbers.studio[place].breakdowns.first(where: { $0.cut == cut })?.cells ?? [] {
        // What the studio's cell has beyond the told games' is of the silent ones.
        let told = tellers[cell.value, default: []]
        rows.append(row(told, isIn(period.range)) { $0 == cell.value })
        let events = events(told, period.range, cell.value)
        let all = Measure.allCases.reduce(0) { $0 + cell.tally[$1] }
        guard all > events else { continue }
        rows.append(
          row(games(isSilent), isIn(period.range)) { $0 == cell.value })
      }
    }
    return rows
  }

  private func games(_ isSilent: [Bool]) -> [Int] { isSilent.indices.filter { isSilent[$0] } }

  /// What the measures of a cell add up to, where it is made from some games.
  private func events(_ games: [Int], _ range: DayRange, _ value: String) -> Int {
    numbers.games.enumerated().filter { games.contains($0.offset) }.reduce(0) { sum, game in
      let place = numbers.periods.firstIndex { $0.range == range } ?? 0
      let cell = game.element.periods[place].breakdowns.first { $0.cut == cut }?.cells
        .first { $0.value == value }
      return sum + Measure.allCases.reduce(0) { $0 + (cell?.tally[$1] ?? 0) }
    }
  }

  /// Each cell of k players or more told, whatever else is.
  func naiveRows(k: Int) -> [[Int]] {
    var rows = totals
    for period in numbers.periods {
      for value in values {
        for game in 0..<games
        where players(row([game], isIn(period.range)) { $0 == value }) >= k {
          rows.append(row([game], isIn(period.range)) { $0 == value })
        }
        if players(row(0..<games, isIn(period.range)) { $0 == value }) >= k {
          rows.append(row(0..<games, isIn(period.range)) { $0 == value })
        }
      }
    }
    return rows
  }

  /// Who did something in any of a row's cells: their number.
  private func players(_ row: [Int]) -> Int {
    var all = [UInt64](repeating: 0, count: people[0].count)
    for (cell, isMember) in row.enumerated() where isMember == 1 {
      for word in all.indices { all[word] |= people[cell][word] }
    }
    return all.reduce(0) { $0 + $1.nonzeroBitCount }
  }

  /// The cells of 1 to k - 1 players that follow: of each game and all, in each piece of time, each
  /// period and each difference of two, of each value, each two, and all but one.
  func found(_ rows: [[Int]], k: Int) -> [String] {
    guard values.count > 1 else { return [] }
    var space = RowSpace(width: games * pieces.count * values.count)
    for row in rows { space.insert(row) }
    let ranges = numbers.periods.flatMap { [$0.range, $0.before] }
    var times: Set<[Bool]> = Set(pieces.map { piece in pieces.map { $0 == piece } })
    for outer in ranges {
      times.insert(pieces.map(isIn(outer)))
      for inner in ranges {
        times.insert(pieces.map { isIn(outer)($0) && !isIn(inner)($0) })
        times.insert(pieces.map { isIn(outer)($0) && isIn(inner)($0) })
      }
    }
    var members = Set(values.map { [$0] })
    for left in values {
      members.insert(values.filter { $0 != left })
      for right in values where left < right { members.insert([left, right]) }
    }
    // All values together are the game's own total, which is told.
    members.remove(values)
    var found: [String] = []
    for scope in (0..<games).map({ [$0] }) + [Array(0..<games)] {
      for time in times {
        let days = zip(pieces, time).filter { $0.1 }.map(\.0)
        for member in members {
          let target = row(scope, { days.contains($0) }, { member.contains($0) })
          let few = players(target)
          guard few > 0, few < k else { continue }
          if space.contains(target) { found.append("\(scope) \(member): \(few) players") }
        }
      }
    }
    return found
  }
}
