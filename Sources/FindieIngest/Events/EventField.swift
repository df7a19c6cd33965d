import FindieHistory

/// A field of a dated event, by its index in the table of keys.
enum EventField: Int, CaseIterable {
  case id, user, game, kind, timestamp, sessionId
  case cardPosition, viewDuration
  case userGenrePreferences, gameGenres, gameTags
  case developerId, deviceType, appVersion, shop, surface, listId, campaign
  /// Keys that identify the shape of a line; not fields of an event.
  case documentId, data, restFields, analyticsEventName

  /// Whether it is a field of an event.
  var isOfEvent: Bool { rawValue < EventField.documentId.rawValue }

  /// The key in a collection's documents (source document 002); empty if it has no such field.
  func name(in collection: EventCollection) -> String {
    let isInteraction = collection == .interactions
    return switch self {
    case .id: isInteraction ? "id" : "eventId"
    case .user: isInteraction ? "userId" : "anonymousUserId"
    case .kind: isInteraction ? "action" : "eventType"
    case .game: "gameId"
    case .timestamp: "timestamp"
    case .sessionId: "sessionId"
    case .userGenrePreferences: "userGenrePreferences"
    case .cardPosition: isInteraction ? "cardPosition" : ""
    case .viewDuration: isInteraction ? "viewDuration" : ""
    case .gameGenres: isInteraction ? "gameGenres" : ""
    case .gameTags: isInteraction ? "gameTags" : ""
    case .developerId: isInteraction ? "" : "developerId"
    case .deviceType: isInteraction ? "" : "deviceType"
    case .appVersion: isInteraction ? "" : "appVersion"
    case .shop: isInteraction ? "" : "shop"
    case .surface: isInteraction ? "" : "surface"
    case .listId: isInteraction ? "" : "listId"
    case .campaign: isInteraction ? "" : "campaign"
    case .documentId: isInteraction ? "" : "id"
    case .data: "data"
    case .restFields: "fields"
    case .analyticsEventName: "event_name"
    }
  }
}

extension EventField {
  /// The field that a column of text is read from.
  init(_ column: TextColumn) {
    self =
      switch column {
      case .userId: .user
      case .gameId: .game
      case .sessionId: .sessionId
      case .userGenrePreferences: .userGenrePreferences
      case .gameGenres: .gameGenres
      case .gameTags: .gameTags
      case .developerId: .developerId
      case .deviceType: .deviceType
      case .appVersion: .appVersion
      case .shop: .shop
      case .surface: .surface
      case .listId: .listId
      case .campaign: .campaign
      }
  }

  /// The field that a column of numbers is read from.
  init(_ column: NumberColumn) {
    self =
      switch column {
      case .cardPosition: .cardPosition
      case .viewSeconds: .viewDuration
      }
  }

  /// Whether the field is an array of texts.
  var isList: Bool {
    switch self {
    case .userGenrePreferences, .gameGenres, .gameTags: true
    default: false
    }
  }
}
