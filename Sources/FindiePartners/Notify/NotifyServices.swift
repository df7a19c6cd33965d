package import FindieWorkspace

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

  /// - Parameters:
  ///   - channels: nil for those that are configured; without a transport, for all.
  ///   - transport: nil to show messages.
  /// - Throws: `LocalFailure` or `PartnerFailure`, which name the remedy, if a channel is not
  ///   configured; `FileFailure`.
  package init(
    _ channels: Set<NotifyChannel>?, sending notifications: NotificationSettings,
    settings: PartnerSettings, secrets: PartnerSecrets, of workspace: Workspace,
    through transport: Transport?
  ) throws {
    isPreview = transport == nil
    if channels?.contains(.plur) == true, notifications.plur == nil { throw Self.noGroup }
    guard let transport else {
      self.channels = channels ?? Set(NotifyChannel.allCases)
      return
    }
    let token = workspace.algorithmToken
    let configured: [NotifyChannel: Bool] = [
      .fcm: secrets.has(.fcmServiceAccount), .plur: notifications.plur != nil,
      .algorithm: token.exists,
    ]
    self.channels = channels ?? Set(configured.filter(\.value).keys)
    if self.channels.isEmpty {
      throw LocalFailure(
        .badParameters,
        "No channel is configured. Set FINDIE_FCM_SERVICE_ACCOUNT, name a group of Plur in the "
          + "file of --texts, or run `findie algorithm login`.")
    }
    if self.channels.contains(.plur) {
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
