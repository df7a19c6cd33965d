import FindieFiles
package import FindieReports
package import FindieText
import FindieWorkspace
package import Foundation

/// A folder to give to a studio: its report's files and their checksums.
package struct StudioFolder {
  private let url: URL
  private static let names: Set = [
    "index.html", "report.json", "report.csv", "digest.md", "since.html", "since.json",
    Checksums.fileName,
  ]

  /// - Parameter url: a folder that is missing, empty, or was written by this type. A link is
  ///   followed.
  package init(_ url: URL) { self.url = url.standardizedFileURL.resolvingSymlinksInPath() }

  /// Writes the files of a report and `SHA256SUMS`. A reader sees the old files or the new ones.
  ///
  /// - Throws: `CommandFailure` if the folder has other files; `FileFailure`.
  package func write(_ files: @autoclosure () throws -> [ReportFile]) throws -> Answer {
    try refuseOthers()
    let files = try files()
    let sums = Dictionary(
      uniqueKeysWithValues: files.map { ($0.path, Fingerprint(ofBytes: $0.bytes)) })
    let all =
      files + [ReportFile(path: Checksums.fileName, bytes: Array(Checksums(sums).text.utf8))]
    let partial = url.deletingLastPathComponent()
      .appending(path: ".\(url.lastPathComponent).partial")
    try DurableFile.createFolder(url.deletingLastPathComponent())
    try DurableFile.removeTemporary(partial)
    // The folder that it replaces may be private.
    try DurableFile.createFolder(partial, access: DurableFile.exists(url) ? .ownerOnly : .shared)
    try Leftovers.removing(at: partial) {
      for file in all {
        try DurableFile.writePlainly(file.bytes, to: partial.appending(path: file.path))
      }
      try DurableFile.replaceFolder(url, with: partial)
    }
    return answer(all)
  }

  /// Only a folder with checksums of just such files was written by this type.
  private func refuseOthers() throws {
    guard DurableFile.exists(url) else { return }
    let found = try DurableFile.files(below: url)
    guard !found.isEmpty else { return }
    let others = found.filter { !Self.names.contains($0) }.sorted()
    guard others.isEmpty, found.contains(Checksums.fileName) else {
      let what = others.first.map { "such as '\($0)'" } ?? "without \(Checksums.fileName)"
      throw CommandFailure(
        .cannotWrite,
        "\(url.path) has files that are not of a studio's report, \(what). Choose a folder that "
          + "is empty or does not exist.")
    }
  }

  private func answer(_ files: [ReportFile]) -> Answer {
    let lines = files.map { "  \($0.path), \(FileSize($0.bytes.count))" }
    let json: JSONValue = [
      "folder": .string(url.path),
      "files": .array(
        files.map { .oneLine(["path": .string($0.path), "bytes": .integer($0.bytes.count)]) }),
    ]
    return Answer(
      text: "Wrote \(url.path):\n" + lines.joined(separator: "\n"),
      json: String(decoding: json.document, as: UTF8.self))
  }
}
