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
    /// Other names of its column. Those of a later group count if the file has none of an earlier
    /// one.
    fileprivate let otherNames: [[String]]
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
      case .candidates: ["userId", "gameId", "score"]
      default: ["id"]
      }
    defaults =
      isGames ? [(field: "developerId", value: "unknown"), ("releaseStatus", "released")] : []
  }

  /// The other names of fields, in groups; see `Field`. All names are compared by `columnKey`.
  private static func otherNames(_ collection: InputCollection) -> [String: [[String]]] {
    /// Names of which the first that the file has counts.
    func first(_ names: String...) -> [[String]] { names.map { [$0] } }
    let players = ["user", "player", "playerId"]
    let customers = first("customerId", "customer", "memberId", "member", "uid")
    let games = [["game", "item", "itemId"]] + first("productId", "product", "appId", "sku")
    let times =
      [["time", "date", "datetime"]]
      + first("createdAt", "created", "eventTime", "eventDate", "eventTimestamp", "occurredAt")
    let changes = first("updated", "modifiedAt", "modified", "lastModified", "changedAt")
    let studios = [["studioId"], ["developer", "studio"]]
    var names: [String: [[String]]]
    switch collection {
    case .interactions:
      return [
        "userId": [players] + customers, "gameId": games, "timestamp": times,
        "action": first("event", "eventType", "interaction"), "sessionId": [["session"]],
      ]
    case .analytics:
      return [
        "eventId": [["id"]], "anonymousUserId": [players + ["userId", "userPseudoId"]] + customers,
        "gameId": games, "eventType": first("event", "eventName"), "timestamp": times,
        "sessionId": [["session"]], "deviceType": [["device"]], "appVersion": [["version"]],
        "country": [["countryCode"]],
      ]
    case .games:
      names = [
        "id": [games[0] + ["gameId"]] + games.dropFirst(),
        "title": first("name", "gameTitle", "gameName", "productName"), "developerId": studios,
        "genres": [["genre"]], "tags": first("tag", "keywords"), "platforms": [["platform"]],
        "releaseStatus": [["status"]],
        "releaseDate": first(
          "released", "releasedAt", "releasedOn", "release", "publishedAt", "launchDate"),
        "price": [["unitPrice"]], "currency": [["currencyCode"]], "isFree": [["free"]],
        "isMature": first("mature", "isAdult", "adult", "nsfw"), "createdAt": [["created"]],
      ]
    case .developers:
      names = [
        "id": [["developer", "developerId", "studio", "studioId"]],
        "studioName": first("name", "developerName"),
      ]
    case .tags:
      names = [
        "id": [["tagId"]], "name": first("tag", "tagName"), "createdAt": [["created"]],
      ]
    case .users:
      names = [
        "id": [players + ["userId"]] + customers,
        "joinedDate": first(
          "joined", "joinedAt", "createdAt", "created", "registeredAt", "signupDate"),
        "favoriteGenres": first("favouriteGenres", "genres"),
        "preferredPlatforms": [["platforms"]], "friendIds": [["friends"]],
      ]
    case .annotations:
      names = ["day": [["date"]], "text": [["note"]], "gameId": games, "developerId": studios]
    case .candidates:
      names = ["userId": [players] + customers, "gameId": games]
    case .promotions:
      names = [
        "gameId": games, "genres": [["genre"]], "platforms": [["platform"]],
        "from": first("start", "startDate", "validFrom"),
        "to": first("end", "endDate", "validTo"),
      ]
    default: return [:]
    }
    names["updatedAt"] = changes
    names["isActive"] = [["active"]]
    return names
  }

  /// The possible names of a field's column, for people.
  func names(of field: String) -> String {
    let others = fields.first { $0.name == field }?.otherNames.flatMap(\.self) ?? []
    let ratings = takesRatings && field == "action" ? ["rating"] : []
    return ([field] + others + ratings).joined(separator: " or ")
  }

  /// The name of the warning about a field that the header lacks.
  static func assumption(_ field: String) -> String { "\(field).assumed" }
}

extension CSVSchema.Field {
  /// The columns with the best of the field's names; more than one if it is not clear which.
  ///
  /// - Parameter ownOnly: whether only the field's own name counts.
  func columns(in names: [String], ownOnly: Bool) -> [Int] {
    for group in [[name]] + (ownOnly ? [] : otherNames) {
      let keys = group.map(\.columnKey)
      let found = names.indices.filter { keys.contains(names[$0].columnKey) }
      if !found.isEmpty { return found }
    }
    return []
  }
}

extension StringProtocol {
  /// A column's name in lower case, without `_`, `-`, dots and blanks: `User ID` and `user_id` are
  /// `userid`.
  var columnKey: String { lowercased().filter { !"_-. ".contains($0) } }
}

extension CSVType {
  fileprivate init(_ type: EventFieldType) {
    self =
      switch type {
      case .id, .text, .country, .action, .eventType: .text
      case .list: .list
      case .timestamp: .time
      case .integer, .number: .number
      }
  }

  fileprivate init(_ type: CatalogueFieldType) {
    self =
      switch type {
      case .id, .text, .code, .word, .vector: .text
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
