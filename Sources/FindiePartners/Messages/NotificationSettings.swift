package import FindieDomain
package import FindieWorkspace
import Foundation

/// The settings of `findie notify`: when messages are sent, and their words.
package struct NotificationSettings: Settings, Hashable {
  package private(set) var rules = DeliveryRules()
  package private(set) var texts = MessageTexts()
  package private(set) var digest = DigestTexts()
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
    + DigestTexts.Form.allCases.map { form in
      Setting("digest.\(form.rawValue)") { settings, value in
        guard let text = value.text else { return value.mustBe("a text") }
        settings.digest.set(form, text)
        return DigestTexts.problem(of: text)
      }
    } + [
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
      else { return value.mustBe("a title and a body") }
      settings.texts[value.path[1], kind][keyPath: form] = .init(title: title, body: body)
      let names = (title + body).matches(of: /\{([^{}]*)\}/).map { String($0.output.1) }
      if let unknown = names.first(where: { !MessageTexts.placeholders.contains($0) }) {
        return "has {\(unknown)}; the names are "
          + MessageTexts.placeholders.joined(separator: ", ")
      }
      return nil
    }
  }

  package var contradictions: [String] { texts.missing.map { "texts.\($0) is missing" } }
}

/// A message to a player, before it is put into words.
package struct NotificationMessage: Codable, Hashable, Sendable {
  package struct GameName: Codable, Hashable, Sendable {
    package let id: String
    package let title: String

    package init(id: String, title: String) {
      (self.id, self.title) = (id, title)
    }
  }

  /// The same for the same kind, player and subjects.
  package let id: String
  package let userId: String
  package let kind: NotificationKind
  /// What the player is notified about at most once, such as a game with its price.
  package let subjects: [String]
  /// Not empty.
  package let games: [GameName]
  /// The first game's price, with its currency; nil if the message is not about a price.
  package let price: String?
  /// How many percent lower that price is.
  package let percent: Int?
  package private(set) var createdAt: Timestamp

  package init(
    to userId: String, _ kind: NotificationKind, subjects: [String], games: [GameName],
    price: String? = nil, percent: Int? = nil, createdAt: Timestamp
  ) {
    id = String(
      Fingerprint(of: canonicalJSON([kind.rawValue, userId] + subjects)).hexadecimal.prefix(32))
    self.userId = userId
    self.kind = kind
    self.subjects = subjects
    self.games = games
    self.price = price
    self.percent = percent
    self.createdAt = createdAt
  }

  /// The message with another creation time.
  package func created(at time: Timestamp) -> NotificationMessage {
    var message = self
    message.createdAt = time
    return message
  }
}

/// What a message is about, as the app's notifications name it (source document 002).
package enum NotificationKind: String, Codable, CaseIterable, Sendable {
  // In the order in which a player's messages are sent.
  case gameOnSale, gameReleased, weeklyDigest

  /// The `type` of the message that the app receives. Source document 000 gives the one for
  /// releases; the others are the app's names.
  package var type: String { self == .gameReleased ? "game_release" : rawValue }
}

/// The words of messages, by language and kind.
///
/// `{game}` stands for the title of the first game, `{games}` for up to five titles, `{count}` for
/// their number, `{price}` and `{percent}` for the first game's price and how much lower it is.
package struct MessageTexts: Hashable, Sendable {
  package struct Text: Hashable, Sendable {
    package let title: String
    package let body: String

    package init(title: String, body: String) {
      (self.title, self.body) = (title, body)
    }
  }

  /// The texts of a kind, for one game and for several; nil while a file is being read.
  package struct Forms: Hashable, Sendable {
    var one: Text?
    var many: Text?
  }

  /// By language; `en` has all kinds.
  private var languages: [String: [NotificationKind: Forms]] = ["en": MessageTexts.english]

  package init() {}

  subscript(language: String, kind: NotificationKind) -> Forms {
    get { languages[language.lowercased()]?[kind] ?? Forms() }
    set { languages[language.lowercased(), default: [:]][kind] = newValue }
  }

  /// The texts without which a kind cannot be used, such as `de.gameReleased.many`.
  var missing: [String] {
    languages.flatMap { language, kinds in
      kinds.flatMap { kind, forms in
        (forms.one == nil ? ["\(language).\(kind.rawValue).one"] : [])
          + (forms.many == nil ? ["\(language).\(kind.rawValue).many"] : [])
      }
    }.sorted()
  }

  /// The words of a message.
  ///
  /// - Parameter language: such as `de-AT`. The nearest language with texts is used, else English.
  package func text(of message: NotificationMessage, language: String) -> Text {
    var name = language.lowercased().replacing("_", with: "-")
    while languages[name]?[message.kind] == nil, let end = name.lastIndex(of: "-") {
      name = String(name[..<end])
    }
    let forms = languages[name]?[message.kind] ?? MessageTexts.english[message.kind]
    guard let form = message.games.count == 1 ? forms?.one : forms?.many else {
      preconditionFailure("\(message.kind) has no English text")
    }
    return Text(title: filled(form.title, message), body: filled(form.body, message))
  }

  package static let placeholders = ["game", "games", "count", "price", "percent"]

  /// Few enough for FCM, which refuses messages of more than 4,096 bytes.
  private static let titles = 5
  private static let titleLength = 60

  /// A title on one line, without characters that change the direction of the text after it.
  private static func shortened(_ title: String) -> String {
    let text = String(
      String.UnicodeScalarView(
        title.unicodeScalars.map { scalar in
          switch scalar.properties.generalCategory {
          case .control, .lineSeparator, .paragraphSeparator: " "
          default: scalar.properties.isBidiControl ? " " : scalar
          }
        }))
    return text.count > titleLength ? text.prefix(titleLength - 1) + "…" : text
  }

  /// One pass, so that braces in a title stay as they are.
  private func filled(_ template: String, _ message: NotificationMessage) -> String {
    template.replacing(/\{(game|games|count|price|percent)\}/) { match in
      switch match.output.1 {
      case "game": MessageTexts.shortened(message.games[0].title)
      case "games":
        message.games.prefix(MessageTexts.titles).map { MessageTexts.shortened($0.title) }
          .joined(separator: ", ") + (message.games.count > MessageTexts.titles ? ", …" : "")
      case "count": "\(message.games.count)"
      case "price": message.price ?? ""
      default: message.percent.map { "\($0)" } ?? ""
      }
    }
  }

  private static let english: [NotificationKind: Forms] = [
    .gameOnSale: Forms(
      one: Text(title: "{game} is {percent}% cheaper", body: "It costs {price} now."),
      many: Text(title: "{count} games on your wishlist are cheaper", body: "{games}")),
    .gameReleased: Forms(
      one: Text(title: "{game} is out", body: "A game on your wishlist was released."),
      many: Text(title: "{count} games on your wishlist are out", body: "{games}")),
    .weeklyDigest: Forms(
      one: Text(title: "A game for you this week", body: "{game}"),
      many: Text(title: "Games for you this week", body: "{games}")),
  ]
}
