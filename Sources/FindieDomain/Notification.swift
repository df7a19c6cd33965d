/// A message to one user inside the app (source document 002, section 8).
public struct Notification: Identifiable, Hashable, Codable, Sendable {
  public let id: String
  public var userId: String
  public var type: NotificationType
  public var title: String
  public var message: String
  public var timestamp: Timestamp
  public var isRead: Bool
  public var actionURL: String?
  public var gameId: String?
  public var developerId: String?

  public init(
    id: String, userId: String, type: NotificationType, title: String, message: String,
    timestamp: Timestamp, isRead: Bool = false, actionURL: String? = nil, gameId: String? = nil,
    developerId: String? = nil
  ) {
    self.id = id
    self.userId = userId
    self.type = type
    self.title = title
    self.message = message
    self.timestamp = timestamp
    self.isRead = isRead
    self.actionURL = actionURL
    self.gameId = gameId
    self.developerId = developerId
  }
}

public enum NotificationType: String, Codable, CaseIterable, Sendable {
  case gameReleased, gameOnSale, newFollower, developerUpdate, friendRecommendation, weeklyDigest
}
