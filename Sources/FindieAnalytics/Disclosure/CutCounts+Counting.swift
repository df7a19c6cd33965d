import FindieDomain

extension CutCounts {
  /// Counts a game's events by a cut, player by player; nil without events in these weeks.
  ///
  /// - Parameters:
  ///   - column: the cut's index in `GameRows.values`.
  ///   - names: the values of the record's cut.
  ///   - indices: scratch for these values.
  /// - Complexity: O(events); about three steps per event for genres.
  static func count(
    _ cut: Cut, _ column: Int, names: [String], _ people: WeekRows, in studio: StudioRows,
    weeks: Int, _ suppression: Suppression, _ indices: inout ValueIndices
  ) -> CutCounts? {
    let values = people.rows.map { studio.rows.values[column][Int($0)] }
    let click = UInt8(EventType.externalLinkClick.code)
    func isCounted(_ row: Int) -> Bool {
      !cut.isOfClicks || people.kinds[row] & UInt8(GameRows.viewed - 1) == click
    }
    if cut.addsUp {
      indices.start()
      for player in people.players {
        for row in people.starts[player]..<people.starts[player + 1] where isCounted(row) {
          indices.add(Int(values[row]), of: player)
        }
      }
      indices.finish(minimumPlayers: suppression.minimumPlayers)
      guard !indices.values.isEmpty else { return nil }
    }
    var counts = CutCounts(
      cut, studio.rows.source,
      values: (cut.addsUp ? indices.values : Array(names.indices)).map {
        ($0, $0 == ValueIndices.rare ? "" : names[$0])
      },
      weeks: weeks)
    var pairs: [(value: UInt32, mask: UInt32)] = []
    for player in people.players {
      pairs.removeAll(keepingCapacity: true)
      for row in people.starts[player]..<people.starts[player + 1] where isCounted(row) {
        let (kind, week) = (UInt32(people.kinds[row]), Int(people.weeks[row]))
        counts.add(kind, in: week)
        let value: UInt32
        if cut.addsUp {
          value = indices[Int(values[row])]
          counts.add(kind, of: Int(value), in: week)
        } else {
          value = values[row]
          var rest = value
          while rest != 0 {
            counts.add(kind, of: rest.trailingZeroBitCount, in: week)
            rest &= rest - 1
          }
        }
        let bit = UInt32(1) << UInt32(week)
        if let last = pairs.last, last.value == value {
          pairs[pairs.count - 1].mask |= bit
        } else {
          pairs.append((value, bit))
        }
      }
      counts.addPlayer(&pairs)
    }
    return counts.weeks(of: counts.values.count) != 0 ? counts : nil
  }

  private mutating func addPlayer(_ pairs: inout [(value: UInt32, mask: UInt32)]) {
    guard let first = pairs.first else { return }
    if pairs.count == 1, first.mask.nonzeroBitCount == 1 {
      return addOnce(first.value, in: first.mask.trailingZeroBitCount)
    }
    pairs.sort { $0.value < $1.value }
    var pair = 0
    while pair < pairs.count {
      let value = pairs[pair].value
      var mask: UInt32 = 0
      while pair < pairs.count, pairs[pair].value == value {
        mask |= pairs[pair].mask
        pair += 1
      }
      addPair(value, mask: mask)
    }
    endPlayer()
  }
}

/// A game's rows in the weeks of breakdowns, player by player: what all cuts of a record count.
struct WeekRows {
  /// The rows of player p are at `starts[p]..<starts[p + 1]` in the arrays below.
  private(set) var starts = [0]
  /// The number of the row in the studio, its week and its kind.
  private(set) var rows: [UInt32] = []
  private(set) var weeks: [UInt8] = []
  private(set) var kinds: [UInt8] = []

  init(_ people: RowsByPlayer, in studio: StudioRows) {
    starts.reserveCapacity(people.starts.count)
    rows.reserveCapacity(people.rows.count)
    weeks.reserveCapacity(people.rows.count)
    kinds.reserveCapacity(people.rows.count)
    for player in people.slots.indices {
      for row in people.rows[people.starts[player]..<people.starts[player + 1]]
      where studio.weeks[Int(row)] >= 0 {
        rows.append(row)
        weeks.append(UInt8(studio.weeks[Int(row)]))
        kinds.append(UInt8(studio.rows.kinds[Int(row)]))
      }
      if rows.count > starts[starts.count - 1] { starts.append(rows.count) }
    }
  }

  var players: Range<Int> { 0..<starts.count - 1 }
}

/// The index of each value of a cut in the counts of one game. Reused from game to game, since a
/// record may have more values than a game has events.
struct ValueIndices {
  /// Stands for all values with fewer players than the minimum, together.
  static let rare = -1

  /// By index: the number in the record's cut, ascending; `rare` last, if there are any.
  private(set) var values: [Int] = []
  /// The numbers of the game's values, in order of appearance.
  private var seen: [Int] = []
  /// By number: the number of players with the value, later its index.
  private var counts: [UInt32]
  /// By number: the last player with the value, plus 1.
  private var last: [UInt32]

  init(names: Int) {
    counts = [UInt32](repeating: 0, count: names)
    last = counts
  }

  /// Clears the last game's values.
  mutating func start() {
    for value in seen { (counts[value], last[value]) = (0, 0) }
    seen.removeAll(keepingCapacity: true)
  }

  /// - Precondition: a player's events are consecutive.
  mutating func add(_ value: Int, of player: Int) {
    let mark = UInt32(player + 1)
    guard last[value] != mark else { return }
    if last[value] == 0 { seen.append(value) }
    last[value] = mark
    counts[value] += 1
  }

  mutating func finish(minimumPlayers: Int) {
    values = seen.filter { counts[$0] >= minimumPlayers }.sorted()
    for value in seen { counts[value] = UInt32(values.count) }
    for (position, value) in values.enumerated() { counts[value] = UInt32(position) }
    if values.count < seen.count { values.append(Self.rare) }
  }

  /// The index of a value of the game.
  subscript(value: Int) -> UInt32 { counts[value] }
}
