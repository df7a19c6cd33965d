package import FindieDomain
package import FindieFiles
import FindieHistory
package import Foundation

/// The folder where rejected lines are kept for people to look at and repair.
///
/// ```
/// quarantine/2016-09-19/interactions%2F2016-09.ndjson.gz.ndjson      one file an input file
/// {"file":…,"collection":"interactions","line":7,"offset":1432,"reason":"notJSON","detail":"",
///  "text":…,"truncated":false,"hash":…}
/// {"file":…,"collection":"interactions","kept":1,"rejected":3,"note":…}
/// quarantine/replayed.ndjson                  the lines that were repaired and taken in since
/// ```
///
/// `text` where the bytes are UTF-8, else `base64`; `truncated` where only the first bytes are there.
/// The last line stands there only where more lines were rejected than are kept: `rejected` counts
/// them all, and `note` says which parameter raises the cap.
///
/// Grain: one line per rejected line that was kept. Same lines, same bytes.
package struct Quarantine: Sendable {
  package let folder: URL

  package init(folder: URL) {
    self.folder = folder
  }

  /// Where the rejected lines of `file` go on the night of `day`.
  package func url(of file: String, day: Day) -> URL {
    folder.appending(path: "\(day)").appending(path: Quarantine.safeName(of: file) + ".ndjson")
  }

  /// Writes the rejected lines of one file; where there are none, what stands of it is removed.
  package func write(_ file: QuarantineFile, day: Day) throws(FileFailure) {
    try write(file, to: url(of: file.file, day: day))
  }

  /// As `write(_:day:)`, in the place of a file that was read from `url`.
  package func write(_ file: QuarantineFile, to url: URL) throws(FileFailure) {
    if !file.isEmpty { return try DurableFile.write(file.bytes, to: url) }
    try DurableFile.remove(url)
    let day = url.deletingLastPathComponent()
    guard DurableFile.exists(day), try DurableFile.names(in: day).isEmpty else { return }
    try DurableFile.remove(day)
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

  /// The input files of which a kept line names a player who is to be forgotten, by path.
  package func files(
    naming isForgotten: @escaping @Sendable (String) -> Bool
  ) throws -> Set<String> {
    var forgotten = ForgottenLines(isForgotten)
    var files = Set<String>()
    for day in try days() {
      for url in try urls(on: day) {
        let file = try QuarantineFile(reading: url)
        if file.entries.contains(where: { forgotten.isNamed(in: $0.bytes[...]) }) {
          files.insert(file.file)
        }
      }
    }
    return files
  }

  /// Takes the lines out that name a player who is to be forgotten, on all days.
  package func forget(_ isForgotten: @escaping @Sendable (String) -> Bool) throws {
    var forgotten = ForgottenLines(isForgotten)
    for day in try days() {
      for url in try urls(on: day) {
        var file = try QuarantineFile(reading: url)
        let kept = file.items.filter { item in
          switch item {
          case .entry(let entry): !forgotten.isNamed(in: entry.bytes[...])
          case .unreadable(let line, why: _): !forgotten.isNamed(in: line[...])
          }
        }
        guard kept.count < file.items.count else { continue }
        file.replace(kept)
        try write(file, to: url)
      }
    }
  }

  // MARK: - What was replayed

  private var replayedURL: URL { folder.appending(path: "replayed.ndjson") }

  /// The lines that were repaired and taken in, of all days.
  ///
  /// A line that a hand has broken is passed over: what it told of comes back when its file is read
  /// again, which costs a look and no event.
  package func replayed() throws(IngestFailure) -> ReplayedLines {
    var replayed = ReplayedLines()
    guard DurableFile.exists(replayedURL) else { return replayed }
    var lines = try LineReader(replayedURL, .none, limit: 1 << 20)
    var parser = JSONParser(maxDepth: 4, tables: [["file", "offset", "hash", "source"]])
    while let line = try lines.next() {
      guard line.state == .whole, parser.parse(lines.buffer.span, line.range) == nil,
        parser.root.kind == .object, parser.read(parser.root, into: 0) == nil,
        let file = parser.field(0, of: 0).string, let offset = parser.field(1, of: 0).integer,
        let hash = parser.field(2, of: 0).string, let source = parser.field(3, of: 0).string
      else { continue }
      replayed.insert(file: file, byteOffset: Int(offset), hash: hash, source: source)
    }
    return replayed
  }

  package func write(_ replayed: ReplayedLines) throws(FileFailure) {
    try DurableFile.write(replayed.bytes, to: replayedURL)
  }

  /// The path as one name: `/`, `%` and a leading dot percent-encoded; a long one ends in its hash.
  package static func safeName(of path: String) -> String {
    var name = ""
    for (place, scalar) in path.unicodeScalars.enumerated() {
      let isUnsafe =
        scalar == "/" || scalar == "%" || (scalar == "." && place == 0) || scalar.value < 0x20
        || scalar.value == 0x7F
      if isUnsafe {
        name += "%" + scalar.value.padded(to: 2, radix: 16, uppercase: true)
      } else {
        name.unicodeScalars.append(scalar)
      }
    }
    // File systems take 255 bytes a name, and the writer adds some of its own.
    guard name.utf8.count > 200 else { return name }
    var beginning = name
    while beginning.utf8.count > 180 { beginning.removeLast() }
    return beginning + "-" + String(hash64(of: path.utf8.span), radix: 16)
  }
}
