package import FindieFiles
import FindieHistory
package import Foundation

/// Buffers a stream in a file that is read like a file of the input folder.
///
/// ```swift
/// var spool = try InputSpool(in: folder)
/// while let bytes = try next() { try spool.append(bytes) }
/// let source = try spool.finish(as: .interactions)   // stdin/6a09e667f3bcc908.ndjson.gz
/// ```
///
/// The path is derived from the content, so that input that was already read is skipped and other
/// input never replaces it. The first bytes show the compression.
///
/// Not copyable, since it owns a descriptor.
package struct InputSpool: ~Copyable {
  private let url: URL
  private var writer: FileWriter
  /// The bytes that were not yet written: less than a block.
  private var block: [UInt8] = []
  private var blockHashes: [UInt64] = []
  private var beginning: [UInt8] = []
  package private(set) var count = 0

  package init(in folder: URL) throws(FileFailure) {
    try DurableFile.createFolder(folder, access: .ownerOnly)
    let url = folder.appending(path: InputSpool.name)
    let file = try FileWriter(url, access: .ownerOnly)
    writer = file
    self.url = url
    block.reserveCapacity(StoredFile.blockBytes)
  }

  private static let name = "spool"

  /// Removes the file of a spool, and the folder if it is empty.
  package static func remove(in folder: URL) throws(FileFailure) {
    try DurableFile.removeFiles(in: folder) { $0 == name }
  }

  package mutating func append(_ bytes: some Collection<UInt8>) throws(FileFailure) {
    if beginning.count < InputSpool.magicBytes {
      beginning += bytes.prefix(InputSpool.magicBytes - beginning.count)
    }
    count += bytes.count
    var rest = bytes[...]
    while !rest.isEmpty {
      let taken = rest.prefix(StoredFile.blockBytes - block.count)
      block += taken
      rest = rest.dropFirst(taken.count)
      if block.count == StoredFile.blockBytes { try flush() }
    }
  }

  /// Ends the file; nothing may be appended after it.
  ///
  /// - Throws: `emptyStream` if nothing was appended.
  package mutating func finish(as collection: InputCollection) throws -> InputSource {
    guard count > 0 else { throw IngestFailure.emptyStream }
    if !block.isEmpty { try flush() }
    let compression = Compression(magicOf: beginning[...]) ?? .none
    let suffix =
      switch compression {
      case .none: ""
      case .gzip: ".gz"
      case .zstd: ".zst"
      }
    return try InputSource(
      url, as: collection, path: "stdin/\(blockHashes.contentHash).ndjson\(suffix)",
      compression: compression)
  }

  private mutating func flush() throws(FileFailure) {
    blockHashes.append(hash64(of: block.span))
    try writer.write(block)
    block.removeAll(keepingCapacity: true)
  }

  private static let magicBytes = 4
}
