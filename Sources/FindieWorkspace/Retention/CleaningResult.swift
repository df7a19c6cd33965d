package import FindieDomain
package import Foundation

/// What a cleaning removed; in a dry run, what it would remove.
package struct CleaningResult: Sendable {
  package enum Kind: String, Codable, Sendable {
    case night, reports, record, quarantine, artifact, leftover

    package var text: String {
      switch self {
      case .night: "published night"
      case .reports: "reports of a night"
      case .record: "record of a run"
      case .quarantine: "rejected lines of a night"
      case .artifact: "artifact of a stage that no longer exists"
      case .leftover: "left by a run that crashed"
      }
    }
  }

  package struct Item: Sendable {
    package let kind: Kind
    package let url: URL
    package let bytes: Int
    /// The number of files in the folder that the program did not make; they stay.
    package var others = 0
  }

  package let isDryRun: Bool
  package let removed: [Item]
  /// The retained nights, in order.
  package let retained: [Day]

  package var isEmpty: Bool { removed.isEmpty }

  package var bytes: Int { removed.reduce(0) { $0 + $1.bytes } }
}
