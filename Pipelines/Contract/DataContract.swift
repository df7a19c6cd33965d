package import FindieDomain
package import FindieHistory
package import FindieIngest
package import FindieWorkspace
package import Foundation
import Yams

/// The data contract of the app's events. `Pipelines/contract.yaml` has the defaults.
package struct DataContract: Codable, Sendable, Hashable {
  /// The requirements of the fields.
  package var events = EventContract()
  /// The minimum volume of a day.
  package var volume = VolumeRule()

  package init() {}

  /// The contract of a file.
  ///
  /// - Throws: `ContractProblems`, also if the file cannot be read.
  package init(file: URL) throws(ContractProblems) {
    let text: String
    do throws(SettingsText.Unusable) {
      text = try SettingsText.text(of: file)
    } catch {
      throw ContractProblems(problems: [error.problem])
    }
    try self.init(yaml: text)
  }

  /// The contract in a YAML text; settings that it lacks have their defaults.
  ///
  /// - Throws: `ContractProblems` with every problem of the text at once.
  package init(yaml: String) throws(ContractProblems) {
    let root: Node?
    do throws(SettingsText.Unusable) {
      root = try SettingsText.root(of: yaml)
    } catch {
      throw ContractProblems(problems: [error.problem])
    }
    var reading = ContractReading()
    if let root { reading.read(root) }
    guard reading.problems.isEmpty else { throw ContractProblems(problems: reading.problems) }
    self = reading.contract
  }
}

/// All problems of a contract file.
package struct ContractProblems: KnownFailure, CustomStringConvertible {
  package var failureKind: FailureKind { .badParameters }
  package let problems: [String]

  package init(problems: [String]) {
    self.problems = problems
  }

  package var description: String {
    "the data contract cannot be used:\n" + problems.map { "  - \($0)" }.joined(separator: "\n")
      + "\n`findie contract` prints a contract with all settings."
  }
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

  /// A one-sentence description of each field.
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

/// Some days have far fewer events than expected, and the contract stops the run.
package struct VolumeBreach: KnownFailure, Equatable, CustomStringConvertible {
  package var failureKind: FailureKind { .badData }
  package let findings: [VolumeFinding]

  package init(findings: [VolumeFinding]) {
    self.findings = findings
  }

  package var description: String {
    """
    there are far fewer events than expected:
    \(findings.map { "  - \($0)" }.joined(separator: "\n"))
    Add the missing files to the input folder, or set volume.breach to warn in the data contract, \
    then run the same command again.
    """
  }
}

extension DataContract {
  /// The days before `night` with far fewer events than expected, and the error if the contract
  /// stops the run.
  package func checkVolume(
    of ledger: Ledger, before night: Day
  ) -> (findings: [VolumeFinding], breach: VolumeBreach?) {
    let findings = volume.findings(in: ledger.days, before: night)
    let isBreach = volume.breach == .stop && !findings.isEmpty
    return (findings, isBreach ? VolumeBreach(findings: findings) : nil)
  }
}

/// A setting in the contract's section `volume`: its meaning, its allowed values, and how to read
/// and print it.
struct VolumeSetting: Sendable {
  let name: String
  /// The description, one sentence.
  let doc: String
  /// The allowed values, as text.
  let range: String
  let text: @Sendable (VolumeRule) -> String
  /// Sets it; returns false if the node is not an allowed value.
  let set: @Sendable (inout VolumeRule, Node) -> Bool

  static let all = [
    VolumeSetting(
      name: "minimumShare",
      doc: "The share of the expected number of events below which a day is reported.",
      range: "a number from 0 to 1",
      text: { SettingsText.shortest($0.minimumShare) },
      set: { rule, node in
        guard let value = node.number, (0...1).contains(value) else { return false }
        rule.minimumShare = value
        return true
      }),
    .integer(
      "weeks", \.weeks, in: 1...52,
      "The number of weeks before a day; the expected number is the median of the same weekday."),
    .integer(
      "minimumEvents", \.minimumEvents, in: 0...1_000_000_000,
      "Days with a lower expected number of events are not checked."),
    .integer(
      "days", \.days, in: 1...366, "The number of days before the as-of day that are checked."),
    VolumeSetting(
      name: "breach", doc: "What happens on such a day: the run warns, or it stops.",
      range: VolumeRule.Breach.allCases.map(\.rawValue).joined(separator: " or "),
      text: { $0.breach.rawValue },
      set: { rule, node in
        guard let value = node.scalar.flatMap({ VolumeRule.Breach(rawValue: $0.string) })
        else { return false }
        rule.breach = value
        return true
      }),
  ]

  private static func integer(
    _ name: String, _ property: any WritableKeyPath<VolumeRule, Int> & Sendable,
    in range: ClosedRange<Int>, _ doc: String
  ) -> VolumeSetting {
    VolumeSetting(
      name: name, doc: doc,
      range: "a whole number from \(range.lowerBound) to \(range.upperBound)",
      text: { "\($0[keyPath: property])" },
      set: { rule, node in
        guard let value = node.wholeNumber, range.contains(value) else { return false }
        rule[keyPath: property] = value
        return true
      })
  }
}
