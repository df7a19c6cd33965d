import FindieDomain
import FindieFiles
import Foundation

/// Writes a day's file column by column, with a piece of one column in memory.
///
/// Not copyable, since it owns the file.
@safe struct PartitionWriter: ~Copyable {
  private var file: FileWriter
  private let headBytes: Int
  private var columns: [Partition.Header.Column] = []
  /// The number of bytes of data that are written.
  private var offset = 0
  private let piece: PieceMemory
  private var filled = 0
  private var columnBytes = 0
  private var hash = HashStream()

  private static let pieceBytes = 256 << 10

  init(_ collection: EventCollection, to url: URL) throws(FileFailure) {
    let headBytes = Partition.headBytes(collection)
    var file = try FileWriter(url, access: .ownerOnly)
    try file.write([UInt8](repeating: 0, count: headBytes))
    self.headBytes = headBytes
    self.file = file
    piece = PieceMemory(bytes: Self.pieceBytes)
  }

  /// Writes the head. Returns the file's checksum, that of its events without their origins, and
  /// the file's size.
  consuming func finish(
    _ collection: EventCollection, _ day: Day, rows: Int
  ) throws(FileFailure) -> (checksum: String, content: String, bytes: Int) {
    let content = columns.filter { !$0.name.hasPrefix("origin") }
      .map { "\($0.name) \($0.checksum)" }.joined(separator: "\n")
    let head = Partition.head(
      Partition.Header(collection: collection, day: day, rows: rows, columns: columns))
    try file.rewrite(head, at: 0)
    file.startSync()
    return (
      Partition.checksum(ofHead: head.span.rawBytes),
      String(hash64(of: content.utf8.span), radix: 16), headBytes + offset
    )
  }

  // MARK: - Columns

  /// Writes a column of numbers: `value(row)` for each row.
  ///
  /// - Parameter didWrite: called whenever a piece is written.
  @inline(__always)
  mutating func numbers<Number: BitwiseCopyable>(
    _ name: String, _ type: String, count: Int, didWrite: () -> Void, _ value: (Int) -> Number
  ) throws(FileFailure) {
    let atOnce = Self.pieceBytes / MemoryLayout<Number>.stride
    var row = 0
    while row < count {
      let end = min(count, row + atOnce)
      // The piece has room for `atOnce` numbers, at a multiple of eight bytes.
      let numbers = unsafe piece.bytes.baseAddress.unsafelyUnwrapped
        .assumingMemoryBound(to: Number.self)
      for index in row..<end { unsafe numbers[index - row] = value(index) }
      filled = (end - row) * MemoryLayout<Number>.stride
      try flush()
      didWrite()
      row = end
    }
    try endColumn(name, type)
  }

  /// Writes a column of whole numbers in the narrowest type that holds the largest of them.
  @inline(__always)
  mutating func wholeNumbers(
    _ name: String, upTo largest: UInt64, count: Int, didWrite: () -> Void,
    _ value: (Int) -> UInt64
  ) throws(FileFailure) {
    switch largest {
    case 0...UInt64(UInt8.max):
      try numbers(name, "u8", count: count, didWrite: didWrite) {
        UInt8(truncatingIfNeeded: value($0))
      }
    case 0...UInt64(UInt16.max):
      try numbers(name, "u16", count: count, didWrite: didWrite) {
        UInt16(truncatingIfNeeded: value($0))
      }
    case 0...UInt64(UInt32.max):
      try numbers(name, "u32", count: count, didWrite: didWrite) {
        UInt32(truncatingIfNeeded: value($0))
      }
    default:
      try numbers(name, "u64", count: count, didWrite: didWrite) { value($0) }
    }
  }

  /// Writes the two columns of strings: their bytes, and where each ends.
  @inline(__always)
  mutating func strings(
    _ name: String, count: Int, didWrite: () -> Void, _ string: (Int) -> UnsafeRawBufferPointer
  ) throws(FileFailure) {
    var total = 0
    for row in 0..<count {
      let bytes = unsafe string(row)
      total += bytes.count
      if filled + bytes.count > Self.pieceBytes {
        try flush()
        didWrite()
      }
      if bytes.count > Self.pieceBytes {
        // Longer than a piece: written directly.
        try unsafe write(RawSpan(_unsafeBytes: bytes))
      } else {
        // There is room, checked above.
        unsafe UnsafeMutableRawBufferPointer(rebasing: piece.bytes[filled...]).copyMemory(
          from: bytes)
        filled += bytes.count
      }
    }
    try flush()
    try endColumn(name + ".bytes", "u8")
    var end = 0
    try wholeNumbers(name + ".ends", upTo: UInt64(total), count: count, didWrite: didWrite) { row in
      end += unsafe string(row).count
      return UInt64(end)
    }
  }

