/// The rows of one file, or of a slice of it, in one of the formats: one at a time, in bounded
/// memory.
///
/// ```swift
/// while let row = try rows.next() { parse(rows.buffer.span, row.range) }
/// ```
///
/// Whatever the format, a row is the text of one JSON document, so that the contract and the
/// quarantine are the same for all formats.
protocol RowSource: ~Copyable {
  /// The row that was returned last, and at least `JSONParser.padding` bytes after it.
  var buffer: [UInt8] { get }

  /// The next row that is not blank; nil after the last.
  ///
  /// - Throws: also `changedFile` after the last, if another program wrote into the file.
  mutating func next() throws(IngestFailure) -> InputRow?

  /// The number of lines so far, including blank ones.
  var number: Int { get }

  /// The hashes of the slice's blocks; complete once `next` has returned nil.
  var blockHashes: [UInt64] { get }

  /// The number of bytes read so far, before decompression.
  var bytesRead: Int { get }

  /// Whether the file is compressed, so that its rows are not divided into slices.
  var isWholeFile: Bool { get }

  /// The maximum number of decompressed bytes after the rows returned so far. It does not depend on
  /// the size of a chunk.
  var mostBytesLeft: Int { get }

  /// The names of warnings about each row: what the file does not say and the source assumes.
  var assumptions: [String] { get }

  /// What the rows returned so far have that is not used, or is read as something else, by name
  /// (`FileNote`).
  var notes: [String: Int] { get }

  /// The names that the file has for fields.
  var names: FieldNames { get }
}

extension RowSource where Self: ~Copyable {
  var assumptions: [String] { [] }
  var notes: [String: Int] { [:] }
  var names: FieldNames { FieldNames() }
}

/// A row of a `RowSource` and its origin.
struct InputRow {
  /// The line on which it begins, from 1, in the slice; blank lines are numbered too.
  let number: Int
  /// The offset of its first byte in the file, in decompressed bytes.
  let byteOffset: Int
  /// The range of its document in the source's buffer, valid until the next call of `next`. If
  /// there is a fault, that of the text to quarantine.
  let range: Range<Int>
  /// In bytes; larger than `range` if that is only the beginning.
  let length: Int
  /// Why the source cannot read it; nil if the document is whole.
  let fault: LineFault?
  /// The number of lines that it takes.
  var lines = 1

  /// The number of lines that are lost with it: all of them if it is no document, since a missing
  /// quotation mark or bracket may have joined lines that are documents.
  func linesLost(to fault: LineFault) -> Int {
    self.fault != nil || fault.reason == .notJSON ? lines : 1
  }
}

extension LineFault {
  static let tooLong = LineFault(.lineTooLong)
  static let cut = LineFault(.truncatedFile, "the file ends inside this line")
}
