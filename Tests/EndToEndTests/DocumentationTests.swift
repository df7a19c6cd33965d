import FindieTestSupport
import Foundation
import Testing

/// The examples of docs/DATA.md, run as a reader runs them.
struct DocumentationTests {
  /// The first block of code in a language below a heading of docs/DATA.md.
  static func block(_ language: String, under heading: String) throws -> String {
    let text = try String(
      contentsOf: Binary.root.appending(path: "docs/DATA.md"), encoding: .utf8)
    let section = try #require(text.split(separator: "\n## \(heading)\n").dropFirst().first)
    let block = try #require(section.split(separator: "\n```\(language)\n").dropFirst().first)
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
      decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    process.waitUntilExit()
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
        "analytics.ndjson", "developers.ndjson", "devices.ndjson", "games.ndjson",
        "interactions.ndjson", "metrics.ndjson", "prices.ndjson", "tags.ndjson", "users.ndjson",
        "wishlists.ndjson",
      ])
  }

  @Test(
    .enabled(if: Binary.hasPython, "there is no python3"),
    arguments: [true, false])
  func `the documented program makes lists of a CSV file`(hasTitles: Bool) throws {
    let folder = try TemporaryFolder()
    try folder.write(
      try Self.block("python", under: "From CSV to the first list"), to: "from_csv.py")
    // 12 players rate 9 of 10 items each, with a byte order mark and ids of several kinds.
    var ratings = "\u{FEFF}user,item,rating,time\r\n"
    for player in 0..<12 {
      for item in 0..<9 {
        let time = item % 2 == 0 ? "\(1_735_700_000 + player * 90_000 + item)" : "2025-02-0\(item)"
        ratings +=
          "pläyer \(player),\((player + item) % 10),\(1 + (player * item) % 5).0,\(time)\r\n"
      }
    }
    try folder.write(ratings, to: "ratings.csv")
    if hasTitles {
      try folder.write("item,title\n3,\"Three, again\"\n77,Unrated\n", to: "items.csv")
    }
    let section = try Self.block("sh", under: "From CSV to the first list")
    let (status, said) = try shell(section, in: folder.url)
    #expect(status == 0, "\(said)")
    #expect(said.contains("12 lists"), "\(said)")
    let games = try lines(of: folder.url.appending(path: "export/games.ndjson"))
    #expect(games.count == (hasTitles ? 11 : 10))
    #expect(
      games.first { $0["id"] as? String == "3" }?["title"] as? String
        == (hasTitles ? "Three, again" : "Game 3"))
    let events = try lines(of: folder.url.appending(path: "export/interactions.ndjson"))
    #expect(events.count == 108)
    #expect(Set(events.compactMap { $0["id"] as? String }).count == 108)
    #expect(Set(events.compactMap { $0["action"] as? String }).count == 4)
  }
}
