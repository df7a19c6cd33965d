/// Disjoint sets of pieces of time.
struct PieceSets {
  let count: Int
  /// By piece: the set that holds it; -1 where none does.
  private let setOfPiece: [Int8]

  init(_ sets: [UInt32], segments: Int) {
    count = sets.count
    setOfPiece = (0..<segments).map { segment in
      Int8(sets.firstIndex { $0 & 1 << UInt32(segment) != 0 } ?? -1)
    }
  }

  @inline(__always)
  func set(of segment: Int) -> Int? {
    let set = setOfPiece[segment]
    return set < 0 ? nil : Int(set)
  }

  /// The sets that some pieces touch, a bit a set.
  func sets(of pieces: UInt32) -> UInt32 {
    var (rest, sets) = (pieces, UInt32(0))
    while rest != 0 {
      let set = setOfPiece[rest.trailingZeroBitCount]
      if set >= 0 { sets |= 1 << UInt32(set) }
      rest &= rest - 1
    }
    return sets
  }
}

extension CutCounts {
  /// The players of each value in each of some sets of pieces, P[values, sets]; `without`: of all other
  /// values.
  func players(in sets: PieceSets, without: Bool = false) -> [Int] {
    var counts = [Int](repeating: 0, count: values.count * sets.count)
    for value in values.indices {
      for segment in 0..<segments {
        let own = once[value * segments + segment]
        guard let set = sets.set(of: segment) else { continue }
        counts[value * sets.count + set] += without ? onceInAll[segment] - own : own
      }
    }
    for player in 0..<starts.count - 1 {
      let pairs = starts[player]..<starts[player + 1]
      if cut.addsUp && !without {
        for pair in pairs { add(sets.sets(of: masks[pair]), Int(places[pair]), sets, &counts) }
        continue
      }
      for value in values.indices {
        var mask: UInt32 = 0
        for pair in pairs where has(value, pair) != without { mask |= masks[pair] }
        if mask != 0 { add(sets.sets(of: mask), value, sets, &counts) }
      }
    }
    return counts
  }

  /// The players of some values together in each of some sets of pieces; of a cut that adds up.
  func players(ofAny isMember: [Bool], in sets: PieceSets) -> [Int] {
    var counts = [Int](repeating: 0, count: sets.count)
    for value in values.indices where isMember[value] {
      for segment in 0..<segments {
        guard let set = sets.set(of: segment) else { continue }
        counts[set] += once[value * segments + segment]
      }
    }
    for player in 0..<starts.count - 1 {
      var mask: UInt32 = 0
      for pair in starts[player]..<starts[player + 1] where isMember[Int(places[pair])] {
        mask |= masks[pair]
      }
      if mask != 0 { add(sets.sets(of: mask), 0, sets, &counts) }
    }
    return counts
  }

  private func has(_ value: Int, _ pair: Int) -> Bool {
    cut.addsUp ? Int(places[pair]) == value : places[pair] & 1 << UInt32(value) != 0
  }

  @inline(__always)
  private func add(_ members: UInt32, _ value: Int, _ sets: PieceSets, _ counts: inout [Int]) {
    var rest = members
    while rest != 0 {
      counts[value * sets.count + rest.trailingZeroBitCount] += 1
      rest &= rest - 1
    }
  }
}
