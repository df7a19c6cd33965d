import FindieDomain

/// The events of one day in their stored order, read column by column.
///
/// The rows of a column are read in ascending order.
protocol DayRows: ~Copyable {
  var collection: EventCollection { get }
  var day: Day { get }
  var count: Int { get }

  /// The bytes of an id, valid until `release()`.
  func id(_ row: Int) -> UnsafeRawBufferPointer
  func kind(_ row: Int) -> UInt8
  /// From the start of the day.
  func millisecond(_ row: Int) -> UInt64
  func contentHash(_ row: Int) -> UInt64
  func number(_ column: Int, _ row: Int) -> Float
  /// The offset of the row's line in its decompressed file.
  func offset(_ row: Int) -> UInt64
  /// Writes a column of text.
  func write(_ column: Int, to writer: inout PartitionWriter) throws
  /// The paths of the files that the rows came from.
  func files() throws -> CodedStrings

  /// Advises the system that what was read is not needed soon.
  func release()
}
