import CCompression

/// Decompresses a Zstandard file of one or several frames.
///
/// A frame with a window of more than 128 MiB is refused, as by the `zstd` tool: each decoder needs
/// the memory of its window.
///
/// A class, since the library's state must be freed.
@safe package final class ZstdDecoder: ByteDecoder {
  private let stream: OpaquePointer
  package private(set) var isComplete = false

  package init() {
    guard let stream = unsafe ZSTD_createDStream() else {
      preconditionFailure("no memory for a Zstandard stream")
    }
    unsafe self.stream = stream
  }

  deinit { unsafe ZSTD_freeDStream(stream) }

  /// `ZSTD_error_frameParameter_windowTooLarge` of zstd_errors.h, whose numbers are stable.
  private static let windowTooLarge = -16

  package func decode(
    _ input: [UInt8], _ available: Range<Int>, into output: inout [UInt8], _ free: Range<Int>
  ) throws(DecodingFault) -> (consumed: Int, produced: Int) {
    // Between frames there is nothing to flush, and an empty call would begin a frame.
    if isComplete, available.isEmpty { return (0, 0) }
    // Both pointers are used inside the closures; the library respects the given sizes.
    let (outcome, consumed, produced) = unsafe input.withUnsafeBytes { source in
      unsafe output.withUnsafeMutableBytes { target in
        var from = unsafe ZSTD_inBuffer(
          src: source.baseAddress, size: available.upperBound, pos: available.lowerBound)
        var to = unsafe ZSTD_outBuffer(
          dst: target.baseAddress, size: free.upperBound, pos: free.lowerBound)
        let outcome = unsafe ZSTD_decompressStream(stream, &to, &from)
        return unsafe (outcome, from.pos - available.lowerBound, to.pos - free.lowerBound)
      }
    }
    guard ZSTD_isError(outcome) == 0 else {
      // The name is the library's own constant.
      let name = unsafe String(cString: ZSTD_getErrorName(outcome))
      if outcome == Self.windowTooLarge {
        throw DecodingFault(
          why: "a Zstandard file with a window of more than 128 MiB",
          remedy: "Compress it again without --long")
      }
      throw DecodingFault(why: "its Zstandard data is invalid (\(name))")
    }
    if consumed > 0 || produced > 0 { isComplete = outcome == 0 }
    return (consumed, produced)
  }
}
