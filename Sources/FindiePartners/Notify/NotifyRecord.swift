package import FindieDomain
package import FindieWorkspace

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
}
