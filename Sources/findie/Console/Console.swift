import FindieFiles
import FindieOperations
import Foundation
import Glibc

/// Standard error, for messages to people, and standard output, for results.
enum Console {
  /// Whether standard error is a terminal.
  static var isTerminal: Bool { isatty(STDERR_FILENO) == 1 }

  /// Writes a line to standard error. It may quote ids and names from the input.
  static func log(_ line: String) {
    write(printableLines(line) + "\n")
  }

  /// Writes text without a line break to standard error, for a line that changes.
  static func write(_ text: String) {
    do {
      try FileHandle.standardError.write(contentsOf: Data(text.utf8))
    } catch {
      // A log on a full disk must not stop the run.
    }
  }

  /// Writes a command's result to standard output.
  static func print(_ answer: Answer, asJSON: Bool) throws {
    try out(asJSON ? answer.json : answer.text + "\n")
  }

  /// Writes a report to a file, or to standard output.
  static func deliver(_ bytes: [UInt8], to path: String?) throws {
    guard let path else { return try out(bytes) }
    try DurableFile.deliver(bytes, to: URL(filePath: path))
  }

  static func out(_ text: String) throws { try out(text.utf8) }

  static func out(_ bytes: some Collection<UInt8>) throws {
    try DurableFile.write(
      bytes, toDescriptor: STDOUT_FILENO, of: URL(filePath: "/dev/stdout"))
  }
}
