extension Array where Element: CatalogueRecord {
  /// Whether each id stands before the next by its UTF-8 bytes: then none is there twice.
  var areInOrderOfIds: Bool {
    let records = span
    return records.indices.dropFirst().allSatisfy {
      IdOrder(records[$0 - 1].id).precedes(IdOrder(records[$0].id))
    }
  }

  /// The places of the records in the order of their ids' UTF-8 bytes; those of one id as they stand.
  ///
  /// By bytes and not by `String.<`, for which two spellings of "é" are one id; a file has two.
  /// - Complexity: O(n log n) comparisons, most of them of two numbers.
  var placesInOrderOfIds: [Int] {
    // Through a span: taken out of the array, each text of a record would be counted once more.
    let records = span
    let orders = indices.map { IdOrder(records[$0].id) }
    return indices.sorted { left, right in
      if orders[left].precedes(orders[right]) { return true }
      return orders[right].precedes(orders[left]) ? false : left < right
    }
  }

  /// The places of those records whose place another one of their id takes (see `replaces`), where
  /// they are read as they stand.
  package var placesOfReplaced: Set<Int> {
    areInOrderOfIds ? [] : placesOfReplaced(inOrder: placesInOrderOfIds)
  }

  /// - Parameter places: `placesInOrderOfIds`.
  func placesOfReplaced(inOrder places: [Int]) -> Set<Int> {
    var replaced: Set<Int> = []
    guard var kept = places.first else { return replaced }
    let records = span
    for place in places.dropFirst() {
      if records[place].id.utf8.elementsEqual(records[kept].id.utf8) {
        let isNewer = self[place].replaces(self[kept])
        replaced.insert(isNewer ? kept : place)
        if !isNewer { continue }
      }
      kept = place
    }
    return replaced
  }
}

extension Sequence<String> {
  /// Each text once, in the order of their UTF-8 bytes.
  package var distinctInOrderOfBytes: [String] {
    var distinct: [IdOrder] = []
    for order in map({ IdOrder($0) }).sorted(by: { $0.precedes($1) }) {
      if let last = distinct.last, !last.precedes(order) { continue }
      distinct.append(order)
    }
    return distinct.map(\.id)
  }
}

/// An id as it is compared: its first bytes as numbers, which tell nearly all ids apart.
private struct IdOrder {
  private let first: UInt64
  private let second: UInt64
  let id: String

  init(_ id: String) {
    let bytes = id.utf8.span
    func number(from start: Int) -> UInt64 {
      var number: UInt64 = 0
      // What is shorter is as if zeros stood behind it; `precedes` then looks at the whole.
      for place in start..<start + 8 {
        number = number << 8 | (place < bytes.count ? UInt64(bytes[place]) : 0)
      }
      return number
    }
    first = number(from: 0)
    second = number(from: 8)
    self.id = id
  }

  func precedes(_ other: IdOrder) -> Bool {
    if first != other.first { return first < other.first }
    if second != other.second { return second < other.second }
    return id.utf8.lexicographicallyPrecedes(other.id.utf8)
  }
}
