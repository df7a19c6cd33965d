import FindieDomain

/// An event of the app's analytics as its documentation describes it (source document 002, section
/// 7).
struct AnalyticsEvent: Decodable, Sendable {
  let eventId: String
  let gameId: String
  let developerId: String?
  let eventType: EventType
  let timestamp: Timestamp
  let anonymousUserId: String
  let userGenrePreferences: [Genre]
  let sessionId: String
  let deviceType: String?
  let appVersion: String?
  let shop: String?
  let surface: String?
  let listId: String?
}
