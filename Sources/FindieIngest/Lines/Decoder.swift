/// Turns the bytes of a compressed file into the bytes that were compressed.
protocol Decoder: AnyObject {
  /// Whether the input may end here: the last member or frame is complete.
  var isComplete: Bool { get }

  /// Decodes from `input` within `available` into `output` within `free`.
  ///
  /// - Returns: how many bytes were consumed and made; nothing of either where more input is needed.
  /// - Throws: what is wrong with the bytes, as a clause.
  func decode(
    _ input: [UInt8], _ available: Range<Int>, into output: inout [UInt8], _ free: Range<Int>
  ) throws(DecodingFault) -> (consumed: Int, produced: Int)
}

/// What is wrong with compressed bytes, as a clause.
struct DecodingFault: Error {
  let why: String
}
