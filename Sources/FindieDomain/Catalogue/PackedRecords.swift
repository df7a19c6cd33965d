/// The records of one collection as bytes, for collections of millions: a record of the catalogue
/// takes a tenth of the memory that its Swift value takes.
///
/// An element gives single values of its record, or the whole record. Collections share the bytes
/// of the records that they have in common. Two are equal if their records are.
package struct PackedRecords<Record: CatalogueRecord>: RandomAccessCollection, Sendable {
  /// Where the bytes of one record are.
  package struct Place: BitwiseCopyable, Sendable {
    package var buffer: UInt32
    package var count: UInt32
    package var start: Int
    /// The hash of the line that has this record; `.none` if no line has, or it needs a warning.
    package var line: LineHash
  }

  package private(set) var buffers: [[UInt8]] = []
  package private(set) var places: [Place] = []
  /// Whether the last buffer is only this collection's, and takes further records.
  private var isOpen = false

  package init() {}

  /// The records in their order, including several with one id.
  package init(_ records: some Sequence<Record>) {
    for record in records { append(record) }
  }

  /// All records in one buffer.
  package init(bytes: [UInt8], places: [Place]) {
    buffers = [bytes]
    self.places = places
  }

  package var startIndex: Int { 0 }
  package var endIndex: Int { places.count }

  package subscript(index: Int) -> PackedRecord<Record> {
    let place = places[index]
    return PackedRecord(
      fields: PackedFields(bytes: buffers[Int(place.buffer)], start: place.start),
      count: Int(place.count))
  }

  /// All records as values.
  package var records: [Record] { map(\.record) }

  /// The size of all buffers.
  package var bytes: Int { buffers.reduce(0) { $0 + $1.count } }

  package mutating func append(_ record: Record, line: LineHash = .none) {
    if !isOpen { buffers.append([]) }
    isOpen = true
    let last = buffers.count - 1
    let start = buffers[last].count
    buffers[last].append(record)
    places.append(
      Place(
        buffer: UInt32(last), count: UInt32(buffers[last].count - start), start: start, line: line))
  }

  /// Appends the record of an index of `other`, from which this collection was made with
  /// `sharing`.
  package mutating func append(at index: Int, of other: PackedRecords) {
    places.append(other.places[index])
  }

  /// A collection without records that can have those of `other`.
  package init(sharing other: PackedRecords) {
    buffers = other.buffers
  }

  /// The records of both, in their order.
  package static func + (left: PackedRecords, right: PackedRecords) -> PackedRecords {
    var both = left
    both += right
    return both
  }

  package static func += (left: inout PackedRecords, right: PackedRecords) {
    let before = UInt32(left.buffers.count)
    left.buffers += right.buffers
    left.places.reserveCapacity(left.count + right.count)
    for var place in right.places {
      place.buffer += before
      left.places.append(place)
    }
    left.isOpen = false
  }

  /// The records of some indices, in their order.
  package func selecting(_ indices: some Sequence<Int>) -> PackedRecords {
    var selected = PackedRecords(sharing: self)
    selected.places = indices.map { places[$0] }
    return selected
  }

  package func selecting(where isSelected: (PackedRecord<Record>) -> Bool) -> PackedRecords {
    selecting(indices.filter { isSelected(self[$0]) })
  }

  /// The same records without the lines that they were read from.
  package var withoutLines: PackedRecords {
    var records = self
    for index in places.indices { records.places[index].line = .none }
    return records
  }

  /// Whether the records and the lines that they were read from are the same.
  package func isIdentical(to other: PackedRecords) -> Bool {
    self == other && places.elementsEqual(other.places) { $0.line == $1.line }
  }

  /// The same records in one buffer, without bytes of others.
  package var compact: PackedRecords {
    if buffers.count == 1, buffers[0].count == places.reduce(0, { $0 + Int($1.count) }) {
      return self
    }
    var (bytes, moved): ([UInt8], [Place]) = ([], places)
    bytes.reserveCapacity(places.reduce(0) { $0 + Int($1.count) })
    for index in places.indices {
      moved[index].buffer = 0
      moved[index].start = bytes.count
      bytes += buffers[Int(places[index].buffer)][self[index].range]
    }
    return PackedRecords(bytes: bytes, places: moved)
  }
}

extension PackedRecords: Hashable {
  package static func == (left: PackedRecords, right: PackedRecords) -> Bool {
    left.count == right.count && left.indices.allSatisfy { left[$0].isEqual(to: right[$0]) }
  }

  package func hash(into hasher: inout Hasher) {
    for record in self { hasher.combine(record.id) }
  }
}

extension PackedRecords: ExpressibleByArrayLiteral {
  package init(arrayLiteral records: Record...) { self.init(records) }
}

extension PackedRecords {
  /// The newest record of each id (see `replaces`), sorted by the UTF-8 bytes of the ids.
  package var newest: PackedRecords {
    guard !areInOrderOfIds else { return self }
    let order = indicesInOrderOfIds
    let replaced = indicesOfReplaced(inOrder: order)
    return selecting(order.lazy.filter { !replaced.contains($0) })
  }

  /// The indices of the records that are replaced by another with the same id (see `replaces`).
  package var indicesOfReplaced: Set<Int> {
    areInOrderOfIds ? [] : indicesOfReplaced(inOrder: indicesInOrderOfIds)
  }

  /// Whether the ids are strictly ascending by their UTF-8 bytes.
  private var areInOrderOfIds: Bool {
    indices.dropFirst().allSatisfy { self[$0 - 1].precedes(self[$0]) }
  }

  /// The indices of the records, sorted by the UTF-8 bytes of their ids. Records with the same id
  /// keep their order.
  ///
  /// Not by `String.<`, which treats two spellings of "é" as equal; in a file they are two ids.
  /// - Complexity: O(n log n) comparisons, most of them of two numbers.
  private var indicesInOrderOfIds: [Int] {
    let keys = map(\.idStart)
    return indices.sorted { left, right in
      if keys[left] != keys[right] { return keys[left] < keys[right] }
      let (first, second) = (self[left], self[right])
      return first.precedes(second) || left < right && !second.precedes(first)
    }
  }

  private func indicesOfReplaced(inOrder order: [Int]) -> Set<Int> {
    var replaced: Set<Int> = []
    guard var newest = order.first else { return replaced }
    for index in order.dropFirst() {
      if self[index].hasId(of: self[newest]) {
        let isNewer = self[index].record.replaces(self[newest].record)
        replaced.insert(isNewer ? newest : index)
        if !isNewer { continue }
      }
      newest = index
    }
    return replaced
  }
}

/// The first bytes of the SHA-256 of a line.
package struct LineHash: Hashable, BitwiseCopyable, Sendable {
  private let first: UInt64
  private let second: UInt64

  package static let none = LineHash(0, 0)

  package init(_ first: UInt64, _ second: UInt64) {
    self.first = first
    self.second = second
  }
}
