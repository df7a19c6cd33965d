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
}
