import Foundation

/// The bytes of an input file, decompressed, in the order they stand.
struct ByteSource: ~Copyable {
  private var file: StoredFile
  private let decoder: any Decoder
  private var position = 0
  /// Whether the decoder may hold bytes that did not fit in the last buffer.
  private var mayHoldMore = false
  /// Whether the file ended inside a gzip member or a Zstandard frame.
  private(set) var isTruncated = false

  init(_ url: URL, _ compression: Compression) throws(IngestFailure) {
    file = try StoredFile(url)
    decoder =
      switch compression {
      case .none: PlainDecoder()
      case .gzip: GzipDecoder()
      case .zstd: ZstdDecoder()
      }
  }

  /// Fills a part of `free` of `output`; how many bytes, 0 only at the end.
  mutating func read(
    into output: inout [UInt8], _ free: Range<Int>
  ) throws(IngestFailure) -> Int {
    while true {
      if position == file.filled, !mayHoldMore {
        position = 0
        guard try file.readBlock() else {
          isTruncated = !decoder.isComplete
          return 0
        }
      }
      let step: (consumed: Int, produced: Int)
      do {
        step = try decoder.decode(file.block, position..<file.filled, into: &output, free)
      } catch {
        throw .damagedFile(path: file.path, why: error.why)
      }
      position += step.consumed
      mayHoldMore = step.produced == free.count
      if step.produced > 0 { return step.produced }
    }
  }

  /// The hash of the bytes as stored, in hexadecimal; whole once `read` has returned 0.
  var contentHash: String { String(file.hash, radix: 16) }
}
