import FindieHistory
import FindieIngest

extension DataContract {
  /// The contract as a YAML file with comments: the text of `Pipelines/contract.yaml`.
  package var yaml: String {
    var text = """
      # The contract for the app's events, and what happens to events that violate it.
      # A setting that is missing has its default. An unknown name or value is an error, before anything
      # is read.
      #
      # required  Whether the field must be present. null and an empty text count as absent.
      # type      id (a text that is not empty), text, list (of texts), integer or number.
      # range     For numbers: [from, to]; any for every number that 32 bits can store.
      # values    For texts and the elements of lists: the allowed ones; any for all.
      # breach    What happens if the field violates this, has a control character or is too long:
      #             reject   the line goes to the quarantine.
      #             warn     the value is stored if possible (a number outside the range, a text that
      #                      is not allowed); otherwise the field counts as absent. Counted.
      #             default  the field's default is stored, or nothing. Counted.
      # default   The default; only with breach: default.
      #
      # The fields that identify an event (its id, the player, the game, what happened, when) are always
      # required and always reject.

      """
    for collection in EventCollection.allCases {
      text += "\n\(collection.rawValue):\n"
      for field in events.fields(of: collection) {
        text += "  # \(DataContract.docs[field.name] ?? "")\n  \(field.name): {\(field.settings)}\n"
      }
    }
    text += """

      # A day with far fewer events than usual for its weekday probably lacks a file.
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
    "sessionId": "The session of the event.",
    "cardPosition": "The position of the card in the feed, from 0.",
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
    "campaign": "The campaign of the link that led to the game.",
  ]
}

extension FieldContract {
  /// The field's settings as the entries of a YAML mapping, on one line.
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

  /// A text as YAML: a plain word without quotes, other text in single quotes.
  private func quoted(_ text: String) -> String {
    let isWord = text.wholeMatch(of: /[A-Za-z][A-Za-z0-9_-]*/) != nil
    // Words that YAML does not read as text, and `any`, which has a special meaning.
    let others: Set = ["true", "false", "yes", "no", "on", "off", "y", "n", "null", "any"]
    guard isWord, !others.contains(text.lowercased()) else {
      return "'" + text.replacing("'", with: "''") + "'"
    }
    return text
  }
}
