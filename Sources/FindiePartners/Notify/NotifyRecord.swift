package import FindieDomain
package import FindieText
package import FindieWorkspace
import Foundation

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

  /// Something done at most once: a night's digest or a week's invite.
  package struct Single: Codable, Hashable, Sendable {
    package let subject: String
    /// Nil if it was never tried.
    package let state: DeliveryLog.State?
    /// Whether this run tried it.
    package let isNew: Bool
    /// The post on X.
    package var tweetId: String?
    /// What `--dry-run` shows.
    package var text: String?
  }

  /// Why a channel other than FCM did not do its work.
  package struct ChannelFailure: Codable, Hashable, Sendable {
    package let channel: NotifyChannel
    package let kind: FailureKind
    package let message: String
  }

  package let startedAt: Timestamp
  package internal(set) var endedAt: Timestamp?
  package let night: Day
  /// Whether the published night is too old for new messages.
  package internal(set) var isNightTooOld = false
  /// New messages of the night.
  package internal(set) var composed = 0
  package internal(set) var counts = Counts()
  package internal(set) var removedDevices = 0
  /// Those of all runs in the last 90 days.
  package internal(set) var uncertain: [Uncertain] = []
  /// The devices of players who want messages; nil if no messages to players were asked for.
  package internal(set) var devices: Int?
  /// Lines of `devices` that cannot be used.
  package internal(set) var badDevices = 0
  package internal(set) var firstBadDevice: String?
  /// The first failures; at most twenty.
  package internal(set) var failures: [String] = []
  package internal(set) var previews: [Preview]?
  package internal(set) var invite: Single?
  package internal(set) var digest: Single?
  /// The nights whose digest may have been posted.
  package internal(set) var uncertainDigests: [String] = []
  /// The weeks and groups whose invite may have been registered.
  package internal(set) var uncertainInvites: [String] = []
  package internal(set) var channelFailures: [ChannelFailure] = []

  init(of night: Day, startedAt: Timestamp) {
    self.night = night
    self.startedAt = startedAt
  }

  /// The kind of the first failure: messages were tried, none confirmed, or a channel failed. Nil
  /// if there is none.
  package var failureKind: FailureKind? {
    let failed = counts.notSent + counts.uncertain
    return failed > 0 && counts.sent == 0 ? .unavailable : channelFailures.first?.kind
  }

  package var answer: Answer {
    var lines = (previews ?? []).map { preview in
      printable("\(preview.decision)  \(preview.userId)  \(preview.title): \(preview.body)")
    }
    let counts = [
      ("sent", counts.sent), ("refused", counts.refused), ("uncertain", counts.uncertain),
      ("not sent", counts.notSent), ("expired", counts.expired),
      ("waiting for the end of quiet hours", counts.quiet),
      ("waiting: the player has reached the message limit", counts.capped),
    ].filter { $0.1 > 0 }
    if isNightTooOld {
      lines.append(
        "The night of \(night) is older than expireAfterHours, so no new messages are composed. "
          + "Run a night to publish a newer one.")
    }
    if composed > 0 || digest == nil && invite == nil {
      lines.append("\(composed.counted("new message"))")
    }
    lines += counts.map { "  \($0.1.grouped) \($0.0)" }
    if devices == 0 {
      lines.append(
        "  No device gets messages: none in devices is registered and belongs to a player with "
          + "notificationsEnabled in users."
      )
    }
    if removedDevices > 0 {
      lines.append(
        "  \(removedDevices.counted("device")) no longer registered: see "
          + "notify/removed-devices.ndjson"
      )
    }
    if badDevices > 0 {
      let place = firstBadDevice.map { ", such as \($0)" } ?? ""
      lines.append(
        "  \(badDevices.counted("invalid line")) of the collection devices skipped\(place)")
    }
    if !uncertain.isEmpty {
      lines.append("These messages may have arrived, and are not sent again:")
      lines += uncertain.map { "  \($0.message)  \($0.userId)  \($0.at)" }
    }
    if let invite { lines.append("Invite to Plur for \(invite.subject): \(invite.words)") }
    if let digest, let text = digest.text {
      lines.append("Digest of \(digest.subject): \(text)")
    } else if let digest {
      let post = digest.tweetId.map { ", post \($0)" } ?? ""
      lines.append("Digest of \(digest.subject): \(digest.words)\(post)")
    }
    let uncertainOnes =
      uncertainDigests.map { "  digest of \($0)" } + uncertainInvites.map { "  invite for \($0)" }
    if !uncertainOnes.isEmpty {
      lines.append("These may have arrived and are not sent again. Check X and Plur:")
      lines += uncertainOnes
    }
    lines += channelFailures.map { "✗ \($0.message)" }
    lines += failures.prefix(3).map { "  \($0)" }
    return Answer(text: lines.joined(separator: "\n"), json: canonicalLine(self))
  }
}

