import FindieTestSupport
import Foundation
import Testing

/// Every number of the reports of generated worlds, counted again in Python; in a campaign, also
/// those of the sample.
struct RecountTests {
  private static let script = Binary.root.appending(path: "Tests/Oracles/recount.py")

  @Test(.enabled(if: Binary.hasPython, "there is no python3 to count with"))
  func `every number is the one that Python counts`() throws {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = [
      "python3", "-B", Self.script.path, "--findie", Binary.url.path, "--players", "300", "--days",
      "200",
    ]
    if Tier.isCampaign {
      process.arguments? += ["--sample", Binary.sample.path]
    } else {
      process.arguments? += ["--worlds", "3,6"]
    }
    let output = Pipe()
    process.standardOutput = output
    process.standardError = output
    try process.run()
    let said = String(
      decoding: try output.output(), as: UTF8.self)
    process.waitForEnd()
    #expect(process.terminationStatus == 0, "\(said.suffix(3000))")
    let total = try #require(said.split(separator: "\n").last?.split(separator: " ").first)
    #expect(try #require(Int(total)) > (Tier.isCampaign ? 100_000 : 40_000), "\(said)")
    #expect(said.hasSuffix(" numbers compared, 0 differing\n"), "\(said)")
  }
}
