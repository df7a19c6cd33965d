import Foundation

/// The source files of this package.
enum Package {
  static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// One Swift file of a module.
  struct File: Sendable {
    let module: String
    /// Relative to the root of the package.
    let path: String
    let text: String
    /// The text without comments and without the text of literals.
    let code: String
    /// The modules that it imports.
    let imports: Set<String>

    init(module: String, path: String, text: String, code: String? = nil) {
      self.module = module
      self.path = path
      self.text = text
      let code = code ?? SwiftText.code(of: text)
      self.code = code
      // `package import struct Foundation.URL` as well as `import Foundation`.
      let line =
        /^(?:@\w+ )*(?:(?:public|package|internal|fileprivate|private) )?import (?:(?:struct|class|enum|protocol|typealias|func|let|var) )?(\w+)/
      imports = Set(
        code.lines.filter { $0.contains("import ") }
          .compactMap { $0.firstMatch(of: line).map { String($0.1) } })
    }

    /// The lines of `code` that match, as `path:line: line`.
    func findings(of pattern: NSRegularExpression) -> [String] {
      guard code.contains(pattern) else { return [] }
      return zip(code.lines, text.lines).enumerated().compactMap { index, line in
        String(line.0).contains(pattern)
          ? "\(path):\(index + 1): \(line.1.trimmingCharacters(in: .whitespaces))" : nil
      }
    }
  }

  /// All Swift files of all modules, by path.
  static let files: [File] = {
    do {
      return try swiftFiles()
    } catch {
      preconditionFailure("the package's sources cannot be read: \(error)")
    }
  }()

  /// All Swift files of the test targets, by path.
  static func testFiles() throws -> [File] { try swiftFiles(in: ["Tests"]) }

  private static func swiftFiles(in folders: [String] = ["Sources", "Pipelines"]) throws -> [File] {
    let paths = try folders.flatMap { folder in
      try FileManager.default.subpathsOfDirectory(atPath: root.appending(path: folder).path)
        .map { "\(folder)/\($0)" }
    }
    return try paths.filter { $0.hasSuffix(".swift") }.sorted().map { path in
      let parts = path.split(separator: "/")
      return File(
        module: parts[0] == "Pipelines" ? "FindieNight" : String(parts[1]), path: path,
        text: try Self.text(path))
    }
  }

  static func text(_ path: String) throws -> String {
    try String(contentsOf: root.appending(path: path), encoding: .utf8)
  }
}

extension String {
  var lines: [Substring] { split(separator: "\n", omittingEmptySubsequences: false) }
}

extension String {
  fileprivate func contains(_ pattern: NSRegularExpression) -> Bool {
    pattern.firstMatch(in: self, range: NSRange(location: 0, length: utf16.count)) != nil
  }
}
