import CCompression

/// Decompresses a Zstandard file of one or several frames.
///
/// A frame with a window of more than 128 MiB is refused, as by the `zstd` tool: each decoder needs the
/// memory of its window.
///
/// A class, since the library's state must be freed.
@safe package final class ZstdDecoder: ByteDecoder {
  private let stream: OpaquePointer
  package private(set) var isComplete = false
  /// The first bytes of the current frame.
  private var header: [UInt8] = []

  package init() {
    guard let stream = unsafe ZSTD_createDStream() else {
      preconditionFailure("no memory for a Zstandard stream")
    }
    unsafe self.stream = stream
  }

  deinit { unsafe ZSTD_freeDStream(stream) }

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
      header += input[available].prefix(ZstdDecoder.longestHeader)
      if let window = ZstdDecoder.window(of: header), window > ZstdDecoder.largestWindow {
        throw DecodingFault(
          why: "a Zstandard file with a window of \((window + 1 << 20 - 1) >> 20) MiB",
          remedy: "Compress it again without --long (windows of up to 128 MiB are read)")
      }
      throw DecodingFault(why: "its Zstandard data is invalid (\(name))")
    }
    if consumed > 0 || produced > 0 { isComplete = outcome == 0 }
    if isComplete {
      header = []
    } else if header.count < ZstdDecoder.longestHeader {
      header += input[available].prefix(min(consumed, ZstdDecoder.longestHeader))
    }
    return (consumed, produced)
  }

  private static let longestHeader = 18
  private static let largestWindow = 1 << 27

  /// The size in bytes of the window that a frame needs (RFC 8878, §3.1.1.1); nil if its header is not
  /// complete.
  private static func window(of header: [UInt8]) -> Int? {
    guard header.count > 5 else { return nil }
    let descriptor = header[4]
    guard descriptor & 0x20 != 0 else {
      let (exponent, mantissa) = (Int(header[5] >> 3), Int(header[5] & 7))
      let base = 1 << (10 + exponent)
      return base + base / 8 * mantissa
    }
    // A single segment: the window is the whole content, whose size follows the dictionary's id.
    let start = 5 + [0, 1, 2, 4][Int(descriptor & 3)]
    let bytes = [1, 2, 4, 8][Int(descriptor >> 6)]
    guard header.count >= start + bytes else { return nil }
    let size = header[start..<start + bytes].reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    return Int(clamping: size)
  }
}
