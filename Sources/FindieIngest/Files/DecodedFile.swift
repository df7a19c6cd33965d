import FindieFiles
import FindieHistory

/// The decompressed bytes of an open file, or the bytes of a slice of a plain one.
///
/// Files that were compressed several times are decompressed as often.
///
/// A class, since a thread may own it.
final class DecodedFile {
  private var file: StoredFile
  /// The outermost compression first; none for a plain file.
  private var layers: [DecodingLayer] = []
  /// How the decompressed text is divided.
  private(set) var layout: ContentFormat.Layout
  /// Bytes that were read and not yet returned: those from `position` to `filled`.
  private var block: [UInt8] = []
  private var position = 0
  private var filled = 0

  private static let mostLayers = 3

  /// - Parameter slice: must be the whole file if it is compressed.
  init(_ opened: OpenFile, _ slice: Range<Int>) throws(IngestFailure) {
    file = StoredFile(opened, slice)
    layout = .lines(end: 0x0A)
    var format = opened.format
    while case .compressed(let compression) = format {
      guard layers.count < DecodedFile.mostLayers else {
        throw .unsupportedFile(
          path: opened.path, what: "compressed more than \(DecodedFile.mostLayers) times",
          remedy: "Compress it once")
      }
      layers.append(DecodingLayer(compression, block[..<filled]))
      var beginning = [UInt8](repeating: 0, count: ContentFormat.beginning)
      var count = 0
      while count < beginning.count {
        let more = try read(through: layers.count, into: &beginning, count..<beginning.count)
        if more == 0 { break }
        count += more
      }
      (block, filled) = (beginning, count)
      format = try ContentFormat(of: block[..<filled], named: .none, path: opened.path)
    }
    if case .text(let layout) = format { self.layout = layout }
  }

  /// The hashes of the slice's blocks; complete once `read` has returned 0.
  var blockHashes: [UInt64] { file.blockHashes }

  /// The maximum number of decompressed bytes, which depends on the size of the file only.
  var mostBytes: Int {
    layers.reduce(Int(clamping: file.file.status.size)) { bytes, layer in
      let (product, overflow) = bytes.multipliedReportingOverflow(by: layer.mostExpansion)
      return overflow ? .max : product
    }
  }

  /// The number of bytes read so far, before decompression.
  var bytesRead: Int { file.bytesRead }

  /// Whether the file ended inside a gzip member or a Zstandard frame.
  var isTruncated: Bool { layers.contains(where: \.isTruncated) }

  /// Fills a part of the range `free` of `output`.
  ///
  /// - Returns: the number of bytes; 0 only at the end.
  func read(into output: inout [UInt8], _ free: Range<Int>) throws(IngestFailure) -> Int {
    if position == filled {
      if !layers.isEmpty { return try read(through: layers.count, into: &output, free) }
      if free.count >= StoredFile.blockBytes {
        return try file.readBlock(into: &output, at: free.lowerBound)
      }
      if block.isEmpty { block = [UInt8](repeating: 0, count: StoredFile.blockBytes) }
      position = 0
      filled = try file.readBlock(into: &block, at: 0)
    }
    let count = min(filled - position, free.count)
    for index in 0..<count { output[free.lowerBound + index] = block[position + index] }
    position += count
    return count
  }

  /// As `read`, after the first `count` layers.
  private func read(
    through count: Int, into output: inout [UInt8], _ free: Range<Int>
  ) throws(IngestFailure) -> Int {
    guard count > 0 else { return try file.readBlock(into: &output, at: free.lowerBound) }
    let layer = layers[count - 1]
    while true {
      if layer.isEmpty {
        let more = try read(through: count - 1, into: &layer.block, 0..<StoredFile.blockBytes)
        guard layer.take(more) else { return 0 }
      }
      do throws(DecodingFault) {
        let produced = try layer.decode(into: &output, free)
        if produced > 0 { return produced }
      } catch {
        if let remedy = error.remedy {
          throw .unsupportedFile(path: file.file.path, what: error.why, remedy: remedy)
        }
        throw .damagedFile(path: file.file.path, why: error.why)
      }
    }
  }
}

/// One compression of a file.
private final class DecodingLayer {
  private let decoder: any ByteDecoder
  /// The compressed bytes that were read last; those from `position` to `filled` were not yet
  /// decoded.
  var block: [UInt8]
  private var position = 0
  private var filled: Int
  /// The maximum number of bytes that one compressed byte can expand to.
  let mostExpansion: Int
  /// Whether the decoder may have bytes that did not fit in the last buffer.
  private var mayHoldMore = false
  private(set) var isTruncated = false

  /// - Parameter bytes: the first compressed bytes, if they were read already; at most a block.
  init(_ compression: Compression, _ bytes: ArraySlice<UInt8>) {
    decoder = compression == .zstd ? ZstdDecoder() : GzipDecoder()
    // Deflate: 258 bytes in two bits (RFC 1951, §3.2.5). Zstandard: a block of 128 KiB in four
    // bytes (RFC 8878, §3.1.1.2).
    mostExpansion = compression == .zstd ? 32_768 : 1032
    block = Array(bytes) + [UInt8](repeating: 0, count: StoredFile.blockBytes - bytes.count)
    filled = bytes.count
  }

  /// Whether it needs more compressed bytes.
  var isEmpty: Bool { position == filled && !mayHoldMore }

  /// Takes the bytes that were read into `block`; false at the end.
  func take(_ count: Int) -> Bool {
    position = 0
    filled = count
    if count == 0 { isTruncated = !decoder.isComplete }
    return count > 0
  }

  func decode(
    into output: inout [UInt8], _ free: Range<Int>
  ) throws(DecodingFault) -> Int {
    let step = try decoder.decode(block, position..<filled, into: &output, free)
    position += step.consumed
    mayHoldMore = step.produced == free.count
    return step.produced
  }
}

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
    precondition(slice.lowerBound % Self.blockBytes == 0, "a slice from \(slice.lowerBound)")
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
    let count = try file.read(into: &bytes, start..<start + Self.blockBytes, from: position)
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
