package import Foundation

/// A file of the input folder at the time of the scan, or when it was read.
package struct InputSource: Sendable, Hashable {
  package let collection: InputCollection
  /// Relative to the input folder, with `/`.
  package let path: String
  package let url: URL
  /// By the suffix of the name; the content decides how the file is read.
  package let compression: Compression
  /// In bytes, before decompression.
  package private(set) var size: Int64
  /// 0 for a file whose path identifies its content.
  package private(set) var modifiedNanoseconds: Int64
}

/// How the rows of a file are written.
package enum RowFormat: Sendable {
  /// Lines of JSON, or an array of objects.
  case json
  /// CSV with a header, separated by commas, semicolons or tabs.
  case csv
}

extension InputSource {
  /// By the suffix of its path.
  package var format: RowFormat { InputSource.format(of: path) ?? .json }

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
      compression: InputSource.compression(of: url.lastPathComponent), size: status.size,
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
  /// - Throws: `unreadableFile`, `notAFile`, `unsupportedFile` or `changedFile`.
  package func contentHash() throws(IngestFailure) -> String {
    let opened = try OpenFile(url, named: compression)
    var file = StoredFile(opened, 0..<Int.max)
    var block = [UInt8](repeating: 0, count: StoredFile.blockBytes)
    while try file.readBlock(into: &block, at: 0) > 0 {}
    try opened.checkUnchanged()
    return file.blockHashes.contentHash
  }

  /// The file as it was read, which may be another version than that of the scan.
  func asRead(_ status: FileStatus) -> InputSource {
    var source = self
    source.size = status.size
    if modifiedNanoseconds != 0 { source.modifiedNanoseconds = status.modifiedNanoseconds }
    return source
  }

  /// The format that a file's name claims; nil for others.
  static func format(of name: String) -> RowFormat? {
    let end = compression(of: name) == .none ? nil : name.lastIndex(of: ".")
    let stem = name[..<(end ?? name.endIndex)]
    if stem.hasSuffix(".ndjson") || stem.hasSuffix(".jsonl") { return .json }
    return stem.hasSuffix(".csv") || stem.hasSuffix(".tsv") ? .csv : nil
  }

  /// The compression that a name claims.
  static func compression(of name: String) -> Compression {
    name.hasSuffix(".gz") ? .gzip : name.hasSuffix(".zst") ? .zstd : .none
  }
}
