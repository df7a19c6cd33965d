import FindieFiles
package import FindieText
import Foundation
import Glibc

/// Standard error, for messages to people, and standard output, for results.
package enum Console {
  /// Whether a line on standard error can be updated in place.
  package static var isLive: Bool { isTerminal(STDERR_FILENO) }

  private static func isTerminal(_ descriptor: Int32) -> Bool {
    isatty(descriptor) == 1 && environment("TERM") != "dumb"
  }

  /// An environment variable; nil if it is empty.
  static func environment(_ name: String) -> String? {
    ProcessInfo.processInfo.environment[name].flatMap { $0.isEmpty ? nil : $0 }
  }

  /// The number of characters per line: `COLUMNS`, else the terminal's width, else 100.
  static func width(of descriptor: Int32 = STDOUT_FILENO) -> Int {
    if let columns = environment("COLUMNS").flatMap({ Int($0) }), columns > 0 { return columns }
    var size = winsize()
    // The call fills the size that it is given.
    let isKnown = unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0
    return isKnown ? Int(size.ws_col) : 100
  }

  /// A night publishes even if the reader of its output is gone.
  static func ignoreClosedPipes() {
    signal(SIGPIPE, SIG_IGN)
  }

  /// Writes a line to standard error. It may quote ids and names from the input.
  package static func log(_ line: String) {
    write(colored(printableLines(line), on: STDERR_FILENO) + "\n")
  }

  /// Writes text without a line break to standard error, for a line that changes.
  package static func write(_ text: String) {
    do {
      try FileHandle.standardError.write(contentsOf: Data(text.utf8))
    } catch {
      // A log on a full disk must not stop the run.
    }
  }

  /// Clears the line that changes, if standard error is a terminal.
  package static func clearLine() {
    if isLive { write("\r\u{1B}[K") }
  }

  /// Writes a command's result to standard output.
  package static func print(_ answer: Answer, asJSON: Bool) throws {
    guard !asJSON else { return try out(answer.json) }
    try out(
      lines(of: answer.text).map { colored($0, on: STDOUT_FILENO) + "\n" }.joined())
  }

  /// Writes text for people to a file, or to standard output.
  static func deliver(text: String, to path: String?) throws {
    try deliver(Array(lines(of: text).joined(separator: "\n").utf8), to: path)
  }

  /// The lines of a text, broken to fit the width.
  private static func lines(of text: String) -> [String] {
    let width = width()
    return text.split(separator: "\n", omittingEmptySubsequences: false)
      .flatMap { String($0).wrapped(to: width) }
  }

  /// Writes a report to a file, or to standard output.
  static func deliver(_ bytes: [UInt8], to path: String?) throws {
    guard let path else { return try out(bytes) }
    try DurableFile.deliver(bytes, to: URL(filePath: path))
  }

  package static func out(_ text: String) throws { try out(text.utf8) }

  package static func out(_ bytes: some Collection<UInt8>) throws {
    do throws(FileFailure) {
      try DurableFile.write(
        bytes, toDescriptor: STDOUT_FILENO, of: URL(filePath: "/dev/stdout"))
    } catch {
      // The reader closed the pipe and wants no more.
      guard error.code == EPIPE else { throw error }
    }
  }

  /// On a terminal, the line with its mark in color, unless `NO_COLOR` is set (no-color.org).
  private static func colored(_ line: String, on descriptor: Int32) -> String {
    guard isTerminal(descriptor), environment("NO_COLOR") == nil else { return line }
    let colors = ["✓ ": 32, "! ": 33, "  ! ": 33, "✗ ": 31, "Error: ": 31]
    guard let (mark, color) = colors.first(where: { line.hasPrefix($0.key) }) else { return line }
    return "\u{1B}[\(color)m\(mark)\u{1B}[0m\(line.dropFirst(mark.count))"
  }
}
