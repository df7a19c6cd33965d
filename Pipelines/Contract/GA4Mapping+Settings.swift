import FindieDomain
import FindieIngest
import FindieWorkspace

extension GA4Mapping {
  /// The settings of the section `ga4`. What a file sets is added to the defaults.
  static let settings: [Setting<GA4Mapping>] =
    [
      entries("events", choices: Self.meanings) { $0.events[$1] = Meaning(text: $2) },
      entries("actions", choices: EventType.allCases.map(\.rawValue)) {
        $0.actions[$1] = EventType(rawValue: $2)
      },
    ]
    + Self.fields.map { field -> Setting<GA4Mapping> in
      Setting(
        "parameters.\(field)",
        set: { mapping, value in
          guard let names = value.texts, names.count <= Self.maximumParameters,
            names.allSatisfy({ Self.isName($0) }), Set(names).count == names.count
          else {
            return value.mustBe(
              "a list of at most \(Self.maximumParameters) different names, such as [item_id, game_id]"
            )
          }
          mapping.parameters[field] = names
          return nil
        })
    }

  private static let meanings = EventType.allCases.map(\.rawValue) + ["action", "ignore"]

  /// A section whose entries have any name, and one of some values.
  private static func entries(
    _ section: String, choices: [String],
    set: @escaping @Sendable (inout GA4Mapping, _ name: String, _ choice: String) -> Void
  ) -> Setting<GA4Mapping> {
    Setting(
      "\(section).*",
      set: { mapping, value in
        guard let choice = value.text, choices.contains(choice) else {
          return value.mustBe("one of " + choices.joined(separator: ", "))
        }
        guard let name = value.path.last, Self.isName(name) else { return "has no name" }
        set(&mapping, name, choice)
        return nil
      })
  }

  /// Whether a text may be the name of an event or of a parameter, or an action.
  private static func isName(_ text: String) -> Bool {
    (1...256).contains(text.utf8.count)
      && text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
  }

  /// The section as YAML.
  var yaml: String {
    func entries(_ values: [String: String]) -> String {
      values.sorted { $0.key < $1.key }.map { "    \(FieldContract.quoted($0)): \($1)\n" }
        .joined()
    }
    let lists = Self.fields.map { field in
      "    \(field): \(FieldContract.list(parameters[field] ?? []))\n"
    }
    return """

      # What events of Google Analytics' export to BigQuery mean. A file's entries are added to these.
      ga4:
        # The events by name: an eventType of analytics; action, if a parameter says it; or ignore. Events
        # that are not here are ignored, and findie validate lists them.
        events:
      \(entries(events.mapValues(\.text)))\
        # The values of the parameter for action, and the events that they stand for.
        actions:
      \(entries(actions.mapValues(\.rawValue)))\
        # The parameters that each field is read from: the first that an event has. The game is that of
        # the items; only if they name none, it is read from parameters.
        parameters:
      \(lists.joined())
      """
  }
}

extension GA4Mapping.Meaning {
  fileprivate init?(text: String) {
    switch text {
    case "action": self = .action
    case "ignore": self = .ignored
    default:
      guard let type = EventType(rawValue: text) else { return nil }
      self = .type(type)
    }
  }

  fileprivate var text: String {
    switch self {
    case .type(let type): type.rawValue
    case .action: "action"
    case .ignored: "ignore"
    }
  }
}
