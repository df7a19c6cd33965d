/// Decompresses the bytes of a file.
package protocol ByteDecoder: AnyObject {
  /// Whether the input may end here: the last member or frame is complete.
  var isComplete: Bool { get }

  /// Decodes from `input` within `available` into `output` within `free`.
  ///
  /// - Returns: the numbers of bytes that were consumed and produced; both are 0 if more input is
  ///   needed.
  /// - Throws: the fault of the bytes, as a clause.
  func decode(
    _ input: [UInt8], _ available: Range<Int>, into output: inout [UInt8], _ free: Range<Int>
  ) throws(DecodingFault) -> (consumed: Int, produced: Int)
}

/// A fault of compressed bytes, as a clause.
package struct DecodingFault: Error {
  package let why: String
  /// What to do about bytes that are valid but cannot be decoded here, as a clause; nil if the
  /// bytes are damaged.
  package let remedy: String?

  init(why: String, remedy: String? = nil) {
    self.why = why
    self.remedy = remedy
  }
}
