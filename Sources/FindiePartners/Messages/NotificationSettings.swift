package import FindieDomain
import FindieWorkspace
package import Foundation
import Yams

/// The settings of `findie notify`: when messages are sent, and their words.
///
/// A YAML file contains only what differs from the defaults.
package struct NotificationSettings: Hashable, Sendable {
  package private(set) var rules = DeliveryRules()
  package private(set) var texts = MessageTexts()
  package private(set) var digest = DigestTexts()
  /// The group whose invite is registered each week; nil for none.
  package private(set) var plur: PlurGroup?

  /// Reads a file of at most 1 MB.
  ///
  /// - Throws: `PartnerSettingsFailure`, `FileFailure`.
  package init(file: URL) throws {
    do {
      try self.init(yaml: SettingsReader.text(of: file))
    } catch let failure as PartnerSettingsFailure {
      throw failure.of(file)
    }
  }

  /// - Parameter yaml: empty for the defaults.
  /// - Throws: `PartnerSettingsFailure` with every problem.
  package init(yaml: String = "") throws(PartnerSettingsFailure) {
    var reader = SettingsReader()
    let file = reader.section(
      try SettingsReader.root(of: yaml), at: "",
      keys: [
        "quietFrom", "quietTo", "perDay", "perWeek", "expireAfterHours", "texts", "digest", "plur",
      ])
    func set(_ key: String, _ field: WritableKeyPath<DeliveryRules, Int>, _ range: ClosedRange<Int>)
    {
      if let value = reader.wholeNumber(file[key], at: key, in: range) {
        rules[keyPath: field] = value
      }
    }
    set("quietFrom", \.quietFrom, 0...23)
    set("quietTo", \.quietTo, 0...23)
    set("perDay", \.perDay, 0...100)
    set("perWeek", \.perWeek, 0...700)
    set("expireAfterHours", \.hours, 1...720)
    for (language, kinds) in reader.mapping(file["texts"], at: "texts") {
      let path = "texts.\(language)"
      let forms = reader.section(kinds, at: path, keys: NotificationKind.allCases.map(\.rawValue))
      for kind in NotificationKind.allCases {
        guard let node = forms[kind.rawValue] else { continue }
        let path = "\(path).\(kind.rawValue)"
        let section = reader.section(node, at: path, keys: ["one", "many"])
        let one = text(section["one"], "\(path).one", &reader)
        let many = text(section["many"], "\(path).many", &reader)
        if let one, let many { texts.set(language, kind, .init(one: one, many: many)) }
      }
    }
    readDigest(file["digest"], &reader)
    readGroup(file["plur"], &reader)
    guard reader.problems.isEmpty else { throw PartnerSettingsFailure(problems: reader.problems) }
  }

  private mutating func readDigest(_ node: Node?, _ reader: inout SettingsReader) {
    let forms = reader.section(node, at: "digest", keys: DigestTexts.Form.allCases.map(\.rawValue))
    for form in DigestTexts.Form.allCases {
      let path = "digest.\(form.rawValue)"
      guard let text = reader.text(forms[form.rawValue], at: path) else { continue }
      if let problem = DigestTexts.problem(of: text) { reader.report("\(path) \(problem)") }
      digest.set(form, text)
    }
  }

  private mutating func readGroup(_ node: Node?, _ reader: inout SettingsReader) {
    guard let node else { return }
    let values = reader.section(node, at: "plur", keys: ["group", "relay"])
    guard let id = reader.text(values["group"], at: "plur.group"),
      let relay = reader.text(values["relay"], at: "plur.relay"),
      let group = PlurGroup(id: id, relay: relay)
    else { return reader.report("plur must have a group's id and its relay, a wss address") }
    plur = group
  }

  private func text(
    _ node: Node?, _ path: String, _ reader: inout SettingsReader
  ) -> MessageTexts.Text? {
    let section = reader.section(node, at: path, keys: ["title", "body"])
    guard let title = reader.text(section["title"], at: "\(path).title"),
      let body = reader.text(section["body"], at: "\(path).body")
    else {
      reader.report("\(path) must have a title and a body")
      return nil
    }
    for match in (title + body).matches(of: /\{([^{}]*)\}/)
    where !MessageTexts.placeholders.contains(String(match.output.1)) {
      reader.report(
        "\(path) has {\(match.output.1)}; the names are "
          + MessageTexts.placeholders.joined(separator: ", "))
    }
    return MessageTexts.Text(title: title, body: body)
  }
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

  /// The texts of a kind, for one game and for several.
  package struct Forms: Hashable, Sendable {
    package let one: Text
    package let many: Text

    package init(one: Text, many: Text) {
      (self.one, self.many) = (one, many)
    }
  }

  /// By language; `en` has all kinds.
  private var languages: [String: [NotificationKind: Forms]] = ["en": MessageTexts.english]

  package init() {}

  package mutating func set(_ language: String, _ kind: NotificationKind, _ forms: Forms) {
    languages[language.lowercased(), default: [:]][kind] = forms
  }

  /// The words of a message.
  ///
  /// - Parameter language: such as `de-AT`. The nearest language with texts is used, else English.
  package func text(of message: NotificationMessage, language: String) -> Text {
    var name = language.lowercased().replacing("_", with: "-")
    while languages[name]?[message.kind] == nil, let end = name.lastIndex(of: "-") {
      name = String(name[..<end])
    }
    guard let forms = languages[name]?[message.kind] ?? MessageTexts.english[message.kind] else {
      preconditionFailure("\(message.kind) has no English text")
    }
    let form = message.games.count == 1 ? forms.one : forms.many
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
