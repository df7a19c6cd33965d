package import FindieFiles
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
  private var isEmpty = true

  package init(in folder: URL) throws(FileFailure) {
    try DurableFile.createFolder(folder, access: .ownerOnly)
    let url = folder.appending(path: Self.name)
    writer = try FileWriter(url, access: .ownerOnly)
    self.url = url
  }

  private static let name = "spool"

  /// Removes the file of a spool, and the folder if it is empty.
  package static func remove(in folder: URL) throws(FileFailure) {
    try DurableFile.removeFiles(in: folder) { $0 == name }
  }

  package mutating func append(_ bytes: some Collection<UInt8>) throws(FileFailure) {
    try writer.write(Array(bytes))
    if !bytes.isEmpty { isEmpty = false }
  }

  /// Ends the file; nothing may be appended after it.
  ///
  /// - Throws: `emptyStream` if nothing was appended.
  package mutating func finish(as collection: InputCollection) throws(IngestFailure) -> InputSource
  {
    guard !isEmpty else { throw .emptyStream }
    var compression = Compression.none
    if case .compressed(let found) = try OpenFile(url).format { compression = found }
    let hash = try InputSource(url, as: collection).contentHash()
    return try InputSource(
      url, as: collection, path: "stdin/\(hash).ndjson\(compression.suffix)",
      compression: compression, isNamedByContent: true)
  }
}
