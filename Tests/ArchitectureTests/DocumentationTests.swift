import Foundation
import Testing

/// The documentation for users.
struct DocumentationTests {
  /// The Markdown files that link to each other, relative to the package.
  private static func pages() throws -> [String] {
    let folders = ["docs", "Benchmarks"]
    let inFolders = try folders.flatMap { folder in
      try FileManager.default.subpathsOfDirectory(
        atPath: Package.root.appending(path: folder).path
      ).filter { $0.hasSuffix(".md") }.map { "\(folder)/\($0)" }
    }
    return ["README.md", "CONTRIBUTING.md", "THIRD_PARTY.md"] + inFolders.sorted()
  }

  /// The text without blocks of code, in which `#` begins a comment.
  private static func prose(_ page: String) throws -> String {
    try Package.text(page).replacing(/(?s)```.*?```/, with: "")
  }

  /// The anchors of a page's headings, as GitHub makes them.
  private static func anchors(_ page: String) throws -> Set<String> {
    let headings = try prose(page).split(separator: "\n").filter { $0.hasPrefix("#") }
    return Set(
      headings.map { heading in
        heading.drop { $0 == "#" || $0 == " " }.lowercased()
          .filter { $0.isLetter || $0.isNumber || " -_".contains($0) }
          .replacing(" ", with: "-")
      })
  }

  @Test func `each link of the documentation leads to a file and a heading`() throws {
    let pages = try Self.pages()
    #expect(pages.count > 15)
    var broken: [String] = []
    for page in pages {
      let links = try Self.prose(page).matches(of: /\]\(([^)\s]+)\)/).map { String($0.output.1) }
      for link in links where !link.contains("://") {
        let parts = link.split(separator: "#", omittingEmptySubsequences: false).map(String.init)
        let folder = URL(filePath: "/" + page).deletingLastPathComponent()
        let target =
          parts[0].isEmpty
          ? page : String(folder.appending(path: parts[0]).standardized.path.dropFirst())
        let isThere = FileManager.default.fileExists(
          atPath: Package.root.appending(path: target).path)
        if try !isThere || parts.count > 1 && !Self.anchors(target).contains(parts[1]) {
          broken.append("\(page): \(link)")
        }
      }
    }
    #expect(broken == [])
  }

  // MARK: - Names in docs/ARCHITECTURE.md

  private static func names() throws -> [String] {
    try prose("docs/ARCHITECTURE.md").matches(of: /`([^`\n]+)`/).map { String($0.output.1) }
  }

  @Test func `each file that the architecture page names exists`() throws {
    let isOfPackage = /^(?:Sources|Pipelines|Tests|Reports|Benchmarks|Data|docs)\/[^*<]*$/
    let isSource = /^[\w+]+\.(?:swift|py)$/
    let names = try Self.names()
    let paths = names.filter { $0.contains(isOfPackage) }
    let sources = names.filter { $0.contains(isSource) }
    try #require(paths.count > 5 && sources.count > 3)
    let known = Set(
      try (Package.files + Package.testFiles()).map {
        String($0.path.split(separator: "/").last ?? "")
      })
    #expect(
      paths.filter {
        !FileManager.default.fileExists(atPath: Package.root.appending(path: $0).path)
      } == [])
    #expect(sources.filter { $0.hasSuffix(".swift") && !known.contains($0) } == [])
  }

  @Test func `each type and member that the architecture page names exists`() throws {
    var declared: [String: [Package.File]] = [:]
    let declaration = /\b(?:struct|class|enum|actor|protocol|typealias|extension) +(\w+)/
    for file in Package.files + (try Package.testFiles()) {
      for match in file.code.matches(of: declaration) {
        declared[String(match.output.1), default: []].append(file)
      }
    }
    let others = Set(Module.all.map(\.name)).union(["Codable", "Mutex"])
    let named = try Self.names().filter { !$0.hasSuffix(".swift") }.compactMap {
      try /([A-Z]\w+)(?:\.(\w+))?(?:\(.*)?/.wholeMatch(in: $0)
    }
    try #require(named.count > 30)
    var unknown: [String] = []
    for match in named {
      let (type, member) = (String(match.output.1), match.output.2)
      if others.contains(type) { continue }
      guard let files = declared[type] else {
        unknown.append(type)
        continue
      }
      guard let member else { continue }
      let pattern = try Regex("\\b(?:func|var|let|case|struct|enum) +\(member)\\b|, \(member)\\b")
      if !files.contains(where: { $0.code.contains(pattern) }) {
        unknown.append("\(type).\(member)")
      }
    }
    #expect(unknown == [])
  }
}
