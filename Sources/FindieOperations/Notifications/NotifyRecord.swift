package import FindieDomain
package import FindieIntegrations
import FindieText
import FindieWorkspace

/// The record of a run of `findie notify`, which is also its result.
package struct NotifyRecord: Codable, Sendable {
  /// Counts of messages on devices.
  package struct Counts: Codable, Hashable, Sendable {
    package internal(set) var sent = 0
    package internal(set) var refused = 0
    package internal(set) var uncertain = 0
    package internal(set) var notSent = 0
    package internal(set) var expired = 0
    package internal(set) var quiet = 0
    package internal(set) var capped = 0
  }

  /// A message that may have arrived.
  package struct Uncertain: Codable, Hashable, Sendable {
    package let message: String
    package let userId: String
    package let at: Timestamp
  }

  /// A message that `--dry-run` prints.
  package struct Preview: Codable, Hashable, Sendable {
    package let userId: String
    package let kind: NotificationKind
    package let title: String
    package let body: String
    package let decision: String
  }

  package let startedAt: Timestamp
  package internal(set) var endedAt: Timestamp?
  package internal(set) var night: Day?
  /// New messages of the night.
  package internal(set) var composed = 0
  package internal(set) var counts = Counts()
  package internal(set) var removedDevices = 0
  /// Those of all runs of the last 90 days.
  package internal(set) var uncertain: [Uncertain] = []
  /// Lines of `devices` that cannot be used.
  package internal(set) var badDevices = 0
  /// The first failures; at most twenty.
  package internal(set) var failures: [String] = []
  package internal(set) var previews: [Preview]?

  init(startedAt: Timestamp) {
    self.startedAt = startedAt
  }

  /// Whether messages could not be sent.
  package var fails: Bool { counts.notSent > 0 && counts.sent == 0 }

  package var answer: Answer {
    var lines = (previews ?? []).map { preview in
      "\(preview.decision)  \(preview.userId)  \(preview.title): \(preview.body)"
    }
    let counts = [
      ("sent", counts.sent), ("refused", counts.refused), ("uncertain", counts.uncertain),
      ("not sent", counts.notSent), ("expired", counts.expired),
      ("waiting for the end of quiet hours", counts.quiet),
      ("waiting, since the player got enough", counts.capped),
    ].filter { $0.1 > 0 }
    lines.append("\(composed.counted("new message"))")
    lines += counts.map { "  \($0.1.grouped) \($0.0)" }
    if removedDevices > 0 {
      lines.append("  \(removedDevices.counted("device")) no longer registered")
    }
    if badDevices > 0 { lines.append("  \(badDevices.counted("bad line")) in devices") }
    if !uncertain.isEmpty {
      lines.append("These messages may have arrived, and are not sent again:")
      lines += uncertain.map { "  \($0.message)  \($0.userId)  \($0.at)" }
    }
    lines += failures.prefix(3).map { "  \($0)" }
    return Answer(text: lines.joined(separator: "\n"), json: canonicalLine(self))
  }
}
