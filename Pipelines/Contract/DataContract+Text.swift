import FindieHistory
import FindieIngest

extension DataContract {
  /// The contract as a commented YAML file: what `Pipelines/contract.yaml` holds.
  package var yaml: String {
    var text = """
      # What the app's events must hold, and what becomes of those that do not.
      # What is left out keeps its default; a wrong name or value is refused before anything runs.
      #
      # required  Whether an event must have the field: null and an empty text are as good as none.
      # type      id (a text that is not empty), text, list (of texts), integer, number.
      # range     For numbers, [from, to]; any for all that 32 bits hold.
      # values    For texts and the elements of lists, the only ones that may be; any for all.
      # breach    What becomes of an event that breaks this, also by a wrong type, by a control
      #           character or by a text that is too long:
      #             reject   its line goes to the quarantine.
      #             warn     the value is kept where it can be (a number outside its range, a text
      #                      not among the values), else the field counts as absent; counted.
      #             default  the field's default takes its place, or nothing; counted.
      # default   What that is; only where breach is default.
      #
      # The fields that say which event this is (its id, the player, the game, what was done, when)
      # are required, and reject: nothing else can be said of them.

      """
    for collection in EventCollection.allCases {
      text += "\n\(collection.rawValue):\n"
      for field in events.fields(of: collection) {
        text += "  # \(DataContract.docs[field.name] ?? "")\n  \(field.name): {\(field.settings)}\n"
      }
    }
    text += """

      # A day that brings far fewer events than its weekday does is a file that did not come.
      volume:

      """
    for setting in VolumeSetting.all {
      text += "  # \(setting.doc)\n"
      text += "  # \(setting.range); default \(setting.text(VolumeRule()))\n"
      text += "  \(setting.name): \(setting.text(volume))\n"
    }
    return text
  }

  /// What each field is, in a sentence.
  static let docs = [
    "id": "The event's own id, unique over the whole history.",
    "eventId": "The event's own id, unique over the whole history.",
    "userId": "The player.",
    "anonymousUserId": "The player, as a hash.",
    "gameId": "The game.",
    "action":
      "What the player did: like, dislike, superLike, skip, wishlist, share or viewDetails.",
    "eventType":
      "gameView, gameClick, gameLike, gameDislike, gameWishlist, gameShare or externalLinkClick.",
    "timestamp":
      "When: ISO 8601, seconds or milliseconds since 1970, or a Firestore timestamp.",
    "sessionId": "The visit to the app that the event belongs to.",
    "cardPosition": "The card's place in the feed, from 0.",
    "viewDuration": "How long the player looked at the card, in seconds.",
    "userGenrePreferences": "The player's favourite genres at that moment.",
    "gameGenres": "The game's genres at that moment.",
    "gameTags": "The game's tags at that moment.",
    "developerId": "The game's studio.",
    "deviceType": "The kind of device.",
    "appVersion": "The version of the app.",
    "shop": "The shop that a click leads to.",
    "surface": "Where in the app the game was shown.",
    "listId": "The list that showed the game.",
  ]
}

extension FieldContract {
  /// The field's settings as the entries of a mapping of YAML, all on one line.
  fileprivate var settings: String {
    var settings = ["required: \(isRequired)", "type: \(type.rawValue)"]
    if !isIdentity {
      switch type {
      case .integer, .number:
        let shortest = SettingsText.shortest
        let bounds = range.map { "[\(shortest($0.lowerBound)), \(shortest($0.upperBound))]" }
        settings.append("range: \(bounds ?? "any")")
      default: settings.append("values: \(values.map(list) ?? "any")")
      }
    }
    settings.append("breach: \(breach.rawValue)")
    switch standIn {
    case .text(let text): settings.append("default: \(quoted(text))")
    case .list(let texts): settings.append("default: \(list(texts))")
    case .number(let number): settings.append("default: \(SettingsText.shortest(number))")
    case nil: break
    }
    return settings.joined(separator: ", ")
  }

  private func list(_ texts: [String]) -> String {
    "[" + texts.map(quoted).joined(separator: ", ") + "]"
  }

  /// A text as YAML: as it is where it is a plain word, else in single quotes, which double their own.
  private func quoted(_ text: String) -> String {
    let isWord = text.wholeMatch(of: /[A-Za-z][A-Za-z0-9_-]*/) != nil
    // What YAML reads as something else than a text, and our own word for everything.
    let others: Set = ["true", "false", "yes", "no", "on", "off", "y", "n", "null", "any"]
    guard isWord, !others.contains(text.lowercased()) else {
      return "'" + text.replacing("'", with: "''") + "'"
    }
    return text
  }
}
