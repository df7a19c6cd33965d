package import FindieDomain
package import FindieIngest
package import FindieIntegrations

/// A document of the collection `devices`.
package struct DeviceRecord: Hashable, Sendable {
  package let id: String
  package var userId = ""
  package var fcmToken = ""
  package var timeZone: String?
  package var language: String?
  package var updatedAt: Timestamp?

  package var device: Device {
    Device(userId: userId, token: fcmToken, timeZone: timeZone, language: language)
  }
}

extension DeviceRecord: CollectedRecord {
  package static var collection: InputCollection { .devices }
  package static var alternativeId: String? { "fcmToken" }
  package static var rules: [ValidationRule<DeviceRecord>] { [] }

  package static let fields: [CatalogueField<DeviceRecord>] = [
    .init("userId", { $0.userId }, { $0.userId = $1 }, as: .id, .present),
    .init("fcmToken", { $0.fcmToken }, { $0.fcmToken = $1 }, as: .id, .present),
    .init("timeZone", { $0.timeZone }, { $0.timeZone = $1 }),
    .init("language", { $0.language }, { $0.language = $1 }),
    .init("updatedAt", { $0.updatedAt }, { $0.updatedAt = $1 }),
  ]

  package init(defaultsOf id: String) { self.id = id }

  package var lastChanged: Timestamp? { updatedAt }

  package func forgetting(_ isForgotten: (String) -> Bool) -> DeviceRecord? {
    isForgotten(userId) ? nil : self
  }
}

/// Whether a player of the collection `users` wants messages.
package struct NotifiedPlayer: Hashable, Sendable {
  package let id: String
  package var notificationsEnabled = false
  package var updatedAt: Timestamp?
}

extension NotifiedPlayer: CollectedRecord {
  package static var collection: InputCollection { .users }
  package static var rules: [ValidationRule<NotifiedPlayer>] { [] }

  package static let fields: [CatalogueField<NotifiedPlayer>] = [
    .init("notificationsEnabled", { $0.notificationsEnabled }, { $0.notificationsEnabled = $1 }),
    .init("updatedAt", { $0.updatedAt }, { $0.updatedAt = $1 }),
  ]

  package init(defaultsOf id: String) { self.id = id }

  package var lastChanged: Timestamp? { updatedAt }

  package func forgetting(_ isForgotten: (String) -> Bool) -> NotifiedPlayer? {
    isForgotten(id) ? nil : self
  }
}
