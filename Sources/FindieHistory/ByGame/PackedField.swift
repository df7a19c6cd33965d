/// One number of each row of a day by game, read in place.
///
/// The numbers of a row are adjacent, so the few rows of a game are one memory range, whichever
/// numbers are read.
@safe struct PackedField: Sendable {
  /// Owns the mapping.
  private let file: PartitionFile
  private let start: Int
  private let stride: Int
  private let width: Int
  private let count: Int

  /// - Parameters:
  ///   - rows: the range of the rows in the file, `stride` bytes each.
  ///   - offset: of the number's bytes in a row.
  ///   - width: 1, 2 or 4 bytes.
  /// - Precondition: the rows are inside the file, and the number is inside its row.
  fileprivate init(
    _ file: PartitionFile, _ rows: Range<Int>, stride: Int, offset: Int, width: Int
  ) {
    precondition(
      rows.count % stride == 0 && offset >= 0 && offset + width <= stride,
      "\(rows.count) bytes of rows of \(stride)")
    self.file = file
    self.stride = stride
    self.width = width
    start = rows.lowerBound + offset
    count = rows.count / stride
  }

  /// Whether every row's number is below a bound.
  func isBelow(_ bound: Int) -> Bool {
    var numbers: [UInt32] = []
    for row in Swift.stride(from: 0, to: count, by: 4096) {
      numbers.removeAll(keepingCapacity: true)
      append(row..<min(count, row + 4096), to: &numbers) { $0 }
      guard numbers.allSatisfy({ Int($0) < bound }) else { return false }
    }
    return true
  }

  /// Appends what stands for the numbers of some rows.
  @inline(__always)
  func append(
    _ rows: Range<Int>, to numbers: inout [UInt32], _ value: (UInt32) -> UInt32
  ) {
    precondition(
      rows.lowerBound >= 0 && rows.upperBound <= count, "there are no rows \(rows) of \(count)")
    let bytes = file.bytes
    var index = start + rows.lowerBound * stride
    numbers.append(addingCapacity: rows.count) { target in
      // The rows were checked; any bit pattern is a number.
      switch width {
      case 1:
        for _ in rows {
          target.append(
            value(UInt32(unsafe bytes.unsafeLoad(fromByteOffset: index, as: UInt8.self))))
          index += stride
        }
      case 2:
        for _ in rows {
          target.append(
            value(
              UInt32(unsafe bytes.unsafeLoadUnaligned(fromByteOffset: index, as: UInt16.self))))
          index += stride
        }
      default:
        for _ in rows {
          target.append(
            value(unsafe bytes.unsafeLoadUnaligned(fromByteOffset: index, as: UInt32.self)))
          index += stride
        }
      }
    }
  }
}

extension PartitionFile {
  private static let packed = "rows"
  private static let widths = "rows.widths"

  /// The numbers of each row.
  func packedFields(_ count: Int) throws(HistoryDamage) -> [PackedField] {
    let widths = try bytes(Self.widths)
    guard widths.count == count else { throw .column(Self.widths) }
    var stride = 0
    for index in widths.indices {
      guard [1, 2, 4].contains(widths[index]) else { throw .column(Self.widths) }
      stride += Int(widths[index])
    }
    let range = try raw(Self.packed)
    guard range.count == rows * stride else { throw .column(Self.packed) }
    var fields: [PackedField] = []
    var offset = 0
    for index in widths.indices {
      let width = Int(widths[index])
      fields.append(PackedField(self, range, stride: stride, offset: offset, width: width))
      offset += width
    }
    return fields
  }
}
