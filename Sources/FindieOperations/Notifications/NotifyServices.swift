package import FindieIntegrations
package import FindieWorkspace

/// A way in which `findie notify` sends messages, in the order in which they are used.
package enum NotifyChannel: String, Codable, CaseIterable, Sendable {
  /// Messages to players.
  case fcm
  /// The week's invite to a group of Plur.
  case plur
  /// The digest of the night on X.
  case algorithm
}

/// The partners through which messages are sent.
package struct NotifyServices: Sendable {
  let channels: Set<NotifyChannel>
  /// Whether messages are shown and not sent. Then there is no partner.
  let isPreview: Bool
  private(set) var fcm: FCM?
  private(set) var plur: PlurInvites?
  private(set) var algorithm: Algorithm?

  /// - Parameter channels: nil for all.
  /// - Throws: `NotConfigured` for a channel that is named and has no settings.
  package init(
    previewOf channels: Set<NotifyChannel>?, _ notifications: NotificationSettings
  ) throws(NotConfigured) {
    if channels?.contains(.plur) == true, notifications.plur == nil { throw .plur }
    self.channels = channels ?? Set(NotifyChannel.allCases)
    isPreview = true
  }

  /// - Parameter channels: nil for those that are configured.
  /// - Throws: `NotConfigured` or another error that names the remedy if a channel is not configured;
  ///   `SecretsFailure`, `SigningFailure`, `FileFailure`.
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
    if self.channels.isEmpty { throw NotConfigured.none }
    if self.channels.contains(.plur) {
      if notifications.plur == nil { throw NotConfigured.plur }
      // Without --only, a missing token is a failure of this channel alone.
      if channels != nil { _ = try secrets.value(.plurToken) }
      plur = PlurInvites(transport, settings, secrets)
    }
    if self.channels.contains(.algorithm) {
      if !token.exists { throw AlgorithmFailure.loginRequired }
      algorithm = Algorithm(transport, settings, token)
    }
    if self.channels.contains(.fcm) { fcm = try FCM(transport, settings, secrets) }
  }
}

/// A channel of `findie notify` that lacks its settings.
package enum NotConfigured: KnownFailure, CustomStringConvertible {
  case none, plur

  package var failureKind: FailureKind { .badParameters }

  package var description: String {
    switch self {
    case .none:
      "No channel is configured. Set FINDIE_FCM_SERVICE_ACCOUNT, name a group of Plur in the file of --texts, "
        + "or run `findie algorithm login`."
    case .plur:
      "No group of Plur is named. Add `plur: {group: ID, relay: wss://HOST}` to the file of --texts."
    }
  }
}
