package import FindieWorkspace
import Foundation

/// The settings of `findie notify`: when messages are sent, and their words.
package struct NotificationSettings: Settings, Hashable {
  package private(set) var rules = DeliveryRules()
  package private(set) var texts = MessageTexts()
  /// The group whose invite is registered each week; nil for none.
  package private(set) var plur: PlurGroup?

  package init() {}

  package static let subject = "the texts and rules of messages"
  package static let remedy = "Pipelines/notifications.yaml has all settings with their defaults."

  package static let settings: [Setting<NotificationSettings>] =
    [
      .integer("quietFrom", \.rules.quietFrom, in: 0...23),
      .integer("quietTo", \.rules.quietTo, in: 0...23),
      .integer("perDay", \.rules.perDay, in: 0...100),
      .integer("perWeek", \.rules.perWeek, in: 0...700),
      .integer("expireAfterHours", \.rules.hours, in: 1...720),
    ] + NotificationKind.allCases.flatMap { [text($0, \.one, "one"), text($0, \.many, "many")] }
    + [
      Setting(
        "plur", \.plur, range: "a group's id and its relay, a wss address",
        text: { _ in nil },
        parse: { value in
          guard let section = value.section("group", "relay"), let id = section["group"],
            let relay = section["relay"], let group = PlurGroup(id: id, relay: relay)
          else { return .none }
          return .some(group)
        })
    ]

  /// The words of a kind in any language, for one game or for several.
  private static func text(
    _ kind: NotificationKind,
    _ form: any WritableKeyPath<MessageTexts.Forms, MessageTexts.Text?> & Sendable, _ name: String
  ) -> Setting<NotificationSettings> {
    Setting("texts.*.\(kind.rawValue).\(name)") { settings, value in
      guard let section = value.section("title", "body"), let title = section["title"],
        let body = section["body"]
      else {
        settings.texts[value.path[1], kind][keyPath: form] = .init(title: "", body: "")
        return value.mustBe("a title and a body, and nothing else")
      }
      settings.texts[value.path[1], kind][keyPath: form] = .init(title: title, body: body)
      let unknown = (title + body).matches(of: /\{([^{}]*)\}/).map { String($0.output.1) }
        .filter { !MessageTexts.placeholders.contains($0) }
      if !unknown.isEmpty {
        return "has \(unknown.map { "{\($0)}" }.joined(separator: ", ")); the names are "
          + MessageTexts.placeholders.joined(separator: ", ")
      }
      return nil
    }
  }

  package var contradictions: [String] { texts.missing.map { "texts.\($0) is missing" } }
}
