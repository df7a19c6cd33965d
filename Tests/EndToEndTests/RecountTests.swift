import FindieTestSupport
import Foundation
import Testing

/// Every number of the reports of generated worlds and of the sample, counted again in Python.
struct RecountTests {
  private static let script = Binary.root.appending(path: "Tests/Oracles/recount.py")

  @Test(.enabled(if: Binary.hasPython, "there is no python3 to count with"))
  func `every number of six worlds and of the sample is the one that Python counts`() throws {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = [
      "python3", "-B", Self.script.path, "--findie", Binary.url.path, "--sample",
      Binary.sample.path, "--players", "300", "--days", "200",
    ]
    let output = Pipe()
    process.standardOutput = output
    process.standardError = output
    try process.run()
    let said = String(
      decoding: try output.output(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationStatus == 0, "\(said.suffix(3000))")
    let total = try #require(said.split(separator: "\n").last?.split(separator: " ").first)
    #expect(try #require(Int(total)) > 100_000, "\(said)")
    #expect(said.hasSuffix(" numbers compared, 0 differing\n"), "\(said)")
  }
}
