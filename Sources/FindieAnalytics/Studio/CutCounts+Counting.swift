import FindieDomain

extension CutCounts {
  /// Counts a game's events by a cut, player by player; nil without any in these weeks.
  ///
  /// - Parameters:
  ///   - column: the cut's place in `GameRows.values`.
  ///   - names: of the record's cut.
  /// - Complexity: O(events), of genres three or so steps an event.
  static func count(
    _ cut: Cut, _ column: Int, names: [String], _ people: RowsByPlayer, in studio: StudioRows,
    weeks: Int
  ) -> CutCounts? {
    let values = studio.rows.values[column]
    let kinds = studio.rows.kinds
    let click = UInt32(EventType.externalLinkClick.code)
    func isCounted(_ row: Int) -> Bool {
      studio.weeks[row] >= 0 && (cut != .shop || kinds[row] & (GameRows.viewed - 1) == click)
    }
    var places = [Int32](repeating: cut.addsUp ? -1 : 0, count: names.count)
    var seen = cut.addsUp ? [] : Array(names.indices)
    if cut.addsUp {
      for row in people.rows where isCounted(Int(row)) {
        let value = Int(values[Int(row)])
        guard places[value] < 0 else { continue }
        places[value] = 0
        seen.append(value)
      }
      seen.sort()
      for (place, value) in seen.enumerated() { places[value] = Int32(place) }
      guard !seen.isEmpty else { return nil }
    }
    var counts = CutCounts(
      cut, studio.rows.source, values: seen.map { ($0, names[$0]) }, weeks: weeks)
    var pairs: [(value: UInt32, mask: UInt32)] = []
    for player in people.slots.indices {
      pairs.removeAll(keepingCapacity: true)
      for index in people.starts[player]..<people.starts[player + 1] {
        let row = Int(people.rows[index])
        guard isCounted(row) else { continue }
        let week = Int(studio.weeks[row])
        counts.add(kinds[row], in: week)
        let value: UInt32
        if cut.addsUp {
          value = UInt32(places[Int(values[row])])
          counts.add(kinds[row], of: Int(value), in: week)
        } else {
          value = values[row]
          var rest = value
          while rest != 0 {
            counts.add(kinds[row], of: rest.trailingZeroBitCount, in: week)
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
