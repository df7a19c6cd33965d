import FindieFiles
import Foundation

/// The decompressed bytes of an input file or of a slice of it.
///
/// A class, since a thread may own it.
final class DecodedFile {
  private var file: StoredFile
  /// Nil if the file is not compressed.
  private let decoder: (any ByteDecoder)?
  /// The compressed bytes that were read last; those from `position` to `filled` were not yet
  /// decoded.
  private var block: [UInt8] = []
  private var position = 0
  private var filled = 0
  /// Whether the decoder may have bytes that did not fit in the last buffer.
  private var mayHoldMore = false
  /// Whether the file ended inside a gzip member or a Zstandard frame.
  private(set) var isTruncated = false

  init(_ url: URL, _ compression: Compression, _ slice: Range<Int>) throws(IngestFailure) {
    file = try StoredFile(url, slice)
    decoder =
      switch compression {
      case .none: nil
      case .gzip: GzipDecoder()
      case .zstd: ZstdDecoder()
      }
  }

  /// The hashes of the slice's blocks; complete once `read` has returned 0.
  var blockHashes: [UInt64] { file.blockHashes }

  /// The number of bytes read so far, before decompression.
  var bytesRead: Int { file.bytesRead }

  func lineBegins(at offset: Int) throws(IngestFailure) -> Bool {
    try file.lineBegins(at: offset)
  }

  /// Fills a part of `free` of `output`.
  ///
  /// - Returns: the number of bytes; 0 only at the end.
  func read(
    into output: inout [UInt8], _ free: Range<Int>
  ) throws(IngestFailure) -> Int {
    guard let decoder else { return try readPlainly(into: &output, free) }
    while true {
      if position == filled, !mayHoldMore {
        guard try readBlock() else {
          isTruncated = !decoder.isComplete
          return 0
        }
      }
      let step: (consumed: Int, produced: Int)
      do {
        step = try decoder.decode(block, position..<filled, into: &output, free)
      } catch {
        throw .damagedFile(path: file.path, why: error.why)
      }
      position += step.consumed
      mayHoldMore = step.produced == free.count
      if step.produced > 0 { return step.produced }
    }
  }

  private func readPlainly(
    into output: inout [UInt8], _ free: Range<Int>
  ) throws(IngestFailure) -> Int {
    if position == filled {
      if free.count >= StoredFile.blockBytes {
        return try file.readBlock(into: &output, at: free.lowerBound)
      }
      guard try readBlock() else { return 0 }
    }
    let count = min(filled - position, free.count)
    for index in 0..<count { output[free.lowerBound + index] = block[position + index] }
    position += count
    return count
  }

  private func readBlock() throws(IngestFailure) -> Bool {
    if block.isEmpty { block = [UInt8](repeating: 0, count: StoredFile.blockBytes) }
    position = 0
    filled = try file.readBlock(into: &block, at: 0)
    return filled > 0
  }
}
