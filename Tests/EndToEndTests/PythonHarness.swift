import FindieTestSupport
import Foundation

/// A harness in Python below `Tests`, which runs nights itself.
enum PythonHarness {
  /// Runs a harness with the program that the tests use.
  ///
  /// - Parameter path: relative to the package.
  /// - Returns: its exit status and output; nil if this machine has no Python.
  static func run(_ path: String, _ arguments: String...) throws -> (status: Int32, said: String)? {
    try run(path, arguments)
  }

  static func run(_ path: String, _ arguments: [String]) throws -> (status: Int32, said: String)? {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments =
      ["python3", "-B", Binary.root.appending(path: path).path, "--findie", Binary.url.path]
      + arguments
    process.environment = ProcessInfo.processInfo.environment.merging(["CC": "clang"]) { $1 }
    let output = Pipe()
    process.standardOutput = output
    process.standardError = output
    try process.run()
    let said = String(decoding: try output.output(), as: UTF8.self)
    process.waitForEnd()
    // `env` exits with 127 if there is no such program.
    guard process.terminationStatus != 127 else {
      print("\(path) is skipped: it needs python3.")
      return nil
    }
    return (process.terminationStatus, said)
  }
}
