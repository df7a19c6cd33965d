import Foundation

/// The files of this package, as they lie on the disk.
enum House {
  static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// One Swift file of a room.
  struct File: Sendable {
    let room: String
    /// Relative to the package.
    let path: String
    let text: String
    /// Without comments and without the text of literals.
    let code: String

    /// The places of `code` that match, as `path:line: line`.
    func findings(of pattern: some RegexComponent) -> [String] {
      zip(code.lines, text.lines).enumerated().compactMap { index, line in
        line.0.contains(pattern)
          ? "\(path):\(index + 1): \(line.1.trimmingCharacters(in: .whitespaces))" : nil
      }
    }
  }

  /// All Swift files of all rooms, by path.
  static let files: [File] = {
    do {
      return try swiftFiles()
    } catch {
      preconditionFailure("the package's sources cannot be read: \(error)")
    }
  }()

  private static func swiftFiles() throws -> [File] {
    let paths = try ["Sources", "Pipelines"].flatMap { folder in
      try FileManager.default.subpathsOfDirectory(atPath: root.appending(path: folder).path)
        .map { "\(folder)/\($0)" }
    }
    return try paths.filter { $0.hasSuffix(".swift") }.sorted().map { path in
      let parts = path.split(separator: "/")
      let text = try House.text(path)
      return File(
        room: parts[0] == "Pipelines" ? "FindiePipelines" : String(parts[1]), path: path,
        text: text, code: SwiftText.code(of: text))
    }
  }

  static func text(_ path: String) throws -> String {
    try String(contentsOf: root.appending(path: path), encoding: .utf8)
  }
}

extension String {
  var lines: [Substring] { split(separator: "\n", omittingEmptySubsequences: false) }
}
