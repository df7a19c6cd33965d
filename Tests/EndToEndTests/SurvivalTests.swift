import Foundation
import Testing

/// Nights that are killed, and whose writes go wrong: a short form of `Tests/Faults/run`.
struct SurvivalTests {
  /// What the harness says; nil where this machine has not what it takes.
  private func harness(_ arguments: String...) throws -> (status: Int32, said: String)? {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments =
      ["python3", "-B", Binary.root.appending(path: "Tests/Faults/run").path]
      + ["--findie", Binary.url.path] + arguments
    process.environment = ProcessInfo.processInfo.environment.merging(["CC": "clang"]) { $1 }
    let output = Pipe()
    process.standardOutput = output
    process.standardError = output
    try process.run()
    let said = String(
      decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    process.waitUntilExit()
    // 127 is env's answer where there is no such program.
    guard process.terminationStatus != 127 else {
      print("Nights are not broken: there is no python3 on this machine.")
      return nil
    }
    return (process.terminationStatus, said)
  }

  @Test func `nights that are broken anywhere end, run again, as if they had not been`() throws {
    guard let (status, said) = try harness("--kills", "6", "--faults", "24") else { return }
    #expect(status == 0, "\(said)")
    // Eight kinds of faults at one call of each of three nights.
    #expect(said.contains("30 faults tried, 30 survived"), "\(said)")
    print(said)
  }
}
