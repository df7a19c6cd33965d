import FindieHistory
import Foundation
import Glibc

/// An open file, or a slice of it, read block by block, with a hash of each block.
///
/// A block's hash is the `hash64` of its bytes. It depends neither on the slices nor on the size of
/// a read. It detects accidents, not attacks.
///
/// Not copyable, since it owns a descriptor.
struct StoredFile: ~Copyable {
  static let blockBytes = 1 << 16

  let path: String
  private let descriptor: Int32
  /// The offset of the next block; a multiple of a block.
  private var position: Int
  private let start: Int
  /// Blocks from here on belong to the next slice, which hashes them.
  private let hashedEnd: Int
  private(set) var blockHashes: [UInt64] = []

  /// - Parameter slice: the bytes whose blocks are hashed; it starts at a multiple of a block.
  /// - Throws: `unreadableFile` or `notAFile`. The call never blocks, not even on a pipe.
  init(_ url: URL, _ slice: Range<Int>) throws(IngestFailure) {
    precondition(slice.lowerBound % StoredFile.blockBytes == 0, "a slice from \(slice.lowerBound)")
    path = url.path
    start = slice.lowerBound
    position = slice.lowerBound
    hashedEnd = slice.upperBound
    descriptor = unsafe open(url.path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw .unreadableFile(path: url.path, code: errno) }
    guard FileStatus(descriptor: descriptor)?.kind == .file else {
      throw .notAFile(path: url.path)
    }
  }

  deinit { close(descriptor) }

  /// Reads the next block into `bytes` from `start` on.
  ///
  /// - Returns: the number of bytes; less than `blockBytes` only at the file's end.
  mutating func readBlock(
    into bytes: inout [UInt8], at start: Int
  ) throws(IngestFailure) -> Int {
    let count = try read(into: &bytes, start..<start + StoredFile.blockBytes, from: position)
    if count > 0, position < hashedEnd {
      blockHashes.append(hash64(of: bytes.span.extracting(start..<start + count)))
    }
    position += count
    return count
  }

  /// The number of bytes read since the slice's start.
  var bytesRead: Int { position - start }

  /// Whether a line begins at `offset`: the byte before it ends one.
  func lineBegins(at offset: Int) throws(IngestFailure) -> Bool {
    guard offset > 0 else { return true }
    var byte: [UInt8] = [0]
    return try read(into: &byte, 0..<1, from: offset - 1) == 1 && byte[0] == 0x0A
  }

  private func read(
    into bytes: inout [UInt8], _ range: Range<Int>, from offset: Int
  ) throws(IngestFailure) -> Int {
    precondition(range.upperBound <= bytes.count, "\(range) of \(bytes.count) bytes")
    var filled = 0
    while filled < range.count {
      // The range is inside the array.
      let count = unsafe bytes.withUnsafeMutableBytes { bytes in
        unsafe pread(
          descriptor, bytes.baseAddress! + range.lowerBound + filled, range.count - filled,
          off_t(offset + filled))
      }
      if count < 0 {
        if errno == EINTR { continue }
        throw .unreadableFile(path: path, code: errno)
      }
      if count == 0 { break }
      filled += count
    }
    return filled
  }
}

extension [UInt64] {
  /// The hash of a file from the hashes of its blocks, in hexadecimal.
  var contentHash: String {
    String(reduce(0) { hash64($0, adding: $1) }, radix: 16)
  }
}
