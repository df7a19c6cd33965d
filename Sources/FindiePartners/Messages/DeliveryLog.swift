package import FindieDomain
import FindieFiles
import FindieWorkspace
package import Foundation

/// What happened to each message on each device. A message is sent at most once to a device.
///
/// One line is written before a message is sent, and another afterwards. If the second one is
/// missing, the message may have arrived; it is uncertain, and is not sent again.
package struct DeliveryLog: Sendable {
  package enum State: String, Codable, Sendable {
    /// The message is about to be sent.
    case sending
    case sent
    /// FCM refused the message.
    case refused
    /// FCM may have received the message.
    case uncertain
    /// FCM certainly did not receive the message, which may be sent later.
    case notSent
    /// The message was never sent, since it is too old.
    case expired
  }

  package struct Line: Codable, Hashable, Sendable {
    package let message: String
    package let userId: String
    /// `Device.id`; empty for a message that expired for all devices.
    package let device: String
    package let subjects: [String]
    package let state: State
    package let at: Timestamp

    package init(
      _ message: NotificationMessage, device: String, _ state: State, at: Timestamp
    ) {
      self.message = message.id
      userId = message.userId
      self.device = device
      subjects = message.subjects
      self.state = state
      self.at = at
    }
  }

  private struct Delivery: Hashable {
    let message: String
    let device: String
  }

  /// Lines older than this many days are deleted.
  package static let days = 90

  private var last: [Delivery: Line] = [:]
  private var notified: [ExactText: Set<ExactText>] = [:]
  private var messages: [ExactText: [String: Timestamp]] = [:]

  package init() {}

  /// - Parameters:
  ///   - file: the delivery log; the result is empty if it is missing.
  ///   - isKept: whether a line is used.
  /// - Throws: `LocalFailure` for a damaged file, `FileFailure`.
  package init(file: URL, where isKept: (Line) -> Bool) throws {
    for line in try Self.lines(of: file, as: Line.self) where isKept(line) {
      last[Delivery(message: line.message, device: line.device)] = line
    }
    // An attempt that ended in `notSent` does not count.
    for line in last.values { count(line) }
  }

  package mutating func add(_ line: Line) {
    last[Delivery(message: line.message, device: line.device)] = line
    count(line)
  }

  private mutating func count(_ line: Line) {
    guard line.state != .notSent else { return }
    let player = ExactText(line.userId)
    notified[player, default: []].formUnion(line.subjects.map { ExactText($0) })
    guard line.state != .expired, line.state != .refused else { return }
    let first = messages[player]?[line.message] ?? line.at
    messages[player, default: [:]][line.message] = min(first, line.at)
  }

  /// The state of a message on a device; nil if it was never tried.
  package func state(of message: NotificationMessage, on device: String) -> State? {
    last[Delivery(message: message.id, device: device)]?.state
  }

  /// The subjects of messages that were sent to the player, or will never be sent.
  package func subjects(of userId: String) -> Set<ExactText> {
    notified[ExactText(userId)] ?? []
  }

  /// The number of other messages to a player in the last `days` days. Times more than a day ahead
  /// come from a wrong clock.
  package func count(
    of userId: String, inDays days: Int, to now: Timestamp, except message: String
  ) -> Int {
    let (first, last) = (
      now.adding(seconds: -86_400 * Double(days)), now.adding(seconds: 86_400)
    )
    return (messages[ExactText(userId)] ?? [:]).count {
      $0.key != message && first < $0.value && $0.value <= last
    }
  }

  /// The messages that may or may not have arrived.
  package var uncertain: [Line] {
    lines.filter { [.sending, .uncertain].contains($0.state) }
  }

  /// The last line for each message and device, in order.
  package var lines: [Line] {
    last.values.sorted { ($0.at, $0.message, $0.device) < ($1.at, $1.message, $1.device) }
  }
}

extension DeliveryLog {
  /// The lines of a delivery log. A line that a kill cut off has the same beginning as all lines,
  /// and is skipped.
  ///
  /// Each append starts with a line break. Everything before the first empty line was written as a
  /// whole file, so nothing is cut off there.
  ///
  /// - Throws: `LocalFailure` for a line that no run of findie wrote: the file may lack messages
  ///   that were sent; `FileFailure`.
  static func lines<Entry: Decodable>(of file: URL, as type: Entry.Type) throws -> [Entry] {
    guard DurableFile.exists(file) else { return [] }
    let start = Array("{\"at\":\"".utf8)
    let decoder = JSONDecoder()
    var lines: [Entry] = []
    let texts = try DurableFile.read(file)
      .split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    var isWhole = true
    for (index, text) in texts.enumerated() {
      if text.isEmpty {
        isWhole = false
        continue
      }
      do {
        lines.append(try decoder.decode(Entry.self, from: Data(text)))
      } catch {
        let isCutOff = text.starts(with: start) || start.starts(with: text)
        guard !isWhole, isCutOff, text.last != UInt8(ascii: "}") else {
          throw LocalFailure(
            .badData,
            "\(file.path) is damaged in line \(index + 1). Restore it from a backup. If you delete "
              + "it, messages that were sent may be sent again.")
        }
      }
    }
    return lines
  }
}
