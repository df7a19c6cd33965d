package import FindieFiles
import FindieHistory
package import Foundation
import Glibc
import Synchronization

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
  /// - Throws: `unreadableFile` or `notAFile`.
  package init(_ url: URL, as collection: InputCollection) throws(IngestFailure) {
    guard let status = FileStatus(url) else {
      throw .unreadableFile(path: url.path, code: ENOENT)
    }
    guard status.kind == .file else { throw .notAFile(path: url.path) }
    self.init(
      collection: collection, path: url.lastPathComponent, url: url,
      compression: Self.compression(of: url.lastPathComponent), size: status.size,
      modifiedNanoseconds: status.modifiedNanoseconds)
  }

  /// A file of an input folder, as a scan of the folder finds it.
  ///
  /// - Throws: `unreadableFile`, `notAFile`, or `noInput` if the name is of no collection.
  package init(_ path: String, in folder: URL) throws(IngestFailure) {
    let name = String(path.prefix { $0 != "/" })
    guard let collection = InputCollection(name: name) else {
      throw .noInput(path: folder.path, ignored: [path])
    }
    let file = try InputSource(folder.appending(path: path), as: collection)
    self.init(
      collection: collection, path: path, url: file.url, compression: file.compression,
      size: file.size, modifiedNanoseconds: file.modifiedNanoseconds)
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
    name.hasSuffix(".gz") ? .gzip : name.hasSuffix(".zst") ? .zstd : .none
  }
}

/// A part of a file that one thread reads: the lines that begin in a range of its stored bytes.
///
/// All slices of a file read the same open file, so that they are parts of one version of it.
struct FileSlice: Sendable {
  let file: Int
  let source: InputSource
  let bytes: Range<Int>
  private let shared: SharedFile

  /// All slices, in the files' order. If the content of a file cannot be divided, the first of its
  /// slices has all lines.
  static func slices(of sources: [InputSource], bytes: Int) -> [FileSlice] {
    let blocks = max(1, bytes / StoredFile.blockBytes) * StoredFile.blockBytes
    return sources.enumerated().flatMap { file, source in
      let starts = Array(stride(from: 0, to: max(1, Int(source.size)), by: blocks))
      let shared = SharedFile(source, slices: starts.count)
      return starts.indices.map { index in
        // A file that grew since the scan is read to its end.
        let end = index + 1 < starts.count ? starts[index + 1] : Int.max
        return FileSlice(file: file, source: source, bytes: starts[index]..<end, shared: shared)
      }
    }
  }

  /// The open file, which `close` closes after the last slice.
  func open() throws(IngestFailure) -> OpenFile { try shared.open() }

  func close() { shared.finish() }
}

/// The open file of some slices: opened for the first of them, closed after the last.
///
/// A class, since the threads that read the slices share it.
private final class SharedFile: Sendable {
  private let source: InputSource
  private let state: Mutex<State>

  private struct State {
    var file: OpenFile?
    var unread: Int
  }

  init(_ source: InputSource, slices: Int) {
    self.source = source
    state = Mutex(State(unread: slices))
  }

  func open() throws(IngestFailure) -> OpenFile {
    try state.withLock { state throws(IngestFailure) in
      if let file = state.file { return file }
      let file = try OpenFile(source.url, named: source.compression)
      state.file = file
      return file
    }
  }

  /// Notes that a slice was read.
  func finish() {
    state.withLock { state in
      state.unread -= 1
      if state.unread == 0 { state.file = nil }
    }
  }
}

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
    let url = folder.appending(path: Self.name)
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
    if beginning.count < Self.magicBytes {
      beginning += bytes.prefix(Self.magicBytes - beginning.count)
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
