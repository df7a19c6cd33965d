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
