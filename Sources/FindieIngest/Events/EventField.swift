import FindieHistory

/// A field of a dated event, by its index in the table of keys.
enum EventField: Int, CaseIterable {
  case id, user, game, kind, timestamp, sessionId
  case cardPosition, viewDuration
  case userGenrePreferences, gameGenres, gameTags
  case developerId, deviceType, appVersion, shop, surface, listId, campaign, country
  /// Keys that identify the shape of a line; not fields of an event.
  case documentId, data, restFields, analyticsEventName

  /// Whether it is a field of an event.
  var isOfEvent: Bool { rawValue < Self.documentId.rawValue }

  /// The key in a collection's documents; empty if it has no such field.
  func name(in collection: EventCollection) -> String {
    let isInteraction = collection == .interactions
    return switch self {
    case .id: isInteraction ? "id" : "eventId"
    case .user: isInteraction ? "userId" : "anonymousUserId"
    case .kind: isInteraction ? "action" : "eventType"
    case .game: "gameId"
    case .timestamp, .sessionId, .userGenrePreferences, .data: "\(self)"
    case .cardPosition, .viewDuration, .gameGenres, .gameTags: isInteraction ? "\(self)" : ""
    case .developerId, .deviceType, .appVersion, .shop, .surface, .listId, .campaign, .country:
      isInteraction ? "" : "\(self)"
    case .documentId: isInteraction ? "" : "id"
    case .restFields: "fields"
    case .analyticsEventName: "event_name"
    }
  }

  /// The field that a column of text is read from.
  init(_ column: TextColumn) {
    switch column {
    case .userId: self = .user
    case .gameId: self = .game
    default:
      guard let field = Self.allCases.first(where: { "\($0)" == column.rawValue }) else {
        preconditionFailure("no field is read into \(column.rawValue)")
      }
      self = field
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
}

/// A field's contract in the form that the decoder uses for every line, without reference counts.
struct FieldRule {
  let field: EventField
  let type: EventFieldType
  let isRequired: Bool
  let breach: FieldContract.Breach
  /// Whether the contract lists allowed values.
  let hasValues: Bool
  /// Whether it is the text of an id, or of a session: then it is no word for "no value".
  let isOfId: Bool
  /// The range of a number; that of Float32 if the contract has none.
  let range: ClosedRange<Double>
  /// The default that replaces an invalid number; NaN for absent.
  let standInNumber: Float

  /// The numbers that a Float32 column can hold.
  static let columnRange =
    -Double(Float.greatestFiniteMagnitude)...Double(Float.greatestFiniteMagnitude)

  init(_ field: EventField, _ contract: FieldContract) {
    self.field = field
    type = contract.type
    isRequired = contract.isRequired
    breach = contract.breach
    hasValues = contract.values != nil
    isOfId = type == .id || field == .sessionId
    range = contract.range?.clamped(to: Self.columnRange) ?? Self.columnRange
    standInNumber =
      if case .number(let number)? = contract.standIn { Float(number) + 0 } else { .nan }
  }
}

/// The violations of the contract that do not reject their line, counted by field and reason.
///
/// A line's violations are noted while it is checked, and counted when it is accepted: a line that
/// is rejected for another field counts as rejected only.
struct ContractBreaches {
  private struct Breach: Hashable {
    let field: EventField
    let reason: RejectionReason
    /// The placeholder; empty for other reasons.
    let word: String
  }

  private var counts: [Breach: Int] = [:]
  private var noted: [Breach] = []

  /// Removes the notes of a rejected line.
  mutating func beginLine() {
    if !noted.isEmpty { noted.removeAll(keepingCapacity: true) }
  }

  mutating func note(_ reason: RejectionReason, _ field: EventField, word: String = "") {
    noted.append(Breach(field: field, reason: reason, word: word))
  }

  /// Counts the notes of the line.
  mutating func endLine() {
    for breach in noted { counts[breach, default: 0] += 1 }
  }

  /// Returns the counts by `field.reason`, or `field.placeholderId.word`, and resets them; `name`
  /// names a field.
  mutating func take(_ name: (EventField) -> String) -> [String: Int] {
    defer { counts.removeAll() }
    return counts.reduce(into: [:]) { named, breach in
      let (field, reason) = (name(breach.key.field), breach.key.reason.rawValue)
      // The word may be blank.
      let word = breach.key.reason == .placeholderId ? ".\(breach.key.word)" : ""
      named["\(field).\(reason)\(word)", default: 0] += breach.value
    }
  }
}
