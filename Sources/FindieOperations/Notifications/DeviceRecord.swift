import FindieDomain
import FindieIngest
import FindieIntegrations

/// A document of the collection `devices`.
struct DeviceRecord: Hashable, Sendable {
  let id: String
  var userId = ""
  var fcmToken = ""
  var timeZone: String?
  var language: String?
  var updatedAt: Timestamp?

  var device: Device {
    Device(userId: userId, token: fcmToken, timeZone: timeZone, language: language)
  }
}

extension DeviceRecord: CollectedRecord {
  static var collection: InputCollection { .devices }
  static var alternativeId: String? { "fcmToken" }
  static var rules: [ValidationRule<DeviceRecord>] { [] }

  static let fields: [CatalogueField<DeviceRecord>] = [
    .init("userId", { $0.userId }, { $0.userId = $1 }, as: .id, .present),
    .init("fcmToken", { $0.fcmToken }, { $0.fcmToken = $1 }, as: .id, .present),
    .init("timeZone", { $0.timeZone }, { $0.timeZone = $1 }),
    .init("language", { $0.language }, { $0.language = $1 }),
    .init("updatedAt", { $0.updatedAt }, { $0.updatedAt = $1 }),
  ]

  init(defaultsOf id: String) { self.id = id }

  var lastChanged: Timestamp? { updatedAt }

  func forgetting(_ isForgotten: (String) -> Bool) -> DeviceRecord? {
    isForgotten(userId) ? nil : self
  }
}

/// Whether a player of the collection `users` wants messages.
struct NotifiedPlayer: Hashable, Sendable {
  let id: String
  var notificationsEnabled = false
  var updatedAt: Timestamp?
}

extension NotifiedPlayer: CollectedRecord {
  static var collection: InputCollection { .users }
  static var rules: [ValidationRule<NotifiedPlayer>] { [] }

  static let fields: [CatalogueField<NotifiedPlayer>] = [
    .init("notificationsEnabled", { $0.notificationsEnabled }, { $0.notificationsEnabled = $1 }),
    .init("updatedAt", { $0.updatedAt }, { $0.updatedAt = $1 }),
  ]

  init(defaultsOf id: String) { self.id = id }

  var lastChanged: Timestamp? { updatedAt }

  func forgetting(_ isForgotten: (String) -> Bool) -> NotifiedPlayer? {
    isForgotten(id) ? nil : self
  }
}