  /// Writes the three columns of a text.
  mutating func text(_ name: String, _ text: CodedStrings) throws(FileFailure) {
    let (codes, strings) = (text.codes, text.strings)
    try wholeNumbers(
      name + ".codes", upTo: UInt64(max(0, strings.count - 1)), count: codes.count, didWrite: {}
    ) { UInt64(codes[$0]) }
    try write(strings.bytes, as: name + ".bytes")
    let ends = strings.ends
    try wholeNumbers(
      name + ".ends", upTo: UInt64(ends.last ?? 0), count: ends.count, didWrite: {}
    ) { UInt64(ends[$0]) }
  }

  /// Writes the three columns of a text whose strings are not copied: `string(code)` is the string
  /// of each of `count` codes.
  mutating func text(
    _ name: String, _ codes: [UInt32], of count: Int, didWrite: () -> Void,
    _ string: (Int) -> UnsafeRawBufferPointer
  ) throws(FileFailure) {
    try wholeNumbers(
      name + ".codes", upTo: UInt64(max(0, count - 1)), count: codes.count, didWrite: didWrite
    ) { UInt64(codes[$0]) }
    try unsafe strings(name, count: count, didWrite: didWrite, string)
  }

  /// Writes two columns: rows of several numbers side by side, and how many bytes each of them
  /// takes.
  ///
  /// - Parameter fields: the numbers of all rows, and the bytes that hold any of them: 1, 2 or 4.
  mutating func packed(
    rows count: Int, _ fields: [(numbers: [UInt32], width: Int)]
  ) throws(FileFailure) {
    try write(fields.map { UInt8($0.width) }, as: "rows.widths")
    let stride = fields.reduce(0) { $0 + $1.width }
    let atOnce = Self.pieceBytes / stride
    var row = 0
    while row < count {
      let rows = row..<min(count, row + atOnce)
      var offset = 0
      for field in fields {
        pack(field.numbers[rows], width: field.width, at: offset, stride: stride)
        offset += field.width
      }
      filled = rows.count * stride
      try flush()
      row = rows.upperBound
    }
    try endColumn("rows", "u8")
  }

  private func pack(_ numbers: ArraySlice<UInt32>, width: Int, at offset: Int, stride: Int) {
    // The piece has room for that many rows, and a row for the number at its offset.
    let bytes = unsafe piece.bytes
    var index = offset
    for number in numbers {
      switch width {
      case 1:
        unsafe bytes.storeBytes(
          of: UInt8(truncatingIfNeeded: number), toByteOffset: index, as: UInt8.self)
      case 2:
        unsafe bytes.storeBytes(
          of: UInt16(truncatingIfNeeded: number), toByteOffset: index, as: UInt16.self)
      default: unsafe bytes.storeBytes(of: number, toByteOffset: index, as: UInt32.self)
      }
      index += stride
    }
  }

  private mutating func write(_ bytes: [UInt8], as name: String) throws(FileFailure) {
    try write(bytes.span.rawBytes)
    try endColumn(name, "u8")
  }

  private mutating func flush() throws(FileFailure) {
    guard filled > 0 else { return }
    // That many bytes of the piece were set.
    let bytes = unsafe UnsafeRawBufferPointer(rebasing: piece.bytes[..<filled])
    filled = 0
    try unsafe write(RawSpan(_unsafeBytes: bytes))
  }

  private mutating func write(_ bytes: RawSpan) throws(FileFailure) {
    hash.append(bytes)
    columnBytes += bytes.byteCount
    try file.write(bytes)
  }

  private mutating func endColumn(_ name: String, _ type: String) throws(FileFailure) {
    columns.append(
      Partition.Header.Column(
        name: name, type: type, offset: offset, length: columnBytes,
        checksum: String(hash.value, radix: 16)))
    let padding = columnBytes.padded - columnBytes
    if padding > 0 { try file.write([UInt8](repeating: 0, count: padding)) }
    offset += columnBytes.padded
    columnBytes = 0
    hash = HashStream()
  }
}

/// The memory of a piece of a column, at a multiple of eight bytes.
@safe private struct PieceMemory: ~Copyable {
  let bytes: UnsafeMutableRawBufferPointer

  init(bytes count: Int) { unsafe bytes = .allocate(byteCount: count, alignment: 8) }

  deinit { unsafe bytes.deallocate() }
}

extension Int {
  /// The next multiple of eight.
  var padded: Int { (self + 7) / 8 * 8 }
}
