import FindieDomain
import FindieHistory

/// How the text of a column becomes JSON.
enum CSVType {
  case text, number, flag
  /// Texts separated by `|` or `;`.
  case list
  /// ISO 8601, or a number of seconds or milliseconds since 1970.
  case time
  case rating(RatingScale)
}

/// The fields of a collection that columns of a CSV file can fill, and the columns' names.
struct CSVSchema {
  struct Field {
    let name: String
    let type: CSVType
    fileprivate let otherNames: [String]
  }

  let fields: [Field]
  let id: String
  /// The fields that the header must have.
  let required: [String]
  /// The fields that identify an event without an id; empty if the id is required.
  let identity: [String]
  /// The default values of fields that the header lacks.
  let defaults: [(field: String, value: String)]
  /// Whether a rating column may replace the action.
  let takesRatings: Bool
  /// Keys that identify other line shapes; such columns are skipped unless they are fields.
  let reserved = ["id", "data", "fields", "document", "event_name"]

  /// The schema of a collection of events.
  init(_ collection: EventCollection) {
    let names = Self.otherNames(InputCollection(collection))
    fields = EventContract().fields(of: collection).map {
      Field(name: $0.name, type: CSVType($0.type), otherNames: names[$0.name] ?? [])
    }
    switch collection {
    case .interactions:
      id = "id"
      identity = ["userId", "gameId", "action", "timestamp"]
    case .analytics:
      id = "eventId"
      identity = ["anonymousUserId", "gameId", "eventType", "timestamp"]
    }
    required = identity
    defaults = []
    takesRatings = collection == .interactions
  }

  /// The schema of a collection of the catalogue whose records have these fields.
  init<Record>(_ collection: InputCollection, _ fields: [CatalogueField<Record>]) {
    let names = Self.otherNames(collection)
    id = "id"
    self.fields =
      [Field(name: "id", type: .text, otherNames: names["id"] ?? [])]
      + fields.map {
        Field(name: $0.name, type: CSVType($0.type), otherNames: names[$0.name] ?? [])
      }
    identity = []
    takesRatings = false
    let isGames = collection == .games
    required =
      switch collection {
      case .games: ["id", "title"]
      case .annotations: ["day", "text"]
      case .promotions: ["gameId", "from", "to"]
      default: ["id"]
      }
    defaults =
      isGames ? [(field: "developerId", value: "unknown"), ("releaseStatus", "released")] : []
  }

  /// The common names of fields besides their own. All names are compared by `columnKey`.
  private static func otherNames(_ collection: InputCollection) -> [String: [String]] {
    let players = ["user", "player", "playerId"]
    let games = ["game", "item", "itemId"]
    switch collection {
    case .interactions:
      return [
        "userId": players, "gameId": games, "timestamp": ["time", "date", "datetime"],
        "sessionId": ["session"],
      ]
    case .analytics:
      return [
        "eventId": ["id"], "anonymousUserId": players + ["userId", "userPseudoId"],
        "gameId": games, "eventType": ["event"], "timestamp": ["time", "date", "datetime"],
        "sessionId": ["session"],
      ]
    case .games:
      return [
        "id": games + ["gameId"], "title": ["name"], "developerId": ["developer", "studio"],
        "genres": ["genre"], "tags": ["tag"], "platforms": ["platform"],
        "releaseStatus": ["status"],
      ]
    case .developers:
      return [
        "id": ["developer", "developerId", "studio", "studioId"], "studioName": ["name"],
      ]
    case .users: return ["id": players + ["userId"]]
    case .annotations:
      return [
        "day": ["date"], "gameId": games, "developerId": ["developer", "studio", "studioId"],
      ]
    case .promotions: return ["gameId": games, "genres": ["genre"], "platforms": ["platform"]]
    default: return [:]
    }
  }

  /// The possible names of a field's column, for people.
  func names(of field: String) -> String {
    let others = fields.first { $0.name == field }?.otherNames ?? []
    let ratings = takesRatings && field == "action" ? ["rating"] : []
    return ([field] + others + ratings).joined(separator: " or ")
  }

  /// The name of the warning about a field that the header lacks.
  static func assumption(_ field: String) -> String { "\(field).assumed" }
}

extension CSVSchema.Field {
  /// Whether the column has the field's own name.
  func isNamed(_ column: String) -> Bool { name.columnKey == column.columnKey }

  /// Whether the column has one of the field's other names.
  func isMeant(by column: String) -> Bool {
    otherNames.contains { $0.columnKey == column.columnKey }
  }
}

extension StringProtocol {
  /// A column's name in lower case, without `_`, `-`, dots and blanks: `User ID` and `user_id` are
  /// `userid`.
  var columnKey: String { lowercased().filter { !"_-. ".contains($0) } }
}

extension CSVType {
  fileprivate init(_ type: FieldType) {
    self =
      switch type {
      case .id, .text, .country, .action, .eventType: .text
      case .list: .list
      case .timestamp: .time
      case .integer, .number: .number
      }
  }

  fileprivate init(_ type: FindieDomain.FieldType) {
    self =
      switch type {
      case .id, .text, .code, .word: .text
      case .flag: .flag
      case .number, .count, .decimal: .number
      case .time: .time
      case .texts, .words: .list
      }
  }
}

/// The sentences of warnings about what a CSV file does not say, by their names.
package let assumptionSentences = [
  "interactions.\(RatingScale.assumption)":
    "a rating counts as one out of 5: 4 and more are a like, 2 and less a dislike; name the column "
    + "rating/5, or rating/10 for ratings out of 10",
  CSVSchema.assumption("developerId"):
    "the CSV file has no column developerId: the studio is unknown",
  CSVSchema.assumption("releaseStatus"):
    "the CSV file has no column releaseStatus: the game counts as released",
]
