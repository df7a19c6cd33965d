package import FindieDomain
import FindieFiles
import FindieWorkspace
package import Foundation

/// A file that records what is done at most once, such as a night's digest.
///
/// One line is on disk before something is sent, and another afterwards. If the second one is
/// missing, it may have arrived; it is uncertain, and is not sent again.
package struct PostLog: Sendable {
  package enum Outcome: Sendable {
    /// With the partner's id or link, if there is one.
    case sent(String?)
    case notSent(any Error)
    /// The partner may have received it.
    case uncertain(any Error)
  }

  package struct Line: Codable, Hashable, Sendable {
    package let subject: String
    package let state: DeliveryLog.State
    /// The partner's id or link.
    package let result: String?
    package let at: Timestamp
  }

  /// In bytes: a line has a subject and an id or a link.
  private static let largestResult = 4096

  private let file: URL
  private var last: [ExactText: Line] = [:]

  /// - Parameter file: of mode 600; it is created with the first line.
  /// - Throws: `LocalFailure` for a damaged file, `FileFailure`.
  package init(file: URL) throws {
    self.file = file
    for line in try DeliveryLog.lines(of: file, as: Line.self) {
      last[ExactText(line.subject)] = line
    }
  }

  package func line(about subject: String) -> Line? { last[ExactText(subject)] }

  /// Whether it was certainly not sent.
  package func isOpen(_ subject: String) -> Bool {
    [nil, .notSent].contains(line(about: subject)?.state)
  }

  /// The subjects that may or may not have arrived, in order.
  package var uncertain: [String] {
    last.filter { [.sending, .uncertain].contains($0.value.state) }.keys.sorted().map(\.text)
  }

  /// Sends something and records it.
  ///
  /// - Throws: `FileFailure`, and errors of `send`, which it throws only before anything is sent.
  package mutating func attempt(
    _ subject: String, now: () -> Timestamp, _ send: () throws -> Outcome
  ) throws -> Outcome {
    try append(Line(subject: subject, state: .sending, result: nil, at: now()))
    let outcome: Outcome
    do {
      outcome = try send()
    } catch {
      try append(Line(subject: subject, state: .notSent, result: nil, at: now()))
      throw error
    }
    let (state, result): (DeliveryLog.State, String?) =
      switch outcome {
      case .sent(let result): (.sent, result)
      case .notSent: (.notSent, nil)
      case .uncertain: (.uncertain, nil)
      }
    try append(Line(subject: subject, state: state, result: result, at: now()))
    return outcome
  }

  private mutating func append(_ line: Line) throws(FileFailure) {
    // Nothing is sent if its result would not fit on the disk.
    let room = line.state == .sending ? Self.largestResult : 0
    try DurableFile.append(canonicalLine(line), toLog: file, reserving: room)
    last[ExactText(line.subject)] = line
  }
}

extension Day {
  /// The week of ISO 8601, such as `2026-W04`.
  package var isoWeek: String {
    var calendar = Calendar(identifier: .iso8601)
    calendar.timeZone = .gmt
    let date = Date(timeIntervalSince1970: Double(start.milliseconds) / 1000)
    let year = calendar.component(.yearForWeekOfYear, from: date)
    let week = calendar.component(.weekOfYear, from: date)
    return "\(year)-W\(week < 10 ? "0" : "")\(week)"
  }
}
