import CCompression

/// Inflates a gzip file of one or several members; zeros after the last member are padding.
///
/// A class, since zlib stores the address of its state and the state must be freed.
@safe package final class GzipDecoder: ByteDecoder {
  private let stream: UnsafeMutablePointer<z_stream>
  private var isInsideMember = true
  private var isPadding = false

  /// A window of 15 bits, plus 16 to select gzip's header and checksum.
  private static let windowBits: Int32 = 15 + 16

  package init() {
    unsafe stream = .allocate(capacity: 1)
    unsafe stream.initialize(to: z_stream())
    let outcome = unsafe inflateInit2_(
      stream, GzipDecoder.windowBits, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
    precondition(outcome == Z_OK, "zlib does not start: \(outcome)")
  }

  deinit {
    unsafe inflateEnd(stream)
    unsafe stream.deallocate()
  }

  package var isComplete: Bool { !isInsideMember }

  package func decode(
    _ input: [UInt8], _ available: Range<Int>, into output: inout [UInt8], _ free: Range<Int>
  ) throws(DecodingFault) -> (consumed: Int, produced: Int) {
    if !isInsideMember, let next = available.first {
      if isPadding || input[next] == 0 {
        isPadding = true
        guard input[available].allSatisfy({ $0 == 0 }) else {
          throw DecodingFault(why: "other bytes follow its end")
        }
        return (available.count, 0)
      }
      isInsideMember = true
    }
    guard isInsideMember else { return (0, 0) }
    // Both pointers are used inside the closures, within the arrays' bounds.
    let outcome = unsafe input.withUnsafeBufferPointer { source in
      unsafe output.withUnsafeMutableBufferPointer { target in
        unsafe stream.pointee.next_in = UnsafeMutablePointer(
          mutating: source.baseAddress.map { unsafe $0 + available.lowerBound })
        unsafe stream.pointee.avail_in = UInt32(available.count)
        unsafe stream.pointee.next_out = target.baseAddress.map { unsafe $0 + free.lowerBound }
        unsafe stream.pointee.avail_out = UInt32(free.count)
        return unsafe inflate(stream, Z_NO_FLUSH)
      }
    }
    let consumed = available.count - Int(unsafe stream.pointee.avail_in)
    let produced = free.count - Int(unsafe stream.pointee.avail_out)
    switch outcome {
    case Z_STREAM_END:
      isInsideMember = false
      unsafe inflateReset(stream)
    case Z_OK, Z_BUF_ERROR: break
    case Z_MEM_ERROR: preconditionFailure("no memory to inflate")
    default:
      // The message is zlib's own constant.
      let message = unsafe stream.pointee.msg.map { unsafe String(cString: $0) }
      throw DecodingFault(why: "its gzip data is invalid (\(message ?? "error \(outcome)"))")
    }
    return (consumed, produced)
  }
}

extension GzipDecoder {
  /// The content of a whole gzip file.
  ///
  /// - Parameter limit: the largest content, in bytes.
  /// - Throws: the fault of a file that is damaged, cut off or too large when decompressed.
  package static func content(
    of file: [UInt8], limit: Int
  ) throws(DecodingFault) -> [UInt8] {
    let decoder = GzipDecoder()
    var block = [UInt8](repeating: 0, count: 1 << 16)
    var content: [UInt8] = []
    var position = 0
    while true {
      let step = try decoder.decode(file, position..<file.count, into: &block, 0..<block.count)
      if step == (0, 0) { break }
      position += step.consumed
      content += block[..<step.produced]
      guard content.count <= limit else {
        throw DecodingFault(why: "it has more than \(limit) bytes after decompression")
      }
    }
    guard position == file.count, decoder.isComplete else {
      throw DecodingFault(why: "its gzip data is cut off")
    }
    return content
  }
}

/// Decompresses a Zstandard file of one or several frames.
///
/// A frame with a window of more than 128 MiB is refused, as by the `zstd` tool: each decoder needs
/// the memory of its window.
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

  /// The size in bytes of the window that a frame needs (RFC 8878, §3.1.1.1); nil if its header is
  /// not complete.
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
