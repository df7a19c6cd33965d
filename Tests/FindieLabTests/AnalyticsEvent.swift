import FindieDomain

/// An event of the app's analytics as docs/DATA.md describes it.
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
