import FindieFiles
package import Foundation
import Glibc

/// The files of each collection in an input folder, and the files that are not read.
///
/// The first word of a file's or a folder's name is its collection; folders are read recursively.
/// Files end in `.ndjson`, `.jsonl`, `.json`, `.csv` or `.tsv`, optionally followed by `.gz` or
/// `.zst`. A symbolic link is followed if it leads to something in the folder.
package struct InputFolder: Sendable {
  /// By path, in the order of its bytes.
  package let sources: [InputSource]
  /// By path.
  package let ignored: [Ignored]

  /// An entry of the folder that is not read.
  package struct Ignored: Sendable, Equatable {
    package let path: String
    /// Nil if its name has none.
    package let collection: InputCollection?
    package let why: Why

    /// The reason, for people.
    package enum Why: String, Sendable {
      /// The name begins with a dot or, as in Hadoop and Spark, with an underscore: it is hidden,
      /// or still being written.
      case hidden
      /// Documentation, checksums or a marker of a finished export: nobody expects it to be read.
      case notData = "no data"
      case linkOutside = "a link that leads out of the folder"
      case unknownName =
        "its name begins with no collection, such as interactions or analytics"
      case unknownFormat = "its name ends in no format that this collection has"
      /// A pipe, a socket, a device.
      case notAFile = "not a file"
      /// A broken link, or a file that was removed during the scan.
      case missing
      /// Records cannot represent the name.
      case nameNotUTF8 = "its name is not UTF-8"
      /// A folder that contains itself through a link, or is nested more than eight deep.
      case tooDeep = "nested too deep"
    }
  }

  private static let deepestFolder = 8

  /// Scans `folder`.
  ///
  /// - Parameters:
  ///   - collection: the collection of files with other names; nil to skip them.
  ///   - followsLinks: whether symbolic links that lead out of the folder are followed.
  /// - Throws: `noSuchFolder`, `notAFolder`, `unreadableFolder`, `unreadableFile`,
  ///   `unsupportedFile` for a Parquet file, `unreadCollection`, or `noInput` if the folder has no
  ///   file of any collection.
  package init(
    scanning folder: URL, otherwise collection: InputCollection? = nil,
    followsLinks: Bool = false
  ) throws(IngestFailure) {
    try Self.checkExists(folder)
    var scan = Scan(
      otherwise: collection, root: followsLinks ? nil : folder.resolvingSymlinksInPath().path)
    try scan.visit(folder, path: "", collection: nil, inside: [])
    sources = scan.sources.sorted { Self.precedes($0.path, $1.path) }
    ignored = scan.ignored.sorted { Self.precedes($0.path, $1.path) }
    let unread = ignored.filter { $0.collection != nil && $0.why != .notData }
    let read = Set(sources.map(\.collection))
    if let collection = unread.lazy.compactMap(\.collection).first(where: { !read.contains($0) }) {
      throw .unreadCollection(
        collection.rawValue, path: folder.path,
        ignored: unread.filter { $0.collection == collection }
          .map { "\($0.path): \($0.why.rawValue)" })
    }
    guard !sources.isEmpty else {
      throw .noInput(path: folder.path, ignored: ignored.map(\.path))
    }
  }

  /// - Throws: `noSuchFolder`, `notAFolder`.
  package static func checkExists(_ folder: URL) throws(IngestFailure) {
    switch FileStatus(folder)?.kind {
    case .folder: return
    case nil: throw .noSuchFolder(path: folder.path)
    case .file, .link, .other: throw .notAFolder(path: folder.path)
    }
  }

  /// The file at a path that was given for one collection, or all files in the folder there except
  /// those that are named for another collection.
  ///
  /// - Throws: `noSuchPath`, and what scanning a folder throws.
  package init(at url: URL, of collection: InputCollection) throws(IngestFailure) {
    switch FileStatus(url)?.kind {
    case nil: throw .noSuchPath(path: url.path)
    case .folder:
      try self.init(scanning: url, otherwise: collection, followsLinks: true)
    case .file, .link, .other: self.init(of: try InputSource(url, as: collection))
    }
    guard sources.contains(where: { $0.collection == collection }) else {
      throw .noInput(path: url.path, ignored: sources.map(\.path))
    }
  }

  /// A folder with one file.
  package init(of source: InputSource) {
    sources = [source]
    ignored = []
  }

  /// An empty folder.
  package static var empty: InputFolder { InputFolder() }

  private init() {
    sources = []
    ignored = []
  }

  /// The folder with only those files for which `isIncluded` is true.
  package func filter(_ isIncluded: (InputSource) -> Bool) -> InputFolder {
    InputFolder(sources: sources.filter(isIncluded), ignored: ignored)
  }

  private init(sources: [InputSource], ignored: [Ignored]) {
    self.sources = sources
    self.ignored = ignored
  }

  /// The sources of one collection, by path.
  package func sources(of collection: InputCollection) -> [InputSource] {
    sources.filter { $0.collection == collection }
  }

  /// Whether a file's name says that it has no data.
  private static func isNotData(_ name: String) -> Bool {
    let upper = name.uppercased()
    return ["README", "LICENSE", "_COMMITTED_", "_STARTED_"].contains { upper.hasPrefix($0) }
      || upper.hasSuffix(".MD") || upper.hasSuffix(".CRC")
      || [
        "_SUCCESS", "_metadata", "_common_metadata", "SHA256SUMS", "MD5SUMS", ".DS_Store",
        ".gitkeep",
      ].contains(name)
  }

  private static func precedes(_ left: String, _ right: String) -> Bool {
    left.utf8.lexicographicallyPrecedes(right.utf8)
  }

  private struct Scan {
    let otherwise: InputCollection?
    /// The folder that links may not lead out of; nil if they may.
    let root: String?
    var sources: [InputSource] = []
    var ignored: [Ignored] = []

    init(otherwise: InputCollection?, root: String?) {
      self.otherwise = otherwise
      self.root = root
    }

    /// Whether a path is a link that leads out of the folder.
    private func leadsOutside(_ url: URL) -> Bool {
      guard let root, FileStatus(ofItself: url)?.kind == .link else { return false }
      let target = url.resolvingSymlinksInPath().path
      return target != root && !target.hasPrefix(root == "/" ? root : root + "/")
    }

    mutating func visit(
      _ folder: URL, path: String, collection: InputCollection?, inside: [[UInt64]]
    ) throws(IngestFailure) {
      for name in try InputFolder.names(in: folder) {
        let url = folder.appending(path: name)
        let path = path.isEmpty ? name : path + "/" + name
        guard !InputFolder.isNotData(name) else {
          ignored.append(Ignored(path: path, collection: collection, why: .notData))
          continue
        }
        guard !name.hasPrefix("."), !name.hasPrefix("_") else {
          ignored.append(Ignored(path: path, collection: collection, why: .hidden))
          continue
        }
        // Also under an unknown name, such as `part-00000-….snappy.parquet`.
        guard !name.lowercased().hasSuffix(".parquet") || DurableFile.isFolder(url) else {
          throw .parquet(url, path: path)
        }
        guard let collection = collection ?? InputCollection(name: name) ?? otherwise else {
          ignored.append(Ignored(path: path, collection: nil, why: .unknownName))
          continue
        }
        func ignore(_ why: Ignored.Why) {
          ignored.append(Ignored(path: path, collection: collection, why: why))
        }
        guard let status = FileStatus(url) else {
          // Invalid UTF-8 was replaced when the folder was read.
          ignore(name.contains("\u{FFFD}") ? .nameNotUTF8 : .missing)
          continue
        }
        guard !leadsOutside(url) else {
          ignore(.linkOutside)
          continue
        }
        switch status.kind {
        case .folder where inside.contains(status.identity) || inside.count == deepestFolder:
          ignore(.tooDeep)
        case .folder:
          try visit(
            url, path: path, collection: collection, inside: inside + [status.identity])
        case .link, .other: ignore(.notAFile)
        case .file: try add(url, at: path, of: collection, status)
        }
      }
    }

    private mutating func add(
      _ url: URL, at path: String, of collection: InputCollection, _ status: FileStatus
    ) throws(IngestFailure) {
      let name = url.lastPathComponent
      guard let format = InputSource.format(of: name), format == .json || collection.isFlat else {
        ignored.append(Ignored(path: path, collection: collection, why: .unknownFormat))
        return
      }
      guard unsafe access(url.path, R_OK) == 0 else {
        throw .unreadableFile(path: url.path, code: errno)
      }
      sources.append(
        InputSource(
          collection: collection, path: path, url: url,
          compression: InputSource.compression(of: name), size: status.size,
          modifiedNanoseconds: status.modifiedNanoseconds))
    }
  }

  /// The names in a folder.
  private static func names(in folder: URL) throws(IngestFailure) -> [String] {
    do {
      return try DurableFile.list(folder)
    } catch {
      throw .unreadableFolder(path: folder.path, code: error.code)
    }
  }
}
