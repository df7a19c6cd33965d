import FindieDomain

/// A row of `firebase_crashlytics.<app>_IOS`: a crash or another error.
///
/// Source: Firebase, "Dataset schema for exported data in BigQuery". `is_fatal` is deprecated, and only read
/// without `error_type`.
struct CrashRow: Decodable {
  let eventId: String
  let time: Timestamp
  /// Whether the app crashed.
  let isFatal: Bool
  /// The Firebase session in which it occurred; nil for SDKs without sessions.
  let sessionId: String?

  private enum Key: String, CodingKey {
    case eventId = "event_id"
    case time = "event_timestamp"
    case type = "error_type"
    case isFatal = "is_fatal"
    case sessionId = "firebase_session_id"
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    guard let eventId = try container.id(.eventId) else { throw InvalidRow() }
    self.eventId = eventId
    time = try container.decode(BigQueryTime.self, forKey: .time).time
    if let type = try container.decodeIfPresent(String.self, forKey: .type) {
      isFatal = type == "FATAL"
    } else {
      isFatal = try container.decode(BigQueryFlag.self, forKey: .isFatal).isTrue
    }
    sessionId = try container.id(.sessionId)
  }
}

/// A row of `firebase_sessions.<app>_IOS`: an event of a session.
struct SessionRow: Decodable {
  let sessionId: String
  /// The Firebase installation.
  let installation: String
  let time: Timestamp
  /// The app's version that users see; nil if it is absent.
  let version: String?
  /// Whether the row is the start of a session in which Crashlytics could report a crash.
  let counts: Bool

  private enum Key: String, CodingKey {
    case sessionId = "session_id"
    case installation = "instance_id"
    case time = "event_timestamp"
    case type = "event_type"
    case isCollecting = "crashlytics_data_collection_enabled"
    case application
  }

  private struct Application: Decodable {
    let version: String?

    private enum CodingKeys: String, CodingKey {
      case version = "display_version"
    }
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    guard let sessionId = try container.id(.sessionId),
      let installation = try container.id(.installation)
    else { throw InvalidRow() }
    (self.sessionId, self.installation) = (sessionId, installation)
    time = try container.decode(BigQueryTime.self, forKey: .time).time
    let type = try container.decodeIfPresent(String.self, forKey: .type) ?? "SESSION_START"
    let isCollecting = try container.decodeIfPresent(BigQueryFlag.self, forKey: .isCollecting)
    counts = type == "SESSION_START" && isCollecting?.isTrue ?? true
    let application = try container.decodeIfPresent(Application.self, forKey: .application)
    let version = application?.version ?? ""
    guard version.utf8.count <= 64, version.unicodeScalars.allSatisfy({ $0.value >= 0x20 }) else {
      throw InvalidRow()
    }
    self.version = version.isEmpty ? nil : version
  }
}
