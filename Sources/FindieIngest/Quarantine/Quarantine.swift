package import FindieDomain
package import FindieFiles
import FindieHistory
package import Foundation

/// The folder of rejected lines, which people can inspect.
///
/// ```
/// quarantine/2016-09-19/interactions%2F2016-09.ndjson.gz.ndjson      one file per input file
/// {"file":…,"collection":"interactions","line":7,"offset":1432,"reason":"notJSON","detail":"",
///  "text":…,"truncated":false}
/// {"file":…,"collection":"interactions","stored":1,"rejected":3,"note":…}
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

  private func write(_ file: QuarantineFile, to url: URL) throws(FileFailure) {
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

  /// The files with stored lines that name a player who is to be forgotten.
  ///
  /// - Returns: their URLs and their content without these lines.
  package func files(
    naming isForgotten: @escaping @Sendable (String) -> Bool
  ) throws -> [(url: URL, others: QuarantineFile)] {
    var forgotten = ForgottenLines(isForgotten)
    var files: [(url: URL, others: QuarantineFile)] = []
    for day in try days() {
      for url in try urls(on: day) {
        var file = try QuarantineFile(reading: url)
        let others = file.lines.filter { line in
          !line.texts.contains { forgotten.isNamed(in: $0[...]) }
        }
        guard others.count < file.lines.count else { continue }
        file.lines = others
        files.append((url, file))
      }
    }
    return files
  }

  /// The stored lines that name a player, and their files.
  package func lines(
    naming isPlayer: @escaping @Sendable (String) -> Bool
  ) throws -> [(url: URL, line: [UInt8])] {
    var named = ForgottenLines(isPlayer)
    return try days().flatMap { try urls(on: $0) }.flatMap { url in
      try QuarantineFile(reading: url).lines.filter { line in
        line.texts.contains { named.isNamed(in: $0[...]) }
      }.map { (url, $0.json) }
    }
  }

  /// Removes the lines that name a player who is to be forgotten, on all days.
  package func forget(_ isForgotten: @escaping @Sendable (String) -> Bool) throws {
    for (url, others) in try files(naming: isForgotten) { try write(others, to: url) }
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
