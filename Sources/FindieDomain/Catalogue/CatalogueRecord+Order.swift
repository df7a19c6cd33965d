extension Array where Element: CatalogueRecord {
  /// Whether the ids ascend by their UTF-8 bytes, each once.
  var areInOrderOfIds: Bool {
    let records = span
    return records.indices.dropFirst().allSatisfy {
      SortKey(records[$0 - 1].id).precedes(SortKey(records[$0].id))
    }
  }

  /// The indices of the records in the order of their ids' UTF-8 bytes. Records of one id stay in order.
  ///
  /// Bytes and not `String.<`, which treats two spellings of "é" as equal; in a file they are two ids.
  /// - Complexity: O(n log n) comparisons, most of them of two numbers.
  var indicesInOrderOfIds: [Int] {
    // A span avoids retaining and releasing the texts of each record.
    let records = span
    let keys = indices.map { SortKey(records[$0].id) }
    return indices.sorted { left, right in
      if keys[left].precedes(keys[right]) { return true }
      return keys[right].precedes(keys[left]) ? false : left < right
    }
  }

  /// The newest record of each id (see `replaces`), in the order of the ids.
  var newest: [Element] {
    guard !areInOrderOfIds else { return self }
    let indices = indicesInOrderOfIds
    let replaced = indicesOfReplaced(inOrder: indices)
    return indices.lazy.filter { !replaced.contains($0) }.map { self[$0] }
  }

  /// The indices of the records that another record of the same id replaces (see `replaces`).
  package var indicesOfReplaced: Set<Int> {
    areInOrderOfIds ? [] : indicesOfReplaced(inOrder: indicesInOrderOfIds)
  }

  /// - Parameter order: `indicesInOrderOfIds`.
  func indicesOfReplaced(inOrder order: [Int]) -> Set<Int> {
    var replaced: Set<Int> = []
    guard var newest = order.first else { return replaced }
    let records = span
    for index in order.dropFirst() {
      if records[index].id.hasSameBytes(as: records[newest].id) {
        let isNewer = self[index].replaces(self[newest])
        replaced.insert(isNewer ? newest : index)
        if !isNewer { continue }
      }
      newest = index
    }
    return replaced
  }
}

extension Sequence<String> {
  /// Each text once, sorted by UTF-8 bytes.
  package var distinctSortedByBytes: [String] {
    var distinct: [SortKey] = []
    for key in map({ SortKey($0) }).sorted(by: { $0.precedes($1) }) {
      if let last = distinct.last, !last.precedes(key) { continue }
      distinct.append(key)
    }
    return distinct.map(\.id)
  }
}

/// An id, with its first 16 bytes as two numbers, which are enough to order most ids.
private struct SortKey {
  private let first: UInt64
  private let second: UInt64
  let id: String

  init(_ id: String) {
    let bytes = id.utf8.span
    func number(from start: Int) -> UInt64 {
      var number: UInt64 = 0
      // A shorter id is padded with zeros; `precedes` compares whole ids if the numbers are equal.
      for index in start..<start + 8 {
        number = number << 8 | (index < bytes.count ? UInt64(bytes[index]) : 0)
      }
      return number
    }
    first = number(from: 0)
    second = number(from: 8)
    self.id = id
  }

  func precedes(_ other: SortKey) -> Bool {
    if first != other.first { return first < other.first }
    if second != other.second { return second < other.second }
    return id.utf8.lexicographicallyPrecedes(other.id.utf8)
  }
}
