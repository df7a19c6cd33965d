package import FindieDomain
import FindieFiles
package import FindieWorkspace
import Foundation

/// Posts the alerts of the last run and of the newest report to webhooks, each once.
///
/// A line is in the log, on disk, before an alert is sent, as for the digest of `findie notify`.
/// No published night is needed. A night may run while alerts are posted.
package struct Alerts {
  private let workspace: Workspace
  private let settings: AlertSettings
  private let clock: TransportClock

  package init(_ workspace: Workspace, settings: AlertSettings, clock: TransportClock) {
    self.workspace = workspace
    self.settings = settings
    self.clock = clock
  }

  /// - Parameter transport: nil to show what would be posted, without changing any file. Then the
  ///   address need not be set.
  /// - Throws: `NotFound`, `LocalFailure`, `PartnerFailure.missingSecret`, `WorkspaceLock.Held`,
  ///   `WorkspaceFailure`, `SyncStopped`, `FileFailure`.
  package func run(_ secrets: PartnerSecrets, through transport: Transport?) throws -> AlertRecord {
    try workspace.checkExists()
    let webhooks =
      transport == nil && !secrets.has(.webhookURL) ? [] : try Webhook.all(of: secrets, settings)
    // Only while the records are read, and not while posts wait for an answer.
    let lock = try WorkspaceLock(workspace: workspace.folder)
    let alerts = try TeamAlert.all(in: workspace).filter { settings.kinds.contains($0.kind) }
    lock.release()
    var record = AlertRecord(startedAt: clock.now())
    let folder = NotifyFolder(workspace)
    guard let transport else {
      let log = try PostLog(file: folder.alerts)
      let targets: [(host: String, shape: WebhookShape, id: String)] =
        webhooks.isEmpty
        ? [("", settings.shape ?? .json, "")] : webhooks.map { ($0.host, $0.shape, $0.id) }
      for alert in alerts {
        for target in targets {
          let body = try body(alert, target.shape)
          record.add(
            alert, target.host, log.line(about: Self.subject(alert, target.id)),
            body: String(decoding: body.bytes, as: UTF8.self))
        }
      }
      return record.with(log.uncertain)
    }
    try DurableFile.createFolder(folder.url, access: .ownerOnly)
    let posting = try WorkspaceLock(workspace: folder.url)
    defer { posting.release() }
    var log = try PostLog(file: folder.alerts)
    for alert in alerts {
      for webhook in webhooks {
        let subject = Self.subject(alert, webhook.id)
        let isNew = log.isOpen(subject)
        if isNew {
          let body = try body(alert, webhook.shape)
          let outcome = try log.attempt(subject, now: clock.now) {
            try webhook.post(body, transport)
          }
          record.note(outcome)
        }
        record.add(alert, webhook.host, log.line(about: subject), isNew: isNew)
      }
    }
    return record.with(log.uncertain)
  }

  /// What is done once: an alert at an address.
  private static func subject(_ alert: TeamAlert, _ webhook: String) -> String {
    "\(alert.subject) @\(webhook)"
  }

  private func body(_ alert: TeamAlert, _ shape: WebhookShape) throws -> AlertBody {
    let night = alert.report?.description
    return try AlertBody(
      settings.body ?? shape.template,
      [
        "text": alert.text, "kind": alert.kind.rawValue, "day": alert.day,
        "night": night ?? alert.day,
        "link": night.map { settings.link.replacing("{{night}}", with: $0) } ?? "",
      ], shape)
  }
}

/// The result of `findie alert`.
package struct AlertRecord: Codable, Sendable {
  /// An alert at one address.
  package struct Post: Codable, Hashable, Sendable {
    package let kind: TeamAlert.Kind
    package let day: String
    package let text: String
    /// The address's host; empty if no address is set.
    package let host: String
    /// Nil if it was never tried.
    package let state: DeliveryLog.State?
    /// Whether this run tried it.
    package let isNew: Bool
    /// What `--dry-run` shows.
    package let body: String?
  }

  package struct Failure: Codable, Hashable, Sendable {
    package let kind: FailureKind
    package let message: String
  }

  package let startedAt: Timestamp
  package private(set) var posts: [Post] = []
  /// The alerts of all runs that may or may not have arrived.
  package private(set) var uncertain: [String] = []
  package private(set) var failures: [Failure] = []

  fileprivate init(startedAt: Timestamp) {
    self.startedAt = startedAt
  }

  /// Nil if nothing failed.
  package var failureKind: FailureKind? { failures.first?.kind }

  fileprivate mutating func add(
    _ alert: TeamAlert, _ host: String, _ line: PostLog.Line?, isNew: Bool = false,
    body: String? = nil
  ) {
    posts.append(
      Post(
        kind: alert.kind, day: alert.day, text: alert.text, host: host, state: line?.state,
        isNew: isNew, body: body))
  }

  fileprivate mutating func note(_ outcome: PostLog.Outcome) {
    switch outcome {
    case .sent: break
    case .notSent(let failure), .uncertain(let failure):
      failures.append(Failure(kind: FailureKind(of: failure), message: "\(failure)"))
    }
  }

  fileprivate func with(_ uncertain: [String]) -> AlertRecord {
    var record = self
    record.uncertain = uncertain
    return record
  }
}
