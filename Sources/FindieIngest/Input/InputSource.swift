package import Foundation

/// A file of the input folder at the time of the scan.
package struct InputSource: Sendable, Hashable {
  package let collection: InputCollection
  /// Relative to the input folder, with `/`.
  package let path: String
  package let url: URL
  package let compression: Compression
  /// In bytes, before decompression.
  package let size: Int64
  package let modifiedNanoseconds: Int64
}

extension InputSource {
  /// The end of the names of the files that `findie sync` writes next to the app's own.
  package static let partnersSuffix = ".partners.ndjson"

  /// Whether it was written by `findie sync`.
  package var isOfPartners: Bool {
    path.hasSuffix(InputSource.partnersSuffix) || path == "partners.ndjson"
  }

  /// A file that is read as `collection`, whatever its name.
  ///
  /// - Throws: `unreadableFile` or `notAFile`.
  package init(_ url: URL, as collection: InputCollection) throws(IngestFailure) {
    guard let status = FileStatus(path: url.path) else {
      throw .unreadableFile(path: url.path, code: FileStatus.missing)
    }
    guard status.kind == .file else { throw .notAFile(path: url.path) }
    self.init(
      collection: collection, path: url.lastPathComponent, url: url,
      compression: InputSource.format(of: url.lastPathComponent) ?? .none, size: status.size,
      modifiedNanoseconds: status.modifiedNanoseconds)
  }

  /// A file outside of an input folder, with a path derived from its content.
  ///
  /// - Parameter path: identifies the content, so the modification time does not matter.
  package init(
    _ url: URL, as collection: InputCollection, path: String, compression: Compression = .none
  ) throws(IngestFailure) {
    let file = try InputSource(url, as: collection)
    self.init(
      collection: collection, path: path, url: url, compression: compression, size: file.size,
      modifiedNanoseconds: 0)
  }

  /// The hash of the file's bytes before decompression, as in the ledger.
  ///
  /// - Throws: `unreadableFile` or `notAFile`.
  package func contentHash() throws(IngestFailure) -> String {
    var file = try StoredFile(url, 0..<Int.max)
    var block = [UInt8](repeating: 0, count: StoredFile.blockBytes)
    while try file.readBlock(into: &block, at: 0) > 0 {}
    return file.blockHashes.contentHash
  }

  /// The compression of a file with this name; nil if it is not NDJSON.
  static func format(of name: String) -> Compression? {
    var stem = Substring(name)
    var compression = Compression.none
    for (suffix, format) in [(".gz", Compression.gzip), (".zst", .zstd)]
    where stem.hasSuffix(suffix) {
      stem = stem.dropLast(suffix.count)
      compression = format
      break
    }
    return stem.hasSuffix(".ndjson") || stem.hasSuffix(".jsonl") ? compression : nil
  }
}
