package import FindieDomain
import FindieFiles
package import FindieWorkspace
import Foundation

/// The record of a synchronization, which is also its result.
package struct SyncRecord: Codable, Sendable {
  package enum Status: String, Codable, Sendable {
    case running, done, failed, stopped
  }

  package struct Partner: Codable, Sendable {
    package enum Status: String, Codable, Sendable {
      /// All answers are new enough.
      case done
      /// Some requests failed. Older answers are used where they exist.
      case incomplete
      case failed
      /// Its secrets are not set.
      case skipped
    }

    package let id: PartnerName
    package let status: Status
    package let games: Int
    package let prices: Int
    package let wishlists: Int
    /// The numbers by day and segment.
    package let metrics: Int
    package let answers: Int
    package let oldestAnswer: Timestamp?
    /// At most twenty.
    package let failures: [String]
    package let failureCount: Int
    /// Whether all failures concern files, such as a missing one.
    package let failedByFiles: Bool
    /// The number of requests left for the next run, since this run's allowance is used up.
    package let postponed: Int
    /// What the user should know although nothing failed.
    package let note: String?
  }

  package let startedAt: Timestamp
  package internal(set) var endedAt: Timestamp?
  package internal(set) var status = Status.running
  package internal(set) var partners: [Partner] = []
  /// By endpoint.
  package internal(set) var requests: [String: Transport.Counts] = [:]
  /// The number of lines of each file that was written, by its name.
  package internal(set) var outputs: [String: Int] = [:]
  /// Matches that wait for `findie match --review`.
  package internal(set) var doubtfulMatches = 0
  /// What the user should know about the files that were written, in sentences.
  package internal(set) var findings: [String] = []
  package internal(set) var error: String?

  init(startedAt: Timestamp) {
    self.startedAt = startedAt
  }

  func write(to file: URL) throws(FileFailure) {
    try DurableFile.write(canonicalLine(self), to: file)
  }
}

extension SyncRecord {
  /// The kind of failure: bad data if only files could not be used.
  package var failureKind: FailureKind {
    let failed = partners.filter { $0.failureCount > 0 }
    return !failed.isEmpty && failed.allSatisfy(\.failedByFiles) ? .badData : .unavailable
  }

  /// Whether the command fails: if all partners that were asked failed, or any with `isStrict`.
  package func fails(isStrict: Bool) -> Bool {
    if isStrict { return partners.contains { $0.status != .done } }
    let asked = partners.filter { $0.answers + $0.failureCount > 0 }
    return asked.isEmpty
      ? partners.allSatisfy { $0.status == .skipped } : asked.allSatisfy { $0.status == .failed }
  }
}
