import FindieDomain
package import FindieHistory
package import FindieIngest
import FindieText
package import FindieWorkspace

/// The data contract of the app's events. `Pipelines/contract.yaml` has the defaults.
package struct DataContract: Codable, Sendable, Hashable {
  /// The requirements of the fields.
  package var events = EventContract()
  /// The minimum volume of a day.
  package var volume = VolumeRule()

  package init() {}
}

extension DataContract: Settings {
  package static let subject = "the data contract"
  package static let remedy = "`findie contract` prints a contract with all settings."

  package static let settings =
    EventCollection.allCases.flatMap { collection in
      EventContract().fields(of: collection).flatMap { field in
        FieldContract.settings.map {
          $0.within(
            "\(collection.rawValue).\(field.name)",
            \DataContract.events[field.name, in: collection])
        }
      }
    } + GA4Mapping.settings.map { $0.within("ga4", \DataContract.events.ga4) }
    + VolumeRule.settings.map { $0.within("volume", \.volume) }
}

extension DataContract {
  /// The contract as a YAML file with comments: the text of `Pipelines/contract.yaml`.
  package var yaml: String {
    var text = """
      # The contract for the app's events, and what happens to events that violate it.
      # A setting that is missing has its default. An unknown name or value is an error, before anything
      # is read.
      #
      # required  Whether the field must be present. null and an empty text count as absent.
      # type      id (a text that is not empty), text, country, list (of texts), integer or number.
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
        let settings = FieldContract.settings.compactMap { setting in
          setting.text(field).map { "\(setting.path): \($0)" }
        }
        text += "  # \(Self.docs[field.name] ?? "")\n"
        text += "  \(field.name): {\(settings.joined(separator: ", "))}\n"
      }
    }
    text += events.ga4.yaml
    text += """

      # A day with far fewer events than usual for its weekday probably lacks a file.
      volume:

      """
    for setting in VolumeRule.settings {
      text += "  # \(setting.doc)\n"
      text += "  # \(setting.range); default \(setting.text(VolumeRule()) ?? "")\n"
      text += "  \(setting.path): \(setting.text(volume) ?? "")\n"
    }
    return text
  }

  /// A one-sentence description of each field.
  static let docs = [
    "id": "The event's own id, unique over the whole history.",
    "eventId": "The event's own id, unique over the whole history.",
    "userId": "The player.",
    "anonymousUserId": "The player, as a hash.",
    "gameId": "The game.",
    "action":
      "What the player did: like, dislike, superLike, skip, wishlist, share, viewDetails or neutral.",
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
    "country": "The player's country: a code of ISO 3166-1 in any case, or an English name.",
  ]
}

extension DataContract {
  /// The refusal if days with far fewer events than expected stop the run.
  package func refusal(of findings: [VolumeFinding]) -> NightRefusal? {
    volume.breach == .stop && !findings.isEmpty ? .volume(findings) : nil
  }
}

extension NightRefusal {
  package static func volume(_ findings: [VolumeFinding]) -> NightRefusal {
    NightRefusal(
      .badData,
      """
      there are far fewer events than expected:
      \(findings.map { "  - \($0)" }.joined(separator: "\n"))
      Add the missing files to the input folder, or set volume.breach to warn in the data \
      contract, then run the same command again.
      """)
  }
}

extension VolumeRule {
  static let settings: [Setting<VolumeRule>] = [
    .number(
      "minimumShare", \.minimumShare, in: 0...1,
      "The share of the expected number of events below which a day is reported."),
    .integer(
      "weeks", \.weeks, in: 1...52,
      "The number of weeks before a day; the expected number is the median of the same weekday."),
    .integer(
      "minimumEvents", \.minimumEvents, in: 0...1_000_000_000,
      "Days with a lower expected number of events are not checked."),
    .integer(
      "days", \.days, in: 1...366, "The number of days before the as-of day that are checked."),
    .choice(
      "breach", \.breach, "What happens on such a day: the run warns, or it stops."),
  ]
}

extension Ledger {
  /// The violations of the contract that did not reject a line, over all files, by
  /// `collection.field.reason`; without placeholders.
  package var contractWarnings: [String: Int] {
    EventCollection.allCases.reduce(into: [:]) { warnings, collection in
      for (name, count) in counts(of: collection).warnings where placeholder(name) == nil {
        warnings["\(collection.rawValue).\(name)"] = count
      }
    }
  }

  /// Sentences about words for "no value" that count as absent, over all files.
  package var placeholderSentences: [String] {
    EventCollection.allCases.flatMap { collection in
      let counts = counts(of: collection)
      let events = counts.accepted + counts.duplicate
      return counts.warnings.sorted { $0.key < $1.key }.compactMap { name, count in
        placeholder(name).map { field, word in
          "\(collection.rawValue): \(count.grouped) of \(events.counted("event")) "
            + "(\((Double(count) / Double(max(1, events))).percent())) have the \(field) "
            + "\"\(printable(word))\". This is a placeholder, so the field counts as absent"
        }
      }
    }
  }

  /// The field and the word of a warning about a placeholder; nil for another warning.
  private func placeholder(_ warning: String) -> (field: String, word: String)? {
    let parts = warning.split(
      separator: ".", maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3, parts[1] == RejectionReason.placeholderId.rawValue else { return nil }
    return (String(parts[0]), String(parts[2]))
  }
}
