import Foundation

/// The source of a line reader's bytes: the file, or a thread that decodes it ahead.
///
/// Not copyable, since it owns the file or the thread.
struct ByteSource: ~Copyable {
  private let file: DecodedFile?
  private let ahead: DecodingAhead?
  /// The last bytes of the thread that were not yet returned.
  private var block: ArraySlice<UInt8> = []
  private var end: (isTruncated: Bool, blockHashes: [UInt64])?
  private var bytesReadAhead = 0

  /// - Parameter decodesAhead: whether another thread decodes a compressed file.
  init(
    _ url: URL, _ compression: Compression, _ slice: Range<Int>, decodesAhead: Bool
  ) throws(IngestFailure) {
    if decodesAhead, compression != .none {
      file = nil
      ahead = DecodingAhead(url, compression)
    } else {
      file = try DecodedFile(url, compression, slice)
      ahead = nil
    }
  }

  /// Ends the thread.
  func close() { ahead?.abandon() }

  /// The hashes of the slice's blocks; complete once `read` has returned 0.
  var blockHashes: [UInt64] { ahead == nil ? file?.blockHashes ?? [] : end?.blockHashes ?? [] }

  /// The number of bytes read so far, before decompression.
  var bytesRead: Int { file?.bytesRead ?? bytesReadAhead }

  /// Whether the file ended inside a gzip member or a Zstandard frame.
  var isTruncated: Bool { file?.isTruncated ?? end?.isTruncated ?? false }

  /// Whether a line begins at an offset; a compressed file has one slice, which begins with a line.
  func lineBegins(at offset: Int) throws(IngestFailure) -> Bool {
    try file?.lineBegins(at: offset) ?? true
  }

  /// Fills a part of `free` of `output`.
  ///
  /// - Returns: the number of bytes; 0 only at the end.
  mutating func read(
    into output: inout [UInt8], _ free: Range<Int>
  ) throws(IngestFailure) -> Int {
    guard let ahead else { return try file?.read(into: &output, free) ?? 0 }
    while block.isEmpty {
      guard end == nil else { return 0 }
      switch ahead.next() {
      case .bytes(let bytes, let bytesRead):
        block = bytes
        bytesReadAhead = bytesRead
      case .end(let isTruncated, let blockHashes, let bytesRead):
        end = (isTruncated, blockHashes)
        bytesReadAhead = bytesRead
      case .failure(let failure): throw failure
      }
    }
    let count = min(block.count, free.count)
    output.replaceSubrange(free.prefix(count), with: block.prefix(count))
    block = block.dropFirst(count)
    return count
  }
}
