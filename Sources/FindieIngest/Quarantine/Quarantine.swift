package import FindieDomain
package import FindieFiles
import FindieHistory
package import Foundation

/// The folder of rejected lines, which people can inspect and repair.
///
/// ```
/// quarantine/2016-09-19/interactions%2F2016-09.ndjson.gz.ndjson      one file per input file
/// {"file":…,"collection":"interactions","line":7,"offset":1432,"reason":"notJSON","detail":"",
///  "text":…,"truncated":false,"hash":…}
/// {"file":…,"collection":"interactions","stored":1,"rejected":3,"note":…}
/// quarantine/replayed.ndjson                  the lines that were repaired and accepted
/// ```
///
/// `text` if the bytes are UTF-8, else `base64`; `truncated` if only the first bytes are stored.
/// The last line exists only if more lines were rejected than are stored: `rejected` counts them
/// all, and `note` names the parameter to raise.
///
/// Grain: one line per stored rejected line. The same lines produce the same bytes.
package struct Quarantine: Sendable {
  package let folder: URL

  package init(folder: URL) {
    self.folder = folder
  }

  /// The file for the rejected lines of `file` in the run of `day`.
  package func url(of file: String, day: Day) -> URL {
    folder.appending(path: "\(day)").appending(path: Self.safeName(of: file) + ".ndjson")
  }

  /// Writes the rejected lines of one file; if there are none, the file is removed.
  package func write(_ file: QuarantineFile, day: Day) throws(FileFailure) {
    try write(file, to: url(of: file.file, day: day))
  }

  /// As `write(_:day:)`, to the file that was read from `url`.
  package func write(_ file: QuarantineFile, to url: URL) throws(FileFailure) {
    if !file.isEmpty {
      for folder in [folder, url.deletingLastPathComponent()] {
        try DurableFile.createFolder(folder, access: .ownerOnly)
      }
      return try DurableFile.write(file.bytes, to: url, access: .ownerOnly)
    }
    try DurableFile.remove(url)
    let day = url.deletingLastPathComponent()
    // Only if it is empty.
    try DurableFile.removeFiles(in: day) { _ in false }
  }

  /// The days that have rejected lines, ascending.
  package func days() throws(FileFailure) -> [Day] {
    guard DurableFile.exists(folder) else { return [] }
    var days: [Day] = []
    for name in try DurableFile.names(in: folder) {
      guard let day = Day(name), try !urls(on: day).isEmpty else { continue }
      days.append(day)
    }
    return days.sorted()
  }

  /// The files of a day, by name.
  package func urls(on day: Day) throws(FileFailure) -> [URL] {
    let folder = folder.appending(path: "\(day)")
    guard DurableFile.exists(folder) else { return [] }
    return try DurableFile.names(in: folder).filter { $0.hasSuffix(".ndjson") }
      .map { folder.appending(path: $0) }
  }

  /// The paths of the input files with a stored line that names a player who is to be forgotten.
  package func files(
    naming isForgotten: @escaping @Sendable (String) -> Bool
  ) throws -> Set<ExactText> {
    var forgotten = ForgottenLines(isForgotten)
    var files = Set<ExactText>()
    for day in try days() {
      for url in try urls(on: day) {
        let file = try QuarantineFile(reading: url)
        if file.entries.contains(where: { forgotten.isNamed(in: $0.bytes[...]) }) {
          files.insert(ExactText(file.file))
        }
      }
    }
    return files
  }

  /// Removes the lines that name a player who is to be forgotten, on all days.
  package func forget(_ isForgotten: @escaping @Sendable (String) -> Bool) throws {
    var forgotten = ForgottenLines(isForgotten)
    for day in try days() {
      for url in try urls(on: day) {
        var file = try QuarantineFile(reading: url)
        let others = file.items.filter { item in
          switch item {
          case .entry(let entry): !forgotten.isNamed(in: entry.bytes[...])
          case .unreadable(let line, why: _): !forgotten.isNamed(in: line[...])
          }
        }
        guard others.count < file.items.count else { continue }
        file.replace(others)
        try write(file, to: url)
      }
    }
  }

  // MARK: - Replayed lines

  /// The name of the folder with the lines that are replayed, in the quarantine.
  package static let replayName = ".replay"

  /// Whether a file of this name has lines that are replayed.
  package static func isReplayed(_ name: String) -> Bool {
    name.hasPrefix("quarantine%2F") && name.hasSuffix(".ndjson")
  }

  private var replayedURL: URL { folder.appending(path: "replayed.ndjson") }

  /// The lines that were repaired and accepted, of all days.
  ///
  /// An unreadable line is skipped: the rejected line returns to the quarantine when its file is
  /// read again, and no event is lost.
  package func replayed() throws(IngestFailure) -> ReplayedLines {
    var replayed = ReplayedLines()
    guard DurableFile.exists(replayedURL) else { return replayed }
    var lines = try LineReader(OpenFile(replayedURL), limit: 1 << 20, layout: .lines(end: 0x0A))
    var parser = JSONParser(maxDepth: 4, tables: [["file", "offset", "hash", "source"]])
    while let line = try lines.next() {
      guard line.fault == nil, parser.parse(lines.buffer.span, line.range) == nil,
        parser.root.kind == .object, parser.read(parser.root, into: 0) == nil,
        let file = parser.field(0, of: 0).string, let offset = parser.field(1, of: 0).integer,
        let hash = parser.field(2, of: 0).string, let source = parser.field(3, of: 0).string
      else { continue }
      replayed.insert(file: file, byteOffset: Int(offset), hash: hash, source: source)
    }
    return replayed
  }

  package func write(_ replayed: ReplayedLines) throws(FileFailure) {
    try DurableFile.write(replayed.bytes, to: replayedURL, access: .ownerOnly)
  }

  /// The path as one name: `/`, `%` and a leading dot are percent-encoded; a long name ends in its
  /// hash.
  package static func safeName(of path: String) -> String {
    var name = ""
    for (index, scalar) in path.unicodeScalars.enumerated() {
      let isUnsafe =
        scalar == "/" || scalar == "%" || (scalar == "." && index == 0) || scalar.value < 0x20
        || scalar.value == 0x7F
      if isUnsafe {
        name += "%" + scalar.value.padded(to: 2, radix: 16, uppercase: true)
      } else {
        name.unicodeScalars.append(scalar)
      }
    }
    // File systems allow 255 bytes per name, and the writer appends a suffix.
    guard name.utf8.count > 200 else { return name }
    var beginning = name
    while beginning.utf8.count > 180 { beginning.removeLast() }
    return beginning + "-" + String(hash64(of: path.utf8.span), radix: 16)
  }
}
