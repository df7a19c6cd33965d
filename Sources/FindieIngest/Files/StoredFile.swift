import FindieHistory

/// The bytes of an open file, or of a slice of it, read block by block, with a hash of each block.
///
/// A block's hash is the `hash64` of its bytes. It depends neither on the slices nor on the size of
/// a read. It detects accidents, not attacks.
struct StoredFile {
  static let blockBytes = 1 << 16

  let file: OpenFile
  /// The offset of the next block; a multiple of a block.
  private var position: Int
  private let start: Int
  /// Blocks from here on belong to the next slice, which hashes them.
  private let hashedEnd: Int
  private(set) var blockHashes: [UInt64] = []

  /// - Parameter slice: the bytes whose blocks are hashed; it starts at a multiple of a block.
  init(_ file: OpenFile, _ slice: Range<Int>) {
    precondition(slice.lowerBound % StoredFile.blockBytes == 0, "a slice from \(slice.lowerBound)")
    self.file = file
    start = slice.lowerBound
    position = slice.lowerBound
    hashedEnd = slice.upperBound
  }

  /// Reads the next block into `bytes` from `start` on.
  ///
  /// - Returns: the number of bytes; less than `blockBytes` only at the file's end.
  mutating func readBlock(
    into bytes: inout [UInt8], at start: Int
  ) throws(IngestFailure) -> Int {
    let count = try file.read(into: &bytes, start..<start + StoredFile.blockBytes, from: position)
    if count > 0, position < hashedEnd {
      blockHashes.append(hash64(of: bytes.span.extracting(start..<start + count)))
    }
    position += count
    return count
  }

  /// The number of bytes read since the slice's start.
  var bytesRead: Int { position - start }
}

extension [UInt64] {
  /// The hash of a file from the hashes of its blocks, in hexadecimal.
  var contentHash: String {
    String(reduce(0) { hash64($0, adding: $1) }, radix: 16)
  }
}
