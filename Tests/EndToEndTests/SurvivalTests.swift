import FindieTestSupport
import Foundation
import Testing

/// Injects faults into nights: a short version of `Tests/Faults/run`.
struct SurvivalTests {
  /// The output of the harness; nil if this machine has no Python.
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
      decoding: try output.output(), as: UTF8.self)
    process.waitUntilExit()
    // `env` exits with 127 if there is no such program.
    guard process.terminationStatus != 127 else {
      print("Fault injection is skipped: it needs python3.")
      return nil
    }
    return (process.terminationStatus, said)
  }

  @Test func `a night that is interrupted anywhere has the same result when it is run again`()
    throws
  {
    guard let (status, said) = try harness("--kills", "6", "--faults", "24") else { return }
    #expect(status == 0, "\(said)")
    // Eight kinds of faults at one call of each of three nights.
    #expect(said.contains("30 faults tried, 30 passed"), "\(said)")
    print(said)
  }
}
