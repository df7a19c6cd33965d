/// A column of whole numbers of any width, read in place.
@safe struct MappedColumn: Sendable {
  /// Owns the mapping, of which `range` is a part.
  private let file: PartitionFile
  private let range: Range<Int>
  private let width: Int
  let count: Int

  /// - Precondition: the range is inside the file, at a multiple of the width.
  init(_ file: PartitionFile, _ range: Range<Int>, width: Int) {
    precondition(range.count % width == 0, "\(range.count) bytes of numbers of \(width)")
    self.file = file
    self.range = range
    self.width = width
    count = range.count / width
  }

  /// A column that is not in the file: 0 in all rows.
  init(zeros count: Int, _ file: PartitionFile) {
    self.file = file
    range = 0..<0
    width = 0
    self.count = count
  }

  @inline(__always)
  subscript(index: Int) -> UInt64 {
    precondition(index >= 0 && index < count, "there is no number \(index)")
    let offset = range.lowerBound + index * width
    let bytes = file.bytes
    // The index was checked; any bit pattern is a number.
    return switch width {
    case 0: 0
    case 1: unsafe UInt64(bytes.unsafeLoad(fromByteOffset: offset, as: UInt8.self))
    case 2: unsafe UInt64(bytes.unsafeLoad(fromByteOffset: offset, as: UInt16.self))
    case 4: unsafe UInt64(bytes.unsafeLoad(fromByteOffset: offset, as: UInt32.self))
    default: unsafe bytes.unsafeLoad(fromByteOffset: offset, as: UInt64.self)
    }
  }
}

/// A column of strings, read in place.
@safe struct MappedStrings: Sendable {
  private let file: PartitionFile
  private let ends: MappedColumn
  private let start: Int

  /// - Precondition: the ends ascend, and the last one is the range's length.
  init(_ file: PartitionFile, _ range: Range<Int>, ends: MappedColumn) {
    self.file = file
    self.ends = ends
    start = range.lowerBound
  }

  var count: Int { ends.count }

  /// The bytes of one string, valid as long as the file is open.
  func bytes(_ index: Int) -> UnsafeRawBufferPointer {
    let range = (index == 0 ? 0 : Int(ends[index - 1]))..<Int(ends[index])
    let bytes = file.bytes.extracting(start + range.lowerBound..<start + range.upperBound)
    return unsafe bytes.withUnsafeBytes { unsafe $0 }
  }

  /// One string, as long as the file is open.
  subscript(index: Int) -> Span<UInt8> {
    @_lifetime(borrow self)
    get {
      let bytes = unsafe self.bytes(index).assumingMemoryBound(to: UInt8.self)
      return unsafe _overrideLifetime(Span(_unsafeElements: bytes), borrowing: self)
    }
  }

  func text(_ index: Int) -> String { unsafe String(decoding: bytes(index), as: UTF8.self) }
}

extension PartitionFile {
  /// A column of whole numbers of any width, one per row.
  func mappedNumbers(_ name: String) throws(HistoryDamage) -> MappedColumn {
    let column = try mapped(name)
    guard column.count == rows else { throw .column(name) }
    return column
  }

  /// The strings of a text, or the ids.
  func mappedStrings(_ name: String) throws(HistoryDamage) -> MappedStrings {
    let ends = try mapped(name + ".ends")
    let range = try raw(name + ".bytes")
    var last: UInt64 = 0
    for index in 0..<ends.count {
      guard ends[index] >= last, ends[index] <= UInt64(range.count) else { throw .column(name) }
      last = ends[index]
      if index % (1 << 18) == 0 { release() }
    }
    guard last == UInt64(range.count) else { throw .column(name) }
    return MappedStrings(self, range, ends: ends)
  }

  /// The codes of a text with its strings, checked to be in range.
  func mappedText(
    _ name: String
  ) throws(HistoryDamage) -> (codes: MappedColumn, strings: MappedStrings) {
    if lacks(name) {
      return (
        MappedColumn(zeros: rows, self),
        MappedStrings(self, 0..<0, ends: MappedColumn(zeros: 1, self))
      )
    }
    let (codes, strings) = (try mappedNumbers(name + ".codes"), try mappedStrings(name))
    for row in 0..<codes.count where codes[row] >= strings.count { throw .column(name + ".codes") }
    return (codes, strings)
  }

  /// A column of whole numbers of any width and any length.
  func mapped(_ name: String) throws(HistoryDamage) -> MappedColumn {
    let range = try raw(name)
    guard let width = width(of: name), range.count % width == 0 else { throw .column(name) }
    return MappedColumn(self, range, width: width)
  }
}
