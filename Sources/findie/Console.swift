import FindieFiles
import FindiePipelines
import Foundation
import Glibc

/// Where words go: to people on standard error, to programs on standard output.
enum Console {
  /// Whether a person watches standard error.
  static var isTerminal: Bool { isatty(STDERR_FILENO) == 1 }

  /// A line to standard error.
  static func say(_ line: String) {
    put(line + "\n")
  }

  /// Text to standard error as it is, for a line that changes.
  static func put(_ text: String) {
    do {
      try FileHandle.standardError.write(contentsOf: Data(text.utf8))
    } catch {
      // Nobody can be told: a full disk under the log must not stop the night.
    }
  }

  /// An answer to standard output.
  static func answer(_ answer: Answer, asJSON: Bool) throws {
    try out(asJSON ? answer.json : answer.text + "\n")
  }

  /// A report's bytes to a file, or to standard output.
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
