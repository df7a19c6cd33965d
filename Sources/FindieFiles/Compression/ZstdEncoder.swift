import CCompression

package enum ZstdEncoder {
  /// Of players' lists, level 3 makes no smaller frames than level 1.
  private static let level: Int32 = 1

  /// A frame of some bytes. Frames can be made in parallel and joined: a file may have any number.
  package static func frame(of bytes: [UInt8]) -> [UInt8] {
    unsafe [UInt8](unsafeUninitializedCapacity: ZSTD_compressBound(bytes.count)) { frame, count in
      // The library respects the given sizes.
      count = unsafe bytes.withUnsafeBytes {
        unsafe ZSTD_compress(frame.baseAddress, frame.count, $0.baseAddress, $0.count, level)
      }
      precondition(ZSTD_isError(count) == 0, "no memory for a Zstandard frame")
    }
  }
}

extension ZstdDecoder {
  /// The bytes of a file that is in memory.
  package static func bytes(of file: [UInt8]) throws(DecodingFault) -> [UInt8] {
    let decoder = ZstdDecoder()
    var (bytes, produced, consumed) = ([UInt8](), 0, 0)
    while consumed < file.count || !decoder.isComplete {
      if produced == bytes.count {
        bytes += [UInt8](repeating: 0, count: max(1 << 20, bytes.count))
      }
      let step = try decoder.decode(
        file, consumed..<file.count, into: &bytes, produced..<bytes.count)
      guard step.consumed + step.produced > 0 else {
        throw DecodingFault(why: "its last Zstandard frame is incomplete")
      }
      consumed += step.consumed
      produced += step.produced
    }
    bytes.removeLast(bytes.count - produced)
    return bytes
  }
}
