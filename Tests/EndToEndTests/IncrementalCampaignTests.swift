import FindieTestSupport
import Foundation
import Testing

/// Compares incremental nights with nights that compute everything again: a short version of
/// `Tests/Incremental/run`.
struct IncrementalCampaignTests {
  @Test func `nights in a world that changes every day equal nights that compute everything`()
    throws
  {
    let script = Binary.root.appending(path: "Tests/Incremental/run").path
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = [
      "python3", "-B", script, "--findie", Binary.url.path, "--nights", "5", "--kills", "5",
      "--players", "150", "--games", "80",
    ]
    let output = Pipe()
    (process.standardOutput, process.standardError) = (output, output)
    try process.run()
    let said = String(decoding: try output.output(), as: UTF8.self)
    process.waitUntilExit()
    // `env` exits with 127 if there is no such program.
    guard process.terminationStatus != 127 else {
      print("Incremental nights are not compared: that needs python3.")
      return
    }
    #expect(process.terminationStatus == 0, "\(said)")
    #expect(said.contains("5 nights") && said.contains(": 5 passed"), "\(said)")
    print(said)
  }
}