extension NotifyRecord.Single {
  fileprivate var words: String {
    switch state {
    case nil: "not sent yet"
    case .sent where !isNew: "already sent"
    case .some(let state): state.words
    }
  }
}

extension DeliveryLog.State {
  fileprivate var words: String {
    switch self {
    case .sending, .uncertain: "may have arrived; not sent again"
    case .sent: "sent"
    case .refused: "refused"
    case .notSent: "not sent; the next run tries again"
    case .expired: "expired"
    }
  }
}

/// A way in which `findie notify` sends messages. The channels are used in this order.
package enum NotifyChannel: String, Codable, CaseIterable, Sendable {
  /// Messages to players.
  case fcm
  /// The week's invite to a Plur group.
  case plur
  /// The digest of the night on X.
  case algorithm
}

/// The partners through which messages are sent.
package struct NotifyServices: Sendable {
  let channels: Set<NotifyChannel>
  /// Whether messages are shown instead of sent. Then there is no partner.
  let isPreview: Bool
  private(set) var fcm: FCM?
  private(set) var plur: PlurInvites?
  private(set) var algorithm: Algorithm?

  private static let noGroup = LocalFailure(
    .badParameters,
    "No group of Plur is named. Add `plur: {group: ID, relay: wss://HOST}` to the file of --texts.")

  /// - Parameter channels: nil for all.
  /// - Throws: `LocalFailure` for a named channel without settings.
  package init(
    previewOf channels: Set<NotifyChannel>?, _ notifications: NotificationSettings
  ) throws(LocalFailure) {
    if channels?.contains(.plur) == true, notifications.plur == nil { throw Self.noGroup }
    self.channels = channels ?? Set(NotifyChannel.allCases)
    isPreview = true
  }

  /// - Parameter channels: nil for those that are configured.
  /// - Throws: `LocalFailure` or `PartnerFailure`, which name the remedy, if a channel is not
  ///   configured; `FileFailure`.
  package init(
    _ channels: Set<NotifyChannel>?, _ notifications: NotificationSettings,
    _ settings: PartnerSettings, _ secrets: PartnerSecrets, _ workspace: Workspace,
    _ transport: Transport
  ) throws {
    let token = workspace.algorithmToken
    let configured: [NotifyChannel: Bool] = [
      .fcm: secrets.has(.fcmServiceAccount), .plur: notifications.plur != nil,
      .algorithm: token.exists,
    ]
    self.channels = channels ?? Set(configured.filter(\.value).keys)
    isPreview = false
    if self.channels.isEmpty {
      throw LocalFailure(
        .badParameters,
        "No channel is configured. Set FINDIE_FCM_SERVICE_ACCOUNT, name a group of Plur in the "
          + "file of --texts, or run `findie algorithm login`.")
    }
    if self.channels.contains(.plur) {
      if notifications.plur == nil { throw Self.noGroup }
      // Without --only, a missing token is a failure of this channel alone.
      if channels != nil { _ = try secrets.value(.plurToken) }
      plur = PlurInvites(transport, settings, secrets)
    }
    if self.channels.contains(.algorithm) {
      if !token.exists { throw PartnerFailure.loginRequired }
      algorithm = Algorithm(transport, settings, token)
    }
    if self.channels.contains(.fcm) { fcm = try FCM(transport, settings, secrets) }
  }
}
