import FindieFiles
package import Foundation
import Glibc

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
  package var format: RowFormat { Self.format(of: path) ?? .json }

  /// The suffix of the names of files that `findie sync` writes next to the app's own.
  package static let partnersSuffix = ".partners.ndjson"

  /// Whether it was written by `findie sync`.
  package var isOfPartners: Bool {
    path.hasSuffix(Self.partnersSuffix) || path == "partners.ndjson"
  }

  /// A file that is read as `collection`, whatever its name.
  ///
  /// - Parameters:
  ///   - path: relative to the input folder; by default the file's name.
  ///   - compression: by default what the file's name says.
  ///   - isNamedByContent: whether the path identifies the content, so that the time does not
  ///     matter.
  /// - Throws: `unreadableFile` or `notAFile`.
  package init(
    _ url: URL, as collection: InputCollection, path: String? = nil,
    compression: Compression? = nil, isNamedByContent: Bool = false
  ) throws(IngestFailure) {
    guard let status = FileStatus(url) else {
      throw .unreadableFile(path: url.path, code: ENOENT)
    }
    guard status.kind == .file else { throw .notAFile(path: url.path) }
    let name = url.lastPathComponent
    self.init(
      collection: collection, path: path ?? name, url: url,
      compression: compression ?? Self.compression(of: name), size: status.size,
      modifiedNanoseconds: isNamedByContent ? 0 : status.modifiedNanoseconds)
  }

  /// A file of an input folder, as a scan of the folder finds it.
  ///
  /// - Throws: `unreadableFile`, `notAFile`, or `noInput` if the name is of no collection.
  package init(_ path: String, in folder: URL) throws(IngestFailure) {
    guard let collection = InputCollection(name: String(path.prefix { $0 != "/" })) else {
      throw .noInput(path: folder.path, ignored: [path])
    }
    try self.init(folder.appending(path: path), as: collection, path: path)
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

  /// The file as it was read, which may differ from the version that was scanned.
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
    if [".ndjson", ".jsonl", ".json"].contains(where: stem.hasSuffix) { return .json }
    return stem.hasSuffix(".csv") || stem.hasSuffix(".tsv") ? .csv : nil
  }

  /// The compression that a name claims.
  static func compression(of name: String) -> Compression {
    [.gzip, .zstd].first { name.hasSuffix($0.suffix) } ?? .none
  }
}
