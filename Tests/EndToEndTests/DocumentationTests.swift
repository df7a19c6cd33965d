import FindieTestSupport
import Foundation
import Testing

/// The examples of docs/DATA.md, run as a reader runs them.
struct DocumentationTests {
  /// The first block of code in a language below a heading of a page.
  static func block(
    _ language: String, under heading: String, of page: String = "docs/DATA.md"
  ) throws -> String {
    let text = try String(contentsOf: Binary.root.appending(path: page), encoding: .utf8)
    let section = try #require(text.split(separator: "# \(heading)\n").dropFirst().first)
    let block = try #require(
      section.split(separator: "\n```\(language)\n", omittingEmptySubsequences: false).dropFirst()
        .first)
    return try #require(block.split(separator: "\n```\n").first) + "\n"
  }

  /// Runs a script with bash, which stops at the first error. `findie` is in its path.
  private func shell(_ script: String, in folder: URL) throws -> (status: Int32, said: String) {
    let process = Process()
    process.executableURL = URL(filePath: "/bin/bash")
    process.arguments = ["-ec", script]
    process.currentDirectoryURL = folder
    let environment = ProcessInfo.processInfo.environment
    let path = Binary.url.deletingLastPathComponent().path + ":" + (environment["PATH"] ?? "")
    process.environment = environment.merging(["PATH": path, "COLUMNS": "1000"]) { $1 }
    let output = Pipe()
    process.standardOutput = output
    process.standardError = output
    try process.run()
    let said = String(
      decoding: try output.output(), as: UTF8.self)
    process.waitForEnd()
    return (process.terminationStatus, said)
  }

  @Test func `the Dockerfile installs what make installs`() throws {
    func text(_ name: String) throws -> String {
      try String(contentsOf: Binary.root.appending(path: name), encoding: .utf8)
    }
    let list = try #require(
      try text("Makefile").firstMatch(of: /packages := ((?:.*\\\n)*.*)\n/)?.1)
    let packages = list.split { " \\\n".contains($0) }
    #expect(packages.count > 8)
    let words = Set(try text("Dockerfile").split { $0.isWhitespace })
    #expect(packages.filter { !words.contains($0) } == [])
  }

  @Test func `the complete example runs as printed, without a warning`() throws {
    let folder = try TemporaryFolder()
    let example = try Self.block("sh", under: "A complete example")
    let (status, said) = try shell(example, in: folder.url)
    #expect(status == 0, "\(said)")
    #expect(said.contains("A nightly run would accept this input."))
    #expect(said.contains("✓ Night 2025-03-01 published"))
    #expect(!said.contains("warning") && !said.contains("!"), "\(said)")
    #expect(said.contains("Recommendations for cleo"))
    // Each collection but `partners`, which only findie writes.
    let files = try FileManager.default.contentsOfDirectory(
      atPath: folder.url.appending(path: "export").path)
    #expect(
      files.sorted() == [
        "analytics.ndjson", "annotations.ndjson", "developers.ndjson", "devices.ndjson",
        "games.ndjson", "interactions.ndjson", "metrics.ndjson", "prices.ndjson",
        "promotions.ndjson", "tags.ndjson", "users.ndjson", "wishlists.ndjson",
      ])
  }

  @Test func `the documented CSV files become lists`() throws {
    let folder = try TemporaryFolder()
    let example = try Self.block("sh", under: "From CSV to the first list")
    let (status, said) = try shell(example, in: folder.url)
    #expect(status == 0, "\(said)")
    #expect(said.contains("A nightly run would accept this input."), "\(said)")
    #expect(said.contains("4 lists"), "\(said)")
    #expect(said.contains("Recommendations for dan"))
    // What is assumed is said, by `validate` and by the night.
    #expect(said.contains("warning: interactions.rating.outOf5: 7 times (a rating counts as one"))
    #expect(said.contains("warning: releaseStatus.assumed: 5 times (the CSV file has no column"))
    #expect(said.contains("The history has 7 events of CSV files: a rating counts as one out of 5"))
  }
}
